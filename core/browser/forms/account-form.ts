// The account page of the signed-in user (D586): second factors and sessions of the signed-in user, over the operations
// below /auth. Forms that need a fresh second factor request it like all forms (D583).
import { sendRedirect, sendPage } from '../page-response.ts';
import { isResource } from '../json-api-document.ts';
import { ownHref } from '../pages/frame.ts';
import { sendError } from '../pages/show-page.ts';
import { shownValue } from '../pages/shown-value.ts';
import { callService, type BrowserRequest } from '../browser-request.ts';
import { errorPage } from '../pages/error-page.ts';
import type { InnerAnswer } from '../service-client.ts';
import { keyIn, shownKey, type ShownKey } from './authenticator-key.ts';
import { requestChange } from './confirm-factor.ts';
import { frameFor, savedHref, type FormRequest } from './form-request.ts';
import { detailOf, errorOf } from '../pages/login-form.ts';
import {
  factorIn,
  metaOf,
  passkeyFormIn,
  passkeyIn,
  registrationBody,
  withoutSpaces,
  type PasskeyForm,
} from './passkey-form.ts';
import { itemsIn, isRecord } from '../../values.ts';

const FACTOR = '/auth/second_factor';
const PASSKEYS = '/auth/passkeys';
const SESSIONS = '/auth/sessions';

/** Further content of the page: one step of adding a factor, or an error. */
interface Step {
  failure?: string | undefined;
  codes?: unknown;
  key?: ShownKey;
  passkey?: PasskeyForm;
}

type Sent = FormRequest & { sent: URLSearchParams };
type Done = Pick<InnerAnswer, 'status' | 'headers'>;

const change = (browser: BrowserRequest, method: string, url: string, body?: object): Promise<InnerAnswer> =>
  requestChange(browser, { method, url, ...(body && { body, bodyType: 'application/json' }) });

/** The reason of a refused change, at its field or for the whole form. */
const failureOf = (answer: InnerAnswer): string =>
  errorPage(answer.json, answer.status).faults[0]?.detail ?? detailOf(answer);

/** The data of the account; lists that the user may not read are omitted. */
async function stateOf({ browser, principal }: FormRequest) {
  const read = (url: string) => callService(browser, { method: 'GET', url });
  const own = `${SESSIONS}?filter[user_id]=${principal.caller.userId}&page_size=100`;
  const [state, passkeys, sessions] = await Promise.all([read(FACTOR), read(PASSKEYS), read(own)]);
  const data = isRecord(sessions.json) && sessions.status === 200 ? sessions.json['data'] : undefined;
  return {
    answer: state,
    state: metaOf(state),
    passkeys: metaOf(passkeys)['passkeys'] ?? [],
    sessions: itemsIn(data)
      .filter(isResource)
      .map((session) => ({
        ...session,
        end: ownHref(`/html/delete${SESSIONS}/${encodeURIComponent(session.id)}`, browser),
      })),
  };
}

async function show(request: FormRequest, step: Step = {}, done: Done = { status: 200, headers: {} }): Promise<void> {
  const { browser } = request;
  const isStep = step.codes !== undefined || step.key !== undefined || step.passkey !== undefined;
  const account = isStep ? undefined : await stateOf(request);
  // Without its state the page would show that there is no second factor.
  if (account && account.answer.status !== 200) return sendError(browser, account.answer);
  const content = {
    title: 'Your account',
    crumbs: [],
    ...step,
    account,
    action: ownHref(request.target, browser),
    csrf: browser.session?.csrf ?? '',
    shown: (value: unknown) => shownValue(value, browser.base),
  };
  sendPage(browser, frameFor(request, done.status), ['account', content], done);
}

/** A refused change. A wrong code is `login_failed`; any other 401 means that the session has ended. */
async function refused(request: FormRequest, answer: InnerAnswer, step: Step = {}): Promise<void> {
  if (answer.status === 401 && errorOf(answer)['code'] !== 'login_failed') return sendError(request.browser, answer);
  await show(request, { ...step, failure: failureOf(answer) }, answer);
}

/** Recovery codes are shown only once. */
function finished(request: FormRequest, answer: InnerAnswer): Promise<void> | void {
  const codes = metaOf(answer)['recovery_codes'];
  if (codes !== undefined) return show(request, { codes }, { status: 200, headers: answer.headers });
  sendRedirect(request.browser, savedHref(ownHref(request.target, request.browser)));
}

async function beginApp(request: Sent): Promise<void> {
  const password = request.sent.get('password') ?? '';
  const answer = await change(request.browser, 'POST', FACTOR, password === '' ? {} : { password });
  const key = keyIn(answer);
  if (!key) return refused(request, answer);
  return show(request, { key: shownKey(key) }, { status: 200, headers: answer.headers });
}

async function finishApp(request: Sent): Promise<void> {
  const [code = '', secret = '', uri = ''] = ['code', 'secret', 'uri'].map((name) => request.sent.get(name) ?? '');
  const answer = await change(request.browser, 'PATCH', FACTOR, { code: withoutSpaces(code) });
  if (answer.status === 200) return finished(request, answer);
  // After a wrong code another one may be sent.
  const mayTryAgain = errorOf(answer)['code'] === 'invalid_data';
  return refused(request, answer, mayTryAgain ? { key: shownKey({ secret, uri }) } : {});
}

async function beginPasskey(request: Sent): Promise<void> {
  const { browser, sent } = request;
  const password = sent.get('password') ?? '';
  const answer = await change(browser, 'POST', PASSKEYS, password === '' ? {} : { password });
  const hidden = Object.entries({ csrf: browser.session?.csrf ?? '', do: 'finish-passkey' });
  const form = { kind: 'create', action: ownHref(request.target, browser), label: 'Add the passkey', hidden } as const;
  const passkey = passkeyFormIn(answer, form);
  if (!passkey) return refused(request, answer);
  return show(request, { passkey }, { status: 200, headers: answer.headers });
}

async function finishPasskey(request: Sent): Promise<void> {
  const { browser, sent } = request;
  const body = registrationBody(sent.get('challenge') ?? '', passkeyIn(sent) ?? {}, sent.get('name') ?? '');
  const answer = await change(browser, 'PATCH', PASSKEYS, body);
  return answer.status === 200 ? finished(request, answer) : refused(request, answer);
}

async function remove(request: Sent, url: string, body?: object): Promise<void> {
  const answer = await change(request.browser, 'DELETE', url, body);
  return answer.status === 204 ? finished(request, answer) : refused(request, answer);
}

const STEPS: Readonly<Record<string, (request: Sent) => Promise<void>>> = {
  'begin-app': beginApp,
  'finish-app': finishApp,
  'begin-passkey': beginPasskey,
  'finish-passkey': finishPasskey,
  'remove-passkey': (request) =>
    remove(request, `${PASSKEYS}/${encodeURIComponent(request.sent.get('passkey_id') || 'none')}`),
  'renew-codes': async (request) => {
    const answer = await change(request.browser, 'POST', `${FACTOR}/recovery_codes`);
    return answer.status === 200 ? finished(request, answer) : refused(request, answer);
  },
  'remove-app': (request) => remove(request, `${FACTOR}/authenticator`),
  'remove-all': (request) => remove(request, FACTOR, factorIn(request.sent)),
  'end-others': (request) => remove(request, `${SESSIONS}?except=current`),
};

/** Shows the account, or executes one step of its forms. */
export async function accountByForm(request: FormRequest): Promise<void> {
  const { sent } = request;
  const name = sent?.get('do') ?? '';
  const step = Object.hasOwn(STEPS, name) ? STEPS[name] : undefined;
  await (sent && step ? step({ ...request, sent }) : show(request));
}
