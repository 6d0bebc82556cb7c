import { BSON } from 'mongodb';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { escapeKeys, unescapeKeys } from '../../../core/store/stored-keys.ts';

const key = fc.oneof(
  fc.constantFrom(
    '$gt',
    '$ref',
    '$id',
    '$db',
    '__proto__',
    '_bsontype',
    '%$gt',
    '%%__proto__',
    '%',
    'a.b',
    '',
    'toBSON',
  ),
  fc.string({ unit: fc.constantFrom('%', '$', '.', 'a', '_') }),
);
const json = fc
  .object({ key, maxDepth: 4, values: [fc.string(), fc.integer(), fc.boolean(), fc.constant(null)] })
  .map((value) => JSON.parse(JSON.stringify(value)) as unknown);

function keysIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value).concat(Object.values(value).flatMap(keysIn));
}

it('any JSON is unchanged after BSON, and none of its keys has a meaning there', () => {
  fc.assert(
    fc.property(json, (value) => {
      const stored = escapeKeys(value);
      expect(keysIn(stored).filter((name) => /^\$|^__proto__$|^_bsontype$/.test(name))).toEqual([]);
      const { read } = BSON.deserialize(BSON.serialize({ read: stored })) as { read: unknown };
      expect(JSON.stringify(unescapeKeys(read))).toBe(JSON.stringify(value));
    }),
    { numRuns: 1_000 },
  );
});

it('a value without such keys is the same object', () => {
  const value = { a: [{ 'b.c': 1, '100%': new Date(0) }], '%a': null };
  expect(escapeKeys(value)).toBe(value);
  expect(unescapeKeys(value)).toBe(value);
});

it('values that are not plain objects are unchanged', () => {
  const id = new BSON.ObjectId();
  expect((escapeKeys({ $a: id, at: new Date(0) }) as Record<string, unknown>)['%$a']).toBe(id);
});
