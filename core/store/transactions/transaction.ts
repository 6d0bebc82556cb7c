// Transactions: write conflicts are retried here with increasing delays, and not shown.
import { setTimeout as sleep } from 'node:timers/promises';
import { hasNoPrimary, isUnavailable, isUnconfirmed, someCause } from '../connection/availability.ts';
import { MongoError, MongoServerError, type ClientSession, type MongoClient } from 'mongodb';
import { asError, hasCode } from '../../values.ts';

export type Transaction = ClientSession;

const MAX_WAIT_MS = 250;
/** Time for which a request retries writes that conflict with others. */
const DEADLINE_MS = 15_000;

/** The end of the retries of a request that writes, by `performance.now()`: the same for all its work. */
export const contentionDeadline = (): number => performance.now() + DEADLINE_MS;

/** Other requests changed the same rows repeatedly: 503 with `Retry-After`. */
export class Contention extends Error {
  constructor(cause: unknown) {
    super('too many requests change the same rows', { cause });
  }
}

/** Thrown by the work of a transaction that is to be run again from the beginning. */
export class RunAgain extends Error {}

/** True when every attempt at a write has conflicted with others. */
export const isUnsettled = (error: unknown): boolean => error instanceof Contention || isTransient(error);

/** True for errors of the database or its driver. */
export const isDatabaseError = (error: unknown): boolean => error instanceof MongoError;

/** True for a write conflict of two transactions. */
export const isTransient = (error: unknown): boolean =>
  error instanceof RunAgain ||
  (error instanceof MongoError && someCause(error, (each) => isUncommitted(each) || each.code === 112));

/** True for a transaction that MongoDB has ended since it took more than a minute. */
const isTooLong = (error: unknown): boolean =>
  error instanceof MongoError && someCause(error, (each) => hasCode(each, 290));

const isCommitUnknown = (error: unknown): boolean =>
  error instanceof MongoError && error.hasErrorLabel('UnknownTransactionCommitResult');

/** The cause of an error does not show it: a commit may fail since another operation has cleared the pool. */
const isUncommitted = (error: unknown): boolean =>
  error instanceof MongoError && error.hasErrorLabel('TransientTransactionError');

async function commit(session: ClientSession): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await session.commitTransaction();
    } catch (error) {
      if (!isCommitUnknown(error) || hasNoPrimary(error) || isUnconfirmed(error) || attempt >= 5) throw error;
    }
  }
}

export interface TransactionOptions {
  level?: 'snapshot' | 'local';
  /** The end of retries of a transaction that conflicts with others, by `performance.now()`. */
  deadline?: number;
  /** Called after all writes, before the commit; in each run of the work. */
  onWritten?: () => void;
}

/**
 * Runs `work` in one transaction (snapshot reads, majority writes) and returns its result. `work` may run several
 * times: it must have no effect outside of the transaction. Reads at level `local` use one snapshot as well; MongoDB
 * cannot create collections in a transaction of level `snapshot`.
 * @throws Contention at the deadline
 */
export async function runTransaction<T>(
  client: MongoClient,
  work: (transaction: Transaction) => Promise<T>,
  { level = 'snapshot', deadline = contentionDeadline(), onWritten }: TransactionOptions = {},
): Promise<T> {
  let session = client.startSession();
  try {
    for (let attempt = 1; ; attempt++) {
      let mayRunAgain = isTransient;
      session.startTransaction({ readConcern: { level }, writeConcern: { w: 'majority' } });
      try {
        const result = await work(session);
        mayRunAgain = isUncommitted;
        const committed = commit(session);
        onWritten?.();
        await committed;
        return result;
      } catch (error) {
        if (isUnavailable(error)) {
          // Aborted with its session, without waiting: the database may be unavailable.
          void session.endSession();
          session = client.startSession();
        } else if (session.inTransaction()) await session.abortTransaction().catch(() => undefined);
        if (isTooLong(error)) throw new Contention(error);
        if (!mayRunAgain(error) || hasNoPrimary(error)) throw error;
        if (performance.now() > deadline) throw isUnavailable(error) ? error : new Contention(error);
        await sleep(Math.random() * Math.min(MAX_WAIT_MS, 2 ** attempt));
      }
    }
  } finally {
    await session.endSession();
  }
}

/** True for a duplicate of a unique key. */
export const isDuplicateKey = (error: unknown): boolean => error instanceof MongoServerError && error.code === 11000;

/** True for a conflict on one unique index, also of one write of many. */
export const isDuplicateIn = (error: unknown, index: string): boolean =>
  isDuplicateKey(error) && asError(error).message.includes(` index: ${index} `);

/** Stored fields of the unique key with which a write conflicted, in the order of the index. */
export const clashingFields = (error: unknown): string[] =>
  error instanceof MongoServerError ? Object.keys(error['keyPattern'] ?? {}) : [];

/** True when the server stopped a query at `maxTimeMS`. */
export const isTimeLimit = (error: unknown): boolean => error instanceof MongoServerError && error.code === 50;

/** Twice the lifetime of a transaction. */
const PATIENCE_MS = 120_000;
const SNAPSHOT_WAIT_MS = 100;

/**
 * Runs reads on one snapshot of the database, which block no write; on another one when its collections change during the
 * reads. A transaction keeps its snapshot for up to a minute on every server; a session with snapshot reads needs a history
 * that the embedded server does not keep.
 */
export async function inSnapshot<T>(client: MongoClient, read: (transaction: Transaction) => Promise<T>): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const session = client.startSession();
    session.startTransaction({ readConcern: { level: 'snapshot' } });
    try {
      return await read(session);
    } catch (error) {
      if (!isTransient(error) || performance.now() > deadline) throw error;
      await sleep(SNAPSHOT_WAIT_MS);
    } finally {
      // The transaction has no writes to commit.
      await session.abortTransaction().catch(() => undefined);
      await session.endSession();
    }
  }
}
