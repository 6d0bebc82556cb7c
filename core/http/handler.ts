// Types of handlers, made from the description: a missing one, an undeclared status or a wrong body does not compile.
import type { components, operations } from '../../generated/api.d.ts';
import type { BinaryResponse, BinaryUpload } from '../network/binary-body.ts';
import type { RequestContext } from '../context.ts';
import type { EVENT_STREAM, EventStream } from '../network/event-stream.ts';
import type { Encoding } from '../network/content-encoding.ts';

export type OperationId = keyof operations;
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** An operation in the form of openapi-typescript. */
export interface OperationTypes {
  parameters: object;
  responses: object;
}

type PathOf<Types extends OperationTypes> = Types['parameters'] extends { path: infer P } ? P : Record<string, never>;
/** Query members of an operation; brackets are nested (`filter[a][gt]` is `filter.a.gt`). */
type QueryOf<Types extends OperationTypes> = Types['parameters'] extends { query?: infer Q }
  ? [NonNullable<Q>] extends [never]
    ? Record<string, never>
    : NonNullable<Q>
  : Record<string, never>;
type BodyOf<Types extends OperationTypes> = Types extends { requestBody: { content: infer C } }
  ? '*/*' extends keyof C
    ? BinaryUpload
    : C[keyof C]
  : Types extends { requestBody?: { content: infer C } }
    ? C[keyof C] | undefined
    : undefined;

/** State of a single resource: its revision, and the rest that the representation depends on (D60). */
export interface EntityTag {
  revision: number | string;
  variant?: string;
}

/** The text of the body, compressed. */
type EncodedBody = (encoding: Encoding) => Promise<Buffer>;

type Known<H> = { [K in keyof H as string extends K ? never : number extends K ? never : K]: H[K] };
/** Headers in addition to those of core/http. */
type GivenHeaders<H> = Omit<
  Known<H>,
  'ETag' | ('Content-Encoding' extends keyof Known<H> ? 'Content-Encoding' | 'Vary' : never)
>;
type HeadersOf<R> = R extends { headers: infer H }
  ? ('ETag' extends keyof Known<H> ? { etag: EntityTag } : unknown) &
      ('Content-Encoding' extends keyof Known<H> ? { encoded: EncodedBody } : unknown) &
      (keyof GivenHeaders<H> extends never ? unknown : { headers: GivenHeaders<H> })
  : unknown;
type BodyOfResponse<R> = R extends { content: infer C }
  ? BodyIn<C> extends infer B
    ? /** A function makes the body only when it is sent (not for 304 and HEAD). */
      { body: B | (() => B | Promise<B>) }
    : never
  : { body?: undefined };

/** Of a response that may be continued: a stream, as alternative to the document. */
type BodyIn<C> = typeof EVENT_STREAM extends keyof C
  ? C[Exclude<keyof C, typeof EVENT_STREAM>] | EventStream
  : C[keyof C];

/** The response of a handler with one status; the body of a file has its headers too. */
type Answer<R> = R extends { content: { '*/*': unknown } }
  ? { body: BinaryResponse }
  : BodyOfResponse<R> & HeadersOf<R>;

type IsError<R> = R extends { content: infer C } ? (C[keyof C] extends Schema<'ErrorResponse'> ? true : false) : false;

/** Statuses that core/http makes from another one. */
type Derived = 206 | 302 | 304;

type Status<Types extends OperationTypes> = Exclude<Extract<keyof Types['responses'], number>, Derived>;

/** The result of a handler: one member for each status that is not an error. Errors are thrown. */
export type ReplyOf<Types extends OperationTypes> = {
  [S in Status<Types>]: Types['responses'][S] extends infer R
    ? IsError<R> extends true
      ? never
      : { status: S } & Answer<R>
    : never;
}[Status<Types>];
export type Reply<Op extends OperationId> = ReplyOf<operations[Op]>;

export interface InputOf<Types extends OperationTypes> {
  params: PathOf<Types>;
  query: QueryOf<Types>;
  body: BodyOf<Types>;
  context: RequestContext;
}
export type HandlerInput<Op extends OperationId> = InputOf<operations[Op]>;

export type Handler<Op extends OperationId> = (input: HandlerInput<Op>) => Reply<Op> | Promise<Reply<Op>>;
export type Handlers = { [Op in OperationId]: Handler<Op> };

/** A reply of any operation, for dispatch. */
export interface AnyReply {
  status: number;
  body?: unknown;
  etag?: EntityTag;
  encoded?: EncodedBody;
  headers?: Record<string, string | number>;
}

/** The input of any operation, from dispatch. */
export interface HandlerCall {
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, unknown>>;
  body: unknown;
  context: RequestContext;
}

export type AnyHandler = (call: HandlerCall) => AnyReply | Promise<AnyReply>;

export type HandlersOfAnyType = Readonly<Record<string, (input: never) => unknown>>;

/** Handlers by the ids of operations, for callers that know their operation at run time only. */
export const handlersById = (handlers: HandlersOfAnyType): Readonly<Record<string, AnyHandler>> =>
  // cast: each gets what was validated for its operation: by openapi-backend, or by the types of the caller
  handlers as Readonly<Record<string, AnyHandler>>;

/** The body of a reply; one that is made when it is sent is made now. */
export const bodyOf = ({ body }: Pick<AnyReply, 'body'>): unknown => (typeof body === 'function' ? body() : body);

export interface OperationHooks {
  /** Runs after authorisation and validation. @returns the body for the handler @throws any error, which refuses */
  before(input: HandlerCall, assertValid: (body: unknown) => void): Promise<unknown>;
  /** Gets each response that is no error. @returns the response to send */
  after(input: HandlerCall, reply: AnyReply): AnyReply;
}
