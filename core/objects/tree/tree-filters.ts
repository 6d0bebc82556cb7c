// Filters by place: children of a folder, descendants of a folder, and roots, and the order of a folder (service.md 4.8, D28, D524).
import type { RequestContext } from '../../context.ts';
import { booleanOf, filterError, singleText, type NamedFilter } from '../../query/filters.ts';
import type { ObjectDocument, TreeRow } from '../../store/store.ts';
import { readAll } from '../../query/page.ts';
import type { ObjectServices } from '../object-services.ts';
import { findVisible } from '../read-objects.ts';
import { belowOf, folderNode, FOLDERS, visibleFoldersFilter } from './tree-nodes.ts';
import type { FilterValue, ListRequest, SortField } from '../../list-request.ts';

/** The folder that is named by id or uname. @throws ApiError not_found */
export async function folderNamed(
  services: ObjectServices,
  id: string,
  context: RequestContext,
): Promise<ObjectDocument> {
  return (await findVisible(services, FOLDERS, id, context)).document;
}

/** The visible part of the tree below a folder. */
export interface VisibleSubtree {
  node: Pick<TreeRow, 'path'>;
  /** Ids of the folder and of its visible descendants, each with all folders between. */
  folders: readonly number[];
}

/** Two reads. @throws ApiError not_found, query_too_expensive */
export async function visibleSubtree(
  services: ObjectServices,
  folderId: number,
  context: RequestContext,
): Promise<VisibleSubtree> {
  const { store, queryTimeLimit } = services;
  const seen = visibleFoldersFilter(services, context);
  const node = await folderNode(store, folderId);
  const filter = { $and: [{ 'object.type': FOLDERS, ...belowOf(node) }, seen] };
  const options = { projection: { object_id: 1, parent_id: 1 }, maxTimeMS: queryTimeLimit };
  const rows = await readAll(store.trees.find(filter, options).sort({ path: 1 }));
  const folders = new Set([folderId]);
  // Parents come before their children.
  for (const { object_id: id, parent_id: parent } of rows) if (parent !== null && folders.has(parent)) folders.add(id);
  return { node, folders: [...folders] };
}

/** @throws ApiError invalid_filter unless the filter has no value */
export function assertNoValue(value: FilterValue, parameter: string): void {
  if (value !== '' && !booleanOf(value, parameter)) throw filterError(parameter, 'this filter takes no value.');
}

/** They throw ApiError not_found for a hidden folder. */
export function treeFilters(services: ObjectServices, context: RequestContext): Record<string, NamedFilter> {
  return {
    parent: async (value, parameter) => {
      const { _id: id } = await folderNamed(services, singleText(value, parameter), context);
      return { parents: id };
    },
    ancestor: async (value, parameter) => {
      const { _id: id } = await folderNamed(services, singleText(value, parameter), context);
      const { folders } = await visibleSubtree(services, id, context);
      return { parents: { $in: folders } };
    },
    roots: async (value, parameter) => {
      assertNoValue(value, parameter);
      const options = { projection: { object_id: 1 }, maxTimeMS: services.queryTimeLimit };
      const rows = await readAll(services.store.trees.find({ parent_id: null }, options));
      return { _id: { $in: rows.map((row) => row.object_id) } };
    },
  };
}

/** The folder whose children are listed. */
export interface ListedPlace {
  /** null for the roots. */
  parentId: number | null;
  reversed: boolean;
  /** The order of the folder, when it differs from that of the tree. */
  sort?: SortField;
}

/** The members of a folder that determine the order of its children. */
export type OrderedFolder = Pick<ObjectDocument, '_id' | 'custom'>;

/** The default order of the children of a folder (D28); undefined for the order of the tree. */
function childrenOrder(folder: OrderedFolder): SortField | undefined {
  const order = folder.custom?.['children_order'];
  if (typeof order !== 'string' || order === 'position') return undefined;
  return { field: order.replace(/^-/, ''), descending: order.startsWith('-') };
}

/**
 * The place that a list is restricted to: the given folder, or the one in its filters.
 * @param listed the folder of a list of children
 * @returns undefined without a place
 * @throws ApiError not_found
 */
export async function placeOf(
  services: ObjectServices,
  { filters }: Pick<ListRequest, 'filters'>,
  listed: OrderedFolder | undefined,
  context: RequestContext,
): Promise<ListedPlace | undefined> {
  const named = filters.get('parent');
  if (!listed && named === undefined) return filters.has('roots') ? { parentId: null, reversed: false } : undefined;
  const folder = listed ?? (await folderNamed(services, singleText(named ?? '', 'filter[parent]'), context));
  const place = { parentId: folder._id, reversed: false };
  const order = childrenOrder(folder);
  if (!order) return place;
  return order.field === 'position' ? { ...place, reversed: order.descending } : { ...place, sort: order };
}
