// The Express application: the reference page, and dispatch for all other requests.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import express from 'express';
import { explainedErrors, type ErrorAdvice } from '../error-guide.ts';
import type { ErrorFace } from '../errors.ts';
import { createAtomicOperations, type AtomicOptions, type ChangeAtomically } from './atomic-operations.ts';
import { allowOrigin, answerPreflight, isPreflight, varyOf } from './cors.ts';
import { createDispatch, type Dispatch } from './dispatch.ts';
import type { DispatchOptions } from './dispatch-options.ts';
import { costOfDocs, docsPage } from './docs/docs-page.ts';
import type { RequestPlace } from './load-limits.ts';
import { createAdmitOther, type AdmitOther, type OtherRequest } from './other-requests.ts';
import { readHead } from './request-head.ts';
import { REQUEST_ID, requestIdOf } from './request-id.ts';
import { discardBody } from './unread-body.ts';
import type { RequestChecks } from './explain-access.ts';
import type { RoutingTable } from './routing-table.ts';

/** Handles requests of browsers. @returns whether it has sent a response */
export type AnswerBrowser = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface App {
  listener: RequestListener;
  changeAtomically: ChangeAtomically;
  table: RoutingTable;
  /** For explanations of their decisions. */
  checks: RequestChecks;
}

/**
 * @param options.projectErrors of the project's own code, for /docs/errors
 * @param options.browser pages for browsers, clients of dispatch; undefined: no responses in HTML (D3)
 * @throws Error when description and handlers do not match
 */
export async function createApp(
  options: DispatchOptions & {
    projectErrors: readonly (ErrorFace & Partial<ErrorAdvice>)[];
    atomically: AtomicOptions['atomically'];
    browser?: ((service: { dispatch: Dispatch; admit: AdmitOther; vary: string }) => AnswerBrowser) | undefined;
  },
): Promise<App> {
  const { dispatch, refuse, performPart, table, checks } = await createDispatch(options);
  const admit = createAdmitOther(options);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  // Dispatch parses queries itself.
  app.set('query parser', false);
  const docs = docsPage(options.expiredTokenCode, explainedErrors(options.expiredTokenCode, options.projectErrors));
  const answerBrowser = options.browser?.({ dispatch, admit, vary: varyOf(options.corsOrigins) });
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    if (!answerBrowser?.(request, response)) void dispatch(request, response);
  };
  /** Answers a request by itself, within the limits. */
  const answerOther = (
    request: IncomingMessage,
    response: ServerResponse,
    other: OtherRequest & { respond(place: RequestPlace): void },
  ): void => {
    discardBody(request);
    response.setHeader(REQUEST_ID, requestIdOf(request));
    admit(request, response, other).then(other.respond, (error: unknown) => refuse(request, response, error));
  };
  // One layer for all: every layer adds time to each request.
  app.use((request, response, next) => {
    if (options.jobsOnly) {
      void dispatch(request, response);
      return;
    }
    allowOrigin(options.corsOrigins, request, response);
    const fault = readHead(request);
    if (fault) {
      answerOther(request, response, {
        cost: 'cheap',
        counts: true,
        respond: () => refuse(request, response, fault),
      });
    } else if (isPreflight(options.corsOrigins, request)) {
      // Browsers make them for the request that follows.
      const respond = (): void => answerPreflight(request, response);
      answerOther(request, response, { cost: 'cheap', counts: false, respond });
    } else if (request.url === '/' && (request.method === 'GET' || request.method === 'HEAD')) {
      const Location = `${options.baseUrl(request.headers.host)}/home`;
      const respond = (): void =>
        void response.writeHead(302, { Location, 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-cache' }).end();
      answerOther(request, response, { cost: 'cheap', counts: true, respond });
    } else if (/^\/docs(?:[/?]|$)/.test(request.url)) {
      const respond = (place: RequestPlace): void => {
        docs(request, response, (error?: unknown) => (error ? next(error) : answer(request, response)));
        if (costOfDocs(request.url) === 'download') place.sending();
      };
      answerOther(request, response, { cost: costOfDocs(request.url), counts: true, respond });
    } else answer(request, response);
  });
  const changeAtomically = createAtomicOperations({ ...options, performPart, table });
  return { listener: app, changeAtomically, table, checks };
}
