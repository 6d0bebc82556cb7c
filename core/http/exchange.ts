// A request and its state in the steps. openapi-backend routes and validates this very object: nothing is copied.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Caller, RequestContext } from '../context.ts';
import type { AnyReply, HandlerCall } from './handler.ts';
import type { Work } from '../store/exact-cache/exact-cache.ts';
import { NO_KEY, type HeldKey } from './idempotency/keyed-request.ts';
import type { RequestPlace } from './limits/load-limits.ts';
import { JSON_API } from './request/media-types.ts';
import type { Operation } from './routing/operation.ts';
import type { Principal } from './principal.ts';
import type { RequestCounter } from './limits/request-count.ts';
import type { RequestTarget } from './request/request-target.ts';
import type { Match } from './routing/routing-table.ts';
import type { KeyedResponse } from './idempotency/sealed-response.ts';
import type { KeptResponse } from './response/kept-response.ts';
import type { Served } from './limits/watch-requests.ts';

/** @throws Error when a step reads what a later one sets: a fault of their order */
function known<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new Error(`the ${name} of the request is not known yet`);
  return value;
}

/** What all kinds of requests have: those of clients, parts of `/operations`, explanations. */
export class Exchange {
  /** In lower case; HEAD is get. */
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly url: string;
  readonly cookies = {};
  /** Of the path; validation gives them their described types, as those of the query. */
  params: Record<string, string> = {};
  /** For validation and the handler; brackets nested. That of the target is as sent. */
  query: Record<string, unknown> = {};
  requestBody: unknown = undefined;
  principal: Principal;
  /** Of the response. */
  mediaType = JSON_API;
  /** Found before matching, which reuses it; undefined when the model was read again since. */
  match: Match | undefined = undefined;
  /** Methods of the path, if it lacks that of the request. */
  allow: readonly string[] = [];
  /** By the security handlers: whether the requirements of the operation are met, and the result for each scheme. */
  security: Readonly<Record<string, unknown>> = { authorized: false };
  /** The caller's token is verified once for all schemes. */
  authentication: Promise<Caller> | undefined = undefined;
  reply: AnyReply | undefined = undefined;
  #target: RequestTarget | undefined;
  #operation: Operation | undefined;
  #context: RequestContext | undefined;

  /** @param begun with the method as sent */
  constructor({ method, headers, url, principal }: Pick<Exchange, 'method' | 'headers' | 'url' | 'principal'>) {
    const name = method.toLowerCase();
    this.method = name === 'head' ? 'get' : name;
    this.headers = headers;
    this.url = url;
    this.principal = principal;
  }

  /** A step has found the result: those before the handler are left out, and the handler too. */
  get isDone(): boolean {
    return this.reply !== undefined;
  }

  /** Nobody waits for its result, and it changes nothing: it ends before the next step. */
  get isAbandoned(): boolean {
    return false;
  }

  get target(): RequestTarget {
    return known(this.#target, 'target');
  }
  set target(target: RequestTarget) {
    this.#target = target;
  }

  get operation(): Operation {
    return known(this.#operation, 'operation');
  }
  set operation(operation: Operation) {
    this.#operation = operation;
  }

  get context(): RequestContext {
    return known(this.#context, 'context');
  }
  set context(context: RequestContext) {
    this.#context = context;
  }
}

type Received = Pick<
  RequestExchange,
  'request' | 'response' | 'principal' | 'place' | 'counter' | 'served' | 'onAuthenticated'
>;

/** A request of a client, which gets a response. */
export class RequestExchange extends Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly place: RequestPlace;
  readonly counter: RequestCounter;
  readonly served: Served;
  /** Called when the caller is known. */
  readonly onAuthenticated: ((principal: Principal) => void) | undefined;
  token: string | undefined = undefined;
  apiKey: string | undefined = undefined;
  applicationId: number | null = null;
  key: HeldKey = NO_KEY;
  /** The complete response, if no handler makes it: the stored one of a key, or that to OPTIONS. */
  answer: KeyedResponse | undefined = undefined;
  /** Of the handler, whose response may be kept; undefined when it is not. */
  work: Work<KeptResponse> | undefined = undefined;
  /** Users whose personal data the response shows. */
  readonly shownUsers = new Set<number>();

  constructor({ request, principal, ...rest }: Received) {
    super({ method: request.method ?? 'GET', headers: request.headers, url: request.url ?? '/', principal });
    this.request = request;
    this.response = rest.response;
    this.place = rest.place;
    this.counter = rest.counter;
    this.served = rest.served;
    this.onAuthenticated = rest.onAuthenticated;
  }

  override get isDone(): boolean {
    return this.answer !== undefined || super.isDone;
  }

  override get isAbandoned(): boolean {
    return this.method === 'get' && this.request.socket.destroyed;
  }
}

/** A request within another one (D491). */
interface PartRequest {
  /** In lower case. */
  method: string;
  path: string;
  /** undefined when there is none. */
  body: unknown;
  /** @param operation undefined for a method that the path does not have @throws ApiError when it cannot be part of a request */
  assertTaken(operation: Operation | undefined): void;
}

/** Of the caller of the whole, which is known and counted already; nothing is sent. */
export class PartExchange extends Exchange {
  readonly part: PartRequest;
  /** Of the whole. */
  readonly outer: RequestContext;

  constructor(part: PartRequest, outer: RequestContext) {
    super({ method: part.method, headers: {}, url: part.path, principal: outer });
    this.part = part;
    this.outer = outer;
  }
}

/** The input of the handler. */
export const callOf = ({ params, query, requestBody: body, context }: Exchange): HandlerCall => ({
  params,
  query,
  body,
  context,
});
