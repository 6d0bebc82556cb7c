// The first step of a sign-in with a second factor: a token that says whose password was right, for five minutes (D686).
import { hkdfSync } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../clock.ts';
import { derivedFrom, type SigningSecrets } from '../signing-secrets.ts';

export interface Challenge {
  userId: number;
  applicationId: number | null;
  /** Of the password that was right (core/secret-hash.ts); null after a sign-in through a provider. */
  passwordMark: string | null;
}

export interface Challenges {
  issue(challenge: Challenge): Promise<string>;
  /** undefined for one that is foreign or has expired */
  read(token: string): Promise<Challenge | undefined>;
}

const LIFETIME_S = 300;

export function createChallenges(secrets: SigningSecrets, clock: Clock): Challenges {
  const keyOf = (secret: string) => new Uint8Array(hkdfSync('sha256', secret, '', 'challenge of a sign-in', 32));
  const { current, all: keys } = derivedFrom(secrets, keyOf);
  return {
    issue({ userId, applicationId, passwordMark }) {
      const now = Math.floor(clock.now().getTime() / 1000);
      return new SignJWT({ id: userId, application: applicationId, mark: passwordMark })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime(now + LIFETIME_S)
        .sign(current);
    },
    async read(token) {
      for (const key of keys) {
        try {
          const options = { algorithms: ['HS256'], requiredClaims: ['exp', 'id'], currentDate: clock.now() };
          const { payload } = await jwtVerify<{ id: number; application: number | null; mark: string | null }>(
            token,
            key,
            options,
          );
          return { userId: payload.id, applicationId: payload.application, passwordMark: payload.mark };
        } catch (error) {
          if (!(error instanceof errors.JOSEError || error instanceof TypeError)) throw error;
        }
      }
      return undefined;
    },
  };
}
