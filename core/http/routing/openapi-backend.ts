// All contact with openapi-backend, which matches, authenticates, validates and dispatches by the description.
import { Ajv, type Options, type ValidateFunction } from 'ajv';
import {
  OpenAPIBackend,
  type Context,
  type Document,
  type Operation as Definition,
  type Request,
} from 'openapi-backend';
import type { Caller } from '../../context.ts';
import { METHODS } from '../../description/openapi-document.ts';
import { factsOf } from '../../description/operation-facts.ts';
import { addLinearChecks, namedPattern } from '../../model/schemas/schema-validator.ts';
import type { Exchange } from '../exchange.ts';
import type { RunStage } from '../lifecycle.ts';
import { mediaTypesOf, validationCopy, type Description, type Operation, type OperationObject } from './operation.ts';
import { ProjectRouter } from './project-router.ts';
import type { Stage } from '../step.ts';
import { validationError } from './validation-faults.ts';

/** Security schemes that dispatch knows; all of them carry the same tokens (D17). */
const SECURITY_SCHEMES: ReadonlySet<string> = new Set(['bearer', 'accessToken', 'apiKey']);

export type Backend = Awaited<ReturnType<typeof createBackend>>;

interface BackendSteps {
  refusePath(exchange: Exchange): never;
  refuseMethod(exchange: Exchange): Promise<void>;
  refuseAnonymous(): never;
  /** Whether the exchange is a request to validate. */
  isValidated(exchange: Exchange): boolean;
}

/** The same document: openapi-backend and this folder describe different parts of it. */
// cast: lint has validated the description as OpenAPI 3.0
const asDocument = (description: Description): Document => description as Document;

/** openapi-backend passes requests on to its router, and reads only what that parses (core/http/routing/project-router.ts). */
// cast: the router parses an exchange
const requestOf = (exchange: object): Request => exchange as Request;

function toOperation(described: Definition): Operation {
  // cast: lint has validated the description, to which openapi-backend adds path and method
  const definition = described as OperationObject & Pick<Definition, 'path' | 'method'>;
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
    facts: factsOf(definition.method, definition['x-colophon']),
  };
}

/** Each operation has its own Ajv, and many share their patterns. */
const patterns = new Map<string, ReturnType<typeof namedPattern>>();

/** That of names of files has lookaheads, which RE2 lacks: they are tried once, at the start of a text. */
function describedPattern(pattern: string): ReturnType<typeof namedPattern> {
  let made = patterns.get(pattern);
  if (made) return made;
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

/** Of one body: more than are reported (core/http/routing/validation-faults.ts), and few enough for the arguments of one call. */
const MOST_ERRORS = 1_000;

/** openapi-backend passes the errors of a validator as arguments, of which a call takes some 100,000. */
function bounded(validate: ValidateFunction): ValidateFunction {
  const check: ValidateFunction = Object.assign(
    (data: unknown): data is unknown => {
      const isValid = validate(data);
      check.errors = validate.errors?.slice(0, MOST_ERRORS) ?? null;
      return isValid;
    },
    { schema: validate.schema, schemaEnv: validate.schemaEnv },
  );
  return check;
}

/** By operation, of each description. */
const validatorsByDescription = new WeakMap<Document, Map<string, ValidateFunction[]>>();

/** The validators of each operation, with bounded errors. Services with the same description share them. */
function boundErrors({ validator, definition }: OpenAPIBackend): void {
  const validatorsOf = validator.getRequestValidatorsForOperation.bind(validator);
  const made = validatorsByDescription.get(definition) ?? new Map<string, ValidateFunction[]>();
  validatorsByDescription.set(definition, made);
  validator.getRequestValidatorsForOperation = (operationId) => {
    let validators = made.get(operationId);
    if (!validators) made.set(operationId, (validators = (validatorsOf(operationId) ?? []).map(bounded)));
    return validators;
  };
}

/** Validates a whole description, which takes seconds. @throws Error when it is no OpenAPI 3.0 */
export async function assertDescription(description: Description): Promise<void> {
  const definition = asDocument(validationCopy(structuredClone(description)));
  await new OpenAPIBackend({ definition, quick: false, ...VALIDATION, customizeAjv: createAjv({}) }).init();
}

/** @throws Error when an operation has no handler, a handler no operation, or a way of signing in is unknown */
function assertComplete({ table }: ProjectRouter, { components }: Description, handled: readonly string[]): void {
  const ids = new Set(table.operations.map(({ operationId }) => operationId));
  const missing = [...ids].filter((id) => !handled.includes(id));
  if (missing.length > 0) throw new Error(`the description has no handler for: ${missing.join(', ')}`);
  const extra = handled.filter((id) => !ids.has(id));
  if (extra.length > 0) throw new Error(`handlers without an operation: ${extra.join(', ')}`);
  const schemes = Object.keys(components?.securitySchemes ?? {}).filter((name) => !SECURITY_SCHEMES.has(name));
  if (schemes.length > 0) throw new Error(`unknown security schemes: ${schemes.join(', ')}`);
  const unknown = table.operations.filter((operation) => !METHODS.includes(operation.method));
  if (unknown.length > 0)
    throw new Error(`unknown method in ${unknown.map((operation) => operation.operationId).join(', ')}`);
}

/** @throws Error when description and handlers (operationIds) do not match: at start, not in a request */
export async function createBackend(
  description: Description,
  handled: readonly string[],
  isTypeName: (name: string) => boolean,
) {
  const definition = validationCopy(description);
  const api = new OpenAPIBackend({
    definition: asDocument(definition),
    quick: true,
    ...VALIDATION,
    // Each operation has its own Ajv, which would compile the meta-schema; lint has already validated the description.
    customizeAjv: createAjv({ validateSchema: false }),
  });
  await api.init();
  const router = new ProjectRouter(api.definition, toOperation, isTypeName);
  api.router = router;
  api.validator.router = router;
  boundErrors(api);
  assertComplete(router, definition, handled);
  // The first request of an operation compiles its validators, since compiling all would take half of the start. Those of a
  // project's own operations are compiled now, so that a schema that cannot be compiled ends the start.
  for (const { facts, operationId } of router.table.operations)
    if (facts.origin === 'project') api.validator.getRequestValidatorsForOperation(operationId);
  return {
    router,
    /** Registers the handlers of operations and the steps around them. @returns handles a request; throws what a step throws */
    register: (steps: BackendSteps) => registerSteps(api, router, steps),
    /** Validates a body that replaces that of a request. @throws ApiError invalid_data */
    assertValidBody(exchange: Exchange, requestBody: unknown): void {
      const request = requestOf({ ...exchange, requestBody });
      const { errors } = api.validateRequest(request, exchange.operation.operationId);
      if (errors) throw validationError(errors);
    },
  };
}

/** Each stage of openapi-backend runs the steps of the request. */
function registerSteps(api: OpenAPIBackend, { table }: ProjectRouter, steps: BackendSteps) {
  const stage = (name: Stage) => (_context: Context, _exchange: Exchange, run: RunStage) => run(name);
  // One look for all schemes of an operation. Operations without one read no token: sign-in has its own.
  const authenticated = async (exchange: Exchange, run: RunStage): Promise<Caller> => {
    await run('security');
    return exchange.principal.caller;
  };
  for (const scheme of SECURITY_SCHEMES) {
    // A key says which application calls, a token which user.
    const member = scheme === 'apiKey' ? 'applicationId' : 'userId';
    api.registerSecurityHandler(scheme, async (_context: Context, exchange: Exchange, run: RunStage) => {
      const caller = await (exchange.authentication ??= authenticated(exchange, run));
      return caller[member] !== null;
    });
  }
  api.validate = (_context, exchange: Exchange) => steps.isValidated(exchange);
  api.register({
    preRoutingHandler: stage('preRouting'),
    // It is called for an unknown path as well.
    postRoutingHandler: ({ operation }, _exchange, run: RunStage) => (operation ? run('postRouting') : undefined),
    notFound: (_context, exchange: Exchange) => steps.refusePath(exchange),
    methodNotAllowed: (_context, exchange: Exchange) => steps.refuseMethod(exchange),
    postSecurityHandler(context, exchange: Exchange, run: RunStage) {
      exchange.security = context.security;
      return run('postSecurity');
    },
    unauthorizedHandler: () => steps.refuseAnonymous(),
    validationFail({ validation }) {
      throw validationError(validation.errors ?? []);
    },
    preOperationHandler: stage('preOperation'),
    ...Object.fromEntries(table.operations.map(({ operationId }) => [operationId, stage('operation')])),
    postResponseHandler: stage('postResponse'),
  });
  return (exchange: Exchange, run: RunStage): Promise<void> => api.handleRequest(requestOf(exchange), exchange, run);
}
