// Rows of `trees` as they are read: subtrees, the folders above, what `meta.relation` shows of a place (service.md 2.4).
import type { Resource } from '../../format/jsonapi/documents.ts';
import type { Store, TreeRow } from '../../store/store.ts';
import type { Transaction } from '../../store/transaction.ts';
import { effectivePermissions, type ObjectPermissions } from '../object-permissions.ts';

export const FOLDERS = 'folders';

/** A folder's own row and all below it. */
export const subtreeOf = ({ path }: Pick<TreeRow, 'path'>) => ({ path: { $gte: path, $lt: `${path.slice(0, -1)}0` } });

/** The same without the folder's own row. */
export const belowOf = ({ path }: Pick<TreeRow, 'path'>) => ({ path: { $gt: path, $lt: `${path.slice(0, -1)}0` } });

/** Rows of the folders below a folder, those in the trash too, parents first. */
export const foldersBelow = (store: Store, node: TreeRow, session?: Transaction): Promise<TreeRow[]> =>
  store.trees
    .find({ 'object.type': FOLDERS, ...belowOf(node) }, session ? { session } : {})
    .sort({ path: 1 })
    .toArray();

/** The one row of a folder. @throws Error when it has none */
export async function folderNode(store: Store, folderId: number): Promise<TreeRow> {
  const node = await store.trees.findOne({ object_id: folderId });
  if (!node) throw new Error(`folder ${folderId} has no place in the tree`);
  return node;
}

/** Rows of some folders by folder id. */
export async function folderNodes(store: Store, folderIds: readonly number[]): Promise<Map<number, TreeRow>> {
  if (folderIds.length === 0) return new Map();
  const rows = await store.trees.find({ object_id: { $in: [...folderIds] }, 'object.type': FOLDERS }).toArray();
  return new Map(rows.map((row) => [row.object_id, row]));
}

/** What an object inherits in the folders that it is in, by their rows. */
export function inheritedIn(
  parents: readonly number[],
  nodes: ReadonlyMap<number, Pick<TreeRow, 'permissions'>>,
): ObjectPermissions | undefined {
  const places = parents.map((id) => nodes.get(id)?.permissions as ObjectPermissions | undefined);
  return places.some((place) => place) ? effectivePermissions([], places) : undefined;
}

/** What `meta.relation` shows of a place, but for its position and the numbers of the nested set. */
const shownNode = (node: TreeRow) => ({
  id: node._id,
  object_id: node.object_id,
  parent_id: node.parent_id,
  root_id: node.root_id,
  parent_node_id: node.parent_node_id,
  depth_level: node.depth_level,
  menu: node.menu,
  canonical: node.canonical,
  params: node.params,
});

/** Number of siblings before a place that are not in the trash. */
const countBefore = (store: Store, { parent_id, key }: TreeRow, session?: Transaction): Promise<number> =>
  store.trees.countDocuments({ parent_id, 'object.trashed': false, key: { $lt: key } }, session ? { session } : {});

/**
 * What is shown of places by row id, positions among all siblings that are not in the trash. For places in one folder two
 * reads, else one for each folder.
 */
export async function shownPlaces(store: Store, nodes: readonly TreeRow[]): Promise<Map<number, object>> {
  const byParent = new Map<number | null, TreeRow[]>();
  for (const node of nodes) byParent.set(node.parent_id, [...(byParent.get(node.parent_id) ?? []), node]);
  const shown = new Map<number, object>();
  await Promise.all(
    [...byParent.values()].map(async (siblings) => {
      const sorted = [...siblings].sort((a, b) => (a.key < b.key ? -1 : 1));
      const [first, last] = [sorted[0], sorted.at(-1)] as [TreeRow, TreeRow];
      const range = { parent_id: first.parent_id, 'object.trashed': false, key: { $gte: first.key, $lte: last.key } };
      const [before, between] = await Promise.all([
        countBefore(store, first),
        sorted.length === 1
          ? [first]
          : store.trees
              .find(range, { projection: { _id: 1, key: 1 } })
              .sort({ key: 1 })
              .toArray(),
      ]);
      const places = new Map(between.map((row, index) => [row._id, before + index + 1]));
      for (const node of sorted) shown.set(node._id, { ...shownNode(node), position: places.get(node._id) ?? 0 });
    }),
  );
  return shown;
}

/**
 * A place with its numbers in the nested set, which run through the whole forest (D59, reference/feasibility.md 2). They
 * are read at one moment, or they would not fit each other.
 */
export const shownWithNumbers = (store: Store, objectId: number): Promise<object | undefined> =>
  store.transaction(async (session) => {
    const node = await store.trees.findOne({ object_id: objectId }, { session });
    if (!node) return undefined;
    const rank = await store.trees.countDocuments({ path: { $lt: node.path } }, { session });
    const below = await store.trees.countDocuments(belowOf(node), { session });
    const position = (await countBefore(store, node, session)) + 1;
    const left = 2 * rank - node.depth_level + 1;
    return { ...shownNode(node), tree_left: left, tree_right: left + 2 * below + 1, position };
  });

/** `meta.path` on those of an answer's resources that are folders: one read for all of them. */
export async function addFolderPaths(store: Store, resources: readonly Resource[]): Promise<void> {
  const folders = resources.filter(({ type }) => type === FOLDERS);
  const nodes = await folderNodes(
    store,
    folders.map(({ id }) => Number(id)),
  );
  for (const { id, meta } of folders) {
    const node = nodes.get(Number(id));
    if (node) meta['path'] = `/${[...node.ancestors, node.object_id].join('/')}`;
  }
}
