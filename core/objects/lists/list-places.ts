// The children of a folder, and the folders of an object, with the place of each as `meta.relation` (service.md 4.8).
import type { RequestContext } from '../../context.ts';
import type { ListRequest } from '../../list-request.ts';
import type { Filter, TreeRow } from '../../store/store.ts';
import { listObjects, type ObjectPage } from './list-objects.ts';
import { requireType, type ObjectServices } from '../object-services.ts';
import { findVisible } from '../read-objects.ts';
import type { ObjectRecord } from '../object-record.ts';
import { visibilityFor, visibleFilter } from '../visibility/visibility.ts';
import { FOLDERS, shownPlaces, shownWithNumbers, type ShownPlace } from '../tree/tree-nodes.ts';
import { valueOf } from '../../values.ts';

export interface PlacePage extends ObjectPage {
  relation: ReadonlyMap<number, ShownPlace>;
}

/** Of each place, the object at one end of it. */
async function relationOf(
  services: ObjectServices,
  { end, ...read }: Parameters<typeof shownPlaces>[1] & { end: 'object_id' | 'parent_id' },
  context: RequestContext,
): Promise<Map<number, ShownPlace>> {
  const shown = await shownPlaces(services, read, context);
  return new Map(read.nodes.map((row) => [row[end] ?? 0, valueOf(shown, row._id)]));
}

const placesOf = async ({ store }: ObjectServices, filter: Filter<TreeRow>, page: ObjectPage): Promise<TreeRow[]> =>
  page.found.length === 0 ? [] : store.trees.find(filter).toArray();

/**
 * A page of a folder's children, in their order unless the request has a sort or a search.
 * @throws ApiError not_found, invalid_filter, unsupported_sort, page_not_found, query_too_expensive
 */
export async function listChildren(
  services: ObjectServices,
  folderId: string,
  request: ListRequest,
  context: RequestContext,
): Promise<PlacePage> {
  const { document } = await findVisible(services, FOLDERS, folderId, context);
  const page = await listObjects(services, { typeName: 'objects', order: { childrenOf: document } }, request, context);
  const filter = { parent_id: document._id, object_id: { $in: page.found.map((each) => each.document._id) } };
  const nodes = page.places ?? (await placesOf(services, filter, page));
  const listed = page.places ? 'in order' : 'in another order';
  const read = { nodes, listed, known: document._id, end: 'object_id' } as const;
  return { ...page, relation: await relationOf(services, read, context) };
}

/**
 * A page of the folders of an object.
 * @throws ApiError not_found, invalid_filter, unsupported_sort, page_not_found, query_too_expensive
 */
export async function listParents(
  services: ObjectServices,
  { typeName, id }: { typeName: string; id: string },
  request: ListRequest,
  context: RequestContext,
): Promise<PlacePage> {
  const { document } = await findVisible(services, typeName, id, context);
  const scope = { _id: { $in: [...(document.parents ?? [])] } };
  const page = await listObjects(services, { typeName: FOLDERS, scope }, request, context);
  const filter = { object_id: document._id, parent_id: { $in: page.found.map((each) => each.document._id) } };
  const read = {
    nodes: await placesOf(services, filter, page),
    listed: 'in several folders',
    end: 'parent_id',
  } as const;
  return { ...page, relation: await relationOf(services, read, context) };
}

/**
 * The parent, and the place of the requested folder with its nested-set numbers (D50); null for a root, and when the parent is
 * hidden from the caller. @throws ApiError not_found
 */
export async function parentOfFolder(
  services: ObjectServices,
  folderId: string,
  context: RequestContext,
): Promise<{ parent: ObjectRecord; relation: ShownPlace } | null> {
  const { document } = await findVisible(services, FOLDERS, folderId, context);
  const type = requireType(services, FOLDERS);
  const visibility = visibilityFor(type, context, services.clock.now());
  const [parentId] = document.parents ?? [];
  if (parentId === undefined || !visibility) return null;
  const parent = await services.store.documents(FOLDERS).findOne({ _id: parentId, ...visibleFilter(visibility) });
  const relation = parent && (await shownWithNumbers(services, document._id, context));
  return relation ? { parent: { type, document: parent }, relation } : null;
}
