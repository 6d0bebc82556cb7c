// Enrolling a second factor (D686, D693).
import type { RequestContext } from '../../context.ts';
import { ApiError, invalidData } from '../../errors.ts';
import { projectName } from '../../settings.ts';
import { USERS } from '../../access/access-rules.ts';
import { noteAttempt } from '../../store/idempotency-keys.ts';
import type { CredentialRow, SecondFactor } from '../../store/store.ts';
import { addFactor } from './change-factor.ts';
import { enrolmentDue } from '../factors/factor-requirement.ts';
import {
  hasFactor,
  newRecoveryCodes,
  newSecret,
  sealedFactor,
  stepOf,
  totpOf,
  type FactorServices,
} from '../factors/second-factor.ts';
import { assertMayAddFactor } from '../factors/own-password.ts';
import { readChallenge, type Challenged } from '../sign-in/second-step.ts';
import { issueTokens } from '../sign-in/sign-in.ts';
import { assertMaySignIn, userOf, type SignedIn, type SignInServices } from '../credentials/sign-in-services.ts';

/** Milliseconds for the first code after the secret was shown. */
const PENDING_MS = 15 * 60_000;

export const alreadyEnrolled = (): ApiError =>
  new ApiError('conflict', 'There is a second factor already: remove it first.');

export async function ownCredential({ store }: FactorServices, userId: number): Promise<CredentialRow> {
  return (await store.credentials.findOne({ _id: userId })) ?? { _id: userId, password_hash: null };
}

export interface FactorState {
  enrolled: boolean;
  authenticator: boolean;
  recovery_codes_left: number;
  /** The deadline for the caller to enrol one. */
  due?: string;
}

export async function factorState(services: SignInServices, context: RequestContext): Promise<FactorState> {
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
  { password, challenge }: { password?: string | undefined; challenge?: string | undefined },
  context: RequestContext,
): Promise<{ secret: string; uri: string; expires_in: number }> {
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
  await store.transaction(async (transaction) => {
    const options = { session: transaction, upsert: true };
    await store.credentials.updateOne(
      { _id: userId },
      { $set: { pending_factor }, $setOnInsert: { password_hash: null } },
      options,
    );
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
  { code, challenge }: { code: string; challenge?: string | undefined },
  context: RequestContext,
): Promise<{ recovery_codes: string[] } & Partial<SignedIn>> {
  const { clock, throttle } = services;
  const { sessionId } = context.caller;
  const { userId, challenged } = await enrollingUser(services, challenge, context);
  const credential = await ownCredential(services, userId);
  if (challenged ? hasFactor(credential) : credential.second_factor) throw alreadyEnrolled();
  const { pending_factor: pending } = credential;
  const now = clock.now();
  if (!pending || pending.expires <= now) {
    throw new ApiError('conflict', 'No enrolment is in progress: POST /auth/second_factor begins one.');
  }
  const succeeded = await throttle.beginAnswer('enrolment', { userId, sessionId });
  const step = stepOf(services, userId, pending, code);
  if (step === undefined) throw invalidData('/code', '[code.valid]: The code is wrong.');
  const { codes, hashes } = newRecoveryCodes();
  const { key_id, sealed } = pending;
  const second_factor = { key_id, sealed, last_step: step, recovery: hashes, created: now };
  await storeFactor(services, { userId, sealed, second_factor }, context);
  await succeeded();
  if (!challenged) return { recovery_codes: codes };
  const { identity } = challenged;
  const tokens = await issueTokens(services, { ...identity, isConfirmed: true }, context);
  const { applicationId: application_id } = identity;
  services.audit('sign_in', { address: context.address, grant_type: 'enrolment', user_id: userId, application_id });
  return { recovery_codes: codes, ...tokens };
}

/** @throws ApiError conflict */
async function storeFactor(
  services: SignInServices,
  { userId, sealed, second_factor }: { userId: number; sealed: string; second_factor: SecondFactor },
  context: RequestContext,
): Promise<void> {
  await addFactor(services, { userId }, context, async (transaction) => {
    const { matchedCount } = await services.store.credentials.updateOne(
      { _id: userId, 'pending_factor.sealed': sealed, second_factor: { $exists: false } },
      // Recovery codes of passkeys are replaced.
      { $set: { second_factor }, $unset: { pending_factor: '', recovery: '' } },
      { session: transaction },
    );
    if (matchedCount === 0) throw alreadyEnrolled();
  });
}
