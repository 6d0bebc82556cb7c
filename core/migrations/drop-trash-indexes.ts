// Migration: the trash is read by audience, and no longer from indexes of its own, which every change of an object had to keep (D711).
import { dropSupersededIndexes } from '../store/superseded-indexes.ts';
import type { Migration } from '../store/migrations.ts';

export const dropTrashIndexes: Migration = {
  name: 'trash-indexes',
  run: (store) => dropSupersededIndexes(store, []),
};
