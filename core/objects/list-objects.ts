// Lists of objects: of one type, or of any (D5 to D7, D14). No query per object: a page is read in one query, or in one
// per type when it mixes types; totals of unfiltered lists are not counted (core/store/object-counts.ts).
import type { RequestContext } from '../context.ts';
import type { FilterValue, ListRequest, PageEnds } from '../list-request.ts';
import type { ResolvedType } from '../model/model.ts';
import { filterConditions, filterError } from '../query/filters.ts';
import { sortSpecification, sortValues } from '../query/sort.ts';
import { noRows, readPage, type RowPage } from '../query/page.ts';
import type { ObjectDocument, TreeRow } from '../store/store.ts';
import { geoPage } from './geo-page.ts';
import type { ListInput } from './list-input.ts';
import { parseGeo } from './geo-filter.ts';
import { baseFilters, typedFilters } from './object-filters.ts';
import { baseFields, fieldsFor } from './object-fields.ts';
import { orderedPage } from './ordered-page.ts';
import { servedType, typesBehind, type ObjectServices } from './object-services.ts';
import type { FoundObject } from './read-objects.ts';
import { isShown } from './shown-attributes.ts';
import { searchIds, searchPage } from './search-objects.ts';
import { askedPlace, readIds, subtreePage, treePage, withChildrenOrder } from './tree/tree-order.ts';
import { seenSubtree } from './tree/tree-filters.ts';
import { countVisible, visibleFilter, visibleTypes, visibleTypesFilter } from './visibility.ts';

export interface ObjectPage extends PageEnds {
  found: FoundObject[];
  /** Metres by object id, for filter[geo]. */
  distances?: ReadonlyMap<number, number>;
  /** Places in the tree of the objects that are found, for a list in the order of the tree. */
  places?: readonly TreeRow[];
  /** Lists over several types show base attributes only (reference/jsonapi.md App. A 4). */
  mixed: boolean;
}

const STATUSES = ['on', 'draft', 'off'] as const;

/** Statuses that the one filter of a list names; undefined without filters, and `null` for filters that are counted. */
function statusesAsked({ filters }: ListRequest): ReadonlySet<string> | null | undefined {
  if (filters.size === 0) return undefined;
  const status = filters.get('status');
  return filters.size === 1 && typeof status === 'string' ? new Set(status.split(',')) : null;
}

/** Total of a list without filters, or by status alone; undefined when it has to be counted. */
async function knownTotal({ services, request, visible, ...asked }: ListInput): Promise<number | undefined> {
  const statuses = statusesAsked(request);
  const isAll = !asked.scope && !asked.ids && asked.within === undefined && !asked.below;
  if (statuses === null || !isAll) return undefined;
  const totals = await Promise.all(
    visible.map(async ({ types, visibility }) => {
      if (!statuses) return countVisible(services.store, { types, visibility });
      const seen = (visibility.statuses ?? STATUSES).filter((status) => statuses.has(status));
      return seen.length === 0 && !visibility.allOwn
        ? 0
        : countVisible(services.store, { types, visibility: { ...visibility, statuses: seen } });
    }),
  );
  return totals.reduce((sum, total) => (sum === undefined || total === undefined ? undefined : sum + total), 0);
}

function conjunction(
  visible: readonly Record<string, unknown>[],
  conditions: readonly Record<string, unknown>[],
): Record<string, unknown> {
  const [first] = visible;
  return visible.length === 1 && first && conditions.length === 0 ? first : { $and: [...visible, ...conditions] };
}

const idsCondition = ({ ids }: ListInput): Record<string, unknown>[] => (ids ? [{ _id: { $in: [...ids] } }] : []);

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

async function plainPage(
  input: ListInput,
  type: ResolvedType,
  conditions: Record<string, unknown>[],
): Promise<RowPage<ObjectDocument>> {
  const { services, request, visible, ids } = input;
  if (ids && request.sort.length === 0) {
    const filter = conjunction(
      visible.map(({ visibility }) => visibleFilter(visibility)),
      conditions,
    );
    const { rows, count } = await orderedPage(services.store.documents(type.name), filter, { ...input, ids });
    const documents = await documentsInOrder(
      services,
      type.name,
      rows.map((row) => row._id),
    );
    return { rows: documents, count };
  }
  // MongoDB skips on the index, so a deep page reads no documents but its own.
  return readPage(services.store.documents(type.name), {
    filter: conjunction(
      visible.map(({ visibility }) => visibleFilter(visibility)),
      conditions,
    ),
    sort: sortSpecification(request.sort, fieldsFor(type, input.context.caller), request.cursor),
    asked: request,
    timeLimit: services.queryTimeLimit,
    total: () => knownTotal(input),
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

/** Of types of which the caller sees nothing. @throws ApiError page_not_found */
function emptyPage(request: ListRequest, mixed: boolean): ObjectPage {
  return { found: [], ...noRows(request), mixed };
}

/** @throws ApiError as listObjects does */
export async function listOneType(input: ListInput, type: ResolvedType): Promise<ObjectPage> {
  const { services, request, context, visible } = input;
  const { store } = services;
  if (visible.length === 0) return emptyPage(request, false);
  const { geo, filters } = takeGeo(request, type);
  const asked = await filterConditions(filters, typedFilters(services, type, context), fieldsFor(type, context.caller));
  const within = idsCondition(input);
  const conditions = [...scopeOf(input), ...asked];
  const place = geo === undefined ? await askedPlace(input) : undefined;
  if (place) {
    const seen = visible.map(({ visibility }) => visibleFilter(visibility));
    const matching = [...seen, ...within, ...conditions];
    const read = () => readIds(store.documents(type.name) as never, matching, services.queryTimeLimit);
    const { rows, ...ends } = await treePage(input, place, read);
    const ids = rows.map((row) => row.object_id);
    const documents = await documentsInOrder(services, type.name, ids);
    return { found: documents.map((document) => ({ type, document })), ...ends, mixed: false };
  }
  if (request.search !== undefined && geo === undefined) {
    const { ids, count } = await searchPage(input, { conditions: within, joined: { type, conditions } });
    const documents = await documentsInOrder(services, type.name, ids);
    return { found: documents.map((document) => ({ type, document })), count, mixed: false };
  }
  if (geo !== undefined) {
    // The database takes one of the two at a time; the order is that of the distances (D427).
    const found = request.search === undefined ? undefined : await searchIds(input, within);
    const all = [...within, ...conditions, ...(found ? [{ _id: { $in: found } }] : [])];
    const { rows, count, distances } = await geoPage(input, type, parseGeo(geo), all);
    return { found: rows.map((document) => ({ type, document })), count, distances, mixed: false };
  }
  const { rows, ...ends } = await plainPage(input, type, [...within, ...conditions]);
  return { found: rows.map((document) => ({ type, document })), ...ends, mixed: false };
}

const scopeOf = ({ scope, within, below, except }: ListInput): Record<string, unknown>[] => [
  ...(scope ? [scope] : []),
  ...(within !== undefined ? [{ parents: within }] : []),
  ...(below ? [{ parents: { $in: [...below.folders] } }] : []),
  ...(except !== undefined ? [{ _id: { $ne: except } }] : []),
];

/** Documents of a page of rows of any types: one query for each type on the page. */
export async function documentsOfRows(
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

/** @throws ApiError as listObjects does */
export async function listSeveralTypes(input: ListInput): Promise<ObjectPage> {
  const { services, request, context, visible, ids: within } = input;
  if (visible.length === 0) return emptyPage(request, true);
  const fields = baseFields(services.modelService.current());
  const asked = await filterConditions(request.filters, baseFilters(services, context), fields);
  const conditions = [...idsCondition(input), ...scopeOf(input), ...asked];
  const place = await askedPlace(input);
  const read = () =>
    readIds(services.store.objects as never, [visibleTypesFilter(visible), ...conditions], services.queryTimeLimit);
  if (input.below && request.search === undefined) {
    const isAlone = asked.length === 0 && !input.scope;
    const { rows, count } = await subtreePage(input, input.below, isAlone ? undefined : read);
    return { found: await documentsOfRows(services, rows), count, mixed: true };
  }
  if (place) {
    const { rows: places, ...ends } = await treePage(input, place, read);
    const rows = places.map((row) => ({ _id: row.object_id, type: row.object.type }));
    return { found: await documentsOfRows(services, rows), ...ends, places, mixed: true };
  }
  if (request.search !== undefined) {
    const { ids, count } = await searchPage(input, { conditions });
    const rows = await services.store.objects.find({ _id: { $in: ids } }, { projection: { type: 1 } }).toArray();
    const typeOf = new Map(rows.map((row) => [row._id, row.type]));
    const found = await documentsOfRows(
      services,
      ids.map((id) => ({ _id: id, type: typeOf.get(id) ?? '' })),
    );
    return { found, count, mixed: true };
  }
  const filter = conjunction([visibleTypesFilter(visible)], conditions);
  if (within && request.sort.length === 0) {
    const { rows, count } = await orderedPage(services.store.objects, filter, { ...input, ids: within });
    return { found: await documentsOfRows(services, rows), count, mixed: true };
  }
  const { rows, ...ends } = await readPage(services.store.objects, {
    filter,
    sort: sortSpecification(request.sort, fields, request.cursor),
    sortValues: sortValues(request.sort, fields),
    asked: request,
    timeLimit: services.queryTimeLimit,
    total: () => knownTotal(input),
  });
  return { found: await documentsOfRows(services, rows), ...ends, mixed: true };
}

export interface ListedType {
  typeName: string;
  /** Of an abstract type: only these of the types that it stands for. */
  only?: ReadonlySet<string>;
  /** What all of them must meet besides the request's filters. */
  scope?: Record<string, unknown>;
  /** Id of the folder that they are in. */
  within?: number;
  /** Id of the folder that they are somewhere below; of an abstract type and without a sort. */
  below?: number;
  /** Id of an object that is left out. */
  except?: number;
}

/**
 * A page of objects of a type, or of all types that an abstract one (`objects`) stands for.
 * @throws ApiError invalid_filter, unsupported_sort, page_not_found, query_too_expensive
 */
export async function listObjects(
  services: ObjectServices,
  { typeName, only, below: belowId, ...listed }: ListedType,
  request: ListRequest,
  context: RequestContext,
): Promise<ObjectPage> {
  const type = servedType(services, typeName);
  const types = typesBehind(services, type).filter(({ name }) => only?.has(name) ?? true);
  const visible = visibleTypes(types, context, services.clock.now());
  const below = belowId === undefined ? undefined : await seenSubtree(services, belowId, context);
  const place = { ...listed, ...(below && { below }) };
  // Users are in no folder: the filter is refused with the others.
  const isPlaced = visible.length > 0 && type.row.table !== 'BEdita/Core.Users';
  const ordered = isPlaced ? await withChildrenOrder(services, { request, ...place }, context) : { request };
  // An order by what the type does not show is no order of the request's own, and not refused.
  const [first] = ordered.request.sort;
  const isShownOrder = type.abstract || !first || isShown(type, first.field, 'others');
  const input = { services, context, visible, ...place, ...(isShownOrder ? ordered : { request }) };
  return type.abstract ? listSeveralTypes(input) : listOneType(input, type);
}
