// HTML for browsers (D3, D321 to D324): the requests that become pages, and the routes below /html, for forms and the
// stylesheet. All reads and changes go through dispatch; the API never gets a cookie.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { queryOfForm } from './pages/filter-form.ts';
import { ownHref, withQuery } from './pages/frame.ts';
import { loadPages } from './render.ts';
import { ApiError } from '../errors.ts';
import { errorBody, toApiError } from '../http/response/error-responder.ts';
import type { RequestPlace } from '../http/limits/load-limits.ts';
import { prefersHtml } from '../http/request/media-types.ts';
import { parseTarget } from '../http/request/request-target.ts';
import { accountByForm } from './forms/account-form.ts';
import { showConfirmation, confirmedFields, FactorNeeded } from './forms/confirm-factor.ts';
import { createByForm, editByForm } from './forms/change-forms.ts';
import { deleteByForm, restoreByForm } from './forms/confirmed-forms.ts';
import type { OperationIndex } from './operation-index.ts';
import { fileByForm } from './forms/file-forms.ts';
import { assertCsrf, assertSameOrigin, RefusedForm } from './forms/form-protection.ts';
import type { FormRequest } from './forms/form-request.ts';
import { assetAt, sendAsset, sendRedirect } from './page-response.ts';
import type { InnerAnswer } from './service-client.ts';
import { relateByForm } from './forms/relate-form.ts';
import { readForm, type SentForm } from './forms/sent-form.ts';
import { sealedClaims } from './sealed-claims.ts';
import { createSessions } from './session-cookie.ts';
import { sendError, answerWithPage } from './pages/show-page.ts';
import { showSignIn, signInByForm, signOut } from './forms/sign-in-form.ts';
import { forgotByForm, resetByForm, showForgot, showReset } from './forms/password-forms.ts';
import { activate, showActivation, showSignUp, signUpByForm } from './forms/sign-up-form.ts';
import {
  callService,
  findSession,
  openBrowserRequest,
  type BrowserOptions,
  type Site,
  type BrowserRequest,
} from './browser-request.ts';

interface Form {
  handle(request: FormRequest): Promise<void>;
  /** Name of its page, for a form without a path of the API. */
  page?: string;
  /** The form of a path has an input for a file. */
  takesFile?(operations: OperationIndex, target: string): boolean;
}

const FORMS: Readonly<Record<string, Form>> = {
  new: { handle: createByForm, takesFile: (operations, target) => operations.uploadPath(target) !== undefined },
  edit: { handle: editByForm },
  file: { handle: fileByForm, takesFile: (operations, target) => operations.hasFile(target) },
  delete: { handle: deleteByForm },
  restore: { handle: restoreByForm },
  relate: { handle: relateByForm },
  account: { handle: accountByForm, page: 'Account' },
};

const isReading = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

function assertMethod(request: IncomingMessage, methods: readonly ('GET' | 'POST')[]): void {
  if (methods.some((method) => (method === 'GET' ? isReading(request) : request.method === method))) return;
  const Allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  throw new ApiError('method_not_allowed', `Allowed here: ${Allow}.`, { Allow });
}

/** The time for an administrator to find the device of a second factor. */
const CONFIRMATION_SECONDS = 3600;

/** Bytes of a form of an anonymous caller: a page shows it again, with several bytes for one. */
const MOST_OF_OPEN = 64 * 1024;

const readSent = (
  { request, place, site }: BrowserRequest,
  { takesFile = false, most = Infinity } = {},
): Promise<SentForm> => {
  const { bytes, seconds } = site.options.bodyLimits;
  const read = () => readForm(request, { bytes: Math.min(bytes, most), seconds }, takesFile);
  return place ? place.whileReading(read) : read();
};

/** A form, of the session in which it was opened. @throws ApiError forbidden, and those of `readForm` */
async function sentForm(browser: BrowserRequest, takesFile = false): Promise<SentForm> {
  const { request, base, session } = browser;
  assertSameOrigin(request, base);
  const sent = await readSent(browser, { takesFile });
  try {
    // The token comes before the file, which is not read without it.
    if (session) assertCsrf(session, sent.fields);
    return sent;
  } catch (error) {
    sent.close();
    throw error;
  }
}

/** The signed-in user, from the service. @throws ApiError authentication_required */
async function readUser(browser: BrowserRequest): Promise<InnerAnswer> {
  if (!browser.session) throw new ApiError('authentication_required', 'Sign in to change something.');
  return callService(browser, { method: 'GET', url: '/auth/user' });
}

async function answerForm(browser: BrowserRequest, { handle, takesFile, page }: Form, target: string): Promise<void> {
  assertMethod(browser.request, ['GET', 'POST']);
  await findSession(browser);
  const isSent = !isReading(browser.request);
  const sent = isSent ? await sentForm(browser, takesFile?.(browser.operations, target)) : undefined;
  try {
    const user = await readUser(browser);
    if (!user.principal || user.status === 401) return sendError(browser, user);
    const about = { browser, principal: user.principal, target, page };
    const request = { ...about, sent: sent?.fields, file: sent?.file };
    const fields = await confirmedFields(request);
    if (sent && !fields) return;
    await handle({ ...request, sent: fields }).catch((error: unknown) => {
      if (error instanceof FactorNeeded) return showConfirmation({ ...request, sent: fields }, error.answer);
      throw error;
    });
  } finally {
    sent?.close();
  }
}

/** Forms for anonymous callers. They have no token, and must come from this origin. */
interface OpenForm {
  show(browser: BrowserRequest, query: URLSearchParams): void | Promise<void>;
  take(browser: BrowserRequest, sent: URLSearchParams, query: URLSearchParams): Promise<void>;
}

const OPEN_FORMS: Readonly<Record<string, OpenForm>> = {
  '/html/sign-in': { show: showSignIn, take: signInByForm },
  '/html/sign-up': { show: showSignUp, take: signUpByForm },
  '/html/activate': { show: showActivation, take: activate },
  '/html/forgot-password': { show: showForgot, take: forgotByForm },
  '/html/new-password': { show: showReset, take: resetByForm },
};

/** All forms: a test looks at the pages of each. */
export const FORM_ROUTES: readonly string[] = [
  ...Object.keys(FORMS).map((name) => `/html/${name}`),
  ...Object.keys(OPEN_FORMS),
];

async function answerOpenForm(
  browser: BrowserRequest,
  { show, take }: OpenForm,
  query: URLSearchParams,
): Promise<void> {
  const { request, base } = browser;
  assertMethod(request, ['GET', 'POST']);
  if (isReading(request)) {
    await findSession(browser);
    return show(browser, query);
  }
  assertSameOrigin(request, base);
  return take(browser, (await readSent(browser, { most: MOST_OF_OPEN })).fields, query);
}

const nothingAt = (path: string): ApiError =>
  new ApiError('route_not_found', `There is nothing at "${path.slice(0, 200)}".`);

/** The path of the service in a route. @throws ApiError route_not_found for paths that browsers take for another host */
function targetOf(path: string): string {
  const target = path.replace(/^\/html\/[^/]+/, '');
  if (/^\/[/\\]/.test(target)) throw nothingAt(path);
  return target;
}

/** The form of a route. A form without a path of the API has its own path instead. */
function formAt(name: string, path: string): { form: Form; target: string } | undefined {
  const form = Object.hasOwn(FORMS, name) ? FORMS[name] : undefined;
  if (!form || (form.page === undefined) === (path === '')) return undefined;
  return { form, target: path || `/html/${name}` };
}

async function answerRoute(browser: BrowserRequest): Promise<void> {
  const { request, base } = browser;
  // The query is that of a form, not of the API.
  const [path = '/', text = ''] = (request.url ?? '/').split('?');
  const { rawPath, segments } = parseTarget(path);
  const query = new URLSearchParams(text);
  const [, name = ''] = segments;
  const target = targetOf(rawPath);
  const found = formAt(name, target);
  if (found) return answerForm(browser, found.form, found.target);
  const asset = assetAt(browser.site, rawPath);
  if (asset) {
    assertMethod(request, ['GET']);
    return sendAsset(browser, asset);
  }
  if (name === 'find' && target !== '') {
    assertMethod(request, ['GET']);
    return sendRedirect(browser, withQuery(target, queryOfForm(query), { base }));
  }
  const open = Object.hasOwn(OPEN_FORMS, rawPath) ? OPEN_FORMS[rawPath] : undefined;
  if (open) return answerOpenForm(browser, open, query);
  if (rawPath === '/html/sign-out') {
    assertMethod(request, ['POST']);
    await findSession(browser);
    await sentForm(browser);
    return signOut(browser);
  }
  if (rawPath === '/html') return sendRedirect(browser, ownHref('/home', browser));
  throw nothingAt(rawPath);
}

function refuse(browser: BrowserRequest, thrown: unknown, isRoute: boolean): void {
  const { options } = browser.site;
  const { request, response } = browser;
  if (response.headersSent || request.socket.destroyed) {
    response.destroy();
    return;
  }
  const error = toApiError(thrown, options.log);
  const body = errorBody(error, thrown, {
    links: { self: browser.base + browser.path, home: `${browser.base}/home` },
    debug: options.debug,
    expiredTokenCode: options.expiredTokenCode,
  });
  const own = Object.entries(error.headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const answer = {
    status: error.status,
    headers: Object.fromEntries(own),
    json: body,
    length: 0,
    principal: undefined,
  };
  sendError(browser, answer, isRoute ? { advice: error instanceof RefusedForm ? error.advice : undefined } : undefined);
}

/** @returns a function that handles requests for pages, and returns whether it has. @throws Error for an invalid template */
export function createBrowserPages(
  options: BrowserOptions,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const site: Site = {
    options,
    pages: loadPages(),
    sessions: createSessions(options.secrets, options.clock),
    heldForms: sealedClaims(options.secrets, options.clock, 'form that waits for a factor', CONFIRMATION_SECONDS),
  };

  async function admitted(
    request: IncomingMessage,
    response: ServerResponse,
    isRoute: boolean,
  ): Promise<{ place?: RequestPlace; refusal?: ApiError }> {
    try {
      const place = await options.admit(request, response, { cost: 'cheap', counts: isRoute });
      place.sending();
      return { place };
    } catch (error) {
      return { refusal: toApiError(error, options.log) };
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse, isRoute: boolean): Promise<void> {
    // Its requests to the service count by themselves, and have slots of their own.
    const admission = await admitted(request, response, isRoute);
    const browser = await openBrowserRequest(site, request, response, admission.place);
    try {
      if (admission.refusal) throw admission.refusal;
      if (isRoute) await answerRoute(browser);
      else if (browser.operations.responsesDocument(request.url?.split('?')[0] ?? '/')) await answerWithPage(browser);
      else await options.dispatch(request, response);
    } catch (error) {
      refuse(browser, error, isRoute);
    }
  }

  return (request, response) => {
    const isRoute = /^\/html(?:[/?]|$)/.test(request.url ?? '');
    if (!isRoute && !(isReading(request) && prefersHtml(request.headers.accept))) return false;
    answer(request, response, isRoute).catch((error: unknown) => {
      options.log.error({ err: error }, 'page failed');
      response.destroy();
    });
    return true;
  };
}
