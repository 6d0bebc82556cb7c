// Migration: lists over several types are merged from the collections of the types, and no longer read from indexes of
// `objects` (D570).
import { dropSupersededIndexes } from '../store/superseded-indexes.ts';
import type { Migration } from '../store/migrations.ts';

export const dropMixedLists: Migration = {
  name: 'mixed-lists',
  run: (store) => dropSupersededIndexes(store, []),
};
