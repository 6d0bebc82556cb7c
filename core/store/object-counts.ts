// Exact totals without counting (D61): a row for each type and slot, changed in the transaction that changes the
// objects. Slots are chosen at random, so that transactions of two processes rarely change the same row. The rows also
// have the revision of the type's schema: a write with an older schema, or of a deleted type, finds no row.
import type { Collection } from 'mongodb';
import { isInTransaction } from './transactions/ambient-transaction.ts';
import { SLOTS, type CountKey, type ObjectCountRow } from './rows/count-rows.ts';
import { raisedBeside } from './exact-cache/versions.ts';
import { toleratesLag } from './transactions/secondary-reads.ts';
import { aggregateSmall } from './transactions/small-reads.ts';
import { sharedRead } from '../shared-read.ts';
import type { Transaction } from './transactions/transaction.ts';
import { withoutRowType } from './untyped-collection.ts';

export type CountDelta = Partial<Record<CountKey, number>>;

export const countKey = (object: { status: string; trashed: boolean; scheduled: boolean }): CountKey => {
  if (object.trashed) return 'trashed';
  if (object.status === 'on') return object.scheduled ? 'scheduled' : 'on';
  return object.status === 'draft' ? 'draft' : 'off';
};

const EMPTY: Record<CountKey, number> = { on: 0, scheduled: 0, draft: 0, off: 0, trashed: 0 };

/** Rows of a new type. */
export const newCountRows = (type: string, schema: string): ObjectCountRow[] =>
  Array.from({ length: SLOTS }, (_, slot) => ({ _id: `${type}:${slot}`, type, schema, n: { ...EMPTY } }));

/** The change of a type's totals by a write, with the schema of its validation. */
export interface CountChange {
  type: string;
  schema: string;
  delta: CountDelta;
}

/** Changes the totals of some types; false when one is deleted or its schema has changed. */
export async function changeCounts(
  counts: Collection<ObjectCountRow>,
  { slot, changes }: { slot: number; changes: readonly CountChange[] },
  transaction: Transaction,
): Promise<boolean> {
  const sums = new Map<string, { filter: { _id: string; schema: string }; sum: Record<string, number> }>();
  for (const { type, schema, delta } of changes) {
    const key = `${type}:${schema}`;
    const sum = sums.get(key)?.sum ?? {};
    for (const [name, by] of Object.entries(delta)) if (by) sum[`n.${name}`] = (sum[`n.${name}`] ?? 0) + by;
    sums.set(key, { filter: { _id: `${type}:${slot}`, schema }, sum });
  }
  const updates = [...sums.values()].map(({ filter, sum }) => {
    const changed = Object.entries(sum).filter(([, by]) => by !== 0);
    // The version is raised by every write, which so excludes model changes.
    return { updateOne: { filter, update: { $inc: { ...Object.fromEntries(changed), version: 1 } } } };
  });
  if (updates.length === 0) return true;
  const all = [...updates, ...raisedBeside(new Set(changes.map(({ type }) => type)), slot, transaction)];
  const { matchedCount, upsertedCount } = await counts.bulkWrite(all, { session: transaction, ordered: true });
  return matchedCount + upsertedCount === all.length;
}

/** Reads the totals of some types by one shared read; in an ambient transaction by one that sees its own writes. */
export function createCountReader(
  counts: Collection<ObjectCountRow>,
): (types: readonly string[]) => Promise<Record<CountKey, number>> {
  const reads = new Map<string, () => Promise<Record<CountKey, number>>>();
  return (types) => {
    if (isInTransaction() || toleratesLag()) return sumCounts(counts, types);
    const key = types.join();
    let read = reads.get(key);
    if (!read) reads.set(key, (read = sharedRead(() => sumCounts(counts, types))));
    return read();
  };
}

async function sumCounts(
  counts: Collection<ObjectCountRow>,
  types: readonly string[],
): Promise<Record<CountKey, number>> {
  const [sum] = await aggregateSmall<Record<CountKey, number>>(withoutRowType(counts), [
    { $match: { type: { $in: types } } },
    {
      $group: {
        _id: null,
        on: { $sum: '$n.on' },
        scheduled: { $sum: '$n.scheduled' },
        draft: { $sum: '$n.draft' },
        off: { $sum: '$n.off' },
        trashed: { $sum: '$n.trashed' },
      },
    },
  ]);
  return sum ?? { ...EMPTY };
}
