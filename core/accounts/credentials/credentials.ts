// The credentials of a user: hash of the password, refresh tokens, and UUIDs in mails (D16, D22, D113).
import type { WaitingService } from '../../jobs/job-services.ts';
import { endJobs } from '../../jobs/waiting-jobs.ts';
import { MAIL } from '../../jobs/job-rows.ts';
import { secretHash } from '../../secret-hash.ts';
import type { CredentialRow, Filter, ObjectDocument, Store } from '../../store/store.ts';
import type { Transaction } from '../../store/transactions/transaction.ts';
import { generationOf } from './bearer.ts';

/**
 * Ends all tokens of a user, in the write of the user (D380): after a change of the password, and for users who are blocked,
 * switched off or trashed.
 */
export function endTokens(user: ObjectDocument): void {
  user.token_generation = generationOf(user) + 1;
}

/** Rows of ended refresh tokens. */
export async function revokeRefreshTokens(store: Store, userId: number, transaction: Transaction): Promise<void> {
  await store.refreshTokens.deleteMany({ user_id: userId }, { session: transaction });
}

/** Service of the jobs whose UUID permits to set a password; also the template of their mails. */
export const CREDENTIALS_CHANGE = 'credentials_change';
/** The same for UUIDs that activate a signup. */
export const SIGNUP = 'signup';

/** And for UUIDs that confirm an address (D740). */
export const ADDRESS_CONFIRMATION = 'address_confirmation';

export const MAILED_SERVICES = [CREDENTIALS_CHANGE, SIGNUP, ADDRESS_CONFIRMATION] as const;
export type MailedService = (typeof MAILED_SERVICES)[number];

/** The address has been confirmed, or another person has set one. */
export async function markConfirmed(store: Store, userId: number, transaction: Transaction): Promise<void> {
  const change = { $unset: { email_unconfirmed: '' } } as const;
  await store.credentials.updateOne({ _id: userId, email_unconfirmed: true }, change, { session: transaction });
}

/** Unused UUIDs have no effect that must be undone; that of a signup has (core/accounts/signup/signup-expiry.ts). */
export const mailedJobs: readonly WaitingService[] = [CREDENTIALS_CHANGE, ADDRESS_CONFIRMATION].map((name) => ({
  name,
  expire: () => Promise.resolve([]),
}));

/** UUIDs in mails, sent or not. They would give access to the owner of the old address or password. */
export async function endMailed(
  store: Store,
  { userId, services, why, now }: { userId: number; services: readonly MailedService[]; why: string; now: Date },
  transaction: Transaction,
): Promise<void> {
  const mails = { service: MAIL, 'payload.template': { $in: services }, secret: { $exists: true } };
  const filter = { 'payload.user_id': userId, $or: [{ service: { $in: services } }, mails] };
  await endJobs(store, { filter, why, now }, transaction);
}

/**
 * Replaces the hash of a password by another hash of the same password; concurrent sign-ins with the previous hash
 * still succeed.
 */
export async function upgradeHash(
  store: Store,
  { userId, from, to }: { userId: number; from: string; to: string },
): Promise<void> {
  const update = { $set: { password_hash: to, upgraded_from: secretHash(from) } };
  await store.credentials.updateOne({ _id: userId, password_hash: from }, update);
}

/** The row of a verified password that has not been changed since. */
export const unchangedCredential = (userId: number, passwordHash: string): Filter<CredentialRow> => ({
  _id: userId,
  $or: [{ password_hash: passwordHash }, { upgraded_from: secretHash(passwordHash) }],
});

/** Sets the hash of a new password. */
export async function replacePassword(
  store: Store,
  { userId, passwordHash, now }: { userId: number; passwordHash: string; now: Date },
  transaction: Transaction,
): Promise<void> {
  await store.credentials.updateOne(
    { _id: userId },
    { $set: { password_hash: passwordHash }, $unset: { upgraded_from: '' } },
    { session: transaction, upsert: true },
  );
  const ended = { userId, services: [CREDENTIALS_CHANGE], why: 'The password was changed.', now } as const;
  await endMailed(store, ended, transaction);
}
