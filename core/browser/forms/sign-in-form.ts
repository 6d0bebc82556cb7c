// Signing in and out with forms (D324), by POST /auth, so that attempts count as everywhere.
import { isJson } from '../json-api-document.ts';
import { ownHref } from '../pages/frame.ts';
import { sendOn, sendPage } from '../page-response.ts';
import type { InnerAnswer } from '../service-client.ts';
import { offersSignUp } from './sign-up-form.ts';
import { askFor, endSession, frameOf, tokensOf, type BrowserRequest } from '../browser-request.ts';
import { parseUrl } from '../../parse-url.ts';

export interface LoginForm {
  /** Address of the form. */
  action: string;
  username: string;
  needsApiKey: boolean;
  failure: string | undefined;
  /** Sent again with the second step. */
  apiKey: string | undefined;
  /** Of a user with a second factor: the form asks for a code. */
  challenge: string | undefined;
}

export const loginForm = (browser: BrowserRequest, returnTo: string, more: Partial<LoginForm> = {}): LoginForm => ({
  action: ownHref(`/html/sign-in?return=${encodeURIComponent(returnTo)}`, browser),
  username: '',
  needsApiKey: browser.site.options.requireApiKey,
  failure: undefined,
  challenge: undefined,
  apiKey: undefined,
  ...more,
});

/** Path to return to, within this service: a link to the form cannot lead to another host. */
function returnPath(query: URLSearchParams): string {
  const asked = query.get('return') ?? '';
  const url = /^\/(?![/\\])/.test(asked) ? parseUrl(asked, 'http://localhost') : undefined;
  if (!url) return '/home';
  const { host, pathname, search } = url;
  const isPage = host === 'localhost' && !pathname.startsWith('//') && !/^\/html\/(?:sign-|find\b)/.test(pathname);
  return isPage ? pathname + search : '/home';
}

/** The API's answer in short. */
function detailOf({ json }: InnerAnswer): string {
  const error = isJson(json) && isJson(json['error']) ? json['error'] : {};
  return typeof error['detail'] === 'string' ? error['detail'] : 'It did not work.';
}

const signUpLink = (browser: BrowserRequest) => ({
  signUp: offersSignUp(browser) ? ownHref('/html/sign-up', browser) : undefined,
});

/** A signed-in user can continue, sign out, or sign in as another one. */
export function showSignIn(browser: BrowserRequest, query: URLSearchParams): void {
  const returnTo = returnPath(query);
  const frame = frameOf(browser, undefined, 200);
  const title = browser.session ? 'You are signed in' : 'Sign in';
  const content = {
    title,
    crumbs: [],
    login: loginForm(browser, returnTo),
    goOn: ownHref(returnTo, browser),
    ...signUpLink(browser),
  };
  sendPage(browser, browser.site.pages.render('sign-in', frame, content), { status: 200 });
}

/** The password, or the second step of a user with a second factor. */
function stepOf(form: URLSearchParams): Record<string, string> {
  const [username = '', password = '', challenge = '', code = ''] = ['username', 'password', 'challenge', 'code'].map(
    (name) => form.get(name) ?? '',
  );
  if (challenge === '') return { username, password };
  // Codes of authenticators are digits.
  const answer: Record<string, string> = /^[\d\s]*$/.test(code) ? { code } : { recovery_code: code };
  return { grant_type: 'second_factor', challenge, ...answer };
}

const errorOf = ({ json }: InnerAnswer): Record<string, unknown> =>
  isJson(json) && isJson(json['error']) ? json['error'] : {};

function challengeOf(answer: InnerAnswer): string | undefined {
  const { meta } = errorOf(answer);
  return isJson(meta) && typeof meta['challenge'] === 'string' ? meta['challenge'] : undefined;
}

const isWrongCode = (answer: InnerAnswer): boolean => /^The code is wrong/.test(detailOf(answer));

export async function signInByForm(
  browser: BrowserRequest,
  form: URLSearchParams,
  query: URLSearchParams,
): Promise<void> {
  const { sessions, pages } = browser.site;
  const [username, apiKey] = ['username', 'api_key'].map((name) => form.get(name) ?? '');
  const answer = await askFor(browser, {
    method: 'POST',
    url: '/auth',
    body: stepOf(form),
    bodyType: 'application/json',
    token: undefined,
    ...(apiKey && { apiKey }),
  });
  const returnTo = returnPath(query);
  const tokens = tokensOf(answer);
  if (tokens) {
    browser.setCookie = await sessions.cookie(sessions.open(tokens, username ?? ''), browser.base);
    return sendOn(browser, ownHref(returnTo, browser));
  }
  const challenge = challengeOf(answer);
  // A wrong code may be corrected; the service says when the challenge has ended.
  const again = form.get('challenge') && isWrongCode(answer) ? (form.get('challenge') ?? undefined) : undefined;
  const failure = challenge === undefined ? detailOf(answer) : undefined;
  const login = loginForm(browser, returnTo, {
    username: username ?? '',
    failure,
    challenge: challenge ?? again,
    apiKey,
  });
  const frame = frameOf({ ...browser, session: undefined }, undefined, answer.status);
  const html = pages.render('sign-in', frame, { title: 'Sign in', crumbs: [], login, ...signUpLink(browser) });
  sendPage(browser, html, { status: answer.status, headers: answer.headers });
}

/** Ends the session of the browser, and revokes its refresh token. */
export async function signOut(browser: BrowserRequest): Promise<void> {
  const { session } = browser;
  if (session) await askFor(browser, { method: 'DELETE', url: `/auth/${encodeURIComponent(session.renew)}` });
  endSession(browser);
  sendOn(browser, ownHref('/home', browser));
}
