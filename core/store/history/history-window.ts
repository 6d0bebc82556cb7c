// The time for which the server keeps the history of snapshots. Each backup raises it while it reads; concurrent ones
// share a row in the database, and the last one restores the previous value.
import { randomUUID } from 'node:crypto';
import type { MongoClient } from 'mongodb';
import type { StateRow, Store } from '../store.ts';

const HISTORY = 'minSnapshotHistoryWindowInSeconds';

/** @returns seconds; undefined when this user may not read the parameter */
export async function readHistoryWindow(client: MongoClient): Promise<number | undefined> {
  const answer = await client
    .db('admin')
    .command({ getParameter: 1, [HISTORY]: 1 })
    .catch(() => undefined);
  return answer && Number(answer[HISTORY]);
}

/** Interval between extensions of the window; validity of a holder after its last extension; margin of the window. */
const EXTEND_MS = 30_000;
const LEASE_MS = 120_000;
const MARGIN_SECONDS = 300;

const lease = { $dateAdd: { startDate: '$$NOW', unit: 'millisecond', amount: LEASE_MS } };

/** Pipeline that removes the holder `id` and expired ones. */
const others = (id: string): object => ({
  $filter: {
    input: { $ifNull: ['$holders', []] },
    cond: { $and: [{ $ne: ['$$this.id', id] }, { $gt: ['$$this.until', '$$NOW'] }] },
  },
});

/**
 * Makes the server keep its history from now on, if the database user has the privilege. The window grows with the
 * time, so that it is short after a killed process.
 * @returns a function that ends it; the window has its previous value when no other backup needs it
 */
export async function holdHistory({ client, state }: Pick<Store, 'client' | 'state'>): Promise<() => Promise<void>> {
  const _id = 'backup';
  const id = randomUUID();
  const set = (value: number) => client.db('admin').command({ setParameter: 1, [HISTORY]: value });
  const options = { upsert: true, returnDocument: 'after' } as const;
  const change = (holders: object) => state.findOneAndUpdate({ _id }, [{ $set: { version: 0, holders } }], options);

  /** Sets the window that the holders need. The time is that of the server: of the newest lease. */
  const setFor = ({ holders = [], history = 0 }: Pick<StateRow, 'holders' | 'history'>): Promise<unknown> => {
    const now = Math.max(...holders.map(({ until }) => until.getTime())) - LEASE_MS;
    const longest = Math.max(...holders.map(({ since }) => now - since.getTime()));
    return set(Math.max(history, Math.ceil(longest / 1_000) + MARGIN_SECONDS));
  };

  const joined = await change({ $concatArrays: [others(id), [{ id, since: '$$NOW', until: lease }]] });
  const since = joined?.holders?.find((holder) => holder.id === id)?.since;
  const extend = async (): Promise<void> => {
    const held = await change({ $concatArrays: [others(id), [{ id, since, until: lease }]] });
    if (held) await setFor(held);
  };
  const release = async (): Promise<void> => {
    const left = await change(others(id));
    if (left?.history === undefined) return;
    if (left.holders?.length === 0) await set(left.history);
    const { modifiedCount } = await state.updateOne({ _id, holders: [] }, { $unset: { history: '' } });
    if (modifiedCount > 0) return;
    // Another backup has started since, or still reads.
    const now = await state.findOne({ _id });
    if (now?.holders?.length) await setFor(now);
  };

  // The row of another backup, killed or still running, has the previous window. The window is read after this holder
  // is in the row: from then on no other backup resets it.
  const before = joined?.history ?? (await readHistoryWindow(client));
  if (before !== undefined) await state.updateOne({ _id, history: { $exists: false } }, { $set: { history: before } });
  try {
    if (joined) await setFor(before === undefined ? joined : { ...joined, history: before });
  } catch {
    // Without the privilege the snapshot has to be read within the configured time.
    return () => release().catch(() => undefined);
  }
  const extension = setInterval(() => void extend().catch(() => undefined), EXTEND_MS);
  extension.unref();
  return async () => {
    clearInterval(extension);
    await release().catch(() => undefined);
  };
}
