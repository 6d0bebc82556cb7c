import type { IncomingMessage } from 'node:http';

/**
 * Address of the client: the peer's, or with trusted proxies the one that the outermost of them saw (D22).
 * @param trustProxy false, true (all), or how many proxies stand in front
 */
export function clientAddress(request: IncomingMessage, trustProxy: boolean | number): string {
  const peer = request.socket.remoteAddress ?? 'unknown';
  if (trustProxy === false || trustProxy === 0) return peer;
  const header = request.headers['x-forwarded-for'];
  const forwarded = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').map((part) => part.trim());
  const chain = [...forwarded.filter((part) => part !== ''), peer];
  const index = trustProxy === true ? 0 : Math.max(0, chain.length - 1 - trustProxy);
  return (chain[index] ?? peer).slice(0, 64);
}
