// One request of a browser on its way to a page: its session, and its requests to the service.
import { memberOf } from '../values.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../clock.ts';
import type { JsonValue } from './json-api-document.ts';
import { pathInWords, type EndpointLink, type Frame } from './pages/frame.ts';
import type { Pages } from './render.ts';
import type { Logger as Log } from '../log.ts';
import type { RequestPlace } from '../http/limits/load-limits.ts';
import type { AdmitOther } from '../http/other-requests.ts';
import type { BodyLimits } from '../http/request/request-body.ts';
import { MAX_LENGTH, safePath } from '../http/request/request-target.ts';
import { indexOperations, type OperationIndex } from './operation-index.ts';
import type { Dispatch } from '../http/dispatch.ts';
import type { Principal } from '../http/principal.ts';
import { dispatchRequest, type InnerAnswer, type InnerRequest } from './service-client.ts';
import type { SigningSecrets } from '../signing-secrets.ts';
import type { SealedClaims } from './sealed-claims.ts';
import type { BrowserSession, GivenTokens, Sessions } from './session-cookie.ts';

export interface BrowserOptions {
  dispatch: Dispatch;
  admit: AdmitOther;
  baseUrl(host: string | undefined): string;
  /** Published description (D39). */
  description: { document(base: string): Promise<JsonValue> };
  /** A caller without a token. */
  anonymous(): Principal;
  /** The permissions of a caller. */
  endpoints(principal: Principal, base: string): readonly Omit<EndpointLink, 'label'>[];
  /** Names of the attributes of objects of a type that a caller may not write. */
  keptAttributes(principal: Principal, typeName: string): ReadonlySet<string>;
  clock: Clock;
  secrets: SigningSecrets;
  bodyLimits: BodyLimits;
  uploadMaxBytes: number;
  requireApiKey: boolean;
  expiredTokenCode: string;
  debug: boolean;
  log: Log;
  /** Value of `Vary` of the API. */
  vary: string;
}

/** Shared data of all pages. */
export interface Site {
  options: BrowserOptions;
  pages: Pages;
  sessions: Sessions;
  /** Forms that wait for a second factor (D583): a page carries the sent values, since secrets are never shown again. */
  heldForms: SealedClaims;
}

export interface BrowserRequest {
  site: Site;
  request: IncomingMessage;
  response: ServerResponse;
  base: string;
  /** Path with query, without credentials. */
  path: string;
  /** Of the description at the beginning of the request. */
  operations: OperationIndex;
  session: BrowserSession | undefined;
  /** undefined when it was not admitted. */
  place: RequestPlace | undefined;
  setCookie: string | undefined;
}

export async function openBrowserRequest(
  site: Site,
  request: IncomingMessage,
  response: ServerResponse,
  place: RequestPlace | undefined,
): Promise<BrowserRequest> {
  const base = site.options.baseUrl(request.headers.host);
  // Links and forms of the page keep them.
  const path = safePath(request.url, MAX_LENGTH);
  const operations = indexOperations(await site.options.description.document(base));
  return { site, request, response, base, path, operations, place, session: undefined, setCookie: undefined };
}

/** A request of the service with the access token of the session. */
export const callService = (browser: BrowserRequest, inner: InnerRequest): Promise<InnerAnswer> =>
  dispatchRequest(browser.site.options.dispatch, browser.request, { token: browser.session?.access, ...inner });

/** The session of the browser ends too. */
export function forgetSession(browser: BrowserRequest): void {
  browser.session = undefined;
  browser.setCookie = browser.site.sessions.end(browser.base);
}

/** The same with flat JSON, and without the session: of an anonymous caller, or of one with another token. */
export const callFlat = (
  browser: BrowserRequest,
  { apiKey, ...inner }: Pick<InnerRequest, 'method' | 'url' | 'body' | 'token' | 'apiKey'>,
): Promise<InnerAnswer> =>
  callService(browser, { bodyType: 'application/json', token: undefined, ...inner, ...(apiKey && { apiKey }) });

/** Whether anonymous callers may send a POST to a path. */
export const isOpen = ({ site: { options }, base }: BrowserRequest, path: string): boolean =>
  options.endpoints(options.anonymous(), base).some((each) => each.path === path && each.methods.includes('POST'));

const isTokens = (meta: unknown): meta is GivenTokens =>
  typeof meta === 'object' && meta !== null && 'jwt' in meta && 'renew' in meta && 'expires_in' in meta;

/** The tokens in a successful response of POST /auth. */
export const tokensOf = ({ status, json }: InnerAnswer) => {
  const meta = memberOf(json, 'meta');
  return status === 200 && isTokens(meta) ? meta : undefined;
};

/** New tokens for a session with an expired access token, as any client gets them; undefined for a revoked one. */
async function renew(browser: BrowserRequest, stale: BrowserSession): Promise<void> {
  const { sessions } = browser.site;
  const body = { grant_type: 'refresh_token', refresh_token: stale.renew };
  const answer = await callFlat(browser, { method: 'POST', url: '/auth', body });
  const tokens = tokensOf(answer);
  if (tokens) browser.session = sessions.open(tokens, stale.name, stale);
  else if (answer.status === 401 || answer.status === 403) forgetSession(browser);
}

/** A token in the request identifies the caller; the cookie is for requests without one. */
const bringsToken = ({ headers, url }: IncomingMessage): boolean =>
  Boolean(headers.authorization?.trim()) || /[?&](?:access_)?token(?:=|%|\[|&|$)/.test(url ?? '');

/** Identifies the user, and keeps the session alive. */
export async function findSession(browser: BrowserRequest): Promise<void> {
  const { request, base, site } = browser;
  if (bringsToken(request)) return;
  const session = await site.sessions.read(request, base);
  if (!session) return;
  if (site.sessions.isStale(session)) await renew(browser, session);
  else browser.session = session;
  if (browser.session) browser.setCookie = await site.sessions.cookie(browser.session, base);
}

/** Renews the session after a long request, such as the upload of a large file. */
export async function keepSession(browser: BrowserRequest): Promise<void> {
  const { session, base, site } = browser;
  if (!session || !site.sessions.isStale(session)) return;
  await renew(browser, session);
  if (browser.session) browser.setCookie = await site.sessions.cookie(browser.session, base);
}

/** The frame of a page. @param principal undefined when the service refused the request before the caller was known */
export function frameOf(browser: BrowserRequest, principal: Principal | undefined, status: number): Frame {
  const { site, base, path, operations, session } = browser;
  const endpoints = principal ? site.options.endpoints(principal, base) : [];
  return {
    base,
    path,
    status,
    isPage: (at) => operations.has('get', at),
    stylesheet: site.pages.stylesheet.path,
    endpoints: endpoints.map((endpoint) => ({ ...endpoint, label: pathInWords(endpoint.path) })),
    user: session && { name: session.name, csrf: session.csrf },
  };
}
