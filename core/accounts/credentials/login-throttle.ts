// Limits of failed sign-ins (D22, D112): ten failures for one user from one address, fifty from one address, in fifteen
// minutes. Failures for one user from all addresses delay the responses; a hundred in an hour stop attempts from places
// that the user has not signed in from (D741), so that no caller can lock a user out. Attempts of a caller who is signed
// in count for the session only.
import { setTimeout as sleep } from 'node:timers/promises';
import { networksOf } from '../../access/address-group.ts';
import { addressLimits, type AttemptLog, type Counted, type Limit } from './attempt-log.ts';
import { nameKey } from '../account-names.ts';

const WINDOW_MS = 15 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
const LIMITS = { userAndAddress: 10, address: 50, account: 100 } as const;
const MAX_DELAY_MS = 4000;

/** Attempts that are counted separately: a client with a stale token must not block the sign-ins of its address. */
type GuessKind = 'refresh' | 'client' | 'uuid' | 'challenge';

/** Answers to a second step that are counted separately, so that wrong codes do not use up recovery codes. */
export type ResponseKind = 'code' | 'recovery_code' | 'passkey' | 'enrolment';

/** The origin of an attempt. */
interface AttemptOrigin {
  address: string;
  /** Of a caller who is signed in: a stolen token must not lock its user out. */
  sessionId?: string | undefined;
  /** The user has signed in from there before; undefined where the failures of the account have no ceiling. */
  isKnownPlace?: boolean;
}

export type LoginThrottle = ReturnType<typeof createLoginThrottle>;

const inWindow = (most: number, ...key: string[]): Limit => ({ key, most, windowMs: WINDOW_MS });

/** Failures of one user from everywhere, for the delay. */
const ofUser = (username: string): Limit => inWindow(LIMITS.address, 'user', nameKey(username));

/** Of a sign-in: those of the address first, since an attempt that they refuse must not count against the user. */
function signInLimits(username: string, { address, isKnownPlace }: AttemptOrigin) {
  const user = nameKey(username);
  const [{ group }] = networksOf(address);
  const isCapped = isKnownPlace === false;
  return {
    own: inWindow(LIMITS.userAndAddress, 'pair', user, group),
    others: addressLimits('address', address, { most: LIMITS.address, windowMs: WINDOW_MS }),
    account: isCapped ? [{ key: ['account', user], most: LIMITS.account, windowMs: HOUR_MS }] : [],
  };
}

const guessLimits = (kind: GuessKind, address: string): Limit[] =>
  addressLimits(kind, address, { most: LIMITS.address, windowMs: WINDOW_MS });

/** No delay before a user has as many failures as one address may cause. */
const delayAfter = (failures: number): number =>
  Math.min(MAX_DELAY_MS, 100 * Math.max(0, failures - LIMITS.userAndAddress));

export function createLoginThrottle(log: AttemptLog) {
  /**
   * One attempt with a user name.
   * @param own removed by a success: the failures of this user from this address, or of the session
   * @param limits all of them, in the order of counting
   */
  function attemptOf(own: Limit, limits: readonly Limit[], failed: () => Promise<void>) {
    let counted: readonly Counted[] = [];
    return {
      /** Counts the attempt, just before the password is checked. @throws ApiError too_many_requests */
      async count(): Promise<void> {
        counted = await log.reserve(limits);
      },
      failed,
      async succeeded(): Promise<void> {
        await Promise.all([log.clear(own), log.release(counted)]);
      },
      /** Neither success nor failure: the attempt is not counted. */
      abandon: () => log.release(counted),
    };
  }

  return {
    /** Waits while the user is slowed down. @throws ApiError too_many_requests */
    async begin(username: string, origin: AttemptOrigin) {
      if (origin.sessionId !== undefined) {
        const limit = inWindow(LIMITS.userAndAddress, 'session', origin.sessionId);
        await log.check([limit]);
        return attemptOf(limit, [limit], () => Promise.resolve());
      }
      const { own, others, account } = signInLimits(username, origin);
      const limits = [...others, own, ...account];
      const [failures] = await Promise.all([log.count(ofUser(username)), log.check(limits)]);
      const delay = delayAfter(failures);
      if (delay > 0) await sleep(delay);
      return attemptOf(own, limits, () => log.add([ofUser(username)]));
    },
    /** For secrets without a user name. @throws ApiError too_many_requests */
    assertMayGuess: (kind: GuessKind, address: string) => log.check(guessLimits(kind, address)),
    recordGuess: (kind: GuessKind, address: string) => log.add(guessLimits(kind, address)),
    /**
     * Counts an attempt at a second factor: of a session, or during sign-ins of a user from all addresses, since the
     * password was already correct.
     * @returns a function that removes all of them, after a correct answer
     * @throws ApiError too_many_requests
     */
    async beginAnswer(kind: ResponseKind, { userId, sessionId }: { userId: number; sessionId?: string | undefined }) {
      const whose = sessionId === undefined ? ['user', String(userId)] : ['session', sessionId];
      const limit = inWindow(LIMITS.userAndAddress, 'second_factor', kind, ...whose);
      await log.reserve([limit]);
      return () => log.clear(limit);
    },
    /** The same write for an unknown user, so that timing reveals nothing. */
    recordNobody: (username: string) => log.add([inWindow(LIMITS.address, 'nobody', nameKey(username))]),
  };
}
