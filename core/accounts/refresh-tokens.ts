// Refresh tokens: opaque, 256 bits, stored as a hash only, without expiry unless REFRESH_TTL is set (service.md 5, D16).
import { randomBytes } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Caller } from '../context.ts';
import { notFound } from '../errors.ts';
import type { RefreshTokenRow, Store } from '../store/store.ts';
import { secretHash } from '../secret-hash.ts';

export interface RefreshTokenServices {
  store: Store;
  clock: Clock;
  /** Lifetime in seconds; null for no expiry. */
  refreshTtl: number | null;
}

/** The owner of a token: a user, or an application alone. */
export type TokenOwner = Pick<RefreshTokenRow, 'user_id' | 'application_id' | 'generation'>;

/** The most machines of one application that can have a token at a time; its key alone is enough to get one. */
const MAX_OF_APPLICATION = 20;

async function dropOldest(store: Store, { application_id }: TokenOwner): Promise<void> {
  const rows = await store.refreshTokens
    .find({ user_id: null, application_id }, { projection: { _id: 1 } })
    .sort({ created: -1 })
    .skip(MAX_OF_APPLICATION)
    .toArray();
  if (rows.length > 0) await store.refreshTokens.deleteMany({ _id: { $in: rows.map((row) => row._id) } });
}

/**
 * @param passwordHash of the verified password; a change of the password ends all its tokens
 * @returns undefined when the password has changed since
 */
export async function issueRefreshToken(
  { store, clock, refreshTtl }: RefreshTokenServices,
  owner: TokenOwner,
  passwordHash?: string,
): Promise<string | undefined> {
  const token = randomBytes(32).toString('base64url');
  const created = clock.now();
  // For the TTL index; whether the token is valid follows from `created`, since the setting may change.
  const expires = refreshTtl === null ? {} : { expires: new Date(created.getTime() + refreshTtl * 1000) };
  const row = { _id: secretHash(token), ...owner, created, ...expires };
  if (owner.user_id === null || passwordHash === undefined) {
    await store.refreshTokens.insertOne(row);
    if (owner.user_id === null) await dropOldest(store, owner);
    return token;
  }
  const credential = { _id: owner.user_id, password_hash: passwordHash };
  return store.transaction(async (transaction) => {
    // Written, so that a concurrent change of the password conflicts.
    const { matchedCount } = await store.credentials.updateOne(
      credential,
      { $inc: { uses: 1 } },
      { session: transaction },
    );
    if (matchedCount === 0) return undefined;
    await store.refreshTokens.insertOne(row, { session: transaction });
    return token;
  });
}

/** The owner of a token; undefined for one that is unknown, revoked or expired. */
export async function findRefreshToken(
  { store, clock, refreshTtl }: RefreshTokenServices,
  token: string,
): Promise<TokenOwner | undefined> {
  const row = await store.refreshTokens.findOne({ _id: secretHash(token) });
  if (!row) return undefined;
  const now = clock.now().getTime();
  const end = refreshTtl === null ? Infinity : row.created.getTime() + refreshTtl * 1000;
  return now < Math.min(end, row.expires?.getTime() ?? Infinity) ? row : undefined;
}

/** @throws ApiError not_found: unknown, already revoked, or of another user */
export async function revokeRefreshToken(
  store: Store,
  token: string,
  { userId }: Pick<Caller, 'userId'>,
): Promise<void> {
  // Only with a user; null would match the tokens of applications.
  const owner = { _id: secretHash(token), user_id: userId ?? -1 };
  const { deletedCount } = await store.refreshTokens.deleteOne(owner);
  if (deletedCount === 0) throw notFound('The refresh token');
}
