// The check of an invariant: it examines the rows of one snapshot of the database, and reports faults.
import type { FileStorage } from '../files/storage/file-storage.ts';
import type { Model } from '../model/model.ts';
import { withPendingWork } from '../model/model-service.ts';
import { resolveModel } from '../model/resolve-model.ts';
import { readModelRows, readModelState, type Cleanup } from '../store/model-state.ts';
import type { Document, Store } from '../store/store.ts';
import type { Transaction } from '../store/transactions/transaction.ts';

export interface VerifiedDatabase {
  store: Store;
  storage: FileStorage;
  clock: { now(): Date };
}

/** The database at one time. */
export interface View extends VerifiedDatabase {
  transaction: Transaction;
  model: Model;
  /** Pending work of model changes. */
  cleanups: readonly Cleanup[];
}

export interface Finding {
  /** Name of the invariant, such as `audiences`. */
  invariant: string;
  /** One line. */
  detail: string;
  /** Of the examined row. */
  row: unknown;
  /** Repairs the fault from the rest of the database; absent when that does not determine the right value. */
  mend?: (view: View) => Promise<unknown>;
}

/** Examines rows of one collection. Runs in a snapshot, and again in the transaction of the repair. */
export type Examine<Row = Document> = (rows: readonly Row[], view: View) => Promise<Finding[]>;

export interface Scan {
  collection: string;
  /** Fields that are read; all of them without. */
  projection?: Document;
  /** Its rows have the type of those of the collection. */
  examine(rows: readonly Document[], view: View): Promise<Finding[]>;
  /** Called with each row once, in a pass without repairs. */
  tally?(rows: readonly Document[]): void;
}

/** A check of data other than rows: totals, indexes, sequences. */
export interface WholeCheck {
  name: string;
  /** Its repair is outside of transactions: MongoDB cannot create indexes in them. */
  outside?: true;
  find(view: View): Promise<Finding[]>;
}

interface KnownModel {
  model: Model;
  cleanups: readonly Cleanup[];
  key: string;
}

/** @returns reads the model of a snapshot; resolved once for each version */
export function modelReader(store: Store): (transaction: Transaction) => Promise<KnownModel> {
  let known: KnownModel | undefined;
  return async (transaction) => {
    const state = await readModelState(store, transaction);
    if (!state) throw new Error('the database holds no model: start the service on it first');
    const key = JSON.stringify(state);
    if (known?.key !== key) {
      const model = resolveModel(await readModelRows(store, transaction), state.version, state.textLocale);
      known = { model: withPendingWork(model, state.cleanups), cleanups: state.cleanups, key };
    }
    return known;
  };
}

/** Ids of rows, each once. */
export const unique = <T>(values: Iterable<T>): T[] => [...new Set(values)];

export const byId = <Row extends { _id: unknown }>(rows: readonly Row[]): Map<Row['_id'], Row> =>
  new Map(rows.map((row) => [row._id, row]));

export const shown = (value: unknown): string => JSON.stringify(value ?? null).slice(0, 200);
