// Indexes as they are made again: those that are left out while a database is filled, and made afterwards in one pass over each collection: that is faster than
// an entry for each row.
import type { Db, IndexDescription } from 'mongodb';

/** The indexes of a collection but that of ids, as they are made. A text index is listed with a key that only the database may write. */
export async function indexesOf(db: Db, name: string): Promise<IndexDescription[]> {
  const listed = (await db.collection(name).indexes()) as (IndexDescription & { v?: number })[];
  return listed
    .filter((index) => index.name !== '_id_')
    .map(({ v: _version, key, ...index }) => {
      const plain = Object.entries(key).filter(([field]) => !field.startsWith('_fts'));
      const texts = Object.keys(index.weights ?? {}).map((field) => [field, 'text']);
      return { ...index, key: Object.fromEntries([...plain, ...texts]) };
    });
}

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
    const indexes = await indexesOf(db, name);
    const deferred = indexes.filter((index) => !index.partialFilterExpression);
    for (const index of deferred) await db.collection(name).dropIndex(index.name ?? '');
    if (deferred.length > 0) dropped.set(name, deferred);
  }
  return async (made) => {
    let count = 0;
    for (const [name, indexes] of dropped) {
      await db.collection(name).createIndexes(indexes);
      made(++count);
    }
  };
}
