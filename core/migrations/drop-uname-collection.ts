// Migration: an index of `objects` keeps unames unique, instead of a separate collection.
import { ensureIndexes } from '../store/indexes.ts';
import { dropSupersededIndexes } from '../store/superseded-indexes.ts';
import type { Migration } from '../store/migrations.ts';

export const dropUnameCollection: Migration = {
  name: 'unames',
  async run(store) {
    await ensureIndexes(store);
    await dropSupersededIndexes(store, []);
    await store.db.dropCollection('unames');
  },
};
