// One request of a browser on its way to a page: whose session it is, and what it asks of the service.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../clock.ts';
import type { Caller, Access } from '../../context.ts';
import type { Json } from '../../format/html/document.ts';
import { pathInWords, type EndpointLink, type Frame } from '../../format/html/page.ts';
import type { Pages } from '../../format/html/render.ts';
import type { Logger as Log } from '../../log.ts';
import type { BodyLimits } from '../request-body.ts';
import { MAX_LENGTH, safePath, type RequestTarget } from '../request-target.ts';
import type { Match } from '../routing-table.ts';
import { describedBy } from './described.ts';
import { ask, type Dispatch, type InnerAnswer, type InnerRequest, type Who } from './inner-request.ts';
import type { Session, Sessions } from './session.ts';

export interface HtmlOptions {
  dispatch: Dispatch;
  /** The operation that a GET is for. @throws ApiError for a target that cannot be read */
  match(target: RequestTarget): Promise<Match>;
  baseUrl(host: string | undefined): string;
  /** Published description (D39). */
  description(base: string): { readonly document: Json };
  /** What somebody may use. */
  endpoints(who: Who, base: string): readonly Omit<EndpointLink, 'label'>[];
  /** @throws ApiError invalid_token, expired_token */
  authenticate(accessToken: string, applicationId: number | null): Promise<Caller>;
  accessOf(caller: Caller): Access;
  clock: Clock;
  /** JWT_SECRET. */
  secret: string;
  bodyLimits: BodyLimits;
  /** Size of the largest file. */
  uploadMaxBytes: number;
  requireApiKey: boolean;
  expiredTokenCode: string;
  debug: boolean;
  log: Log;
  /** Value of `Vary` of the API. */
  vary: string;
}

/** What all pages are made with. */
export interface Site {
  options: HtmlOptions;
  pages: Pages;
  sessions: Sessions;
}

export interface Visit {
  site: Site;
  request: IncomingMessage;
  response: ServerResponse;
  base: string;
  /** Path with query, without credentials. */
  path: string;
  session: Session | undefined;
  /** For the answer. */
  setCookie: string | undefined;
}

export function openVisit(site: Site, request: IncomingMessage, response: ServerResponse): Visit {
  const base = site.options.baseUrl(request.headers.host);
  // Links and forms of the page ask for the same again.
  const path = safePath(request.url, MAX_LENGTH);
  return { site, request, response, base, path, session: undefined, setCookie: undefined };
}

/** A request of the service, as whoever visits. */
export const askFor = (visit: Visit, inner: InnerRequest): Promise<InnerAnswer> =>
  ask(visit.site.options.dispatch, visit.request, { token: visit.session?.access, ...inner });

/** The session is over for the browser too. */
export function endSession(visit: Visit): void {
  visit.session = undefined;
  visit.setCookie = visit.site.sessions.end(visit.base);
}

const isTokens = (meta: unknown): meta is { jwt: string; renew: string; expires_in: number } =>
  typeof meta === 'object' && meta !== null && 'jwt' in meta && 'renew' in meta && 'expires_in' in meta;

/** The tokens that a successful POST /auth answers. */
export const tokensOf = ({ status, json }: InnerAnswer) => {
  const meta = (json as { meta?: unknown } | undefined)?.meta;
  return status === 200 && isTokens(meta) ? meta : undefined;
};

/** New tokens for a session whose access token has ended, as any client gets them; nothing comes of one that was revoked. */
async function renew(visit: Visit, stale: Session): Promise<void> {
  const { sessions } = visit.site;
  const body = { grant_type: 'refresh_token', refresh_token: stale.renew };
  const answer = await askFor(visit, {
    method: 'POST',
    url: '/auth',
    body,
    bodyType: 'application/json',
    token: undefined,
  });
  const tokens = tokensOf(answer);
  if (tokens) visit.session = sessions.open(tokens, stale.name, stale);
  else if (answer.status === 401 || answer.status === 403) endSession(visit);
}

/** Whoever sends a token is known by that; the cookie is for those who send none. */
const bringsToken = ({ headers, url }: IncomingMessage): boolean =>
  headers.authorization !== undefined || /[?&](?:access_)?token(?:=|%|\[|&|$)/.test(url ?? '');

/** Finds out who is signed in, and keeps them so. */
export async function findSession(visit: Visit): Promise<void> {
  const { request, base, site } = visit;
  if (bringsToken(request)) return;
  const session = await site.sessions.read(request, base);
  if (!session) return;
  if (site.sessions.isStale(session)) await renew(visit, session);
  else visit.session = session;
  if (visit.session) visit.setCookie = await site.sessions.cookie(visit.session, base);
}

/** Keeps somebody signed in whose request has taken long, such as a large file. */
export async function keepSession(visit: Visit): Promise<void> {
  const { session, base, site } = visit;
  if (!session || !site.sessions.isStale(session)) return;
  await renew(visit, session);
  if (visit.session) visit.setCookie = await site.sessions.cookie(visit.session, base);
}

/** What is around a page. @param who as the API knows the caller; undefined when it refused to look */
export function frameOf(visit: Visit, who: Who | undefined, status: number): Frame {
  const { site, base, path, session } = visit;
  const endpoints = who ? site.options.endpoints(who, base) : [];
  const described = describedBy(site.options.description(base).document);
  return {
    base,
    path,
    status,
    isPage: (at) => described.has('get', at),
    stylesheet: site.pages.stylesheet.path,
    endpoints: endpoints.map((endpoint) => ({ ...endpoint, label: pathInWords(endpoint.path) })),
    user: session && { name: session.name, csrf: session.csrf },
  };
}
