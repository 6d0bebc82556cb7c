// All contact with openapi-backend, which reads the description and compiles the validators of operations. Its router
// is not used: it rebuilds its list and compiles patterns at every request.
import type { IncomingHttpHeaders } from 'node:http';
import { Ajv, type Options } from 'ajv';
import { OpenAPIBackend, type Document } from 'openapi-backend';
import { withoutRegion } from '../languages.ts';
import { METHODS } from '../description/openapi-document.ts';
import { addLinearChecks, namedPattern } from '../model/schema-validator.ts';
import {
  isOfService,
  mediaTypesOf,
  validationCopy,
  type Description,
  type Operation,
  type OperationObject,
} from './operation.ts';
import { createRoutingTable, type RoutingTable } from './routing-table.ts';
import { validationError } from './validation-faults.ts';

type Validated = Pick<RequestParts, 'params' | 'query'>;

/** Security schemes that dispatch knows; all of them carry the same tokens (D17). */
const SECURITY_SCHEMES: ReadonlySet<string> = new Set(['bearer', 'accessToken', 'apiKey']);

/** The described parts of a request. */
export interface RequestParts {
  params: Record<string, string>;
  /** Brackets nested. */
  query: Record<string, unknown>;
  headers: IncomingHttpHeaders;
  /** undefined when there is none. */
  body: unknown;
}

export interface Backend {
  table: RoutingTable;
  /**
   * Validates a request by the description of its operation.
   * @returns path and query parameters in their described types
   * @throws ApiError invalid_parameter, unknown_parameter, invalid_data, not_found (a path parameter that cannot exist)
   */
  validate(operation: Operation, request: RequestParts): Validated;
}

function toOperation(definition: OperationObject & { path: string; method: string }): Operation {
  const produces = Object.entries(definition.responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, response]) => mediaTypesOf(response.content));
  return {
    operationId: definition.operationId ?? `${definition.method} ${definition.path}`,
    method: definition.method,
    path: definition.path,
    definition,
    produces: [...new Set(produces)],
    consumes: mediaTypesOf(definition.requestBody?.content),
  };
}

interface ListParameter {
  name: string;
  in: string;
  explode?: boolean;
  schema?: { type?: string };
}

/** A list may be sent as one text: with commas for `explode: false`, else as its only item. */
function readLists(query: Record<string, unknown>, lists: readonly ListParameter[]): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const { name, explode } of lists) {
    const value = query[name];
    if (typeof value === 'string') read[name] = explode === false ? value.split(',') : [value];
  }
  return { ...query, ...read };
}

/**
 * The query for validation. For the service's own operations `lang=en_EN` is `lang=en`, as translations belong to languages
 * (D416).
 */
function queryOf(
  query: Record<string, unknown>,
  { path }: Operation,
  lists: readonly ListParameter[],
): Record<string, unknown> {
  const read = readLists(query, lists);
  const { lang } = read;
  return typeof lang === 'string' && isOfService(path) ? { ...read, lang: withoutRegion(lang) } : read;
}

/**
 * Validates requests of one operation. The first request compiles its validators, since compiling all would take half
 * of the start. Those of a project's own operations are compiled immediately, so that a schema that cannot be compiled
 * ends the start.
 */
function createValidate(api: OpenAPIBackend, operation: Operation): (request: RequestParts) => Validated {
  const compiled = () => api.validator.getRequestValidatorsForOperation(operation.operationId) ?? [];
  if (!isOfService(operation.path)) compiled();
  const { parameters = [] } = operation.definition as { parameters?: readonly ListParameter[] };
  const lists = parameters.filter(({ in: place, schema }) => place === 'query' && schema?.type === 'array');
  return ({ params, query, headers, body }) => {
    const values = { path: params, query: queryOf(query, operation, lists), header: headers, cookie: {} };
    const given = body === undefined ? values : { ...values, requestBody: body };
    const errors = compiled().flatMap((validate) => (validate(given) ? [] : (validate.errors ?? [])));
    if (errors.length > 0) throw validationError(errors);
    return { params: values.path, query: values.query };
  };
}

/** Each operation has its own Ajv, and many share their patterns. */
const patterns = new Map<string, ReturnType<typeof namedPattern>>();

/**
 * A pattern of the description. That of names of files has lookaheads, which RE2 lacks: they are tried once, at the start of a text.
 */
function describedPattern(pattern: string): ReturnType<typeof namedPattern> {
  const known = patterns.get(pattern);
  if (known) return known;
  let made: ReturnType<typeof namedPattern>;
  try {
    made = namedPattern(pattern);
  } catch {
    made = new RegExp(pattern, 'u');
  }
  patterns.set(pattern, made);
  return made;
}

const createAjv = (own: Options) => (_original: unknown, options?: Options) => {
  const regExp = Object.assign(describedPattern, { code: 'describedPattern' });
  return addLinearChecks(new Ajv({ ...options, strict: false, ...own, code: { regExp } }));
};

const VALIDATION = {
  strict: true,
  coerceTypes: true,
  ajvOpts: { allErrors: true, logger: false, unicodeRegExp: true },
} as const;

/**
 * Validates a description as a whole, which takes seconds for that of the service. @throws Error when it is no OpenAPI 3.0, or
 * holds an invalid schema
 */
export async function assertDescription(description: Description): Promise<void> {
  const definition = validationCopy(structuredClone(description)) as unknown as Document;
  await new OpenAPIBackend({ definition, quick: false, ...VALIDATION, customizeAjv: createAjv({}) }).init();
}

/**
 * @param handled operationIds that have a handler
 * @throws Error when an operation has no handler, a handler no operation, or a way of signing in is unknown: at start, not
 * in a request
 */
export async function createBackend(description: Description, handled: readonly string[]): Promise<Backend> {
  const definition = validationCopy(description);
  const api = new OpenAPIBackend({
    definition: definition as unknown as Document,
    quick: true,
    ...VALIDATION,
    // Each operation has its own Ajv, which would compile the meta-schema; lint has already validated the description.
    customizeAjv: createAjv({ validateSchema: false }),
  });
  await api.init();
  const definitions = api.router.getOperations() as unknown as Parameters<typeof toOperation>[0][];
  const table = createRoutingTable(definitions.map(toOperation));
  const ids = new Set(table.operations.map(({ operationId }) => operationId));
  const missing = [...ids].filter((id) => !handled.includes(id));
  if (missing.length > 0) throw new Error(`the description has no handler for: ${missing.join(', ')}`);
  const extra = handled.filter((id) => !ids.has(id));
  if (extra.length > 0) throw new Error(`handlers without an operation: ${extra.join(', ')}`);
  const { securitySchemes = {} } = definition.components ?? {};
  const schemes = Object.keys(securitySchemes).filter((name) => !SECURITY_SCHEMES.has(name));
  if (schemes.length > 0) throw new Error(`unknown security schemes: ${schemes.join(', ')}`);
  const unknown = table.operations.filter((operation) => !METHODS.includes(operation.method));
  if (unknown.length > 0)
    throw new Error(`unknown method in ${unknown.map((operation) => operation.operationId).join(', ')}`);
  const validates = new Map(table.operations.map((operation) => [operation, createValidate(api, operation)]));
  return {
    table,
    validate: (operation, request) => (validates.get(operation) as (request: RequestParts) => Validated)(request),
  };
}
