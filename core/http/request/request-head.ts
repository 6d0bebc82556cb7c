// The request line and the headers (RFC 9112, 3.2), where Node leaves the check to the service.
import type { IncomingMessage, Server } from 'node:http';
import { ApiError } from '../../errors.ts';

/** A host with or without a port, such as `[::1]:3000`; empty for a target without an authority. */
const HOST = /^(?:\[[\da-f:.]+\]|[^\s/?#@\\,:[\]<>"]*)(?::\d*)?$/i;

/** `GET http://example.org/home HTTP/1.1`, as requests to a proxy have it. */
const ABSOLUTE = /^https?:\/\/([^/?#]*)(.*)$/is;

const unmet = new WeakSet<IncomingMessage>();

/** Lets the service answer requests with an expectation that it does not know. */
export function deferExpectations(server: Server): void {
  server.on('checkExpectation', (request, response) => {
    unmet.add(request);
    server.emit('request', request, response);
  });
}

const badHost = (detail: string): ApiError => new ApiError('bad_request', { detail, source: { header: 'Host' } });

/** Gives a request with an absolute target the usual form: its host replaces the Host header. */
function makeRelative(request: IncomingMessage): void {
  const [, authority, rest = ''] = ABSOLUTE.exec(request.url ?? '') ?? [];
  if (authority === undefined) return;
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
  request.headers.host = authority;
}

/** The fault of a head, which makes every request 400 or 417; undefined without one. */
export function readHead(request: IncomingMessage): ApiError | undefined {
  const hosts = request.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts > 1) return badHost('The request has more than one Host header.');
  if (hosts === 0 && request.httpVersion !== '1.0') return badHost('The request has no Host header.');
  makeRelative(request);
  if (!HOST.test(request.headers.host ?? '')) return badHost('Host is not a host with an optional port.');
  if (!unmet.has(request)) return undefined;
  const detail = 'The only expectation that is met is 100-continue.';
  return new ApiError('expectation_failed', { detail, source: { header: 'Expect' } });
}
