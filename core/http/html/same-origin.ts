// Whether a form was sent from a page of this service (D324). Browsers say where a POST comes from, and pages cannot change it.
import type { IncomingMessage } from 'node:http';
import { RefusedForm } from './refused-form.ts';
import { parseUrl } from '../../parse-url.ts';

function isOwn(origin: string, host: string | undefined, base: string): boolean {
  const sent = parseUrl(origin);
  return sent !== undefined && (sent.origin === new URL(base).origin || sent.host === host?.toLowerCase());
}

const DETAIL =
  'The form was not sent from a page of this service, or the browser does not say so. Nothing was changed.';
const ADVICE =
  'Open the page here, and send the form from there. If you did, something between you and this service removes the headers ' +
  'Origin and Sec-Fetch-Site, or calls the service by another name: tell whoever runs it.';

/**
 * A request that says nothing of where it comes from is refused as well.
 * @throws RefusedForm
 */
export function assertSameOrigin({ headers }: IncomingMessage, base: string): void {
  const site = headers['sec-fetch-site'];
  const { origin } = headers;
  const isSame = site === undefined || site === 'same-origin';
  const isFromHere = origin === undefined ? site === 'same-origin' : isOwn(origin, headers.host, base);
  if (!isSame || !isFromHere) {
    throw new RefusedForm(DETAIL, ADVICE);
  }
}
