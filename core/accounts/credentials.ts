// What lets a user in, apart from the user itself: the password's hash and the refresh tokens (D16, D22).
import type { Store } from '../store/store.ts';
import type { Transaction } from '../store/transaction.ts';

/** After a change of the password, and for users who are blocked, trashed or removed. */
export async function revokeRefreshTokens(store: Store, userId: number, session: Transaction): Promise<void> {
  await store.refreshTokens.deleteMany({ user_id: userId }, { session });
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
}
