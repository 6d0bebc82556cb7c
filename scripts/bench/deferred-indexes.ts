// Indexes that are left out while a database is filled, and made afterwards in one pass over each collection: that is faster than
// an entry for each row.
import type { Db, IndexDescription } from 'mongodb';

/**
 * Drops all indexes of these collections but those that are on part of a collection, which the service reads in the background.
 * @param made called with the number of collections whose indexes are made again
 * @returns makes them again
 */
export async function deferIndexes(
  db: Db,
  collections: readonly string[],
): Promise<(made: (count: number) => void) => Promise<void>> {
  const dropped = new Map<string, IndexDescription[]>();
  for (const name of collections) {
    const indexes = (await db.collection(name).indexes()) as (IndexDescription & { v?: number })[];
    const deferred = indexes.filter((index) => index.name !== '_id_' && !index.partialFilterExpression);
    for (const index of deferred) await db.collection(name).dropIndex(index.name ?? '');
    if (deferred.length > 0) dropped.set(name, deferred.map(restored));
  }
  return async (made) => {
    let count = 0;
    for (const [name, indexes] of dropped) {
      await db.collection(name).createIndexes(indexes);
      made(++count);
    }
  };
}

/** A text index is listed with a key that only the database may write. */
function restored({ v: _v, ...index }: IndexDescription & { v?: number }): IndexDescription {
  void _v;
  if (!index.weights) return index;
  const key = Object.fromEntries(
    Object.entries(index.key).flatMap(([field, direction]) =>
      field === '_fts'
        ? Object.keys(index.weights ?? {}).map((each) => [each, 'text'])
        : field === '_ftsx'
          ? []
          : [[field, direction]],
    ),
  );
  return { ...index, key };
}
