// Pages in the order of the tree: of a folder's children and of the roots, read from an index however many there are.
import type { Filter } from '../../store/store.ts';
import { textOf } from '../../store/conditions.ts';
import { readAll, readPage, type RowPage } from '../../store/page.ts';
import type { Collection, Document, TreeRow } from '../../store/store.ts';
import type { ListInput } from '../list-input.ts';
import { seenWithObject } from '../visibility.ts';
import { folderNamed } from './tree-filters.ts';

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
  { services, request, visible }: ListInput,
  { parentId, isAlone }: ListedPlace,
  matching: () => Promise<readonly number[]>,
): Promise<RowPage<TreeRow>> {
  const among = isAlone ? {} : { object_id: { $in: [...(await matching())] } };
  return readPage(services.store.trees, {
    filter: { parent_id: parentId, ...among, ...seenWithObject(visible) },
    sort: { key: 1 },
    page: request.page,
    pageSize: request.pageSize,
    timeLimit: services.queryTimeLimit,
  });
}
