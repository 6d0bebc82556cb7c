// The transactions of the store: change rows with events and the marks of idempotency keys are written at their end (D487, D500,
// D650), and changes of objects are published after their commit (D347).
import type { Collection, MongoClient } from 'mongodb';
import { auditChanges, type AuditCollections } from '../history/audit-trail.ts';
import { takeInserted, takeRecorded, type ChangeRow } from '../history/changes.ts';
import { changesOfObjects, forgetChangesOfObjects, type CommittedChange } from './committed-changes.ts';
import { missingEventsOfDates, rowsWithEvents } from './event-rows.ts';
import { forgetWrites, raiseWritten } from '../exact-cache/versions.ts';
import { forgetAttempts, markKeys, type IdempotencyKeyRow } from '../idempotency-keys.ts';
import type { ObjectCountRow } from '../rows/count-rows.ts';
import { runTransaction, type Transaction, type TransactionOptions } from '../transactions/transaction.ts';

/** Those after a commit must not throw. */
export interface StoreListeners {
  /** Called when objects have changed. */
  onChanges?(changes: readonly CommittedChange[]): void;
  /** Called when there are events without a number. */
  onEvents?(): void;
  /** Called at the start of each transaction; it throws when none is allowed. */
  assertCurrent?(): void;
}

interface RecordedParts extends AuditCollections {
  client: MongoClient;
  changes: Collection<ChangeRow>;
  objectCounts: Collection<ObjectCountRow>;
  idempotencyKeys: Collection<IdempotencyKeyRow>;
  listeners: StoreListeners;
}

/** Runs work in a transaction that records its changes. @throws as runTransaction does */
export async function runRecorded<T>(
  { client, changes, objectCounts, idempotencyKeys, listeners, ...audit }: RecordedParts,
  work: (transaction: Transaction) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  let committed: CommittedChange[] = [];
  let hasEvents = false;
  const run = async (transaction: Transaction): Promise<T> => {
    listeners.assertCurrent?.();
    // A retried transaction is the same object.
    forgetChangesOfObjects(transaction);
    takeRecorded(transaction);
    takeInserted(transaction);
    forgetAttempts(transaction);
    forgetWrites(transaction);
    const result = await work(transaction);
    await raiseWritten(objectCounts, transaction);
    committed = changesOfObjects(transaction);
    const recorded = takeRecorded(transaction);
    // Data for the audit trail refers to the same row objects.
    await auditChanges(audit, { rows: recorded, masked: takeInserted(transaction) }, transaction);
    const rows = [
      ...(await missingEventsOfDates(changes, committed, transaction)),
      ...rowsWithEvents(recorded, committed),
    ];
    hasEvents = rows.some(({ pending }) => pending);
    if (rows.length > 0) await changes.insertMany(rows, { session: transaction, ordered: false });
    await markKeys(idempotencyKeys, transaction);
    return result;
  };
  const result = await runTransaction(client, run, options);
  if (committed.length > 0) listeners.onChanges?.(committed);
  if (hasEvents) listeners.onEvents?.();
  return result;
}
