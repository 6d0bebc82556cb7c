import { describe, expect, it } from 'vitest';
import { keyBetween, keysAfter, keysInOrder, longestIncreasing } from '../../../core/objects/tree/sibling-keys.ts';

describe('keys of siblings', () => {
  it('stay short when each is added after the previous one', () => {
    let last: string | null = null;
    for (let n = 0; n < 5000; n++) {
      const next: string = keyBetween(last, null);
      expect(last === null || next > last).toBe(true);
      last = next;
    }
    expect(last?.length).toBeLessThan(6);
  });

  it('allow a key between any two, and contain no separator of paths', () => {
    let [low, high] = ['a0', 'a1'];
    for (let n = 0; n < 100; n++) {
      const middle = keyBetween(low, high);
      expect(middle > low && middle < high).toBe(true);
      expect(middle).toMatch(/^[0-9A-Za-z]+$/);
      // As parts of a path they keep their order.
      expect(`${low}/` < `${middle}/` && `${middle}/` < `${high}/`).toBe(true);
      if (n % 2) low = middle;
      else high = middle;
    }
  });

  it('are in order after another key', () => {
    const keys = keysAfter('a5', 100);
    expect([...keys].sort()).toEqual(keys);
    expect(keys[0] !== undefined && keys[0] > 'a5').toBe(true);
  });
});

describe('a list in order', () => {
  it('keeps as many places as possible', () => {
    expect(longestIncreasing(['a3', 'a1', 'a2', null, 'a4'])).toEqual(new Set([1, 2, 4]));
    expect(keysInOrder(['a1', 'a2', 'a3'], ['a1', 'a2', 'a3'])).toEqual(new Map());
  });

  it.each([[['a3', 'a2', 'a1']], [[null, 'a1', null, null, 'a0', null]], [[null, null]], [['a2', null, 'a1', 'a3']]])(
    'is ascending with the new keys: %j',
    (current) => {
      const taken = ['Zz', 'a0', 'a1', 'a1V', 'a2', 'a3', 'a4'];
      const made = keysInOrder(current, taken);
      const keys = current.map((key, index) => made.get(index) ?? key ?? '');
      expect([...keys].sort()).toEqual(keys);
      expect(new Set(keys).size).toBe(keys.length);
      for (const key of made.values()) expect(taken).not.toContain(key);
    },
  );
});
