// Failed logins are counted in the database, so that the limits hold over all processes (D22).
import type { Clock } from '../clock.ts';
import { ApiError } from '../errors.ts';
import type { Store } from '../store/store.ts';

const WINDOW_MS = 15 * 60 * 1000;
const LIMITS = { userAndAddress: 10, address: 50 } as const;
const MAX_DELAY_MS = 4000;

export interface LoginThrottle {
  /** @throws ApiError too_many_requests */
  assertAllowed(username: string, address: string): Promise<void>;
  /** Counts a failure. @returns how long to wait before answering, in ms: for one user from everywhere it only gets slower */
  recordFailure(username: string, address: string): Promise<number>;
  /** After a success: the failures of this user from this address no longer count. */
  forget(username: string, address: string): Promise<void>;
}

const keysOf = (username: string, address: string) => ({
  pair: `pair:${username.toLowerCase()}|${address}`,
  address: `address:${address}`,
  user: `user:${username.toLowerCase()}`,
});

export function createLoginThrottle(store: Store, clock: Clock): LoginThrottle {
  const { loginFailures } = store;

  async function increment(key: string): Promise<number> {
    const now = clock.now();
    const expires = new Date(now.getTime() + WINDOW_MS);
    // A row whose window is over starts anew, whether or not the database has removed it yet.
    const row = await loginFailures.findOneAndUpdate(
      { _id: key },
      [
        {
          $set: {
            count: { $cond: [{ $gt: ['$expires', now] }, { $add: ['$count', 1] }, 1] },
            expires: { $cond: [{ $gt: ['$expires', now] }, '$expires', expires] },
          },
        },
      ],
      { upsert: true, returnDocument: 'after' },
    );
    return row?.count ?? 1;
  }

  return {
    async assertAllowed(username, address) {
      const keys = keysOf(username, address);
      const now = clock.now();
      const rows = await loginFailures
        .find({ _id: { $in: [keys.pair, keys.address] }, expires: { $gt: now } })
        .toArray();
      const over = rows.filter((row) => row.count >= (row._id === keys.pair ? LIMITS.userAndAddress : LIMITS.address));
      if (over.length === 0) return;
      const until = Math.max(...over.map((row) => row.expires.getTime()));
      const seconds = Math.max(1, Math.ceil((until - now.getTime()) / 1000));
      throw new ApiError('too_many_requests', `Too many failed attempts; try again in ${seconds} seconds.`, {
        'Retry-After': String(seconds),
      });
    },
    async recordFailure(username, address) {
      const keys = keysOf(username, address);
      const [, , ofUser] = await Promise.all([increment(keys.pair), increment(keys.address), increment(keys.user)]);
      return ofUser <= LIMITS.userAndAddress ? 0 : Math.min(MAX_DELAY_MS, 100 * (ofUser - LIMITS.userAndAddress));
    },
    async forget(username, address) {
      await loginFailures.deleteOne({ _id: keysOf(username, address).pair });
    },
  };
}
