// Lists of objects: of one type, or of several. An Ordering finds, for the plan of a list, the ids and their number,
// and the documents of the page are read by them. No query per object; totals of unfiltered lists are stored
// (core/store/object-counts.ts).
import type { RequestContext } from '../../context.ts';
import type { FieldSelection, FilterValue, ListRequest, PageEnds } from '../../list-request.ts';
import { byDistance, parseGeo } from '../../query/by-distance.ts';
import { byGivenOrder, type GivenOrder, type ReadWhole } from '../../query/by-given-order.ts';
import type { Condition } from '../../query/filters.ts';
import { byIndex } from '../../query/by-index.ts';
import { byRelevance } from '../../query/by-relevance.ts';
import { byPosition, bySubtree } from '../../query/by-tree.ts';
import { noRows, type Total } from '../../query/page.ts';
import { documentsCollectionName, type ObjectDocument, type TreeRow } from '../../store/store.ts';
import { hydrateObjects, fieldsToRead, type ObjectKey } from './hydrate-objects.ts';
import { requireType, concreteTypesOf, type ObjectServices } from '../object-services.ts';
import { planObjects, type LinkEntry, type ObjectListing, type ObjectPlan } from './plan-objects.ts';
import type { ObjectRecord } from '../object-record.ts';
import { relevanceOf, searchIds } from '../search/search-objects.ts';
import type { VisibleSubtree, ListedPlace } from '../tree/tree-filters.ts';
import { belowOf } from '../tree/tree-nodes.ts';
import { countVisibleOwners, visibleOwnerFilter, visibleFilter, visibleTypesFilter } from '../visibility/visibility.ts';

export interface ObjectPage extends PageEnds {
  found: ObjectRecord[];
  /** Metres by object id, for filter[geo]. */
  distances?: ReadonlyMap<number, number>;
  places?: readonly TreeRow[];
  links?: readonly LinkEntry[];
  /** Lists of several types show base attributes only (D529). */
  mixed: boolean;
}

/** A page of an Ordering: objects, documents of the one type of the list, or rows with their types and ids. */
interface OrderedPage extends Omit<ObjectPage, 'found' | 'mixed'> {
  found?: ObjectRecord[];
  rows?: readonly ObjectKey[];
  documents?: readonly ObjectDocument[];
}

/** Nearest first. MongoDB takes either distance or relevance in one query, so the matches are found first (D427). */
async function pageByDistance(
  services: ObjectServices,
  { visible, list, search }: ObjectPlan,
  geo: FilterValue,
): Promise<OrderedPage> {
  const scope = [...list.scope];
  if (search !== undefined) {
    const found = await searchIds(services, { text: search, conditions: [visibleTypesFilter(visible)] });
    scope.push({ _id: { $in: found } });
  }
  const { rows, ...ends } = await byDistance<ObjectDocument>(parseGeo(geo))({ ...list, scope });
  return { documents: rows, ...ends, distances: new Map(rows.map((row) => [row._id, Math.round(row._distance)])) };
}

function pageByRelevance(services: ObjectServices, plan: ObjectPlan, text: string): Promise<OrderedPage> {
  const { visible, type, list, ofOrder, ofDocuments } = plan;
  if (!type) return byRelevance(relevanceOf(services, { text, conditions: [] }))(list);
  const joined = { from: documentsCollectionName(type.name), conditions: ofDocuments };
  const conditions = [visibleTypesFilter(visible), ...ofOrder];
  return byRelevance(relevanceOf(services, { text, conditions, joined }))(list);
}

async function pageByPosition(
  services: ObjectServices,
  { visible, list, isAlone, listing }: ObjectPlan,
  { parentId, reversed }: ListedPlace,
): Promise<OrderedPage> {
  const { order } = listing;
  const except = order && 'childrenOf' in order ? order.except : undefined;
  const { trees } = services.store;
  const tree = { trees, visible: visibleOwnerFilter(visible), isAlone };
  const condition = { parent_id: parentId };
  const total: Total = async (requested) =>
    except === undefined
      ? countVisibleOwners(trees, { condition, timeLimit: list.timeLimit, requested }, visible)
      : undefined;
  const { rows, ...ends } = await byPosition({ ...tree, parentId, reversed, except, total })(list);
  return { rows: rows.map(({ object_id: _id, object }) => ({ _id, type: object.type })), ...ends, places: rows };
}

function pageBySubtree(
  { store }: ObjectServices,
  { visible, list, isAlone }: ObjectPlan,
  { node, folders }: VisibleSubtree,
): Promise<OrderedPage> {
  const below = { ...belowOf(node), parent_id: { $in: [...folders] } };
  return bySubtree({ trees: store.trees, visible: visibleOwnerFilter(visible), isAlone, below })(list);
}

/** Reads documents by the types in their links; undefined when the list has further conditions. */
function wholeReader(
  services: ObjectServices,
  { visible, isAlone }: ObjectPlan,
  fields: FieldSelection,
): ReadWhole<LinkEntry, ObjectRecord> | undefined {
  if (!isAlone) return undefined;
  const seen = new Map(visible.flatMap(({ types, visibility }) => types.map((name) => [name, visibility] as const)));
  const conditionOn = (type: string): Condition | undefined => {
    const visibility = seen.get(type);
    return visibility && visibleFilter(visibility);
  };
  return async (entries) => {
    const rows = entries.map(({ _id, otherType }) => ({ _id, type: otherType }));
    const found = await hydrateObjects(services, rows, fields, conditionOn);
    return new Map(found.map((each) => [each.document._id, each]));
  };
}

async function pageByLinks(
  services: ObjectServices,
  plan: ObjectPlan,
  { links: order, fields }: { links: GivenOrder<LinkEntry>; fields: FieldSelection },
): Promise<OrderedPage> {
  const { rows: links, ...ends } = await byGivenOrder(order, wholeReader(services, plan, fields))(plan.list);
  const rows = links.flatMap((link) => ('type' in link ? { _id: link._id, type: link.type } : []));
  const read = rows.length > 0 ? await hydrateObjects(services, rows, fields) : [];
  const byId = new Map(read.map((each) => [each.document._id, each]));
  const found = links.flatMap((link) => ('whole' in link ? link.whole : (byId.get(link._id) ?? [])));
  return { found, ...ends, links };
}

/** The page of a plan in its order: that of the request, else that of the list, else by id. */
async function orderedPage(services: ObjectServices, plan: ObjectPlan, fields: FieldSelection): Promise<OrderedPage> {
  const { list, listing, type, search, geo, place, below } = plan;
  const { order } = listing;
  if (geo !== undefined) return pageByDistance(services, plan, geo);
  if (search !== undefined) return pageByRelevance(services, plan, search);
  if (place) return pageByPosition(services, plan, place);
  if (order && !list.isSorted && below) return pageBySubtree(services, plan, below);
  if (order && !list.isSorted && 'links' in order) {
    return pageByLinks(services, plan, { links: order.links, fields });
  }
  if (!type) return byIndex<ObjectKey>(plan.total)({ ...list, parts: plan.parts });
  const projection = fieldsToRead(type, fields, Object.keys(list.sort));
  const { rows: documents, ...ends } = await byIndex<ObjectDocument>(plan.total)({ ...list, projection });
  return { documents, ...ends };
}

/**
 * A page of objects.
 * @throws ApiError invalid_filter, unsupported_sort, page_not_found, query_too_expensive, not_found
 */
export async function listObjectsOf(
  services: ObjectServices,
  listing: ObjectListing,
  request: ListRequest,
  context: RequestContext,
): Promise<ObjectPage> {
  const { mixed } = listing;
  const plan = await planObjects(services, listing, request, context);
  if (!plan) return { found: [], ...noRows(request), mixed };
  const { found, rows = [], documents, ...page } = await orderedPage(services, plan, request.fields);
  const { type } = plan;
  const typed = type && documents?.map((document) => ({ type, document }));
  return { found: found ?? typed ?? (await hydrateObjects(services, rows, request.fields)), mixed, ...page };
}

export interface ListedType extends Pick<ObjectListing, 'scope' | 'order'> {
  typeName: string;
  /** Of an abstract type: only these subtypes. */
  only?: ReadonlySet<string>;
}

/**
 * A page of objects of a type, or of all subtypes of an abstract one (`objects`).
 * @throws ApiError invalid_filter, unsupported_sort, page_not_found, query_too_expensive, not_found
 */
export function listObjects(
  services: ObjectServices,
  { typeName, only, ...listed }: ListedType,
  request: ListRequest,
  context: RequestContext,
): Promise<ObjectPage> {
  const type = requireType(services, typeName);
  const types = concreteTypesOf(services, type).filter(({ name }) => only?.has(name) ?? true);
  return listObjectsOf(services, { types, mixed: type.abstract, ...listed }, request, context);
}
