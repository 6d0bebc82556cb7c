// Enrolling and removing a second factor (D686).
import type { Audit } from '../audit.ts';
import type { RequestContext } from '../context.ts';
import { ApiError, invalidData, notFound } from '../errors.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { projectName } from '../settings.ts';
import { USERS } from '../access/access-rules.ts';
import { noteAttempt } from '../store/idempotency-keys.ts';
import type { CredentialRow } from '../store/store.ts';
import { noticeOf } from './account-mails.ts';
import {
  answerIn,
  assertFactor,
  newRecoveryCodes,
  newSecret,
  sealedFactor,
  stepOf,
  totpOf,
  type FactorAnswer,
  type FactorServices,
} from './second-factor.ts';
import { verifyPassword } from './passwords.ts';
import { invalidToken } from './tokens.ts';

export type EnrolmentServices = FactorServices & { audit: Audit; jobs: Pick<Jobs, 'wake'> };

/** Milliseconds for the first code after the secret was shown. */
const PENDING_MS = 15 * 60_000;

const enrolledAlready = (): ApiError => new ApiError('conflict', 'There is a second factor already: remove it first.');

/** @throws ApiError invalid_token for an application alone */
function userOf({ caller: { userId } }: RequestContext): number {
  if (userId === null) throw invalidToken();
  return userId;
}

async function ownCredential({ store }: FactorServices, userId: number): Promise<CredentialRow> {
  return (await store.credentials.findOne({ _id: userId })) ?? { _id: userId, password_hash: null };
}

export interface FactorState {
  enrolled: boolean;
  recovery_codes_left: number;
}

export async function factorState(services: FactorServices, context: RequestContext): Promise<FactorState> {
  const { second_factor: factor } = await ownCredential(services, userOf(context));
  return { enrolled: factor !== undefined, recovery_codes_left: factor?.recovery.length ?? 0 };
}

/** @throws ApiError invalid_data, too_many_requests */
async function assertPassword(
  { throttle }: FactorServices,
  { credential, username }: { credential: CredentialRow; username: string },
  password: string | undefined,
  { address }: RequestContext,
): Promise<void> {
  // Users who sign in through a provider have none.
  if (credential.password_hash === null) return;
  if (!password) throw invalidData('/password', '[password._required]: This field is required.');
  const attempt = await throttle.begin(username, address);
  if (!(await verifyPassword(credential.password_hash, password, () => attempt.count()))) {
    await attempt.failed();
    throw invalidData('/password', 'Wrong password');
  }
  await attempt.succeeded();
}

/**
 * Makes a secret for an authenticator; it counts once its first code has arrived.
 * @throws ApiError conflict, invalid_data, too_many_requests
 */
export async function beginEnrolment(
  services: EnrolmentServices,
  { password }: { password?: string | undefined },
  context: RequestContext,
): Promise<{ secret: string; uri: string; expires_in: number }> {
  const { store, clock } = services;
  const userId = userOf(context);
  const credential = await ownCredential(services, userId);
  if (credential.second_factor) throw enrolledAlready();
  const user = await store.findDocument(USERS, userId);
  const username = String(user?.['username'] ?? userId);
  await assertPassword(services, { credential, username }, password, context);
  const secret = newSecret();
  const expires = new Date(clock.now().getTime() + PENDING_MS);
  const pending_factor = { ...sealedFactor(services, userId, secret), expires };
  await store.transaction(async (transaction) => {
    const options = { session: transaction, upsert: true };
    await store.credentials.updateOne({ _id: userId }, { $set: { pending_factor } }, options);
    if (context.attempt) noteAttempt(context.attempt, undefined, transaction);
  });
  return { secret, uri: totpOf(secret, username, projectName(context)).toString(), expires_in: PENDING_MS / 1000 };
}

/**
 * The first code makes the secret of the authenticator the second factor.
 * @returns recovery codes, which are shown this once
 * @throws ApiError conflict, invalid_data, too_many_requests
 */
export async function finishEnrolment(
  services: EnrolmentServices,
  { code }: { code: string },
  context: RequestContext,
): Promise<{ recovery_codes: string[] }> {
  const { store, clock, throttle } = services;
  const userId = userOf(context);
  const { pending_factor: pending, second_factor: factor } = await ownCredential(services, userId);
  if (factor) throw enrolledAlready();
  const now = clock.now();
  if (!pending || pending.expires <= now) {
    throw new ApiError('conflict', 'No enrolment is under way: POST /auth/second_factor begins one.');
  }
  const succeeded = await throttle.beginCode(userId);
  const step = stepOf(services, userId, pending, code);
  if (step === undefined) throw invalidData('/code', '[code.valid]: The code is wrong.');
  const { codes, hashes } = newRecoveryCodes();
  const { key_id, sealed } = pending;
  const { matchedCount } = await store.credentials.updateOne(
    { _id: userId, 'pending_factor.sealed': sealed, second_factor: { $exists: false } },
    {
      $set: { second_factor: { key_id, sealed, last_step: step, recovery: hashes, created: now } },
      $unset: { pending_factor: '' },
    },
  );
  if (matchedCount === 0) throw enrolledAlready();
  await succeeded();
  return { recovery_codes: codes };
}

/**
 * Whoever has a second factor needs it to remove one, the own or that of another user.
 * @throws ApiError forbidden, not_found, invalid_data, login_failed, too_many_requests
 */
export async function removeFactor(
  services: EnrolmentServices,
  { user_id: asked, ...given }: FactorAnswer & { user_id?: number | undefined },
  context: RequestContext,
): Promise<void> {
  const { store, clock, jobs, audit } = services;
  const own = userOf(context);
  const userId = asked ?? own;
  const { caller, address } = context;
  if (userId !== own && !caller.isAdmin) {
    throw new ApiError('forbidden', 'Only administrators remove the second factor of other users.');
  }
  const { second_factor: factor } = await ownCredential(services, userId);
  if (!factor) throw notFound('The second factor');
  const credential = await ownCredential(services, own);
  if (credential.second_factor) {
    const answer = answerIn(given);
    if (!answer) throw invalidData('/code', '[code._required]: A code of your own second factor is required.');
    await assertFactor(services, credential, answer);
  }
  const device = context.userAgent ?? null;
  const notice = { template: 'second_factor_removed', userId, address, device, now: clock.now() } as const;
  const mail = await noticeOf(store, notice, context);
  await store.transaction(async (transaction) => {
    const session = { session: transaction };
    const there = { _id: userId, second_factor: { $exists: true } };
    const { matchedCount } = await store.credentials.updateOne(there, { $unset: { second_factor: '' } }, session);
    if (matchedCount === 0) throw notFound('The second factor');
    if (mail) await store.asyncJobs.insertOne(mail, session);
  });
  if (mail) jobs.wake(mail);
  const facts = { address, user_id: caller.userId, application_id: caller.applicationId };
  audit('second_factor_removed', { ...facts, params: { user_id: String(userId) } });
}
