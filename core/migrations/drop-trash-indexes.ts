// Migration: the trash is read by audience, and no longer from separate indexes, which every change of an object had to
// update (D711).
import { dropSupersededIndexes } from '../store/superseded-indexes.ts';
import type { Migration } from '../store/migrations.ts';

export const dropTrashIndexes: Migration = {
  name: 'trash-indexes',
  run: (store) => dropSupersededIndexes(store, []),
};
