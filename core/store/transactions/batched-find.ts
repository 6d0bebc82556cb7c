// Reads by a key that wait at the same moment are sent to the database as one query. A read is always part of a later query, never
// of one that is already sent, so it sees every write that was acknowledged before it.
import type { Collection, Document, FindOptions } from 'mongodb';
import { isInTransaction } from './ambient-transaction.ts';
import { toleratesLag } from './secondary-reads.ts';
import { withRowType } from '../untyped-collection.ts';

const MAX_RUNNING = 2;
const MAX_BATCH = 1000;
/** Maximum time that a query waits for further reads, while each turn of the event loop adds some. */
const GATHER_MS = 2;

interface Waiting<Row> {
  promise: Promise<Row | null>;
  resolve: (row: Row | null) => void;
  reject: (error: unknown) => void;
}

interface BatchedFindOptions extends FindOptions {
  /** Name of a unique field; its id by default. */
  key?: string;
  /** Of all rows that are found. */
  filter?: Document;
}

/** @returns a function that finds a row by its key; concurrent callers share the row, which must not be changed */
export function createBatchedFind<Row extends Document, Key extends number | string = number>(
  collection: Collection<Row>,
  { key = '_id', filter = {}, ...options }: BatchedFindOptions = {},
): (value: Key) => Promise<Row | null> {
  const waiting = new Map<Key, Waiting<Row>>();
  let running = 0;
  let isScheduled = false;
  let hasArrival = false;

  async function run(): Promise<void> {
    const batch = new Map([...waiting].slice(0, MAX_BATCH));
    for (const value of batch.keys()) waiting.delete(value);
    running++;
    try {
      const rows = await withRowType(collection)
        .find<Row>({ ...filter, [key]: { $in: [...batch.keys()] } }, { ...options, batchSize: MAX_BATCH + 1 })
        .toArray();
      // cast: the rows were found by this key, and have the type of their collection
      const byKey = new Map(rows.map((row) => [row[key] as unknown as Key, row as Row]));
      for (const [value, { resolve }] of batch) resolve(byKey.get(value) ?? null);
    } catch (error) {
      for (const { reject } of batch.values()) reject(error);
    } finally {
      running--;
      if (waiting.size > 0) void run();
    }
  }

  /** Requests that arrive in successive turns of the event loop share a query; an idle service sends it immediately. */
  function schedule(): void {
    if (isScheduled || running >= MAX_RUNNING) return;
    isScheduled = true;
    const until = performance.now() + GATHER_MS;
    const afterTurn = (): void => {
      if (hasArrival && performance.now() < until) {
        hasArrival = false;
        setImmediate(afterTurn);
        return;
      }
      isScheduled = false;
      if (waiting.size > 0 && running < MAX_RUNNING) void run();
    };
    setImmediate(afterTurn);
  }

  return (value) => {
    // Not for callers in a transaction, which must see its uncommitted writes, and not for reads from secondaries:
    // their rows must not be shared.
    if (isInTransaction() || toleratesLag())
      return withRowType(collection).findOne<Row>({ ...filter, [key]: value }, options);
    hasArrival = true;
    const same = waiting.get(value);
    if (same) return same.promise;
    // Promise.withResolvers, which Node 20 lacks.
    let settle!: Pick<Waiting<Row>, 'resolve' | 'reject'>;
    const promise = new Promise<Row | null>((resolve, reject) => (settle = { resolve, reject }));
    waiting.set(value, { promise, ...settle });
    schedule();
    return promise;
  };
}
