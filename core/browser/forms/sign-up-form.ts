// Signing up and activating the account with forms (D344), by POST /signup and POST /signup/activation.
import { sentText } from '../fields/controls.ts';
import type { FormField } from '../fields/form-field.ts';
import { errorPage } from '../pages/error-page.ts';
import { submitted } from '../fields/field-values.ts';
import { shownForm } from './form-page.ts';
import { ownHref } from '../pages/frame.ts';
import { ApiError } from '../../errors.ts';
import { sendRedirect, sendPage } from '../page-response.ts';
import type { InnerAnswer } from '../service-client.ts';
import { callFlat, frameOf, isOpen, type BrowserRequest } from '../browser-request.ts';
import { isRecord } from '../../values.ts';

/** @throws ApiError not_found where signup is closed */
function assertOffered(browser: BrowserRequest): void {
  if (!isOpen(browser, '/signup'))
    throw new ApiError('not_found', 'Signing up is disabled. Request an account from an administrator.');
}

const NOT_SEEN: ReadonlySet<string> = new Set(['activation_url', 'redirect_url']);
/** Fields before all others, from the last to the first. */
const ORDER = ['lang', 'surname', 'name', 'email', 'password', 'username'];

const MAIL_HINT = 'A mail is sent there, with a link that activates the account.';

/** The described body of a signup, with the requirements of the configuration entry `Signup`. */
function signUpFields({ site: { options }, operations }: BrowserRequest): FormField[] {
  const { access } = options.anonymous();
  const isOn = (name: string): boolean => access.setting(`Signup.${name}`) !== false;
  const setting = access.setting('Signup.roles');
  const roles = Array.isArray(setting) ? setting.map(String) : [];
  const fields = operations
    .flatFields('/signup')
    .sort((one, other) => ORDER.indexOf(other.name) - ORDER.indexOf(one.name));
  return fields.flatMap((field): FormField[] => {
    if (NOT_SEEN.has(field.name)) return [];
    const shown = { ...field, isMinor: field.name === 'lang' };
    if (field.name === 'password') return [{ ...shown, kind: 'secret', required: isOn('requirePassword'), hint: '' }];
    if (field.name === 'email') return [{ ...shown, required: isOn('requireEmail'), hint: MAIL_HINT }];
    if (field.name !== 'roles') return [shown];
    return roles.length > 0 ? [{ ...shown, kind: 'choices', options: roles, required: true, hint: '' }] : [];
  });
}

/** The state after a step: a mail is being sent, the account waits for an administrator, or it can be used. */
const DONE = ['mail', 'waiting', 'ready'] as const;

interface SignUp {
  sent?: URLSearchParams;
  faults?: Readonly<Record<string, string>>;
  answer?: InnerAnswer;
  done?: string | undefined;
}

function sendSignUp(browser: BrowserRequest, { sent, faults, answer, done }: SignUp): void {
  const status = answer?.status ?? (faults ? 400 : 200);
  const failure = answer && { status, body: answer.json };
  const textOf = (field: FormField): string => (field.kind === 'secret' ? '' : ((sent && sentText(field, sent)) ?? ''));
  const title =
    done === undefined ? 'Sign up' : done === 'ready' ? 'Your account is ready' : 'Your account was created';
  const content = {
    title,
    crumbs: [],
    done,
    page: shownForm(signUpFields(browser), textOf, { failure, faults }),
    action: ownHref('/html/sign-up', browser),
    needsApiKey: browser.site.options.requireApiKey,
    isActivated: browser.site.options.anonymous().access.setting('Signup.requireActivation') !== false,
  };
  sendPage(browser, frameOf(browser, undefined, status), ['sign-up', content], answer);
}

/** @throws ApiError not_found */
export function showSignUp(browser: BrowserRequest, query: URLSearchParams): void {
  assertOffered(browser);
  sendSignUp(browser, { done: DONE.find((each) => each === query.get('done')) });
}

/** Creates the account; the mail links to the page of `activate`, unless the project has its own page. */
export async function signUpByForm(browser: BrowserRequest, sent: URLSearchParams): Promise<void> {
  assertOffered(browser);
  const { values, faults } = submitted(signUpFields(browser), sent);
  if (Object.keys(faults).length > 0) return sendSignUp(browser, { sent, faults });
  const own = typeof browser.site.options.anonymous().access.setting('Signup.activationUrl') === 'string';
  const body = { ...values.attributes, ...(!own && { activation_url: `${browser.base}/html/activate` }) };
  const answer = await callFlat(browser, { method: 'POST', url: '/signup', body, apiKey: sent.get('api_key') ?? '' });
  if (answer.status >= 400) return sendSignUp(browser, { sent, answer });
  const data = isRecord(answer.json) && isRecord(answer.json['data']) ? answer.json['data'] : {};
  const { status, email } = isRecord(data['attributes']) ? data['attributes'] : {};
  const done = status === 'on' ? 'ready' : email ? 'mail' : 'waiting';
  sendRedirect(browser, ownHref(`/html/sign-up?done=${done}`, browser));
}

interface Activation {
  uuid: string;
  /** The UUID confirms the address of an account, and activates none. */
  isAddress: boolean;
  answer?: InnerAnswer;
  isDone?: boolean;
}

function titleOf({ isAddress, isDone }: Activation): string {
  if (isAddress) return isDone ? 'Your address is confirmed' : 'Confirm your address';
  return isDone ? 'Your account is active' : 'Activate your account';
}

function sendActivation(browser: BrowserRequest, activation: Activation): void {
  const { uuid, isAddress, answer, isDone = false } = activation;
  const status = answer?.status ?? 200;
  const content = {
    title: titleOf(activation),
    crumbs: [],
    isDone,
    isAddress,
    uuid,
    action: ownHref('/html/activate', browser),
    needsApiKey: browser.site.options.requireApiKey,
    failure: answer && errorPage(answer.json, status),
  };
  sendPage(browser, frameOf(browser, undefined, status), ['activate', content], answer);
}

/** The page that the mail links to. It changes nothing by itself, since mail programs follow links. */
export const showActivation = (browser: BrowserRequest, query: URLSearchParams): void =>
  sendActivation(browser, {
    uuid: query.get('uuid') ?? '',
    isAddress: query.get('for') === 'address',
    isDone: query.get('done') === 'yes',
  });

export async function activate(browser: BrowserRequest, sent: URLSearchParams): Promise<void> {
  const uuid = sent.get('uuid') ?? '';
  const isAddress = sent.get('for') === 'address';
  const apiKey = sent.get('api_key') ?? '';
  const answer = await callFlat(browser, { method: 'POST', url: '/signup/activation', body: { uuid }, apiKey });
  if (answer.status >= 400) return sendActivation(browser, { uuid, isAddress, answer });
  sendRedirect(browser, ownHref(`/html/activate?${isAddress ? 'for=address&' : ''}done=yes`, browser));
}
