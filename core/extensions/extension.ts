// The interface for a project's own code: `import { defineExtension } from 'colophon/extension'` (openapi/docs/extensions.md).
// Types only, except one function: an extension in JavaScript may export the same object without it.
import type { Clock } from '../clock.ts';
import type { RequestContext } from '../context.ts';
import type { ApiError, Fault } from '../errors.ts';
import type { CommittedEvent, ObjectEvent, ObjectProposal, PublicationEvent } from '../events/events.ts';
import type { HandlerInput, Handlers, InputOf, OperationId, OperationTypes, ReplyOf } from '../http/handler.ts';
import type { Logger } from 'pino';

export type { Caller, RequestContext } from '../context.ts';
export type { CommittedEvent, ObjectEvent, ObjectProposal, PublicationEvent } from '../events/events.ts';
export type { HandlerInput, OperationId, Reply, Schema } from '../http/handler.ts';

/** Statuses that errors of an extension may have. */
export type ErrorStatus = 400 | 402 | 403 | 404 | 409 | 410 | 422 | 423 | 451;

/** One of an extension's own errors. */
export interface ErrorKind {
  status: ErrorStatus;
  /** A short title, always the same. */
  title: string;
  /** For /docs/errors: when it occurs, as a sentence. */
  when?: string;
  /** For /docs/errors: the remedy, as a sentence. */
  remedy?: string;
}

/** The fault, and its place in the request. */
export type RefusalFault = Pick<Fault, 'detail' | 'source'>;

/** The services for code of an extension. */
export interface ExtensionTools<Code extends string = string> {
  /** Makes an error with a code from the extension's `errors`, to be thrown. */
  refuse(code: Code, faults: string | RefusalFault | readonly RefusalFault[]): ApiError;
  /**
   * The operations of the service without HTTP, by operationId: no hook of an operation runs, and neither the input nor the
   * permission on the endpoint is checked. The permissions of `context` on objects apply, and `before.object` runs.
   */
  operations: Readonly<Handlers>;
  /** Instead of a request's context: the permissions of the service itself, which are not restricted. */
  serviceContext: RequestContext;
  /** Lines have the extension's name. */
  log: Logger;
  clock: Clock;
}

/** Hooks do not read uploads. */
type HookBody<Body> = Body extends { open(): unknown } ? undefined : Body;
export type HookInput<Op extends OperationId> = Omit<HandlerInput<Op>, 'body'> & {
  readonly body: HookBody<HandlerInput<Op>['body']>;
};

/** A response, for hooks. */
export interface SentAnswer {
  status: number;
  /** The document; undefined for responses without one, and for files. */
  body: unknown;
}

type Maybe<T> = T | undefined | void;

/**
 * Runs before the operation, after authorisation and validation.
 * @returns another body, which is validated again; undefined leaves it unchanged
 * @throws the result of `refuse`, to refuse the request
 */
export type Before<Op extends OperationId, Code extends string = string> = (
  input: HookInput<Op>,
  tools: ExtensionTools<Code>,
) => Maybe<{ body: HandlerInput<Op>['body'] }> | Promise<Maybe<{ body: HandlerInput<Op>['body'] }>>;

/** Receives successful responses, one after the other. Neither its result nor its errors change them. */
export type After<Op extends OperationId, Code extends string = string> = (
  input: HookInput<Op> & { readonly answer: SentAnswer },
  tools: ExtensionTools<Code>,
) => unknown;

/**
 * Runs before an object is written, by any operation: also in bulk, on the legacy side, in `operations`, and for
 * subfolders that are trashed or restored with a folder. It can refuse the write, but not change it; after a concurrent
 * change of the object it runs again.
 * @throws the result of `refuse`, to refuse the write and the whole transaction
 */
export type BeforeObject<Code extends string = string> = (
  proposal: ObjectProposal,
  tools: ExtensionTools<Code>,
) => void | Promise<void>;

/**
 * By operationId; writes of objects of one type by `POST /documents`, `PATCH /documents/{object_id}`, `DELETE
 * /documents/{object_id}`.
 */
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
 * The handler of an operation of an extension: `ExtensionHandler<operations['listGreetings']>` with the types of `npm run extension:types`; without
 * them, any input and response that the description allows.
 */
export type ExtensionHandler<Types extends OperationTypes = UntypedOperation, Code extends string = string> = (
  input: InputOf<Types>,
  tools: ExtensionTools<Code>,
) => ExtensionReply<Types> | Promise<ExtensionReply<Types>>;

interface UntypedOperation {
  parameters: { path: Record<string, string>; query?: Record<string, unknown> };
  requestBody?: { content: { 'application/json': unknown } };
  responses: Record<never, never>;
}
type ExtensionReply<Types extends OperationTypes> = keyof Types['responses'] extends never
  ? { status: number; body?: unknown; headers?: Record<string, string> }
  : ReplyOf<Types>;

/** The handler of any operation. */
type AnyOwnHandler = (input: never, tools: ExtensionTools) => unknown;

/**
 * The permission of a rule at the first start of an endpoint: for a role by name, for signed-in callers, or for all callers.
 */
export interface EndpointRule {
  to: 'everybody' | 'signed in' | { role: string };
  read: boolean;
  write: boolean;
}

export interface Extension<Code extends string = string> {
  /** For the log and for messages: lower case letters, digits and hyphens. */
  name: string;
  /**
   * Own paths: OpenAPI 3.0 with `paths`, optionally `tags` and `components`; the document, or its YAML or JSON file beside the
   * module.
   */
  openapi?: string | object;
  /** Own errors, by code. */
  errors?: { readonly [C in Code]: ErrorKind };
  /**
   * Permissions on own first path segments, stored at their first start; by default administrators have all
   * permissions, other roles none.
   */
  endpoints?: Readonly<Record<string, { description?: string; rules?: readonly EndpointRule[] }>>;
  /** A handler for each operation of the extension, by operationId. */
  operations?: Readonly<Record<string, AnyOwnHandler>>;
  before?: BeforeHooks<Code>;
  after?: AfterHooks<Code>;
  on?: {
    /** Publication dates have passed. As `durable`, for these events only. */
    publication?(event: PublicationEvent, tools: ExtensionTools<Code>): unknown;
    /**
     * An object, or a row that belongs to it, was changed by this process, by any operation; after the commit, one after the
     * other.
     */
    object?(event: ObjectEvent, tools: ExtensionTools<Code>): unknown;
    /**
     * Every committed event, of any process, at least once and in order for each object. After an error it is called again, by a
     * job, for three days.
     */
    durable?(event: CommittedEvent, tools: ExtensionTools<Code>): unknown;
  };
}

/** Gives the members of an extension their types. @returns the same object, for `export default` */
export const defineExtension = <const Code extends string = never>(extension: Extension<Code>): Extension<Code> =>
  extension;
