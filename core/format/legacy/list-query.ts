// The query of a legacy request (D564): each path accepts certain names, and refuses all others. Pure.
import { ApiError, invalidParameter } from '../../errors.ts';
import { isRecord } from '../../values.ts';
import { assertSearchable, sizeOfPage } from '../jsonapi/list-request.ts';
import { storedLanguage } from './language-codes.ts';

/** Names that a path may accept; dispatch nests brackets. */
const PARAMETERS = [
  'id',
  'page',
  'page_size',
  'limit',
  'lang',
  'embed[relations]',
  'filter[object_type]',
  'filter[query]',
  'filter[substring]',
] as const;

export type LegacyParameter = (typeof PARAMETERS)[number];

/** Parameters of all lists (service.md 4.3). */
export const LIST_PARAMETERS: readonly LegacyParameter[] = PARAMETERS.filter((name) => name !== 'id');

export interface LegacyQuery {
  page: number;
  pageSize: number;
  /** The page size of the request; undefined without one. */
  sizeGiven: number | undefined;
  /** Ids in the order of the request. */
  ids: readonly string[] | undefined;
  /** In its stored form. */
  lang: string | undefined;
  /** How many objects to embed, by relation. */
  embed: ReadonlyMap<string, number>;
  objectTypes: readonly string[] | undefined;
  /** Words to search for. */
  search: string | undefined;
  /** Literal text to find in title, nickname or description; instead of `search`. */
  substring: string | undefined;
}

const MAX_IDS_LENGTH = 2_000;

function unknown(name: string): ApiError {
  const parameter = name.slice(0, 100);
  return new ApiError('unknown_parameter', { detail: `${parameter} is not known here.`, source: { parameter } });
}

/** Texts by name, brackets written out. @throws ApiError unknown_parameter, invalid_parameter */
function flatten(query: object, allowed: ReadonlySet<string>): Map<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(query)) {
    const members: [string, unknown][] = isRecord(value)
      ? Object.entries(value).map(([inner, each]) => [`${name}[${inner}]`, each])
      : [[name, value]];
    for (const [full, text] of members) {
      if (!allowed.has(full)) throw unknown(full);
      if (typeof text !== 'string' && typeof text !== 'number')
        throw invalidParameter(full, `${full} must be one text.`);
      values.set(full, String(text));
    }
  }
  return values;
}

/** A list with commas; empty items at its ends are ignored. */
function listed(text: string): string[] {
  const parts = text.split(',');
  const first = parts.findIndex((part) => part !== '');
  if (first < 0) return [''];
  return parts.slice(first, parts.findLastIndex((part) => part !== '') + 1).map((part) => part.trim());
}

/** `name|n,name2`: one without a number, or with 0. @throws ApiError invalid_parameter */
function parseEmbed(text: string | undefined): Map<string, number> {
  const embed = new Map<string, number>();
  for (const item of text ? listed(text) : []) {
    const [name = '', number = '1', ...rest] = item.split('|').map((part) => part.trim());
    if (name === '' || rest.length > 0 || !/^\d{0,9}$/.test(number)) {
      const detail = `"${item.slice(0, 100)}" is not a relation and a number, such as poster|1.`;
      throw invalidParameter('embed[relations]', detail);
    }
    embed.set(name, Number(number) || 1);
  }
  return embed;
}

const OFF: ReadonlySet<string> = new Set(['', '0', 'false']);

/** `filter[substring]` makes `filter[query]` a literal text (D267). @throws ApiError invalid_parameter */
function searched(query: string | undefined, substring = ''): Pick<LegacyQuery, 'search' | 'substring'> {
  if (query !== undefined) assertSearchable(query, 'filter[query]');
  if (OFF.has(substring)) return { search: query, substring: undefined };
  if (query) return { search: undefined, substring: query };
  throw invalidParameter('filter[substring]', 'filter[substring] goes with a text in filter[query].');
}

/** @param limits more than the maximum is refused (D5) @throws ApiError unknown_parameter, invalid_parameter */
export function parseLegacyQuery(
  query: object,
  allowed: readonly LegacyParameter[],
  limits: { size: number; max: number },
): LegacyQuery {
  const values = flatten(query, new Set(allowed));
  const sizes = ['page_size', 'limit'].flatMap((name) => (values.has(name) ? [[name, Number(values.get(name))]] : []));
  const sizeGiven = sizeOfPage(Object.fromEntries(sizes));
  const pageSize = sizeGiven ?? Math.min(limits.size, limits.max);
  if (pageSize > limits.max) throw invalidParameter('page_size', `page_size is ${limits.max} at most.`);
  const id = values.get('id');
  const ids = id === undefined ? undefined : listed(id.slice(0, MAX_IDS_LENGTH));
  if (ids && (ids.includes('') || ids.length > limits.max || (id?.length ?? 0) > MAX_IDS_LENGTH))
    throw invalidParameter('id', `id takes from 1 to ${limits.max} ids separated by commas.`);
  const types = values.get('filter[object_type]');
  const lang = values.get('lang');
  return {
    page: Number(values.get('page') ?? 1),
    pageSize,
    sizeGiven,
    ids,
    lang: lang === undefined ? undefined : storedLanguage(lang),
    embed: parseEmbed(values.get('embed[relations]')),
    objectTypes: types === undefined ? undefined : listed(types),
    ...searched(values.get('filter[query]'), values.get('filter[substring]')),
  };
}

/** Maximum of objects in one request, embedded ones included (D564). */
const MOST_OBJECTS = 100;

/**
 * @param count of the main objects; 1 for a list that belongs to an object, for any page size (D268)
 * @throws ApiError invalid_parameter
 */
export function assertFewEmbedded({ embed }: Pick<LegacyQuery, 'embed'>, count: number): void {
  if (embed.size === 0) return;
  const each = 1 + [...embed.values()].reduce((sum, number) => sum + number, 0);
  if (each * count <= MOST_OBJECTS) return;
  const detail = `${count} objects with ${each - 1} embedded in each are more than ${MOST_OBJECTS}: request fewer, or a smaller page.`;
  throw invalidParameter('embed[relations]', detail);
}
