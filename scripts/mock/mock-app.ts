// A service without a database: openapi-backend matches and checks requests, and gives the examples of the description.
import addFormats from 'ajv-formats';
import express, { type Express, type Request, type Response } from 'express';
import { OpenAPIBackend, type Context, type Document, type Operation } from 'openapi-backend';
import { ERROR_CODES, MAX_FAULTS, type ErrorCode } from '../../core/errors.ts';
import { respond, type Refusal } from './mock-response.ts';
import { readPrefer } from './prefer.ts';

const MEDIA_TYPE = 'application/vnd.api+json';

type Refuse = (response: Response, code: ErrorCode, ...faults: readonly Refusal[]) => void;

/** Ends with an error document, as the service gives it. */
const refuse: Refuse = (response, code, ...faults) => {
  const { status, title } = ERROR_CODES[code];
  const errors = faults.map((fault) => ({ status: String(status), title, code, ...fault }));
  response
    .status(status)
    .type(MEDIA_TYPE)
    .end(JSON.stringify({ error: errors[0], errors }));
};

type ValidationError = NonNullable<Context['validation']['errors']>[number];

/** A validator's fault with its place: the body by a pointer, everything else by its parameter. */
function faultOf({ instancePath, message = 'is invalid', params }: ValidationError): Refusal {
  const [, part = 'requestBody', ...rest] = instancePath.split('/');
  const { additionalProperty, missingProperty } = params as { additionalProperty?: string; missingProperty?: string };
  if (part === 'requestBody')
    return { detail: `${rest.join('/') || 'the body'} ${message}`, source: { pointer: `/${rest.join('/')}` } };
  const parameter = rest[0] ?? additionalProperty ?? missingProperty ?? part;
  const detail = additionalProperty === undefined ? `${parameter} ${message}` : `${parameter} is no parameter here`;
  return { detail, source: { parameter } };
}

/** Where a security scheme has its token. */
interface TokenPlace {
  in?: string;
  name?: string;
}

const schemesOf = ({ components }: Document): [string, TokenPlace][] =>
  Object.entries((components?.securitySchemes ?? {}) as Record<string, TokenPlace>);

/**
 * Tokens are no parameters, and `filter[title]=x` belongs to the described parameter `filter`: openapi-backend would refuse
 * both.
 */
function describedQuery(
  query: Request['query'],
  { parameters = [] }: Operation,
  description: Document,
): Request['query'] {
  const deep = parameters.flatMap((each) => ('style' in each && each.style === 'deepObject' ? each.name : []));
  const names = new Set(parameters.flatMap((each) => ('name' in each ? each.name : [])));
  const tokens = new Set(schemesOf(description).flatMap(([, { in: place, name }]) => (place === 'query' ? name : [])));
  const isLeftOut = (name: string): boolean =>
    !names.has(name) && (tokens.has(name) || deep.some((each) => name.startsWith(`${each}[`)));
  return Object.fromEntries(Object.entries(query).filter(([name]) => !isLeftOut(name)));
}

/** The methods of a path, in upper case. */
const methodsOf = ({ router }: OpenAPIBackend, path: string): string[] =>
  ['get', 'head', 'post', 'put', 'patch', 'delete']
    .filter((method) => router.matchOperation({ method: method === 'head' ? 'get' : method, path, headers: {} }))
    .map((method) => method.toUpperCase());

type Handler = (context: Context, request: Request, response: Response) => void;

async function openBackend(description: Document): Promise<OpenAPIBackend> {
  const api = new OpenAPIBackend({
    definition: description,
    // The validators of an operation are compiled at its first request: those of all take minutes.
    quick: true,
    strict: true,
    coerceTypes: true,
    ajvOpts: { allErrors: true, logger: false, strict: false, validateSchema: false },
    customizeAjv: (ajv) => addFormats.default(ajv),
  });
  const show: Handler = (context, request, response) => {
    const refusal = respond(api, context, request, response);
    if (refusal) refuse(response, 'invalid_data', refusal);
  };
  /** Who names a status gets it, whatever the request is. */
  const unlessNamed =
    (refused: Handler): Handler =>
    (context, request, response) =>
      (readPrefer(request.get('prefer')).code === undefined ? refused : show)(context, request, response);
  const handlers: Record<string, Handler> = {
    notFound: (_, __, response) => refuse(response, 'route_not_found', { detail: 'the description has no such path' }),
    methodNotAllowed(_, { path }, response) {
      const methods = methodsOf(api, path).join(', ');
      response.setHeader('Allow', methods);
      refuse(response, 'method_not_allowed', { detail: `the path has ${methods}` });
    },
    validationFail: unlessNamed(({ validation }, _, response) =>
      refuse(response, 'invalid_data', ...(validation.errors ?? []).slice(0, MAX_FAULTS).map(faultOf)),
    ),
    unauthorizedHandler: unlessNamed((_, __, response) => {
      response.setHeader('WWW-Authenticate', 'Bearer');
      refuse(response, 'authentication_required', { detail: 'send an access token; any text is taken' });
    }),
    notImplemented: show,
  };
  api.register(handlers);
  for (const [scheme, { in: place, name = 'authorization' }] of schemesOf(description))
    api.registerSecurityHandler(scheme, ({ request: { headers, query } }: Context) =>
      place === 'query' ? query[name] !== undefined : headers[name.toLowerCase()] !== undefined,
    );
  await api.init();
  // Otherwise the list is made from the whole document at each look-up.
  const operations = api.router.getOperations();
  api.router.getOperations = () => operations;
  return api;
}

/** @param description OpenAPI 3.0, whose references lead to itself */
export async function createMock(description: Document): Promise<Express> {
  const api = await openBackend(description);
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  // A page of any origin may try its client here: nothing is stored or secret.
  app.use((request, response, next) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Expose-Headers', '*');
    if (request.method !== 'OPTIONS') return next();
    response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PATCH, PUT, DELETE');
    response.setHeader('Access-Control-Allow-Headers', 'Authorization, *');
    response.status(204).end();
  });
  app.use(express.json({ type: ['application/json', MEDIA_TYPE], limit: '10mb' }));
  app.use(express.raw({ type: () => true, limit: '100mb' }));
  app.use(async (request, response) => {
    const { path, body } = request;
    const [headers, query] = [request.headers as Record<string, string>, request.query as Record<string, string>];
    const asked = {
      method: request.method === 'HEAD' ? 'get' : request.method.toLowerCase(),
      path,
      headers,
      body,
      query,
    };
    const operation = api.router.matchOperation(asked);
    const takes = Object.keys((operation?.requestBody as { content?: object } | undefined)?.content ?? {});
    if (headers['content-type'] !== undefined && takes.length > 0 && request.is(takes) === false)
      return refuse(response, 'unsupported_media_type', { detail: `send ${takes.join(' or ')}` });
    if (operation) asked.query = describedQuery(query, operation, description) as Record<string, string>;
    await api.handleRequest(asked, request, response);
  });
  app.use((error: Error, _: Request, response: Response, next: (error: Error) => void) => {
    if (response.headersSent) return next(error);
    refuse(response, 'invalid_data', { detail: error.message });
  });
  return app;
}
