// Files of `npm run import` in other encodings than UTF-8: one fault, and nothing of them is written (D823).
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { historyOf, importFile, lines, openPlace, type Place } from '../../support/writes/transfer.ts';

let folder: string;
let place: Place;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-encodings-'));
  place = await openPlace();
});
afterAll(async () => {
  await place.close();
  await rm(folder, { recursive: true, force: true });
});

const write = async (name: string, content: Buffer): Promise<string> => {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
};

describe('a file that is not UTF-8', () => {
  const CONTENT: Record<string, string> = {
    csv: 'uname,title\nplain,Plain\nenc-1,Straße\nenc-2,Other\n',
    ndjson: lines(
      { type: 'documents', id: 'a', attributes: { uname: 'plain', title: 'Plain' } },
      { type: 'documents', id: 'b', attributes: { uname: 'enc-1', title: 'Straße' } },
    ),
    json: JSON.stringify([{ uname: 'enc-1', title: 'Straße' }], null, 1),
  };
  const swapped = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
  const utf32 = (text: string): Buffer => {
    const points = new Uint32Array([...text].map((char) => char.codePointAt(0) ?? 0));
    return Buffer.from(points.buffer);
  };
  const ENCODINGS: Record<string, [(text: string) => Buffer, RegExp]> = {
    'ISO-8859-1': [(text) => Buffer.from(text, 'latin1'), /^The line is not UTF-8/],
    'UTF-16 little-endian': [(text) => Buffer.from(`\uFEFF${text}`, 'utf16le'), /^The file is UTF-16\./],
    'UTF-16 big-endian': [(text) => swapped(`\uFEFF${text}`), /^The file is UTF-16\./],
    'UTF-16 without a mark': [(text) => Buffer.from(text, 'utf16le'), /^The file is UTF-16\./],
    'UTF-32': [(text) => utf32(`\uFEFF${text}`), /^The file is UTF-32\./],
    'UTF-8 cut within a character': [
      (text) => Buffer.concat([Buffer.from(text), Buffer.from([0xc3])]),
      /^The line is not UTF-8/,
    ],
    'a surrogate': [(text) => Buffer.concat([Buffer.from(text), Buffer.from([0xed, 0xa0, 0x80])]), /not UTF-8/],
  };

  it.each(Object.keys(ENCODINGS).flatMap((name) => Object.keys(CONTENT).map((format) => [name, format] as const)))(
    'is refused with one fault, and nothing is written: %s, %s',
    async (name, format) => {
      const [encode, detail] = ENCODINGS[name] ?? [];
      const file = await write(`encoded.${format}`, encode?.(CONTENT[format] ?? '') ?? Buffer.alloc(0));
      const before = await historyOf(place);
      for (const dryRun of [true, false]) {
        const { counts, faults } = await importFile(place.own, file, { type: 'documents', dryRun });
        expect(counts).toMatchObject({ made: 0, faults: 1 });
        expect(faults).toMatchObject([
          { code: 'invalid_encoding', detail: expect.stringMatching(detail ?? /^$/) as string },
        ]);
      }
      expect(await historyOf(place)).toBe(before);
    },
  );

  it('has the line of the first such byte, also in a large file', async () => {
    const many = Array.from({ length: 20_000 }, (_, at) => `line-${at + 2},Titel – ${at}`);
    many[15_000] = 'x,Stra\u00dfe';
    const bytes = many.map((line, at) => Buffer.from(`${line}\n`, at === 15_000 ? 'latin1' : 'utf8'));
    const file = await write('many.csv', Buffer.concat([Buffer.from('uname,title\n'), ...bytes]));
    const { faults } = await importFile(place.own, file, { type: 'documents' });
    expect(faults).toMatchObject([{ line: 15_002, code: 'invalid_encoding' }]);
  });
});
