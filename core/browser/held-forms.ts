// Forms that wait for a second factor (D583): the confirmation page carries the sent values, sealed, since secrets are never shown again.
import { hkdfSync } from 'node:crypto';
import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import type { Clock } from '../clock.ts';
import { derivedFrom, type SigningSecrets } from '../signing-secrets.ts';

/** Seconds; the time for an administrator to find the device. */
const LIFETIME = 3600;

export interface HeldForms {
  seal(fields: URLSearchParams): Promise<string>;
  /** undefined for a form of another session, and for a changed or expired one */
  open(sealed: string): Promise<URLSearchParams | undefined>;
}

/** @param secrets that the keys are derived from */
export function createHeldForms(secrets: SigningSecrets, clock: Clock): HeldForms {
  const keyOf = (secret: string) => new Uint8Array(hkdfSync('sha256', secret, '', 'form that waits for a factor', 32));
  const { current, all: keys } = derivedFrom(secrets, keyOf);
  return {
    seal: (fields) =>
      new EncryptJWT({ fields: fields.toString() })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setExpirationTime(Math.floor(clock.now().getTime() / 1000) + LIFETIME)
        .encrypt(current),
    async open(sealed) {
      for (const key of keys) {
        try {
          const { payload } = await jwtDecrypt(sealed, key, {
            currentDate: clock.now(),
            requiredClaims: ['exp', 'fields'],
            keyManagementAlgorithms: ['dir'],
            contentEncryptionAlgorithms: ['A256GCM'],
          });
          return new URLSearchParams(String(payload['fields']));
        } catch (error) {
          if (!(error instanceof errors.JOSEError || error instanceof TypeError)) throw error;
        }
      }
      return undefined;
    },
  };
}
