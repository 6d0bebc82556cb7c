// A forgotten password, with forms: POST /auth/change asks for the mail, PATCH /auth/change sets the new one (D747).
import { errorPage } from '../pages/error-page.ts';
import { ownHref } from '../pages/frame.ts';
import { ApiError } from '../../errors.ts';
import { sendRedirect, sendPage } from '../page-response.ts';
import type { InnerAnswer } from '../service-client.ts';
import { callFlat, frameOf, isOpen, type BrowserRequest } from '../browser-request.ts';

const FORGOT = '/html/forgot-password';
const RESET = '/html/new-password';

/** @throws ApiError not_found where it is closed */
function assertOffered(browser: BrowserRequest): void {
  if (!isOpen(browser, '/auth/change'))
    throw new ApiError('not_found', 'Passwords cannot be reset here. Ask an administrator for a new one.');
}

interface Page {
  template: 'forgot-password' | 'new-password';
  title: string;
  action: string;
  /** What the visitor has entered, but for passwords. */
  values: Readonly<Record<string, string>>;
  isDone: boolean;
  answer: InnerAnswer | undefined;
}

function sendForm(browser: BrowserRequest, { template, action, answer, ...content }: Page): void {
  const status = answer?.status ?? 200;
  const shown = {
    ...content,
    crumbs: [],
    action: ownHref(action, browser),
    needsApiKey: browser.site.options.requireApiKey,
    failure: answer && errorPage(answer.json, status),
  };
  sendPage(browser, frameOf(browser, undefined, status), [template, shown], answer);
}

const change = (
  browser: BrowserRequest,
  method: 'POST' | 'PATCH',
  body: object,
  sent: URLSearchParams,
): Promise<InnerAnswer> => callFlat(browser, { method, url: '/auth/change', body, apiKey: sent.get('api_key') ?? '' });

function sendForgot(browser: BrowserRequest, contact: string, isDone: boolean, answer?: InnerAnswer): void {
  const title = isDone ? 'Look into your mail' : 'Forgot your password?';
  sendForm(browser, { template: 'forgot-password', title, action: FORGOT, values: { contact }, isDone, answer });
}

/** @throws ApiError not_found */
export function showForgot(browser: BrowserRequest, query: URLSearchParams): void {
  assertOffered(browser);
  sendForgot(browser, '', query.get('done') === 'yes');
}

/** The page says the same for an unknown address. @throws ApiError not_found */
export async function forgotByForm(browser: BrowserRequest, sent: URLSearchParams): Promise<void> {
  assertOffered(browser);
  const contact = sent.get('contact')?.trim() ?? '';
  const answer = await change(browser, 'POST', { contact, change_url: `${browser.base}${RESET}` }, sent);
  if (answer.status >= 400) return sendForgot(browser, contact, false, answer);
  sendRedirect(browser, ownHref(`${FORGOT}?done=yes`, browser));
}

function sendReset(browser: BrowserRequest, uuid: string, isDone: boolean, answer?: InnerAnswer): void {
  const title = isDone ? 'Your password was changed' : 'Choose a new password';
  sendForm(browser, { template: 'new-password', title, action: RESET, values: { uuid }, isDone, answer });
}

/** The page that the mail links to. It changes nothing by itself, since mail programs follow links. */
export const showReset = (browser: BrowserRequest, query: URLSearchParams): void =>
  sendReset(browser, query.get('uuid') ?? '', query.get('done') === 'yes');

export async function resetByForm(browser: BrowserRequest, sent: URLSearchParams): Promise<void> {
  const [uuid = '', password = ''] = ['uuid', 'password'].map((name) => sent.get(name) ?? '');
  const answer = await change(browser, 'PATCH', { uuid: uuid.trim(), password }, sent);
  if (answer.status >= 400) return sendReset(browser, uuid, false, answer);
  sendRedirect(browser, ownHref(`${RESET}?done=yes`, browser));
}
