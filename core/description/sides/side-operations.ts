// The operations of one side of the description: one way to request each thing, one meaning for each body (D950).
import { asNode, isNode, nodeAt, textsAt, type Json, type Node } from '../openapi-document.ts';
import { attributeFilters, sparseFields } from './side-filters.ts';
import type { SideSchemas } from './side-schemas.ts';
import { createDistinct, operationName, schemaName } from './side-names.ts';

export const SIDES = ['jsonapi', 'legacy'] as const;
export type Side = (typeof SIDES)[number];

const PARAMETERS = '#/components/parameters/';
const ERROR = 'Error';
const JSON_API = 'application/vnd.api+json';
const MEDIA_TYPES: Readonly<Record<Side, readonly string[]>> = {
  jsonapi: [JSON_API, 'application/octet-stream'],
  legacy: ['application/json', 'application/octet-stream'],
};

/** Other names of parameters, and patterns of parameters of which clients send literal ones. */
const OTHER_NAMES: ReadonlySet<string> = new Set([
  ...['PageNumber', 'PageSizeAlias', 'Limit', 'SavedByReferences', 'Query', 'FilterOfObjectAlias', 'NoIds'],
  ...['QueryUserId', 'QueryRoleId', 'Filter', 'FieldsOfType', 'LegacyPageSizeAlias', 'LegacyLimit'],
  // Of writes, beside If-Match.
  'IfNoneMatchWrite',
]);
/** What a resource has below it is not read on condition that it has changed: each relation of each type would say so. */
const isBelowResource = (path: string): boolean => /\}\/\w/.test(path) && !path.includes('/download');

/** Filters of top-level lists: below a resource they are sent rarely, and each is there for every relation of each type. */
const OF_MAIN_LISTS: ReadonlySet<string> = new Set(['FilterStatusLevel', 'FilterUnameId', 'FilterMine']);
/** Of lists of identifiers, which have no attributes to filter by. */
const OF_RESOURCES: ReadonlySet<string> = new Set([
  ...['FilterQuery', 'FilterStatus', 'FilterType', 'Fields', 'Include', 'PageAfter', 'PageBefore', 'PageTotal'],
]);
/** Parameters of the legacy side only. */
const OF_LEGACY: ReadonlySet<string> = new Set([
  ...['LegacyIds', 'LegacyLang', 'LegacyObjectType', 'LegacySubstring', 'EmbedRelations', 'LegacyPageSize'],
]);

const refOf = (node: unknown): string => (isNode(node) && typeof node['$ref'] === 'string' ? node['$ref'] : '');

/** Follows references into the components of the whole description. */
export const followRef = (components: Node, node: unknown): Node => {
  const ref = refOf(node);
  return ref === '' ? asNode(node) : nodeAt(components, ...ref.replace(/^#\/components\//, '').split('/'));
};

interface OperationSource {
  side: Side;
  path: string;
  method: string;
  operation: Node;
  /** Of the whole description. */
  components: Node;
  schemas: SideSchemas;
  shared: SharedParts;
}

type SharedParts = ReturnType<typeof createSharedParts>;

/** Parts that many operations have: components, each with the reference to it. */
export function createSharedParts() {
  const distinct = { parameters: createDistinct(), responses: createDistinct(), requestBodies: createDistinct() };
  const refs = new Map<string, string>();
  const made = new Map<string, Node>();
  return {
    /** @param name for the component, if it is new */
    refTo(kind: keyof typeof distinct, name: string, part: Node): Node {
      const text = JSON.stringify([kind, part]);
      let ref = refs.get(text);
      if (ref === undefined) {
        ref = `#/components/${kind}/${distinct[kind](schemaName(name))}`;
        refs.set(text, ref);
        made.set(ref, part);
      }
      return { $ref: ref };
    },
    /** By reference. */
    all: (): Iterable<[ref: string, part: Node]> => made,
  };
}

const successes = ({ operation, components }: OperationSource): Node[] =>
  Object.entries(nodeAt(operation, 'responses'))
    .filter(([status]) => status.startsWith('2'))
    .map(([, response]) => followRef(components, response));

const isLegacyBody = (body: Json | undefined): boolean =>
  /\/(Legacy\w*|\w+Envelope)$/.test(refOf(asNode(body)['schema']));

/** Whether the operation answers in the format of a side; some only refuse. */
export function isOfSide(source: OperationSource): boolean {
  const { side, operation } = source;
  const contents = successes(source).map((response) => nodeAt(response, 'content'));
  const isLegacy = contents.some((content) => isLegacyBody(content['application/json']));
  if (side === 'legacy') return isLegacy;
  if (contents.length === 0 || textsAt(operation, 'tags').some((tag) => tag.startsWith('legacy'))) return false;
  // The description in YAML has a media type that no generated client can read; the same is there in JSON.
  if (contents.every((content) => 'application/yaml' in content)) return false;
  return !isLegacy || contents.some((content) => JSON_API in content);
}

/** Generators write media types into code unescaped, and quotes of their parameters would end a string (D493). */
function ofOneMediaType(content: Node, side: Side): Node {
  const kept = MEDIA_TYPES[side].find((mediaType) => mediaType in content);
  if (kept !== undefined) return { [kept]: content[kept] ?? {} };
  const named = (mediaType: string): string => mediaType.replaceAll('"', '').replace('*/*', 'application/octet-stream');
  return Object.fromEntries(Object.entries(content).map(([mediaType, media]) => [named(mediaType), media]));
}

/** A body, a response or another part with one media type at each place. */
export function withOneMediaType(node: Json, side: Side): Json {
  if (!isNode(node) || !isNode(node['content'])) return node;
  return { ...node, content: ofOneMediaType(node['content'], side) };
}

/** A parameter with named members as a parameter for each of them: `options[w]`. */
function membersOf({ name, in: place, style, schema }: Node): Node[] {
  if (style !== 'deepObject' || !isNode(schema)) return [];
  return Object.entries(nodeAt(schema, 'properties')).map(([member, of]): Node => {
    const { description, ...type } = asNode(of);
    return { name: `${String(name)}[${member}]`, in: place ?? 'query', description: description ?? '', schema: type };
  });
}

function parametersOf(source: OperationSource): Json[] {
  const { side, operation, components, path } = source;
  const given = Array.isArray(operation['parameters']) ? operation['parameters'] : [];
  const names = new Set(given.map((each) => refOf(each).slice(PARAMETERS.length)));
  const isLinks = path.includes('/relationships/');
  const kept = given.filter((each) => {
    const name = refOf(each).slice(PARAMETERS.length);
    if (OTHER_NAMES.has(name) || (side === 'jsonapi' && OF_LEGACY.has(name))) return false;
    if (name === 'IfNoneMatch' && isBelowResource(path)) return false;
    if (isLinks && (OF_RESOURCES.has(name) || (name === 'IfMatch' && source.method !== 'patch'))) return false;
    return !(path.includes('{') && OF_MAIN_LISTS.has(name));
  });
  const asReference = (parameter: Node): Node => {
    const name = String(parameter['name']).replace(/^filter/, 'by');
    return source.shared.refTo('parameters', name.replace(/\W+/g, '_'), parameter);
  };
  const flat = kept.flatMap((each) => {
    const members = membersOf(followRef(components, each));
    return members.length > 0 ? members.map(asReference) : [each];
  });
  const [response] = successes(source);
  if (!response || side === 'legacy') return flat;
  const literals = { schemas: nodeAt(components, 'schemas'), path, response };
  const fields = names.has('FieldsOfType') ? sparseFields(literals) : [];
  const taken = new Set([
    ...flat.map((each) => String(followRef(components, each)['name'])),
    ...fields.map(({ name }) => String(name)),
  ]);
  const filters = names.has('Filter') ? attributeFilters(literals, taken) : [];
  return [...flat, ...[...fields, ...filters].map(asReference)];
}

/** The name of the schema of a body, without its last word. */
const bodyName = ({ content }: Node): string => {
  const [media] = Object.values(asNode(content));
  return refOf(asNode(media)['schema']).replace(/^.*\/|Response$|Body$/g, '');
};

/** Errors have the same body, so that generators need not repeat it for each status. */
function responsesOf({ side, path, operation, components, shared, schemas }: OperationSource): Node {
  const responses: Node = {};
  for (const [status, response] of Object.entries(nodeAt(operation, 'responses'))) {
    const body = nodeAt(followRef(components, response), 'content', JSON_API);
    if (Number(status) >= 400 && refOf(body['schema']).endsWith('/ErrorResponse'))
      responses['default'] = { $ref: `#/components/responses/${ERROR}` };
    else if (status === '304' && isBelowResource(path)) continue;
    else if (refOf(response) !== '') responses[status] = response;
    else {
      // cast: a response is an object, for which an object is returned
      const made = withOneMediaType(response, side) as Node;
      responses[status] = shared.refTo('responses', `${bodyName(made) || 'no_body'}_success`, schemas.copy(made));
    }
  }
  return responses;
}

/** The response of `default`. */
export const anyError = (side: Side): Node => ({
  [ERROR]: {
    description: 'An error: `error.code` says which, `errors` has an entry for each fault.',
    content: { [MEDIA_TYPES[side][0] ?? '']: { schema: { $ref: '#/components/schemas/ErrorResponse' } } },
  },
});

const WHO: Readonly<Record<string, string>> = {
  always: 'Needs no sign-in.',
  never: 'Needs a sign-in.',
  permitted: 'For callers with permission.',
};
const AGAIN: Readonly<Record<string, string>> = {
  withKey: 'May be repeated with its `Idempotency-Key`.',
  never: 'Not to be repeated.',
};

/** What the operation does, or who may use it and whether it may be repeated. */
function descriptionOf(path: string, { description, 'x-colophon': facts }: Node): string {
  // Below resources of every type the same is said again for each relation.
  if (typeof description === 'string')
    return path.includes('{')
      ? (/^.*?\.(?= [A-Z`])/s.exec(description)?.[0] ?? description.trim())
      : description.trim();
  const { anonymous, idempotent } = asNode(facts);
  return `${WHO[String(anonymous)] ?? ''} ${AGAIN[String(idempotent)] ?? ''}`.trim();
}

/** A token in the query is for links; clients send the header. */
export const withoutQueryToken = (security: Json | undefined): Json[] | undefined =>
  Array.isArray(security) ? security.filter((one) => !(isNode(one) && Object.hasOwn(one, 'accessToken'))) : undefined;

function requestOf({ side, schemas, shared }: OperationSource, body: Json): Json {
  const made = withOneMediaType(body, side);
  if (!isNode(made) || refOf(made) !== '') return made;
  return shared.refTo('requestBodies', `${bodyName(made)}_request`, schemas.copy(made));
}

/** @param tags the names of its tags in clients */
export function sideOperation(source: OperationSource, tags: readonly string[]): Node {
  const { operation, schemas } = source;
  const {
    requestBody,
    parameters: _parameters,
    security,
    responses: _responses,
    'x-colophon': _facts,
    ...rest
  } = operation;
  const parameters = parametersOf(source);
  const allowed = withoutQueryToken(security);
  const copy = schemas.copy({
    ...rest,
    operationId: operationName(String(operation['operationId'])),
    tags: [...tags],
    description: descriptionOf(source.path, operation),
    ...(allowed && { security: allowed }),
    ...(parameters.length > 0 && { parameters }),
  });
  return {
    ...copy,
    ...(requestBody !== undefined && { requestBody: requestOf(source, requestBody) }),
    responses: responsesOf(source),
  };
}
