// Which place in the tree a list is about, and the order that its folder has (D28).
import type { RequestContext } from '../../context.ts';
import type { ListRequest, SortField } from '../../list-request.ts';
import { textOf } from '../../query/filters.ts';
import type { ObjectDocument } from '../../store/store.ts';
import type { ObjectServices } from '../object-services.ts';
import { folderNamed } from './tree-filters.ts';
import { FOLDERS } from './tree-nodes.ts';

/** Whose children a list has. */
export interface ListedPlace {
  /** null for the roots. */
  parentId: number | null;
  /** The order of the tree is taken backwards. */
  reversed: boolean;
  /** The order of the folder, where that is not the order of the tree. */
  sort?: SortField;
}

/** How the children of a folder are ordered unless a request says it (D28); undefined for the order of the tree. */
function childrenOrder(folder: Pick<ObjectDocument, 'custom'> | null): SortField | undefined {
  const order = folder?.custom?.['children_order'];
  if (typeof order !== 'string' || order === 'position') return undefined;
  return { field: order.replace(/^-/, ''), descending: order.startsWith('-') };
}

/**
 * The place that a list is about: of the folder given, or of the one that its filters name.
 * @param folderId of a list that is about the children of a folder by itself
 * @returns undefined when it is about none
 * @throws ApiError not_found
 */
export async function placeOf(
  services: ObjectServices,
  { filters }: Pick<ListRequest, 'filters'>,
  folderId: number | undefined,
  context: RequestContext,
): Promise<ListedPlace | undefined> {
  const parent = filters.get('parent');
  if (folderId === undefined && parent === undefined) {
    return filters.has('roots') ? { parentId: null, reversed: false } : undefined;
  }
  const parentId = folderId ?? (await folderNamed(services, textOf(parent ?? '', 'filter[parent]'), context));
  const folder = await services.store.documents(FOLDERS).findOne({ _id: parentId }, { projection: { custom: 1 } });
  const order = childrenOrder(folder);
  if (order?.field === 'position') return { parentId, reversed: order.descending };
  return { parentId, reversed: false, ...(order && { sort: order }) };
}
