// Reads of one snapshot: they block no write, and no write changes their result. A transaction keeps its snapshot for
// up to a minute on every server; a session with snapshot reads needs a history that the embedded server does not keep.
import { setTimeout as sleep } from 'node:timers/promises';
import type { MongoClient } from 'mongodb';
import { isTransient, type Transaction } from './transaction.ts';

/** Twice the lifetime of a transaction. */
const PATIENCE_MS = 120_000;
const WAIT_MS = 100;

/** Runs reads on one snapshot of the database; on another one when its collections change during the reads. */
export async function inSnapshot<T>(client: MongoClient, read: (transaction: Transaction) => Promise<T>): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const session = client.startSession();
    session.startTransaction({ readConcern: { level: 'snapshot' } });
    try {
      return await read(session);
    } catch (error) {
      if (!isTransient(error) || performance.now() > deadline) throw error;
      await sleep(WAIT_MS);
    } finally {
      // The transaction has no writes to commit.
      await session.abortTransaction().catch(() => undefined);
      await session.endSession();
    }
  }
}
