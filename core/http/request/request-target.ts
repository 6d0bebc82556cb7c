// The request target: decoded path segments and nested query, with errors in both as 400; token and API key.
import qs from 'qs';
import type { IncomingMessage } from 'node:http';
import type { RequestUrl } from '../../context.ts';
import { SECRET_PATHS } from '../../endpoint-facts.ts';
import { ApiError, invalidParameter } from '../../errors.ts';
import { isRecord } from '../../values.ts';

/** Maximum length of a URL, characters. */
export const MAX_LENGTH = 16_384;
/** Credentials in a query (D9, D17); they are read here and hidden from all other code. */
const TOKEN_PARAMETERS = ['access_token', 'token'] as const;
const SECRET_PARAMETERS = [...TOKEN_PARAMETERS, 'api_key'] as const;

/** In each form: `token`, `token[]`, `token[x]`. Signatures of addresses are removed from links as well. */
const SECRET_NAME = new RegExp(`^(?:${SECRET_PARAMETERS.join('|')}|signature)(?:\\[|$)`);

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** A part of a query, as sent, that is a credential or cannot be decoded. */
function isCredential(part: string): boolean {
  const name = decoded(part.split('=')[0] ?? '');
  return name === undefined || SECRET_NAME.test(name);
}

/** A path for links, messages and logs: as sent, without the credential that an operation may have in it (D17, D883). */
export function withoutCredentials(path: string): string {
  const segments = path.slice(1).split('/');
  for (const { before, besides } of SECRET_PATHS) {
    const place = before.length;
    const secret = segments[place] ?? '';
    if (secret === '' || !before.every((name, index) => decoded(segments[index] ?? '') === name)) continue;
    // Whether or not the request has an operation.
    if (!besides.includes(decoded(secret) ?? '')) segments[place] = '***';
  }
  return `/${segments.join('/')}`;
}

/** The source of an error: the URL as sent, shortened, without credentials (D17). */
export function safePath(url: string | undefined, max = 2000): string {
  const text = (url ?? '/').slice(0, max);
  // An address of another host, or `*`, has no path in this service.
  if (!text.startsWith('/')) return '/';
  const mark = text.indexOf('?');
  const query =
    mark < 0 ? '' : text.slice(mark).replace(/[?&][^&]*/g, (part) => (isCredential(part.slice(1)) ? '' : part));
  try {
    const path = withoutCredentials(mark < 0 ? text : text.slice(0, mark)) + query.replace(/^&/, '?');
    // Not as a relative reference, where text after `//` or `/\` is a host.
    const { href } = new URL(`http://localhost${path.replaceAll('\\', '%5C')}`);
    // Node accepts these characters, which a URI cannot have.
    const encoded = href.slice('http://localhost'.length).replace(/%(?![\da-f]{2})/gi, '%25');
    return encoded.replace(/[[\]|^`{}\\]/g, encodeURIComponent);
  } catch {
    return '/';
  }
}

export interface RequestTarget {
  /** Path as sent, without a trailing slash. */
  rawPath: string;
  segments: string[];
  query: Record<string, unknown>;
  /** Query for links: as sent, without credentials. */
  linkQuery: URLSearchParams;
  accessToken: string | undefined;
  apiKey: string | undefined;
}

/** The address of a request. @param base public base without trailing slash */
export const urlOf = ({ segments, rawPath, linkQuery }: RequestTarget, base: string): RequestUrl => ({
  base,
  path: segments.join('/'),
  rawPath,
  query: linkQuery,
});

/** @throws ApiError invalid_encoding */
function decode(text: string, what: 'path' | 'query'): string {
  const plain = decoded(text);
  if (plain !== undefined && !plain.includes('\0')) return plain;
  throw new ApiError('invalid_encoding', `The ${what} is not valid percent-encoded UTF-8.`);
}

/** Keys that qs would mix up, such as `page` with `page[size]`. Requests cannot send those with a NUL. */
const OTHER_KEYS: ReadonlyMap<string, string> = new Map([
  ['page[number]', '\0page'],
  ['page[size]', '\0page_size'],
  ['page[after]', '\0page_after'],
  ['page[before]', '\0page_before'],
  ['page[total]', '\0page_total'],
  ['fields', 'fields[_common]'],
]);

/** A name, followed by members in brackets; qs would ignore all else in silence (D807). */
const KEY = /^(?:[^[\]]+(?:\[[^[\]]*\])*)?$/;
/** A value without a name. */
const NAMELESS = /(?:^|&)=/;

function badKey(key: string): ApiError {
  const parameter = key.slice(0, 100);
  const detail = `"${parameter}" is not the name of a parameter: a name is expected, as in filter[title].`;
  return invalidParameter(parameter, detail);
}

function decodeQueryPart(text: string, _default: unknown, _charset: unknown, part?: string): string {
  const plain = decode(text.replaceAll('+', ' '), 'query');
  if (part !== 'key') return plain;
  if (!KEY.test(plain)) throw badKey(plain);
  if (!plain.includes('__proto__')) return OTHER_KEYS.get(plain) ?? plain;
  throw new ApiError('invalid_key', { detail: 'The key "__proto__" is not allowed.', source: { parameter: plain } });
}

function parseQuery(text: string): Record<string, unknown> {
  if (NAMELESS.test(text)) throw badKey('');
  try {
    return qs.parse(text, {
      depth: 5,
      strictDepth: true,
      parameterLimit: 200,
      arrayLimit: 200,
      throwOnLimitExceeded: true,
      plainObjects: true,
      decoder: decodeQueryPart,
    });
  } catch (error) {
    if (error instanceof RangeError)
      throw new ApiError('invalid_parameter', 'The query has too many parameters or nests too deeply.');
    throw error;
  }
}

/** Also in the description; here too, so that an error names the parameter of the request. */
const LARGEST_PAGE = 100_000_000;
const LARGEST_SIZE = 2_147_483_647;

function assertInteger(value: unknown, parameter: 'page' | 'page[number]' | 'page_size' | 'page[size]'): void {
  const largest = parameter === 'page' || parameter === 'page[number]' ? LARGEST_PAGE : LARGEST_SIZE;
  if (typeof value !== 'string' || !/^[1-9]\d{0,9}$/.test(value) || Number(value) > largest)
    throw invalidParameter(parameter, `${parameter} must be an integer from 1 to ${largest}.`);
}

/** Cursors and the total have no other names (D470). */
function foldCursor(query: Record<string, unknown>): void {
  for (const name of ['page[after]', 'page[before]', 'page[total]']) {
    const key = OTHER_KEYS.get(name) ?? '';
    if (query[key] !== undefined) query[name] = query[key];
    delete query[key];
  }
}

/** `page[number]` and `page[size]` mean page and page_size (D5); if both are given they must be equal. */
function foldPage(query: Record<string, unknown>): void {
  const { page } = query;
  if (isRecord(page)) {
    const parameter = `page[${Object.keys(page)[0] ?? ''}]`;
    if (parameter === 'page[number]' || parameter === 'page[size]') assertInteger(page, parameter);
    throw new ApiError('unknown_parameter', { detail: `${parameter} is not known.`, source: { parameter } });
  }
  for (const [name, parameter] of [
    ['page', 'page[number]'],
    ['page_size', 'page[size]'],
  ] as const) {
    if (query[name] !== undefined) assertInteger(query[name], name);
    const other = query[`\0${name}`];
    delete query[`\0${name}`];
    if (other === undefined) continue;
    assertInteger(other, parameter);
    if (query[name] !== undefined && query[name] !== other)
      throw invalidParameter(parameter, `${parameter} is another name of ${name}, which has a different value.`);
    query[name] = other;
  }
}

/** Names for all types alone are `fields` as it was sent. */
function foldFields(query: Record<string, unknown>): void {
  const { fields } = query;
  if (isRecord(fields) && Object.keys(fields).join() === '_common') query['fields'] = fields['_common'];
}

/** A credential in another form matches none. */
const textOf = (value: unknown): string | undefined => (value === undefined || typeof value === 'string' ? value : '');

function takeCredentials(query: Record<string, unknown>): Pick<RequestTarget, 'accessToken' | 'apiKey'> {
  const token = TOKEN_PARAMETERS.map((name) => query[name]).find((value) => value !== undefined && value !== '');
  const apiKey = query['api_key'] === '' ? undefined : query['api_key'];
  for (const name of SECRET_PARAMETERS) delete query[name];
  return { accessToken: textOf(token), apiKey: textOf(apiKey) };
}

const NO_QUERY = new URLSearchParams();

/** @throws ApiError uri_too_long, invalid_encoding, invalid_key, invalid_parameter, unknown_parameter */
export function parseTarget(target: string): RequestTarget {
  if (target.length > MAX_LENGTH)
    throw new ApiError('uri_too_long', `The URL is longer than ${MAX_LENGTH} characters.`);
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const rawPath = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  const sent = rawPath.slice(1).split('/');
  const segments = sent.map((segment) => decode(segment, 'path'));
  if (mark < 0 || mark === target.length - 1)
    return { rawPath, segments, query: {}, linkQuery: NO_QUERY, accessToken: undefined, apiKey: undefined };
  const text = target.slice(mark + 1);
  const query = parseQuery(text);
  const credentials = takeCredentials(query);
  foldPage(query);
  foldCursor(query);
  foldFields(query);
  const linkQuery = new URLSearchParams(text);
  for (const name of [...linkQuery.keys()]) if (SECRET_NAME.test(name)) linkQuery.delete(name);
  return { rawPath, segments, query, linkQuery, ...credentials };
}

const BEARER = /^Bearer +([^\s]+) *$/i;

/** The header takes precedence over the query (D17); an empty one is none, as for keys. */
export function tokenOf(request: IncomingMessage, target: RequestTarget): string | undefined {
  const header = request.headers.authorization;
  if (header === undefined || header.trim() === '') return target.accessToken;
  return BEARER.exec(header)?.[1] ?? '';
}

/** As for tokens. An empty header means no key: the SDK of the reference system sends it without one (D398). */
export function apiKeyOf(request: IncomingMessage, target: RequestTarget): string | undefined {
  const header = request.headers['x-api-key'];
  return header === undefined || header === '' ? target.apiKey : String(header);
}
