// What is kept of a user who was sent to a provider, until he comes back: once, for ten minutes, for the application that
// sent him (D121). Of state and verifier there are only hashes, so that nobody who reads the database can come back instead.
import { createHash } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import type { RequestContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import type { AuthorizationRequestRow, Store } from '../../store/store.ts';

export const LIFETIME_SECONDS = 600;
/** Anybody can begin, so one address may not have more under way than a large office. */
const MAX_PER_ADDRESS = 100;

const hash = (state: string): string => createHash('sha256').update(state).digest('hex');

export interface NewAuthorizationRequest extends Pick<
  AuthorizationRequestRow,
  'auth_provider_id' | 'redirect_uri' | 'nonce' | 'code_challenge'
> {
  state: string;
}

/** @throws ApiError too_many_requests */
export async function keepAuthorizationRequest(
  { store, clock }: { store: Store; clock: Clock },
  { state, ...request }: NewAuthorizationRequest,
  { address, caller }: RequestContext,
): Promise<void> {
  const { authorizationRequests } = store;
  const now = clock.now();
  const open = await authorizationRequests.countDocuments(
    { address, expires: { $gt: now } },
    { limit: MAX_PER_ADDRESS },
  );
  if (open >= MAX_PER_ADDRESS) {
    throw new ApiError('too_many_requests', `More than ${MAX_PER_ADDRESS} sign-ins are under way from here.`, {
      'Retry-After': String(LIFETIME_SECONDS),
    });
  }
  const expires = new Date(now.getTime() + LIFETIME_SECONDS * 1000);
  await authorizationRequests.updateOne(
    { _id: hash(state) },
    {
      $setOnInsert: { ...request, application_id: caller.applicationId, address, expires },
      // The database removes it by its own clock, long after it has expired by ours.
      $currentDate: { created: true },
    },
    { upsert: true },
  );
}

export interface ReturnedAuthorization {
  auth_provider_id: number;
  state: string;
  code_challenge: string;
  redirect_uri: string | undefined;
}

/** Takes the request away, so that it counts once; null when there is none that fits all of it. */
export function takeAuthorizationRequest(
  { store, clock }: { store: Store; clock: Clock },
  { state, redirect_uri, ...returned }: ReturnedAuthorization,
  { caller }: RequestContext,
): Promise<AuthorizationRequestRow | null> {
  return store.authorizationRequests.findOneAndDelete({
    _id: hash(state),
    ...returned,
    ...(redirect_uri !== undefined && { redirect_uri }),
    application_id: caller.applicationId,
    expires: { $gt: clock.now() },
  });
}
