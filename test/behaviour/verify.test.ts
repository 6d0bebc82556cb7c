// `npm run verify`: nothing wrong in a database that the service has written, a finding for each fault that is planted, and an
// end to those that follow from the rest.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillWithAll, type Filled } from '../support/filled.ts';
import { otherFaults } from '../support/planted/others.ts';
import type { Planted } from '../support/planted/planting.ts';
import { faultsOfObjects } from '../support/planted/rows.ts';
import { openTestService, type TestService } from '../support/service.ts';
import { faultLines, faultsIn, verifiedDatabase } from '../support/verified.ts';

let test: TestService;
let filled: Filled;

beforeAll(async () => {
  test = await openTestService();
  filled = await fillWithAll(test);
});
afterAll(() => test.close());

/** Faults that are planted together: one of each invariant. */
function waves(): (Planted & { name: string })[][] {
  const groups: (Planted & { name: string })[][] = [];
  const counts = new Map<string, number>();
  const all = { ...faultsOfObjects(test, filled), ...otherFaults(test, filled) };
  for (const [name, planted] of Object.entries(all)) {
    const [invariant = ''] = planted.found.source.split(':');
    const wave = counts.get(invariant) ?? 0;
    counts.set(invariant, wave + 1);
    groups[wave] = [...(groups[wave] ?? []), { name, ...planted }];
  }
  return groups;
}

describe('verify', { timeout: 240_000 }, () => {
  it('finds nothing in what the service has written', async () => {
    expect(await faultLines(test)).toEqual([]);
  });

  it('finds nothing while writes go on', async () => {
    let isOver = false;
    const write = async (): Promise<void> => {
      for (let n = 0; !isOver; n++) await filled.writeSomething(n);
    };
    const writing = Promise.all([write(), write(), write()]);
    writing.catch(() => undefined);
    try {
      for (let round = 0; round < 3; round++) expect(await faultLines(test)).toEqual([]);
    } finally {
      isOver = true;
      await writing;
    }
    expect(await faultLines(test)).toEqual([]);
  });

  it('finds each fault, and mends what follows from the rest', async () => {
    for (const wave of waves()) {
      for (const { plant } of wave) await plant();
      const faults = await faultLines(test);
      for (const { undo } of wave.toReversed()) await undo?.();
      const repaired = await faultsIn(verifiedDatabase(test), true);
      const missed = wave.filter(({ found }) => !faults.some((line) => found.test(line)));
      expect(
        missed.map(({ name }) => name),
        faults.join('\n'),
      ).toEqual([]);
      expect(repaired.filter((fault) => !fault.mended)).toEqual([]);
      expect(await faultLines(test)).toEqual([]);
    }
  });
});
