// Protection against forged forms: a form must come from a page of this service, in the session in which it was opened (D324).
// Browsers send the origin of a POST, and pages cannot change it.
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../errors.ts';
import { parseUrl } from '../../network/parse-url.ts';
import type { BrowserSession } from '../session-cookie.ts';

/** A form that is refused before it becomes a request of the API, with advice for its sender. */
export class RefusedForm extends ApiError {
  readonly advice: string;

  constructor(detail: string, advice: string) {
    super('forbidden', detail);
    this.advice = advice;
  }
}

function isOwn(origin: string, host: string | undefined, base: string): boolean {
  const sent = parseUrl(origin);
  return sent !== undefined && (sent.origin === new URL(base).origin || sent.host === host?.toLowerCase());
}

const DETAIL =
  'The form was not sent from a page of this service, or the browser does not say so. Nothing was changed.';
const ADVICE =
  'Open the page here, and send the form from there. If you did, something between you and this service removes the headers ' +
  'Origin and Sec-Fetch-Site, or calls the service by another name: tell its administrators.';

/** A request without an origin is refused as well. @throws RefusedForm */
export function assertSameOrigin({ headers }: IncomingMessage, base: string): void {
  const site = headers['sec-fetch-site'];
  const { origin } = headers;
  const isSame = site === undefined || site === 'same-origin';
  const isFromHere = origin === undefined ? site === 'same-origin' : isOwn(origin, headers.host, base);
  if (!isSame || !isFromHere) throw new RefusedForm(DETAIL, ADVICE);
}

/** @throws RefusedForm when a form does not come from a page of this session */
export function assertCsrf({ csrf }: BrowserSession, form: URLSearchParams): void {
  const [known, given] = [csrf, form.get('csrf') ?? ''].map((text) => Buffer.from(text));
  if (known && given && known.length === given.length && timingSafeEqual(known, given)) return;
  throw new RefusedForm(
    'The form is of another session: a user has signed in or out in this browser since it was opened. Nothing was changed.',
    'Open the form again, and send it from there. Going back in the browser shows what you had entered.',
  );
}
