import type { IncomingMessage } from 'node:http';

/**
 * Address of the client: the peer, or the address that the outermost trusted proxy saw (D22, D399). Each proxy appends
 * the address of its peer to X-Forwarded-For, so entries are counted from the right; entries further left are claims of
 * the client. With fewer entries than proxies the request did not pass all proxies, and only the peer is certain.
 * @param proxies number of trusted proxies in front of the service; 0 for none
 */
export function clientAddress(request: IncomingMessage, proxies: number): string {
  const peer = request.socket.remoteAddress ?? 'unknown';
  if (proxies === 0) return peer;
  const header = request.headers['x-forwarded-for'];
  const forwarded = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').map((part) => part.trim());
  return (forwarded.filter((part) => part !== '').at(-proxies) ?? peer).slice(0, 64);
}
