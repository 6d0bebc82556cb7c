// Migration 1: the collections and indexes of an empty database, and the shipped model.
import type { Clock } from '../clock.ts';
import { ensureIndexes } from '../store/indexes/collection-indexes.ts';
import { ensureTypeCollection } from '../store/indexes/indexes.ts';
import type { Migration } from '../store/migrations.ts';
import { raiseModelVersion, readModelState } from '../store/model-state.ts';
import { newCountRows } from '../store/object-counts.ts';
import type { SequenceRow } from '../store/sequences.ts';
import type { Store } from '../store/store.ts';
import type { Transaction } from '../store/transactions/transaction.ts';
import { concreteTypes, schemaVersionOf } from '../model/apply-model-change.ts';
import type { Model } from '../model/model.ts';
import type { ModelRows } from '../store/rows/model-rows.ts';
import { resolveModel } from '../model/resolve-model.ts';
import { shippedRows } from '../model/shipped.ts';

async function insertRows(store: Store, rows: ModelRows, transaction: Transaction): Promise<void> {
  const options = { session: transaction };
  await store.objectTypes.insertMany(rows.object_types, options);
  await store.propertyTypes.insertMany(rows.property_types, options);
  if (rows.properties.length > 0) await store.properties.insertMany(rows.properties, options);
  if (rows.relations.length > 0) await store.relations.insertMany(rows.relations, options);
}

async function setSequences(store: Store, rows: ModelRows, transaction: Transaction): Promise<void> {
  const sequences = Object.entries(rows).map(([name, list]: [string, { _id: number }[]]) => ({
    _id: name,
    last: Math.max(0, ...list.map((row) => row._id)),
  }));
  await store.db.collection<SequenceRow>('sequences').insertMany(sequences, { session: transaction });
}

async function insertModel(store: Store, model: Model): Promise<void> {
  await store.transaction(async (transaction) => {
    if (await readModelState(store, transaction)) return;
    await insertRows(store, model.rows, transaction);
    await setSequences(store, model.rows, transaction);
    const counts = [...concreteTypes(model).values()].flatMap((type) => newCountRows(type.name, schemaVersionOf(type)));
    await store.objectCounts.insertMany(counts, { session: transaction });
    await raiseModelVersion(store, { version: 1, textLocale: model.textLocale, cleanups: [] }, transaction);
  });
}

/** Collections, indexes and model; `clock` dates the rows. */
export const seedModel = (clock: Clock): Migration => ({
  name: 'shipped model',
  async run(store) {
    const model = resolveModel(shippedRows(clock.now()), 1);
    const types = [...concreteTypes(model).values()];
    await Promise.all([ensureIndexes(store), ...types.map((type) => ensureTypeCollection(store, type))]);
    await insertModel(store, model);
  },
});
