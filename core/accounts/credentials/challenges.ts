// The first step of a sign-in: a token that names the user whose password was correct, for the second factor, or to
// enrol one (D686, D693).
import { hkdfSync, randomUUID } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../../clock.ts';
import { secretHash } from '../../secret-hash.ts';
import { derivedFrom, type SigningSecrets } from '../../signing-secrets.ts';

/** The purpose of the challenge. */
export type ChallengeUse = 'sign-in' | 'enrolment' | 'registration' | 'confirmation' | 'passkey';

interface Challenge {
  use: ChallengeUse;
  /** 0 if it is not known yet, for `passkey`. */
  userId: number;
  applicationId: number | null;
  /** Hash of the correct password (core/secret-hash.ts); null after a sign-in through a provider. */
  passwordMark: string | null;
}

export type Challenges = ReturnType<typeof createChallenges>;

/** Seconds. */
export const LIFETIME: Readonly<Record<ChallengeUse, number>> = {
  'sign-in': 300,
  enrolment: 900,
  registration: 900,
  confirmation: 300,
  passkey: 300,
};

interface Claims {
  use: ChallengeUse;
  id: number;
  application: number | null;
  mark: string | null;
}

export function createChallenges(secrets: SigningSecrets, clock: Clock) {
  const keyOf = (secret: string) => new Uint8Array(hkdfSync('sha256', secret, '', 'challenge of a sign-in', 32));
  const { current, all: keys } = derivedFrom(secrets, keyOf);
  return {
    /** @param hash of the correct password */
    issue(
      { use, userId, applicationId }: Omit<Challenge, 'passwordMark'>,
      hash: string | null = null,
    ): Promise<string> {
      const now = Math.floor(clock.now().getTime() / 1000);
      const mark = hash === null ? null : secretHash(hash);
      return new SignJWT({ use, id: userId, application: applicationId, mark })
        .setProtectedHeader({ alg: 'HS256' })
        .setJti(randomUUID())
        .setExpirationTime(now + LIFETIME[use])
        .sign(current);
    },
    /** @returns undefined for one that is foreign or has expired */
    async read(token: string): Promise<Challenge | undefined> {
      for (const key of keys) {
        try {
          const options = { algorithms: ['HS256'], requiredClaims: ['exp', 'id', 'use'], currentDate: clock.now() };
          const { payload } = await jwtVerify<Claims>(token, key, options);
          const { use, id: userId, application: applicationId, mark: passwordMark } = payload;
          return { use, userId, applicationId, passwordMark };
        } catch (error) {
          if (!(error instanceof errors.JOSEError || error instanceof TypeError)) throw error;
        }
      }
      return undefined;
    },
  };
}
