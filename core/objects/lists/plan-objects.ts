// The plan of a list of objects, from its request: types and their visibility, filters, order, place in the tree (D5 to D7,
// D14).
import { memberOf, recordsIn } from '../../values.ts';
import type { RequestContext } from '../../context.ts';
import type { FilterValue, ListRequest } from '../../list-request.ts';
import type { ResolvedType } from '../../model/model.ts';
import { BATCH, type OrderedRow, type GivenOrder } from '../../query/by-given-order.ts';
import { filterError, isByLater, type Condition, type Fields } from '../../query/filters.ts';
import { planList, type ListPlan } from '../../query/list-plan.ts';
import { assertFewRows, countedRows, type Count, type Total } from '../../query/page.ts';
import { narrowVisible } from './narrow-visible.ts';
import { noteUnindexed, baseFields, BEGIN, fieldsFor } from './object-fields.ts';
import { baseFilters, typedFilters } from './object-filters.ts';
import type { ObjectRelationRow } from '../../store/store.ts';
import type { ObjectServices } from '../object-services.ts';
import { relatedFilter } from './relation-filters.ts';
import { isShown, viewer, type RoleHolder } from '../visibility/shown-attributes.ts';
import {
  visibleSubtree,
  placeOf,
  type VisibleSubtree,
  type ListedPlace,
  type OrderedFolder,
} from '../tree/tree-filters.ts';
import {
  visibleFilter,
  visibleParts,
  visibleTypes,
  visibleTypesFilter,
  type VisibleTypes,
} from '../visibility/visibility.ts';
import { countVisible } from '../visibility/count-visible.ts';

/** A link, with the id and the type of the related object. */
export type LinkEntry = OrderedRow & Omit<ObjectRelationRow, '_id' | 'params'> & { otherType: string };

/** The default order of a list, which also restricts its objects. */
export type ListOrder =
  /** Children of a folder, in the order of the tree. */
  | { childrenOf: OrderedFolder; except?: number }
  /** Descendants of a folder, in the order of the tree. */
  | { below: number }
  /** Linked objects, in the order of the links. */
  | { links: GivenOrder<LinkEntry> };

/** The subject of a list. */
export interface ObjectListing {
  types: readonly ResolvedType[];
  /** It is a list of several types, which shows and accepts base attributes only. */
  mixed: boolean;
  /** Conditions on the objects in addition to the request's filters. */
  scope?: Condition | undefined;
  order?: ListOrder | undefined;
}

/** Input of an Ordering and of the read of its page. */
export interface ObjectPlan {
  listing: ObjectListing;
  /** The one type of the list. */
  type: ResolvedType | undefined;
  visible: readonly VisibleTypes[];
  list: ListPlan;
  /** The types whose collections are merged, for a list over several types. */
  parts: ListPlan['parts'];
  /** The condition of the order on the objects, if it has one. */
  ofOrder: readonly Condition[];
  /** All conditions other than visibility. */
  ofDocuments: readonly Condition[];
  search: string | undefined;
  geo: FilterValue | undefined;
  /** The list has the order of the tree: the folder of the children. */
  place: ListedPlace | undefined;
  below: VisibleSubtree | undefined;
  /** The place is the only condition on the objects. */
  isAlone: boolean;
  total: Total;
}

/** Total of a list without filters; undefined when it has to be counted. */
async function knownTotal(
  { store }: ObjectServices,
  visible: readonly VisibleTypes[],
  requested: ListPlan['requested'],
): Promise<Count | undefined> {
  const totals = await Promise.all(visible.map((group) => countVisible(store, group, countedRows(requested))));
  const isKnown = totals.every((total) => total !== undefined);
  return isKnown ? { count: totals.reduce((sum, total) => sum + total, 0) } : undefined;
}

/** The request without filter[geo], and that. @throws ApiError invalid_filter for a type that shows no coordinates */
function takeGeo(request: ListRequest, type: ResolvedType | undefined, caller: RoleHolder) {
  const geo = request.filters.get('geo');
  if (geo === undefined || !type) return { geo: undefined, filters: request.filters };
  const isKnown = type.attribute.get('coords')?.custom === false && isShown(type, 'coords', viewer(caller));
  if (!isKnown) throw filterError('filter[geo]', 'filter "geo" was not found.');
  const filters = new Map(request.filters);
  filters.delete('geo');
  return { geo, filters };
}

/** Users have no places. */
const havePlaces = (types: readonly ResolvedType[]): boolean => types.some((type) => type.kind !== 'users');

async function idsOf({ batches, sort }: GivenOrder<LinkEntry>): Promise<number[]> {
  const ids: number[] = [];
  for await (const batch of batches({ sort, size: BATCH })) {
    for (const { _id } of batch) ids.push(_id);
    assertFewRows(ids.length);
  }
  return ids;
}

/** The condition of a list's order on its objects; for rows of `objects` and for documents. */
async function scopeOfOrder(order: ListOrder, below: VisibleSubtree | undefined): Promise<Condition[]> {
  if ('links' in order) return [{ _id: { $in: await idsOf(order.links) } }];
  if (!('childrenOf' in order)) return [{ parents: { $in: [...(below?.folders ?? [])] } }];
  const { childrenOf, except } = order;
  return [{ parents: childrenOf._id }, ...(except === undefined ? [] : [{ _id: { $ne: except } }])];
}

interface Requested {
  type: ResolvedType | undefined;
  filters: ListRequest['filters'];
  sort: ListRequest['sort'];
  geo: FilterValue | undefined;
  place: ListedPlace | undefined;
  below: VisibleSubtree | undefined;
  /** The order is the default of the list: the request has none. */
  isOwnOrder: boolean;
}

/** The folder whose children are listed, by the path or by filters. @throws ApiError not_found */
async function readPlace(
  services: ObjectServices,
  { types, order }: Pick<ObjectListing, 'types' | 'order'>,
  request: ListRequest,
  context: RequestContext,
): Promise<ListedPlace | undefined> {
  const folder = order && 'childrenOf' in order ? order.childrenOf : undefined;
  const hasPlace = havePlaces(types) && (!order || folder !== undefined);
  return hasPlace ? placeOf(services, request, folder, context) : undefined;
}

/** @throws ApiError not_found for a folder, invalid_filter */
async function readRequested(
  services: ObjectServices,
  { types, mixed, order }: ObjectListing,
  request: ListRequest,
  context: RequestContext,
): Promise<Requested> {
  const type = mixed ? undefined : types[0];
  const { geo, filters } = takeGeo(request, type, context.caller);
  const isOpen = request.sort.length === 0 && request.search === undefined && geo === undefined;
  const below = order && 'below' in order ? await visibleSubtree(services, order.below, context) : undefined;
  const place = isOpen ? await readPlace(services, { types, order }, request, context) : undefined;
  const requested = { type, filters, geo, below };
  const sort = place?.sort;
  // The default order may use hidden fields: it is not a sort of the request, and not refused.
  return sort && (!type || isShown(type, sort.field, viewer(context.caller)))
    ? { ...requested, sort: [sort], place: undefined, isOwnOrder: false }
    : { ...requested, sort: request.sort, place, isOwnOrder: isOpen };
}

const filtersOf = (services: ObjectServices, type: ResolvedType | undefined, context: RequestContext) => {
  const types = type ? [type] : [...services.modelService.current().types.values()];
  return {
    filters: type ? typedFilters(services, type, context) : baseFilters(services, context),
    related: relatedFilter(services, types, context),
  };
};

const fieldsOf = (
  { modelService }: ObjectServices,
  type: ResolvedType | undefined,
  { caller }: RequestContext,
): Fields => (type ? fieldsFor(type, caller) : baseFields(modelService.current(), caller));

const seenOf = (type: ResolvedType | undefined, visible: readonly VisibleTypes[]): Condition[] =>
  type ? visible.map(({ visibility }) => visibleFilter(visibility)) : [visibleTypesFilter(visible)];

/** Indexes of `objects` that leave few rows of any type; those of texts are not in the order of a sort by texts. */
const FOUND_BY = ['_id', 'parents'];
const FOUND_BY_BYTES = [...FOUND_BY, 'uname'];

const isEquality = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || '$in' in value || '$eq' in value;

const leavesFew = (condition: Condition, paths: readonly string[]): boolean =>
  memberOf(condition[BEGIN], '$gte') !== undefined ||
  paths.some((path) => path in condition && isEquality(condition[path])) ||
  recordsIn(condition['$and']).some((part) => leavesFew(part, paths));

/**
 * Whether a list over several types is read from `objects`: few objects, or all content by id. Others are merged from the
 * collections of the types, which have an index for each order (D570).
 */
function isReadFromObjects(visible: readonly VisibleTypes[], { scope, filters, sort, collation }: ListPlan): boolean {
  const [{ areAllContent, types } = { areAllContent: false, types: [] }] = visible;
  const paths = collation ? FOUND_BY : FOUND_BY_BYTES;
  if (types.length === 0 || [...scope, ...filters].some((each) => leavesFew(each, paths))) return true;
  const isOwnOnly = visible.some(({ visibility }) => visibility.ownOnly);
  const isPlain = filters.length === 0 && Object.keys(sort)[0] === '_id' && !isOwnOnly;
  return visible.length === 1 && areAllContent && isPlain;
}

/** All objects of the types are read, apart from filters; other lists have few of them. */
const isWide = ({ scope, order }: ObjectListing, { search, filters }: ListRequest, fields: Fields): boolean => {
  const isFew = ([name, value]: [string, FilterValue]): boolean => {
    const field = fields.get(name);
    return name === 'geo' || (field !== undefined && isByLater(field, value));
  };
  return !scope && !order && search === undefined && ![...filters].some(isFew);
};

/**
 * @returns undefined when the types are hidden from the caller
 * @throws ApiError not_found, invalid_filter, unsupported_sort, query_too_expensive
 */
export async function planObjects(
  services: ObjectServices,
  listing: ObjectListing,
  request: ListRequest,
  context: RequestContext,
): Promise<ObjectPlan | undefined> {
  const { store, clock, modelService, queryTimeLimit } = services;
  const { types, scope, order } = listing;
  const seenTypes = visibleTypes(types, context, clock.now());
  if (seenTypes.length === 0) return undefined;
  const { type, sort, isOwnOrder, ...requested } = await readRequested(services, listing, request, context);
  const fields = fieldsOf(services, type, context);
  const { visible, filters } = narrowVisible(services, { visible: seenTypes, filters: requested.filters }, fields);
  const isAll = isWide(listing, request, fields);
  if (isAll) {
    const { filters: all, sort: named } = request;
    noteUnindexed(context, modelService.current(), { type, fields, filters: all, sort: named });
  }
  const isPlaceFiltered = requested.place !== undefined && !order;
  const isAlone = !scope && filters.size === Number(isPlaceFiltered);
  // The order itself restricts the objects, unless their ids have to be found for it.
  const isSaid = order && isOwnOrder && (isAlone || 'links' in order);
  const ofOrder = order && !isSaid ? await scopeOfOrder(order, requested.below) : [];
  const ownScope = scope ? [scope] : [];
  const list = await planList(
    {
      collection: type ? store.documents(type.name) : store.objects,
      fields,
      ...(filters.size > 0 && filtersOf(services, type, context)),
      scope: [...seenOf(type, visible), ...ofOrder, ...ownScope],
    },
    { ...request, filters, sort },
    queryTimeLimit,
  );
  return {
    ...requested,
    listing,
    type,
    visible,
    list,
    parts:
      type || isReadFromObjects(visible, list) ? undefined : visibleParts(store, visible, [...ofOrder, ...ownScope]),
    ofOrder,
    ofDocuments: [...ownScope, ...list.filters],
    search: request.search,
    isAlone,
    total: async () => (isAll && filters.size === 0 ? knownTotal(services, visible, list.requested) : undefined),
  };
}
