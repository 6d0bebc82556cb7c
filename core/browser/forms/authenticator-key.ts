// The key of an authenticator app that is enrolled on a page: as text, as an address, and as a QR code.
import { renderSVG } from 'uqr';
import type { InnerAnswer } from '../service-client.ts';
import { metaOf } from './passkey-form.ts';

/** As the service returns it, only once: forms of the page send it back. */
export interface AuthenticatorKey {
  /** base32 */
  secret: string;
  /** `otpauth:` */
  uri: string;
}

export type ShownKey = ReturnType<typeof shownKey>;

/** Longer than any key of the service. */
const MAX_URI = 1000;

/** @returns undefined if the service returns none */
export function keyIn(answer: InnerAnswer): AuthenticatorKey | undefined {
  const { secret, uri } = metaOf(answer);
  return typeof secret === 'string' && typeof uri === 'string' ? { secret, uri } : undefined;
}

/** With a QR code as SVG for the camera of a telephone; without it and an address if a form has invented them. */
export function shownKey({ secret, uri }: AuthenticatorKey) {
  const isKey = uri.startsWith('otpauth://totp/') && uri.length <= MAX_URI;
  return isKey ? { secret, uri, qr: renderSVG(uri) } : { secret, uri: undefined, qr: undefined };
}
