// METRICS_TOKEN: a token that reads `/metrics` only (D637). Access tokens expire too soon for scrapers.
import type { IncomingMessage } from 'node:http';
import { createHash, timingSafeEqual } from 'node:crypto';
import { ANONYMOUS, FULL_ACCESS, type Access, type Caller } from '../context.ts';

const CALLER: Caller = { ...ANONYMOUS };
const ACCESS: Access = { ...FULL_ACCESS, grant: (endpoint) => (endpoint === 'metrics' ? 'all' : 'none') };

interface Sessions {
  authenticate(token: string, applicationId: number | null, request?: IncomingMessage): Promise<Caller>;
  accessOf(caller: Caller): Access;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** @returns the same access, extended by the token */
export function withMetricsToken(token: string | undefined, { authenticate, accessOf }: Sessions): Sessions {
  if (token === undefined) return { authenticate, accessOf };
  const expected = digest(token);
  return {
    async authenticate(given, applicationId, request) {
      return timingSafeEqual(digest(given), expected) ? CALLER : authenticate(given, applicationId, request);
    },
    accessOf: (caller) => (caller === CALLER ? ACCESS : accessOf(caller)),
  };
}
