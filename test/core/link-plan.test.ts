import { describe, expect, it } from 'vitest';
import { MAX_PLACE, planMyOrder, type StoredLink, type WantedLink } from '../../core/objects/relations/link-plan.ts';

const stored = (other: number, mine: number): StoredLink => ({ other, type: 'a', mine, theirs: 1, params: null });
const wanted = (other: number, priority?: number): WantedLink => ({
  other,
  type: 'a',
  priority,
  inv_priority: undefined,
  params: undefined,
  pointer: '',
});
const plan = (links: StoredLink[], ...requested: WantedLink[]) => {
  const order = planMyOrder(links, { wanted: requested, removed: new Set() });
  return { places: order.links.map(({ mine }) => mine), shifts: [...order.shifts] };
};

describe('the highest place (D133)', () => {
  it('is shared by two links that request it', () => {
    expect(plan([], wanted(1, MAX_PLACE), wanted(2, MAX_PLACE)).places).toEqual([MAX_PLACE, MAX_PLACE]);
  });
  it('is the place of links appended after it', () => {
    expect(plan([stored(1, MAX_PLACE)], wanted(2), wanted(3)).places).toEqual([MAX_PLACE, MAX_PLACE]);
  });
  it('is kept by links that are shifted', () => {
    const links = [stored(1, MAX_PLACE - 1), stored(2, MAX_PLACE)];
    expect(plan(links, wanted(3, 1))).toEqual({ places: [1], shifts: [[1, 1]] });
  });
});
