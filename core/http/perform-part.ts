// A request within another one: dispatched like a separate one, for the caller of the whole (D491).
import type { IncomingHttpHeaders } from 'node:http';
import type { Access, Caller, RequestContext } from '../context.ts';
import { readAcceptedForms } from './accepted-forms.ts';
import { type Operation, bodySchema, contentOf } from './operation.ts';
import type { AnyReply, HandlerCall, OperationHooks } from './handler.ts';
import { matchTarget, routeNotFound, type MatchOptions } from './match-target.ts';
import { JSON_API } from './media-types.ts';
import type { Backend } from './openapi-backend.ts';
import { assertSafe } from './request-body.ts';
import { parseTarget, urlOf, type RequestTarget } from './request-target.ts';

/** The operation of a request, with its path parameters. */
export interface MatchedOperation {
  operation: Operation;
  params: Record<string, string>;
}

export interface PartRequest {
  /** In lower case. */
  method: string;
  path: string;
  /** undefined when there is none. */
  body: unknown;
  /**
   * @param operationId undefined for a method that the path does not have @throws ApiError when it cannot be part of a request
   */
  assertTaken(operationId: string | undefined): void;
}

export interface PartAnswer {
  /** undefined when the response has no body (204). */
  document: unknown;
  /** Starts the after-hooks of the operation. */
  announce(): void;
}

/** @param outer context of the whole @throws ApiError, and errors of the operation */
export type PerformPart = (part: PartRequest, outer: RequestContext) => Promise<PartAnswer>;

/** Steps of dispatch. */
interface Steps extends MatchOptions, Backend {
  hooks: ReadonlyMap<string, OperationHooks>;
  /** @throws ApiError authentication_required, forbidden … */
  assertAllowed(matched: MatchedOperation, target: RequestTarget, principal: { caller: Caller; access: Access }): void;
  /** Runs the handler, after the before-hooks of the operation. */
  run(
    headers: IncomingHttpHeaders,
    operation: Operation,
    call: HandlerCall,
  ): Promise<{ reply: AnyReply; call: HandlerCall }>;
}

/** The body of a reply; if it is a function, that is called now. */
const documentOf = async ({ body }: AnyReply): Promise<unknown> =>
  typeof body === 'function' ? (body as () => unknown)() : body;

/** Dispatch of one operation: the caller is known and counted already, and nothing is sent. */
export function createPerformPart(steps: Steps): PerformPart {
  return async (part, outer) => {
    const target = parseTarget(part.path);
    const match = await matchTarget(target, part.method, steps.table, steps);
    if (match.kind === 'path') throw routeNotFound(target, steps);
    part.assertTaken(match.kind === 'operation' ? match.operation.operationId : undefined);
    const { operation, params } = match as MatchedOperation;
    const { query } = target;
    steps.assertAllowed({ operation, params }, target, outer);
    if (part.body !== undefined) assertSafe(part.body, '', { content: contentOf(operation), depth: 0 });
    const body = readAcceptedForms(bodySchema(operation, JSON_API), part.body);
    const valid = steps.validate(operation, { params, query, headers: {}, body });
    const url = urlOf(target, outer.url.base);
    const context = { ...outer, url, mediaType: JSON_API, bodyType: body === undefined ? undefined : JSON_API };
    const { reply, call } = await steps.run({}, operation, { ...valid, body, context });
    const made = { ...reply, body: await documentOf(reply) };
    return { document: made.body, announce: () => void steps.hooks.get(operation.operationId)?.after(call, made) };
  };
}
