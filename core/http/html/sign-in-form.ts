// Signing in and out by form (D324): by POST /auth, as everybody does, so that guesses count there.
import { isJson } from '../../format/html/document.ts';
import { ownHref } from '../../format/html/page.ts';
import { sendOn, sendPage } from './html-answer.ts';
import type { InnerAnswer } from './inner-request.ts';
import { offersSignUp } from './sign-up-form.ts';
import { askFor, endSession, frameOf, tokensOf, type Visit } from './visit.ts';
import { parseUrl } from '../../parse-url.ts';

export interface LoginForm {
  /** Where it is sent. */
  action: string;
  username: string;
  needsApiKey: boolean;
  failure: string | undefined;
}

export const loginForm = (visit: Visit, returnTo: string, more: Partial<LoginForm> = {}): LoginForm => ({
  action: ownHref(`/html/sign-in?return=${encodeURIComponent(returnTo)}`, visit),
  username: '',
  needsApiKey: visit.site.options.requireApiKey,
  failure: undefined,
  ...more,
});

/** Paths of this service only: nobody is sent elsewhere by a link to the form. */
function returnPath(query: URLSearchParams): string {
  const asked = query.get('return') ?? '';
  const url = /^\/(?![/\\])/.test(asked) ? parseUrl(asked, 'http://localhost') : undefined;
  if (!url) return '/home';
  const { host, pathname, search } = url;
  const isPage = host === 'localhost' && !pathname.startsWith('//') && !/^\/html\/(?:sign-|find\b)/.test(pathname);
  return isPage ? pathname + search : '/home';
}

/** What the API answers in short. */
function detailOf({ json }: InnerAnswer): string {
  const error = isJson(json) && isJson(json['error']) ? json['error'] : {};
  return typeof error['detail'] === 'string' ? error['detail'] : 'It did not work.';
}

const signUpLink = (visit: Visit) => ({ signUp: offersSignUp(visit) ? ownHref('/html/sign-up', visit) : undefined });

/** Whoever is signed in already is told so, and can sign out or go on as somebody else. */
export function showSignIn(visit: Visit, query: URLSearchParams): void {
  const returnTo = returnPath(query);
  const frame = frameOf(visit, undefined, 200);
  const title = visit.session ? 'You are signed in' : 'Sign in';
  const content = {
    title,
    crumbs: [],
    login: loginForm(visit, returnTo),
    goOn: ownHref(returnTo, visit),
    ...signUpLink(visit),
  };
  sendPage(visit, visit.site.pages.render('sign-in', frame, content), { status: 200 });
}

export async function signIn(visit: Visit, form: URLSearchParams, query: URLSearchParams): Promise<void> {
  const { sessions, pages } = visit.site;
  const [username, password, apiKey] = ['username', 'password', 'api_key'].map((name) => form.get(name) ?? '');
  const answer = await askFor(visit, {
    method: 'POST',
    url: '/auth',
    body: { username, password },
    bodyType: 'application/json',
    token: undefined,
    ...(apiKey && { apiKey }),
  });
  const returnTo = returnPath(query);
  const tokens = tokensOf(answer);
  if (tokens) {
    visit.setCookie = await sessions.cookie(sessions.open(tokens, username ?? ''), visit.base);
    return sendOn(visit, ownHref(returnTo, visit));
  }
  const login = loginForm(visit, returnTo, { username: username ?? '', failure: detailOf(answer) });
  const frame = frameOf({ ...visit, session: undefined }, undefined, answer.status);
  const html = pages.render('sign-in', frame, { title: 'Sign in', crumbs: [], login, ...signUpLink(visit) });
  sendPage(visit, html, { status: answer.status, headers: answer.headers });
}

/** Ends the session in the browser, and its refresh token with it. */
export async function signOut(visit: Visit): Promise<void> {
  const { session } = visit;
  if (session) await askFor(visit, { method: 'DELETE', url: `/auth/${encodeURIComponent(session.renew)}` });
  endSession(visit);
  sendOn(visit, ownHref('/home', visit));
}
