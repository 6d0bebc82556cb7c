// The changes of a row in a change stream, applied to the previous row (core/store/history/replay-changes.ts).
import { BSON } from 'mongodb';
import { expect, it } from 'vitest';
import { applyUpdate } from '../../../core/store/history/replay-changes.ts';
import type { RowUpdate } from '../../../core/store/history/change-feed.ts';

const { Int32 } = BSON;
const row = () => ({
  a: 1,
  list: [{ x: 1 }, { x: 2 }, { x: 3 }],
  deep: { b: { c: 1, d: 2 } },
  'e.f': 1,
  g: { '0': 'zero' },
});

it.each<[string, RowUpdate, object]>([
  ['a field', { updatedFields: { a: 2 } }, { ...row(), a: 2 }],
  ['a new field', { updatedFields: { z: [1] } }, { ...row(), z: [1] }],
  ['a deep one', { updatedFields: { 'deep.b.c': 5 } }, { ...row(), deep: { b: { c: 5, d: 2 } } }],
  ['an element', { updatedFields: { 'list.1.x': 7 } }, { ...row(), list: [{ x: 1 }, { x: 7 }, { x: 3 }] }],
  ['one more element', { updatedFields: { 'list.3': 4 } }, { ...row(), list: [...row().list, 4] }],
  ['a removed field', { removedFields: ['deep.b.d'] }, { ...row(), deep: { b: { c: 1 } } }],
  [
    'a shorter list, and a change in it',
    { truncatedArrays: [{ field: 'list', newSize: new Int32(1) }], updatedFields: { 'list.0.x': 9 } },
    { ...row(), list: [{ x: 9 }] },
  ],
  [
    'a name with a dot',
    { updatedFields: { 'e.f': 2 }, disambiguatedPaths: { 'e.f': ['e.f'] } },
    { ...row(), 'e.f': 2 },
  ],
  [
    'a name that is a number',
    { updatedFields: { 'g.0': 'one' }, disambiguatedPaths: { 'g.0': ['g', '0'] } },
    { ...row(), g: { '0': 'one' } },
  ],
])('%s', (_name, update, expected) => {
  const changed = row();
  applyUpdate(changed, update);
  expect(changed).toEqual(expected);
});

it('a change of a missing row is refused', () => {
  expect(() => applyUpdate(row(), { updatedFields: { 'none.x': 1 } })).toThrow('a row has no none.x');
  expect(() => applyUpdate(row(), { truncatedArrays: [{ field: 'a', newSize: 0 }] })).toThrow('a row has no list a');
});
