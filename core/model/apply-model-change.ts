// The effect of a model change on storage: collections, indexes and count rows of types, in the transaction of the change.
// Model changes and running object writes conflict on the count rows (core/store/object-counts.ts).
import { ApiError } from '../errors.ts';
import { typeIndexes } from '../store/indexes/indexes.ts';
import { mayBlock, type BlockingCleanup } from '../store/model-cleanups.ts';
import type { Cleanup } from '../store/model-state.ts';
import { newCountRows } from '../store/object-counts.ts';
import { documentsCollectionName, type Store } from '../store/store.ts';
import type { Transaction } from '../store/transactions/transaction.ts';
import type { Model, ResolvedType } from './model.ts';

export interface ModelChange {
  before: Model;
  after: Model;
}

/** The `schema` of count rows of a disabled type: no write finds them. */
export const schemaVersionOf = (type: ResolvedType): string =>
  type.enabled ? type.revision : `disabled:${type.revision}`;

/** Types that have a collection, by name; disabled ones keep theirs. */
export const concreteTypes = (model: Model): Map<string, ResolvedType> =>
  new Map([...model.types].filter(([, type]) => !type.abstract));

/** Names of the concrete types that inherit from `typeName`: itself or its descendants, disabled ones included. */
export const concreteBelow = (model: Model, typeName: string): string[] =>
  [...concreteTypes(model).values()]
    .filter((type) => type.name === typeName || type.ancestors.includes(typeName))
    .map((type) => type.name);

/** Number of objects of some types, trashed ones included, as the transaction reads it. */
export async function countObjects(store: Store, types: readonly string[], transaction: Transaction): Promise<number> {
  const rows = await store.objectCounts.find({ type: { $in: [...types] } }, { session: transaction }).toArray();
  return rows.reduce((sum, { n }) => sum + n.on + n.scheduled + n.draft + n.off + n.trashed, 0);
}

async function addType(store: Store, type: ResolvedType, transaction: Transaction): Promise<void> {
  const options = { session: transaction };
  await store.db.createCollection(documentsCollectionName(type.name), options);
  await store.documents(type.name).createIndexes(typeIndexes(type), options);
  await store.objectCounts.insertMany(newCountRows(type.name, schemaVersionOf(type)), options);
}

/** Removing the rows makes a concurrent create fail, or this change when the create was first. */
async function removeType(store: Store, name: string, transaction: Transaction): Promise<void> {
  if ((await countObjects(store, [name], transaction)) > 0) {
    throw new ApiError('in_use', `Objects of type "${name}" exist, perhaps in the trash.`);
  }
  await store.objectCounts.deleteMany({ type: name }, { session: transaction });
}

const indexKeys = (type: ResolvedType): string[] => typeIndexes(type).map((index) => JSON.stringify(index));

/** Whether a type needs other indexes than before. */
export const needsOtherIndexes = (before: ResolvedType, after: ResolvedType): boolean =>
  indexKeys(before).join() !== indexKeys(after).join();

/** Cleanups after the change, to be stored in its transaction. */
function findCleanups({ before, after }: ModelChange): Cleanup[] {
  const [old, now] = [concreteTypes(before), concreteTypes(after)];
  const kept = new Set(after.rows.properties.map((row) => row._id));
  const drops: Cleanup[] = [...old.keys()].filter((name) => !now.has(name)).map((type) => ({ kind: 'drop', type }));
  const unsets = before.rows.properties
    .filter((row) => !kept.has(row._id))
    .flatMap(({ name, object_type_name }): Cleanup[] => {
      const types = concreteBelow(before, object_type_name).filter((type) => now.has(type));
      return types.length > 0 ? [{ kind: 'unset', property: name, types }] : [];
    });
  const relations = new Set(after.rows.relations.map((row) => row._id));
  const unlinks = before.rows.relations
    .filter((row) => !relations.has(row._id))
    .map((row): Cleanup => ({ kind: 'unlink', relation_id: row._id }));
  /** Attributes without a place in search texts. */
  const names = ({ hidden, attributeRoles }: ResolvedType): string =>
    [...hidden, ...[...attributeRoles].flatMap(([name, { read }]) => (read ? [name] : []))].sort().join();
  const searches = [...now.values()].flatMap((type): Cleanup[] => {
    const previous = old.get(type.name);
    const isSame = previous === undefined || names(previous) === names(type);
    return isSame ? [] : [{ kind: 'search', type: type.name, version: after.version }];
  });
  const indexes = [...now.values()].flatMap((type): Cleanup[] => {
    const previous = old.get(type.name);
    if (previous === undefined || !needsOtherIndexes(previous, type)) return [];
    const known = new Set(indexKeys(previous));
    const added = typeIndexes(type).filter((index) => !known.has(JSON.stringify(index)));
    const names = added.flatMap(({ name }) => name ?? []);
    return [{ kind: 'index', type: type.name, version: after.version, indexes: names }];
  });
  return [...drops, ...unsets, ...unlinks, ...searches, ...indexes];
}

/** A running cleanup that must end before this change, which reuses its name. */
export function findBlocking(change: ModelChange, cleanups: readonly Cleanup[]): BlockingCleanup | undefined {
  const [old, now] = [concreteTypes(change.before), concreteTypes(change.after)];
  const known = new Set(change.before.rows.properties.map((row) => row._id));
  const added = change.after.rows.properties.filter((row) => !known.has(row._id));
  return cleanups.filter(mayBlock).find((cleanup) => {
    if (cleanup.kind === 'drop') return now.has(cleanup.type) && !old.has(cleanup.type);
    if (cleanup.kind === 'unlink') return false;
    return added.some((row) => row.name === cleanup.property);
  });
}

/**
 * Updates collections and count rows for a model change.
 * @returns the work after the commit
 * @throws ApiError `in_use` for the removal of a type with objects
 */
export async function applyModelChange(
  store: Store,
  change: ModelChange,
  transaction: Transaction,
): Promise<Cleanup[]> {
  const [old, now] = [concreteTypes(change.before), concreteTypes(change.after)];
  for (const name of old.keys()) if (!now.has(name)) await removeType(store, name, transaction);
  for (const type of now.values()) {
    const previous = old.get(type.name);
    if (!previous) await addType(store, type, transaction);
    else if (schemaVersionOf(previous) !== schemaVersionOf(type)) {
      const schema = { $set: { schema: schemaVersionOf(type) } };
      await store.objectCounts.updateMany({ type: type.name }, schema, { session: transaction });
    }
  }
  return findCleanups(change);
}
