// The place in the tree that a list is restricted to, and the order of its folder (D28).
import type { RequestContext } from '../../context.ts';
import type { ListRequest, SortField } from '../../list-request.ts';
import { singleText } from '../../query/filters.ts';
import type { ObjectDocument } from '../../store/store.ts';
import type { ObjectServices } from '../object-services.ts';
import { folderNamed } from './tree-filters.ts';

/** The folder whose children are listed. */
export interface ListedPlace {
  /** null for the roots. */
  parentId: number | null;
  /** The order of the tree is reversed. */
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
