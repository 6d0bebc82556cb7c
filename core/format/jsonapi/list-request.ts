// Parses the query of a list or a single resource into a neutral request. Pure: independent of storage and types (D5 to D8).
import { createHash } from 'node:crypto';
import { ApiError, invalidParameter, type ErrorCode } from '../../errors.ts';
import { searchTerms } from '../../query/search-terms.ts';
import { isList, isRecord } from '../../values.ts';
import type {
  FieldSelection,
  FilterValue,
  ListRequest,
  PageCursor,
  ReadRequest,
  SearchParameter,
  SortField,
} from '../../list-request.ts';

const MAX_INCLUDE_DEPTH = 3;
const MAX_FILTERS = 50;

/** Query members from dispatch: brackets nested, `page[...]` folded into page and page_size. */
export interface RawQuery {
  page?: number;
  page_size?: number;
  limit?: number;
  'page[after]'?: string;
  'page[before]'?: string;
  'page[total]'?: string;
  saved_by_refs?: string;
  sort?: string;
  fields?: unknown;
  filter?: unknown;
  q?: string;
  include?: string;
  count?: string;
  lang?: string;
}

const MAX_FIELDS_LENGTH = 2000;

const refused = (code: ErrorCode, parameter: string, detail: string): ApiError =>
  new ApiError(code, { detail, source: { parameter } });

function fieldNames(list: unknown, parameter: string): ReadonlySet<string> {
  if (typeof list !== 'string' || [...list].length > MAX_FIELDS_LENGTH)
    throw invalidParameter(parameter, `${parameter} must be a string of at most ${MAX_FIELDS_LENGTH} characters.`);
  return new Set(names(list, parameter));
}

/** The names of a comma list; none for an empty text. @throws ApiError for an empty name among others (D807) */
function names(text: string, parameter: string, code: ErrorCode = 'invalid_parameter'): string[] {
  if (text.trim() === '') return [];
  const list = text.split(',').map((name) => name.trim());
  if (!list.includes('')) return list;
  throw refused(code, parameter, `${parameter} has an empty name between its commas.`);
}

function parseFields(value: unknown): FieldSelection {
  const byType = new Map<string, ReadonlySet<string>>();
  if (value === undefined) return { common: undefined, byType };
  if (!isRecord(value)) return { common: fieldNames(value, 'fields'), byType };
  let common: ReadonlySet<string> | undefined;
  for (const [type, list] of Object.entries(value)) {
    const selected = fieldNames(list, type === '_common' ? 'fields' : `fields[${type}]`);
    if (type === '_common') common = selected;
    else byType.set(type, selected);
  }
  return { common, byType };
}

function parseSort(value: string | undefined): SortField[] {
  const fields = names(value ?? '', 'sort', 'unsupported_sort').map((name) =>
    name.startsWith('-') ? { field: name.slice(1), descending: true } : { field: name, descending: false },
  );
  const twice = fields.find(({ field }, index) => fields.findIndex((each) => each.field === field) < index);
  if (!twice) return fields;
  throw refused('unsupported_sort', 'sort', `"${twice.field.slice(0, 100)}" is named twice.`);
}

function parseInclude(value: string | undefined): string[][] {
  return names(value ?? '', 'include', 'invalid_include').map((path) => {
    const steps = path.split('.');
    if (steps.length <= MAX_INCLUDE_DEPTH && !steps.includes('')) return steps;
    const detail = `"${path}" is not a relationship path of at most ${MAX_INCLUDE_DEPTH} names.`;
    throw refused('invalid_include', 'include', detail);
  });
}

/** Authors and last editors of objects, by their names in the reference system (D435). */
const SAVED_BY = ['created_by_user', 'modified_by_user'];

const savedBy = (value: string | undefined): string[][] =>
  value === '1' || value === 'true' ? SAVED_BY.map((name) => [name]) : [];

/** `limit` is another name of `page_size` (D434). @throws ApiError invalid_parameter when both are given and differ */
export function sizeOfPage({ page_size: size, limit }: Pick<RawQuery, 'page_size' | 'limit'>): number | undefined {
  if (size === undefined || limit === undefined || size === limit) return size ?? limit;
  throw invalidParameter('limit', 'limit is another name of page_size, which has a different value.');
}

function checkFilterValue(name: string, value: unknown): FilterValue {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((item): item is string => typeof item === 'string')) return value;
  if (!isRecord(value)) throw refused('invalid_filter', name, `${name} has no valid value.`);
  const nested: Record<string, FilterValue> = Object.create(null);
  for (const [key, item] of Object.entries(value)) nested[key] = checkFilterValue(`${name}[${key}]`, item);
  return nested;
}

function parseFilters(query: RawQuery): Pick<ListRequest, 'filters' | 'search' | 'searchParameter'> {
  const filters = new Map<string, FilterValue>();
  const raw = query.filter ?? {};
  if (!isRecord(raw)) throw refused('invalid_filter', 'filter', 'Write filters as filter[name]=value.');
  for (const [name, value] of Object.entries(raw)) filters.set(name, checkFilterValue(`filter[${name}]`, value));
  if (filters.size > MAX_FILTERS)
    throw refused('invalid_filter', 'filter', `At most ${MAX_FILTERS} filters can be combined.`);
  const named = searchText(filters.get('query'));
  filters.delete('query');
  const search = named ?? query.q;
  if (search === undefined) return { filters, search };
  const searchParameter = named === undefined ? 'q' : 'filter[query]';
  assertSearchable(search, searchParameter);
  searchTerms(search, searchParameter);
  return { filters, search, searchParameter };
}

const EXACT: ReadonlySet<FilterValue> = new Set(['1', 'true', '0', 'false', '']);

const queryError = (parameter: string, detail: string): ApiError =>
  refused('invalid_filter', parameter, `${parameter}: ${detail}`);

function searchText(value: FilterValue | undefined): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  const { string: text, exact, ...others } = isList(value) ? {} : value;
  const [other] = Object.keys(others);
  if (other !== undefined) throw queryError(`filter[query][${other}]`, 'string or exact is expected.');
  if (exact !== undefined && !EXACT.has(exact))
    throw queryError('filter[query][exact]', 'true, false, 1 or 0 is expected.');
  if (typeof text === 'string') return exact === '1' || exact === 'true' ? `"${text.replaceAll('"', ' ')}"` : text;
  throw refused('invalid_filter', 'filter[query]', 'The query filter requires a non-empty query string.');
}

const MAX_SEARCH_LENGTH = 500;

/** @throws ApiError `invalid_parameter` for a text longer than the description allows */
export function assertSearchable(text: string, parameter: SearchParameter): void {
  if ([...text].length <= MAX_SEARCH_LENGTH) return;
  throw invalidParameter(parameter, `${parameter} must be a text of at most ${MAX_SEARCH_LENGTH} characters.`);
}

export function parseReadRequest(query: RawQuery): ReadRequest {
  return {
    fields: parseFields(query.fields),
    include: [...parseInclude(query.include), ...savedBy(query.saved_by_refs)],
    ...(query.include !== undefined && { isIncluding: true }),
    count: query.count === 'all' ? 'all' : names(query.count ?? '', 'count'),
    lang: query.lang,
  };
}

const OF_READS = ['fields', 'include', 'saved_by_refs', 'count', 'lang'];

/** A list whose `id` names one resource has the parameters of a read (D807). @throws ApiError unknown_parameter */
export function parseReadById(query: RawQuery): ReadRequest {
  const parameter = Object.keys(query).find((name) => !OF_READS.includes(name));
  if (parameter === undefined) return parseReadRequest(query);
  throw refused('unknown_parameter', parameter, `"${parameter}" has no meaning beside the id of one resource.`);
}

/** Short: it detects mistakes, not forgeries. A forged cursor gives no more access than a filter. */
const digestOf = (requested: unknown): string =>
  createHash('sha256').update(JSON.stringify(requested)).digest('base64url').slice(0, 6);

/** @throws ApiError invalid_parameter for a range of two cursors, and for a cursor and a number (D470) */
function cursorOf(
  { 'page[after]': after, 'page[before]': before, page }: RawQuery,
  { filters, search }: Pick<ListRequest, 'filters' | 'search'>,
): PageCursor | undefined {
  if (after !== undefined && before !== undefined) {
    const detail = 'Ranges of pages are not supported: give page[after] or page[before].';
    throw invalidParameter('page[before]', detail);
  }
  const at = after ?? before;
  if (at === undefined) return undefined;
  const side = after === undefined ? 'before' : 'after';
  if (page !== undefined) throw invalidParameter(`page[${side}]`, 'A page has a number or a cursor, not both.');
  const byName = [...filters].sort(([a], [b]) => (a < b ? -1 : 1));
  return { side, at, filters: digestOf([byName, search ?? null]) };
}

interface ListLimits {
  /** Items of a page when the request names no number. */
  size: number;
  /** Items of a page at most; more is capped silently (D5). */
  max: number;
  /** Items that a bounded total counts at most (D590). */
  count: number;
  /** Locale of the order of texts. */
  textLocale: string;
}

export function parseListRequest(query: RawQuery, limits: ListLimits): ListRequest {
  const filters = parseFilters(query);
  const cursor = cursorOf(query, filters);
  const total = query['page[total]'];
  return {
    ...parseReadRequest(query),
    page: query.page ?? 1,
    pageSize: Math.min(sizeOfPage(query) ?? limits.size, limits.max),
    ...(cursor && { cursor }),
    total: total === 'bounded' ? { limit: limits.count } : total === 'none' ? total : undefined,
    sort: parseSort(query.sort),
    textLocale: limits.textLocale,
    ...filters,
  };
}
