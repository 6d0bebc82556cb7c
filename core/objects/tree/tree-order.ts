// Which place in the tree a list is about, and the order that its folder has (D28).
import type { RequestContext } from '../../context.ts';
import type { ListRequest, SortField } from '../../list-request.ts';
import { textOf } from '../../query/filters.ts';
import type { ObjectDocument } from '../../store/store.ts';
import type { ObjectServices } from '../object-services.ts';
import { folderNamed } from './tree-filters.ts';

/** Whose children a list has. */
export interface ListedPlace {
  /** null for the roots. */
  parentId: number | null;
  /** The order of the tree is taken backwards. */
  reversed: boolean;
  /** The order of the folder, where that is not the order of the tree. */
  sort?: SortField;
}

/** A folder, as far as it says in which order its children are. */
export type OrderedFolder = Pick<ObjectDocument, '_id' | 'custom'>;

/** How the children of a folder are ordered unless a request says it (D28); undefined for the order of the tree. */
function childrenOrder(folder: OrderedFolder): SortField | undefined {
  const order = folder.custom?.['children_order'];
  if (typeof order !== 'string' || order === 'position') return undefined;
  return { field: order.replace(/^-/, ''), descending: order.startsWith('-') };
}

/**
 * The place that a list is about: the folder given, or the one that its filters name.
 * @param listed the folder of a list that is about its children by itself
 * @returns undefined when it is about none
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
  const folder = listed ?? (await folderNamed(services, textOf(named ?? '', 'filter[parent]'), context));
  const place = { parentId: folder._id, reversed: false };
  const order = childrenOrder(folder);
  if (!order) return place;
  return order.field === 'position' ? { ...place, reversed: order.descending } : { ...place, sort: order };
}
