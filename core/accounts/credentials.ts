// What lets a user in, apart from the user itself: the password's hash and the refresh tokens (D16, D22).
import type { Store } from '../store/store.ts';
import type { Transaction } from '../store/transaction.ts';

/** After a change of the password, and for users who are blocked, trashed or removed. */
export async function revokeRefreshTokens(store: Store, userId: number, session: Transaction): Promise<void> {
  await store.refreshTokens.deleteMany({ user_id: userId }, { session });
}

/** Service of the jobs whose UUID lets a user set a password. */
export const CREDENTIALS_CHANGE = 'credentials_change';

/** Mails that are still under way would set a password for whoever has the old address, or had the old password. */
export async function endCredentialsChanges(store: Store, userId: number, session: Transaction): Promise<void> {
  const open = { service: CREDENTIALS_CHANGE, 'payload.user_id': userId, completed: null };
  const done = { $currentDate: { completed: true, modified: true }, $set: { due: null } } as const;
  await store.asyncJobs.updateMany(open, done, { session });
}

/** Takes a new password's hash; whoever had signed in with the old one has to sign in again. */
export async function replacePassword(
  store: Store,
  { userId, passwordHash }: { userId: number; passwordHash: string },
  session: Transaction,
): Promise<void> {
  await store.credentials.updateOne(
    { _id: userId },
    { $set: { password_hash: passwordHash } },
    { session, upsert: true },
  );
  await revokeRefreshTokens(store, userId, session);
  await endCredentialsChanges(store, userId, session);
}
