// The order of a list as a MongoDB sort (D6, D7).
import { ApiError } from '../errors.ts';
import type { PageCursor, SortField } from '../list-request.ts';
import type { ValueKind } from '../model/model.ts';
import { unsupportedByCursor } from './cursor.ts';
import type { Condition, Field, Fields } from './filters.ts';

const MAY_BE_LIST: ReadonlySet<ValueKind | undefined> = new Set(['array', 'json', 'object']);

/** More keys are useless, and MongoDB refuses more than 32. */
const MAX_SORT_FIELDS = 8;

/** Stored path of a sort; for fields that some rows hide, a computed one that is null there (`sortValues`). */
const sortPath = (name: string, { path, shown }: Field): string => (shown ? `_shown_${name}` : path);

/** Computed values for a sort by these fields, by path; undefined without any. */
export function sortValues(sort: readonly SortField[], fields: Fields): Record<string, Condition> | undefined {
  const computed = sort.flatMap(({ field: name }) => {
    const field = fields.get(name);
    if (!field?.shown) return [];
    const value = { $cond: [field.shown.expression, `$${field.path}`, null] };
    return [[sortPath(name, field), value] as const];
  });
  return computed.length > 0 ? Object.fromEntries(computed) : undefined;
}

/** Whether a field of a sort may be a list, which sorts by its least value, and descending by its greatest one. */
export const sortsLists = (sort: readonly SortField[], fields: Fields): boolean =>
  sort.some(({ field: name }) => MAY_BE_LIST.has(fields.get(name)?.kind));

/**
 * MongoDB sort with the id as the last key, so that pages never overlap.
 * @param cursor whether the page is by cursor, which sorts by lists do not support (D473)
 * @throws ApiError unsupported_sort
 */
export function sortSpecification(
  sort: readonly SortField[],
  fields: Fields,
  cursor?: PageCursor,
): Record<string, 1 | -1> {
  const unsupported = (detail: string): ApiError =>
    new ApiError('unsupported_sort', { detail, source: { parameter: 'sort' } });
  const specification: Record<string, 1 | -1> = {};
  if (sort.length > MAX_SORT_FIELDS) throw unsupported(`At most ${MAX_SORT_FIELDS} fields can be sorted by.`);
  let lists = 0;
  for (const { field: name, descending } of sort) {
    const field = fields.get(name);
    if (!field || field.sortable === false) throw unsupported(`"${name}" is not a field that can be sorted by.`);
    if (cursor && MAY_BE_LIST.has(field.kind)) throw unsupportedByCursor(cursor, `"${name}" may be a list.`);
    // MongoDB cannot sort by two fields that both hold lists.
    if (MAY_BE_LIST.has(field.kind) && ++lists > 1) throw unsupported('At most one list can be sorted by.');
    specification[sortPath(name, field)] = descending ? -1 : 1;
    // Ids are unique: further fields would change nothing.
    if (field.path === '_id') break;
  }
  if (!('_id' in specification)) specification['_id'] = Object.values(specification).at(-1) ?? 1;
  return specification;
}
