// The served description -> the one for generators. It is a subset: one way to do each thing, in a style that the generators of
// all languages understand (D297). Pure.
import { METHODS, isNode, nodeAt, visitRefs } from '../../core/description/openapi-document.ts';
import type { Json, Node, OpenApiDocument } from '../../core/description/openapi-document.ts';
import { attributeFilters } from './sdk-filters.ts';
import { simplifySchemas } from './sdk-schemas.ts';

/** Alternative names, parameters of the legacy format, and patterns of parameters of which clients send literal ones. */
const otherSpellings = new Set([
  ...[
    'PageNumber',
    'PageSizeAlias',
    'Limit',
    'SavedByReferences',
    'Query',
    'FilterOfObjectAlias',
    'NoIds',
    'QueryUserId',
    'QueryRoleId',
  ],
  ...['LegacyIds', 'LegacyLang', 'LegacyObjectType', 'LegacySubstring', 'EmbedRelations'],
  ...['Filter', 'FieldsOfType'],
]);
/** A body with several media types is described in the first of these. */
const mediaTypes = ['application/vnd.api+json', 'application/octet-stream'];

const parametersAt = '#/components/parameters/';
const refOf = (node: Json | undefined): string =>
  isNode(node) && typeof node['$ref'] === 'string' ? node['$ref'] : '';

/** The target of a reference; other nodes are returned unchanged. */
function follow(document: Node, node: Json | undefined): Node {
  const ref = refOf(node);
  if (ref === '') return isNode(node) ? node : {};
  return nodeAt(document, ...ref.replace(/^#\//, '').split('/'));
}

/** @param served is not changed */
export function sdkDescription(served: OpenApiDocument): OpenApiDocument {
  const document = bare(served) as Node;
  keepOneMediaType(document);
  const paths = nodeAt(document, 'paths');
  for (const [path, item] of Object.entries(paths)) {
    if (!isNode(item)) continue;
    const methods = METHODS.filter((method) => isNode(item[method]));
    for (const method of methods) {
      const operation = item[method] as Node;
      if (isUseless(document, operation)) delete item[method];
      else {
        chooseParameters(document, path, operation);
        joinErrors(document, operation);
      }
    }
    if (!METHODS.some((method) => isNode(item[method]))) delete paths[path];
  }
  delete nodeAt(document, 'components', 'securitySchemes')['accessToken'];
  withoutAccessToken(document);
  dropUnused(document);
  simplifySchemas(document);
  dropUnused(document);
  dropTags(document);
  return document;
}

/**
 * A copy without examples, which are for readers, and without `x-` members, which generators may write as code; properties with
 * such names stay.
 */
function bare(node: Json, isMap = false): Json {
  if (Array.isArray(node)) return node.map((item) => bare(item));
  if (!isNode(node)) return node;
  const copy: Node = {};
  for (const [name, child] of Object.entries(node)) {
    if (!isMap && (name === 'example' || name === 'examples' || name.startsWith('x-'))) continue;
    copy[name] = bare(child, !isMap && (name === 'properties' || name === 'schemas'));
  }
  return copy;
}

/**
 * Generators write media types into code unescaped: quotes of parameters would end a string there, and the service does not
 * need them (D493).
 */
const withoutQuotes = (content: Node): Node =>
  Object.fromEntries(Object.entries(content).map(([mediaType, media]) => [mediaType.replaceAll('"', ''), media]));

/** For several media types with the same content, generators make unions, or methods with long names. */
function keepOneMediaType(node: Json): void {
  if (Array.isArray(node)) return node.forEach(keepOneMediaType);
  if (!isNode(node)) return;
  const content = node['content'];
  const kept = isNode(content) ? mediaTypes.find((mediaType) => mediaType in content) : undefined;
  if (isNode(content))
    node['content'] = kept === undefined ? withoutQuotes(content) : { [kept]: content[kept] as Json };
  Object.values(node).forEach(keepOneMediaType);
}

/**
 * Operations of the legacy format have separate tags, except those on the path of a JSON:API operation; a few others
 * only refuse.
 */
function isUseless(document: Node, operation: Node): boolean {
  const tags = operation['tags'];
  if (Array.isArray(tags) && tags.some((tag) => String(tag).startsWith('legacy'))) return true;
  const answers = successes(document, operation);
  if (answers.length === 0) return true;
  return answers.some((response) =>
    Object.values(nodeAt(response, 'content')).some((body) =>
      refOf(isNode(body) ? body['schema'] : undefined).includes('/Legacy'),
    ),
  );
}

const successes = (document: Node, operation: Node): Node[] =>
  Object.entries(nodeAt(operation, 'responses'))
    .filter(([status]) => status.startsWith('2'))
    .map(([, response]) => follow(document, response));

/** One way to request each thing; fields are filtered by literal parameters, which every language sends right. */
function chooseParameters(document: Node, path: string, operation: Node): void {
  const { parameters } = operation;
  if (!Array.isArray(parameters)) return;
  const kept = parameters.filter((parameter) => !otherSpellings.has(refOf(parameter).slice(parametersAt.length)));
  const isFiltered =
    kept.length < parameters.length && parameters.some((one) => refOf(one) === `${parametersAt}Filter`);
  const literal = new Set(kept.map((parameter) => String(follow(document, parameter)['name'])));
  const [list] = successes(document, operation);
  const added = isFiltered && list ? attributeFilters(document, path, list) : [];
  operation['parameters'] = [...kept, ...added.filter(({ name }) => !literal.has(String(name)))];
}

/** Every error has the same body, so that generators need not repeat it for each status. */
function joinErrors(document: Node, operation: Node): void {
  const responses = nodeAt(operation, 'responses');
  for (const [status, response] of Object.entries(responses)) {
    const body = nodeAt(follow(document, response), 'content', mediaTypes[0] ?? '');
    if (Number(status) < 400 || !refOf(body['schema']).endsWith('/ErrorResponse')) continue;
    delete responses[status];
    responses['default'] = {
      description: 'An error: `error.code` says which, `errors` has an entry for each fault.',
      content: { [mediaTypes[0] ?? '']: { schema: { $ref: refOf(body['schema']) } } },
    };
  }
}

/** A token in the query is for links; clients send the header. */
function withoutAccessToken(document: Node): void {
  const owners = [document, ...Object.values(nodeAt(document, 'paths')).filter(isNode).flatMap(operationsOf)];
  for (const owner of owners) {
    const { security } = owner;
    if (Array.isArray(security))
      owner['security'] = security.filter((one) => !(isNode(one) && Object.hasOwn(one, 'accessToken')));
  }
}

const operationsOf = (item: Node): Node[] => METHODS.map((method) => item[method]).filter(isNode);

const kinds = ['schemas', 'parameters', 'responses', 'requestBodies', 'headers'];

/** Components without a reference. */
export function dropUnused(document: Node): void {
  const used = new Set<string>();
  const use = (ref: string): void => {
    if (used.has(ref)) return;
    used.add(ref);
    visitRefs(follow(document, { $ref: ref }), use);
  };
  visitRefs(nodeAt(document, 'paths'), use);
  for (const { discriminator } of Object.values(nodeAt(document, 'components', 'schemas')).filter(isNode))
    if (isNode(discriminator)) Object.values(nodeAt(discriminator, 'mapping')).forEach((ref) => use(String(ref)));
  for (const kind of kinds) {
    const components = nodeAt(document, 'components', kind);
    for (const name of Object.keys(components)) if (!used.has(`#/components/${kind}/${name}`)) delete components[name];
  }
}

export function dropTags(document: Node): void {
  const { tags } = document;
  const used = new Set(
    Object.values(nodeAt(document, 'paths'))
      .filter(isNode)
      .flatMap(operationsOf)
      .flatMap((operation) => (Array.isArray(operation['tags']) ? operation['tags'] : [])),
  );
  if (Array.isArray(tags)) document['tags'] = tags.filter((tag) => isNode(tag) && used.has(tag['name'] as string));
}
