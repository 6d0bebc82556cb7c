// The transactions of the store: change rows and the marks of idempotency keys are written at their end (D487, D500), and
// changes of objects are published after their commit (D347).
import type { Collection, MongoClient } from 'mongodb';
import { forgetRecorded, insertRecorded, type ChangeAction, type ChangeRow } from './changes.ts';
import { forgetAttempts, markKeys, type IdempotencyKeyRow } from './idempotency-keys.ts';
import { runTransaction, type Transaction, type TransactionOptions } from './transaction.ts';

export interface CommittedChange {
  id: number;
  type: string;
  action: ChangeAction;
  /** Names of the changed members. */
  changed: readonly string[];
  user_id: number | null;
  at: Date;
}

const notes = new WeakMap<Transaction, Map<number, CommittedChange>>();

/** Records a change of one object. Several in one transaction are merged into one with the final state. */
export function recordChangeOfObject(note: CommittedChange, transaction: Transaction): void {
  const noted = notes.get(transaction) ?? new Map<number, CommittedChange>();
  notes.set(transaction, noted);
  const before = noted.get(note.id);
  const action = before && note.action === 'update' ? before.action : note.action;
  noted.set(note.id, { ...note, action, changed: [...new Set([...(before?.changed ?? []), ...note.changed])] });
}

interface RecordedParts {
  client: MongoClient;
  changes: Collection<ChangeRow>;
  idempotencyKeys: Collection<IdempotencyKeyRow>;
  /** Called with the committed changes of objects; it must not throw. */
  told: ((changes: readonly CommittedChange[]) => void) | undefined;
}

/** Runs work in a transaction that records its changes. @throws as runTransaction does */
export async function runRecorded<T>(
  { client, changes, idempotencyKeys, told }: RecordedParts,
  work: (transaction: Transaction) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  let committed: CommittedChange[] = [];
  const run = async (transaction: Transaction): Promise<T> => {
    // A retried transaction is the same object.
    notes.delete(transaction);
    forgetRecorded(transaction);
    forgetAttempts(transaction);
    const result = await work(transaction);
    committed = [...(notes.get(transaction)?.values() ?? [])];
    await insertRecorded(changes, transaction);
    await markKeys(idempotencyKeys, transaction);
    return result;
  };
  const result = await runTransaction(client, run, options);
  if (committed.length > 0) told?.(committed);
  return result;
}
