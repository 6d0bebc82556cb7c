// The dispatch document as this folder uses it, its copy for validation, and the properties of an operation.
import { factsOf, type OperationFacts } from '../../description/operation-facts.ts';
import { isRecord, memberOf } from '../../values.ts';

/** The parts of an OpenAPI 3.0 document that dispatch reads. */
export interface Description {
  openapi: string;
  info: Record<string, unknown>;
  paths: Record<string, Record<string, unknown>>;
  components?: {
    schemas?: Record<string, unknown>;
    parameters?: Record<string, unknown>;
    securitySchemes?: Record<string, unknown>;
  };
}

export interface OperationObject {
  operationId?: string;
  /** What it states of its facts. */
  'x-colophon'?: Partial<OperationFacts>;
  /** The last parameter of the path; without it the path is 400 instead of 404 or 405 (D433). */
  'x-required-segment'?: string;
  security?: readonly Record<string, readonly string[]>[];
  requestBody?: { required?: boolean; content: Record<string, unknown> };
  responses: Record<string, { content?: Record<string, unknown>; headers?: Record<string, unknown> }>;
  summary?: string;
  parameters?: readonly { name: string; in: string; explode?: boolean; schema?: { type?: string } }[];
}

export interface Operation {
  operationId: string;
  method: string;
  path: string;
  /** Dereferenced, from the validation copy. */
  definition: OperationObject;
  /** Media types of success responses in the server's order; empty when they have no body. */
  produces: readonly string[];
  /** Media types of the request body; empty when the operation reads none. */
  consumes: readonly string[];
  /** Stated in the description, with their defaults. */
  facts: OperationFacts;
}

/** The operation of a request, with its path parameters. */
export interface MatchedOperation {
  operation: Operation;
  params: Record<string, string>;
}

/** Path parameters for logs and the audit trail: without a credential. */
export function shownParams({ operation, params }: MatchedOperation): Readonly<Record<string, string>> {
  const { secretPathParameter: secret } = operation.facts;
  return secret === '' ? params : Object.fromEntries(Object.entries(params).filter(([name]) => name !== secret));
}

/** An operation of a published description, for a table that only matches. */
export const matchedOnly = (method: string, path: string, definition: OperationObject): Operation => ({
  operationId: definition.operationId ?? `${method} ${path}`,
  method,
  path,
  definition,
  produces: [],
  consumes: [],
  facts: factsOf(method),
});

/** The operation needs a signed-in caller. */
export const needsUser = ({ definition: { security = [] } }: Pick<Operation, 'definition'>): boolean =>
  security.length > 0 && security.every((schemes) => Object.keys(schemes).length > 0);

/** The operation reads an access token, required or not. */
export const takesToken = ({ definition: { security = [] } }: Operation): boolean =>
  security.some((schemes) => Object.keys(schemes).length > 0);

/** Query members whose brackets are merged into one member before validation; cursors are separate members. */
const MERGED_QUERY_MEMBERS = /^(?:filter\[|fields\[|page\[(?:number|size)\])/;

type Node = Record<string, unknown>;

const queryName = (value: unknown): string | undefined =>
  isRecord(value) && value['in'] === 'query' ? String(value['name']) : undefined;

const openMember = (name: string): Node => ({ name, in: 'query', schema: {} });

/** The service's code checks such a parameter after validation: 400 in a path, and more forms in a query than a schema has. */
function checkedByCode(parameter: Node): Node | undefined {
  const { name, in: place, 'x-colophon': facts } = parameter;
  if (!isRecord(facts) || facts['checkedBy'] !== 'code') return undefined;
  // `embed[relations]` is read as the member `embed`.
  return place === 'query'
    ? openMember(String(name).replace(/\[.*/, ''))
    : { ...parameter, schema: { type: 'string' } };
}

/** The service's code reads the parameters of all its lists; those of extensions follow their description. */
function openList(parameter: unknown): unknown {
  const name = queryName(parameter);
  const isList = isRecord(parameter) && isRecord(parameter['schema']) && parameter['schema']['type'] === 'array';
  return name !== undefined && isList ? openMember(name) : parameter;
}

/** A media type of JSON:API with an extension. */
const isExtended = (mediaType: string): boolean => /;\s*ext=/.test(mediaType);

/** openapi-backend validates only bodies that are described as application/json; so the copy describes others as such too. */
function withPlainJson(content: unknown): unknown {
  if (!isRecord(content)) return content;
  const described = Object.entries(content).find(([name]) => isExtended(name));
  return described ? { ...content, 'application/json': described[1] } : content;
}

/** The media types of a body, without the additions of `withPlainJson`. */
export function mediaTypesOf(content: Readonly<Record<string, unknown>> = {}): string[] {
  const names = Object.keys(content);
  const extended = names.filter(isExtended);
  return extended.length > 0 ? extended : names;
}

/** Ajv refuses a discriminator with a mapping, and the service's code reads some query members. */
function prepare(value: unknown): unknown {
  if (Array.isArray(value)) {
    const names = value.map(queryName);
    const rest = value.filter((_item, index) => !MERGED_QUERY_MEMBERS.test(names[index] ?? '')).map(prepare);
    // Some operations have certain filters only.
    const isFiltered = names.some((name) => name?.startsWith('filter[')) && !names.includes('filter');
    return isFiltered ? [...rest, openMember('filter')] : rest;
  }
  if (!isRecord(value)) return value;
  const checked = checkedByCode(value);
  if (checked) return checked;
  const copy: Node = {};
  for (const [key, item] of Object.entries(value)) {
    if (key === 'discriminator' || key === 'examples' || key === 'example') continue;
    copy[key] = prepare(key === 'content' ? withPlainJson(item) : item);
  }
  return copy;
}

const isOfProjectCode = ({ 'x-colophon': facts }: Node): boolean => isRecord(facts) && facts['origin'] === 'project';

function withInlineParameters(description: Description): Description {
  const parameters = description.components?.parameters ?? {};
  const resolve = (item: unknown): unknown => {
    const reference = isRecord(item) ? item['$ref'] : undefined;
    return typeof reference === 'string' ? parameters[reference.split('/').at(-1) ?? ''] : item;
  };
  const paths: Description['paths'] = {};
  for (const [path, item] of Object.entries(description.paths)) {
    const copy: Node = {};
    // The parameters of a path are those of its operations, all of which have one origin.
    const isOfProject = Object.values(item).some((each) => isRecord(each) && isOfProjectCode(each));
    const inline = (list: unknown): unknown => {
      if (!Array.isArray(list)) return list;
      const resolved = list.map(resolve);
      return isOfProject ? resolved : resolved.map(openList);
    };
    for (const [key, value] of Object.entries(item)) {
      if (key === 'parameters') copy[key] = inline(value);
      else copy[key] = isRecord(value) ? { ...value, parameters: inline(value['parameters'] ?? []) } : value;
    }
    paths[path] = copy;
  }
  return { ...description, paths };
}

const validationCopies = new WeakMap<Description, Description>();

/** Copy of the dispatch document for validation by openapi-backend; the same one for the same document. */
export function validationCopy(description: Description): Description {
  // cast: the same document, with other schemas
  const copy = validationCopies.get(description) ?? (prepare(withInlineParameters(description)) as Description);
  validationCopies.set(description, copy);
  return copy;
}

/** By the media type of the body, else the first. */
export function bodySchema({ definition, consumes }: Operation, type = ''): unknown {
  const content = definition.requestBody?.content ?? {};
  const media = content[Object.hasOwn(content, type) ? type : (consumes[0] ?? '')];
  return memberOf(media, 'schema');
}
