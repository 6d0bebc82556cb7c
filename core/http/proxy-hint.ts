// A hint for the operator: without TRUST_PROXY all callers behind a proxy have its address, and share the limits of one.
import type { IncomingMessage } from 'node:http';
import type { Logger } from '../log.ts';

const HINT =
  'a request came through a proxy (X-Forwarded-For or Forwarded), but TRUST_PROXY is off: all callers behind it are counted as one address. Set TRUST_PROXY to the number of proxies in front, or let no client send these headers';

/** @param proxies number of trusted proxies @returns notes a request, and warns once */
export function createProxyHint(proxies: number, log: Pick<Logger, 'warn'>): (request: IncomingMessage) => void {
  let isGiven = proxies > 0;
  return ({ headers }) => {
    if (isGiven || (headers['x-forwarded-for'] === undefined && headers.forwarded === undefined)) return;
    isGiven = true;
    log.warn(HINT);
  };
}
