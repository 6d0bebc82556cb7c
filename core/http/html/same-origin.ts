// Whether a form was sent from a page of this service (D324). Browsers say where a POST comes from, and pages cannot change it.
import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../errors.ts';

function isOwn(origin: string, host: string | undefined, base: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { origin: sent, host: sentHost } = new URL(origin);
  return sent === new URL(base).origin || sentHost === host?.toLowerCase();
}

/**
 * A request that says nothing of where it comes from is refused as well.
 * @throws ApiError forbidden
 */
export function assertSameOrigin({ headers }: IncomingMessage, base: string): void {
  const site = headers['sec-fetch-site'];
  const { origin } = headers;
  const isSame = site === undefined || site === 'same-origin';
  const isFromHere = origin === undefined ? site === 'same-origin' : isOwn(origin, headers.host, base);
  if (!isSame || !isFromHere) {
    throw new ApiError('forbidden', 'The form was not sent from a page of this service.');
  }
}
