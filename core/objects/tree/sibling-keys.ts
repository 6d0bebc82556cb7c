// Keys that order siblings (D545): another key exists between any two, so that no sibling is rewritten when one is
// added or moved. Characters are 0-9A-Za-z, compared as bytes.
import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import { itemAt } from '../../values.ts';
import { countBelow } from '../changes/link-plan.ts';
import type { Collection, TreeRow } from '../../store/store.ts';
import type { Transaction } from '../../store/transactions/transaction.ts';

/** A key between two others; null is the end. */
export const keyBetween = (before: string | null, after: string | null): string => generateKeyBetween(before, after);

/** Keys in order after another one. */
export const keysAfter = (before: string | null, count: number): string[] => generateNKeysBetween(before, null, count);

/** Keys grow when many are inserted at one place; from this length on, all keys of the folder are replaced. */
export const MAX_KEY_LENGTH = 60;

/** Indexes of a longest increasing subsequence: its items keep their places when the others are sorted around them. */
export function longestIncreasing(keys: readonly (string | null)[]): Set<number> {
  const tails: number[] = [];
  const previous: number[] = [];
  keys.forEach((key, index) => {
    if (key === null) return;
    const length = countBelow(tails, (tail) => (keys[tail] ?? '') < key);
    previous[index] = length > 0 ? itemAt(tails, length - 1) : -1;
    tails[length] = index;
  });
  const kept = new Set<number>();
  for (let index = tails.at(-1) ?? -1; index >= 0; index = itemAt(previous, index)) kept.add(index);
  return kept;
}

/**
 * New keys for the items that have to move so that the list is in order; items without a key are new.
 * @param taken all keys of the folder, ascending: siblings outside of the list keep their places
 */
export function keysInOrder(current: readonly (string | null)[], taken: readonly string[]): Map<number, string> {
  const kept = longestIncreasing(current);
  const made = new Map<number, string>();
  let before: string | null = null;
  for (let index = 0; index < current.length;) {
    if (kept.has(index)) {
      before = itemAt(current, index++);
      continue;
    }
    let end = index;
    while (end < current.length && !kept.has(end)) end++;
    const from: string | null = before;
    const after = taken.find((key) => from === null || key > from) ?? null;
    for (const key of generateNKeysBetween(before, after, end - index)) made.set(index++, key);
  }
  return made;
}

/** By folder: the keys that were just assigned at its ends, beyond all others. */
export type EndKeys = Map<number | null, { first?: string; last?: string }>;

interface Siblings {
  trees: Collection<TreeRow>;
  transaction: Transaction;
  ends: EndKeys;
  beforeRead: () => Promise<void>;
}

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

/** Key for a place at a position: 1 is the first, -1 or no position the last. @param nodeId of the row that gets it */
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
    const others = { parent_id: parentId, _id: { $ne: nodeId } };
    key = await endKey(siblings, others, { direction: end === 'first' ? 1 : -1 });
  }
  const chosen = end === 'first' ? keyBetween(null, key) : keyBetween(key, null);
  ends.set(parentId, { ...ends.get(parentId), [end]: chosen });
  return chosen;
}
