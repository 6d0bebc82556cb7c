// The steps of every request, in order: match, negotiate, authenticate, count, authorise, read the body, check the key,
// validate, handle, respond.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { ANONYMOUS, type Access, type Caller, type RequestUrl } from '../context.ts';
import { ApiError, invalidData } from '../errors.ts';
import { isEventStream } from '../event-stream.ts';
import { assertAdmitted, assertDiskRoom, assertSignedIn, databaseDown, OPEN_PROBES, PROBES } from './admission.ts';
import type { DispatchOptions } from './dispatch-options.ts';
import { createRequestAudit } from './audit-requests.ts';
import { readAcceptedForms } from './accepted-forms.ts';
import type { Operation } from './operation.ts';
import { bodySchema, contentOf, takesToken } from './operation.ts';
import { checkedHandler, type CheckedHandler } from './checked-handler.ts';
import { varyOf } from './cors.ts';
import { shownMeta } from './identifier-members.ts';
import { createErrorAnswer, toApiError } from './error-responder.ts';
import type { RequestChecks } from './explain-access.ts';
import type { AnyReply, HandlerCall } from './handler.ts';
import { NO_KEY, type HeldKey, type KeyedAnswer } from './idempotency.ts';
import { costOf, limitKey } from './load-limits.ts';
import { createLostRequests } from './lost-requests.ts';
import { recreate } from './recreated-answer.ts';
import { matchTarget, missingSegment, routeNotFound } from './match-target.ts';
import { assertMediaType, bodyType, JSON_TYPE, negotiateFor } from './media-types.ts';
import { createBackend } from './openapi-backend.ts';
import { assertSafe, hasBody, readJsonBody } from './request-body.ts';
import { createPublicCache } from './public-cache.ts';
import { createPerformPart, type MatchedOperation, type PerformPart } from './perform-part.ts';
import { requestContext } from './request-context.ts';
import { createRequestCounter } from './request-count.ts';
import { apiKeyOf, tokenOf, parseTarget, urlOf, type RequestTarget } from './request-target.ts';
import { requestFacts, requestIdOf, REQUEST_ID } from './request-id.ts';
import { representationOf } from './representation.ts';
import type { RoutingTable } from './routing-table.ts';
import { isBinary, sendBinary } from './send-binary.ts';
import { sendEventStream } from './send-event-stream.ts';
import { createServerTiming, type ServerTiming } from './server-timing.ts';
import type { Served } from './watch-requests.ts';
import { withClose, endUnread, isUnread } from './unread-body.ts';
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

type Headers = Record<string, string | number>;

/** For reads only: the time of a sign-in or another write may reveal the values that it compares (D462). */
const timingOf = (operation: Operation | undefined, timing: ServerTiming): Headers =>
  operation?.method === 'get' ? { 'Server-Timing': timing.header() } : {};

/** @throws Error when description and handlers do not match */
export async function createDispatch(
  options: DispatchOptions,
): Promise<{ dispatch: Dispatch; performPart: PerformPart; table: RoutingTable; checks: RequestChecks }> {
  const backend = await createBackend(options.description, Object.keys(options.handlers));
  /** Operations that read, by path. */
  const readings = new Map(
    backend.table.operations.flatMap((operation) => (operation.method === 'get' ? [[operation.path, operation]] : [])),
  );
  const shown = shownMeta(backend.table.operations);
  const handlers = new Map(
    Object.entries(options.handlers).map(([id, handler]) => [id, checkedHandler(handler, options, shown)]),
  );
  const audit = createRequestAudit(options);
  const startTiming = createServerTiming(options.log);
  const errorAnswer = createErrorAnswer(options);
  const lostRequests = createLostRequests(options.primary);
  const vary = varyOf(options.corsOrigins);
  const publicCache = createPublicCache(options.publicCache, vary);
  const common: Headers = {
    Vary: vary,
    'X-Api-Version': options.version,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  };

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
      else if ((await lostRequests.outcome(request, response, work)) === 'lost') sendLost(request, response, served);
    } finally {
      end();
    }
  }

  /** The work of the request continues: its response is stored for its key, if it has one. */
  function sendLost(request: IncomingMessage, response: ServerResponse, served: Served): void {
    const error = databaseDown();
    served.code = error.face.code;
    sendNow(request, response, withCommon(errorAnswer(request, error, error)));
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
      const method = (request.method ?? 'GET').toLowerCase();
      const match = await matchTarget(target, method, backend.table, options);
      if (match.kind === 'path') throw routeNotFound(target, options);
      if (match.kind === 'method') return answerOtherMethod(request, response, { target, allowed: match.allow });
      served.matched = match;
      const { operation, params } = match;
      const isProbe = PROBES.has(operation.path);
      if (isProbe) counter.skip();
      else place.admit(costOf(operation, target.query));
      const isOpen = OPEN_PROBES.has(operation.path);
      const mediaType = isOpen ? JSON_TYPE : negotiateFor(operation, request.headers);

      const applicationId = isOpen ? null : options.application(apiKeyOf(request, target));
      counter.identify(applicationId);
      const token = isOpen ? undefined : tokenOf(request, target);
      principal = await authenticate(operation, token, applicationId);
      onAuthenticated?.(principal);
      if (!isProbe) await place.takeTurn(limitKey(principal.caller, options.addressOf(request)));
      await counter.count(principal);
      assertAllowed({ operation, params }, target, principal);
      assertDiskRoom(operation, request, options);

      const claim = { request, operation, target, mediaType, caller: principal.caller, token };
      key = await options.claimKey({ ...claim, body: await readBody(request, operation) });
      const { body, answer: kept } = key;
      if (kept) {
        return send(request, response, { ...kept, headers: { ...common, ...counter.headers(), ...kept.headers } });
      }
      const valid = backend.validate(operation, { params, query: target.query, headers: request.headers, body });
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
      const sent = { operation, mediaType, url, reply, noteReads, timing, key };
      await sendReply(request, response, { ...sent, limits: counter.headers() });
    } catch (cause) {
      audit.refused(request, served.matched, principal.caller, cause);
      const error = await counter.countRefused(cause, anonymous);
      const limits = { ...counter.headers(), ...timingOf(served.matched?.operation, timing) };
      served.code = await sendError(request, response, { thrown: error, limits, key });
    } finally {
      place.leave();
    }
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
  async function readBody(request: IncomingMessage, operation: Operation): Promise<unknown> {
    if (operation.consumes.length === 0) return undefined;
    if (takesFile(operation)) return openUpload(request);
    if (hasBody(request) || request.headers['content-type'] !== undefined) assertMediaType(operation, request.headers);
    const body = await readJsonBody(request, options.bodyLimits, contentOf(operation));
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

  /** @throws ApiError invalid_parameter when the path lacks its last segment, method_not_allowed */
  function answerOtherMethod(
    request: IncomingMessage,
    response: ServerResponse,
    { target, allowed }: { target: RequestTarget; allowed: readonly string[] },
  ): void {
    const missing = missingSegment(target, (request.method ?? 'GET').toLowerCase(), backend.table, options);
    if (missing) throw missing;
    const Allow = allowed.join(', ');
    if (request.method !== 'OPTIONS') throw new ApiError('method_not_allowed', `Allowed here: ${Allow}.`, { Allow });
    send(request, response, { status: 204, headers: { ...common, Allow } });
  }

  interface Sent {
    operation: Operation;
    mediaType: string;
    url: RequestUrl;
    reply: AnyReply;
    /** Called after the body is made. */
    noteReads(): Promise<void>;
    limits: Headers;
    timing: ServerTiming;
    key: HeldKey;
  }

  async function sendReply(request: IncomingMessage, response: ServerResponse, sent: Sent): Promise<void> {
    const { reply, operation, mediaType, limits, timing, key } = sent;
    const own: Headers = { ...(reply.headers as Headers | undefined) };
    if (isBinary(reply.body)) {
      await key.settle(undefined);
      if (lostRequests.isLost(response)) return;
      const headers = { ...common, ...limits, ...own, [REQUEST_ID]: requestIdOf(request) };
      return sendBinary(request, response, reply.body, { headers });
    }
    if (isEventStream(reply.body)) {
      if (lostRequests.isLost(response)) return;
      const headers = { ...common, ...limits, [REQUEST_ID]: requestIdOf(request) };
      return sendEventStream(request, response, reply.body, headers);
    }
    const representation = representationOf(reply, { request, ...sent }, vary);
    Object.assign(own, representation.headers, publicCache(request, sent));
    const headers = (): Headers => ({ ...common, ...limits, ...own, ...timingOf(operation, timing) });
    if (representation.isKnown) return send(request, response, { status: 304, headers: headers() });
    if (reply.body !== undefined) own['Content-Type'] = mediaType;
    const body = request.method === 'HEAD' ? undefined : await representation.body();
    await sent.noteReads();
    Object.assign(own, publicCache(request, sent, body));
    const answer = { status: reply.status, headers: own, ...(body !== undefined && { body }) };
    await key.settle(answer);
    send(request, response, { ...answer, headers: headers() });
  }

  async function sendError(
    request: IncomingMessage,
    response: ServerResponse,
    { thrown, limits, key }: { thrown: unknown; limits: Headers; key: HeldKey },
  ): Promise<string | undefined> {
    const facts = requestFacts(request);
    const isLost = lostRequests.isLost(response);
    if (!isLost && (response.headersSent || request.socket.destroyed)) {
      if (response.headersSent) options.log.error({ err: thrown, ...facts }, 'answer broken off');
      await key.settle(undefined);
      response.destroy();
      return undefined;
    }
    const error = toApiError(thrown, options.log, facts);
    const answer = errorAnswer(request, error, thrown);
    await key.settle(answer);
    send(request, response, withCommon(answer, limits));
    return error.face.code;
  }

  const withCommon = (answer: KeyedAnswer, limits?: Headers): KeyedAnswer => ({
    ...answer,
    headers: { ...common, ...limits, ...answer.headers },
  });

  function send(request: IncomingMessage, response: ServerResponse, answer: KeyedAnswer): void {
    if (!lostRequests.isLost(response)) sendNow(request, response, answer);
  }

  function sendNow(request: IncomingMessage, response: ServerResponse, { status, headers, body }: KeyedAnswer): void {
    headers[REQUEST_ID] = requestIdOf(request);
    if (body !== undefined) headers['Content-Length'] = Buffer.byteLength(body);
    // A string is sent in one piece with the headers; a buffer would be a second one.
    if (isUnread(request)) return endUnread(request, response.writeHead(status, withClose(request, headers)), body);
    response.writeHead(status, headers).end(body);
  }

  const performPart = createPerformPart({ ...options, ...backend, assertAllowed, run });
  const match = (target: RequestTarget, method: string) => matchTarget(target, method, backend.table, options);
  return { dispatch, performPart, table: backend.table, checks: { match, assertAllowed } };
}
