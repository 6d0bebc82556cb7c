// The steps of every request, in order: match, negotiate, authenticate, count, authorise, read the body, check the key,
// validate, handle, respond.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { ownersOfRequest } from '../access/request-owners.ts';
import { ANONYMOUS, type Access, type Caller } from '../context.ts';
import { ApiError, invalidData } from '../errors.ts';
import { assertAdmitted, assertDiskRoom, assertSignedIn } from './admission.ts';
import { OPEN_PROBES, PROBES } from './probes.ts';
import type { DispatchOptions } from './dispatch-options.ts';
import { createRequestAudit } from './audit-requests.ts';
import { readAcceptedForms } from './accepted-forms.ts';
import type { Operation } from './operation.ts';
import { bodySchema, contentOf, takesToken } from './operation.ts';
import { checkedHandler, type CheckedHandler } from './checked-handler.ts';
import { shownMeta } from './identifier-members.ts';
import type { RequestChecks } from './explain-access.ts';
import type { AnyReply, HandlerCall } from './handler.ts';
import { NO_KEY, type HeldKey } from './idempotency.ts';
import type { RequestPlace } from './load-limits.ts';
import { createLostRequests } from './lost-requests.ts';
import { recreate } from './recreated-answer.ts';
import { matchTarget, missingSegment, routeNotFound } from './match-target.ts';
import { assertMediaType, bodyType, JSON_TYPE, negotiateFor } from './media-types.ts';
import { createBackend } from './openapi-backend.ts';
import { assertSafe, hasBody, readJsonBody } from './request-body.ts';
import { createPerformPart, type MatchedOperation, type PerformPart } from './perform-part.ts';
import { requestContext } from './request-context.ts';
import { fieldTypes } from './field-types.ts';
import { createRequestCounter } from './request-count.ts';
import { apiKeyOf, tokenOf, parseTarget, urlOf, type RequestTarget } from './request-target.ts';
import { costOf } from './request-cost.ts';
import type { RoutingTable } from './routing-table.ts';
import { createResponder, timingOf } from './responder.ts';
import { createServerTiming } from './server-timing.ts';
import type { Served } from './watch-requests.ts';
import { openUpload, takesFile } from './upload-body.ts';

/** The caller of a request and its permissions. */
export interface Principal {
  caller: Caller;
  access: Access;
}

export type Dispatch = (
  request: IncomingMessage,
  response: ServerResponse,
  onAuthenticated?: (principal: Principal) => void,
) => Promise<void>;

export interface Dispatching {
  dispatch: Dispatch;
  /** Responds with an error to a request that is not dispatched. */
  refuse(request: IncomingMessage, response: ServerResponse, thrown: unknown): void;
  performPart: PerformPart;
  table: RoutingTable;
  checks: RequestChecks;
}

/** @throws Error when description and handlers do not match */
export async function createDispatch(options: DispatchOptions): Promise<Dispatching> {
  const backend = await createBackend(options.description, Object.keys(options.handlers));
  /** Operations that read, by path. */
  const readings = new Map(
    backend.table.operations.flatMap((operation) => (operation.method === 'get' ? [[operation.path, operation]] : [])),
  );
  const shown = shownMeta(backend.table.operations);
  const handlers = new Map(
    Object.entries(options.handlers).map(([id, handler]) => [id, checkedHandler(handler, options, shown)]),
  );
  const assertFieldTypes = fieldTypes(options.description, options);
  const audit = createRequestAudit(options);
  const startTiming = createServerTiming(options.log);
  const lostRequests = createLostRequests(options.primary);
  const { common, send, sendReply, sendError, sendLost } = createResponder(options, lostRequests);

  async function dispatch(
    request: IncomingMessage,
    response: ServerResponse,
    onAuthenticated?: (principal: Principal) => void,
  ): Promise<void> {
    const served: Served = { timing: startTiming(), matched: undefined, code: undefined };
    const end = options.watch(request, response, served);
    try {
      const work = answer(request, response, served, onAuthenticated);
      if (PROBES.has(request.url ?? '')) await work;
      else if ((await lostRequests.outcome(request, response, work)) === 'lost')
        served.code = sendLost(request, response);
    } finally {
      end();
    }
  }

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    served: Served,
    onAuthenticated?: (principal: Principal) => void,
  ): Promise<void> {
    const counter = createRequestCounter(options.countRequest, () => options.addressOf(request));
    const { timing } = served;
    let principal: Principal = anonymous(null);
    let key: HeldKey = NO_KEY;
    const place = options.load();
    try {
      const target = parseTarget(request.url ?? '/');
      assertAdmitted(target.rawPath, options);
      place.admit(PROBES.has(target.rawPath) ? 'probe' : 'cheap');
      const method = (request.method ?? 'GET').toLowerCase();
      const match = await matchTarget(target, method, backend.table, options);
      if (match.kind === 'path') throw routeNotFound(target, options);
      if (match.kind === 'method') {
        const headers = otherMethod(request, { target, allowed: match.allow });
        place.identify(ownersOfRequest(ANONYMOUS, options.addressOf(request)));
        await counter.count(principal);
        return send(request, response, { status: 204, headers: { ...common, ...counter.headers(), ...headers } });
      }
      served.matched = match;
      const { operation, params } = match;
      const { mediaType, apiKey, token } = readCredentials(request, operation, target);
      const isProbe = PROBES.has(operation.path);
      if (OPEN_PROBES.has(operation.path)) counter.skip();
      place.admit(costOf({ operation, query: target.query, mediaType }));

      const applicationId = apiKey === null ? null : options.application(apiKey);
      counter.identify(applicationId);
      principal = await authenticate(operation, token, applicationId);
      onAuthenticated?.(principal);
      const owners = ownersOfRequest(principal.caller, options.addressOf(request));
      const count = (): Promise<void> => {
        place.identify(owners);
        return isProbe ? Promise.resolve(counter.skip()) : counter.count(principal);
      };
      if (!isProbe) await count();
      assertAllowed({ operation, params }, target, principal);
      // Of `/metrics` only permitted requests are those of a probe.
      if (isProbe) await count();
      assertDiskRoom(operation, request, options);

      const claim = { request, operation, target, mediaType, caller: principal.caller, token };
      const sent = await readBody(request, operation, place);
      await place.takeTurn();
      key = await options.claimKey({ ...claim, body: sent });
      const { body, answer: kept } = key;
      if (kept) {
        return send(request, response, { ...kept, headers: { ...common, ...counter.headers(), ...kept.headers } });
      }
      const valid = backend.validate(operation, { params, query: target.query, headers: request.headers, body });
      assertFieldTypes(operation, target.query);
      const url = urlOf(target, options.baseUrl(request.headers.host));
      const shown = new Set<number>();
      const context = requestContext(request, {
        ...principal,
        url,
        mediaType,
        address: options.addressOf(request),
        token,
        attempt: key.attempt,
        auditShown: (userId) => shown.add(userId),
        noteUnindexed: timing.noteUnindexed,
      });
      const reply = await handle(request, operation, { ...valid, body, context }, key.made);
      audit.changed(request, match, principal.caller, reply.status);
      // The creator of a resource may see it.
      const noteReads = async (): Promise<void> => {
        if (reply.status !== 201) await audit.shown(request, match, principal.caller, shown);
      };
      const answered = { operation, mediaType, url, reply, noteReads, timing, key, place };
      await sendReply(request, response, { ...answered, limits: counter.headers() });
    } catch (cause) {
      audit.refused(request, served.matched, principal.caller, cause);
      const error = await counter.countRefused(refusalOf(cause, request, place), anonymous);
      const limits = { ...counter.headers(), ...timingOf(served.matched?.operation, timing) };
      served.code = await sendError(request, response, { thrown: error, limits, key });
    } finally {
      place.leave();
    }
  }

  /** What the headers of a request ask for, and who sends it: those of an open probe are not read. @throws ApiError not_acceptable */
  function readCredentials(
    request: IncomingMessage,
    operation: Operation,
    target: RequestTarget,
  ): { mediaType: string; apiKey: string | undefined | null; token: string | undefined } {
    if (OPEN_PROBES.has(operation.path)) return { mediaType: JSON_TYPE, apiKey: null, token: undefined };
    const mediaType = negotiateFor(operation, request.headers);
    return { mediaType, apiKey: apiKeyOf(request, target), token: tokenOf(request, target) };
  }

  const principalOf = (caller: Caller): Principal => ({ caller, access: options.accessOf(caller) });
  const anonymous = (applicationId: number | null): Principal => principalOf({ ...ANONYMOUS, applicationId });

  /**
   * An invalid token is 401 even if none is needed (D17). Operations without a security scheme read none: sign-in has
   * its own tokens.
   */
  async function authenticate(
    operation: Operation,
    token: string | undefined,
    applicationId: number | null,
  ): Promise<Principal> {
    if (token === undefined || !takesToken(operation)) return anonymous(applicationId);
    return principalOf(await options.authenticate(token, applicationId));
  }

  /** A body is read only if the operation has one, and after authorisation; otherwise it is ignored (D2). */
  async function readBody(request: IncomingMessage, operation: Operation, place: RequestPlace): Promise<unknown> {
    if (operation.consumes.length === 0) return undefined;
    if (takesFile(operation)) return openUpload(request);
    if (hasBody(request) || request.headers['content-type'] !== undefined) assertMediaType(operation, request.headers);
    const read = () => readJsonBody(request, options.bodyLimits, contentOf(operation));
    const body = await (request.complete ? read() : place.whileReading(read));
    if (body !== undefined && typeof body !== 'object') throw invalidData('', 'A JSON object is expected as the body.');
    return readAcceptedForms(bodySchema(operation, bodyType(request.headers)), body);
  }

  /** Checks the permission for an operation. @throws ApiError authentication_required, forbidden … */
  function assertAllowed(
    { operation, params }: MatchedOperation,
    { query }: RequestTarget,
    principal: Principal,
  ): void {
    options.authorize(operation, { params, query }, principal);
    assertSignedIn(operation, principal.caller);
  }

  /** Runs the handler, after the before-hooks of the operation. @returns its reply, and the input of the after-hooks */
  async function run(
    headers: IncomingHttpHeaders,
    operation: Operation,
    call: HandlerCall,
  ): Promise<{ reply: AnyReply; call: HandlerCall }> {
    const { operationId } = operation;
    const reading = operation.consumes.length > 0 ? readings.get(operation.path) : undefined;
    const checked = handlers.get(operationId) as CheckedHandler;
    const handler = (given: HandlerCall): Promise<AnyReply> =>
      checked(given, { operation, reading, caller: given.context.caller, access: given.context.access });
    const hooks = options.hooks.get(operationId);
    if (!hooks) return { reply: await handler(call), call };
    const body = await hooks.before(call, (changed) => {
      assertSafe(changed, '', { content: contentOf(operation), depth: 0 });
      backend.validate(operation, { ...call, headers, body: changed });
    });
    const changed = { ...call, body };
    return { reply: await handler(changed), call: changed };
  }

  /**
   * Runs the handler, between the hooks of the operation if it has some.
   * @param made result of an earlier attempt at the same request, whose work is not repeated
   */
  async function handle(
    request: IncomingMessage,
    operation: Operation,
    given: HandlerCall,
    made: HeldKey['made'],
  ): Promise<AnyReply> {
    if (made) return recreate(made, { operation, ...given }, { ...options, operations: backend.table.operations });
    const { reply, call } = await run(request.headers, operation, given);
    return options.hooks.get(operation.operationId)?.after(call, reply) ?? reply;
  }

  /**
   * @returns the headers of the response to OPTIONS
   * @throws ApiError invalid_parameter when the path lacks its last segment, method_not_allowed
   */
  function otherMethod(
    request: IncomingMessage,
    { target, allowed }: { target: RequestTarget; allowed: readonly string[] },
  ): { Allow: string } {
    const missing = missingSegment(target, (request.method ?? 'GET').toLowerCase(), backend.table, options);
    if (missing) throw missing;
    const Allow = allowed.join(', ');
    if (request.method !== 'OPTIONS') throw new ApiError('method_not_allowed', `Allowed here: ${Allow}.`, { Allow });
    return { Allow };
  }

  /** A request that is refused before its caller is known counts for its address. */
  function refusalOf(cause: unknown, request: IncomingMessage, place: RequestPlace): unknown {
    try {
      place.countUnknown(ownersOfRequest(ANONYMOUS, options.addressOf(request)));
      return cause;
    } catch (refusal) {
      return refusal;
    }
  }

  const performPart = createPerformPart({ ...options, ...backend, assertAllowed, run });
  const match = (target: RequestTarget, method: string) => matchTarget(target, method, backend.table, options);
  const refuse: Dispatching['refuse'] = (request, response, thrown) =>
    void sendError(request, response, { thrown, limits: {}, key: NO_KEY });
  return { dispatch, refuse, performPart, table: backend.table, checks: { match, assertAllowed } };
}
