// Migration for databases whose rows of `/object_permissions` have no copy of their object's visibility.
import { ensureIndexes } from '../store/indexes.ts';
import type { Migration } from '../store/migrations.ts';
import { viewOf } from '../objects/lock-objects.ts';

const BATCH_SIZE = 500;

export const addPermissionVisibility: Migration = {
  name: 'object permissions',
  async run(store) {
    await ensureIndexes(store);
    for (;;) {
      const rows = await store.objectPermissions
        .find({ object: { $exists: false } }, { projection: { object_id: 1 }, limit: BATCH_SIZE })
        .toArray();
      if (rows.length === 0) return;
      for (const objectId of new Set(rows.map((row) => row.object_id))) {
        await store.transaction(async (transaction) => {
          const place = await store.objects.findOne(
            { _id: objectId },
            { session: transaction, projection: { type: 1 } },
          );
          const documents = place && store.documents(place.type);
          // From now on the object writer updates the copy (core/objects/object-writer.ts).
          const update = { $inc: { fence: 1 } } as never;
          const document = await documents?.findOneAndUpdate({ _id: objectId }, update, { session: transaction });
          const ofObject = { object_id: objectId };
          if (document)
            await store.objectPermissions.updateMany(
              ofObject,
              { $set: { object: viewOf(document) } },
              { session: transaction },
            );
          else await store.objectPermissions.deleteMany(ofObject, { session: transaction });
        });
      }
    }
  },
};
