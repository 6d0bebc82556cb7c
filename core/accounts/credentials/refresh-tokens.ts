// Refresh tokens: opaque, 256 bits, stored as a hash only. They last while they are used, and are unchanged by renewal,
// unless REFRESH_TTL, REFRESH_IDLE_TTL or REFRESH_ROTATION say otherwise (service.md 5, D16, D682, D744).
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import type { RequestContext } from '../../context.ts';
import type { RefreshTokenRow, Store } from '../../store/store.ts';
import { secretHash } from '../../secret-hash.ts';
import { unchangedCredential } from './credentials.ts';

export interface RefreshTokenServices {
  store: Store;
  clock: Clock;
  /** Lifetime from the sign-in in seconds; null for no expiry. */
  refreshTtl: number | null;
  /** Lifetime without use in seconds; null for no expiry. */
  refreshIdleTtl: number | null;
  /** Each renewal replaces the token. */
  refreshRotation: boolean;
}

/** The owner of a token: a user, or an application alone. */
export type TokenOwner = Pick<RefreshTokenRow, 'user_id' | 'application_id' | 'generation' | 'factor_at'>;

/** Where a request comes from. */
export type TokenClient = Pick<RequestContext, 'address' | 'userAgent'>;

/** Maximum of valid tokens of one application, one for each of its machines; the key alone is enough to get one. */
const MAX_OF_APPLICATION = 20;
/** Maximum of sessions of one user (D744). */
const MAX_OF_USER = 100;
const LONGEST_DEVICE = 255;
/** Milliseconds in which a renewal may be repeated with the same response: the first response may be lost. */
const REPEAT_MS = 10_000;

/** Printable text of a header that any client can set. */
function deviceOf({ userAgent }: TokenClient): string | null {
  const text = (userAgent ?? '').replace(/[^\x21-\x7e]+/g, ' ').trim();
  return text === '' ? null : text.slice(0, LONGEST_DEVICE);
}

/** Times at which a session ends, by the present settings. */
function endsOf(
  { refreshTtl, refreshIdleTtl }: RefreshTokenServices,
  { created, modified }: Pick<RefreshTokenRow, 'created' | 'modified'>,
): number {
  const inAll = refreshTtl === null ? Infinity : created.getTime() + refreshTtl * 1000;
  const idle = refreshIdleTtl === null ? Infinity : modified.getTime() + refreshIdleTtl * 1000;
  return Math.min(inAll, idle);
}

/** For the TTL index; whether the token is valid follows from its dates, since the settings may change. */
function expiryOf(services: RefreshTokenServices, dates: Pick<RefreshTokenRow, 'created' | 'modified'>): object {
  const end = endsOf(services, dates);
  return end === Infinity ? {} : { expires: new Date(end) };
}

/**
 * Ends sessions beyond the maximum: of an application the oldest ones, of a user those without use for the longest time.
 * Their access tokens last until they expire.
 */
async function dropOldest(store: Store, { user_id, application_id }: TokenOwner): Promise<void> {
  const [owner, order, most] =
    user_id === null
      ? [{ user_id, application_id }, { created: -1, _id: -1 } as const, MAX_OF_APPLICATION]
      : [{ user_id }, { modified: -1, _id: -1 } as const, MAX_OF_USER];
  const found = store.refreshTokens.find(owner, { projection: { _id: 1 } }).sort(order);
  const ids = (await found.skip(most).toArray()).map(({ _id }) => _id);
  if (ids.length > 0) await store.refreshTokens.deleteMany({ _id: { $in: ids } });
}

/**
 * Begins a session.
 * @param passwordHash of the verified password; a change of the password ends all its tokens
 * @returns undefined when the password has changed since
 */
export async function issueRefreshToken(
  services: RefreshTokenServices,
  owner: TokenOwner,
  client: TokenClient,
  passwordHash?: string,
): Promise<{ token: string; sessionId: string } | undefined> {
  const { store, clock } = services;
  const token = randomBytes(32).toString('base64url');
  const now = clock.now();
  const dates = { created: now, modified: now };
  const row: RefreshTokenRow = {
    _id: randomUUID(),
    token_hash: secretHash(token),
    ...owner,
    revision: 1,
    ...dates,
    address: client.address,
    device: deviceOf(client),
    ...expiryOf(services, dates),
  };
  const { user_id: userId } = owner;
  const isStored =
    userId === null || passwordHash === undefined
      ? (await store.refreshTokens.insertOne(row)).acknowledged
      : await insertForPassword(store, { row, userId, passwordHash });
  if (!isStored) return undefined;
  await dropOldest(store, owner);
  return { token, sessionId: row._id };
}

/** @returns false when the password has changed since */
function insertForPassword(
  store: Store,
  { row, userId, passwordHash }: { row: RefreshTokenRow; userId: number; passwordHash: string },
): Promise<boolean> {
  const credential = unchangedCredential(userId, passwordHash);
  return store.transaction(async (transaction) => {
    const options = { session: transaction };
    // Written, so that a concurrent change of the password conflicts.
    const { matchedCount } = await store.credentials.updateOne(credential, { $inc: { uses: 1 } }, options);
    if (matchedCount === 0) return false;
    await store.refreshTokens.insertOne(row, options);
    return true;
  });
}

/** A token that a request has sent, of a session that has not ended. */
export interface FoundToken {
  token: string;
  row: RefreshTokenRow;
  /**
   * `repeated`: the previous token, sent again within ten seconds. `reused`: any other earlier token, so two parties
   * have it.
   */
  state: 'valid' | 'repeated' | 'reused';
}

const SEPARATOR = '.';

/** A token has a first part, which stays, and after its first rotation a second one, which changes. */
function partsOf(token: string): { first: string; second: string } {
  const [first = '', ...others] = token.split(SEPARATOR);
  return { first, second: others.join(SEPARATOR) };
}

function stateOf({ rotation }: RefreshTokenRow, second: string, now: Date): FoundToken['state'] {
  const hash = secretHash(second);
  if (hash === (rotation?.current ?? secretHash(''))) return 'valid';
  const isRecent = rotation !== undefined && now.getTime() - rotation.at.getTime() < REPEAT_MS;
  return isRecent && hash === rotation.previous ? 'repeated' : 'reused';
}

/** The session of a token; undefined for a token that is unknown, revoked or expired. */
export async function findRefreshToken(services: RefreshTokenServices, token: string): Promise<FoundToken | undefined> {
  const { first, second } = partsOf(token);
  const row = await services.store.refreshTokens.findOne({ token_hash: secretHash(first) });
  if (!row) return undefined;
  const now = services.clock.now();
  const end = Math.min(endsOf(services, row), row.expires?.getTime() ?? Infinity);
  return now.getTime() < end ? { token, row, state: stateOf(row, second, now) } : undefined;
}

/** The successor of a token: it cannot be computed without both the previous token and the row. */
function followerOf(token: string, seed: string): string {
  const second = createHmac('sha256', Buffer.from(seed, 'base64url')).update(token).digest('base64url');
  return `${partsOf(token).first}${SEPARATOR}${second}`;
}

/** The token of a repeated request is that of the first one. */
const repeatedResponse = ({ token, row: { rotation }, state }: FoundToken): string | undefined =>
  state === 'repeated' && rotation ? followerOf(token, rotation.seed) : undefined;

/**
 * Renews a session.
 * @returns its token from now on: the same one without REFRESH_ROTATION; undefined when the session has ended since
 */
export async function renewRefreshToken(
  services: RefreshTokenServices,
  found: FoundToken,
  client: TokenClient,
): Promise<string | undefined> {
  const { store, clock, refreshRotation } = services;
  const repeated = repeatedResponse(found);
  if (repeated !== undefined) return repeated;
  const { token, row } = found;
  const modified = clock.now();
  const expiry = expiryOf(services, { created: row.created, modified });
  const seen = { modified, address: client.address, device: deviceOf(client), ...expiry };
  const update = {
    $inc: { revision: 1 },
    ...(!('expires' in expiry) && row.expires && { $unset: { expires: '' as const } }),
  };
  if (!refreshRotation) {
    const { matchedCount } = await store.refreshTokens.updateOne({ _id: row._id }, { ...update, $set: seen });
    return matchedCount === 0 ? undefined : token;
  }
  const seed = randomBytes(32).toString('base64url');
  const next = followerOf(token, seed);
  const { second } = partsOf(token);
  const rotation = { current: secretHash(partsOf(next).second), previous: secretHash(second), seed, at: modified };
  const { matchedCount } = await store.refreshTokens.updateOne(
    { _id: row._id, 'rotation.current': row.rotation?.current ?? null },
    { ...update, $set: { ...seen, rotation } },
  );
  if (matchedCount > 0) return next;
  // Another request has renewed it at the same moment, or the session has ended.
  const again = await findRefreshToken(services, token);
  return again && repeatedResponse(again);
}

/** Conditions of the rows whose sessions have not ended, by the present settings. */
export function unexpired({ clock, refreshTtl, refreshIdleTtl }: RefreshTokenServices): object[] {
  const since = (seconds: number) => ({ $gt: new Date(clock.now().getTime() - seconds * 1000) });
  return [
    ...(refreshTtl === null ? [] : [{ created: since(refreshTtl) }]),
    ...(refreshIdleTtl === null ? [] : [{ modified: since(refreshIdleTtl) }]),
  ];
}
