// Signing in, and a `fetch` that sends the access token, renews it when it has expired, and repeats the request once.
import { ColophonError } from './colophon-error.ts';
import type { PasskeyAssertion } from './passkey-types.ts';

export interface Tokens {
  /** Access token. */
  access: string;
  /** Refresh token; a renewal may return another one. */
  refresh: string;
  /** Expiry of the access token, in milliseconds since 1970 by the local clock. */
  expires: number;
}

export interface SessionOptions {
  /** Of the service, with its path prefix if it has one. */
  url: string;
  /** Key of an application; needed if the service runs with REQUIRE_API_KEY. */
  apiKey?: string | undefined;
  /** Stored tokens of an earlier session. */
  tokens?: Tokens | undefined;
  /** Called with new tokens, to store them, and with undefined when they are no longer valid. */
  onTokens?: ((tokens: Tokens | undefined) => void) | undefined;
  /** Replaces the present one. */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
}

export type Credentials =
  | { username: string; password: string }
  /** The second step, for users with a second factor. */
  | { challenge: string; code: string }
  | { challenge: string; recoveryCode: string }
  /** The same with a passkey; with `alone` the passkey is the only step. */
  | { challenge: string; passkey: PasskeyAssertion; alone?: boolean }
  /** Of an application, without a user; kept, to sign in again when its session has ended. */
  | { clientId: string; clientSecret?: string }
  /** Stored from an earlier session. */
  | { refreshToken: string };

export interface Session {
  /** Of the service, without trailing slash. */
  readonly url: string;
  readonly tokens: Tokens | undefined;
  /** Another number after each sign-in and at the end of a session; a renewal does not change it. */
  readonly caller: number;
  /** @throws ColophonError such as `login_failed` */
  signIn(credentials: Credentials, signal?: AbortSignal): Promise<Tokens>;
  /** Revokes the refresh token and forgets both. Has no effect without tokens. @throws ColophonError */
  signOut(): Promise<void>;
  /**
   * Like the global one, with the access token and the API key for the addresses of the service. After a 401 it renews
   * the token, once for all concurrent requests, and repeats the request once. A body that is not JSON is sent as a
   * stream and cannot be repeated: then the 401 is returned, and the next request has the new token.
   */
  fetch(input: Request | string | URL, init?: RequestInit): Promise<Response>;
}

/** Milliseconds before its end at which a token is renewed rather than used. */
const margin = 10_000;

/** Sends no request yet. @throws TypeError for an invalid `url` */
export function createSession(options: SessionOptions): Session {
  const url = withoutSlash(new URL(options.url));
  const { send, addKey, obtain } = senderOf(options, url);
  let tokens = options.tokens;
  let caller = 0;
  let application: Grant | undefined;
  let renewal: Promise<unknown> | undefined;

  const keep = (changed: Tokens | undefined, isRenewed = false): void => {
    tokens = changed;
    if (!isRenewed) caller++;
    options.onTokens?.(changed);
  };

  /**
   * Concurrent callers wait for the same renewal.
   * @returns whether there is a new token; false if the refresh token is no longer valid, which ends the session
   */
  async function renew(): Promise<boolean> {
    const old = tokens;
    if (!old) return false;
    try {
      const renewed = await renewedBy(obtain, old.refresh, application);
      // Signed out, or signed in as another user, in the meantime.
      if (tokens === old) keep(renewed, true);
      return tokens !== undefined;
    } catch (error) {
      // The service may be unavailable: the refresh token may still be valid.
      if (!isRefused(error)) throw error;
      if (tokens === old) keep(undefined);
      return false;
    }
  }

  const renewOnce = (): Promise<unknown> => (renewal ??= renew().finally(() => (renewal = undefined)));

  async function fetchWithToken(input: Request | string | URL, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init);
    if (!isWithin(request.url, url)) return send(request);
    addKey(request);
    if (request.headers.has('authorization')) return send(request);
    if (tokens && tokens.expires - margin < Date.now()) await renewOnce();
    const used = tokens;
    if (!used) return send(request);
    const again = canRepeat(request) ? request.clone() : undefined;
    request.headers.set('authorization', `Bearer ${used.access}`);
    const response = await send(request);
    if (response.status !== 401) return response;
    // Another request may have renewed it since this one was sent.
    if (tokens === used) await renewOnce();
    if (!tokens || tokens === used || !again) return response;
    await response.body?.cancel();
    again.headers.set('authorization', `Bearer ${tokens.access}`);
    return send(again);
  }

  return {
    url,
    get tokens() {
      return tokens;
    },
    get caller() {
      return caller;
    },
    async signIn(credentials, signal) {
      const grant = toGrant(credentials);
      const found = await obtain(grant, signal);
      application = 'clientId' in credentials ? grant : undefined;
      keep(found);
      return found;
    },
    async signOut() {
      const { refresh } = tokens ?? {};
      if (refresh === undefined) return;
      await assertRevoked(await fetchWithToken(`${url}/auth/${encodeURIComponent(refresh)}`, { method: 'DELETE' }));
      keep(undefined);
    },
    fetch: fetchWithToken,
  };
}

const withoutSlash = ({ origin, pathname }: URL): string => origin + pathname.replace(/\/+$/, '');

/** A token that is revoked already, or no longer valid, signs out as well. @throws ColophonError */
async function assertRevoked(response: Response): Promise<void> {
  const body: unknown = response.ok ? undefined : await response.json().catch(() => undefined);
  if (!response.ok && response.status !== 404 && response.status !== 401) throw new ColophonError(response, body);
}

/** How requests are sent, and tokens obtained. */
function senderOf({ fetch: send = (request) => fetch(request), apiKey }: SessionOptions, url: string) {
  const addKey = (request: Request): Request => {
    if (apiKey !== undefined) request.headers.set('x-api-key', apiKey);
    return request;
  };

  async function obtain(body: Record<string, unknown>, signal?: AbortSignal): Promise<Tokens> {
    const headers = { accept: 'application/vnd.api+json', 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body), ...(signal ? { signal } : {}) };
    const response = await send(addKey(new Request(`${url}/auth`, init)));
    // cast: the description defines this response; an error is thrown before a member is read
    const answer = (await response.json().catch(() => undefined)) as SignInAnswer | undefined;
    if (!response.ok || !answer) throw new ColophonError(response, answer);
    const { jwt, renew, expires_in } = answer.meta;
    return { access: jwt, refresh: renew, expires: Date.now() + expires_in * 1000 };
  }

  return { send, addKey, obtain };
}

type Grant = Record<string, unknown>;

/** Of an application too: signing in makes a session, of which it has twenty (D130). */
const renewedBy = (obtain: (grant: Grant) => Promise<Tokens>, refresh: string, application?: Grant): Promise<Tokens> =>
  obtain({ grant_type: 'refresh_token', refresh_token: refresh }).catch((error: unknown) => {
    if (!application || !isRefused(error)) throw error;
    return obtain(application);
  });

const isRefused = (error: unknown): boolean =>
  error instanceof ColophonError && (error.status === 400 || error.status === 401);

interface SignInAnswer {
  meta: { jwt: string; renew: string; expires_in: number };
}

function toGrant(credentials: Credentials): Grant {
  if ('refreshToken' in credentials) return { grant_type: 'refresh_token', refresh_token: credentials.refreshToken };
  if ('challenge' in credentials) {
    const { challenge } = credentials;
    if ('passkey' in credentials) {
      const { passkey, alone = false } = credentials;
      return { grant_type: alone ? 'passkey' : 'second_factor', challenge, passkey };
    }
    const grant = { grant_type: 'second_factor', challenge };
    return 'code' in credentials
      ? { ...grant, code: credentials.code }
      : { ...grant, recovery_code: credentials.recoveryCode };
  }
  if ('username' in credentials) return { grant_type: 'password', ...credentials };
  const grant = { grant_type: 'client_credentials', client_id: credentials.clientId };
  return credentials.clientSecret === undefined ? grant : { ...grant, client_secret: credentials.clientSecret };
}

/** Tokens are sent to no other host. */
const isWithin = (address: string, url: string): boolean => {
  const base = new URL(url);
  const { origin, pathname } = new URL(address);
  return origin === base.origin && `${pathname}/`.startsWith(`${base.pathname.replace(/\/+$/, '')}/`);
};

/** A copy of a large body would be kept in memory until the response. */
export const canRepeat = ({ body, headers }: Request): boolean =>
  body === null || /^application\/([^;]*\+)?json/i.test(headers.get('content-type') ?? '');
