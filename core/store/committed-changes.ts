// Changes of objects, collected while a transaction runs and published after its commit (D347).
import type { ChangeAction } from './changes.ts';
import type { ViewRow } from './object-rows.ts';
import type { Transaction } from './transaction.ts';

export interface CommittedChange {
  id: number;
  type: string;
  action: ChangeAction;
  /** Names of the changed members. */
  changed: readonly string[];
  user_id: number | null;
  at: Date;
  /** What said who saw the object before a change of just that. */
  before?: Omit<ViewRow, '_id' | 'type' | 'audiences'>;
}

const notes = new WeakMap<Transaction, Map<number, CommittedChange>>();

/** Records a change of one object. Several in one transaction are merged into one with the final state. */
export function recordChangeOfObject(note: CommittedChange, transaction: Transaction): void {
  const noted = notes.get(transaction) ?? new Map<number, CommittedChange>();
  notes.set(transaction, noted);
  const before = noted.get(note.id);
  const action = before && note.action === 'update' ? before.action : note.action;
  const changed = [...new Set([...(before?.changed ?? []), ...note.changed])];
  noted.set(note.id, { ...note, action, changed, ...(before?.before && { before: before.before }) });
}

/** What a transaction has changed so far. */
export const changesOfObjects = (transaction: Transaction): CommittedChange[] => [
  ...(notes.get(transaction)?.values() ?? []),
];

/** Forgets the changes of an earlier run. */
export const forgetChangesOfObjects = (transaction: Transaction): boolean => notes.delete(transaction);
