// Migration for databases with objects from before places, links and translations: collections and indexes.
import { ensureIndexes, PLACED_INDEX } from '../store/indexes.ts';
import type { Migration } from '../store/migrations.ts';

export const addTreeAndRelations: Migration = {
  name: 'tree, relations, translations, annotations',
  async run(store) {
    await ensureIndexes(store);
    const types = await store.objectTypes.find({ is_abstract: false }, { projection: { name: 1 } }).toArray();
    await Promise.all(types.map(({ name }) => store.documents(name).createIndexes([PLACED_INDEX])));
  },
};
