// Random choices that a seed repeats.

export interface Random {
  /** A whole number from 0 to below the end. */
  below(end: number): number;
  /** A whole number from the first to the last. */
  between(first: number, last: number): number;
  chance(probability: number): boolean;
  /** @throws Error for an empty list */
  pick<T>(values: readonly T[]): T;
  /** Some of the values, at most `count`, in random order. */
  some<T>(values: readonly T[], count: number): T[];
}

/** The generator mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return {
    below,
    between: (first, last) => first + below(last - first + 1),
    chance: (probability) => next() < probability,
    pick<T>(values: readonly T[]): T {
      if (values.length === 0) throw new Error('nothing to pick from');
      return values[below(values.length)] as T;
    },
    some<T>(values: readonly T[], count: number): T[] {
      const left = [...values];
      const taken: T[] = [];
      while (taken.length < count && left.length > 0) taken.push(...left.splice(below(left.length), 1));
      return taken;
    },
  };
}
