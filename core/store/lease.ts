// Work that one process does at a time: a row of `state` names its holder, until a time by the clock of the database.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StateRow, Store } from './store.ts';
import { isDuplicateKey } from './transactions/transaction.ts';

export interface LeaseRow extends StateRow {
  locked_by?: string;
  locked_until?: Date;
}

/** After this time without a renewal another process goes on. */
export const ROW_LEASE_MS = 30_000;
const POLL_MS = 100;

/** In a pipeline: the end of a lease that begins now, and whether nobody holds that of the row. */
export const rowLeaseEnd = { $dateAdd: { startDate: '$$NOW', unit: 'millisecond', amount: ROW_LEASE_MS } };
export const isRowLeaseFree = { $lt: [{ $ifNull: ['$locked_until', new Date(0)] }, '$$NOW'] };

/**
 * Takes the lease of a row of `state`, which is made if it is missing.
 * @param fields others that the row gets, as expressions over what it was
 * @returns false when another process holds it
 */
export async function takeRowLease(
  store: Store,
  id: StateRow['_id'],
  me: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const $set = {
    ...fields,
    locked_by: { $cond: [isRowLeaseFree, me, '$locked_by'] },
    locked_until: { $cond: [isRowLeaseFree, rowLeaseEnd, '$locked_until'] },
  };
  try {
    const options = { upsert: true, returnDocument: 'after' } as const;
    const row = await store.db.collection<LeaseRow>('state').findOneAndUpdate({ _id: id }, [{ $set }], options);
    return row?.locked_by === me;
  } catch (error) {
    // Two processes inserted the row at the same moment.
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** Waits until no other process does it, and does it. @param id of the row, which is removed afterwards */
export async function withLease<T>(store: Store, id: StateRow['_id'], work: () => Promise<T>): Promise<T> {
  const rows = store.db.collection<LeaseRow>('state');
  const me = randomUUID();
  while (!(await takeRowLease(store, id, me, { version: 0 }))) await sleep(POLL_MS);
  const renewal = setInterval(() => {
    // The next renewal comes before the end of the lease.
    rows.updateOne({ _id: id, locked_by: me }, [{ $set: { locked_until: rowLeaseEnd } }]).catch(() => undefined);
  }, ROW_LEASE_MS / 4);
  renewal.unref();
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    await rows.deleteOne({ _id: id, locked_by: me });
  }
}
