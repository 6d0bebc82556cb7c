// Parameters and results of an operation, from types that openapi-typescript generates from a description.

type JsonApi = 'application/vnd.api+json';
type AtomicJsonApi = 'application/vnd.api+json; ext="https://jsonapi.org/ext/atomic"';

/** JSON:API if an operation has it, since most also have the legacy JSON. */
type Preferred<Content> = JsonApi extends keyof Content ? Content[JsonApi] : Content[keyof Content];

type Method = 'get' | 'post' | 'patch' | 'put' | 'delete';

/** Paths that have a method. */
export type PathsWith<Paths, M extends Method> = {
  [Path in keyof Paths]: Paths[Path] extends { [member in M]: { responses: unknown } } ? Path : never;
}[keyof Paths] &
  string;

export type OperationOf<Paths, Path extends keyof Paths, M extends Method> = Paths[Path] extends {
  [member in M]: infer Operation;
}
  ? Operation
  : never;

/** The type of a sent file. */
export type UploadBody = Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | string;

type Json = JsonApi | AtomicJsonApi | 'application/json';

type BodyIn<Content> = keyof Content & Json extends never ? UploadBody : Preferred<Content>;

type ParametersOf<Operation> = Operation extends { parameters: infer Parameters } ? Parameters : object;

type Given<Value> = [Exclude<Value, undefined>] extends [never] ? never : Exclude<Value, undefined>;

/** A member that is required when it has required members itself, and absent when there is none. */
type Member<Name extends string, Value> = [Given<Value>] extends [never]
  ? { [name in Name]?: never }
  : object extends Given<Value>
    ? { [name in Name]?: Given<Value> | undefined }
    : { [name in Name]: Given<Value> };

type MemberOf<Container, Name extends string> = Container extends { [name in Name]?: infer Value } ? Value : never;

type BodyMember<Operation> = Operation extends { requestBody: { content: infer Content } }
  ? { body: BodyIn<Content> }
  : Operation extends { requestBody?: infer Body }
    ? Exclude<Body, undefined> extends { content: infer Content }
      ? { body?: BodyIn<Content> | undefined }
      : { body?: never }
    : { body?: never };

export interface RequestSettings {
  headers?: Readonly<Record<string, string>> | undefined;
  signal?: AbortSignal | undefined;
}

/** `path`, `query` and `body`, as far as an operation has them. */
export type RequestOf<Operation> = Member<'path', MemberOf<ParametersOf<Operation>, 'path'>> &
  Member<'query', MemberOf<ParametersOf<Operation>, 'query'>> &
  BodyMember<Operation> &
  RequestSettings;

/** The request, which is optional if none of its members is required. */
export type RequestArguments<Operation> =
  object extends RequestOf<Operation> ? [request?: RequestOf<Operation>] : [request: RequestOf<Operation>];

type Success = 200 | 201 | 202 | 203 | 204;

type ResponseIn<Response> = Response extends { content: infer Content }
  ? [keyof Content] extends [never]
    ? undefined
    : Preferred<Content>
  : undefined;

/** The body of a successful response; undefined if it may be absent. */
export type ResponseOf<Operation> = Operation extends { responses: infer Responses }
  ? { [Status in keyof Responses & Success]: ResponseIn<Responses[Status]> }[keyof Responses & Success]
  : never;
