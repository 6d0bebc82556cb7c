// `npm run verify`: no findings in a database that the service has written, a finding for each planted fault, and
// repairs of those that can be derived from other data.
import { createVersionReader, EVERYTHING } from '../../../core/store/exact-cache/versions.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { databaseCommand } from '../../support/database/database-command.ts';
import { fillWithAll, type Filled } from '../../support/clients/filled.ts';
import { otherFaults } from '../../support/planted/others.ts';
import type { Planted } from '../../support/planted/planting.ts';
import { faultsOfObjects } from '../../support/planted/rows.ts';
import { serviceForTests } from '../../support/service.ts';
import { faultLines, faultsIn, verifiedDatabase } from '../../support/database/verified.ts';

/** Runs the command on a database of the run's mongod. */
const command = (databaseName: string, dataDir: string, args: readonly string[]) =>
  databaseCommand('verify', { databaseName, dataDir }, args);

const test = serviceForTests();
let filled: Filled;

beforeAll(async () => {
  filled = await fillWithAll(test);
});

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

describe('verify', () => {
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

  it('finds each fault, and repairs derived values', async () => {
    const readVersions = createVersionReader(test.service.services.store.objectCounts);
    const versionOfAll = async () => (await readVersions('all')).get(EVERYTHING) ?? 0;
    for (const wave of waves()) {
      for (const { plant } of wave) await plant();
      const faults = await faultLines(test);
      for (const { undo } of wave.toReversed()) await undo?.();
      const before = await versionOfAll();
      const repaired = await faultsIn(verifiedDatabase(test), true);
      // What was kept shows the faults (D910), but for indexes.
      const isOfData = repaired.some(({ mended, invariant }) => mended && invariant !== 'indexes');
      expect((await versionOfAll()) > before || !isOfData).toBe(true);
      const missed = wave.filter(({ found }) => !faults.some((line) => found.test(line)));
      expect(
        missed.map(({ name }) => name),
        faults.join('\n'),
      ).toEqual([]);
      expect(repaired.filter((fault) => !fault.mended)).toEqual([]);
      expect(await faultLines(test)).toEqual([]);
    }
  });

  it('is a command whose exit code reports its findings', async () => {
    const { store } = test.service.services;
    const of = (databaseName: string, ...args: string[]) => command(databaseName, test.dataDir, args);
    const own = (...args: string[]) => of(test.databaseName, '--quick', ...args);
    await store.objectCounts.updateOne({ _id: 'documents:1' }, { $inc: { 'n.off': 3 } });
    const found = await own('--json');
    const lines = found.stdout.trim().split('\n');
    const [fault, sum] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect([found.code, lines.length]).toEqual([1, 2]);
    expect(fault).toMatchObject({ invariant: 'totals', mended: false });
    expect(sum).toMatchObject({ left: 1, mended: 0, passes: 1 });
    const repaired = await own('--repair');
    expect(repaired.stdout).toMatch(/^mended totals: documents: .*\n\d+ rows, 0 faults left, 1 mended, 2 passes in/);
    expect(repaired.code).toBe(0);
    const empty = await of(`${test.databaseName}_none`);
    expect(empty).toEqual({
      code: 2,
      stdout: '',
      stderr: 'verify: the database is empty: start the service on it first\n',
    });
  });
});
