// The session of a browser (D324): one encrypted cookie with the tokens of a sign-in. It is for pages and their forms only; the
// API never sees it.
import { hkdfSync, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import type { Clock } from '../clock.ts';
import { derivedFrom, type SigningSecrets } from '../signing-secrets.ts';
import { memberOf } from '../values.ts';

export interface BrowserSession {
  /** Access token. */
  access: string;
  /** Expiry of the access token, seconds since 1970. */
  until: number;
  /** Refresh token. */
  renew: string;
  /** Token in each of its forms; a form without it is refused. */
  csrf: string;
  /** User name. */
  name: string;
}

/** Seconds without a request after which the session ends. */
const IDLE = 8 * 3600;
/** Minimum remaining seconds of an access token for the work of a request. */
const RESERVE = 30;

export interface Sessions {
  /** undefined without one, and for a foreign, expired or changed cookie. */
  read(request: IncomingMessage, base: string): Promise<BrowserSession | undefined>;
  isStale(session: BrowserSession): boolean;
  /** @param tokens of POST /auth; `previous` is the session that they renew */
  open(
    tokens: { jwt: string; renew: string; expires_in: number },
    name: string,
    previous?: BrowserSession,
  ): BrowserSession;
  /** Value for Set-Cookie. */
  cookie(session: BrowserSession, base: string): Promise<string>;
  /** Value for Set-Cookie that ends it. */
  end(base: string): string;
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

/** @param secrets that the keys are derived from */
export function createSessions(secrets: SigningSecrets, clock: Clock): Sessions {
  const keyOf = (secret: string) => new Uint8Array(hkdfSync('sha256', secret, '', 'session of a browser', 32));
  const { current, all: keys } = derivedFrom(secrets, keyOf);
  const now = (): number => Math.floor(clock.now().getTime() / 1000);
  return {
    async read(request, base) {
      const cookie = cookieOf(request, nameOf(base));
      if (cookie === undefined) return undefined;
      for (const key of keys) {
        try {
          const { payload } = await jwtDecrypt(cookie, key, {
            currentDate: clock.now(),
            requiredClaims: ['exp'],
            keyManagementAlgorithms: ['dir'],
            contentEncryptionAlgorithms: ['A256GCM'],
          });
          return isSession(payload) ? payload : undefined;
        } catch (error) {
          if (!(error instanceof errors.JOSEError || error instanceof TypeError)) throw error;
        }
      }
      return undefined;
    },
    isStale: ({ until }) => until - RESERVE <= now(),
    open: ({ jwt, renew, expires_in }, name, previous) => ({
      access: jwt,
      until: now() + expires_in,
      renew,
      csrf: previous?.csrf ?? randomBytes(24).toString('base64url'),
      name,
    }),
    async cookie({ access, until, renew, csrf, name }, base) {
      const sealed = await new EncryptJWT({ access, until, renew, csrf, name })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setExpirationTime(now() + IDLE)
        .encrypt(current);
      return `${nameOf(base)}=${sealed}${attributesOf(base)}`;
    },
    end: (base) => `${nameOf(base)}=; Max-Age=0${attributesOf(base)}`,
  };
}
