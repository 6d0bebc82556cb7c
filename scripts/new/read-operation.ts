// The new operation of a command line, checked against the present description.
import { parse } from 'yaml';
import { isNode, METHODS, nodeAt, type Node, type OpenApiDocument } from '../../core/description/openapi-document.ts';
import { faultOfFacts } from '../../core/description/check-facts.ts';
import { type Changes, NewError } from './changes.ts';
import { toKebab, toPascal, toSentence, toSnake } from './words.ts';

export const ALLOWED_METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
export type Method = (typeof ALLOWED_METHODS)[number];

export interface OperationOptions {
  method?: string | undefined;
  path?: string | undefined;
  tag?: string | undefined;
  summary?: string | undefined;
  /** Such as `cost:cheap`; values are YAML. */
  fact?: string[] | undefined;
}

export interface NewOperation {
  operationId: string;
  method: Method;
  path: string;
  tag: string;
  /** Of the tag's files. */
  file: string;
  isNewTag: boolean;
  /** Existing path item, as `paths/roles.yaml#/Item`. */
  pathItem: string | undefined;
  /** Other operations at the path, by method. */
  beside: Readonly<Record<string, string>>;
  summary: string;
  /** `Report` of `getReport`. */
  noun: string;
  /** `report`. */
  member: string;
  /** Path parameters with the component that describes each. */
  parameters: readonly { name: string; component: string }[];
  status: 200 | 201 | 204;
  hasBody: boolean;
  /** As `x-colophon` has them; those left out have the closed defaults (openapi/operation-facts.yaml). */
  facts: Readonly<Record<string, unknown>>;
}

/** Methods of each verb; other verbs may have any writing method. */
const METHODS_OF_VERBS: Readonly<Record<string, readonly Method[]>> = {
  list: ['get'],
  get: ['get'],
  download: ['get'],
  check: ['get', 'post'],
  create: ['post'],
  add: ['post'],
  update: ['patch'],
  replace: ['patch', 'put'],
  delete: ['delete'],
  remove: ['delete'],
  purge: ['delete'],
};
const WRITING: readonly Method[] = ['post', 'put', 'patch', 'delete'];

/** The rule of lint for operationIds, so that there is one only. */
function operationIdRule(changes: Changes): RegExp {
  const { rules } = parse(changes.read('scripts/config/redocly.yaml')) as { rules: Node };
  const { pattern } = nodeAt(rules, 'rule/operation-id-begins-with-a-verb', 'assertions');
  return new RegExp(String(pattern).slice(1, -1));
}

function readVerb(operationId: string, changes: Changes): string {
  const rule = operationIdRule(changes);
  const [, verb = ''] = rule.exec(operationId) ?? [];
  if (verb !== '') return verb;
  const verbs = /\(([a-z|]+)\)/.exec(rule.source)?.[1]?.replaceAll('|', ', ') ?? '';
  throw new NewError(`"${operationId}" is not an operationId: it is one of ${verbs}, and a noun, such as getReport`);
}

function readMethod(verb: string, given: string | undefined): Method {
  const allowed = METHODS_OF_VERBS[verb] ?? WRITING;
  if (given === undefined && allowed.length === 1) return allowed[0] as Method;
  const method = ALLOWED_METHODS.find((each) => each === given?.toLowerCase());
  if (!method) throw new NewError(`--method is one of ${ALLOWED_METHODS.join(', ')}, not ${given ?? 'left out'}`);
  if (!allowed.includes(method))
    throw new NewError(`--method ${method}: "${verb}…" is done with ${allowed.join(' or ')}`);
  return method;
}

const shape = (path: string): string => path.replaceAll(/\{[^}]*\}/g, '{}');

function readPath(path: string | undefined, paths: Node): string {
  if (path === undefined) throw new NewError('--path is missing, such as --path /reports/{object_id}');
  if (!/^(?:\/(?:[a-z][a-z0-9_]*|\{[a-z][a-z0-9_]*\}))+$/.test(path)) {
    throw new NewError(`--path ${path}: segments are lower case with underscores, or {parameter}`);
  }
  const other = Object.keys(paths).find((each) => each !== path && shape(each) === shape(path));
  if (other) throw new NewError(`--path ${path}: this path exists as ${other}`);
  return path;
}

/** Paths for all types serve types without authored paths. */
function assertNoType(path: string, paths: Node, changes: Changes): void {
  const [, segment = ''] = path.split('/');
  const types = parse(changes.read('openapi/types/object_types.yaml')) as { name: string }[];
  const isDescribed = Object.keys(paths).some((each) => each.split('/')[1] === segment);
  if (isDescribed || !types.some(({ name }) => name === segment)) return;
  throw new NewError(`--path ${path}: "${segment}" is a shipped object type; take another first segment`);
}

function readParameters(path: string, changes: Changes): NewOperation['parameters'] {
  const file = 'openapi/shared/parameters.yaml';
  const known = Object.entries(parse(changes.read(file)) as Node).filter(
    ([, parameter]) => isNode(parameter) && parameter['in'] === 'path',
  );
  return [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => {
    // The parameter named like its component is the common one: ObjectId, and not that of one operation.
    const all = known.filter(([, parameter]) => isNode(parameter) && parameter['name'] === name);
    const component = (all.find(([each]) => each === toPascal(name)) ?? all[0])?.[0];
    if (component) return { name, component };
    const names = [...new Set(known.map(([, parameter]) => String((parameter as Node)['name'])))].sort().join(', ');
    throw new NewError(`--path: {${name}} is unknown; describe it in ${file} first. Known: ${names}`);
  });
}

function readFacts(method: Method, given: readonly string[]): NewOperation['facts'] {
  const facts = Object.fromEntries(
    given.map((each) => {
      const [, name = '', value = ''] = /^(\w+):(.+)$/.exec(each) ?? [];
      if (name === '') throw new NewError(`--fact ${each}: a name and a value are expected, such as cost:cheap`);
      return [name, parse(value) as unknown];
    }),
  );
  const fault = faultOfFacts(method === 'get' ? 'read' : 'write', facts);
  if (fault) throw new NewError(`--fact: ${fault}`);
  return facts;
}

/** The tag of the existing operations at the path. */
function tagAt(item: Node): string | undefined {
  const operation = METHODS.map((method) => item[method]).find(isNode);
  return (operation?.['tags'] as string[] | undefined)?.[0];
}

/** Clients of an operation with the same name would find the new one in its place. */
function assertNewId(operationId: string, documents: readonly OpenApiDocument[]): void {
  for (const [at, item] of documents.flatMap((each) => Object.entries(nodeAt(each, 'paths')))) {
    const method = METHODS.find((each) => nodeAt(item as Node, each)['operationId'] === operationId);
    if (method) throw new NewError(`${operationId} exists already: ${method.toUpperCase()} ${at}`);
  }
}

/**
 * @param published the bundle with the operations of each shipped type
 * @throws NewError for names that are not allowed, or in use
 */
export function readOperation(
  operationId: string,
  options: OperationOptions,
  { changes, bundle, published }: { changes: Changes; bundle: OpenApiDocument; published: OpenApiDocument },
): NewOperation {
  const verb = readVerb(operationId, changes);
  const paths = nodeAt(bundle, 'paths');
  const path = readPath(options.path, paths);
  assertNoType(path, paths, changes);
  const method = readMethod(verb, options.method);
  assertNewId(operationId, [bundle, published]);
  const item = nodeAt(paths, path);
  const taken = item[method];
  if (isNode(taken))
    throw new NewError(`${method.toUpperCase()} ${path} exists already: ${String(taken['operationId'])}`);
  const root = parse(changes.read('openapi/openapi.yaml')) as { tags: { name: string }[]; paths: Node };
  const pathItem = nodeAt(root.paths, path)['$ref'] as string | undefined;
  const segment = path.split('/').find((each) => each !== '' && !each.startsWith('{')) ?? '';
  const tag = options.tag ?? tagAt(item) ?? segment;
  if (toSnake(tag) !== tag || tag === '') throw new NewError(`--tag ${tag}: a tag is in snake_case, such as reports`);
  if (pathItem && tagAt(item) !== tag) throw new NewError(`--tag ${tag}: ${path} is in ${pathItem}, of ${tagAt(item)}`);
  const schemas = nodeAt(bundle, 'components', 'schemas');
  const bare = operationId.slice(verb.length);
  const isTaken = ['', 'Response', 'Meta', 'Body', 'Data', 'Attributes'].some((end) =>
    Object.hasOwn(schemas, bare + end),
  );
  return {
    operationId,
    method,
    path,
    tag,
    file: toKebab(tag),
    isNewTag: !root.tags.some(({ name }) => name === tag),
    pathItem,
    beside: Object.fromEntries(METHODS.flatMap((each) => idAt(item, each))),
    summary: options.summary ?? toSentence(operationId),
    noun: isTaken ? toPascal(operationId) : bare,
    member: toSnake(bare),
    parameters: readParameters(path, changes),
    status: verb === 'create' ? 201 : method === 'delete' ? 204 : 200,
    hasBody: method !== 'get' && method !== 'delete',
    facts: readFacts(method, options.fact ?? []),
  };
}

const idAt = (item: Node, method: string): [string, string][] =>
  isNode(item[method]) ? [[method, String(nodeAt(item, method)['operationId'])]] : [];
