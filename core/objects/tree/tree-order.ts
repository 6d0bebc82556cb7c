// Pages in the order of the tree: of a folder's children and of the roots, read from an index however many there are.
import type { Filter } from '../../store/store.ts';
import { assertByNumber } from '../../query/cursor.ts';
import { textOf } from '../../query/filters.ts';
import { assertPageExists, readAll, readPage, underTimeLimit, type RowPage } from '../../query/page.ts';
import type { Collection, Document, ObjectDocument, TreeRow } from '../../store/store.ts';
import type { RequestContext } from '../../context.ts';
import type { ListRequest, SortField } from '../../list-request.ts';
import type { ObjectServices } from '../object-services.ts';
import { belowOf, FOLDERS } from './tree-nodes.ts';
import type { ListInput } from '../list-input.ts';
import { seenWithObject } from '../visibility.ts';
import { folderNamed, type SeenSubtree } from './tree-filters.ts';

/** Whose children a list shows in order. */
export interface ListedPlace {
  /** null for the roots. */
  parentId: number | null;
  /** Nothing else is asked of them. */
  isAlone: boolean;
}

/** undefined when the list has another order: that of a sort, of a search, or no place that it is about. */
export async function askedPlace({
  services,
  request,
  context,
  scope,
  ids,
  within,
}: ListInput): Promise<ListedPlace | undefined> {
  // A list of ids has an order of its own.
  if (request.sort.length > 0 || request.search !== undefined || ids) return undefined;
  const { filters } = request;
  if (within !== undefined) return { parentId: within, isAlone: filters.size === 0 && !scope };
  const isAlone = filters.size === 1 && !scope;
  const parent = filters.get('parent');
  if (parent !== undefined) {
    return { parentId: await folderNamed(services, textOf(parent, 'filter[parent]'), context), isAlone };
  }
  return filters.has('roots') ? { parentId: null, isAlone } : undefined;
}

/** How the children of a folder are ordered unless a request says it (D28); undefined for the order of the tree. */
function childrenOrder(folder: Pick<ObjectDocument, 'custom'>): SortField | undefined {
  const order = folder.custom?.['children_order'];
  if (typeof order !== 'string' || order === 'position') return undefined;
  return { field: order.replace(/^-/, ''), descending: order.startsWith('-') };
}

/**
 * The request with the order of the folder whose children are listed, where there is one and the request has none.
 * @throws ApiError not_found
 */
export async function withChildrenOrder(
  services: ObjectServices,
  { request, within }: Pick<ListInput, 'request' | 'within'>,
  context: RequestContext,
): Promise<{ request: ListRequest; reversed: boolean }> {
  const { sort, search, filters } = request;
  const parent = filters.get('parent');
  const asIs = { request, reversed: false };
  if (sort.length > 0 || search !== undefined || filters.has('geo')) return asIs;
  if (within === undefined && typeof parent !== 'string') return asIs;
  const id = within ?? (await folderNamed(services, textOf(parent ?? '', 'filter[parent]'), context));
  const folder = await services.store.documents(FOLDERS).findOne({ _id: id }, { projection: { custom: 1 } });
  const order = folder ? childrenOrder(folder) : undefined;
  if (!order) return asIs;
  return order.field === 'position'
    ? { request, reversed: order.descending }
    : { request: { ...request, sort: [order] }, reversed: false };
}

/** Ids of all that meet some conditions. @throws ApiError query_too_expensive */
export async function readIds(
  collection: Collection<never>,
  conditions: readonly Document[],
  timeLimit: number,
): Promise<number[]> {
  const rows = await readAll(
    (collection as unknown as Collection<{ _id: number }>).find({ $and: [...conditions] } as Filter<{ _id: number }>, {
      projection: { _id: 1 },
      maxTimeMS: timeLimit,
    }),
  );
  return rows.map((row) => row._id);
}

/**
 * @param matching ids of the objects that meet the filters of the request, where there are some besides the place
 * @throws ApiError page_not_found, query_too_expensive
 */
export async function treePage(
  { services, request, visible, except, reversed = false }: ListInput,
  { parentId, isAlone }: ListedPlace,
  matching: () => Promise<readonly number[]>,
): Promise<RowPage<TreeRow>> {
  const among = {
    ...(!isAlone && { $in: [...(await matching())] }),
    ...(except !== undefined && { $ne: except }),
  };
  const isAny = Object.keys(among).length === 0;
  return readPage(services.store.trees, {
    filter: { parent_id: parentId, ...(!isAny && { object_id: among }), ...seenWithObject(visible) },
    sort: { key: reversed ? -1 : 1 },
    asked: request,
    timeLimit: services.queryTimeLimit,
  });
}

interface Below {
  count: number;
  places: { id: number; type: string }[];
}

/**
 * A page of what is anywhere below a folder, each object at its first place. Page and total are read in one pass.
 * @param matching as in treePage; undefined when nothing is asked of them
 * @throws ApiError page_not_found, query_too_expensive
 */
export async function subtreePage(
  { services, request, visible }: ListInput,
  { node, folders }: SeenSubtree,
  matching: (() => Promise<readonly number[]>) | undefined,
): Promise<RowPage<{ _id: number; type: string }>> {
  assertByNumber(request, 'place in a subtree');
  const { page, pageSize } = request;
  const among = matching ? { object_id: { $in: [...(await matching())] } } : {};
  const [start, end] = [(page - 1) * pageSize, page * pageSize];
  const first = { n: end, sortBy: { path: 1 }, output: { id: '$_id', type: '$type' } };
  const pipeline = [
    { $match: { $and: [{ ...belowOf(node), parent_id: { $in: [...folders] }, ...among }, seenWithObject(visible)] } },
    { $group: { _id: '$object_id', path: { $min: '$path' }, type: { $first: '$object.type' } } },
    { $group: { _id: null, count: { $sum: 1 }, places: { $topN: first } } },
  ];
  const options = { maxTimeMS: services.queryTimeLimit, allowDiskUse: true };
  const [result] = await underTimeLimit(services.store.trees.aggregate<Below>(pipeline, options).toArray());
  const { count = 0, places = [] } = result ?? {};
  assertPageExists(page, pageSize, count);
  return { rows: places.slice(start).map(({ id, type }) => ({ _id: id, type })), count };
}
