// Whether a response is a JSON:API 1.1 document. Each fault begins with the section of https://jsonapi.org/format/1.1 that it
// violates. Independent of the description: rules of both are checked twice.

import { isRecord } from '../../core/values.ts';

type Members = Record<string, unknown>;

export interface JsonApiResponse {
  status: number;
  /** The header as it came. */
  mediaType: string;
  location: string | undefined;
  /** Path and query of the request. */
  url: string;
  method: string;
  body: unknown;
}

/** In addition to those of the standard: `error` is `errors` in short, for older clients (D27). */
const TOP_LEVEL = new Set(['data', 'errors', 'meta', 'jsonapi', 'links', 'included', 'error']);
/** Of extensions, by their URIs. */
const OF_EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  'https://jsonapi.org/ext/atomic': ['atomic:results'],
};
const RESOURCE = new Set(['id', 'type', 'lid', 'attributes', 'relationships', 'links', 'meta']);
const IDENTIFIER = new Set(['id', 'type', 'lid', 'meta']);
const ERROR = new Set(['id', 'links', 'status', 'code', 'title', 'detail', 'source', 'meta']);
const JSON_API_OBJECT = new Set(['version', 'ext', 'profile', 'meta']);
const PAGES = ['first', 'last', 'prev', 'next'];

/** Letters and digits at both ends, also hyphens, underscores and spaces between; U+0080 and above anywhere. */
const MEMBER_NAME = /^[a-zA-Z0-9\u0080-\uffff](?:[a-zA-Z0-9\u0080-\uffff_ -]*[a-zA-Z0-9\u0080-\uffff])?$/;

const listOf = (value: unknown): unknown[] => [value ?? []].flat() as unknown[];
const keyOf = ({ type, id }: Members): string => `${String(type)} ${String(id)}`;

/** All violations of the standard in one response; empty when there are none. */
export function jsonApiFaults(answer: JsonApiResponse): string[] {
  const faults: string[] = [];
  const add = (section: string, text: string): void => void faults.push(`${section}: ${text}`);
  const extensions = extensionsIn(answer.mediaType);
  if (!extensions)
    add(
      'Server Responsibilities',
      `the media type is "${answer.mediaType}", with parameters that are neither ext nor profile`,
    );
  if (!isRecord(answer.body)) {
    add('Top Level', 'the document is not an object');
    return faults;
  }
  const extended = (extensions ?? []).flatMap((uri) => OF_EXTENSIONS[uri] ?? []);
  checkTopLevel(answer.body, extended, add);
  const primary = listOf(answer.body['data']);
  const included = listOf(answer.body['included']);
  for (const resource of [...primary, ...included]) checkResource(resource, add);
  checkCompound({ primary, included, isSparse: answer.url.includes('fields') }, add);
  for (const error of listOf(answer.body['errors'])) checkError(error, answer.status, add);
  if (answer.status === 201) checkCreated(answer, add);
  if (answer.status < 300 && answer.method === 'GET' && Array.isArray(answer.body['data']))
    checkPages(answer.body, add);
  return faults;
}

type Add = (section: string, text: string) => void;

/** URIs of the extensions of a media type; undefined for one that is not of JSON:API. */
function extensionsIn(mediaType: string): string[] | undefined {
  const [, parameters] = /^application\/vnd\.api\+json((?:; ?(?:ext|profile)="[^"]*")*)$/.exec(mediaType) ?? [];
  return parameters === undefined
    ? undefined
    : (/ext="([^"]*)"/.exec(parameters)?.[1] ?? '').split(' ').filter(Boolean);
}

function checkMembers(
  object: Members,
  allowed: ReadonlySet<string>,
  where: { section: string; what: string; add: Add },
): void {
  // "@-Members" are allowed anywhere.
  for (const name of Object.keys(object))
    if (!allowed.has(name) && !name.startsWith('@')) where.add(where.section, `${where.what} has a member "${name}"`);
}

/** @param extended members that extensions add */
function checkTopLevel(body: Members, extended: readonly string[], add: Add): void {
  checkMembers(body, new Set([...TOP_LEVEL, ...extended]), { section: 'Top Level', what: 'the document', add });
  checkPresence(body, extended, add);
  const { data } = body;
  if (data !== undefined && data !== null && !Array.isArray(data) && !isRecord(data))
    add('Top Level', 'data is neither a resource, a list nor null');
  if ('meta' in body) checkMeta(body['meta'], 'the document', add);
  if ('links' in body) checkLinks(body['links'], 'the document', add);
  if ('jsonapi' in body) checkJsonApiObject(body['jsonapi'], add);
}

function checkPresence(body: Members, extended: readonly string[], add: Add): void {
  if (!['data', 'errors', 'meta', ...extended].some((name) => name in body))
    add('Top Level', 'there is neither data, errors nor meta');
  if ('data' in body && 'errors' in body) add('Top Level', 'there are both data and errors');
  if ('included' in body && !('data' in body)) add('Top Level', 'included stands without data');
  if ('included' in body && !Array.isArray(body['included'])) add('Compound Documents', 'included is not an array');
  if ('errors' in body && !(Array.isArray(body['errors']) && body['errors'].length > 0))
    add('Error Objects', 'errors is not an array, or is empty');
}

function checkJsonApiObject(jsonapi: unknown, add: Add): void {
  if (!isRecord(jsonapi)) return add('JSON:API Object', 'jsonapi is not an object');
  checkMembers(jsonapi, JSON_API_OBJECT, { section: 'JSON:API Object', what: 'jsonapi', add });
  if ('version' in jsonapi && typeof jsonapi['version'] !== 'string') add('JSON:API Object', 'version is not a string');
}

function checkMeta(meta: unknown, what: string, add: Add): void {
  if (!isRecord(meta)) return add('Meta Information', `meta of ${what} is not an object`);
  checkNames(meta, `meta of ${what}`, add);
}

function checkNames(object: Members, what: string, add: Add): void {
  for (const name of Object.keys(object))
    if (!MEMBER_NAME.test(name)) add('Member Names', `"${name}" in ${what} is not a member name`);
}

function checkLinks(links: unknown, what: string, add: Add): void {
  if (!isRecord(links)) return add('Links', `links of ${what} is not an object`);
  for (const [name, link] of Object.entries(links)) {
    const href = isRecord(link) ? link['href'] : link;
    if (href === null && link === null) continue;
    if (typeof href !== 'string' || !URL.canParse(href, 'http://localhost'))
      add('Links', `the link ${name} of ${what} is neither a URL, a link object nor null`);
  }
}

function checkIdentity(object: Members, what: string, add: Add): void {
  for (const name of ['type', 'id'])
    if (typeof object[name] !== 'string' || object[name] === '')
      add('Identification', `${name} of ${what} is not a string`);
  if (typeof object['type'] === 'string' && !MEMBER_NAME.test(object['type']))
    add('Type', `"${object['type']}" is not the name of a type`);
}

function checkResource(resource: unknown, add: Add): void {
  if (!isRecord(resource)) return add('Resource Objects', 'a resource is not an object');
  const what = keyOf(resource);
  checkIdentity(resource, what, add);
  checkMembers(resource, RESOURCE, { section: 'Resource Objects', what, add });
  const attributes: unknown = resource['attributes'] ?? {};
  const relationships: unknown = resource['relationships'] ?? {};
  if (!isRecord(attributes)) return add('Attributes', `attributes of ${what} is not an object`);
  if (!isRecord(relationships)) return add('Relationships', `relationships of ${what} is not an object`);
  checkNames(attributes, `attributes of ${what}`, add);
  checkNames(relationships, `relationships of ${what}`, add);
  for (const name of [...Object.keys(attributes), ...Object.keys(relationships)])
    if (name === 'id' || name === 'type') add('Fields', `${what} has a field called "${name}"`);
  for (const name of Object.keys(attributes))
    if (name in relationships) add('Fields', `"${name}" of ${what} is an attribute and a relationship`);
  if ('meta' in resource) checkMeta(resource['meta'], what, add);
  if ('links' in resource) checkLinks(resource['links'], what, add);
  for (const [name, relationship] of Object.entries(relationships))
    checkRelationship(relationship, `${name} of ${what}`, add);
}

function checkRelationship(relationship: unknown, what: string, add: Add): void {
  if (!isRecord(relationship)) return add('Relationships', `${what} is not an object`);
  if (!('links' in relationship || 'data' in relationship || 'meta' in relationship))
    add('Relationships', `${what} has neither links, data nor meta`);
  if ('meta' in relationship) checkMeta(relationship['meta'], what, add);
  if ('links' in relationship) {
    const { links } = relationship;
    checkLinks(links, what, add);
    if (isRecord(links) && !['self', 'related', ...PAGES].some((name) => name in links))
      add('Relationships', `links of ${what} have neither self nor related`);
  }
  const { data } = relationship;
  if (data === undefined || data === null) return;
  const own = `an identifier of ${what}`;
  for (const identifier of [data].flat() as unknown[]) {
    if (!isRecord(identifier)) add('Resource Linkage', `${what} has an item that is not an identifier`);
    else {
      checkIdentity(identifier, own, add);
      checkMembers(identifier, IDENTIFIER, { section: 'Resource Identifier Objects', what: own, add });
    }
  }
}

interface Compound {
  primary: readonly unknown[];
  included: readonly unknown[];
  /** With sparse fieldsets, the link to an included resource may be left out. */
  isSparse: boolean;
}

function checkCompound({ primary, included, isSparse }: Compound, add: Add): void {
  const resources = [...primary, ...included].filter(isRecord);
  const seen = new Set<string>();
  for (const resource of included.length > 0 ? resources : []) {
    const key = keyOf(resource);
    if (seen.has(key)) add('Compound Documents', `${key} stands there more than once`);
    seen.add(key);
  }
  if (isSparse) return;
  const byKey = new Map(included.filter(isRecord).map((resource) => [keyOf(resource), resource]));
  // A list of links names its resources itself (Inclusion of Related Resources).
  const reached = new Set<string>(primary.filter(isRecord).map(keyOf));
  const waiting: Members[] = [
    ...primary.filter(isRecord),
    ...[...reached].flatMap((key): Members[] => [byKey.get(key) ?? {}]),
  ];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const identifier of identifiersOf(next)) {
      const key = keyOf(identifier);
      if (reached.has(key)) continue;
      reached.add(key);
      const resource = byKey.get(key);
      if (resource) waiting.push(resource);
    }
  }
  for (const key of byKey.keys())
    if (!reached.has(key)) add('Compound Documents', `nothing links to the included ${key} (full linkage)`);
}

const identifiersOf = ({ relationships }: Members): Members[] =>
  Object.values(isRecord(relationships) ? relationships : {}).flatMap((relationship) =>
    ([isRecord(relationship) ? (relationship['data'] ?? []) : []].flat() as unknown[]).filter(isRecord),
  );

function checkError(error: unknown, status: number, add: Add): void {
  if (!isRecord(error)) return add('Error Objects', 'an error is not an object');
  checkMembers(error, ERROR, { section: 'Error Objects', what: 'an error', add });
  if (Object.keys(error).length === 0) add('Error Objects', 'an error is empty');
  for (const name of ['id', 'status', 'code', 'title', 'detail'])
    if (name in error && typeof error[name] !== 'string') add('Error Objects', `${name} of an error is not a string`);
  if ('status' in error && error['status'] !== String(status))
    add('Error Objects', `an error has the status ${String(error['status'])} in an answer of ${status}`);
  if ('meta' in error) checkMeta(error['meta'], 'an error', add);
  if ('links' in error) checkLinks(error['links'], 'an error', add);
  if ('source' in error) checkSource(error['source'], add);
}

function checkSource(source: unknown, add: Add): void {
  if (!isRecord(source)) return add('Error Objects', 'source is not an object');
  for (const name of ['pointer', 'parameter', 'header'])
    if (name in source && typeof source[name] !== 'string') add('Error Objects', `${name} of source is not a string`);
  if (typeof source['pointer'] === 'string' && !/^(?:\/.*)?$/s.test(source['pointer']))
    add('Error Objects', `"${source['pointer']}" is not a JSON pointer`);
}

function checkCreated({ body, location }: JsonApiResponse, add: Add): void {
  const { data } = body as Members;
  if (!isRecord(data)) return add('Creating Resources', '201 without the resource that was made');
  const self = isRecord(data['links']) ? data['links']['self'] : undefined;
  if (location === undefined) add('Creating Resources', '201 without Location');
  else if (typeof self === 'string' && self !== location)
    add('Creating Resources', `Location is ${location}, links.self of the resource ${self}`);
}

function checkPages(body: Members, add: Add): void {
  const links = isRecord(body['links']) ? body['links'] : {};
  for (const name of PAGES) {
    if (!(name in links)) continue;
    if (links[name] !== null && typeof links[name] !== 'string') add('Pagination', `${name} is neither a URL nor null`);
  }
}
