// Keys of places by position, among the siblings that a transaction reads.
import type { Collection, TreeRow } from '../../store/store.ts';
import type { Transaction } from '../../store/transactions/transaction.ts';
import { keyBetween } from './sibling-keys.ts';

/** By folder: the keys that were just assigned at its ends, beyond all others. */
export type EndKeys = Map<number | null, { first?: string; last?: string }>;

interface Siblings {
  trees: Collection<TreeRow>;
  transaction: Transaction;
  ends: EndKeys;
  /** Called before siblings are read. */
  beforeRead: () => Promise<void>;
}

/** Key of the first or last sibling. */
async function endKey(
  { trees, transaction }: Siblings,
  filter: Record<string, unknown>,
  order: { direction: 1 | -1; skip?: number },
): Promise<string | null> {
  const [row] = await trees
    .find(filter, { session: transaction, projection: { key: 1 } })
    .sort({ key: order.direction })
    .skip(order.skip ?? 0)
    .limit(1)
    .toArray();
  return row?.key ?? null;
}

/** Key next to the sibling at a position inside of the folder; undefined when the folder has fewer. */
async function innerKey(
  siblings: Siblings,
  { parentId, position }: { parentId: number | null; position: number },
  nodeId: number,
): Promise<string | undefined> {
  const others = { parent_id: parentId, _id: { $ne: nodeId } };
  // Siblings in the trash have places, but no positions.
  const counted = { ...others, 'object.trashed': false };
  const direction = position > 0 ? 1 : -1;
  const beside = await endKey(siblings, counted, { direction, skip: Math.abs(position) - 2 });
  if (beside === null) return undefined;
  const isAfter = position > 0;
  const next = await endKey(siblings, { ...others, key: { [isAfter ? '$gt' : '$lt']: beside } }, { direction });
  return isAfter ? keyBetween(beside, next) : keyBetween(next, beside);
}

/**
 * Key for a place at a position: 1 is the first, -1 or no position the last.
 * @param nodeId of the row that gets it
 */
export async function keyAt(
  siblings: Siblings,
  { parentId, position = -1 }: { parentId: number | null; position: number | undefined },
  nodeId: number,
): Promise<string> {
  const { ends } = siblings;
  if (Math.abs(position) > 1) {
    await siblings.beforeRead();
    ends.delete(parentId);
    const key = await innerKey(siblings, { parentId, position }, nodeId);
    if (key !== undefined) return key;
  }
  // A position beyond the last place is the last, one before the first the first.
  const end = position === 1 || position < -1 ? 'first' : 'last';
  let key = ends.get(parentId)?.[end] ?? null;
  if (key === null) {
    await siblings.beforeRead();
    key = await endKey(
      siblings,
      { parent_id: parentId, _id: { $ne: nodeId } },
      { direction: end === 'first' ? 1 : -1 },
    );
  }
  const chosen = end === 'first' ? keyBetween(null, key) : keyBetween(key, null);
  ends.set(parentId, { ...ends.get(parentId), [end]: chosen });
  return chosen;
}
