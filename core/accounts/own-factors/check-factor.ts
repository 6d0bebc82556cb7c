// Confirming the second factor of the caller once more, or without one the password (D694, D601).
import { auditedCaller } from '../../audit.ts';
import type { RequestContext } from '../../context.ts';
import { ApiError, invalidData, notFound } from '../../errors.ts';
import { USERS } from '../../access/access-rules.ts';
import type { CredentialRow } from '../../store/store.ts';
import { storeAuditEvent } from '../audited-events.ts';
import { assertPassword, atPassword } from '../factors/own-password.ts';
import { answerIn, assertFactor, hasFactor, type FactorAnswer } from '../factors/second-factor.ts';
import { userOf, type SignInServices } from '../credentials/sign-in-services.ts';

/** @throws ApiError login_failed, too_many_requests; failures are recorded in the audit trail */
export async function assertOwnFactor(
  services: SignInServices,
  { credential, answer }: { credential: CredentialRow; answer: FactorAnswer },
  { caller, address }: RequestContext,
): Promise<void> {
  try {
    await assertFactor(services, { credential, answer }, caller.sessionId);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'login_failed') {
      const { store, clock, audit } = services;
      const facts = { address, ...auditedCaller(caller), params: { user_id: String(credential._id) } };
      const now = clock.now();
      await store.transaction((transaction) =>
        storeAuditEvent(store, ['second_factor_failed', facts, now], transaction),
      );
      audit('second_factor_failed', facts);
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
  await assertPassword(services, { credential, username }, atPassword(password), context);
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
