// HTML for browsers (D3, D321 to D324): which requests become pages, and the routes below /html, which are for forms and the
// stylesheet. All that is read or changed goes through dispatch; nothing here gives the API a cookie.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { queryOfForm } from '../../format/html/filter-form.ts';
import { ownHref, withQuery } from '../../format/html/page.ts';
import { loadPages } from '../../format/html/render.ts';
import { ApiError } from '../../errors.ts';
import { errorBody, toApiError } from '../error-responder.ts';
import { prefersHtml } from '../media-types.ts';
import { parseTarget } from '../request-target.ts';
import { createByForm, editByForm } from './change-forms.ts';
import { deleteByForm } from './delete-form.ts';
import type { Described } from './described.ts';
import { fileByForm } from './file-forms.ts';
import { describedOf, type FormRequest } from './form-request.ts';
import { sendOn, sendStylesheet } from './html-answer.ts';
import type { InnerAnswer, Who } from './inner-request.ts';
import { RefusedForm } from './refused-form.ts';
import { relateByForm } from './relate-form.ts';
import { assertSameOrigin } from './same-origin.ts';
import { readForm, type SentForm } from './sent-form.ts';
import { assertCsrf, createSessions } from './session.ts';
import { sendError, showPage } from './show-page.ts';
import { showSignIn, signIn, signOut } from './sign-in-form.ts';
import { activate, showActivation, showSignUp, signUp } from './sign-up-form.ts';
import { askFor, findSession, openVisit, type HtmlOptions, type Site, type Visit } from './visit.ts';

interface Form {
  handle(request: FormRequest): Promise<void>;
  /** The form of a path has an input for a file. */
  takesFile?(described: Described, target: string): boolean;
}

const FORMS: Readonly<Record<string, Form>> = {
  new: { handle: createByForm, takesFile: (described, target) => described.uploadPath(target) !== undefined },
  edit: { handle: editByForm },
  file: { handle: fileByForm, takesFile: (described, target) => described.hasFile(target) },
  delete: { handle: deleteByForm },
  relate: { handle: relateByForm },
};

const isReading = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

function assertMethod(request: IncomingMessage, methods: readonly ('GET' | 'POST')[]): void {
  if (methods.includes(isReading(request) ? 'GET' : (request.method as 'POST'))) return;
  const Allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  throw new ApiError('method_not_allowed', `Allowed here: ${Allow}.`, { Allow });
}

/** What a form sends, of the session that it was opened in. @throws ApiError forbidden, and those of `readForm` */
async function sentForm(visit: Visit, takesFile = false): Promise<SentForm> {
  const { request, base, site, session } = visit;
  assertSameOrigin(request, base);
  const sent = await readForm(request, site.options.bodyLimits, takesFile);
  try {
    // The token comes before the file, of which nothing is read without it.
    if (session) assertCsrf(session, sent.fields);
    return sent;
  } catch (error) {
    sent.close();
    throw error;
  }
}

/** @throws ApiError authentication_required, invalid_token */
async function callerOf({ session, site: { options } }: Visit): Promise<Who> {
  if (!session) throw new ApiError('authentication_required', 'Sign in to change something.');
  const caller = await options.authenticate(session.access, null);
  return { caller, access: options.accessOf(caller) };
}

async function answerForm(visit: Visit, { handle, takesFile }: Form, target: string): Promise<void> {
  assertMethod(visit.request, ['GET', 'POST']);
  await findSession(visit);
  const isSent = !isReading(visit.request);
  const sent = isSent ? await sentForm(visit, takesFile?.(describedOf(visit), target)) : undefined;
  try {
    const who = await callerOf(visit);
    await handle({ visit, who, target, sent: sent?.fields, file: sent?.file });
  } finally {
    sent?.close();
  }
}

/** Forms of people who are not signed in: they have no token, and must come from here. */
interface OpenForm {
  show(visit: Visit, query: URLSearchParams): void | Promise<void>;
  take(visit: Visit, sent: URLSearchParams, query: URLSearchParams): Promise<void>;
}

const OPEN_FORMS: Readonly<Record<string, OpenForm>> = {
  '/html/sign-in': { show: showSignIn, take: signIn },
  '/html/sign-up': { show: showSignUp, take: signUp },
  '/html/activate': { show: showActivation, take: activate },
};

async function answerOpenForm(visit: Visit, { show, take }: OpenForm, query: URLSearchParams): Promise<void> {
  const { request, base, site } = visit;
  assertMethod(request, ['GET', 'POST']);
  if (isReading(request)) {
    await findSession(visit);
    return show(visit, query);
  }
  assertSameOrigin(request, base);
  return take(visit, (await readForm(request, site.options.bodyLimits)).fields, query);
}

const nothingAt = (path: string): ApiError =>
  new ApiError('route_not_found', `There is nothing at "${path.slice(0, 200)}".`);

/** The path of the service that a route is about. @throws ApiError route_not_found for what browsers take for another host */
function targetOf(path: string): string {
  const target = path.replace(/^\/html\/[^/]+/, '');
  if (/^\/[/\\]/.test(target)) throw nothingAt(path);
  return target;
}

async function answerRoute(visit: Visit): Promise<void> {
  const { request, base, site } = visit;
  // The query is that of a form, not of the API.
  const [path = '/', text = ''] = (request.url ?? '/').split('?');
  const { rawPath, segments } = parseTarget(path);
  const query = new URLSearchParams(text);
  const [, name = ''] = segments;
  const target = targetOf(rawPath);
  const form = Object.hasOwn(FORMS, name) ? FORMS[name] : undefined;
  if (form && target !== '') return answerForm(visit, form, target);
  if (rawPath === site.pages.stylesheet.path) {
    assertMethod(request, ['GET']);
    return sendStylesheet(visit);
  }
  if (name === 'find' && target !== '') {
    assertMethod(request, ['GET']);
    return sendOn(visit, withQuery(target, queryOfForm(query), { base }));
  }
  const open = Object.hasOwn(OPEN_FORMS, rawPath) ? OPEN_FORMS[rawPath] : undefined;
  if (open) return answerOpenForm(visit, open, query);
  if (rawPath === '/html/sign-out') {
    assertMethod(request, ['POST']);
    await findSession(visit);
    await sentForm(visit);
    return signOut(visit);
  }
  if (rawPath === '/html') return sendOn(visit, ownHref('/home', visit));
  throw nothingAt(rawPath);
}

/** Files and other formats are answered as they are, whoever asks (D321). */
async function isShown({ request, site }: Visit): Promise<boolean> {
  try {
    const match = await site.options.match(parseTarget(request.url ?? '/'));
    if (match.kind !== 'operation') return true;
    const { path, produces } = match.operation;
    // Whoever follows a link to the description wants to read or keep it.
    if (path.startsWith('/openapi.')) return false;
    return produces.length === 0 || produces.some((type) => /[/+]json$/.test(type));
  } catch {
    // Its error is shown.
    return true;
  }
}

/**
 * What is refused here counts for the rate limit as an address that there is not: it is asked for.
 * @returns what the API says to that
 */
const countRefused = (visit: Visit): Promise<InnerAnswer> => askFor(visit, { method: 'GET', url: visit.path });

async function refuse(visit: Visit, thrown: unknown, isRoute: boolean): Promise<void> {
  const { options } = visit.site;
  const { request, response } = visit;
  if (response.headersSent || request.socket.destroyed) {
    response.destroy();
    return;
  }
  const counted = isRoute ? await countRefused(visit) : undefined;
  if (counted?.status === 429) return sendError(visit, counted);
  const error = toApiError(thrown, options.log);
  const body = errorBody(error, thrown, {
    links: { self: visit.base + visit.path, home: `${visit.base}/home` },
    debug: options.debug,
    expiredTokenCode: options.expiredTokenCode,
  });
  const own = Object.entries(error.headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const headers = { ...counted?.headers, ...Object.fromEntries(own) };
  const answer = { status: error.status, headers, json: body, who: undefined };
  sendError(visit, answer, isRoute ? { advice: error instanceof RefusedForm ? error.advice : undefined } : undefined);
}

/**
 * @returns a function that answers what is for browsers, and says whether it does
 * @throws Error for a template that does not compile
 */
export function createHtml(options: HtmlOptions): (request: IncomingMessage, response: ServerResponse) => boolean {
  const site: Site = { options, pages: loadPages(), sessions: createSessions(options.secret, options.clock) };

  async function answer(request: IncomingMessage, response: ServerResponse, isRoute: boolean): Promise<void> {
    const visit = openVisit(site, request, response);
    try {
      if (isRoute) await answerRoute(visit);
      else if (await isShown(visit)) await showPage(visit);
      else await options.dispatch(request, response);
    } catch (error) {
      await refuse(visit, error, isRoute);
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
