// What refuses a file as a whole, before anything of it is written.
import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import type { Fault } from '../target.ts';

/** The file cannot be read as what it is said to be. */
export class SourceRefused extends Error {
  override readonly name = 'SourceRefused';
  readonly fault: Fault;

  constructor(
    /** From 1. */
    readonly line: number,
    code: string,
    detail: string,
  ) {
    super(detail);
    this.fault = { status: 400, code, detail };
  }
}

/** Beginnings of files in other encodings; without a byte order mark every other byte of Latin text is 0. */
const OTHER_ENCODINGS: readonly [string, RegExp][] = [
  ['UTF-32', /^(?:\xff\xfe\0\0|\0\0\xfe\xff|\0\0\0[^\0]|[^\0]\0\0\0)/],
  ['UTF-16', /^(?:\xff\xfe|\xfe\xff|\0[^\0]|[^\0]\0)/],
];

const refusal = (line: number, detail: string): SourceRefused =>
  new SourceRefused(line, 'invalid_encoding', `${detail} Nothing of it is imported: save it as UTF-8.`);

const NEWLINE = 10;

/** Lines of a part of a file before the first one that is not UTF-8. @param start it may begin within a character */
function linesBefore(bytes: Buffer): number {
  let count = 0;
  let from = Math.max(
    0,
    bytes.findIndex((byte) => (byte & 0xc0) !== 0x80),
  );
  for (;;) {
    const end = bytes.indexOf(NEWLINE, from);
    if (end < 0 || !isUtf8(bytes.subarray(from, end))) return count;
    count++;
    from = end + 1;
  }
}

function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) count++;
  return count;
}

/** Imports store text as it is read: bytes that are no UTF-8 would become other characters. @throws SourceRefused */
export async function assertUtf8(file: string): Promise<void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  let isFirst = true;
  const decode = (bytes: Buffer | undefined): void => {
    try {
      decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw refusal(line + (bytes ? linesBefore(bytes) : 0), 'The line is not UTF-8.');
    }
  };
  for await (const bytes of createReadStream(file) as AsyncIterable<Buffer>) {
    const start = bytes.subarray(0, 4).toString('latin1');
    const [other] = isFirst ? (OTHER_ENCODINGS.find(([, form]) => form.test(start)) ?? []) : [];
    if (other !== undefined) throw refusal(1, `The file is ${other}.`);
    isFirst = false;
    decode(bytes);
    line += countLines(bytes);
  }
  decode(undefined);
}
