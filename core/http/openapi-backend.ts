// All contact with openapi-backend: its validators and its order of steps are used, its router is replaced by our table
// (measured: it rebuilds its list and compiles patterns at every request; design: openapi-backend).
import { Ajv, type Options } from 'ajv';
import addFormats from 'ajv-formats';
import { OpenAPIBackend, type Context, type Document, type Handler, type Request } from 'openapi-backend';
import { withoutRegion } from '../languages.ts';
import { METHODS } from '../model/openapi-document.ts';
import { isOfService, validationCopy, type Description, type Operation, type OperationObject } from './description.ts';
import { createRoutingTable, type RoutingTable } from './routing-table.ts';

/** A request that dispatch has taken apart already; our parseRequest only hands its parts on. */
export interface PreparedRequest extends Omit<Request, 'query'> {
  operation: Operation;
  params: Record<string, string>;
  query: Record<string, unknown>;
  headers: Record<string, string | string[]>;
}

/** Handlers without which openapi-backend would let a request through (it fails open). */
const FALLBACKS = [
  'postSecurityHandler',
  'notFound',
  'methodNotAllowed',
  'validationFail',
  'unauthorizedHandler',
  'notImplemented',
] as const;

export interface Backend {
  table: RoutingTable;
  handle(request: PreparedRequest, exchange: unknown): Promise<unknown>;
}

export type BackendHandlers = Record<string, Handler>;

function toOperation(definition: OperationObject & { path: string; method: string }): Operation {
  const produces = Object.entries(definition.responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, response]) => Object.keys(response.content ?? {}));
  return {
    operationId: definition.operationId ?? `${definition.method} ${definition.path}`,
    method: definition.method,
    path: definition.path,
    definition,
    produces: [...new Set(produces)],
    consumes: Object.keys(definition.requestBody?.content ?? {}),
  };
}

interface ListParameter {
  name: string;
  in: string;
  explode?: boolean;
  schema?: { type?: string };
}

/** Lists that are described with `explode: false` come as one text with commas. */
function splitLists(query: Record<string, unknown>, parameters: readonly ListParameter[]): Record<string, unknown> {
  const split: Record<string, unknown> = {};
  for (const { name, in: place, explode, schema } of parameters) {
    const value = query[name];
    if (place === 'query' && explode === false && schema?.type === 'array' && typeof value === 'string') {
      split[name] = value.split(',');
    }
  }
  return Object.keys(split).length > 0 ? { ...query, ...split } : query;
}

/** The query as it is validated. For the service's own operations `lang=en_EN` is `lang=en`, as translations are of languages (D416). */
function queryOf({ query, operation }: PreparedRequest, parameters: readonly ListParameter[]): Record<string, unknown> {
  const split = splitLists(query, parameters);
  const { lang } = split;
  return typeof lang === 'string' && isOfService(operation.path) ? { ...split, lang: withoutRegion(lang) } : split;
}

function replaceRouter(api: OpenAPIBackend): RoutingTable {
  const router = api.router;
  const definitions = router.getOperations();
  const byId = new Map(definitions.map((definition) => [definition.operationId ?? '', definition]));
  const table = createRoutingTable(
    definitions.map((definition) => toOperation(definition as unknown as Parameters<typeof toOperation>[0])),
  );
  router.getOperations = () => definitions;
  router.getOperation = (operationId) => byId.get(operationId);
  router.matchOperation = ((request: PreparedRequest) =>
    byId.get(request.operation.operationId)) as typeof router.matchOperation;
  router.parseRequest = ((request: PreparedRequest, operation?: { parameters?: readonly ListParameter[] }) => ({
    method: request.method,
    path: request.path,
    headers: request.headers,
    query: queryOf(request, operation?.parameters ?? []),
    params: request.params,
    cookies: {},
    requestBody: request.body,
  })) as unknown as typeof router.parseRequest;
  return table;
}

const createAjv = (own: Options) => (_original: unknown, options?: Options) =>
  addFormats.default(new Ajv({ ...options, strict: false, ...own }));

const VALIDATION = {
  strict: true,
  coerceTypes: true,
  ajvOpts: { allErrors: true, logger: false, unicodeRegExp: true },
} as const;

/** Reads a description as a whole, which takes seconds for all of ours. @throws Error when it is no OpenAPI 3.0, or a schema is none */
export async function assertDescription(description: Description): Promise<void> {
  const definition = validationCopy(structuredClone(description)) as unknown as Document;
  await new OpenAPIBackend({ definition, quick: false, ...VALIDATION, customizeAjv: createAjv({}) }).init();
}

/**
 * Builds the dispatcher.
 * @throws Error when an operation has no handler, a handler no operation, or a fallback is missing: at start, not in a request
 */
export async function createBackend(
  description: Description,
  handlers: BackendHandlers,
  securityHandlers: Record<string, Handler>,
): Promise<Backend> {
  const definition = validationCopy(description);
  const api = new OpenAPIBackend({
    definition: definition as unknown as Document,
    quick: true,
    ...VALIDATION,
    // Each operation gets an Ajv of its own, and would compile the schema of schemas in it; lint has checked ours.
    customizeAjv: createAjv({ validateSchema: false }),
    securityHandlers,
  });
  await api.init();
  const table = replaceRouter(api);
  // After that, since its own router makes its list anew for each handler that it looks up.
  api.register(handlers);
  const missing = [
    ...FALLBACKS.filter((name) => !api.handlers[name]),
    ...table.operations.map((operation) => operation.operationId).filter((id) => !api.handlers[id]),
    ...Object.keys(definition.components?.securitySchemes ?? {}).filter((name) => !api.securityHandlers[name]),
  ];
  if (missing.length > 0) throw new Error(`the description has no handler for: ${missing.join(', ')}`);
  const unknown = table.operations.filter((operation) => !METHODS.includes(operation.method));
  if (unknown.length > 0)
    throw new Error(`unknown method in ${unknown.map((operation) => operation.operationId).join(', ')}`);
  return {
    table,
    handle: (request, exchange) => api.handleRequest(request as unknown as Request, exchange) as Promise<unknown>,
  };
}

export type { Context };
