// Enrolling a second factor while signing in, for users whose role needs one (D693): an authenticator by POST and PATCH
// /auth/second_factor, or a passkey by POST and PATCH /auth/passkeys.
import { callFlat, frameOf, tokensOf, type BrowserRequest } from '../browser-request.ts';
import { ownHref } from '../pages/frame.ts';
import { sendPage } from '../page-response.ts';
import type { InnerAnswer } from '../service-client.ts';
import { keyIn, shownKey, type AuthenticatorKey } from './authenticator-key.ts';
import { detailOf, errorOf, loginForm } from '../pages/login-form.ts';
import { metaOf, passkeyForm, registrationBody, withoutSpaces } from './passkey-form.ts';

export interface Enrolling {
  challenge: string;
  username: string;
  apiKey: string | undefined;
  returnTo: string;
}

/** The input of the user: a code, or the response of an authenticator for a passkey with this name. */
export interface Enrolled extends AuthenticatorKey {
  code: string;
  name: string;
  passkey: Record<string, unknown> | undefined;
}

async function show(
  browser: BrowserRequest,
  enrolling: Enrolling,
  { failure, ...sent }: AuthenticatorKey & { failure?: string },
  answer: Pick<InnerAnswer, 'status' | 'headers'>,
): Promise<void> {
  const { returnTo, ...login } = enrolling;
  const { challenge, username, apiKey } = enrolling;
  const form = loginForm(browser, returnTo, login);
  const key = shownKey(sent);
  const { secret, uri } = key;
  const sentBack = Object.entries({ username, secret, ...(uri && { uri }), ...(apiKey && { api_key: apiKey }) });
  const passkey = await passkeyForm(
    browser,
    { body: { challenge }, apiKey },
    { kind: 'create', action: form.action, label: 'Add a passkey and sign in', hidden: sentBack },
  );
  const content = { title: 'Second factor', crumbs: [], login: form, key, failure, passkey };
  const frame = frameOf({ ...browser, session: undefined }, undefined, answer.status);
  sendPage(browser, frame, ['enrol', content], answer);
}

/** @returns the response of the service if no factor can be enrolled */
export async function showEnrolment(browser: BrowserRequest, enrolling: Enrolling): Promise<InnerAnswer | undefined> {
  const { challenge, apiKey } = enrolling;
  const answer = await callFlat(browser, { method: 'POST', url: '/auth/second_factor', body: { challenge }, apiKey });
  const key = keyIn(answer);
  if (!key) return answer;
  await show(browser, enrolling, key, { status: 200, headers: answer.headers });
  return undefined;
}

/** The first code, or the passkey. @returns the response of the service if the user has to begin again */
export async function enrolByForm(
  browser: BrowserRequest,
  enrolling: Enrolling,
  { code, secret, uri, passkey, name }: Enrolled,
): Promise<InnerAnswer | undefined> {
  const { challenge, username, apiKey, returnTo } = enrolling;
  const answer = await callFlat(browser, {
    method: 'PATCH',
    apiKey,
    ...(passkey
      ? { url: '/auth/passkeys', body: registrationBody(challenge, passkey, name) }
      : { url: '/auth/second_factor', body: { challenge, code: withoutSpaces(code) } }),
  });
  const tokens = tokensOf(answer);
  if (!tokens) {
    // After a wrong code another one may be sent; the service refuses an expired challenge.
    if (errorOf(answer)['code'] !== 'invalid_data') return answer;
    await show(browser, enrolling, { secret, uri, failure: detailOf(answer) }, answer);
    return undefined;
  }
  const { sessions } = browser.site;
  const session = sessions.open(tokens, username);
  browser.setCookie = await sessions.cookie(session, browser.base);
  const frame = frameOf({ ...browser, session }, undefined, 200);
  const codes = metaOf(answer)['recovery_codes'];
  const withWhat = passkey ? 'your passkey' : 'a code of your authenticator';
  const content = { title: 'Second factor', crumbs: [], codes, withWhat, goOn: ownHref(returnTo, browser) };
  sendPage(browser, frame, ['enrol', content], answer);
  return undefined;
}
