// Pages as responses: their headers, and caching by browsers (D321, D322).
import { createHash } from 'node:crypto';
import { knownTag } from '../http/response/etag.ts';
import { withClose, endUnread, isUnread } from '../http/request/unread-body.ts';
import type { BrowserRequest, Site } from './browser-request.ts';
import type { Frame } from './pages/frame.ts';
import type { Content, PageName } from './render.ts';

/**
 * No content of other hosts, no forms to other hosts, no frames on other sites.
 * @param script hash of the one that the page runs; others run none (D322, D582, D968)
 * @param sends it sends files to the service
 */
const policyWith = (script: string | undefined, sends: boolean): string =>
  [
    "default-src 'none'",
    ...(script === undefined ? [] : [`script-src '${script}'`]),
    ...(sends ? ["connect-src 'self'"] : []),
    "style-src 'self'",
    "img-src 'self' data:",
    "media-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Headers of the API's response that the page gets too. */
const PASSED_ON = [
  ['x-api-version', 'X-Api-Version'],
  ['x-request-id', 'X-Request-Id'],
  ['server-timing', 'Server-Timing'],
  ['ratelimit', 'RateLimit'],
  ['ratelimit-policy', 'RateLimit-Policy'],
  ['retry-after', 'Retry-After'],
  ['allow', 'Allow'],
  ['www-authenticate', 'WWW-Authenticate'],
  ['deprecation', 'Deprecation'],
  ['sunset', 'Sunset'],
] as const;

type Headers = Record<string, string>;

const commonHeaders = ({ site, setCookie }: BrowserRequest, script?: string, sends = false): Headers => ({
  'Content-Security-Policy': policyWith(script, sends),
  'X-Content-Type-Options': 'nosniff',
  // With no-referrer browsers would not send the origin of a form from this page either.
  'Referrer-Policy': 'same-origin',
  Vary: `${site.options.vary}, Cookie`,
  ...(setCookie !== undefined && { 'Set-Cookie': setCookie }),
});

const passedOn = (headers: Readonly<Headers>): Headers =>
  Object.fromEntries(
    PASSED_ON.flatMap(([name, shown]): [string, string][] =>
      headers[name] === undefined ? [] : [[shown, headers[name]]],
    ),
  );

function send({ request, response }: BrowserRequest, status: number, headers: Headers, body?: string): void {
  const all = body === undefined ? headers : { ...headers, 'Content-Length': String(Buffer.byteLength(body)) };
  const text = request.method === 'HEAD' ? undefined : body;
  if (isUnread(request)) return endUnread(request, response.writeHead(status, withClose(request, all)), text);
  response.writeHead(status, all).end(text);
}

/** What a page shows: its template, and the content of that. */
export type NamedPage = readonly [name: PageName, content: Content];

/**
 * Sends a page with the status of its frame.
 * @param passed headers of the API's response
 * @param isKept browsers may store it and revalidate it
 */
export function sendPage(
  browser: BrowserRequest,
  frame: Frame,
  [name, content]: NamedPage,
  { headers: passed = {}, isKept = false }: { headers?: Readonly<Headers>; isKept?: boolean } = {},
): void {
  const { render, script, editor } = browser.site.pages;
  const html = render(name, frame, content);
  const hasEditor = content.hasEditor === true;
  const headers: Headers = {
    ...commonHeaders(browser, hasEditor ? editor.hash : content.passkey ? script.hash : undefined, hasEditor),
    ...passedOn(passed),
    'Cache-Control': isKept ? 'private, no-cache' : 'private, no-store',
  };
  if (isKept && frame.status === 200) {
    // Of the whole page: its data, the user, and the permissions.
    headers['ETag'] = `"html.${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
    const isKnown = knownTag(browser.request.headers['if-none-match'], headers['ETag']) !== undefined;
    if (isKnown) return send(browser, 304, headers);
  }
  send(browser, frame.status, { ...headers, 'Content-Type': 'text/html; charset=utf-8' }, html);
}

/** Redirects to another page after a form, so that a reload does not send it again. @param href path with query */
export function sendRedirect(browser: BrowserRequest, href: string): void {
  send(browser, 303, { ...commonHeaders(browser), 'Cache-Control': 'private, no-store', Location: href });
}

/** The stylesheet or the script at a path. */
export const assetAt = ({ pages: { stylesheet, editor } }: Site, path: string) =>
  [stylesheet, editor].find((asset) => asset.path === path);

/** Its name contains its hash, so it is kept for ever. */
export function sendAsset(browser: BrowserRequest, { type, text }: { type: string; text: string }): void {
  const headers = {
    'Content-Type': `${type}; charset=utf-8`,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'Cache-Control': 'public, max-age=31536000, immutable',
  };
  send(browser, 200, headers, text);
}
