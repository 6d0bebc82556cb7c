// The session of a browser (D324): one encrypted cookie with the tokens of a sign-in. It is for pages and their forms only; the
// API never sees it.
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Clock } from '../clock.ts';
import type { SigningSecrets } from '../signing-secrets.ts';
import { memberOf } from '../values.ts';
import { sealedClaims } from './sealed-claims.ts';

export interface BrowserSession {
  /** Access token. */
  access: string;
  /** Expiry of the access token, seconds since 1970. */
  until: number;
  /** Refresh token. */
  renew: string;
  /** Token in each of its forms; a form without it is refused. */
  csrf: string;
  name: string;
}

/** Seconds without a request after which the session ends. */
const IDLE = 8 * 3600;
/** Minimum remaining seconds of an access token for the work of a request. */
const RESERVE = 30;

/** The tokens of a successful response of POST /auth. */
export interface GivenTokens {
  jwt: string;
  renew: string;
  expires_in: number;
}

const isSecure = (base: string): boolean => base.startsWith('https:');
const pathOf = (base: string): string => new URL(base).pathname.replace(/\/+$/, '') || '/';

/** With `__Host-` no other host of the same domain can set it; browsers accept it over https and for whole hosts only. */
const nameOf = (base: string): string =>
  isSecure(base) && pathOf(base) === '/' ? '__Host-colophon' : 'colophon_session';

const attributesOf = (base: string): string =>
  `; Path=${pathOf(base)}; HttpOnly; SameSite=Strict${isSecure(base) ? '; Secure' : ''}`;

function cookieOf({ headers }: IncomingMessage, name: string): string | undefined {
  const found = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return found.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

const isSession = (claims: object): claims is BrowserSession =>
  ['access', 'renew', 'csrf', 'name'].every((name) => typeof memberOf(claims, name) === 'string') &&
  typeof memberOf(claims, 'until') === 'number';

export type Sessions = ReturnType<typeof createSessions>;

/** @param secrets that the keys are derived from */
export function createSessions(secrets: SigningSecrets, clock: Clock) {
  const sealed = sealedClaims(secrets, clock, 'session of a browser', IDLE);
  const now = (): number => Math.floor(clock.now().getTime() / 1000);
  return {
    /** @returns undefined without a cookie, and for a foreign, expired or changed one */
    async read(request: IncomingMessage, base: string): Promise<BrowserSession | undefined> {
      const cookie = cookieOf(request, nameOf(base));
      const claims = cookie === undefined ? undefined : await sealed.open(cookie);
      return claims && isSession(claims) ? claims : undefined;
    },
    isStale: ({ until }: BrowserSession): boolean => until - RESERVE <= now(),
    /** @param previous the session that the tokens renew */
    open: ({ jwt, renew, expires_in }: GivenTokens, name: string, previous?: BrowserSession): BrowserSession => ({
      access: jwt,
      until: now() + expires_in,
      renew,
      csrf: previous?.csrf ?? randomBytes(24).toString('base64url'),
      name,
    }),
    /** Value for Set-Cookie. */
    async cookie({ access, until, renew, csrf, name }: BrowserSession, base: string): Promise<string> {
      return `${nameOf(base)}=${await sealed.seal({ access, until, renew, csrf, name })}${attributesOf(base)}`;
    },
    /** Value for Set-Cookie that ends it. */
    end: (base: string): string => `${nameOf(base)}=; Max-Age=0${attributesOf(base)}`,
  };
}
