// The way of every request: match, negotiate, authenticate, authorise, read and validate the body, handle, answer.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorObject } from 'ajv';
import { auditedCaller, type Audit } from '../audit.ts';
import { ANONYMOUS, type Access, type Caller, type RequestContext, type RequestUrl } from '../context.ts';
import { ApiError, invalidData } from '../errors.ts';
import type { Logger as Log } from '../log.ts';
import { isAudited } from './audited.ts';
import { varyOf, type CorsOrigins } from './cors.ts';
import { createBackend, type BackendHandlers, type Context, type PreparedRequest } from './openapi-backend.ts';
import type { Description, Operation } from './description.ts';
import { errorBody, toApiError } from './error-responder.ts';
import { parseIfMatch } from './etag.ts';
import type { AnyReply, HandlerCall } from './handler.ts';
import { hooked, type OperationHooks } from './hooks.ts';
import { matchTarget, missingSegment, routeNotFound, type MatchOptions } from './match-target.ts';
import { assertReadable, bodyType, errorMediaType, JSON_API, negotiateFor } from './media-types.ts';
import { hasBody, readJsonBody, type BodyLimits } from './request-body.ts';
import { countOnce, isCounted, notCounted, type Counted, type RequestCount } from './request-count.ts';
import { apiKeyOf, tokenOf } from './request-credentials.ts';
import { representationOf } from './representation.ts';
import { parseTarget, safePath } from './request-target.ts';
import type { RoutingTable } from './routing-table.ts';
import { isBinary, sendBinary } from './send-binary.ts';
import { closing, endUnread, leftUnread } from './unread-body.ts';
import { openUpload, takesFile } from './upload-body.ts';
import { validationError } from './validation-faults.ts';

/** What dispatch needs of the rest of the service; each is a function so that http knows no domain. */
export interface DispatchOptions extends RequestCount, MatchOptions {
  description: Description;
  /** By operationId. */
  handlers: Readonly<Record<string, (input: never) => unknown>>;
  /** By operationId, of operations that have some. */
  hooks: ReadonlyMap<string, OperationHooks>;
  /** Application of an API key. @throws ApiError invalid_api_key */
  application(apiKey: string | undefined): number | null;
  /** @throws ApiError invalid_token, expired_token */
  authenticate(accessToken: string, applicationId: number | null): Promise<Caller>;
  accessOf(caller: Caller): Access;
  /** @throws ApiError missing_api_key, not_found, forbidden, authentication_required */
  authorize(
    operation: { method: string; path: string },
    request: { params: Readonly<Record<string, string>>; query: Readonly<Record<string, unknown>> },
    who: { caller: Caller; access: Access },
  ): void;
  audit: Audit;
  /** Public base without trailing slash for a Host header (D58). */
  baseUrl(host: string | undefined): string;
  addressOf(request: IncomingMessage): string;
  bodyLimits: BodyLimits;
  /** undefined: pages of other origins are not let in. */
  corsOrigins: CorsOrigins | undefined;
  debug: boolean;
  expiredTokenCode: string;
  version: string;
  log: Log;
  /** It answers nothing but `/health` and `/ready` (D252). */
  jobsOnly: boolean;
}

/** What tells how a process is. */
const PROBES: ReadonlySet<string> = new Set(['/health', '/ready']);

/** One request on its way; handlers of openapi-backend get it beside the parsed request. */
interface Exchange {
  request: IncomingMessage;
  operation: Operation;
  mediaType: string;
  url: RequestUrl;
  token: string | undefined;
  applicationId: number | null;
  authentication?: Promise<Caller>;
  caller: Caller;
  access: Access;
  counted: Counted;
  prepared: PreparedRequest;
  seen: Seen | undefined;
}

/** Told whose request it is, once that is known. */
type Seen = (who: { caller: Caller; access: Access }) => void;

function backendHandlers(options: DispatchOptions): BackendHandlers {
  const handlers: BackendHandlers = {
    notFound: () => Promise.reject(new ApiError('route_not_found', 'No such path.')),
    methodNotAllowed: () => Promise.reject(new ApiError('method_not_allowed', 'No such method.')),
    notImplemented: () => Promise.reject(new Error('operation without a handler')),
    unauthorizedHandler: () =>
      Promise.reject(
        new ApiError('authentication_required', 'Authentication is required to continue.', {
          'WWW-Authenticate': 'Bearer',
        }),
      ),
    validationFail: (context: Context) =>
      Promise.reject(validationError((context.validation.errors ?? []) as ErrorObject[])),
    postSecurityHandler: async (context: Context, exchange: Exchange) => {
      const { applicationId } = exchange;
      exchange.caller = (await exchange.authentication) ?? { ...ANONYMOUS, applicationId };
      exchange.access = options.accessOf(exchange.caller);
      const { caller, access, request } = exchange;
      exchange.seen?.({ caller, access });
      await countOnce(exchange.counted, { caller, access, address: () => options.addressOf(request) }, options);
      options.authorize(exchange.operation, exchange.prepared, exchange);
      // openapi-backend goes on to unauthorizedHandler by itself.
      if (!context.security?.['authorized'] && exchange.operation.definition.security?.length) return;
      await readBody(context, exchange, options);
    },
  };
  for (const [operationId, handle] of Object.entries(options.handlers)) {
    const hooks = options.hooks.get(operationId);
    const run = hooks ? hooked(handle, hooks) : (_context: Context, call: HandlerCall) => handle(call as never);
    handlers[operationId] = (context: Context, exchange: Exchange) =>
      run(context, {
        params: context.request.params,
        query: context.request.query,
        body: context.request.requestBody,
        context: requestContext(exchange, options),
      });
  }
  return handlers;
}

function requestContext(exchange: Exchange, options: DispatchOptions): RequestContext {
  return {
    caller: exchange.caller,
    access: exchange.access,
    precondition: parseIfMatch(exchange.request.headers['if-match']),
    url: exchange.url,
    mediaType: exchange.mediaType,
    bodyType: bodyType(exchange.request.headers),
    address: options.addressOf(exchange.request),
    token: exchange.token,
    languages: exchange.request.headers['accept-language'],
  };
}

/** A body is read only where the operation takes one, and after the caller was let in; elsewhere it is left alone (D2). */
async function readBody(context: Context, exchange: Exchange, options: DispatchOptions): Promise<void> {
  const { operation, request } = exchange;
  if (operation.consumes.length === 0) return;
  if (takesFile(operation)) {
    exchange.prepared.body = openUpload(request) as never;
    context.request.requestBody = exchange.prepared.body;
    return;
  }
  if (hasBody(request) || request.headers['content-type'] !== undefined) assertReadable(operation, request.headers);
  const body = await readJsonBody(request, options.bodyLimits, operation.path.startsWith('/model/'));
  // openapi-backend would parse a text once more.
  if (body !== undefined && typeof body !== 'object') throw invalidData('', 'A JSON object is expected as the body.');
  exchange.prepared.body = body as never;
  context.request.requestBody = body;
}

/** A bad token is 401 even where none is needed (D17); only sign-in, which has no security scheme, takes other tokens. */
const securityHandler =
  (options: DispatchOptions) =>
  async (_context: Context, exchange: Exchange): Promise<unknown> => {
    if (exchange.token === undefined) return false;
    exchange.authentication ??= options.authenticate(exchange.token, exchange.applicationId);
    exchange.authentication.catch(() => undefined);
    // The token of an application alone signs nobody in.
    return (await exchange.authentication).userId !== null;
  };

type Headers = Record<string, string | number>;

interface Answer {
  status: number;
  headers: Headers;
  body?: string | Buffer;
}

/** Middleware for Express that answers every request. @throws Error when the description and the handlers do not fit */
export async function createDispatch(options: DispatchOptions): Promise<{
  dispatch: (request: IncomingMessage, response: ServerResponse, seen?: Seen) => Promise<void>;
  table: RoutingTable;
}> {
  const handler = securityHandler(options);
  const schemes = Object.keys(options.description.components?.securitySchemes ?? {});
  const backend = await createBackend(
    options.description,
    backendHandlers(options),
    Object.fromEntries(schemes.map((name) => [name, handler])),
  );
  const vary = varyOf(options.corsOrigins);
  const common: Headers = {
    Vary: vary,
    'X-Api-Version': options.version,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  };

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    { counted, url, seen }: { counted: Counted; url: () => RequestUrl; seen: Seen | undefined },
  ): Promise<void> {
    const target = parseTarget(request.url ?? '/');
    if (options.jobsOnly && !PROBES.has(target.rawPath)) {
      throw new ApiError('service_unavailable', 'This process runs jobs, and answers no requests.');
    }
    const method = (request.method ?? 'GET').toLowerCase();
    const match = await matchTarget(target, method, backend.table, options);
    const missing = match.kind === 'method' ? missingSegment(target, method, backend.table, options) : undefined;
    if (missing) throw missing;
    if (match.kind === 'path') throw routeNotFound(target, options);
    if (match.kind === 'method') {
      const allow = match.allow.join(', ');
      if (method === 'options') return send(request, response, { status: 204, headers: { ...common, Allow: allow } });
      throw new ApiError('method_not_allowed', `Allowed here: ${allow}.`, { Allow: allow });
    }
    const { operation, params } = match;
    counted.done = !isCounted(operation.path);
    const prepared: PreparedRequest = {
      method: operation.method,
      path: target.rawPath,
      headers: request.headers as PreparedRequest['headers'],
      query: target.query,
      operation,
      params,
    };
    const exchange: Exchange = {
      request,
      operation,
      mediaType: negotiateFor(operation, request.headers),
      url: { ...url(), path: target.segments.join('/'), rawPath: target.rawPath, query: target.linkQuery },
      token: tokenOf(request, target),
      applicationId: null,
      caller: ANONYMOUS,
      access: options.accessOf(ANONYMOUS),
      counted,
      prepared,
      seen,
    };
    try {
      exchange.applicationId = options.application(apiKeyOf(request, target));
      counted.applicationId = exchange.applicationId;
      const reply = (await backend.handle(prepared, exchange)) as AnyReply;
      if (isAudited(operation)) audit('changed', exchange, { status: reply.status });
      await sendReply(exchange, response, reply);
    } catch (error) {
      if (error instanceof ApiError && error.status === 403) audit('refused', exchange, { code: error.face.code });
      throw error;
    }
  }

  function audit(event: 'changed' | 'refused', exchange: Exchange, facts: { status?: number; code?: string }): void {
    const { operation, prepared, caller, request } = exchange;
    const { refresh_token: _token, ...params } = prepared.params;
    void _token;
    options.audit(event, {
      address: options.addressOf(request),
      ...auditedCaller(caller),
      operation: operation.operationId,
      params,
      ...facts,
    });
  }

  async function sendReply(exchange: Exchange, response: ServerResponse, reply: AnyReply): Promise<void> {
    const { request, mediaType } = exchange;
    const headers: Headers = { ...common, ...exchange.counted.headers, ...(reply.headers as Headers | undefined) };
    if (isBinary(reply.body)) return sendBinary(request, response, reply.body, { headers });
    const representation = representationOf(reply, exchange, vary);
    Object.assign(headers, representation.headers);
    if (representation.isKnown) return send(request, response, { status: 304, headers });
    if (reply.body !== undefined) headers['Content-Type'] = mediaType;
    const body = request.method === 'HEAD' ? undefined : await representation.body();
    send(request, response, { status: reply.status, headers, ...(body !== undefined && { body }) });
  }

  function send(request: IncomingMessage, response: ServerResponse, { status, headers, body }: Answer): void {
    if (body !== undefined) headers['Content-Length'] = Buffer.byteLength(body);
    // A string leaves in one piece with the headers, a buffer would be a second one.
    if (leftUnread(request)) return endUnread(request, response.writeHead(status, closing(request, headers)), body);
    response.writeHead(status, headers).end(body);
  }

  /** A request that was refused before it was known whose it is. @returns what to answer with */
  async function countRefused(request: IncomingMessage, counted: Counted, cause: unknown): Promise<unknown> {
    const caller = { ...ANONYMOUS, applicationId: counted.applicationId };
    const who = { caller, access: options.accessOf(caller), address: () => options.addressOf(request) };
    return countOnce(counted, who, options).then(
      () => cause,
      (refusal: unknown) => refusal,
    );
  }

  const dispatch = async (request: IncomingMessage, response: ServerResponse, seen?: Seen): Promise<void> => {
    const url = (): RequestUrl => ({
      base: options.baseUrl(request.headers.host),
      path: '',
      rawPath: '',
      query: new URLSearchParams(),
    });
    const counted = notCounted();
    try {
      await answer(request, response, { counted, url, seen });
    } catch (cause) {
      const thrown = await countRefused(request, counted, cause);
      if (response.headersSent || request.socket.destroyed) {
        if (response.headersSent) options.log.error({ err: thrown }, 'answer broken off');
        response.destroy();
        return;
      }
      const error = toApiError(thrown, options.log);
      const { base } = url();
      const links = { self: base + safePath(request.url), home: `${base}/home` };
      const body = errorBody(error, thrown, {
        links,
        debug: options.debug,
        expiredTokenCode: options.expiredTokenCode,
      });
      const accept = request.headers.accept;
      const headers: Headers = {
        ...common,
        ...counted.headers,
        ...error.headers,
        'Content-Type': accept === undefined ? JSON_API : errorMediaType(accept),
      };
      const text = request.method === 'HEAD' ? {} : { body: JSON.stringify(body) };
      send(request, response, { status: error.status, headers, ...text });
    }
  };
  return { dispatch, table: backend.table };
}
