// What a project's own code is written with: `import { defineExtension } from 'colophon/extension'` (README, Your own code).
// Types only, but for one function: an extension in JavaScript may export the same object without it.
import type { Clock } from '../clock.ts';
import type { RequestContext } from '../context.ts';
import type { ApiError, Fault } from '../errors.ts';
import type { ObjectEvent, ObjectProposal, PublicationEvent } from '../events/events.ts';
import type { HandlerInput, Handlers, InputOf, OperationId, OperationTypes, ReplyOf } from '../http/handler.ts';
import type { Logger } from '../log.ts';

export type { Caller, RequestContext } from '../context.ts';
export type { ObjectEvent, ObjectProposal, PublicationEvent } from '../events/events.ts';
export type { HandlerInput, OperationId, Reply, Schema } from '../http/handler.ts';

/** Statuses that errors of an extension may have. */
export type OwnStatus = 400 | 402 | 403 | 404 | 409 | 410 | 422 | 423 | 451;

/** One of an extension's own errors. */
export interface OwnErrorKind {
  status: OwnStatus;
  /** What it is, in a few words; the same each time. */
  title: string;
  /** For /docs/errors: when it is answered, as a sentence. */
  when?: string;
  /** For /docs/errors: what to do then, as a sentence. */
  remedy?: string;
}

/** What is wrong, and where in the request. */
export type OwnFault = Pick<Fault, 'detail' | 'source'>;

/** What code of an extension works with. */
export interface ExtensionTools<Code extends string = string> {
  /** An error to throw, with a code of the extension's `errors`, and what is wrong where. */
  refuse(code: Code, faults: string | OwnFault | readonly OwnFault[]): ApiError;
  /**
   * The operations of the service without HTTP, by operationId: no hook of an operation runs, and neither the input nor the permission
   * for the endpoint is checked. What the caller of `context` may see and change of objects counts, and `before.object` is asked.
   */
  operations: Readonly<Handlers>;
  /** In the place of a request's context: what the service itself may do, which is everything. */
  ownContext: RequestContext;
  /** Lines have the extension's name. */
  log: Logger;
  clock: Clock;
}

/** Uploads are not read by hooks. */
type HookBody<Body> = Body extends { open(): unknown } ? undefined : Body;
export type HookInput<Op extends OperationId> = Omit<HandlerInput<Op>, 'body'> & {
  readonly body: HookBody<HandlerInput<Op>['body']>;
};

/** An answer, as hooks get it. */
export interface SentAnswer {
  status: number;
  /** The document; undefined where there is none, and for files. */
  body: unknown;
}

type Maybe<T> = T | undefined | void;

/**
 * Runs before the operation, when the caller is authorised and the request is valid.
 * @returns another body to go on with, which is validated again; nothing leaves it as it is
 * @throws what `refuse` makes, to refuse the request
 */
export type Before<Op extends OperationId, Code extends string = string> = (
  input: HookInput<Op>,
  tools: ExtensionTools<Code>,
) => Maybe<{ body: HandlerInput<Op>['body'] }> | Promise<Maybe<{ body: HandlerInput<Op>['body'] }>>;

/** Gets successful answers, one after the other. Neither its result nor its errors change them. */
export type After<Op extends OperationId, Code extends string = string> = (
  input: HookInput<Op> & { readonly answer: SentAnswer },
  tools: ExtensionTools<Code>,
) => unknown;

/**
 * Runs before an object is written, whatever the operation is: also in bulk, on the legacy side, in `operations`, with a folder that
 * takes its subfolders along. It says yes or no and changes nothing: when others change the object meanwhile it is asked again.
 * @throws what `refuse` makes, to refuse the write, and with it all that is done in one with it
 */
export type BeforeObject<Code extends string = string> = (
  proposal: ObjectProposal,
  tools: ExtensionTools<Code>,
) => void | Promise<void>;

/** By operationId; the writes of objects of one type by `POST /documents`, `PATCH /documents/{object_id}`, `DELETE /documents/{object_id}`. */
type BeforeHooks<Code extends string> = { readonly [Op in OperationId]?: Before<Op, Code> } & {
  readonly object?: BeforeObject<Code>;
  readonly [type: `POST /${string}`]: Before<'createTypedObject', Code>;
  readonly [type: `PATCH /${string}`]: Before<'updateTypedObject', Code>;
  readonly [type: `DELETE /${string}`]: Before<'deleteTypedObject', Code>;
};
type AfterHooks<Code extends string> = { readonly [Op in OperationId]?: After<Op, Code> } & {
  readonly [type: `POST /${string}`]: After<'createTypedObject', Code>;
  readonly [type: `PATCH /${string}`]: After<'updateTypedObject', Code>;
  readonly [type: `DELETE /${string}`]: After<'deleteTypedObject', Code>;
};

/**
 * A handler of an own operation: `OwnHandler<operations['listGreetings']>` with the types that `npm run extension:types` makes;
 * without, whatever the description allows.
 */
export type OwnHandler<Types extends OperationTypes = UntypedOperation, Code extends string = string> = (
  input: InputOf<Types>,
  tools: ExtensionTools<Code>,
) => OwnReply<Types> | Promise<OwnReply<Types>>;

interface UntypedOperation {
  parameters: { path: Record<string, string>; query?: Record<string, unknown> };
  requestBody?: { content: { 'application/json': unknown } };
  responses: Record<never, never>;
}
type OwnReply<Types extends OperationTypes> = keyof Types['responses'] extends never
  ? { status: number; body?: unknown; headers?: Record<string, string> }
  : ReplyOf<Types>;

/** The handler of any operation. */
type AnyOwnHandler = (input: never, tools: ExtensionTools) => unknown;

/** What a rule of an endpoint gives at its first start: to a role by name, to the signed in, or to everybody. */
export interface OwnRule {
  to: 'everybody' | 'signed in' | { role: string };
  read: boolean;
  write: boolean;
}

export interface Extension<Code extends string = string> {
  /** For the log and for messages: lower case letters, digits and hyphens. */
  name: string;
  /** Own paths: OpenAPI 3.0 with `paths`, and `tags` and `components` if need be; the document, or its YAML or JSON file beside the module. */
  openapi?: string | object;
  /** Own errors, by code. */
  errors?: { readonly [C in Code]: OwnErrorKind };
  /** What is given on own first path segments when the first start meets them; admins may do all, the others nothing unless it is said here. */
  endpoints?: Readonly<Record<string, { description?: string; rules?: readonly OwnRule[] }>>;
  /** A handler for each own operation, by operationId. */
  operations?: Readonly<Record<string, AnyOwnHandler>>;
  before?: BeforeHooks<Code>;
  after?: AfterHooks<Code>;
  on?: {
    /** Publication dates have passed. After an error the event is sent again. */
    publication?(event: PublicationEvent, tools: ExtensionTools<Code>): unknown;
    /** An object, or what belongs to it, was changed by this process, whatever the operation was; after the commit, one after the other. */
    object?(event: ObjectEvent, tools: ExtensionTools<Code>): unknown;
  };
}

/** Gives the types of an extension to what is written in it. @returns the same object, for `export default` */
export const defineExtension = <const Code extends string = never>(extension: Extension<Code>): Extension<Code> =>
  extension;
