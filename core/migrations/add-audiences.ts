// Migration for databases without audiences on objects and their copies (D438): the tokens, the indexes for lists by audience,
// and the removal of the indexes that they replace.
import { concreteTypes } from '../model/apply-model-change.ts';
import { resolveModel } from '../model/resolve-model.ts';
import { ensureIndexes, ensureTypeCollection } from '../store/indexes.ts';
import { dropSupersededIndexes } from '../store/superseded-indexes.ts';
import type { Migration, MigrationProgress } from '../store/migrations.ts';
import { readModelRows } from '../store/model-state.ts';
import type { Collection, Document, ObjectBase, Store } from '../store/store.ts';
import { audiencesOf } from '../objects/audiences.ts';

const BATCH_SIZE = 500;

const FIELDS = {
  type: 1,
  status: 1,
  publish_start: 1,
  publish_end: 1,
  trashed: 1,
  created_by: 1,
  reader_roles: 1,
  revision: 1,
} as const;

const MISSING = { $exists: false };

interface Row {
  _id: unknown;
}

type Progress = MigrationProgress | undefined;

/** Rows that lack a field, in batches; those that still lack it at the end are processed again. */
async function eachWithout(
  collection: Collection<Document>,
  { lacking, projection, progress }: { lacking: Document; projection: Document; progress: Progress },
  fill: (rows: Document[]) => Promise<void>,
): Promise<void> {
  let last: Row | undefined;
  for (;;) {
    const filter = { ...lacking, ...(last && { _id: { $gt: last._id } }) } as never;
    const rows = await collection.find(filter, { projection, limit: BATCH_SIZE }).sort({ _id: 1 }).toArray();
    if (rows.length === 0 && !last) return;
    if (rows.length > 0) await fill(rows);
    await progress?.note(rows.length);
    last = rows.at(-1);
  }
}

/** Objects and their rows; concurrently changed ones are read again. */
const fillOwn = (collection: Collection<Document>, progress: Progress): Promise<void> =>
  eachWithout(collection, { lacking: { audiences: MISSING }, projection: FIELDS, progress }, async (rows) => {
    const updates = rows.map((row) => ({
      updateOne: {
        filter: { _id: row['_id'] as never, revision: row['revision'] as number },
        update: { $set: { audiences: audiencesOf(row as ObjectBase) } },
      },
    }));
    await collection.bulkWrite(updates, { ordered: false });
  });

/** Rows that are visible with their object; without an object they are hidden. */
const fillCopies = (store: Store, collection: Collection<Document>, progress: Progress): Promise<void> => {
  const lacking = { object: { $exists: true }, 'object.audiences': MISSING };
  return eachWithout(collection, { lacking, projection: { object_id: 1 }, progress }, async (rows) => {
    const ids = [...new Set(rows.map((row) => row['object_id'] as number))];
    const objects = await store.objects.find({ _id: { $in: ids } }, { projection: { audiences: 1 } }).toArray();
    const audiences = new Map(objects.map((row) => [row._id, row.audiences]));
    const updates = ids.map((id) => ({
      updateMany: {
        filter: { object_id: id, ...lacking },
        update: { $set: { 'object.audiences': audiences.get(id) ?? [] } },
      },
    }));
    await collection.bulkWrite(updates, { ordered: false });
  });
};

export const addAudiences: Migration = {
  name: 'audiences',
  async run(store, progress) {
    const rows = await store.transaction((transaction) => readModelRows(store, transaction));
    const types = [...concreteTypes(resolveModel(rows, 0, null)).values()];
    const { objects, trees, translations, annotations, streams, objectPermissions } = store;
    const own = [objects, ...types.map(({ name }) => store.documents(name))] as unknown as Collection<Document>[];
    for (const collection of own) await fillOwn(collection, progress);
    const copies = [trees, translations, annotations, streams, objectPermissions, objects];
    for (const collection of copies) await fillCopies(store, collection as unknown as Collection<Document>, progress);
    await ensureIndexes(store);
    for (const type of types) await ensureTypeCollection(store, type);
    await dropSupersededIndexes(
      store,
      types.map(({ name }) => name),
    );
  },
};
