// Changes of objects, collected while a transaction runs and published after its commit (D347).
import type { ChangeAction } from './changes.ts';
import type { Transaction } from './transaction.ts';

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

/** @returns work that may be retried, and the changes of its last run */
export function collectCommittedChanges<T>(work: (transaction: Transaction) => Promise<T>): {
  work: (transaction: Transaction) => Promise<T>;
  collected: () => CommittedChange[];
} {
  let last: Iterable<CommittedChange> = [];
  return {
    async work(transaction) {
      // A retried transaction is the same object.
      notes.delete(transaction);
      const result = await work(transaction);
      last = notes.get(transaction)?.values() ?? [];
      return result;
    },
    collected: () => [...last],
  };
}
