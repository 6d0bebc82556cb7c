// Addresses of files. Files that are readable without a sign-in have plain addresses; others are signed and expire, since a
// browser that displays a picture sends no token (D31, D33).
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { ApiError } from '../errors.ts';
import { noteUnversioned } from '../store/exact-cache/read-set.ts';
import { derivedFrom, type SigningSecrets } from '../signing-secrets.ts';

/** Minimum validity of a signed address; the maximum is twice as long. */
const PERIOD_MS = 30 * 60_000;

/** The signed form: other notations of a number are no signed address. */
const SECONDS = /^[1-9]\d{0,11}$/;

export type UrlSigner = ReturnType<typeof createUrlSigner>;

/** @param secrets also used for other signatures: addresses are signed with a key derived from each */
export function createUrlSigner(secrets: SigningSecrets, clock: Clock) {
  const keyOf = (secret: string): Buffer => createHmac('sha256', secret).update('addresses of files').digest();
  const { current, all: keys } = derivedFrom(secrets, keyOf);
  const signatureOf = (key: Buffer, path: string, expires: number): string =>
    createHmac('sha256', key).update(`${expires}|${path}`).digest('base64url');
  return {
    /** @param path of the API, such as `/streams/download/{id}` @returns it with `expires` and `signature` */
    sign(path: string): string {
      noteUnversioned();
      // The same for some time, so that caches and entity tags of responses remain valid.
      const expires = (Math.floor(clock.now().getTime() / PERIOD_MS) + 2) * (PERIOD_MS / 1000);
      return `${path}?expires=${expires}&signature=${signatureOf(current, path, expires)}`;
    },
    /** @throws ApiError invalid_signature, expired_signature */
    verify(path: string, expires: string, signature: string): void {
      const until = SECONDS.test(expires) ? Number(expires) : NaN;
      const given = Buffer.from(signature);
      const isRight = keys.some((key) => {
        const right = Buffer.from(signatureOf(key, path, until));
        return given.length === right.length && timingSafeEqual(given, right);
      });
      if (!isRight) {
        throw new ApiError('invalid_signature', 'The signature does not match this address.');
      }
      if (until * 1000 < clock.now().getTime()) {
        throw new ApiError('expired_signature', 'The address has expired; read the resource again to get a new one.');
      }
    },
  };
}

/** Query of an operation that signed URLs can address. */
export interface SignedQuery {
  expires?: string;
  signature?: string;
}

/**
 * Call this before any other check.
 * @param path of the request, without the public base: the signed text
 * @returns false for an unsigned address, whose caller needs permissions
 * @throws ApiError invalid_signature, also for one parameter without the other; expired_signature
 */
export function isSigned(
  { signer }: { signer: UrlSigner },
  path: string,
  { expires, signature }: SignedQuery,
): boolean {
  if (expires === undefined && signature === undefined) return false;
  if (expires === undefined || signature === undefined) {
    throw new ApiError('invalid_signature', 'A signed address has both "expires" and "signature".');
  }
  signer.verify(path, expires, signature);
  return true;
}
