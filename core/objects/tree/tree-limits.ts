// Limits of the depth of the tree, and of the number of places that move together.
import { ApiError } from '../../errors.ts';
import type { Store, TreeRow } from '../../store/store.ts';
import type { Transaction } from '../../store/transactions/transaction.ts';
import { belowOf, FOLDERS, subtreeOf } from './tree-nodes.ts';

/** Maximum depth of folders in the tree (D59). */
export const MAX_DEPTH = 100;
/** Places below a folder that moves, all in one transaction: 100,000 took 15 s with ten other tasks on two cores (D575). */
const MOST_MOVED = 200_000;

export const invalidPlace = (detail: string): ApiError =>
  new ApiError('invalid_data', { detail, source: { pointer: '/data' } });

export const tooDeep = (): ApiError =>
  invalidPlace(`[parent_id.depth]: The tree would be more than ${MAX_DEPTH} folders deep.`);

/**
 * Whether a folder may move with all places below it.
 * @param by levels that it goes down
 * @throws ApiError invalid_data, bad_request
 */
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
