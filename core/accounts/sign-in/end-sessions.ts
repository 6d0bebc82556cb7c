// The end of sessions: their refresh tokens, and the access tokens that were made from them (D681).
import { randomInt } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import type { Caller, RequestContext } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { secretHash } from '../../secret-hash.ts';
import type { AccountDocument, Store, RefreshTokenRow } from '../../store/store.ts';
import type { Transaction } from '../../store/transactions/transaction.ts';
import { generationOf } from '../credentials/bearer.ts';
import { withRowType } from '../../store/untyped-collection.ts';
import { auditedCaller, type Audit } from '../../audit.ts';
import { noticeOf, transactWithMail } from '../account-mails.ts';
import { storeAuditEvent } from '../audited-events.ts';

export interface EndServices {
  store: Store;
  clock: Clock;
  accessTokens: { /** Seconds. */ ttl: number };
}

/** Ended sessions that a user document holds: each request of the user reads it. */
const MOST_HELD = 100;

/**
 * Versions are compared for equality only. A concurrent change of the user adds 1, and must result in another version.
 */
const laterGeneration = (account: AccountDocument): number => generationOf(account) + 2 + randomInt(2 ** 32);

/**
 * Ends sessions of a user. Access tokens name their session, and the user document holds those that have ended for as long as
 * their access tokens could be used. Too many of them, or all sessions, end by another token version of the user.
 * @param which condition on the rows; undefined for all
 * @returns how many
 */
export async function endSessions(
  { store, clock, accessTokens }: EndServices,
  { userId, which }: { userId: number; which?: object },
  transaction: Transaction,
): Promise<number> {
  const options = { session: transaction };
  const now = clock.now();
  const lifetime = accessTokens.ttl * 1000;
  const users = store.documents('users');
  const rows = { ...which, user_id: userId };
  const withAccess = { ...rows, modified: { $gt: new Date(now.getTime() - lifetime) } };
  const live = await store.refreshTokens
    .find(withAccess, options)
    .limit(MOST_HELD + 1)
    .toArray();
  const { deletedCount } = await store.refreshTokens.deleteMany(rows, options);
  const projection = { token_generation: 1, ended_sessions: 1 };
  const account = await withRowType(users).findOne<AccountDocument>({ _id: userId }, { ...options, projection });
  if (!account) return deletedCount;
  const held = (account.ended_sessions ?? []).filter(({ until }) => until > now);
  const until = new Date(now.getTime() + lifetime);
  const ended = [...held, ...live.map(({ _id }) => ({ id: _id, until }))];
  if (which !== undefined && ended.length <= MOST_HELD) {
    if (live.length > 0)
      await withRowType(users).updateOne({ _id: userId }, { $set: { ended_sessions: ended } }, options);
    return deletedCount;
  }
  const generation = laterGeneration(account);
  const update = { $set: { token_generation: generation }, $unset: { ended_sessions: '' } };
  await withRowType(users).updateOne({ _id: userId }, update, options);
  // The remaining sessions get access tokens of the new version by their refresh tokens.
  await store.refreshTokens.updateMany({ user_id: userId }, { $set: { generation } }, options);
  return deletedCount;
}

/** Ends all sessions of a user but one, with every access token of theirs, by another token version (D743). */
export async function endOtherSessions(
  store: Store,
  { userId, kept: id }: { userId: number; kept: string },
  transaction: Transaction,
): Promise<void> {
  const options = { session: transaction };
  const users = store.documents('users');
  await store.refreshTokens.deleteMany({ user_id: userId, _id: { $ne: id } }, options);
  const projection = { token_generation: 1, kept_session: 1 };
  const account = await withRowType(users).findOne<AccountDocument>({ _id: userId }, { ...options, projection });
  if (!account) return;
  const generation = laterGeneration(account);
  const current = generationOf(account);
  const { kept_session: before } = account;
  const wentOn = before !== undefined && before.id === id && before.generation === current;
  const kept_session = { id, since: wentOn ? before.since : current, generation };
  const change = { $set: { token_generation: generation, kept_session }, $unset: { ended_sessions: '' as const } };
  await users.updateOne({ _id: userId }, change, options);
  await store.refreshTokens.updateMany({ user_id: userId }, { $set: { generation } }, options);
}

/**
 * Signs a user out, or an application that has signed in as itself: no user document could hold its ended session, so its
 * access tokens end by time (service.md 5.3).
 * @throws ApiError not_found: unknown, already revoked, or of another user or application
 */
export async function revokeRefreshToken(
  services: EndServices,
  token: string,
  { userId, applicationId }: Pick<Caller, 'userId' | 'applicationId'>,
): Promise<void> {
  const [first = ''] = token.split('.');
  const which = { token_hash: secretHash(first) };
  const { store } = services;
  const ended =
    userId === null
      ? (await store.refreshTokens.deleteOne({ ...which, user_id: null, application_id: applicationId })).deletedCount
      : await store.transaction((transaction) => endSessions(services, { userId, which }, transaction));
  if (ended === 0) throw notFound('The refresh token');
}

export interface ReuseServices extends EndServices {
  audit: Audit;
}

/** Ends its session, and notifies the user. */
export async function endReusedSession(
  services: ReuseServices,
  { _id: id, user_id: userId, application_id, address, device }: RefreshTokenRow,
  context: RequestContext,
): Promise<void> {
  const { store, clock, audit } = services;
  const { address: sender, requestId, caller } = context;
  const facts = {
    ...auditedCaller(caller),
    ...(requestId !== undefined && { request_id: requestId }),
    user_id: userId,
    application_id,
    address: sender,
    params: { session_id: id },
  };
  const recordReuse = (transaction: Transaction): Promise<void> =>
    storeAuditEvent(store, ['refresh_token_reused', facts, clock.now()], transaction);
  if (userId === null) {
    await store.transaction(async (transaction) => {
      await store.refreshTokens.deleteOne({ _id: id }, { session: transaction });
      await recordReuse(transaction);
    });
    return audit('refresh_token_reused', facts);
  }
  const mail = await noticeOf(store, { template: 'session_ended', userId, address, device, now: clock.now() }, context);
  await transactWithMail(store, mail, async (transaction) => {
    const ended = await endSessions(services, { userId, which: { _id: id } }, transaction);
    await recordReuse(transaction);
    return ended > 0;
  });
  audit('refresh_token_reused', facts);
}
