// Refresh tokens: opaque, 256 bits, kept as a hash only, without end unless REFRESH_TTL says so (service.md 5, D16).
import { randomBytes } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Caller } from '../context.ts';
import { notFound } from '../errors.ts';
import type { RefreshTokenRow, Store } from '../store/store.ts';
import { secretHash } from '../secret-hash.ts';

export interface RefreshTokenServices {
  store: Store;
  clock: Clock;
  /** Life in seconds; null for no end. */
  refreshTtl: number | null;
}

/** Whose token it is: a user's, or an application's alone. */
export type TokenOwner = Pick<RefreshTokenRow, 'user_id' | 'application_id' | 'generation'>;

/** As many machines of one application as may have a token at a time; anybody with its key can ask for one. */
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
 * @param passwordHash of the password that was shown; the change of a password ends all tokens that it gave
 * @returns undefined when the password is another by now
 */
export async function issueRefreshToken(
  { store, clock, refreshTtl }: RefreshTokenServices,
  owner: TokenOwner,
  passwordHash?: string,
): Promise<string | undefined> {
  const token = randomBytes(32).toString('base64url');
  const created = clock.now();
  // By this the database removes it; whether it is still good is asked of `created`, since the setting may change.
  const expires = refreshTtl === null ? {} : { expires: new Date(created.getTime() + refreshTtl * 1000) };
  const row = { _id: secretHash(token), ...owner, created, ...expires };
  if (owner.user_id === null || passwordHash === undefined) {
    await store.refreshTokens.insertOne(row);
    if (owner.user_id === null) await dropOldest(store, owner);
    return token;
  }
  const credential = { _id: owner.user_id, password_hash: passwordHash };
  return store.transaction(async (transaction) => {
    // Written, so that a change of the password at the same moment conflicts.
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

/** Whose a token is; undefined for one that was never given, is revoked, or has expired. */
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

/** @throws ApiError not_found: unknown, revoked already, or someone else's */
export async function revokeRefreshToken(
  store: Store,
  token: string,
  { userId }: Pick<Caller, 'userId'>,
): Promise<void> {
  // Only with a user; null would select the tokens of applications.
  const owner = { _id: secretHash(token), user_id: userId ?? -1 };
  const { deletedCount } = await store.refreshTokens.deleteOne(owner);
  if (deletedCount === 0) throw notFound('The refresh token');
}
