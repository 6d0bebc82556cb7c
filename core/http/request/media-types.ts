// Content negotiation: the media type of the response (406) and of the body (415) (D1, D2).
import { parse as parseContentType } from 'content-type';
import { ApiError } from '../../errors.ts';
import type { Operation } from '../routing/operation.ts';

export const JSON_API = 'application/vnd.api+json';
export const JSON_TYPE = 'application/json';

/** URIs of the extensions in the parameter `ext` of JSON:API, sorted; undefined without it. */
const extensionsOf = (ext: string | undefined): string | undefined =>
  ext && ext.split(/ +/).filter(Boolean).sort().join(' ');

/** A media type as a description names it, with its extensions. */
function namedType(name: string): { type: string; extensions: string | undefined } {
  if (!name.includes(';')) return { type: name, extensions: undefined };
  const { type, parameters } = parseContentType(name);
  return { type, extensions: extensionsOf(parameters['ext']) };
}

const hasExtensions = (name: string): boolean => namedType(name).extensions !== undefined;

interface MediaRange {
  type: string;
  /** Only JSON:API has them. */
  extensions: string | undefined;
  quality: number;
  /** 3 for a full type, 2 for `application/*`, 1 for `*\/*`. */
  specificity: number;
}

/** A JSON:API range with parameters that JSON:API does not define is ignored (JSON:API 1.1; `profile` is always allowed). */
function toRange(type: string, parameters: Readonly<Record<string, string>>): MediaRange | undefined {
  if (!/^[^/\s]+\/[^/\s]+$/.test(type)) return undefined;
  const names = Object.keys(parameters);
  if (type === JSON_API && names.some((name) => !['q', 'profile', 'ext'].includes(name))) return undefined;
  const { q } = parameters;
  const quality = q === undefined ? 1 : Math.min(1, Math.max(0, Number(q) || 0));
  const extensions = type === JSON_API ? extensionsOf(parameters['ext']) : undefined;
  return { type, extensions, quality, specificity: type === '*/*' ? 1 : type.endsWith('/*') ? 2 : 3 };
}

/** Not by `negotiator`, where a range with a parameter matches no type without it, such as a charset (D400). */
function parseAccept(header: string): MediaRange[] {
  const ranges: MediaRange[] = [];
  for (let start = 0; start < header.length;) {
    const { type, parameters, index } = parseContentType(header, { comma: true, start });
    const range = toRange(type, parameters);
    if (range) ranges.push(range);
    start = index + 1;
  }
  return ranges;
}

function qualityOf(name: string, ranges: readonly MediaRange[]): number {
  const { type, extensions } = namedType(name);
  let best: MediaRange | undefined;
  for (const range of ranges) {
    const fits =
      (range.type === type && range.extensions === extensions) ||
      range.type === '*/*' ||
      (range.specificity === 2 && type.startsWith(range.type.slice(0, -1)));
    if (fits && (!best || range.specificity > best.specificity)) best = range;
  }
  return best?.quality ?? 0;
}

const DEFAULT_TYPES = [JSON_API, JSON_TYPE] as const;

/** Among types of equal weight the server's order counts. @throws ApiError not_acceptable */
export function negotiate(operation: Operation, accept: string | undefined): string {
  const available = operation.produces.length > 0 ? operation.produces : DEFAULT_TYPES;
  const first = available[0] ?? JSON_API;
  if (!accept?.trim() || accept === '*/*') return first;
  // As most clients send it.
  if (available.includes(accept)) return accept;
  // A schema or a YAML file has one media type only (D552).
  if (!available.includes(JSON_TYPE) && !hasExtensions(first)) return first;
  const ranges = parseAccept(accept);
  let chosen: string | undefined;
  let quality = 0;
  for (const type of available) {
    const candidate = qualityOf(type, ranges);
    if (candidate > quality) [chosen, quality] = [type, candidate];
  }
  if (chosen !== undefined) return chosen;
  throw new ApiError('not_acceptable', { detail: `Available: ${available.join(', ')}.`, source: { header: 'Accept' } });
}

/** Media type of an error body: one that the caller accepts, JSON:API by default. */
export function errorMediaType(accept: string | undefined): string {
  if (accept === undefined) return JSON_API;
  const ranges = parseAccept(accept);
  return qualityOf(JSON_TYPE, ranges) > qualityOf(JSON_API, ranges) ? JSON_TYPE : JSON_API;
}

/** Types that mean HTML (service.md 4.1 rule 1). */
const HTML_TYPES: readonly string[] = ['text/html', 'application/xhtml+xml', 'application/xhtml', 'text/xhtml'];

/** HTML has to be named, as browsers do; with equal weights a named JSON type takes precedence (D3, D321). */
export function prefersHtml(accept: string | undefined): boolean {
  if (accept === undefined || !accept.toLowerCase().includes('html')) return false;
  const ranges = parseAccept(accept);
  const named = (types: readonly string[]): number =>
    ranges.reduce((most, { type, quality }) => (types.includes(type) ? Math.max(most, quality) : most), 0);
  const html = named(HTML_TYPES);
  const json = Math.max(...DEFAULT_TYPES.map((type) => qualityOf(type, ranges)));
  return html > 0 && (html > json || (html === json && named(DEFAULT_TYPES) === 0));
}

/** @param what is sent @throws ApiError unsupported_media_type for a content coding */
export function assertNoCoding(headers: Record<string, string | string[] | undefined>, what: string): void {
  const encoding = String(headers['content-encoding'] ?? 'identity');
  if (encoding.trim().toLowerCase() === 'identity') return;
  throw new ApiError('unsupported_media_type', {
    detail: `Content-Encoding "${encoding.slice(0, 40)}" is not supported: send ${what} as it is.`,
    source: { header: 'Content-Encoding' },
  });
}

const unsupported = ({ consumes }: Operation): ApiError =>
  new ApiError('unsupported_media_type', {
    detail: `Send ${consumes.join(' or ')}, without ${consumes.some(hasExtensions) ? 'further parameters' : 'parameters'} other than charset=utf-8 and profile.`,
    source: { header: 'Content-Type' },
  });

/** @throws ApiError `unsupported_media_type`: another type, another charset, an unknown parameter, an encoding */
export function assertMediaType(operation: Operation, headers: Record<string, string | string[] | undefined>): void {
  assertNoCoding(headers, 'the body');
  const header = headers['content-type'];
  if (typeof header !== 'string') throw unsupported(operation);
  if (operation.consumes.includes(header)) return;
  let parsed;
  try {
    parsed = parseContentType(header);
  } catch {
    throw unsupported(operation);
  }
  const { type, parameters } = parsed;
  const extensions = type === JSON_API ? extensionsOf(parameters['ext']) : undefined;
  const named = operation.consumes.map(namedType);
  if (!named.some((each) => each.type === type && each.extensions === extensions)) throw unsupported(operation);
  for (const [name, value] of Object.entries(parameters)) {
    if (name === 'ext' && extensions !== undefined) continue;
    const fine = name === 'charset' ? /^utf-?8$/i.test(value ?? '') : name === 'profile' || type !== JSON_API;
    if (!fine) throw unsupported(operation);
  }
}

/** Content-Type of the body without parameters; undefined without a header. */
export const bodyType = ({ 'content-type': header }: { 'content-type'?: string | undefined }): string | undefined =>
  header?.split(';')[0]?.trim().toLowerCase();

/** JSON:API bodies need a JSON:API response, regardless of the accepted types (D50). @throws ApiError not_acceptable */
export function negotiateFor(
  operation: Operation,
  headers: { accept?: string | undefined; 'content-type'?: string | undefined },
): string {
  const { consumes, produces } = operation;
  const isRefused =
    bodyType(headers) === JSON_API &&
    consumes.includes(JSON_API) &&
    produces.length > 0 &&
    !produces.includes(JSON_API);
  return isRefused ? JSON_API : negotiate(operation, headers.accept);
}
