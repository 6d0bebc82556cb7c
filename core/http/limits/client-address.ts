import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Logger } from '../../log.ts';

/** In brackets, as addresses of IPv6 with a port have to be, or without; the port may be any token (RFC 7239, 6). */
const WITH_PORT = /^(?:\[([^\]]*)\]|([^:]*))(?::[\w.-]*)?$/;

/** The address in an entry of X-Forwarded-For: some proxies append the port, which differs for each connection. */
function addressIn(entry: string): string | undefined {
  const text = entry.replace(/^"(.*)"$/, '$1');
  const [, bracketed, plain] = WITH_PORT.exec(text) ?? [];
  const address = bracketed ?? plain ?? text;
  return isIP(address) === 0 ? undefined : address;
}

/**
 * Address of the client: the peer, or the address that the outermost trusted proxy saw (D22, D399). Each proxy appends
 * the address of its peer to X-Forwarded-For, so entries are counted from the right; entries further left are claims of
 * the client. With fewer entries than proxies the request did not pass all proxies, and only the peer is certain. The
 * same holds for an entry that is no address (D742): it could be a new one with each request.
 * @param proxies number of trusted proxies in front of the service; 0 for none
 */
export function clientAddress(request: IncomingMessage, proxies: number): string {
  const peer = request.socket.remoteAddress ?? 'unknown';
  if (proxies === 0) return peer;
  const header = request.headers['x-forwarded-for'];
  const forwarded = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').map((part) => part.trim());
  return addressIn(forwarded.filter((part) => part !== '').at(-proxies) ?? '') ?? peer;
}

/** Without TRUST_PROXY all callers behind a proxy share the limits of one. @returns notes a request, and warns once */
export function createProxyHint(proxies: number, log: Pick<Logger, 'warn'>): (request: IncomingMessage) => void {
  let isGiven = proxies > 0;
  return ({ headers }) => {
    if (isGiven || (headers['x-forwarded-for'] === undefined && headers.forwarded === undefined)) return;
    isGiven = true;
    log.warn('a request came through a proxy, and TRUST_PROXY is off: callers behind it count as one address');
  };
}
