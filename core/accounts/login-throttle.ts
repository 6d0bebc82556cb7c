// Failed logins are counted in the database, so that the limits hold over all processes (D22).
import type { Clock } from '../clock.ts';
import { ApiError } from '../errors.ts';
import type { LoginFailureRow, Store } from '../store/store.ts';

const WINDOW_MS = 15 * 60 * 1000;
const LIMITS = { userAndAddress: 10, address: 50 } as const;
const MAX_DELAY_MS = 4000;

export interface LoginThrottle {
  /**
   * Counts an attempt before it is made, so that many at once cannot outrun the limit.
   * @throws ApiError too_many_requests
   */
  begin(username: string, address: string): Promise<void>;
  /** After a failure. @returns how long to wait before answering, in ms: for one user from everywhere it only gets slower */
  recordFailure(username: string, address: string): Promise<number>;
  /** After a success: the failures of this user from this address no longer count. */
  forget(username: string, address: string): Promise<void>;
}

const keysOf = (username: string, address: string) => ({
  pair: `pair:${username.toLowerCase()}|${address}`,
  address: `address:${address}`,
  user: `user:${username.toLowerCase()}`,
});

function tooMany(until: Date, now: Date): ApiError {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
  const headers = { 'Retry-After': String(seconds) };
  return new ApiError('too_many_requests', `Too many failed attempts; try again in ${seconds} seconds.`, headers);
}

export function createLoginThrottle(store: Store, clock: Clock): LoginThrottle {
  const { loginFailures } = store;

  async function increment(key: string): Promise<LoginFailureRow> {
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
    return row ?? { _id: key, count: 1, expires };
  }

  return {
    async begin(username, address) {
      const keys = keysOf(username, address);
      const now = clock.now();
      const [pair, fromAddress] = await Promise.all([
        increment(keys.pair),
        loginFailures.findOne({ _id: keys.address, expires: { $gt: now } }),
      ]);
      if (pair.count > LIMITS.userAndAddress) throw tooMany(pair.expires, now);
      if (fromAddress && fromAddress.count >= LIMITS.address) throw tooMany(fromAddress.expires, now);
    },
    async recordFailure(username, address) {
      const keys = keysOf(username, address);
      const [, { count }] = await Promise.all([increment(keys.address), increment(keys.user)]);
      return count <= LIMITS.userAndAddress ? 0 : Math.min(MAX_DELAY_MS, 100 * (count - LIMITS.userAndAddress));
    },
    async forget(username, address) {
      await loginFailures.deleteOne({ _id: keysOf(username, address).pair });
    },
  };
}
