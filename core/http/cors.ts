// Requests of pages from other origins (D4, D287): let through for the origins of CORS_ORIGINS, and never with credentials of the
// browser, since callers are known by what they send themselves.
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Origins that pages may come from; `any` for all of them. */
export type CorsOrigins = 'any' | ReadonlySet<string>;

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';

/** What pages may read of an answer besides what browsers let them read anyway. */
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
  'Server-Timing',
  'Deprecation',
  'Sunset',
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Range',
].join(', ');

/** Seconds that browsers remember what a preflight said. */
const MAX_AGE = '600';

const HEADER_NAMES = /^[\w\-!#$%&'*+.^`|~, ]{1,1000}$/;

/** Which of the headers that it asks for a page may send: any, since none of them says who somebody is without being told. */
const allowedHeaders = ({ headers }: IncomingMessage): string => {
  const asked = headers['access-control-request-headers'];
  return asked !== undefined && HEADER_NAMES.test(asked) ? asked : '';
};

/** What answers vary by. @param origins undefined where CORS is off */
export const varyOf = (origins: CorsOrigins | undefined): string =>
  origins === undefined || origins === 'any' ? 'Accept' : 'Accept, Origin';

/**
 * Sets the headers for a page of an origin that is let in, and answers preflights, which ask for no operation.
 * @returns whether it has answered
 */
export function answerCors(
  origins: CorsOrigins | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const { origin } = request.headers;
  if (origins === undefined) return false;
  // Of what does not vary otherwise, files; dispatch puts its own in the place of it.
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
