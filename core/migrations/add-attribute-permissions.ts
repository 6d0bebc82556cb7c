// Migration for databases whose object types have no permissions of attributes (D578).
import type { Migration } from '../store/migrations.ts';

export const addAttributePermissions: Migration = {
  name: 'attribute permissions',
  async run(store) {
    await store.objectTypes.updateMany(
      { attribute_permissions: { $exists: false } },
      { $set: { attribute_permissions: null } },
    );
  },
};
