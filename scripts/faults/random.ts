// Numbers that are the same for the same seed.

export interface Random {
  /** A whole number from 0 to `limit` - 1. */
  below(limit: number): number;
}

/** Mulberry32. @returns whole numbers of 32 bits */
export function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

export function createRandom(seed: number): Random {
  const next = mulberry(seed);
  return { below: (limit) => next() % limit };
}

/** All of them in an order of chance. */
export function shuffled<T>(all: readonly T[], random: Random): T[] {
  const rest = [...all];
  return all.map(() => rest.splice(random.below(rest.length), 1)[0] as T);
}
