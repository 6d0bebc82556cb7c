// Merges the descriptions of extensions into that of the service, for both dispatch and /openapi.json, and refuses
// incompatible or wrong ones (D313).
import { asError, itemsIn, memberOf } from '../values.ts';
import { addJsonTwins, describeIdempotencyKeys } from '../http/request/json-twins.ts';
import { faultOfFacts } from '../description/check-facts.ts';
import { factsOf } from '../description/operation-facts.ts';
import { linearPattern } from '../model/schemas/linear-pattern.ts';
import { ENDPOINTS } from '../endpoint-facts.ts';
import {
  isNode,
  METHODS,
  nodeAt,
  visitRefs,
  type Json,
  type Node,
  type OpenApiDocument,
} from '../description/openapi-document.ts';
import { ExtensionError } from './extension-error.ts';
import type { LoadedExtension } from './load-extensions.ts';

const SEGMENT = /^[a-z][a-z0-9_]*$/;
const OPERATION_ID = /^[a-z][A-Za-z0-9]*$/;
const DISPATCHED: readonly string[] = ['get', 'post', 'put', 'patch', 'delete'];
const BESIDE_OPERATIONS: readonly string[] = ['parameters', 'summary', 'description'];

/** Responses that dispatch may return for any request, and for one with a body. */
const ALWAYS: Readonly<Record<string, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  406: 'NotAcceptable',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
};
const WITH_BODY = { ...ALWAYS, 408: 'RequestTimeout', 413: 'PayloadTooLarge', 415: 'UnsupportedMediaType' };
const SHARED: Readonly<Record<string, string>> = { ...ALWAYS, 409: 'Conflict' };

interface AddedOperation {
  operationId: string;
  path: string;
  method: string;
  operation: Node;
}

/** Two paths of the same form are one path. */
const shape = (path: string): string => path.replaceAll(/\{[^}]*\}/g, '{}');

const firstSegment = (path: string): string => path.split('/')[1] ?? '';

/** All operations of a description. */
export const describedOperations = (document: Node): AddedOperation[] =>
  Object.entries(nodeAt(document, 'paths')).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = isNode(item) ? item[method] : undefined;
      return isNode(operation) ? [{ operationId: String(operation['operationId']), path, method, operation }] : [];
    }),
  );

/** operationIds of what `before.object` may refuse; not of POST /bulk/edit, which has a result for each object. */
export const objectWrites = (document: OpenApiDocument): string[] =>
  describedOperations(document)
    .filter(({ method, operation }) => factsOf(method, nodeAt(operation, 'x-colophon')).writesObjects)
    .map(({ operationId }) => operationId);

function assertPaths(file: string, paths: Node, document: OpenApiDocument, segments: ReadonlySet<string>): void {
  const known = Object.keys(nodeAt(document, 'paths'));
  const taken = new Set(known.map(shape));
  const ofService = new Set([
    ...ENDPOINTS.keys(),
    ...known.map(firstSegment).filter((segment) => !segments.has(segment)),
  ]);
  for (const [path, item] of Object.entries(paths)) {
    const refuse = (what: string) => new ExtensionError(file, `${path}: ${what}`);
    if (!path.startsWith('/') || !SEGMENT.test(firstSegment(path))) {
      throw refuse(`a path begins with a segment of its own, which must match ${SEGMENT.source}`);
    }
    if (taken.has(shape(path))) throw refuse('this path exists already');
    if (ofService.has(firstSegment(path))) {
      throw refuse(`/${firstSegment(path)} is the service's own; take another first segment`);
    }
    if (!isNode(item)) throw refuse('it is not a path item');
    const member = Object.keys(item).find((name) => ![...DISPATCHED, ...BESIDE_OPERATIONS].includes(name));
    if (member) throw refuse(`"${member}" is not one of ${DISPATCHED.join(', ')}`);
  }
}

function assertOperation(file: string, own: AddedOperation, document: OpenApiDocument): void {
  const { operationId, operation, path, method } = own;
  const refuse = (what: string) => new ExtensionError(file, `${method.toUpperCase()} ${path}: ${what}`);
  if (!OPERATION_ID.test(operationId) || operation['operationId'] === undefined) {
    throw refuse('it has no operationId in camelCase');
  }
  if (describedOperations(document).some((other) => other.operationId === operationId)) {
    throw refuse(`the operationId "${operationId}" exists already`);
  }
  const tags = operation['tags'];
  if (!Array.isArray(tags) || tags.length !== 1) throw refuse('it has one tag');
  if (!Object.keys(nodeAt(operation, 'responses')).some((status) => status.startsWith('2'))) {
    throw refuse('it has no response for success (2xx)');
  }
  const schemes = nodeAt(document, 'components', 'securitySchemes');
  const security = operation['security'] ?? [];
  const named = Array.isArray(security) ? security.flatMap((each) => Object.keys(isNode(each) ? each : {})) : ['?'];
  const unknown = named.find((name) => !Object.hasOwn(schemes, name));
  if (unknown) throw refuse(`"${unknown}" in security is not one of ${Object.keys(schemes).join(', ')}`);
  const fault = faultOfFacts(method === 'get' ? 'readOfExtension' : 'writeOfExtension', operation['x-colophon'] ?? {});
  if (fault) throw refuse(fault);
}

function assertRefs(file: string, own: Node, document: OpenApiDocument): void {
  visitRefs(own, (ref) => {
    const [root, ...steps] = ref.split('/').map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    let found: Json | undefined = root === '#' ? document : undefined;
    for (const step of steps) found = isNode(found) ? found[step] : undefined;
    if (!isNode(found))
      throw new ExtensionError(file, `${ref} does not exist; only #/components/... may be referenced`);
  });
}

/** Patterns meet the values of any caller, so they are matched in linear time (D780). */
function assertPatterns(file: string, value: Json | undefined): void {
  if (typeof value !== 'object' || value === null) return;
  const pattern = memberOf(value, 'pattern');
  try {
    if (typeof pattern === 'string') linearPattern(pattern);
  } catch (error) {
    throw new ExtensionError(file, asError(error).message);
  }
  for (const member of Object.values(value)) assertPatterns(file, member);
}

/** Only its own tags; those of the service exist already. */
function mergedTags(
  file: string,
  operations: readonly AddedOperation[],
  openapi: Node,
  document: OpenApiDocument,
): Json[] {
  const known = Array.isArray(document['tags']) ? document['tags'] : [];
  const names = new Set(known.map((tag) => (isNode(tag) ? tag['name'] : undefined)));
  const described = Array.isArray(openapi['tags']) ? openapi['tags'].filter(isNode) : [];
  const used = new Set(operations.flatMap(({ operation }) => itemsIn(operation['tags']).map(String)));
  const clash = [...used].find((name) => names.has(name));
  if (clash !== undefined) throw new ExtensionError(file, `the tag "${clash}" exists already: take another one`);
  return [...known, ...[...used].map((name) => described.find((tag) => tag['name'] === name) ?? { name })];
}

function mergedComponents(file: string, openapi: Node, document: OpenApiDocument): Node {
  const merged = { ...nodeAt(document, 'components') };
  for (const [kind, named] of Object.entries(nodeAt(openapi, 'components'))) {
    if (kind === 'securitySchemes') throw new ExtensionError(file, 'securitySchemes are those of the service');
    const known = nodeAt(merged, kind);
    const clash = Object.keys(isNode(named) ? named : {}).find((name) => Object.hasOwn(known, name));
    if (clash) throw new ExtensionError(file, `#/components/${kind}/${clash} exists already: take another name`);
    merged[kind] = { ...known, ...(isNode(named) ? named : {}) };
  }
  return merged;
}

/** Each parameter of the path must be described, else its requests would never match. */
function assertParameters(
  file: string,
  { paths, own }: { paths: Node; own: readonly AddedOperation[] },
  document: OpenApiDocument,
): void {
  const resolve = (parameter: Json): Node => {
    const ref = isNode(parameter) ? parameter['$ref'] : undefined;
    return typeof ref === 'string' ? nodeAt(document, ...ref.split('/').slice(1)) : nodeAt({ parameter }, 'parameter');
  };
  for (const { path, method, operation } of own) {
    const listed = [nodeAt(paths, path)['parameters'], operation['parameters']].flatMap((list) => list ?? []);
    const described = listed.map(resolve).filter((each) => each['in'] === 'path');
    const names = described.map((each) => String(each['name'])).sort();
    const wanted = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name ?? '').sort();
    if (names.join() === wanted.join()) continue;
    const what = `its path parameters are ${names.join(', ') || 'none'} in the description`;
    throw new ExtensionError(file, `${method.toUpperCase()} ${path}: ${what}`);
  }
}

const responseRef = (name: string): Node => ({ $ref: `#/components/responses/${name}` });

/** Adds the responses of every operation, as for those of the service. */
function addResponses({ operation }: AddedOperation): void {
  const responses = nodeAt(operation, 'responses');
  const more = operation['requestBody'] === undefined ? ALWAYS : WITH_BODY;
  for (const [status, name] of Object.entries(more)) responses[status] ??= responseRef(name);
}

/** Adds the facts that only the service knows, and that a POST takes keys unless it says otherwise. */
function completeFacts({ method, operation }: AddedOperation): void {
  const idempotency = method === 'get' ? {} : { idempotency: method === 'post' ? 'key' : 'repeatable' };
  operation['x-colophon'] = { ...idempotency, ...nodeAt(operation, 'x-colophon'), origin: 'project' };
}

/** An own error with a status that the service does not use. */
const untypedResponse = (title: string): Node => {
  const schema = { schema: { $ref: '#/components/schemas/ErrorResponse' } };
  return { description: `${title}.`, content: { 'application/vnd.api+json': schema, 'application/json': schema } };
};

/** Adds the codes of an extension to the table of all, and their statuses to the operations that it may refuse. */
function addErrors(
  { file, extension }: LoadedExtension,
  operations: readonly AddedOperation[],
  document: OpenApiDocument,
): void {
  const codes = nodeAt(document, 'components', 'schemas', 'ErrorCode');
  // cast: the bundle describes ErrorCode as an enum of texts
  const known = codes['enum'] as string[];
  for (const [code, { status, title }] of Object.entries(extension.errors ?? {})) {
    if (known.includes(code)) throw new ExtensionError(file, `another extension has the error "${code}"`);
    known.push(code);
    codes['description'] = `${String(codes['description']).trimEnd()}\n| ${code} | ${status} | ${title} |`;
    for (const { operation } of operations) {
      const shared = SHARED[status];
      nodeAt(operation, 'responses')[String(status)] ??= shared ? responseRef(shared) : untypedResponse(title);
    }
  }
}

/**
 * The bundle with the paths, tags, components and errors of the extensions; the bundle itself is unchanged.
 * @param refused operationIds of the service with a `before` hook of an extension
 * @returns also the first segments of the extensions
 * @throws ExtensionError
 */
export function mergeDescriptions<Document extends OpenApiDocument>(
  bundle: Document,
  extensions: readonly LoadedExtension[],
  refused: (extension: LoadedExtension) => readonly string[],
): { description: Document; segments: ReadonlySet<string> } {
  if (extensions.length === 0) return { description: bundle, segments: new Set() };
  // cast: the same document: two types for the parts that different folders use
  const document = structuredClone(bundle) as OpenApiDocument;
  const segments = new Set<string>();
  for (const loaded of extensions) {
    const { file } = loaded;
    // It is merged twice: alone, and with the others.
    const openapi = structuredClone(loaded.openapi ?? {});
    const paths = nodeAt(openapi, 'paths');
    assertPaths(file, paths, document, segments);
    const own = describedOperations(openapi);
    for (const operation of own) assertOperation(file, operation, document);
    const ids = own.map(({ operationId }) => operationId);
    const twice = ids.find((id, index) => ids.indexOf(id) !== index);
    if (twice) throw new ExtensionError(file, `the operationId "${twice}" is used twice`);
    document['tags'] = mergedTags(file, own, openapi, document);
    document['components'] = mergedComponents(file, openapi, document);
    assertRefs(file, { paths, components: openapi['components'] ?? {} }, document);
    assertPatterns(file, openapi);
    assertParameters(file, { paths, own }, document);
    for (const operation of own) {
      addResponses(operation);
      completeFacts(operation);
    }
    describeIdempotencyKeys(paths);
    addJsonTwins(paths);
    document['paths'] = { ...nodeAt(document, 'paths'), ...paths };
    const hooked = new Set(refused(loaded));
    const all = describedOperations(document).filter(({ operationId }) => hooked.has(operationId));
    addErrors(loaded, [...own, ...all], document);
    for (const { path } of own) segments.add(firstSegment(path));
  }
  // cast: the same document: two types for the parts that different folders use
  return { description: document as Document, segments };
}

/**
 * @param published the description with operations for each shipped type, whose operationIds clients use
 * @throws ExtensionError for an operationId that is already in use
 */
export function assertUnusedIds({ file, openapi = {} }: LoadedExtension, published: OpenApiDocument): void {
  const known = new Map(describedOperations(published).map((each) => [each.operationId, each]));
  for (const { operationId, method, path } of describedOperations(openapi)) {
    const other = known.get(operationId);
    if (!other) continue;
    const place = `${other.method.toUpperCase()} ${other.path}`;
    const what = `the operationId "${operationId}" exists already: ${place}`;
    throw new ExtensionError(file, `${method.toUpperCase()} ${path}: ${what}`);
  }
}

/** @throws ExtensionError unless each operation has exactly one handler */
export function assertHandlers({ file, extension, openapi = {} }: LoadedExtension): void {
  const ids = describedOperations(openapi).map(({ operationId }) => operationId);
  const handlers = Object.keys(extension.operations ?? {});
  const missing = ids.find((id) => !handlers.includes(id));
  if (missing) throw new ExtensionError(file, `"operations" has no handler for ${missing}`);
  const idle = handlers.find((id) => !ids.includes(id));
  if (idle) throw new ExtensionError(file, `"operations" has a handler ${idle}, which its description does not have`);
}
