// POST /auth: a password or a refresh token for an access token (service.md 5, D15, D22).
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { RequestContext } from '../context.ts';
import { ApiError, invalidData } from '../errors.ts';
import type { AccountDocument, Store } from '../store/store.ts';
import { findCredential } from './account-names.ts';
import { isActive } from './bearer.ts';
import type { LoginThrottle } from './login-throttle.ts';
import { verifyPassword } from './passwords.ts';
import { newRefreshToken, refreshTokenHash, type AccessTokens } from './tokens.ts';

export interface SignInInput {
  grant_type?: string;
  username?: string;
  password?: string;
  refresh_token?: string;
}

export interface SignedIn {
  jwt: string;
  renew: string;
  /** Seconds. */
  expires_in: number;
}

export interface SignInServices {
  store: Store;
  accessTokens: AccessTokens;
  throttle: LoginThrottle;
  clock: Clock;
}

const loginFailed = (): ApiError =>
  new ApiError('login_failed', 'The user name or the password is wrong, or the account is not active.');

async function findAccount(store: Store, userId: number): Promise<AccountDocument | undefined> {
  const user = await store.findAccount(userId);
  return user && isActive(user) ? user : undefined;
}

async function signInWithPassword(
  input: SignInInput,
  services: SignInServices,
  { address, caller: { applicationId } }: RequestContext,
): Promise<SignedIn> {
  const { username, password } = input;
  if (username === undefined || username === '')
    throw invalidData('/username', '[username._required]: This field is required.');
  if (password === undefined || password === '')
    throw invalidData('/password', '[password._required]: This field is required.');
  const { store, throttle, clock, accessTokens } = services;
  await throttle.begin(username, address);
  const credential = await findCredential(store, username);
  const matches = await verifyPassword(credential?.password_hash ?? null, password);
  const now = clock.now();
  if (!credential || !matches || !(await findAccount(store, credential._id))) {
    const delay = await throttle.recordFailure(username, address);
    // As many fields as a failure has; the cast is for $inc, which wants a known numeric field.
    const bookkeeping = { $inc: { num_login_err: 1 }, $set: { last_login_err: now } } as Record<string, unknown>;
    if (credential) await store.documents('users').updateOne({ _id: credential._id }, bookkeeping);
    if (delay > 0) await sleep(delay);
    throw loginFailed();
  }
  const userId = credential._id;
  const renew = newRefreshToken();
  const [access] = await Promise.all([
    accessTokens.issue({ userId, applicationId }),
    store.refreshTokens.insertOne({
      _id: refreshTokenHash(renew),
      user_id: userId,
      application_id: applicationId,
      created: now,
    }),
    store.documents('users').updateOne({ _id: userId }, { $set: { last_login: now, num_login_err: 0 } }),
    throttle.forget(username, address),
  ]);
  return { jwt: access.token, renew, expires_in: access.expiresIn };
}

async function renew(refreshToken: string, services: SignInServices): Promise<SignedIn> {
  const row = await services.store.refreshTokens.findOne({ _id: refreshTokenHash(refreshToken) });
  if (row?.user_id == null || !(await findAccount(services.store, row.user_id))) {
    throw new ApiError('login_failed', 'The refresh token is not valid.');
  }
  const access = await services.accessTokens.issue({ userId: row.user_id, applicationId: row.application_id });
  return { jwt: access.token, renew: refreshToken, expires_in: access.expiresIn };
}

/**
 * @throws ApiError login_failed, too_many_requests, invalid_data
 */
export function signIn(input: SignInInput, services: SignInServices, context: RequestContext): Promise<SignedIn> {
  if (input.grant_type !== 'refresh_token') return signInWithPassword(input, services, context);
  const token = input.refresh_token ?? context.token;
  if (!token)
    throw invalidData(
      '/refresh_token',
      '[refresh_token._required]: This field is required, here or as a bearer token.',
    );
  return renew(token, services);
}
