// Signing in and out with forms (D324), by POST /auth, so that attempts count as everywhere.
import { isResource } from '../json-api-document.ts';
import { ownHref } from '../pages/frame.ts';
import { sendRedirect, sendPage } from '../page-response.ts';
import type { InnerAnswer } from '../service-client.ts';
import { enrolByForm, showEnrolment } from './enrolment-form.ts';
import { detailOf, errorOf, loginForm } from '../pages/login-form.ts';
import { factorIn, passkeyForm, passkeyIn, type PasskeyForm } from './passkey-form.ts';
import {
  callFlat,
  callService,
  forgetSession,
  frameOf,
  isOpen,
  tokensOf,
  type BrowserRequest,
} from '../browser-request.ts';
import { parseUrl } from '../../network/parse-url.ts';
import { isRecord } from '../../values.ts';

/** Path to return to, within this service: a link to the form cannot lead to another host. */
function returnPath(query: URLSearchParams): string {
  const requestedTarget = query.get('return') ?? '';
  const url = /^\/(?![/\\])/.test(requestedTarget) ? parseUrl(requestedTarget, 'http://localhost') : undefined;
  if (!url) return '/home';
  const { host, pathname, search } = url;
  const isPage =
    host === 'localhost' && !pathname.startsWith('//') && !/^\/html\/(?:sign-|find\b|forgot-|new-)/.test(pathname);
  return isPage ? pathname + search : '/home';
}

/** Without an account, or without a password. */
const otherWays = (browser: BrowserRequest, returnTo: string) => ({
  signUp: isOpen(browser, '/signup') ? ownHref('/html/sign-up', browser) : undefined,
  forgot: isOpen(browser, '/auth/change') ? ownHref('/html/forgot-password', browser) : undefined,
  withPasskey: ownHref(`/html/sign-in?with=passkey&return=${encodeURIComponent(returnTo)}`, browser),
});

/**
 * The form to sign in by a passkey alone. If every request needs an API key, its challenge belongs to the application
 * of the sent key.
 * @returns undefined if the service returns no challenge
 */
function onlyPasskey(browser: BrowserRequest, returnTo: string, apiKey = ''): Promise<PasskeyForm | undefined> {
  const { action } = loginForm(browser, returnTo);
  const hidden = [['step', 'only'] as const, ...sentBack('', apiKey)];
  const form = { kind: 'get', action, label: 'Sign in with a passkey', hidden } as const;
  return passkeyForm(browser, { body: {}, apiKey }, form);
}

/** A signed-in user can continue, sign out, or sign in as another one. */
export async function showSignIn(browser: BrowserRequest, query: URLSearchParams): Promise<void> {
  const returnTo = returnPath(query);
  const frame = frameOf(browser, undefined, 200);
  const isOnly = query.get('with') === 'passkey';
  const needsKey = isOnly && browser.site.options.requireApiKey;
  const passkey = isOnly && !needsKey ? await onlyPasskey(browser, returnTo) : undefined;
  const title = browser.session ? 'You are signed in' : 'Sign in';
  const content = {
    title,
    crumbs: [],
    login: loginForm(browser, returnTo),
    isOnly: passkey !== undefined || needsKey,
    needsKey,
    passkey,
    goOn: ownHref(returnTo, browser),
    ...otherWays(browser, returnTo),
  };
  sendPage(browser, frame, ['sign-in', content]);
}

/** The API key for a sign-in by a passkey alone, which the form with the passkey sends again. */
async function takeApiKey(browser: BrowserRequest, apiKey: string, query: URLSearchParams): Promise<void> {
  const returnTo = returnPath(query);
  const passkey = await onlyPasskey(browser, returnTo, apiKey);
  const status = passkey ? 200 : 403;
  const failure = passkey ? undefined : 'Passkeys cannot be used with this API key.';
  const login = loginForm(browser, returnTo, { failure });
  const content = { title: 'Sign in', crumbs: [], login, isOnly: true, needsKey: !passkey, passkey };
  const frame = frameOf({ ...browser, session: undefined }, undefined, status);
  sendPage(browser, frame, ['sign-in', content]);
}

/** The password, the second step of a user with a second factor, or a passkey alone. */
function stepOf(form: URLSearchParams): Record<string, unknown> {
  const [username = '', password = '', challenge = ''] = ['username', 'password', 'challenge'].map(
    (name) => form.get(name) ?? '',
  );
  if (challenge === '') return { username, password };
  const grant_type = form.get('step') === 'only' ? 'passkey' : 'second_factor';
  return { grant_type, challenge, ...factorIn(form) };
}

function challengeOf(answer: InnerAnswer): string | undefined {
  const { meta } = errorOf(answer);
  return isRecord(meta) && typeof meta['challenge'] === 'string' ? meta['challenge'] : undefined;
}

export async function signInByForm(
  browser: BrowserRequest,
  form: URLSearchParams,
  query: URLSearchParams,
): Promise<void> {
  const [username = '', apiKey = '', challenge = ''] = ['username', 'api_key', 'challenge'].map(
    (name) => form.get(name) ?? '',
  );
  if (form.get('step') === 'key') return takeApiKey(browser, apiKey, query);
  const secret = form.get('secret');
  if (secret !== null) {
    const enrolling = { challenge, username, apiKey, returnTo: returnPath(query) };
    const [code = '', uri = '', name = ''] = ['code', 'uri', 'name'].map((each) => form.get(each) ?? '');
    const refused = await enrolByForm(browser, enrolling, { secret, uri, code, name, passkey: passkeyIn(form) });
    return refused && answerSignIn(browser, { answer: refused, username, apiKey }, query);
  }
  const answer = await callFlat(browser, { method: 'POST', url: '/auth', body: stepOf(form), apiKey });
  // After a wrong response another one may be sent; the service refuses an expired challenge.
  const isWrong = /^The (?:code|answer) is wrong/.test(detailOf(answer));
  const again = challenge !== '' && isWrong ? challenge : undefined;
  await answerSignIn(browser, { answer, username, apiKey, again }, query);
}

interface SignInAnswer {
  answer: InnerAnswer;
  username: string;
  apiKey: string;
  /** A challenge that is still valid for another attempt. */
  again?: string | undefined;
}

/** Opens a session, requests the second step, offers enrolment, or shows the error. */
async function answerSignIn(
  browser: BrowserRequest,
  { answer, username, apiKey, again }: SignInAnswer,
  query: URLSearchParams,
): Promise<void> {
  const { sessions } = browser.site;
  const returnTo = returnPath(query);
  const tokens = tokensOf(answer);
  if (tokens) {
    const name = username || (await nameOf(browser, tokens.jwt));
    browser.setCookie = await sessions.cookie(sessions.open(tokens, name), browser.base);
    return sendRedirect(browser, ownHref(returnTo, browser));
  }
  const challenge = challengeOf(answer);
  if (challenge !== undefined && errorOf(answer)['code'] === 'second_factor_enrolment_required') {
    const refused = await showEnrolment(browser, { challenge, username, apiKey, returnTo });
    return refused && answerSignIn(browser, { answer: refused, username, apiKey }, query);
  }
  const failure = challenge === undefined ? detailOf(answer) : undefined;
  const step = challenge ?? again;
  const login = loginForm(browser, returnTo, { username, failure, challenge: step, apiKey });
  const passkey =
    step === undefined
      ? undefined
      : await passkeyForm(
          browser,
          { body: { challenge: step }, apiKey },
          { kind: 'get', action: login.action, label: 'Use a passkey', hidden: sentBack(username, apiKey) },
        );
  const frame = frameOf({ ...browser, session: undefined }, undefined, answer.status);
  const content = { title: 'Sign in', crumbs: [], login, passkey, ...otherWays(browser, returnTo) };
  sendPage(browser, frame, ['sign-in', content], answer);
}

const sentBack = (username: string, apiKey: string): [string, string][] => {
  const all: [string, string][] = [
    ['username', username],
    ['api_key', apiKey],
  ];
  return all.filter(([, text]) => text !== '');
};

/** A passkey identifies its user. */
async function nameOf(browser: BrowserRequest, token: string): Promise<string> {
  const { json } = await callService(browser, { method: 'GET', url: '/auth/user', token });
  const data = isRecord(json) ? json['data'] : undefined;
  const username = isResource(data) ? data.attributes?.['username'] : undefined;
  return typeof username === 'string' ? username : '';
}

/** Ends the session of the browser, and revokes its refresh token. */
export async function signOut(browser: BrowserRequest): Promise<void> {
  const { session } = browser;
  if (session) await callService(browser, { method: 'DELETE', url: `/auth/${encodeURIComponent(session.renew)}` });
  forgetSession(browser);
  sendRedirect(browser, ownHref('/home', browser));
}
