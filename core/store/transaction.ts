// Transactions: write conflicts are retried here with a growing wait and never shown (design: Data).
import { setTimeout as sleep } from 'node:timers/promises';
import { MongoError, MongoServerError, type ClientSession, type MongoClient } from 'mongodb';

export type Transaction = ClientSession;

const MAX_ATTEMPTS = 30;
const MAX_WAIT_MS = 250;
/** Long transactions are not tried as often: others wait meanwhile. */
const DEADLINE_MS = 15_000;

/** Thrown by the work of a transaction that is to be run again from the beginning. */
export class RunAgain extends Error {}

/** True for a clash of two transactions, which is no fault of either. */
export const isTransient = (error: unknown): boolean =>
  error instanceof RunAgain ||
  (error instanceof MongoError &&
    (error.hasErrorLabel('TransientTransactionError') || (error instanceof MongoServerError && error.code === 112)));

const isCommitUnknown = (error: unknown): boolean =>
  error instanceof MongoError && error.hasErrorLabel('UnknownTransactionCommitResult');

async function commit(session: ClientSession): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await session.commitTransaction();
    } catch (error) {
      if (!isCommitUnknown(error) || attempt >= 5) throw error;
    }
  }
}

/**
 * Runs `work` in one transaction (snapshot reads, majority writes) and returns what it returns.
 * `work` may run several times: it must have no effect but through the session.
 * Reads at level `local` are of one moment as well; MongoDB makes collections in no transaction of level `snapshot`.
 */
export async function runTransaction<T>(
  client: MongoClient,
  work: (transaction: Transaction) => Promise<T>,
  level: 'snapshot' | 'local' = 'snapshot',
): Promise<T> {
  const session = client.startSession();
  const deadline = performance.now() + DEADLINE_MS;
  try {
    for (let attempt = 1; ; attempt++) {
      session.startTransaction({ readConcern: { level }, writeConcern: { w: 'majority' } });
      try {
        const result = await work(session);
        await commit(session);
        return result;
      } catch (error) {
        if (session.inTransaction()) await session.abortTransaction().catch(() => undefined);
        if (!isTransient(error) || attempt >= MAX_ATTEMPTS || performance.now() > deadline) throw error;
        await sleep(Math.random() * Math.min(MAX_WAIT_MS, 2 ** attempt));
      }
    }
  } finally {
    await session.endSession();
  }
}

/** True when a transaction met another one on a row every time it was tried, or took the server too long. */
export const isUnsettled = (error: unknown): boolean => isTransient(error);

/** True for a clash on a unique key; `key` tells which, where it matters. */
export const isDuplicateKey = (error: unknown): boolean => error instanceof MongoServerError && error.code === 11000;

/** Stored fields of the unique key that a write clashed on, in the order of the index. */
export const clashingFields = (error: unknown): string[] =>
  error instanceof MongoServerError ? Object.keys((error['keyPattern'] as object | undefined) ?? {}) : [];

/** True when the server stopped a query at `maxTimeMS`. */
export const isTimeLimit = (error: unknown): boolean => error instanceof MongoServerError && error.code === 50;
