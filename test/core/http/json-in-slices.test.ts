// The text of sliced JSON is that of JSON.stringify, at any length (D771).
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { jsonChecksum, jsonInSlices } from '../../../core/json/json-in-slices.ts';

const item = (n: number, body: string) => ({ id: String(n), attributes: { body, none: undefined, at: new Date(0) } });
const list = (length: number, body: string) => Array.from({ length }, (_each, n) => item(n, body));

const DOCUMENTS: Record<string, object> = {
  'an empty object': {},
  'members that are left out': { a: undefined, b: null, c: () => 1, d: [] },
  'gaps in lists': { data: [undefined, null, () => 1, 'x'], meta: { a: [undefined] } },
  'names and texts with quotes': { 'a"b': ['"', '\u2028', '\ud800'], links: { self: 'http://x/?a="é"' } },
  'a page': { data: list(20, 'short'), included: list(3, 'é'), meta: { n: 1 } },
  'a long page': { data: list(50, 'è€😀 '.repeat(5000)), links: { self: 'x' } },
  'a long text': { data: item(1, '"\\\n'.repeat(400_000)) },
};

describe('the text of a document', () => {
  it.each(Object.keys(DOCUMENTS))('is that of JSON.stringify: %s', async (name) => {
    const document = DOCUMENTS[name] ?? {};
    expect((await jsonInSlices(document)).toString()).toBe(JSON.stringify(document));
  });

  it('is a buffer when it is long, made in several turns', async () => {
    const document = { data: list(2000, 'word '.repeat(2000)) };
    let turns = 0;
    const counted = setImmediate(function count() {
      turns += 1;
      next = setImmediate(count);
    });
    let next = counted;
    expect(Buffer.isBuffer(await jsonInSlices(document))).toBe(true);
    clearImmediate(next);
    expect(turns).toBeGreaterThan(1);
  });
});

it('the checksum of a document is that of its text', async () => {
  const document = { data: [{ id: '1', title: 'é' }, null, 'two'] };
  expect(await jsonChecksum(document)).toBe(crc32(JSON.stringify(document)).toString(36));
  expect(await jsonChecksum({ data: [] })).not.toBe(await jsonChecksum(document));
});
