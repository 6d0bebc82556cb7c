// One transaction for all reads and writes of a piece of work (D490): those of content that name no transaction use
// that of the work, and `store.transaction` joins it. The work is recognised by its asynchronous context. Tracking
// contexts slows every promise of the process down, so they are tracked only during such work.
import { AsyncLocalStorage } from 'node:async_hooks';
import { AbstractCursor, ClientSession, type Collection, type Document } from 'mongodb';
import { isRecord, memberOf } from '../../values.ts';
import { firstOf, inSlices } from '../connection/decode-in-slices.ts';
import { overrideMethods, type CallOriginal, type Method } from '../override-methods.ts';
import { toleratesLag, SECONDARY_OPTIONS } from './secondary-reads.ts';
import { isTransient, RunAgain, type Transaction } from './transaction.ts';

/** Data that was read before a transaction is outdated in it: the work has to be repeated. */
export class StaleWork extends Error {}

/** The transaction can no longer be committed; its work is retried, if there is time. Thrown at later operations of it. */
class BrokenOff extends Error {}

interface Ambient {
  transaction: Transaction;
  /** The last operation of the transaction: MongoDB runs one at a time. */
  last: Promise<unknown>;
  /** The reason for a retry. */
  broken: unknown;
  isOver: boolean;
}

const contexts = new AsyncLocalStorage<Ambient>();
let running = 0;

/** undefined outside of such work, and for its remaining operations after its end. */
function ambient(): Ambient | undefined {
  if (running === 0) return undefined;
  const found = contexts.getStore();
  return found?.isOver === false ? found : undefined;
}

/** Whether the caller is in a transaction that an outer caller commits. */
export const isInTransaction = (): boolean => ambient() !== undefined;

/** The transaction of the present work, which its writes of content use. */
export const presentTransaction = (): Transaction | undefined => ambient()?.transaction;

/**
 * @returns a function that returns a separate part for each ambient transaction, and the same one for all other callers
 */
export function onePerTransaction<Part>(create: () => Part): () => Part {
  const shared = create();
  const own = new WeakMap<Ambient, Part>();
  return () => {
    const found = ambient();
    if (!found) return shared;
    const part = own.get(found) ?? create();
    own.set(found, part);
    return part;
  };
}

/** Runs work that other requests share, or that continues after its caller, outside of any ambient transaction. */
export const outsideTransaction = <T>(work: () => T): T => (ambient() ? contexts.exit(work) : work());

function breakOff(found: Ambient, cause: unknown): BrokenOff {
  found.broken ??= cause;
  return new BrokenOff('the transaction is run again', { cause });
}

/** Runs one operation of the transaction after those before it. @throws BrokenOff after a conflict of the transaction */
function inOrder<T>(found: Ambient, operation: () => Promise<T>): Promise<T> {
  const run = async (): Promise<T> => {
    if (found.broken !== undefined) throw breakOff(found, found.broken);
    try {
      return await operation();
    } catch (error) {
      throw isTransient(error) ? breakOff(found, error) : error;
    }
  };
  const result = found.last.then(run, run);
  found.last = result.catch(() => undefined);
  return result;
}

/** The transaction that a nested one joins; undefined for an outermost one. */
export function joinTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> | undefined {
  const found = ambient();
  return found && joined(found, work);
}

async function joined<T>(found: Ambient, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  try {
    return await work(found.transaction);
  } catch (error) {
    // A part of it may be written already, which a retry of the part would not undo.
    throw error instanceof StaleWork || isTransient(error) ? breakOff(found, error) : error;
  }
}

/**
 * Runs work with all reads and writes of content in the transaction.
 * @throws RunAgain for a retry in a new transaction, in any case of conflict
 */
export async function runAmbient<T>(transaction: Transaction, work: () => Promise<T>): Promise<T> {
  const own: Ambient = { transaction, last: Promise.resolve(), broken: undefined, isOver: false };
  running++;
  try {
    const result = await contexts.run(own, work);
    if (own.broken !== undefined) throw own.broken;
    return result;
  } catch (error) {
    throw own.broken === undefined ? error : new RunAgain('the work met others', { cause: own.broken });
  } finally {
    own.isOver = true;
    running--;
    if (running === 0) contexts.disable();
    // Its remaining operations must not use the transaction after its end.
    await own.last;
  }
}

/** The index of the options among the arguments, by method that writes. */
export const WRITES = {
  insertOne: 1,
  insertMany: 1,
  bulkWrite: 1,
  updateOne: 2,
  updateMany: 2,
  replaceOne: 2,
  deleteOne: 1,
  deleteMany: 1,
  findOneAndUpdate: 2,
  findOneAndReplace: 2,
  findOneAndDelete: 1,
} as const;

const OPTIONS_AT = { ...WRITES, findOne: 1, countDocuments: 1, distinct: 2 } as const;

const READS: ReadonlySet<string> = new Set(['findOne', 'countDocuments', 'distinct']);

/** Options of `find` for one document, as the driver's `findOne` sets them. */
const ONE = { limit: 1, singleBatch: true };

const CURSORS = { find: 1, aggregate: 1 } as const;

/** The session in the options of an operation. */
export function sessionIn(options: unknown): Transaction | undefined {
  const session = memberOf(options, 'session');
  return session instanceof ClientSession ? session : undefined;
}

/** The arguments with additional options. */
function withOptions(args: readonly unknown[], at: number, options: object): unknown[] {
  const given = Array.from({ length: Math.max(args.length, at + 1) }, (_, index) => args[index]);
  given[at] = { ...(isRecord(given[at]) ? given[at] : {}), ...options };
  return given;
}

/** A cursor that reads in turn. */
function orderedCursor(cursor: AbstractCursor, found: Ambient): AbstractCursor {
  const next = cursor.next.bind(cursor);
  const hasNext = cursor.hasNext.bind(cursor);
  const close = cursor.close.bind(cursor);
  const own = {
    next: () => inOrder(found, next),
    hasNext: () => inOrder(found, hasNext),
    close: () => inOrder(found, () => close()),
    toArray: () =>
      inOrder(found, async () => {
        const rows: unknown[] = [];
        for (let row = await next(); row !== null; row = await next()) rows.push(row);
        return rows;
      }),
    async *[Symbol.asyncIterator]() {
      try {
        for (let row = await own.next(); row !== null; row = await own.next()) yield row;
      } finally {
        await own.close();
      }
    },
  };
  return Object.assign(cursor, own);
}

/**
 * The collection for the work: in an ambient transaction its operations use that transaction, one after the other.
 * @param kind `content`: that applies to all operations; `other`: only to those that name the transaction in their options
 */
export function ambientCollection<Row extends Document>(
  collection: Collection<Row>,
  kind: 'content' | 'other',
): Collection<Row> {
  const foundFor = (options: unknown): Ambient | undefined => {
    const found = ambient();
    const session = sessionIn(options);
    return found && (session === undefined ? kind === 'content' : session === found.transaction) ? found : undefined;
  };
  const isSecondary = (options: unknown): boolean =>
    kind === 'content' && toleratesLag() && sessionIn(options) === undefined && ambient() === undefined;
  const cursorOf = (name: string, given: readonly unknown[], call: CallOriginal): AbstractCursor => {
    const cursor = call(name, given);
    if (!(cursor instanceof AbstractCursor)) throw new Error(`${name} gives no cursor`);
    return inSlices(cursor);
  };
  const operation =
    (name: string, at: number, call: CallOriginal): Method =>
    (...args) => {
      const run = (given: readonly unknown[]) =>
        name === 'findOne' ? firstOf(cursorOf('find', withOptions(given, at, ONE), call)) : call(name, given);
      if (READS.has(name) && isSecondary(args[at])) return run(withOptions(args, at, SECONDARY_OPTIONS));
      const found = foundFor(args[at]);
      return found ? inOrder(found, async () => run(withOptions(args, at, { session: found.transaction }))) : run(args);
    };
  const reader =
    (name: string, at: number, call: CallOriginal): Method =>
    (...args) => {
      const run = (given: readonly unknown[]): AbstractCursor => cursorOf(name, given, call);
      if (isSecondary(args[at])) return run(withOptions(args, at, SECONDARY_OPTIONS));
      const found = foundFor(args[at]);
      return found ? orderedCursor(run(withOptions(args, at, { session: found.transaction })), found) : run(args);
    };
  return overrideMethods(collection, (call) => ({
    ...Object.fromEntries(Object.entries(OPTIONS_AT).map(([name, at]) => [name, operation(name, at, call)])),
    ...Object.fromEntries(Object.entries(CURSORS).map(([name, at]) => [name, reader(name, at, call)])),
  }));
}
