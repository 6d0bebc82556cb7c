// A hint for the operator: without TRUST_PROXY all callers behind a proxy have its address, and share the limits of one.
import type { IncomingMessage } from 'node:http';
import type { Logger } from '../../log.ts';

/** @param proxies number of trusted proxies @returns notes a request, and warns once */
export function createProxyHint(proxies: number, log: Pick<Logger, 'warn'>): (request: IncomingMessage) => void {
  let isGiven = proxies > 0;
  return ({ headers }) => {
    if (isGiven || (headers['x-forwarded-for'] === undefined && headers.forwarded === undefined)) return;
    isGiven = true;
    log.warn('a request came through a proxy, and TRUST_PROXY is off: callers behind it count as one address');
  };
}
