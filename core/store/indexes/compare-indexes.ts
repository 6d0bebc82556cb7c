// The indexes of a collection, compared with those that it should have: those of a type depend on its properties that are
// `indexed`, and on its associations.
import { isDeepStrictEqual } from 'node:util';
import type { Collection, Document, IndexDescription } from 'mongodb';
import { describedIndexes, type DescribedIndexes } from './collection-indexes.ts';
import { isPropertyIndex, typeIndexes, type IndexedType } from './indexes.ts';
import { documentsCollectionName, type Store } from '../store.ts';
import { hasCode } from '../../values.ts';

export interface WrongIndex {
  collection: Collection<Document>;
  index: IndexDescription;
  /** Its fields, for messages. */
  key: string;
  /** Name of the existing index that differs; undefined when it is missing. */
  instead: string | undefined;
}

const NAMESPACE_NOT_FOUND = 26;
const INDEX_NOT_FOUND = 27;

const keyText = (key: IndexDescription['key']): string =>
  Object.entries(key)
    .map(([name, how]) => `${name} ${how}`)
    .join(', ');

const isText = ({ key }: Pick<IndexDescription, 'key'>): boolean => Object.values(key).includes('text');

const OPTIONS = ['unique', 'sparse', 'partialFilterExpression', 'expireAfterSeconds'] as const;

/** Collations are stored with all their options. */
const isSameCollation = ({ collation: wanted }: IndexDescription, { collation: stored }: IndexDescription): boolean =>
  wanted?.locale === stored?.locale && wanted?.strength === stored?.strength;

/** A text index is stored with its weights instead of its key. */
function isSame(wanted: IndexDescription, stored: IndexDescription): boolean {
  if (isText(wanted)) {
    const weights = Object.keys(wanted.key).map((name) => [name, wanted.weights?.[name] ?? 1]);
    return isDeepStrictEqual(stored.weights, Object.fromEntries(weights));
  }
  const sameOptions = OPTIONS.every((name) => isDeepStrictEqual(wanted[name] || undefined, stored[name] || undefined));
  return sameOptions && keyText(wanted.key) === keyText(stored.key) && isSameCollation(wanted, stored);
}

async function storedIndexes(collection: Collection<Document>): Promise<IndexDescription[]> {
  try {
    return await collection.indexes();
  } catch (error) {
    if (hasCode(error, NAMESPACE_NOT_FOUND)) return [];
    throw error;
  }
}

const isInstead = (wanted: IndexDescription, stored: IndexDescription): boolean =>
  isText(wanted) ? isText(stored) : stored.name === wanted.name || keyText(stored.key) === keyText(wanted.key);

async function wrongIn({ collection, indexes }: DescribedIndexes): Promise<WrongIndex[]> {
  const stored = await storedIndexes(collection);
  return indexes
    .filter((index) => !stored.some((each) => isSame(index, each)))
    .map((index) => ({
      collection,
      index,
      key: keyText(index.key),
      instead: stored.find((each) => isInstead(index, each))?.name,
    }));
}

/** Indexes that are missing or differ from their description, those of the given types included. */
export async function findWrongIndexes(store: Store, types: readonly IndexedType[]): Promise<WrongIndex[]> {
  const ofTypes = types.map((type) => ({
    collection: store.db.collection<Document>(documentsCollectionName(type.name)),
    indexes: typeIndexes(type),
  }));
  const wrong: WrongIndex[] = [];
  for (const described of [...describedIndexes(store), ...ofTypes]) wrong.push(...(await wrongIn(described)));
  return wrong;
}

const isSameKey = (a: IndexDescription, b: IndexDescription): boolean =>
  JSON.stringify(Object.entries(a.key)) === JSON.stringify(Object.entries(b.key));

/**
 * Drops outdated indexes of properties, and those in another order of texts, and creates the missing ones in one pass over
 * the collection, in the background of requests. Resolves when they are ready. Several processes may do it at the same time;
 * each waits for the others.
 * @throws MongoServerError when an index is dropped during its construction
 */
export async function alignIndexes(store: Store, type: IndexedType): Promise<void> {
  const collection = store.db.collection(documentsCollectionName(type.name));
  const wanted = typeIndexes(type);
  const existing = await storedIndexes(collection);
  // The type was deleted, with its collection.
  if (existing.length === 0) return;
  for (const index of existing) {
    const { name = '' } = index;
    const alike = wanted.filter((each) => isSameKey(each, index));
    const isOfProperty = isPropertyIndex(name);
    const isWanted = alike.some(
      (each) => each.collation?.locale === index.collation?.locale && (!isOfProperty || each.name === name),
    );
    if (isWanted || (alike.length === 0 && !isOfProperty)) continue;
    await collection.dropIndex(name).catch((error: unknown) => {
      if (!hasCode(error, INDEX_NOT_FOUND, NAMESPACE_NOT_FOUND)) throw error;
    });
  }
  await collection.createIndexes(wanted);
}

/** Some of the values that several rows share although they must be unique. */
export async function duplicatesIn({ collection, index }: WrongIndex): Promise<{ values: unknown[]; rows: number }[]> {
  const fields = Object.keys(index.key);
  const values = Object.fromEntries(fields.map((name, position) => [`v${position}`, `$${name}`]));
  const stages = [
    ...(index.partialFilterExpression ? [{ $match: index.partialFilterExpression }] : []),
    { $group: { _id: values, rows: { $sum: 1 } } },
    { $match: { rows: { $gt: 1 } } },
    { $limit: 100 },
  ];
  const found = await collection.aggregate<{ _id: object; rows: number }>(stages, { allowDiskUse: true }).toArray();
  return found.map(({ _id, rows }) => ({ values: Object.values(_id), rows }));
}

/** Creates it, replacing an existing one. */
export async function makeIndex({ collection, index, instead }: WrongIndex): Promise<void> {
  if (instead !== undefined) await collection.dropIndex(instead);
  await collection.createIndexes([index]);
}
