// Migration for databases with one index on all custom properties: it is dropped, since each property has its own (D460).
import type { Migration } from '../store/migrations.ts';
import { documentsCollectionName } from '../store/store.ts';

/** Name of the index on all custom properties of a type. */
const ON_ALL = 'custom';

export const dropCustomIndex: Migration = {
  name: 'indexed properties',
  async run(store) {
    await store.properties.updateMany({ indexed: { $exists: false } }, { $set: { indexed: false } });
    const prefix = documentsCollectionName('');
    const collections = await store.db.listCollections({}, { nameOnly: true }).toArray();
    for (const { name } of collections.filter((each) => each.name.startsWith(prefix))) {
      const collection = store.db.collection(name);
      if (await collection.indexExists(ON_ALL)) await collection.dropIndex(ON_ALL);
    }
  },
};
