// The page on which a user confirms the second factor, when a sent change needs it (D583, D694). Then the change is
// executed.
import { ApiError } from '../../errors.ts';
import { callService, type BrowserRequest } from '../browser-request.ts';
import { errorPage } from '../pages/error-page.ts';
import { ownHref } from '../pages/frame.ts';
import { sendError } from '../pages/show-page.ts';
import { sendPage } from '../page-response.ts';
import type { InnerAnswer, InnerRequest } from '../service-client.ts';
import { assertCsrf, RefusedForm } from './form-protection.ts';
import { breadcrumbs, frameFor, type FormRequest } from './form-request.ts';
import { detailOf, errorOf } from '../pages/login-form.ts';
import { factorIn, metaOf, passkeyForm } from './passkey-form.ts';

/** Error codes after which a form requires the second factor, or the password of a user without one (D601). */
const CONFIRMATION_CODES = ['fresh_factor_required', 'fresh_sign_in_required'] as const;
const needsConfirmation = (answer: InnerAnswer): boolean =>
  CONFIRMATION_CODES.some((code) => code === errorOf(answer)['code']);

/** Stops the processing of a form: the user has to confirm the second factor first. */
export class FactorNeeded extends ApiError {
  readonly answer: InnerAnswer;

  constructor(answer: InnerAnswer) {
    super(
      errorOf(answer)['code'] === CONFIRMATION_CODES[1] ? CONFIRMATION_CODES[1] : CONFIRMATION_CODES[0],
      detailOf(answer),
    );
    this.answer = answer;
  }
}

/** A change that a form requests. @throws FactorNeeded */
export async function requestChange(browser: BrowserRequest, inner: InnerRequest): Promise<InnerAnswer> {
  const answer = await callService(browser, inner);
  if (needsConfirmation(answer)) throw new FactorNeeded(answer);
  return answer;
}

/** The content of a waiting form in place of its fields. */
const HELD = 'held';

/** @throws RefusedForm */
async function openHeld({ site, session }: BrowserRequest, sealed: string): Promise<URLSearchParams> {
  const held = (await site.heldForms.open(sealed))?.['fields'];
  if (held === undefined || !session) {
    throw new RefusedForm('The form has expired. Nothing was changed.', 'Open it again, and fill it in again.');
  }
  const fields = new URLSearchParams(String(held));
  assertCsrf(session, fields);
  return fields;
}

/**
 * The fields of a form, or of a waiting form once its second factor is confirmed.
 * @returns undefined when the confirmation was refused, and the page was shown again
 * @throws RefusedForm
 */
export async function confirmedFields(request: FormRequest): Promise<URLSearchParams | undefined> {
  const { browser, sent } = request;
  const sealed = sent?.get(HELD);
  if (!sent || sealed == null) return sent;
  const fields = await openHeld(browser, sealed);
  const password = sent.get('password');
  const body = password === null ? factorIn(sent) : { password };
  const check = { method: 'POST', url: '/auth/second_factor/check', body, bodyType: 'application/json' };
  const answer = await callService(browser, check);
  if (answer.status === 200) return fields;
  if (answer.status === 401) sendError(browser, answer);
  else await showConfirmation({ ...request, sent: fields }, answer);
  return undefined;
}

/** @param refused by the operation, or by the check of the factor */
export async function showConfirmation(request: FormRequest, refused: InnerAnswer): Promise<void> {
  const { browser, target, sent = new URLSearchParams() } = request;
  const { session, site } = browser;
  const isFirst = needsConfirmation(refused);
  const state = await callService(browser, { method: 'GET', url: '/auth/second_factor' });
  const action = ownHref(browser.path, browser);
  const hidden = [
    ['csrf', session?.csrf ?? ''],
    [HELD, await site.heldForms.seal({ fields: sent.toString() })],
  ] as const;
  const isEnrolled = metaOf(state)['enrolled'] === true;
  const form = { kind: 'get', action, label: 'Confirm by a passkey', hidden } as const;
  const passkey = isEnrolled ? await passkeyForm(browser, { body: {}, token: session?.access }, form) : undefined;
  // For a password the service has the error at its field.
  const byPassword = !isEnrolled && errorOf(refused)['code'] !== CONFIRMATION_CODES[0];
  const failure = isFirst ? undefined : errorPage(refused.json, refused.status).faults[0]?.detail;
  const content = {
    title: 'Confirm that it is you',
    crumbs: breadcrumbs(request, 'Confirm'),
    isEnrolled,
    byPassword,
    failure: isFirst ? undefined : (failure ?? detailOf(refused)),
    action,
    hidden,
    passkey,
    cancel: ownHref(target, browser),
  };
  sendPage(browser, frameFor(request, refused.status), ['factor', content], refused);
}
