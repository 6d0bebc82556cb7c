// The state of a user who was redirected to a provider: valid once, for ten minutes, for one application (D121). State and
// verifier are stored as hashes, so that a reader of the database cannot use them.
import type { Clock } from '../../clock.ts';
import type { RequestContext } from '../../context.ts';
import type { AuthorizationRequestRow, Store } from '../../store/store.ts';
import { addressLimits, type AttemptLog } from '../credentials/attempt-log.ts';
import { secretHash } from '../../secret-hash.ts';

export const LIFETIME_SECONDS = 600;
/** Requests need no sign-in, so one address may not have more pending than a large office needs. */
const MAX_PER_ADDRESS = 100;

type NewRequest = Pick<AuthorizationRequestRow, 'auth_provider_id' | 'redirect_uri' | 'nonce' | 'code_challenge'>;

/** Counts a new request. @throws ApiError too_many_requests */
export async function countAuthorizationRequest(attempts: AttemptLog, { address }: RequestContext): Promise<void> {
  const limit = { most: MAX_PER_ADDRESS, windowMs: LIFETIME_SECONDS * 1000 };
  await attempts.reserve(addressLimits('authorization', address, limit));
}

export async function keepAuthorizationRequest(
  { store, clock }: { store: Store; clock: Clock },
  { state, ...request }: NewRequest & { state: string },
  { address, caller }: RequestContext,
): Promise<void> {
  const expires = new Date(clock.now().getTime() + LIFETIME_SECONDS * 1000);
  await store.authorizationRequests.updateOne(
    { _id: secretHash(state) },
    {
      $setOnInsert: { ...request, application_id: caller.applicationId, address, expires },
      // MongoDB removes it by its own clock, long after its expiry here.
      $currentDate: { created: true },
    },
    { upsert: true },
  );
}

type ReturnedRequest = Pick<NewRequest, 'auth_provider_id' | 'code_challenge'> & { redirect_uri: string | undefined };

/** Deletes the request, so that it is used once; null when none matches. */
export function takeAuthorizationRequest(
  { store, clock }: { store: Store; clock: Clock },
  { state, redirect_uri, ...returned }: ReturnedRequest & { state: string },
  { caller }: RequestContext,
): Promise<AuthorizationRequestRow | null> {
  return store.authorizationRequests.findOneAndDelete({
    _id: secretHash(state),
    ...returned,
    ...(redirect_uri !== undefined && { redirect_uri }),
    application_id: caller.applicationId,
    expires: { $gt: clock.now() },
  });
}
