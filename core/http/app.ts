// The Express application, the front of everything: the head, the limits, then /docs, pages and the API (D901).
import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { explainedErrors, type ErrorAdvice } from '../error-guide.ts';
import type { ErrorFace } from '../errors.ts';
import { createAtomicOperations, type AtomicOptions } from './parts/atomic-operations.ts';
import { allowOrigin, answerPreflight, isPreflight, varyOf } from './response/cors.ts';
import { createDispatch, type Dispatch } from './dispatch.ts';
import type { DispatchOptions } from './dispatch-options.ts';
import { costOfDocs, docsPage } from './docs/docs-page.ts';
import { createAdmitOther, type AdmitOther, type OtherRequest } from './other-requests.ts';
import { readHead } from './request/request-head.ts';
import { REQUEST_ID, requestIdOf } from './request/request-id.ts';
import { discardBody } from './request/unread-body.ts';

/** Handles requests of browsers. @returns whether it has sent a response */
type ResponseBrowser = (request: IncomingMessage, response: ServerResponse) => boolean;

export type App = Awaited<ReturnType<typeof createApp>>;

interface AppOptions extends DispatchOptions {
  /** Of the project's own code, for /docs/errors. */
  projectErrors: readonly (ErrorFace & Partial<ErrorAdvice>)[];
  atomically: AtomicOptions['atomically'];
  /** Pages for browsers, clients of dispatch; undefined: no responses in HTML (D3). */
  browser?: ((service: { dispatch: Dispatch; admit: AdmitOther; vary: string }) => ResponseBrowser) | undefined;
}

/** Admits requests that are answered here within the limits; dispatch and the pages count by their caller (D720). */
const limitOf =
  (admit: AdmitOther) =>
  (requestOf: (url: string) => OtherRequest): RequestHandler =>
  async (request, response, next) => {
    discardBody(request);
    response.setHeader(REQUEST_ID, requestIdOf(request));
    const other = requestOf(request.baseUrl + request.url);
    const place = await admit(request, response, other);
    next();
    if (other.cost === 'download') place.sending();
  };

/** Refuses a faulty head whatever its path, and answers preflights, both within the limits. Each layer of Express costs time. */
const frontOf =
  ({ corsOrigins }: AppOptions, limits: { cheap: RequestHandler; preflight: RequestHandler }): RequestHandler =>
  (request, response, next) => {
    allowOrigin(corsOrigins, request, response);
    const fault = readHead(request);
    if (fault) return limits.cheap(request, response, (error?: unknown) => next(error ?? fault));
    if (!isPreflight(corsOrigins, request)) return next();
    return limits.preflight(request, response, (error?: unknown) =>
      error === undefined ? answerPreflight(request, response) : next(error),
    );
  };

const redirectHome =
  ({ baseUrl }: AppOptions): RequestHandler =>
  (request, response) => {
    const Location = `${baseUrl(request.headers.host)}/home`;
    response.writeHead(302, { Location, 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-cache' }).end();
  };

/** What requests pass before dispatch. */
function addFront(app: Express, options: AppOptions, dispatch: Dispatch): void {
  const { browser, corsOrigins, expiredTokenCode, projectErrors } = options;
  const admit = createAdmitOther(options);
  const limit = limitOf(admit);
  const cheap = limit(() => ({ cost: 'cheap', counts: true }));
  // Browsers make preflights for the request that follows, which counts.
  const preflight = limit(() => ({ cost: 'cheap', counts: false }));
  app.use(frontOf(options, { cheap, preflight }));
  const isStart: RequestHandler = (request, _response, next) => (request.url === '/' ? next() : next('route'));
  app.get('/', isStart, cheap, redirectHome(options));
  app.use(
    '/docs',
    limit((url) => ({ cost: costOfDocs(url), counts: true })),
    docsPage(expiredTokenCode, explainedErrors(expiredTokenCode, projectErrors)),
  );
  const answerBrowser = browser?.({ dispatch, admit, vary: varyOf(corsOrigins) });
  if (!answerBrowser) return;
  app.use((request, response, next) => {
    if (!answerBrowser(request, response)) next();
  });
}

/** @throws Error when description and handlers do not match */
export async function createApp(options: AppOptions) {
  const { dispatch, refuse, performPart, table, checks } = await createDispatch(options);
  // Express knows a handler of errors by its four parameters.
  const respondWithError: ErrorRequestHandler = (error: unknown, request, response, _next) =>
    refuse(request, response, error);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  // Dispatch parses queries itself.
  app.set('query parser', false);
  // The probes of a process that runs jobs need none of the rest.
  if (!options.jobsOnly) addFront(app, options, dispatch);
  app.use((request, response) => dispatch(request, response));
  app.use(respondWithError);
  const changeAtomically = createAtomicOperations({ ...options, performPart, table });
  return { listener: app, changeAtomically, table, checks };
}
