// Signing up by form and activating the account (D344): by POST /signup and POST /signup/activation, as everybody does.
import { isJson } from '../../format/html/document.ts';
import { errorPage } from '../../format/html/error-page.ts';
import { sentText, submitted } from '../../format/html/field-value.ts';
import { shownForm } from '../../format/html/form-page.ts';
import { ownHref } from '../../format/html/page.ts';
import type { FormField } from '../../format/html/schema-field.ts';
import { ANONYMOUS } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { describedBy } from './described.ts';
import { sendOn, sendPage } from './html-answer.ts';
import type { InnerAnswer, InnerRequest } from './inner-request.ts';
import { askFor, frameOf, type Visit } from './visit.ts';

/** Whether somebody who is not signed in may make an account. */
export function offersSignUp({ site: { options }, base }: Visit): boolean {
  const who = { caller: ANONYMOUS, access: options.accessOf(ANONYMOUS) };
  return options.endpoints(who, base).some(({ path, methods }) => path === '/signup' && methods.includes('POST'));
}

/** @throws ApiError not_found where nobody may */
function assertOffered(visit: Visit): void {
  if (!offersSignUp(visit))
    throw new ApiError('not_found', 'Nobody can sign up here. Ask an administrator for an account.');
}

const NOT_SEEN: ReadonlySet<string> = new Set(['activation_url', 'redirect_url']);
/** What comes before all else, from the last to the first. */
const ORDER = ['lang', 'surname', 'name', 'email', 'password', 'username'];

const MAIL_HINT = 'A mail is sent there, with a link that activates the account.';

/** What the description says that a signup takes, as the configuration entry `Signup` asks for it. */
function signUpFields({ site: { options }, base }: Visit): FormField[] {
  const access = options.accessOf(ANONYMOUS);
  const isOn = (name: string): boolean => access.setting(`Signup.${name}`) !== false;
  const setting = access.setting('Signup.roles');
  const roles = Array.isArray(setting) ? setting.map(String) : [];
  const fields = describedBy(options.description(base).document)
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

/** What is done by now: a mail is under way, the account waits for an administrator, or it can be used. */
const DONE = ['mail', 'waiting', 'ready'] as const;

interface SignUp {
  sent?: URLSearchParams;
  faults?: Readonly<Record<string, string>>;
  answer?: InnerAnswer;
  done?: string | undefined;
}

function sendSignUp(visit: Visit, { sent, faults, answer, done }: SignUp): void {
  const status = answer?.status ?? (faults ? 400 : 200);
  const failure = answer && { status, body: answer.json };
  const textOf = (field: FormField): string => (field.kind === 'secret' ? '' : ((sent && sentText(field, sent)) ?? ''));
  const title = done === undefined ? 'Sign up' : done === 'ready' ? 'Your account is ready' : 'Your account was made';
  const content = {
    title,
    crumbs: [],
    done,
    page: shownForm(signUpFields(visit), textOf, { failure, faults }),
    action: ownHref('/html/sign-up', visit),
    needsApiKey: visit.site.options.requireApiKey,
    isActivated: visit.site.options.accessOf(ANONYMOUS).setting('Signup.requireActivation') !== false,
  };
  const html = visit.site.pages.render('sign-up', frameOf(visit, undefined, status), content);
  sendPage(visit, html, { status, headers: answer?.headers ?? {} });
}

/** @throws ApiError not_found */
export function showSignUp(visit: Visit, query: URLSearchParams): void {
  assertOffered(visit);
  sendSignUp(visit, { done: DONE.find((each) => each === query.get('done')) });
}

/** Flat JSON, of nobody who is signed in. */
const flat = (url: string, body: unknown, sent: URLSearchParams): InnerRequest => ({
  method: 'POST',
  url,
  body,
  bodyType: 'application/json',
  token: undefined,
  ...(sent.get('api_key') && { apiKey: sent.get('api_key') ?? '' }),
});

/** Makes the account; the mail links to the page of `activate`, unless the project has one of its own. */
export async function signUp(visit: Visit, sent: URLSearchParams): Promise<void> {
  assertOffered(visit);
  const { values, faults } = submitted(signUpFields(visit), sent);
  if (Object.keys(faults).length > 0) return sendSignUp(visit, { sent, faults });
  const own = typeof visit.site.options.accessOf(ANONYMOUS).setting('Signup.activationUrl') === 'string';
  const body = { ...values.attributes, ...(!own && { activation_url: `${visit.base}/html/activate` }) };
  const answer = await askFor(visit, flat('/signup', body, sent));
  if (answer.status >= 400) return sendSignUp(visit, { sent, answer });
  const data = isJson(answer.json) && isJson(answer.json['data']) ? answer.json['data'] : {};
  const { status, email } = isJson(data['attributes']) ? data['attributes'] : {};
  const done = status === 'on' ? 'ready' : email ? 'mail' : 'waiting';
  sendOn(visit, ownHref(`/html/sign-up?done=${done}`, visit));
}

function sendActivation(visit: Visit, uuid: string, answer?: InnerAnswer, isDone = false): void {
  const status = answer?.status ?? 200;
  const content = {
    title: isDone ? 'Your account is active' : 'Activate your account',
    crumbs: [],
    isDone,
    uuid,
    action: ownHref('/html/activate', visit),
    needsApiKey: visit.site.options.requireApiKey,
    failure: answer && errorPage(answer.json, status),
  };
  const html = visit.site.pages.render('activate', frameOf(visit, undefined, status), content);
  sendPage(visit, html, { status, headers: answer?.headers ?? {} });
}

/** The page that the mail links to. It changes nothing by itself: programs open the links of mails before people do. */
export const showActivation = (visit: Visit, query: URLSearchParams): void =>
  sendActivation(visit, query.get('uuid') ?? '', undefined, query.get('done') === 'yes');

export async function activate(visit: Visit, sent: URLSearchParams): Promise<void> {
  const uuid = sent.get('uuid') ?? '';
  const answer = await askFor(visit, flat('/signup/activation', { uuid }, sent));
  if (answer.status >= 400) return sendActivation(visit, uuid, answer);
  sendOn(visit, ownHref('/html/activate?done=yes', visit));
}
