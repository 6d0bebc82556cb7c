// Lists of objects: of one type, or of any (D5 to D7, D14). No query per object: a page is read in one query, or in one
// per type when it mixes types; totals of unfiltered lists are not counted (core/store/object-counts.ts).
import type { RequestContext } from '../context.ts';
import { ApiError } from '../errors.ts';
import type { FilterValue, ListRequest, ReadRequest } from '../list-request.ts';
import type { ResolvedType } from '../model/model.ts';
import { filterConditions, filterError, sortSpecification } from '../store/conditions.ts';
import { readPage, type RowPage } from '../store/page.ts';
import type { ObjectDocument } from '../store/store.ts';
import { geoPage } from './geo-page.ts';
import type { ListInput } from './list-input.ts';
import { parseGeo } from './geo-filter.ts';
import { baseFilters, typedFilters } from './object-filters.ts';
import { BASE_FIELDS, fieldsOf } from './object-fields.ts';
import { servedConcreteTypes, servedType, type ObjectServices } from './object-services.ts';
import type { FoundObject } from './read-objects.ts';
import { searchPage } from './search-objects.ts';
import { countVisible, visibilityFor, visibleFilter } from './visibility.ts';

export interface ObjectPage {
  found: FoundObject[];
  /** Number of objects on all pages. */
  count: number;
  /** Metres by object id, for filter[geo]. */
  distances?: ReadonlyMap<number, number>;
  /** Lists over several types show base attributes only (reference/jsonapi.md App. A 4). */
  mixed: boolean;
}

/** Total of a list whose only filter is a list of statuses; undefined for any other list. */
async function knownTotal(input: ListInput, types: readonly string[]): Promise<number | undefined> {
  const { services, request, visibility } = input;
  if (request.filters.size === 0) return countVisible(services.store, types, visibility);
  const status = request.filters.get('status');
  if (request.filters.size > 1 || typeof status !== 'string') return undefined;
  const statuses = new Set(status.split(','));
  if (!visibility.everything) return statuses.has('on') ? countVisible(services.store, types, visibility) : 0;
  const counts = await services.store.readCounts(types);
  return (
    (statuses.has('on') ? counts.on + counts.scheduled : 0) +
    (statuses.has('draft') ? counts.draft : 0) +
    (statuses.has('off') ? counts.off : 0)
  );
}

const isTotalKnown = (request: ListRequest): boolean =>
  request.filters.size === 0 || (request.filters.size === 1 && typeof request.filters.get('status') === 'string');

const totalOf = (input: ListInput, types: readonly string[]): (() => Promise<number>) | undefined =>
  isTotalKnown(input.request) ? async () => (await knownTotal(input, types)) ?? 0 : undefined;

function conjunction(
  visible: Record<string, unknown>,
  conditions: readonly Record<string, unknown>[],
): Record<string, unknown> {
  return conditions.length === 0 ? visible : { $and: [visible, ...conditions] };
}

/** Documents in the order of their ids; one that went away meanwhile is left out. */
async function documentsInOrder(
  services: ObjectServices,
  typeName: string,
  ids: readonly number[],
): Promise<ObjectDocument[]> {
  const documents = await services.store
    .documents(typeName)
    .find({ _id: { $in: [...ids] } })
    .toArray();
  const byId = new Map(documents.map((document) => [document._id, document]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function plainPage(
  input: ListInput,
  type: ResolvedType,
  conditions: Record<string, unknown>[],
): Promise<RowPage<ObjectDocument>> {
  const { services, request, visibility } = input;
  // MongoDB skips on the index, so a deep page reads no documents but its own.
  return readPage(services.store.documents(type.name), {
    filter: conjunction(visibleFilter(visibility), conditions),
    sort: sortSpecification(request.sort, fieldsOf(type)),
    page: request.page,
    pageSize: request.pageSize,
    timeLimit: services.queryTimeLimit,
    total: totalOf(input, [type.name]),
  });
}

function takeGeo(
  request: ListRequest,
  type: ResolvedType,
): { geo: FilterValue | undefined; filters: ListRequest['filters'] } {
  const geo = request.filters.get('geo');
  if (geo === undefined) return { geo, filters: request.filters };
  if (type.attribute.get('coords')?.custom !== false) throw filterError('filter[geo]', 'filter "geo" was not found.');
  const filters = new Map(request.filters);
  filters.delete('geo');
  return { geo, filters };
}

async function listOneType(input: ListInput, type: ResolvedType): Promise<ObjectPage> {
  const { services, request, context } = input;
  const { geo, filters } = takeGeo(request, type);
  const conditions = await filterConditions(filters, typedFilters(services, type, context), fieldsOf(type));
  if (request.search !== undefined) {
    if (geo !== undefined) throw filterError('filter[geo]', 'geo and query cannot be combined.');
    const { ids, count } = await searchPage(input, {
      types: [type.name],
      conditions: [],
      joined: { type, conditions },
    });
    const documents = await documentsInOrder(services, type.name, ids);
    return { found: documents.map((document) => ({ type, document })), count, mixed: false };
  }
  if (geo !== undefined) {
    const { rows, count, distances } = await geoPage(input, type, parseGeo(geo), conditions);
    return { found: rows.map((document) => ({ type, document })), count, distances, mixed: false };
  }
  const { rows, count } = await plainPage(input, type, conditions);
  return { found: rows.map((document) => ({ type, document })), count, mixed: false };
}

/** Documents of a page of rows of any types: one query for each type on the page. */
async function documentsOfRows(
  services: ObjectServices,
  rows: readonly { _id: number; type: string }[],
): Promise<FoundObject[]> {
  const model = services.modelService.current();
  const idsByType = new Map<string, number[]>();
  for (const row of rows) idsByType.set(row.type, [...(idsByType.get(row.type) ?? []), row._id]);
  const found = new Map<number, FoundObject>();
  await Promise.all(
    [...idsByType].map(async ([typeName, ids]) => {
      const type = model.types.get(typeName);
      if (!type) return;
      for (const document of await documentsInOrder(services, typeName, ids))
        found.set(document._id, { type, document });
    }),
  );
  return rows.flatMap((row) => found.get(row._id) ?? []);
}

async function listSeveralTypes(input: ListInput, types: readonly string[]): Promise<ObjectPage> {
  const { services, request, context, visibility } = input;
  const conditions = await filterConditions(request.filters, baseFilters(services, context), BASE_FIELDS);
  if (request.search !== undefined) {
    const { ids, count } = await searchPage(input, { types, conditions });
    const rows = await services.store.objects.find({ _id: { $in: ids } }, { projection: { type: 1 } }).toArray();
    const typeOf = new Map(rows.map((row) => [row._id, row.type]));
    const found = await documentsOfRows(
      services,
      ids.map((id) => ({ _id: id, type: typeOf.get(id) ?? '' })),
    );
    return { found, count, mixed: true };
  }
  const { rows, count } = await readPage(services.store.objects, {
    filter: conjunction({ ...visibleFilter(visibility), type: { $in: [...types] } }, conditions),
    sort: sortSpecification(request.sort, BASE_FIELDS),
    page: request.page,
    pageSize: request.pageSize,
    timeLimit: services.queryTimeLimit,
    total: totalOf(input, types),
  });
  return { found: await documentsOfRows(services, rows), count, mixed: true };
}

/** Objects have no relationships to include yet. @throws ApiError invalid_include */
export function assertNoInclude(request: ReadRequest): void {
  const [path] = request.include;
  if (!path) return;
  throw new ApiError('invalid_include', {
    detail: `Invalid "include" query parameter (Relationship "${path[0]}" does not exist)`,
    source: { parameter: 'include' },
  });
}

/**
 * A page of objects of a type, or of all types that an abstract one (`objects`) stands for.
 * @throws ApiError invalid_filter, unsupported_sort, invalid_include, page_not_found, query_too_expensive
 */
export async function listObjects(
  services: ObjectServices,
  typeName: string,
  request: ListRequest,
  context: RequestContext,
): Promise<ObjectPage> {
  assertNoInclude(request);
  const type = servedType(services, typeName);
  const input = { services, request, context, visibility: visibilityFor(context.caller, services.clock.now()) };
  if (!type.abstract) return listOneType(input, type);
  const served = new Set(servedConcreteTypes(services).map((each) => each.name));
  return listSeveralTypes(
    input,
    type.concreteTypes.filter((name) => served.has(name)),
  );
}
