// Enrolling a second factor (D686, D693).
import type { components } from '../../../generated/api.d.ts';
import type { RequestContext } from '../../context.ts';
import { ApiError, invalidData, notFound } from '../../errors.ts';
import { projectName } from '../../settings.ts';
import { USERS } from '../../access/access-rules.ts';
import { noteAttempt } from '../../store/idempotency-keys.ts';
import type { CredentialRow } from '../../store/store.ts';
import { addFactor, changeFactor } from './change-factor.ts';
import { enrolmentDue } from '../factors/factor-requirement.ts';
import { hasFactor, newRecoveryCodes, newSecret, sealedFactor, stepOf, totpOf } from '../factors/second-factor.ts';
import { assertMayAddFactor } from '../factors/own-password.ts';
import { readChallenge, type Challenged } from '../sign-in/second-step.ts';
import { issueTokens } from '../sign-in/sign-in.ts';
import { assertMaySignIn, userOf, type SignedIn, type SignInServices } from '../credentials/sign-in-services.ts';
import { assertOwnFresh } from '../factors/fresh-factor.ts';

/** Milliseconds for the first code after the secret was shown. */
const PENDING_MS = 15 * 60_000;

export const alreadyEnrolled = (): ApiError =>
  new ApiError('conflict', 'There is a second factor already: remove it first.');

export async function ownCredential({ store }: SignInServices, userId: number): Promise<CredentialRow> {
  return (await store.credentials.findOne({ _id: userId })) ?? { _id: userId, password_hash: null };
}

type Schemas = components['schemas'];

export async function factorState(
  services: SignInServices,
  context: RequestContext,
): Promise<Schemas['SecondFactorMeta']> {
  const userId = userOf(context);
  const credential = await ownCredential(services, userId);
  const due = await enrolmentDue(services, { userId, account: await services.store.findAccount(userId) });
  return {
    enrolled: hasFactor(credential),
    authenticator: credential.second_factor !== undefined,
    recovery_codes_left: (credential.second_factor?.recovery.length ?? 0) + (credential.recovery?.length ?? 0),
    ...(due && { due: due.toISOString() }),
  };
}

/** The user who enrols: the caller, or the user of the challenge of a sign-in. @throws ApiError login_failed … */
export async function enrollingUser(
  services: SignInServices,
  challenge: string | undefined,
  context: RequestContext,
): Promise<{ userId: number; challenged: Challenged | undefined }> {
  if (challenge === undefined) return { userId: userOf(context), challenged: undefined };
  const challenged = await readChallenge(services, { token: challenge, use: 'enrolment' }, context);
  assertMaySignIn(services, challenged.identity);
  return { userId: challenged.identity.userId, challenged };
}

/**
 * Creates a secret for an authenticator; it is in effect after its first code. A challenge replaces token and password.
 * @throws ApiError conflict, invalid_data, too_many_requests, authentication_required, login_failed, forbidden,
 * fresh_sign_in_required, fresh_factor_required
 */
export async function beginEnrolment(
  services: SignInServices,
  { password, challenge }: Schemas['SecondFactorCreateBody'],
  context: RequestContext,
): Promise<Schemas['SecondFactorSecretMeta']> {
  const { store, clock } = services;
  const { userId, challenged } = await enrollingUser(services, challenge, context);
  const credential = await ownCredential(services, userId);
  if (challenged ? hasFactor(credential) : credential.second_factor) throw alreadyEnrolled();
  const user = await store.findDocument(USERS, userId);
  const username = String(user?.['username'] ?? userId);
  if (!challenged) await assertMayAddFactor(services, { credential, username }, password, context);
  const secret = newSecret();
  const expires = new Date(clock.now().getTime() + PENDING_MS);
  const pending_factor = { ...sealedFactor(services, userId, secret), expires };
  const change = { $set: { pending_factor }, $setOnInsert: { password_hash: null } } as const;
  await store.transaction(async (transaction) => {
    await store.credentials.updateOne({ _id: userId }, change, { session: transaction, upsert: true });
    if (context.attempt) noteAttempt(context.attempt, undefined, transaction);
  });
  return { secret, uri: totpOf(secret, username, projectName(context)).toString(), expires_in: PENDING_MS / 1000 };
}

/**
 * The first code makes the secret of the authenticator the second factor. With a challenge the user is signed in.
 * @returns recovery codes, which are shown this once
 * @throws ApiError conflict, invalid_data, too_many_requests, authentication_required, login_failed, forbidden
 */
export async function finishEnrolment(
  services: SignInServices,
  { code, challenge }: Schemas['SecondFactorActivateBody'],
  context: RequestContext,
): Promise<{ recovery_codes: string[] } & Partial<SignedIn>> {
  const { userId, challenged } = await enrollingUser(services, challenge, context);
  const credential = await ownCredential(services, userId);
  if (challenged ? hasFactor(credential) : credential.second_factor) throw alreadyEnrolled();
  const { pending_factor: pending } = credential;
  const now = services.clock.now();
  if (!pending || pending.expires <= now) {
    throw new ApiError('conflict', 'No enrolment is in progress: POST /auth/second_factor begins one.');
  }
  const succeeded = await services.throttle.beginAnswer('enrolment', { userId, sessionId: context.caller.sessionId });
  const step = stepOf(services, userId, pending, code);
  if (step === undefined) throw invalidData('/code', '[code.valid]: The code is wrong.');
  const { codes, hashes } = newRecoveryCodes();
  const { key_id, sealed } = pending;
  const second_factor = { key_id, sealed, last_step: step, recovery: hashes, created: now };
  await addFactor(services, { userId }, context, async (transaction) => {
    const { matchedCount } = await services.store.credentials.updateOne(
      { _id: userId, 'pending_factor.sealed': sealed, second_factor: { $exists: false } },
      // Recovery codes of passkeys are replaced.
      { $set: { second_factor }, $unset: { pending_factor: '', recovery: '' } },
      { session: transaction },
    );
    if (matchedCount === 0) throw alreadyEnrolled();
  });
  await succeeded();
  if (!challenged) return { recovery_codes: codes };
  const { identity } = challenged;
  const tokens = await issueTokens(services, { ...identity, isConfirmed: true }, context);
  const { applicationId: application_id } = identity;
  services.audit('sign_in', { address: context.address, grant_type: 'enrolment', user_id: userId, application_id });
  return { recovery_codes: codes, ...tokens };
}

/**
 * Replaces the recovery codes of the caller, and notifies by mail.
 * @returns ten codes, which are shown this once
 * @throws ApiError not_found without a second factor, fresh_factor_required, conflict
 */
export async function renewRecoveryCodes(
  services: SignInServices,
  context: RequestContext,
): Promise<{ recovery_codes: string[] }> {
  const { store } = services;
  const userId = userOf(context);
  const credential = await ownCredential(services, userId);
  if (!hasFactor(credential)) throw notFound('The second factor');
  await assertOwnFresh(services, context);
  const { codes, hashes } = newRecoveryCodes();
  // Users with passkeys only have them in another field.
  const hasApp = credential.second_factor !== undefined;
  const renewed = { $set: { [hasApp ? 'second_factor.recovery' : 'recovery']: hashes } };
  const unchanged = {
    _id: userId,
    second_factor: { $exists: hasApp },
    ...(!hasApp && { 'passkeys.0': { $exists: true } }),
  };
  await changeFactor(services, { event: 'recovery_codes_renewed', userId }, context, async (transaction) => {
    const { matchedCount } = await store.credentials.updateOne(unchanged, renewed, { session: transaction });
    if (matchedCount === 0) throw new ApiError('conflict', 'The second factor has just been changed: send it again.');
    if (context.attempt) noteAttempt(context.attempt, undefined, transaction);
    return 'recovery_codes_renewed';
  });
  return { recovery_codes: codes };
}
