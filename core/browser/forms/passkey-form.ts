// Passkeys on pages (D582): a form with options for the browser, which the script of the page sends with the authenticator's response.
import { callFlat, type BrowserRequest } from '../browser-request.ts';
import type { InnerAnswer, InnerRequest } from '../service-client.ts';
import { isRecord } from '../../values.ts';

export interface PasskeyForm {
  /** Function of `navigator.credentials`. */
  kind: 'create' | 'get';
  action: string;
  /** Of its button. */
  label: string;
  /** JSON. */
  options: string;
  hidden: readonly (readonly [name: string, value: string])[];
}

/** A code as a user has typed it. */
export const withoutSpaces = (code: string): string => code.replaceAll(/\s/g, '');

/** A second factor in a form: codes of authenticators are digits, others are recovery codes. */
export function factorIn(form: URLSearchParams): Record<string, unknown> {
  const passkey = passkeyIn(form);
  const code = form.get('code') ?? '';
  if (passkey) return { challenge: form.get('challenge') ?? '', passkey };
  return /^[\d\s]*$/.test(code) ? { code: withoutSpaces(code) } : { recovery_code: code };
}

export const metaOf = ({ json }: InnerAnswer): Record<string, unknown> =>
  isRecord(json) && isRecord(json['meta']) ? json['meta'] : {};

/** @returns undefined if the response has no options: the user has no passkey, or has too many */
export function passkeyFormIn(answer: InnerAnswer, form: Omit<PasskeyForm, 'options'>): PasskeyForm | undefined {
  const { challenge, options } = metaOf(answer);
  if (answer.status !== 200 || typeof challenge !== 'string') return undefined;
  const hidden = [...form.hidden.filter(([name]) => name !== 'challenge'), ['challenge', challenge] as const];
  return { ...form, options: JSON.stringify(options), hidden };
}

/** Requests the options from the service. @returns undefined if it returns none */
export async function passkeyForm(
  browser: BrowserRequest,
  request: Pick<InnerRequest, 'body' | 'apiKey' | 'token'>,
  form: Omit<PasskeyForm, 'options'>,
): Promise<PasskeyForm | undefined> {
  const url = form.kind === 'create' ? '/auth/passkeys' : '/auth/passkeys/challenge';
  return passkeyFormIn(await callFlat(browser, { method: 'POST', url, ...request }), form);
}

/** Completes the registration of a passkey. */
export const registrationBody = (challenge: string, credential: Record<string, unknown>, name: string): object => ({
  challenge,
  credential,
  ...(name.trim() && { name: name.trim() }),
});

/** The authenticator's response in a form; undefined in other forms; for invalid JSON an object that the service refuses. */
export function passkeyIn(form: URLSearchParams): Record<string, unknown> | undefined {
  const text = form.get('passkey');
  if (text === null) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    return isRecord(parsed) ? parsed : {};
  } catch {
    return {};
  }
}
