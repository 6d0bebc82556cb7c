// The stored model: its rows, and the `model` row of `state` with the version that every change raises by one, so that
// concurrent changes conflict. Independent of the meaning of the rows.
import type { ModelRows } from './rows/model-rows.ts';
import type { StateRow, Store } from './store.ts';
import type { Transaction } from './transactions/transaction.ts';

/** Work after the commit of a model change; stored with it, so that it survives the end of a process. */
export type Cleanup =
  | { kind: 'drop'; type: string } // the collection of a type that is gone
  | { kind: 'unset'; property: string; types: string[] } // values of a custom property that is gone
  | { kind: 'unlink'; relation_id: number } // links of a relation that is gone
  | { kind: 'search'; type: string; version: number } // search texts of a type that hides other attributes since a version
  | { kind: 'index'; type: string; version: number; indexes: string[] }; // indexes of a type that needs others since a version, with the names of new ones

export interface ModelState {
  version: number;
  /** Locale of the indexes of texts (core/store/indexes/text-order.ts); null in a database of an earlier release, until it is set. */
  textLocale: string | null;
  cleanups: readonly Cleanup[];
}

interface ModelStateRow extends StateRow {
  text_locale?: string;
  cleanups?: Cleanup[];
}

const stateOf = (store: Store) => store.db.collection<ModelStateRow>('state');

const inTransaction = (transaction: Transaction | undefined) => (transaction ? { session: transaction } : {});

/** undefined on an empty database. */
export async function readModelState(store: Store, transaction?: Transaction): Promise<ModelState | undefined> {
  const row = await stateOf(store).findOne({ _id: 'model' }, inTransaction(transaction));
  return row ? { version: row.version, textLocale: row.text_locale ?? null, cleanups: row.cleanups ?? [] } : undefined;
}

/** Raises the version; the write conflicts with concurrent model changes. */
export async function raiseModelVersion(
  store: Store,
  { version, textLocale, cleanups }: ModelState,
  transaction: Transaction,
): Promise<void> {
  await stateOf(store).updateOne(
    { _id: 'model' },
    {
      $set: { version, ...(textLocale !== null && { text_locale: textLocale }) },
      $push: { cleanups: { $each: [...cleanups] } },
    },
    { session: transaction, upsert: true },
  );
}

export async function forgetCleanup(store: Store, cleanup: Cleanup): Promise<void> {
  await stateOf(store).updateOne({ _id: 'model' }, { $pull: { cleanups: cleanup } });
}

/** Types whose search texts are being rebuilt. */
export const staleSearchOf = (cleanups: readonly Cleanup[]): Set<string> =>
  new Set(cleanups.flatMap((cleanup) => (cleanup.kind === 'search' ? [cleanup.type] : [])));

/** Names of the indexes under construction, by type. */
export function buildingOf(cleanups: readonly Cleanup[]): Map<string, Set<string>> {
  const building = new Map<string, Set<string>>();
  for (const cleanup of cleanups) {
    if (cleanup.kind !== 'index' || cleanup.indexes.length === 0) continue;
    building.set(cleanup.type, new Set([...(building.get(cleanup.type) ?? []), ...cleanup.indexes]));
  }
  return building;
}

/** Removes a cleanup that the model mentions, and so raises its version. */
export async function forgetInModel(store: Store, cleanup: Cleanup): Promise<void> {
  const filter: object = { _id: 'model', cleanups: { $elemMatch: cleanup } };
  await stateOf(store).updateOne(filter, { $pull: { cleanups: cleanup }, $inc: { version: 1 } });
}

/** All rows of the model, by id. In a transaction, so that they are consistent. */
export async function readModelRows(store: Store, transaction: Transaction): Promise<ModelRows> {
  const options = { session: transaction, sort: { _id: 1 } } as const;
  return {
    object_types: await store.objectTypes.find({}, options).toArray(),
    properties: await store.properties.find({}, options).toArray(),
    property_types: await store.propertyTypes.find({}, options).toArray(),
    relations: await store.relations.find({}, options).toArray(),
  };
}
