// Updates the indexes of a type's collection to the model, in the background of requests: indexes of properties depend on
// `indexed`, those of associations on the type.
import type { IndexDescription } from 'mongodb';
import { isPropertyIndex, typeIndexes, type IndexedType } from './indexes.ts';
import { documentsCollectionName, type Store } from '../store.ts';
import { hasCode } from '../../values.ts';

const NAMESPACE_NOT_FOUND = 26;
const INDEX_NOT_FOUND = 27;

type Ordered = Pick<IndexDescription, 'key' | 'collation'>;

const isSameKey = (a: Ordered, b: Ordered): boolean =>
  JSON.stringify(Object.entries(a.key)) === JSON.stringify(Object.entries(b.key));

const isSameOrder = (a: Ordered, b: Ordered): boolean => a.collation?.locale === b.collation?.locale;

/**
 * Drops outdated indexes of properties, and those in another order of texts, and creates the missing ones in one pass over
 * the collection. Resolves when
 * they are ready. Several processes may do it at the same time; each waits for the others.
 * @throws MongoServerError when an index is dropped during its construction
 */
export async function alignIndexes(store: Store, type: IndexedType): Promise<void> {
  const collection = store.db.collection(documentsCollectionName(type.name));
  const wanted = typeIndexes(type);
  let existing: (Ordered & { name: string })[];
  try {
    // cast: the driver types the keys of an index as any
    existing = (await collection.indexes()) as (Ordered & { name: string })[];
  } catch (error) {
    // The type was deleted, with its collection.
    if (hasCode(error, NAMESPACE_NOT_FOUND)) return;
    throw error;
  }
  for (const index of existing) {
    const { name } = index;
    const alike = wanted.filter((each) => isSameKey(each, index));
    const isOfProperty = isPropertyIndex(name);
    const isWanted = alike.some((each) => isSameOrder(each, index) && (!isOfProperty || each.name === name));
    if (isWanted || (alike.length === 0 && !isOfProperty)) continue;
    await collection.dropIndex(name).catch((error: unknown) => {
      if (!hasCode(error, INDEX_NOT_FOUND) && !hasCode(error, NAMESPACE_NOT_FOUND)) throw error;
    });
  }
  await collection.createIndexes(wanted);
}
