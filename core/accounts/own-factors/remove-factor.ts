// The end of a second factor: by its user, by an administrator, or by an operator on the machine (D686, D693).
import { USERS } from '../../access/access-rules.ts';
import { SERVICE_CONTEXT, type RequestContext } from '../../context.ts';
import { ApiError, invalidData, notFound } from '../../errors.ts';
import { appendToAudit } from '../../store/history/audit-trail.ts';
import type { CredentialRow, Store } from '../../store/store.ts';
import type { Transaction } from '../../store/transactions/transaction.ts';
import { noticeOf } from '../account-mails.ts';
import { findCredential } from '../account-names.ts';
import { changeFactor } from './change-factor.ts';
import { assertOwnFactor } from './check-factor.ts';
import { assertOwnFresh } from '../factors/fresh-factor.ts';
import { answerIn, hasFactor, type FactorAnswer } from '../factors/second-factor.ts';
import { userOf, type SignInServices } from '../credentials/sign-in-services.ts';

/** Sessions are then treated as those of a user without a second factor. */
async function forgetConfirmations(store: Store, userId: number, transaction: Transaction): Promise<void> {
  await store.refreshTokens.updateMany({ user_id: userId }, { $unset: { factor_at: '' } }, { session: transaction });
}

/** @returns whether there was one */
async function takeFactor(store: Store, userId: number, transaction: Transaction): Promise<boolean> {
  const there = { _id: userId, $or: [{ second_factor: { $exists: true } }, { 'passkeys.0': { $exists: true } }] };
  const gone = { $unset: { second_factor: '', pending_factor: '', passkeys: '', recovery: '' } } as const;
  const { matchedCount } = await store.credentials.updateOne(there, gone, { session: transaction });
  if (matchedCount === 0) return false;
  await forgetConfirmations(store, userId, transaction);
  return true;
}

/**
 * A caller with a second factor needs it to remove one, their own or that of another user.
 * @throws ApiError forbidden, not_found, invalid_data, login_failed, too_many_requests
 */
export async function removeFactor(
  services: SignInServices,
  { user_id: requestedUser, ...given }: FactorAnswer & { user_id?: number | undefined },
  context: RequestContext,
): Promise<void> {
  const { store } = services;
  const own = userOf(context);
  const userId = requestedUser ?? own;
  if (userId !== own && !context.caller.isAdmin) {
    throw new ApiError('forbidden', 'Only administrators remove the second factor of other users.');
  }
  if (!hasFactor(await store.credentials.findOne({ _id: userId }))) throw notFound('The second factor');
  const credential = await store.credentials.findOne({ _id: own });
  if (credential && hasFactor(credential)) {
    const answer = answerIn(given);
    if (!answer) throw invalidData('/code', '[code._required]: A code of your own second factor is required.');
    await assertOwnFactor(services, { credential, answer }, context);
  }
  await changeFactor(services, { event: 'second_factor_removed', userId }, context, async (transaction) => {
    if (!(await takeFactor(store, userId, transaction))) throw notFound('The second factor');
    return 'second_factor_removed';
  });
}

interface OneFactor {
  /** Whether the caller has it. */
  isThere: (credential: CredentialRow) => boolean;
  /** Condition on the row of the credentials, and its change. */
  where: object;
  change: object;
  /** Audited. */
  params: Readonly<Record<string, string>>;
  absent: ApiError;
}

/**
 * Removes one factor of the caller. With the last one the recovery codes are removed as well, and sessions are treated
 * as those of a user without one.
 * @throws ApiError `absent`, fresh_factor_required
 */
export async function removeOneFactor(
  services: SignInServices,
  { isThere, where, change, params, absent }: OneFactor,
  context: RequestContext,
): Promise<void> {
  const { store } = services;
  const userId = userOf(context);
  const credential = await store.credentials.findOne({ _id: userId });
  if (!credential || !isThere(credential)) throw absent;
  await assertOwnFresh(services, context);
  await changeFactor(services, { event: 'second_factor_removed', userId, params }, context, async (transaction) => {
    const options = { session: transaction };
    const there = { _id: userId, ...where };
    const row = await store.credentials.findOneAndUpdate(there, change, { ...options, returnDocument: 'after' });
    if (!row) throw absent;
    if (hasFactor(row)) return 'one_factor_removed';
    await store.credentials.updateOne({ _id: userId }, { $unset: { recovery: '' } }, options);
    await forgetConfirmations(store, userId, transaction);
    return 'second_factor_removed';
  });
}

/** Passkeys and the recovery codes remain. @throws ApiError not_found, fresh_factor_required */
export async function removeAuthenticator(services: SignInServices, context: RequestContext): Promise<void> {
  const app: OneFactor = {
    isThere: ({ second_factor: factor }) => factor !== undefined,
    where: { second_factor: { $exists: true } },
    // Recovery codes of users without an app are in another field.
    change: [{ $set: { recovery: '$second_factor.recovery' } }, { $unset: ['second_factor', 'pending_factor'] }],
    params: { factor: 'authenticator' },
    absent: notFound('The authenticator app'),
  };
  await removeOneFactor(services, app, context);
}

/**
 * The same without a request, on the machine: for the last administrator, for whom no other administrator can do it.
 * @returns whether the user had one; undefined for an unknown user
 */
export async function removeFactorHere(store: Store, username: string, now: Date): Promise<boolean | undefined> {
  const credential = await findCredential(store, username);
  if (!credential) return undefined;
  const { _id: userId } = credential;
  const mail = await noticeOf(store, { template: 'second_factor_removed', userId, now }, SERVICE_CONTEXT);
  const entry = {
    at: now,
    event: 'second_factor_removed',
    resource_type: USERS,
    resource_id: String(userId),
    user_id: null,
    application_id: null,
    address: '',
    request_id: null,
    before: null,
    after: null,
  };
  return store.transaction(async (transaction) => {
    if (!(await takeFactor(store, userId, transaction))) return false;
    if (mail) await store.asyncJobs.insertOne(mail, { session: transaction });
    await appendToAudit(store, [entry], transaction);
    return true;
  });
}
