// Changes of objects, collected while a transaction runs and published after its commit (D347).
import type { ChangeAction, ViewBefore } from '../history/changes.ts';
import type { Transaction } from '../transactions/transaction.ts';

/** A publication date that has passed. */
export interface PassedDate {
  event: 'published' | 'unpublished';
  at: Date;
}

/** The effect of a change on the publication of an object. */
export interface PublicationChange {
  /** At the time of the change. */
  wasPublic: boolean;
  isPublic: boolean;
  /** Dates shortly before the change, whose events may be missing. */
  passed: readonly PassedDate[];
}

export interface CommittedChange {
  id: number;
  type: string;
  action: ChangeAction;
  /** Names of the changed members. */
  changed: readonly string[];
  user_id: number | null;
  at: Date;
  before?: ViewBefore;
  publication?: PublicationChange;
}

/** The merger of two successive changes. */
const publicationOfBoth = (first?: PublicationChange, second?: PublicationChange): PublicationChange | undefined =>
  first && second
    ? { wasPublic: first.wasPublic, isPublic: second.isPublic, passed: [...first.passed, ...second.passed] }
    : (first ?? second);

const notes = new WeakMap<Transaction, Map<number, CommittedChange>>();

/** Records a change of one object. Several in one transaction are merged into one with the final state. */
export function recordChangeOfObject(note: CommittedChange, transaction: Transaction): void {
  const noted = notes.get(transaction) ?? new Map<number, CommittedChange>();
  notes.set(transaction, noted);
  const before = noted.get(note.id);
  const action = before && note.action === 'update' ? before.action : note.action;
  const changed = [...new Set([...(before?.changed ?? []), ...note.changed])];
  const publication = publicationOfBoth(before?.publication, note.publication);
  const merged = { ...note, action, changed, ...(before?.before && { before: before.before }) };
  noted.set(note.id, { ...merged, ...(publication && { publication }) });
}

/** What a transaction has changed so far. */
export const changesOfObjects = (transaction: Transaction): CommittedChange[] => [
  ...(notes.get(transaction)?.values() ?? []),
];

/** Forgets the changes of an earlier run. */
export const forgetChangesOfObjects = (transaction: Transaction): boolean => notes.delete(transaction);
