// Limits of failed sign-ins (D22, D112): ten failures for one user from one address, fifty from one address, in fifteen
// minutes. Failures for one user from all addresses only delay the responses, so that no caller can lock a user out.
import { setTimeout as sleep } from 'node:timers/promises';
import { addressGroup } from '../access/address-group.ts';
import type { AttemptLog, Limit } from './attempt-log.ts';

const WINDOW_MS = 15 * 60 * 1000;
const LIMITS = { userAndAddress: 10, address: 50 } as const;
const MAX_DELAY_MS = 4000;

/** Attempts that are counted separately: a client with a stale token must not block the sign-ins of its address. */
export type GuessKind = 'refresh' | 'client' | 'uuid' | 'challenge';

/** One attempt with a user name. */
export interface LoginAttempt {
  /** Counts the attempt, just before the password is checked. @throws ApiError too_many_requests */
  count(): Promise<void>;
  failed(): Promise<void>;
  /** Removes the failures of this user from this address. */
  succeeded(): Promise<void>;
  /** Neither success nor failure: the attempt is not counted. */
  abandon(): Promise<void>;
}

export interface LoginThrottle {
  /** Waits while the user is slowed down. @throws ApiError too_many_requests */
  begin(username: string, address: string): Promise<LoginAttempt>;
  /** For secrets without a user name. @throws ApiError too_many_requests */
  assertMayGuess(kind: GuessKind, address: string): Promise<void>;
  recordGuess(kind: GuessKind, address: string): Promise<void>;
  /**
   * Counts an attempt at a second factor, for a user from all addresses: the password was already correct.
   * @returns a function that removes all of them, after a correct code
   * @throws ApiError too_many_requests
   */
  beginCode(userId: number): Promise<() => Promise<void>>;
  /** The same write for an unknown user, so that timing reveals nothing. */
  recordNobody(username: string): Promise<void>;
}

const limitsOf = (username: string, address: string) => {
  const user = username.toLowerCase();
  const network = addressGroup(address);
  return {
    pair: { key: ['pair', user, network], most: LIMITS.userAndAddress, windowMs: WINDOW_MS },
    address: { key: ['address', network], most: LIMITS.address, windowMs: WINDOW_MS },
    user: { key: ['user', user], most: LIMITS.address, windowMs: WINDOW_MS },
    nobody: { key: ['nobody', user], most: LIMITS.address, windowMs: WINDOW_MS },
  } satisfies Record<string, Limit>;
};

const guessLimit = (kind: GuessKind, address: string): Limit => ({
  key: [kind, addressGroup(address)],
  most: LIMITS.address,
  windowMs: WINDOW_MS,
});

/** No delay before a user has as many failures as one address may cause. */
const delayAfter = (failures: number): number =>
  Math.min(MAX_DELAY_MS, 100 * Math.max(0, failures - LIMITS.userAndAddress));

export function createLoginThrottle(log: AttemptLog): LoginThrottle {
  return {
    async begin(username, address) {
      const limits = limitsOf(username, address);
      const [failures] = await Promise.all([log.count(limits.user), log.check([limits.pair, limits.address])]);
      const delay = delayAfter(failures);
      if (delay > 0) await sleep(delay);
      let counted: Awaited<ReturnType<AttemptLog['reserve']>> | undefined;
      let countedPair: typeof counted;
      return {
        async count() {
          // The address first: an attempt that its limit refuses must not count against the user.
          counted = await log.reserve(limits.address);
          try {
            countedPair = await log.reserve(limits.pair);
          } catch (error) {
            await log.release(counted);
            throw error;
          }
        },
        failed: () => log.add(limits.user),
        async succeeded() {
          await Promise.all([log.clear(limits.pair), counted && log.release(counted)]);
        },
        async abandon() {
          await Promise.all([counted && log.release(counted), countedPair && log.release(countedPair)]);
        },
      };
    },
    assertMayGuess: (kind, address) => log.check([guessLimit(kind, address)]),
    recordGuess: (kind, address) => log.add(guessLimit(kind, address)),
    async beginCode(userId) {
      const limit = { key: ['second_factor', String(userId)], most: LIMITS.userAndAddress, windowMs: WINDOW_MS };
      await log.reserve(limit);
      return () => log.clear(limit);
    },
    recordNobody: (username) => log.add(limitsOf(username, '').nobody),
  };
}
