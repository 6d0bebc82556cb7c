// The children of a folder, and the folders of an object, with the place of each as `meta.relation` (service.md 4.8).
import type { RequestContext } from '../../context.ts';
import type { ListRequest } from '../../list-request.ts';
import type { TreeRow } from '../../store/store.ts';
import { listObjects, type ObjectPage } from './list-objects.ts';
import { requireType, type ObjectServices } from '../object-services.ts';
import { findVisible } from '../read-objects.ts';
import type { ObjectRecord } from '../object-record.ts';
import { visibilityFor, visibleFilter } from '../visibility/visibility.ts';
import { FOLDERS, shownPlaces, shownWithNumbers, type PlacesListed, type ShownPlace } from '../tree/tree-nodes.ts';

export interface PlacePage extends ObjectPage {
  /** `meta.relation` by object id. */
  relation: ReadonlyMap<number, ShownPlace>;
}

type KeyOf = (row: TreeRow) => number;

async function relationOf(
  services: ObjectServices,
  { rows, keyOf, ...read }: { rows: readonly TreeRow[]; listed: PlacesListed; known?: number; keyOf: KeyOf },
  context: RequestContext,
): Promise<Map<number, ShownPlace>> {
  const shown = await shownPlaces(services, { nodes: rows, ...read }, context);
  return new Map(
    rows.flatMap((row): [number, ShownPlace][] => {
      const place = shown.get(row._id);
      return place ? [[keyOf(row), place]] : [];
    }),
  );
}

const placesIn = async ({ store }: ObjectServices, folderId: number, ids: readonly number[]): Promise<TreeRow[]> =>
  ids.length === 0 ? [] : store.trees.find({ parent_id: folderId, object_id: { $in: [...ids] } }).toArray();

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
  const ids = page.found.map((each) => each.document._id);
  const rows = page.places ?? (await placesIn(services, document._id, ids));
  const listed = page.places ? 'in order' : 'in another order';
  const keyOf: KeyOf = (row) => row.object_id;
  return { ...page, relation: await relationOf(services, { rows, listed, known: document._id, keyOf }, context) };
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
  const parents = page.found.map((each) => each.document._id);
  const rows =
    parents.length === 0
      ? []
      : await services.store.trees.find({ object_id: document._id, parent_id: { $in: parents } }).toArray();
  const listed = 'in several folders';
  return {
    ...page,
    relation: await relationOf(services, { rows, listed, keyOf: (row) => row.parent_id ?? 0 }, context),
  };
}

export interface ShownParent {
  parent: ObjectRecord;
  /** Place of the requested folder, with its nested-set numbers (D50). */
  relation: ShownPlace;
}

/** null for a root, and when the parent is hidden from the caller. @throws ApiError not_found */
export async function parentOfFolder(
  services: ObjectServices,
  folderId: string,
  context: RequestContext,
): Promise<ShownParent | null> {
  const { document } = await findVisible(services, FOLDERS, folderId, context);
  const type = requireType(services, FOLDERS);
  const visibility = visibilityFor(type, context, services.clock.now());
  const [parentId] = document.parents ?? [];
  if (parentId === undefined || !visibility) return null;
  const parent = await services.store.documents(FOLDERS).findOne({ _id: parentId, ...visibleFilter(visibility) });
  const relation = parent && (await shownWithNumbers(services, document._id, context));
  return relation ? { parent: { type, document: parent }, relation: relation } : null;
}
