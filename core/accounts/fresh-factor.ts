// Recent confirmation of a second factor, which dangerous operations need (D694).
import { auditedCaller } from '../audit.ts';
import type { RequestContext } from '../context.ts';
import { ApiError, invalidData, notFound } from '../errors.ts';
import { USERS } from '../access/access-rules.ts';
import type { CredentialRow, RefreshTokenRow } from '../store/store.ts';
import { storeAuditEvent } from './audited-events.ts';
import { enrolmentDue } from './factor-requirement.ts';
import { assertPassword } from './own-password.ts';
import { answerIn, assertFactor, hasFactor, type FactorAnswer } from './second-factor.ts';
import { userOf, type SignInServices } from './sign-in-services.ts';

const CONFIRM = 'Confirm your second factor at /auth/second_factor/check, and send this request again.';
const refused = (detail: string): ApiError => new ApiError('fresh_factor_required', detail);

async function ownSession(
  { store }: Pick<SignInServices, 'store'>,
  { userId, sessionId }: RequestContext['caller'],
): Promise<RefreshTokenRow | null> {
  return sessionId === undefined ? null : store.refreshTokens.findOne({ _id: sessionId, user_id: userId });
}

/** Milliseconds, for changes of the user's own factor with SECOND_FACTOR_FRESH=off. */
const OWN_FRESH_MS = 15 * 60_000;

/**
 * Users without a second factor pass, unless they must have one already.
 * @param freshMs maximum age of the confirmation; null requires none
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
  const confirmed = (await ownSession(services, caller))?.factor_at;
  if (hasFactor(await store.credentials.findOne({ _id: userId }))) {
    if (confirmed && now.getTime() - confirmed.getTime() < freshMs) return;
    throw refused(CONFIRM);
  }
  if (confirmed) return;
  const due = await enrolmentDue(services, { userId, account: await store.findAccount(userId) });
  if (due && due <= now) throw refused('Your role requires a second factor: enrol one at /auth/second_factor.');
}

/**
 * The same for a change of the user's own factor, with SECOND_FACTOR_FRESH=off too: otherwise a stolen token could
 * remove the factor (D600).
 * @throws ApiError fresh_factor_required
 */
export const assertOwnFresh = (services: SignInServices, context: Pick<RequestContext, 'caller'>): Promise<void> =>
  assertFresh(services, context, services.factorPolicy.freshMs ?? OWN_FRESH_MS);

/**
 * For the end of sessions: the user must have signed in, or sent the password again, recently; a user with a second
 * factor must have confirmed that (D601).
 * @throws ApiError fresh_factor_required, fresh_sign_in_required
 */
export async function assertRecentSignIn(
  services: SignInServices,
  { caller }: Pick<RequestContext, 'caller'>,
): Promise<void> {
  const { store, clock, factorPolicy } = services;
  if (caller.userId === null) return;
  const [session, credential] = await Promise.all([
    ownSession(services, caller),
    store.credentials.findOne({ _id: caller.userId }),
  ]);
  const isEnrolled = hasFactor(credential);
  const times = isEnrolled ? [session?.factor_at] : [session?.created, session?.password_at, session?.factor_at];
  const after = clock.now().getTime() - (factorPolicy.freshMs ?? OWN_FRESH_MS);
  if (times.some((time) => time !== undefined && time.getTime() > after)) return;
  if (isEnrolled) throw refused(CONFIRM);
  const how = credential?.password_hash == null ? 'Sign in again' : 'Send your password to /auth/second_factor/check';
  throw new ApiError('fresh_sign_in_required', `${how}, and send this request again.`);
}

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

/** @throws ApiError invalid_data, not_found, too_many_requests */
async function confirmPassword(services: SignInServices, password: string, context: RequestContext): Promise<void> {
  const userId = userOf(context);
  const credential = await services.store.credentials.findOne({ _id: userId });
  if (hasFactor(credential)) {
    throw invalidData(
      '/password',
      '[password.allowed]: You have a second factor: send code, recovery_code or passkey.',
    );
  }
  if (credential?.password_hash == null) throw notFound('The password');
  const user = await services.store.findDocument(USERS, userId);
  const username = String(user?.['username'] ?? userId);
  await assertPassword(services, { credential, username }, password, context);
}

/** @throws ApiError invalid_data, not_found, too_many_requests */
async function confirmFactor(
  services: SignInServices,
  answer: FactorAnswer | undefined,
  context: RequestContext,
): Promise<void> {
  if (!answer) throw invalidData('/code', '[code._required]: This field is required, or recovery_code, or passkey.');
  const credential = await services.store.credentials.findOne({ _id: userOf(context) });
  if (!credential || !hasFactor(credential)) throw notFound('The second factor');
  try {
    await assertOwnFactor(services, { credential, answer }, context);
  } catch (error) {
    // The caller is signed in, so the error is not 401, after which clients renew their token and repeat the request.
    if (!(error instanceof ApiError) || error.code !== 'login_failed') throw error;
    const pointer = (['code', 'recovery_code', 'passkey'] as const).find((name) => answer[name] !== undefined);
    throw invalidData(`/${pointer}`, `[${pointer}.valid]: ${error.message}`);
  }
}

/**
 * Confirms the second factor of the caller once more, for the session of the request; without one the password.
 * @throws ApiError not_found, invalid_data, conflict, too_many_requests
 */
export async function checkFactor(
  services: SignInServices,
  { password, ...given }: FactorAnswer & { password?: string | undefined },
  context: RequestContext,
): Promise<{ confirmed: string }> {
  const { store, clock } = services;
  const userId = userOf(context);
  const { sessionId } = context.caller;
  const answer = answerIn(given);
  if (answer && password !== undefined) {
    throw invalidData('/password', '[password.allowed]: Send one of password, code, recovery_code and passkey.');
  }
  if (sessionId === undefined)
    throw new ApiError('conflict', 'The access token belongs to no session: renew it first.');
  await (password === undefined
    ? confirmFactor(services, answer, context)
    : confirmPassword(services, password, context));
  const now = clock.now();
  const member = password === undefined ? 'factor_at' : 'password_at';
  await store.refreshTokens.updateOne({ _id: sessionId, user_id: userId }, { $set: { [member]: now } });
  return { confirmed: now.toISOString() };
}
