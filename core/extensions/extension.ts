// The interface for a project's own code: `import { defineExtension } from 'colophon/extension'` (openapi/docs/extensions.md).
// Types only, except one function: an extension in JavaScript may export the same object without it.
import type { Clock } from '../clock.ts';
import type { RequestContext } from '../context.ts';
import type { ApiError, Fault } from '../errors.ts';
import type { CommittedEvent, ObjectEvent, ObjectProposal, PublicationEvent } from '../events/events.ts';
import type { HandlerInput, InputOf, OperationId, OperationTypes, Reply, ReplyOf } from '../http/handler.ts';
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

/**
 * The object types of a project by name: `recipes: { resource; create; update }`, each a schema of its description. The types
 * that a project generates add them here (openapi/docs/projects.md), so that operations on `recipes` have its attributes.
 */
export interface ProjectTypes {}

type TypeName = keyof ProjectTypes & string;
type PartOf<Name extends TypeName, Part extends string> =
  ProjectTypes[Name] extends Record<Part, infer Schema> ? Schema : never;

/** A response whose body is there. */
type MadeReply<R> = R extends { body: infer Body } ? Omit<R, 'body'> & { body: Exclude<Body, () => unknown> } : R;
type WithData<R, Data> = R extends { body: infer Body }
  ? Omit<R, 'body'> & { body: Omit<Body, 'data'> & { data: Data } }
  : R;

type CallOf<Op extends OperationId> = (input: HandlerInput<Op>) => Promise<MadeReply<Reply<Op>>>;
type TypedOperation = 'listTypedObjects' | 'getTypedObject' | 'createTypedObject' | 'updateTypedObject';
type TypedInput<Op extends TypedOperation, Name, Body> = Omit<HandlerInput<Op>, 'params' | 'body'> & {
  params: Omit<HandlerInput<Op>['params'], 'object_type_name'> & { object_type_name: Name };
  body: Body;
};
type TypedCall<Op extends TypedOperation, Part extends string, IsList = false> = <Name extends TypeName>(
  input: TypedInput<Op, Name, Part extends '' ? undefined : PartOf<Name, Part>>,
) => Promise<
  WithData<MadeReply<Reply<Op>>, IsList extends true ? PartOf<Name, 'resource'>[] : PartOf<Name, 'resource'>>
>;

/** On objects of a type of the project, with its attributes. */
interface TypedOperations {
  listTypedObjects: TypedCall<'listTypedObjects', '', true>;
  getTypedObject: TypedCall<'getTypedObject', ''>;
  createTypedObject: TypedCall<'createTypedObject', 'create'>;
  updateTypedObject: TypedCall<'updateTypedObject', 'update'>;
}

/** The operations of the service by operationId. */
export type ServiceOperations = {
  readonly [Op in OperationId]: Op extends TypedOperation ? TypedOperations[Op] & CallOf<Op> : CallOf<Op>;
};

/** The services for code of an extension. */
export interface ExtensionTools<Code extends string = string> {
  /** Makes an error with a code from the extension's `errors`, to be thrown. */
  refuse(code: Code, faults: string | RefusalFault | readonly RefusalFault[]): ApiError;
  /**
   * The operations of the service without HTTP, by operationId: no hook of an operation runs, and neither the input nor the
   * permission on the endpoint is checked. The permissions of `context` on objects apply, and `before.object` runs.
   */
  operations: ServiceOperations;
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
export interface SentResponse {
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
  input: HookInput<Op> & { readonly answer: SentResponse },
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
 * The handler of an operation of an extension: `ExtensionHandler<operations['listGreetings']>` with the types of `npm run tool -- extension:types`; without
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

/** Permissions of an endpoint at its first start: of a role by name, of signed-in callers, or of all callers. */
export interface EndpointRule {
  to: 'everybody' | 'signed in' | { role: string };
  read: boolean;
  write: boolean;
}

/** What a job gets. */
export interface JobInput {
  /** Of the job; empty without one. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** Aborted when another process may have taken the job over, or at shutdown: it runs again then. */
  readonly signal: AbortSignal;
}

export interface ScheduleInput {
  /** Aborted when another process may have taken the run over, or at shutdown: it is repeated then. */
  readonly signal: AbortSignal;
}

/** At fixed intervals, or at the times of a cron expression: `0 6 * * 1-5` is 6:00 on weekdays, in `timeZone` (UTC). */
type Times =
  | { everySeconds: number; cron?: never; timeZone?: never }
  | { everySeconds?: never; cron: string; timeZone?: string };

/** Work that begins by itself. */
export type Schedule<Code extends string = string> = Times & {
  /** For `/admin/sysinfo`, as a sentence without a full stop. */
  does?: string;
  /** Should be safe to repeat: it runs at least once. */
  run(input: ScheduleInput, tools: ExtensionTools<Code>): unknown;
};

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
  /**
   * The work of jobs by name: a job of the service `{extension}.{name}`, which `createAsyncJob` makes. It runs at least once, in
   * one process at a time; after an error again, up to `max_attempts`. A returned list of texts is stored in `results`.
   */
  jobs?: Readonly<Record<string, (input: JobInput, tools: ExtensionTools<Code>) => unknown>>;
  /**
   * Work at times of its own, by name, in one of the processes that run jobs. After an error it is repeated, unless the next run
   * is due before.
   */
  schedules?: Readonly<Record<string, Schedule<Code>>>;
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
