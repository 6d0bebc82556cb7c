// The judgement of the time of a run of all tests (test/support/run/durations.ts).
import { expect, it } from 'vitest';
import { durationsOf, slowness } from '../../support/run/durations.ts';
import { inOrder } from '../../support/run/order-of-files.ts';

const NO_TIME = { services: 0, requests: 0, checks: 0, collection: 0 };

it('counts the processor in rounds of the calibration, so that a slower machine has the same figures', () => {
  const files = [
    { name: 'test/slow.test.ts', seconds: 30 },
    { name: 'test/fast.test.ts', seconds: 10 },
  ];
  const report = (factor: number) => [
    {
      phases: { ...NO_TIME, worker: 90 * factor, processes: 10 * factor },
      calibration: [0.1, 0.2, 9].map((each) => each * factor),
    },
  ];
  expect(durationsOf(report(1), files)).toEqual({
    rounds: 500,
    slowest: { 'test/slow.test.ts': 75, 'test/fast.test.ts': 25 },
  });
  expect(durationsOf(report(3), files)).toEqual(durationsOf(report(1), files));
});

it('refuses a fifth more, and names the files that have grown', () => {
  const kept = { rounds: 1_000, slowest: { 'a.test.ts': 10, 'b.test.ts': 5 } };
  expect(slowness(kept, { ...kept, rounds: 1_200 })).toBeUndefined();
  const now = { rounds: 1_300, slowest: { 'a.test.ts': 10, 'b.test.ts': 9, 'c.test.ts': 4 } };
  const reason = slowness(kept, now);
  expect(reason).toContain('30% more');
  expect(reason).toContain('b.test.ts (9% of the time, 5 before), c.test.ts (4% of the time, not among');
  expect(reason).not.toContain('a.test.ts');
});

it('is not judged before a whole run was kept', () => {
  expect(slowness({ rounds: null, slowest: {} }, { rounds: 1_300, slowest: {} })).toBeUndefined();
});

it('gives the order of the files: the longest first, with those that start processes evenly among them', () => {
  const files = ['test/a.test.ts', 'test/b.test.ts', 'test/c.test.ts', 'test/d.test.ts'];
  const processes = ['test/processes/k.test.ts', 'test/processes/l.test.ts'];
  const shares = { 'test/c.test.ts': 8, 'test/b.test.ts': 6, 'test/d.test.ts': 4, 'test/processes/l.test.ts': 3 };
  expect(inOrder([...processes, ...files], { ...shares, 'test/processes/k.test.ts': 2 })).toEqual([
    'test/c.test.ts',
    'test/processes/l.test.ts',
    'test/b.test.ts',
    'test/processes/k.test.ts',
    'test/d.test.ts',
    'test/a.test.ts',
  ]);
});
