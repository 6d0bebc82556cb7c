// The first and the last bytes of a file, which are enough for most checks.
import { open } from 'node:fs/promises';

/** In bytes; the tail has room for the longest end record of a ZIP archive. */
const HEAD = 65_536;
const TAIL = 65_557;

export interface Sample {
  head: Buffer;
  tail: Buffer;
  /** The head is the whole file. */
  whole: boolean;
}

export async function takeSample(file: string, size: number): Promise<Sample> {
  const handle = await open(file, 'r');
  try {
    const part = async (start: number, length: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start);
      return buffer.subarray(0, bytesRead);
    };
    const head = await part(0, Math.min(HEAD, size));
    const tail = await part(Math.max(0, size - TAIL), Math.min(TAIL, size));
    return { head, tail, whole: size <= HEAD };
  } finally {
    await handle.close();
  }
}

/** Control characters that do not occur in text: all but tab, line ends, form feed and escape. */

const CONTROL = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f]/;

const XML_ENCODING = /^\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/;

/** A declaration that can be read is in no UTF-16, whatever it says. */
function declaredEncoding(head: Buffer): string | undefined {
  const [, name = ''] = XML_ENCODING.exec(head.subarray(0, 300).toString('latin1')) ?? [];
  return name === '' || /^(?:utf-16|ucs-|iso-10646-ucs)/i.test(name) ? undefined : name;
}

function encodingOf(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return declaredEncoding(head) ?? 'utf-8';
}

/**
 * The head as text: UTF-8, UTF-16 with a byte order mark, or the encoding that an XML declaration names.
 * @returns undefined for other bytes
 */
export function decodeText({ head, whole }: Sample): string | undefined {
  const encoding = encodingOf(head);
  const little = encoding === 'utf-16be' ? Buffer.from(head.subarray(0, head.length & ~1)).swap16() : head;
  try {
    const decoder = new TextDecoder(encoding === 'utf-16be' ? 'utf-16le' : encoding, { fatal: true });
    // The sample may end within a character.
    const text = decoder.decode(little, { stream: !whole });
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Text that no binary format would be mistaken for. */
export const isCleanText = (text: string): boolean => !CONTROL.test(text);
