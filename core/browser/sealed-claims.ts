// Claims that a browser keeps for the service: encrypted, so that it can neither read nor change them.
import { hkdfSync } from 'node:crypto';
import { EncryptJWT, errors, jwtDecrypt, type JWTPayload } from 'jose';
import type { Clock } from '../clock.ts';
import { derivedFrom, type SigningSecrets } from '../signing-secrets.ts';

export type SealedClaims = ReturnType<typeof sealedClaims>;

/**
 * @param secrets that the keys are derived from
 * @param purpose claims that are sealed for another one cannot be opened
 * @param lifetime seconds
 */
export function sealedClaims(secrets: SigningSecrets, clock: Clock, purpose: string, lifetime: number) {
  const keyOf = (secret: string) => new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32));
  const { current, all: keys } = derivedFrom(secrets, keyOf);
  return {
    seal: (claims: JWTPayload): Promise<string> =>
      new EncryptJWT(claims)
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setExpirationTime(Math.floor(clock.now().getTime() / 1000) + lifetime)
        .encrypt(current),
    /** @returns undefined for a foreign, changed or expired text */
    async open(sealed: string): Promise<JWTPayload | undefined> {
      for (const key of keys) {
        try {
          const { payload } = await jwtDecrypt(sealed, key, {
            currentDate: clock.now(),
            requiredClaims: ['exp'],
            keyManagementAlgorithms: ['dir'],
            contentEncryptionAlgorithms: ['A256GCM'],
          });
          return payload;
        } catch (error) {
          if (!(error instanceof errors.JOSEError || error instanceof TypeError)) throw error;
        }
      }
      return undefined;
    },
  };
}
