// What a transaction does to objects, noted with its writes, so that it is told once it is committed and in no other case (D347).
import type { ChangeAction } from './changes.ts';
import type { Transaction } from './transaction.ts';

export interface ObjectNote {
  id: number;
  type: string;
  action: ChangeAction;
  /** Names of what changed. */
  changed: readonly string[];
  user_id: number | null;
  at: Date;
}

const notes = new WeakMap<Transaction, Map<number, ObjectNote>>();

/** Notes a change of one object; several in one transaction are one, and say what became of it in the end. */
export function noteObject(note: ObjectNote, transaction: Transaction): void {
  const noted = notes.get(transaction) ?? new Map<number, ObjectNote>();
  notes.set(transaction, noted);
  const before = noted.get(note.id);
  const action = before && note.action === 'update' ? before.action : note.action;
  noted.set(note.id, { ...note, action, changed: [...new Set([...(before?.changed ?? []), ...note.changed])] });
}

/** @returns work that notes anew each time that it is run, and what its last run has noted */
export function noting<T>(work: (transaction: Transaction) => Promise<T>): {
  work: (transaction: Transaction) => Promise<T>;
  noted: () => ObjectNote[];
} {
  let last: Iterable<ObjectNote> = [];
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
