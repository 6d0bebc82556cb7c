import { expect, it } from 'vitest';
import {
  takeBatch,
  touchedBy,
  type Flight,
  type Touched,
  type WaitingUnit,
} from '../../../core/objects/writing/next-batch.ts';
import type { PlaceStep } from '../../../core/objects/changes/place-plan.ts';
import type { CollectedWork, ObjectWrite } from '../../../core/objects/changes/unit-of-work.ts';

const NOTHING: CollectedWork = { writes: [], links: [], places: [], rows: [] };

const touched = (
  owned: readonly number[],
  places: readonly number[] = [],
  shared: readonly number[] = [],
): Touched => ({
  owned: new Set(owned),
  shared: new Set(shared),
  places: new Set(places),
});

const unit = (its: Touched, claim: Touched = touched([])): WaitingUnit => ({ ...its, claim });

const flightOf = ({ owned, shared, places }: Touched, isLarge: boolean): Flight => ({
  touched: new Set([...owned, ...shared]),
  places,
  isLarge,
  written: Promise.resolve(),
  ended: Promise.resolve(),
});

/** Positions of the units that are taken. */
function taken(units: readonly WaitingUnit[], flights: readonly Flight[] = [], claims: readonly Touched[] = []) {
  const batch = takeBatch([...units], { flights: new Set(flights), claims: new Set(claims) });
  return batch.map((each) => units.indexOf(each));
}

const many = Array.from({ length: 201 }, (_, index) => 1_000 + index);

it('a unit with many objects or places is a batch by itself', () => {
  for (const large of [touched(many), touched([1], many)]) {
    expect(taken([unit(large), unit(touched([2])), unit(touched([3]))])).toEqual([0]);
    expect(taken([unit(touched([2])), unit(large), unit(touched([3]))])).toEqual([0, 2]);
  }
});

it('units wait for the places of a large unit, and for no other places', () => {
  const units = [unit(touched([2], [1_000])), unit(touched([3], [5])), unit(touched([1_000]))];
  expect(taken(units, [flightOf(touched([1], many), true)])).toEqual([1, 2]);
  expect(taken(units, [flightOf(touched([1], [1_000]), false)])).toEqual([0, 1, 2]);
});

it('units wait for what another one has claimed, except those with a claim', () => {
  const claim = touched([1], [7], [5]);
  const own = touched([1]);
  const units = [
    unit(touched([1])),
    unit(touched([2], [7])),
    unit(touched([3], [], [1])),
    unit(touched([4], [], [5])),
    unit(touched([5])),
    unit(touched([6])),
  ];
  expect(taken(units, [], [claim])).toEqual([3, 5]);
  expect(taken([unit(touched([1]), own)], [], [claim, own])).toEqual([0]);
  expect(taken([unit(touched([1], [7]), claim)], [], [claim])).toEqual([0]);
});

it('places are those of the steps, of all roots, and of writes of rows in the tree', () => {
  const step: PlaceStep = { objectId: 4, type: 'folders', from: null, to: 9 };
  const place = { steps: [step], inherited: new Map(), below: [12, 13] };
  const write = (id: number, more: object) =>
    ({ id, expectedRevision: 1, rowSet: {}, set: {}, unset: [], ...more }) as unknown as ObjectWrite;
  const writes = [
    write(20, { set: { title: 'Other' } }),
    write(21, { rowSet: { status: 'on' } }),
    write(22, { set: { permissions: [] } }),
    write(23, { unset: ['permissions'] }),
    write(24, { remove: true }),
  ];
  const { owned, places } = touchedBy({ ...NOTHING, writes, places: [place] });
  expect([...owned]).toEqual([20, 21, 22, 23, 24]);
  expect([...places].sort((a, b) => a - b)).toEqual([0, 4, 9, 12, 13, 21, 22, 23, 24]);
});
