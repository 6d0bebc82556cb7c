// Rows of `trees`: subtrees and their limits, ancestors, and `meta.relation` of a place (service.md 2.4).
import type { RequestContext } from '../../context.ts';
import { notFound, ApiError } from '../../errors.ts';
import type { Condition } from '../../query/filters.ts';
import { readAll, underTimeLimit } from '../../query/page.ts';
import { unescapeKeys } from '../../store/stored-keys.ts';
import type { Filter, Store, TreeRow, ObjectPermissions } from '../../store/store.ts';
import { effectivePermissions } from '../visibility/object-permissions.ts';
import type { ObjectServices } from '../object-services.ts';
import { visibleOwnerFilter, visibleTypes } from '../visibility/visibility.ts';
import type { Transaction } from '../../store/transactions/transaction.ts';

export const FOLDERS = 'folders';

/** A folder's own row and all rows below it. */
export const subtreeOf = ({ path }: Pick<TreeRow, 'path'>) => ({ path: { $gte: path, $lt: `${path.slice(0, -1)}0` } });

/** The same without the folder's own row. */
export const belowOf = ({ path }: Pick<TreeRow, 'path'>) => ({ path: { $gt: path, $lt: `${path.slice(0, -1)}0` } });

/** Rows of the descendant folders of a folder, those in the trash included, parents first. */
export const foldersBelow = (store: Store, node: TreeRow): Promise<TreeRow[]> =>
  store.trees
    .find({ 'object.type': FOLDERS, ...belowOf(node) })
    .sort({ path: 1 })
    .toArray();

/** The one row of a folder. @throws ApiError not_found when it was purged since it was read */
export async function folderNode(store: Store, folderId: number): Promise<TreeRow> {
  const node = await store.trees.findOne({ object_id: folderId });
  if (!node) throw notFound(`${FOLDERS} "${folderId}"`);
  return node;
}

/** Rows of some folders by folder id. */
export async function folderNodes(store: Store, folderIds: readonly number[]): Promise<Map<number, TreeRow>> {
  if (folderIds.length === 0) return new Map();
  const rows = await store.trees.find({ object_id: { $in: [...folderIds] }, 'object.type': FOLDERS }).toArray();
  return new Map(rows.map((row) => [row.object_id, row]));
}

/** Condition on the rows of visible folders. */
export function visibleFoldersFilter({ modelService, clock }: ObjectServices, context: RequestContext): Condition {
  const type = modelService.current().types.get(FOLDERS);
  return visibleOwnerFilter(visibleTypes(type ? [type] : [], context, clock.now()));
}

/** The permissions that an object inherits from its folders, by their rows. */
export function inheritedIn(
  parents: readonly number[],
  nodes: ReadonlyMap<number, Pick<TreeRow, 'permissions'>>,
): ObjectPermissions | undefined {
  const places = parents.map((id) => nodes.get(id)?.permissions);
  return places.some((place) => place) ? effectivePermissions([], places) : undefined;
}

/**
 * The visible ancestors of some places, by the copies in their own rows: one read at most.
 * @param known a folder that is known to be visible
 * @throws ApiError query_too_expensive
 */
export async function visibleAbove(
  services: ObjectServices,
  { nodes, known }: { nodes: readonly Pick<TreeRow, 'ancestors'>[]; known?: number | undefined },
  context: RequestContext,
): Promise<ReadonlySet<number>> {
  const ids = [...new Set(nodes.flatMap(({ ancestors }) => ancestors))].filter((id) => id !== known);
  const own = known === undefined ? [] : [known];
  if (ids.length === 0) return new Set(own);
  const visible = visibleFoldersFilter(services, context);
  const filter = { $and: [{ object_id: { $in: ids }, 'object.type': FOLDERS }, visible] };
  const rows = await readAll(services.store.trees.find(filter, { projection: { object_id: 1 } }));
  return new Set([...own, ...rows.map((row) => row.object_id)]);
}

/** The ancestors of a place up to the first hidden one (D170). */
const shownAbove = ({ ancestors }: TreeRow, seen: ReadonlySet<number>): number[] =>
  ancestors.slice(ancestors.findLastIndex((id) => !seen.has(id)) + 1);

/** `meta.relation` of a place, without its position and its nested-set numbers. */
const shownNode = (node: TreeRow, seen: ReadonlySet<number>) => {
  const { parent_id: parentId, ancestors } = node;
  const isParentSeen = parentId === null || seen.has(parentId);
  return {
    id: node._id,
    object_id: node.object_id,
    parent_id: isParentSeen ? parentId : null,
    root_id: ancestors.every((id) => seen.has(id)) ? node.root_id : null,
    parent_node_id: isParentSeen ? node.parent_node_id : null,
    depth_level: node.depth_level,
    menu: node.menu,
    canonical: node.canonical,
    params: unescapeKeys(node.params),
    slug: node.slug ?? null,
  };
};

/** Positions of siblings by row id; few other siblings are between the first and the last of them. */
async function positionsOf(
  { store, queryTimeLimit: maxTimeMS }: ObjectServices,
  nodes: readonly TreeRow[],
): Promise<Map<number, number>> {
  const sorted = [...nodes].sort((a, b) => (a.key < b.key ? -1 : 1));
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (!first || !last) return new Map();
  const siblings = { parent_id: first.parent_id, 'object.trashed': false };
  const range = { ...siblings, key: { $gte: first.key, $lte: last.key } };
  const [before, between] = await underTimeLimit(
    Promise.all([
      store.trees.countDocuments({ ...siblings, key: { $lt: first.key } }, { maxTimeMS }),
      store.trees
        .find(range, { projection: { _id: 1, key: 1 }, maxTimeMS })
        .sort({ key: 1 })
        .toArray(),
    ]),
  );
  return new Map(between.map((row, index) => [row._id, before + index + 1]));
}

/** Positions of places in different folders by row id: one read. */
async function positionsApart(
  { store, queryTimeLimit: maxTimeMS }: ObjectServices,
  nodes: readonly TreeRow[],
): Promise<Map<number, number>> {
  if (nodes.length === 0) return new Map();
  const isBefore = { $and: [{ $eq: ['$parent_id', '$$parent'] }, { $lt: ['$key', '$$key'] }] };
  const siblings = {
    from: store.trees.collectionName,
    let: { parent: '$parent_id', key: '$key' },
    pipeline: [{ $match: { 'object.trashed': false, $expr: isBefore } }, { $count: 'count' }],
    as: 'before',
  };
  const stages = [
    { $match: { _id: { $in: nodes.map(({ _id }) => _id) } } },
    { $project: { parent_id: 1, key: 1 } },
    { $lookup: siblings },
  ];
  const rows = await underTimeLimit(
    store.trees.aggregate<{ _id: number; before: { count: number }[] }>(stages, { maxTimeMS }).toArray(),
  );
  return new Map(rows.map(({ _id, before }) => [_id, (before[0]?.count ?? 0) + 1]));
}

/** `meta.relation` of a place (service.md 4.8). */
export type ShownPlace = ReturnType<typeof shownNode> & {
  position?: number;
  tree_left?: number;
  tree_right?: number;
};

const POSITIONS = {
  'in order': positionsOf,
  'in another order': () => Promise.resolve(new Map<number, number>()),
  'in several folders': positionsApart,
};

export type PlacesListed = keyof typeof POSITIONS;

/**
 * `meta.relation` of places by row id, with their positions among all siblings that are not in the trash. Positions are
 * omitted when the children of one folder are listed in another order than its own and counting would be too expensive.
 * @param known a folder that is known to be visible
 * @throws ApiError query_too_expensive
 */
export async function shownPlaces(
  services: ObjectServices,
  { nodes, listed, known }: { nodes: readonly TreeRow[]; listed: PlacesListed; known?: number },
  context: RequestContext,
): Promise<Map<number, ShownPlace>> {
  const [seen, places] = await Promise.all([
    visibleAbove(services, { nodes, known }, context),
    POSITIONS[listed](services, nodes),
  ]);
  return new Map(
    nodes.map((node) => {
      const position = places.get(node._id);
      return [node._id, { ...shownNode(node, seen), ...(position !== undefined && { position }) }];
    }),
  );
}

/** A place with its nested-set numbers over all trees (D59, D545), of one snapshot. @throws ApiError query_too_expensive */
export async function shownWithNumbers(
  services: ObjectServices,
  objectId: number,
  context: RequestContext,
): Promise<ShownPlace | undefined> {
  const { store, queryTimeLimit: maxTimeMS } = services;
  const read = store.transaction(async (transaction) => {
    const node = await store.trees.findOne({ object_id: objectId }, { session: transaction });
    if (!node) return undefined;
    const count = (filter: Filter<TreeRow>): Promise<number> =>
      store.trees.countDocuments(filter, { session: transaction, maxTimeMS });
    const rank = await count({ path: { $lt: node.path } });
    const below = await count(belowOf(node));
    const before = await count({ parent_id: node.parent_id, 'object.trashed': false, key: { $lt: node.key } });
    const left = 2 * rank - node.depth_level + 1;
    return { node, numbers: { tree_left: left, tree_right: left + 2 * below + 1, position: before + 1 } };
  });
  const place = await underTimeLimit(read);
  if (!place) return undefined;
  return { ...shownNode(place.node, await visibleAbove(services, { nodes: [place.node] }, context)), ...place.numbers };
}

/** `meta.path` of some folders by id: two reads for all of them. */
export async function folderPaths(
  services: ObjectServices,
  folderIds: readonly number[],
  context: RequestContext,
): Promise<Map<number, string>> {
  const nodes = await folderNodes(services.store, folderIds);
  const seen = await visibleAbove(services, { nodes: [...nodes.values()] }, context);
  const paths = new Map<number, string>();
  for (const [id, node] of nodes) paths.set(id, `/${[...shownAbove(node, seen), node.object_id].join('/')}`);
  return paths;
}

/** Maximum depth of folders in the tree (D59). */
export const MAX_DEPTH = 100;
/** Places below a folder that moves, all in one transaction: 100,000 took 15 s with ten other tasks on two cores (D575). */
const MOST_MOVED = 200_000;

export const invalidPlace = (detail: string): ApiError =>
  new ApiError('invalid_data', { detail, source: { pointer: '/data' } });

export const tooDeep = (): ApiError =>
  invalidPlace(`[parent_id.depth]: The tree would be more than ${MAX_DEPTH} folders deep.`);

/** A folder moves with all places below it. @param by levels that it goes down @throws ApiError invalid_data, bad_request */
export async function assertMovable(
  { trees }: Store,
  node: TreeRow,
  { by, transaction }: { by: number; transaction: Transaction },
): Promise<void> {
  if ((await trees.countDocuments(belowOf(node), { session: transaction, limit: MOST_MOVED + 1 })) > MOST_MOVED) {
    throw new ApiError('bad_request', `More than ${MOST_MOVED} places are below it, too many for one move.`);
  }
  if (by <= 0) return;
  const [deepest] = await trees
    .find({ 'object.type': FOLDERS, ...subtreeOf(node) }, { session: transaction, projection: { depth_level: 1 } })
    .sort({ depth_level: -1 })
    .limit(1)
    .toArray();
  if ((deepest ?? node).depth_level + by >= MAX_DEPTH) throw tooDeep();
}

/** Ids of the objects and folders below a folder, as many as may move with it. */
export async function idsBelow({ trees }: Store, node: TreeRow): Promise<number[]> {
  const rows = await trees.find(belowOf(node), { projection: { _id: 0, object_id: 1 }, limit: MOST_MOVED }).toArray();
  return rows.map(({ object_id: id }) => id);
}
