// What a transaction changes of objects, collected while it writes and published after its commit only (D347).
import type { ChangeAction } from './changes.ts';
import type { Transaction } from './transaction.ts';

export interface CommittedChange {
  id: number;
  type: string;
  action: ChangeAction;
  /** Names of what changed. */
  changed: readonly string[];
  user_id: number | null;
  at: Date;
}

const notes = new WeakMap<Transaction, Map<number, CommittedChange>>();

/** Records a change of one object. Several in one transaction become one, which has the final state. */
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
  noted: () => CommittedChange[];
} {
  let last: Iterable<CommittedChange> = [];
  return {
    async work(transaction) {
      // One that is tried again is the same one.
      notes.delete(transaction);
      const result = await work(transaction);
      last = notes.get(transaction)?.values() ?? [];
      return result;
    },
    noted: () => [...last],
  };
}
