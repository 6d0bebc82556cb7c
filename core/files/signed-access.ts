// Who comes with a signed address (D179) is let in by it alone; core/access/authorization.ts lets such requests through to here.
import { ApiError } from '../errors.ts';
import type { UrlSigner } from './url-signer.ts';

/** Query of an operation that may be addressed by signed URLs. */
export interface SignedQuery {
  expires?: string;
  signature?: string;
}

/**
 * Call this before anything else is looked at.
 * @param path of the request, without the public base: what was signed
 * @returns false when the address is not a signed one; its caller is then judged as everywhere
 * @throws ApiError invalid_signature, also for one without the other; expired_signature
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
