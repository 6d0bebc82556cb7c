import { describe, expect, it } from 'vitest';
import { MAX_PLACE, planMyOrder, type StoredLink, type WantedLink } from '../../../core/objects/changes/link-plan.ts';

const stored = (other: number, mine: number): StoredLink => ({ other, type: 'a', mine, theirs: 1, params: null });
const wanted = (other: number, priority?: number): WantedLink => ({
  other,
  type: 'a',
  priority,
  inv_priority: undefined,
  params: undefined,
  pointer: '',
});
const planned = (links: StoredLink[], requested: WantedLink[], isOrdered: boolean, removed: number[] = []) => {
  const order = planMyOrder(links, { wanted: requested, removed: new Set(removed), isOrdered });
  return { places: order.links.map(({ mine }) => mine), shifts: [...order.shifts] };
};
const plan = (links: StoredLink[], ...requested: WantedLink[]) => planned(links, requested, false);

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

describe('the order of the body (D769)', () => {
  const links = [stored(1, 1), stored(2, 2), stored(3, 5), stored(4, 6)];
  const replaced = (requested: WantedLink[], removed: number[] = []) => planned(links, requested, true, removed);

  it('is that of the links, in the places that they have', () => {
    expect(replaced([wanted(3), wanted(1), wanted(2), wanted(4)]).places).toEqual([1, 2, 5, 6]);
  });
  it('leaves the places of links that are not named', () => {
    expect(replaced([wanted(4), wanted(1)])).toEqual({ places: [1, 6], shifts: [] });
  });
  it('has new links in between, and closes the gap of removed ones', () => {
    expect(replaced([wanted(9), wanted(4), wanted(1), wanted(3)], [2])).toEqual({ places: [1, 4, 5, 6], shifts: [] });
  });
  it('is not that of links with a place', () => {
    expect(replaced([wanted(4, 6), wanted(1, 1), wanted(3, 5), wanted(2, 2)]).places).toEqual([6, 1, 5, 2]);
  });
  it('is not that of existing links in POST', () => {
    expect(plan(links, wanted(3), wanted(9), wanted(1)).places).toEqual([5, 7, 1]);
  });
});
