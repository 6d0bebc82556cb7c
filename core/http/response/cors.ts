// Cross-origin requests (D4, D287): for the origins of CORS_ORIGINS, and never with credentials of the browser.
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Permitted origins; `any` for all. */
export type CorsOrigins = 'any' | ReadonlySet<string>;

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';

/** Response headers that pages can read in addition to the default ones. */
const EXPOSED = [
  'Location',
  'ETag',
  'Allow',
  'Retry-After',
  'Idempotency-Replayed',
  'RateLimit',
  'RateLimit-Policy',
  'WWW-Authenticate',
  'X-Api-Version',
  'X-Request-Id',
  'Server-Timing',
  'Deprecation',
  'Sunset',
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Range',
].join(', ');

/** Seconds that browsers cache a preflight. */
const MAX_AGE = '600';

const HEADER_NAMES = /^[\w\-!#$%&'*+.^`|~, ]{1,1000}$/;

/** Request headers of pages: all that a preflight names, since none of them authenticates a caller by itself. */
const allowedHeaders = ({ headers }: IncomingMessage): string => {
  const requested = headers['access-control-request-headers'];
  return requested !== undefined && HEADER_NAMES.test(requested) ? requested : '';
};

/** The headers that responses vary by. @param origins undefined when CORS is off */
export const varyOf = (origins: CorsOrigins | undefined): string =>
  origins === undefined || origins === 'any' ? 'Accept' : 'Accept, Origin';

const isPermitted = (origins: CorsOrigins | undefined, { headers: { origin } }: IncomingMessage): boolean =>
  origins !== undefined && origin !== undefined && (origins === 'any' || origins.has(origin));

/** Sets the headers for a permitted origin. */
export function allowOrigin(
  origins: CorsOrigins | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  // For files, which do not vary otherwise; dispatch replaces it.
  if (origins !== undefined && origins !== 'any') response.setHeader('Vary', 'Origin');
  if (!isPermitted(origins, request)) return;
  response.setHeader('Access-Control-Allow-Origin', origins === 'any' ? '*' : (request.headers.origin ?? ''));
  response.setHeader('Access-Control-Expose-Headers', EXPOSED);
}

/** A preflight of a permitted origin, which is no operation. */
export const isPreflight = (origins: CorsOrigins | undefined, request: IncomingMessage): boolean =>
  request.method === 'OPTIONS' &&
  request.headers['access-control-request-method'] !== undefined &&
  isPermitted(origins, request);

export function answerPreflight(request: IncomingMessage, response: ServerResponse): void {
  const headers = allowedHeaders(request);
  response.removeHeader('Access-Control-Expose-Headers');
  response.writeHead(204, {
    'Access-Control-Allow-Methods': METHODS,
    ...(headers && { 'Access-Control-Allow-Headers': headers }),
    'Access-Control-Max-Age': MAX_AGE,
    Vary: 'Origin, Access-Control-Request-Headers',
  });
  response.end();
}
