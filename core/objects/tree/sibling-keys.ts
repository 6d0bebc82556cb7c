// Keys that order siblings (D545): another key exists between any two, so that no sibling is rewritten when one is
// added or moved. Characters are 0-9A-Za-z, compared as bytes.
import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import { itemAt } from '../../values.ts';

/** A key between two others; null is the end. */
export const keyBetween = (before: string | null, after: string | null): string => generateKeyBetween(before, after);

/** Keys in order after another one. */
export const keysAfter = (before: string | null, count: number): string[] => generateNKeysBetween(before, null, count);

/** Keys grow when many are inserted at one place; from this length on, all keys of the folder are replaced. */
export const MAX_KEY_LENGTH = 60;

/**
 * Indexes of a longest increasing subsequence: the items that keep their places when the others are sorted around them.
 */
export function longestIncreasing(keys: readonly (string | null)[]): Set<number> {
  const tails: number[] = [];
  const previous: number[] = [];
  keys.forEach((key, index) => {
    if (key === null) return;
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((keys[itemAt(tails, middle)] ?? '') < key) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? itemAt(tails, low - 1) : -1;
    tails[low] = index;
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
