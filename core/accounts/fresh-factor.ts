// A second factor that was confirmed lately, for what is dangerous, and its confirmation (D694).
import { auditedCaller } from '../audit.ts';
import type { RequestContext } from '../context.ts';
import { ApiError, invalidData, notFound } from '../errors.ts';
import type { CredentialRow } from '../store/store.ts';
import { storeAuditEvent } from './audited-events.ts';
import { enrolmentDue } from './factor-requirement.ts';
import { answerIn, assertFactor, hasFactor, type FactorAnswer } from './second-factor.ts';
import { userOf, type SignInServices } from './sign-in-services.ts';

const refused = (detail: string): ApiError => new ApiError('fresh_factor_required', detail);

/** When the session of the request has confirmed a second factor. */
async function confirmedAt(
  { store }: Pick<SignInServices, 'store'>,
  { userId, sessionId }: RequestContext['caller'],
): Promise<Date | undefined> {
  if (sessionId === undefined) return undefined;
  return (await store.refreshTokens.findOne({ _id: sessionId, user_id: userId }))?.factor_at;
}

/** Milliseconds, for changes of the own factor where nothing else needs a fresh one. */
const OWN_FRESH_MS = 15 * 60_000;

/**
 * Users without a second factor are let in, unless they must have one by now.
 * @param freshMs how long ago it was confirmed at most; null asks nobody
 * @throws ApiError fresh_factor_required
 */
export async function assertFresh(
  services: SignInServices,
  { caller }: Pick<RequestContext, 'caller'>,
  freshMs = services.factorPolicy.freshMs,
): Promise<void> {
  const { store, clock } = services;
  const { userId } = caller;
  if (userId === null || freshMs === null) return;
  const now = clock.now();
  const confirmed = await confirmedAt(services, caller);
  if (hasFactor(await store.credentials.findOne({ _id: userId }))) {
    if (confirmed && now.getTime() - confirmed.getTime() < freshMs) return;
    throw refused('Confirm your second factor at /auth/second_factor/check, and send this request again.');
  }
  if (confirmed) return;
  const due = await enrolmentDue(services, { userId, account: await store.findAccount(userId) });
  if (due && due <= now) throw refused('Your role requires a second factor: enrol one at /auth/second_factor.');
}

/**
 * The same for a change of the own factor, with SECOND_FACTOR_FRESH=off too: who has stolen a token could else do without it (D600).
 * @throws ApiError fresh_factor_required
 */
export const assertOwnFresh = (services: SignInServices, context: Pick<RequestContext, 'caller'>): Promise<void> =>
  assertFresh(services, context, services.factorPolicy.freshMs ?? OWN_FRESH_MS);

/** @throws ApiError login_failed, too_many_requests; failures are recorded in the audit trail */
export async function assertOwnFactor(
  services: SignInServices,
  { credential, answer }: { credential: CredentialRow; answer: FactorAnswer },
  { caller, address }: RequestContext,
): Promise<void> {
  try {
    await assertFactor(services, credential, answer);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'login_failed') {
      const facts = { address, ...auditedCaller(caller), params: { user_id: String(credential._id) } };
      const event = ['second_factor_failed', facts, services.clock.now()] as const;
      await services.store.transaction((transaction) => storeAuditEvent(services.store, [...event], transaction));
      services.audit('second_factor_failed', facts);
    }
    throw error;
  }
}

/**
 * Confirms the second factor of the caller once more, for the session of the request.
 * @throws ApiError not_found, invalid_data, conflict, too_many_requests
 */
export async function checkFactor(
  services: SignInServices,
  given: FactorAnswer,
  context: RequestContext,
): Promise<{ confirmed: string }> {
  const { store, clock } = services;
  const userId = userOf(context);
  const { sessionId } = context.caller;
  const answer = answerIn(given);
  if (!answer) throw invalidData('/code', '[code._required]: This field is required, or recovery_code, or passkey.');
  const credential = await store.credentials.findOne({ _id: userId });
  if (!credential || !hasFactor(credential)) throw notFound('The second factor');
  if (sessionId === undefined)
    throw new ApiError('conflict', 'The access token belongs to no session: renew it first.');
  try {
    await assertOwnFactor(services, { credential, answer }, context);
  } catch (error) {
    // The caller is signed in: no 401, at which clients renew their token and ask again.
    if (!(error instanceof ApiError) || error.code !== 'login_failed') throw error;
    const pointer = (['code', 'recovery_code', 'passkey'] as const).find((name) => answer[name] !== undefined);
    throw invalidData(`/${pointer}`, `[${pointer}.valid]: ${error.message}`);
  }
  const now = clock.now();
  await store.refreshTokens.updateOne({ _id: sessionId, user_id: userId }, { $set: { factor_at: now } });
  return { confirmed: now.toISOString() };
}
