// Cross-origin requests (D4, D287): permitted for the origins of CORS_ORIGINS, and never with credentials of the browser, since
// requests carry their own.
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

/**
 * Sets the headers for a permitted origin, and responds to preflights, which are no operation.
 * @returns whether it has sent a response
 */
export function answerCors(
  origins: CorsOrigins | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const { origin } = request.headers;
  if (origins === undefined) return false;
  // For files, which do not vary otherwise; dispatch replaces it.
  if (origins !== 'any') response.setHeader('Vary', 'Origin');
  if (origin === undefined || (origins !== 'any' && !origins.has(origin))) return false;
  response.setHeader('Access-Control-Allow-Origin', origins === 'any' ? '*' : origin);
  const isPreflight = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
  if (!isPreflight) {
    response.setHeader('Access-Control-Expose-Headers', EXPOSED);
    return false;
  }
  const headers = allowedHeaders(request);
  response.writeHead(204, {
    'Access-Control-Allow-Methods': METHODS,
    ...(headers && { 'Access-Control-Allow-Headers': headers }),
    'Access-Control-Max-Age': MAX_AGE,
    Vary: 'Origin, Access-Control-Request-Headers',
  });
  response.end();
  return true;
}
