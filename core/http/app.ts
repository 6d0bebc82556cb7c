// The Express application: the reference page, and dispatch for all other requests.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import express from 'express';
import { explainedErrors, type ErrorAdvice } from '../error-guide.ts';
import type { ErrorFace } from '../errors.ts';
import { createAtomicOperations, type AtomicOptions, type ChangeAtomically } from './atomic-operations.ts';
import { answerCors, varyOf } from './cors.ts';
import { createDispatch, type Dispatch } from './dispatch.ts';
import type { DispatchOptions } from './dispatch-options.ts';
import { docsPage } from './docs/docs-page.ts';
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
    browser?: ((dispatch: Dispatch, vary: string) => AnswerBrowser) | undefined;
  },
): Promise<App> {
  const { dispatch, performPart, table, checks } = await createDispatch(options);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  // Dispatch parses queries itself.
  app.set('query parser', false);
  const docs = docsPage(options.expiredTokenCode, explainedErrors(options.expiredTokenCode, options.projectErrors));
  const answerBrowser = options.browser?.(dispatch, varyOf(options.corsOrigins));
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    if (!answerBrowser?.(request, response)) void dispatch(request, response);
  };
  // One layer for all: every layer adds time to each request.
  app.use((request, response, next) => {
    if (options.jobsOnly) {
      void dispatch(request, response);
      return;
    }
    if (answerCors(options.corsOrigins, request, response)) return;
    if (request.url === '/' && (request.method === 'GET' || request.method === 'HEAD')) {
      discardBody(request);
      const Location = `${options.baseUrl(request.headers.host)}/home`;
      response.writeHead(302, { Location, 'Referrer-Policy': 'no-referrer', [REQUEST_ID]: requestIdOf(request) }).end();
    } else if (/^\/docs(?:[/?]|$)/.test(request.url)) {
      discardBody(request);
      response.setHeader(REQUEST_ID, requestIdOf(request));
      docs(request, response, (error?: unknown) => (error ? next(error) : answer(request, response)));
    } else answer(request, response);
  });
  const changeAtomically = createAtomicOperations({ ...options, performPart, table });
  return { listener: app, changeAtomically, table, checks };
}
