// Each migration runs once, also with concurrent starts, and a database of a newer release is not changed.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../core/clock.ts';
import { seedModel } from '../../../core/migrations/seed-model.ts';
import { createVersionReader, EVERYTHING } from '../../../core/store/exact-cache/versions.ts';
import { migrate, readVersion, type Migration } from '../../../core/store/migrations.ts';
import type { Store } from '../../../core/store/store.ts';
import { emptyDatabase, testLog, type TestDatabase } from '../../support/database/stores.ts';

let database: TestDatabase;
let store: Store;

beforeEach(async () => {
  database = emptyDatabase();
  store = await database.openStore();
});
afterEach(() => database.close());

const recording = (runs: string[], name: string, fails = false): Migration => ({
  name,
  run: async () => {
    runs.push(name);
    await new Promise((resolve) => setTimeout(resolve, 20));
    if (fails) throw new Error(`${name} failed`);
  },
});

describe('migrations', () => {
  it('run once each, in order, when two processes start on an empty database', async () => {
    const other = await database.openStore();
    const runs: string[] = [];
    const migrations = [recording(runs, 'first'), recording(runs, 'second')];
    await Promise.all([migrate(store, migrations, testLog), migrate(other, migrations, testLog)]);
    expect(runs).toEqual(['first', 'second']);
  });

  it('run only from the version of the database', async () => {
    const runs: string[] = [];
    await migrate(store, [recording(runs, 'first')], testLog);
    await migrate(store, [recording(runs, 'first'), recording(runs, 'second')], testLog);
    expect(runs).toEqual(['first', 'second']);
  });

  it('end all that was kept before', async () => {
    const read = createVersionReader(store.objectCounts);
    await migrate(store, [recording([], 'first')], testLog);
    const before = await read(new Set([EVERYTHING]));
    await migrate(store, [recording([], 'first'), recording([], 'second')], testLog);
    const after = await read(new Set([EVERYTHING]));
    expect(after.get(EVERYTHING)).toBeGreaterThan(before.get(EVERYTHING) ?? Infinity);
  });

  it('run again after a failure, from the failed one', async () => {
    const runs: string[] = [];
    const failing = [recording(runs, 'first'), recording(runs, 'second', true)];
    await expect(migrate(store, failing, testLog)).rejects.toThrow('second failed');
    await migrate(store, [recording(runs, 'first'), recording(runs, 'second')], testLog);
    expect(runs).toEqual(['first', 'second', 'second']);
  });

  it('continue after a crash at the recorded position, and report their progress', async () => {
    const positions: number[] = [];
    const counting: Migration = {
      name: 'counting',
      async run(_store, progress) {
        for (let position = progress?.position ?? 0; position < 5; position++) {
          positions.push(position);
          if (positions.length === 3) throw new Error('cut off');
          await progress?.note(10, position + 1);
        }
      },
    };
    const steps: string[] = [];
    const migrations = [recording([], 'first'), counting, recording([], 'last')];
    const run = () =>
      migrate(store, migrations, testLog, ({ name, number, total, rows, isDone }) =>
        steps.push(`${number}/${total} ${name} ${rows} ${isDone ? 'done' : ''}`),
      );
    await expect(run()).rejects.toThrow('cut off');
    expect(await readVersion(store)).toBe(1);
    steps.length = 0;
    await run();
    expect(positions).toEqual([0, 1, 2, 2, 3, 4]);
    expect(steps.slice(-3)).toEqual(['2/3 counting 30 done', '3/3 last 0 ', '3/3 last 0 done']);
    expect(await store.state.findOne({ _id: 'migrations' })).toEqual({ _id: 'migrations', version: 3 });
  });

  it('refuse a database of a newer release with one line', async () => {
    const runs: string[] = [];
    await migrate(store, [recording(runs, 'first'), recording(runs, 'second')], testLog);
    await expect(migrate(store, [recording(runs, 'first')], testLog)).rejects.toThrow(
      'the database is at version 2 and this release knows 1 only: start a newer release',
    );
  });

  it('continue after a process that died in the middle', async () => {
    const runs: string[] = [];
    const gone = {
      _id: 'migrations' as const,
      version: 0,
      locked_by: 'gone',
      locked_until: new Date(Date.now() - 1000),
    };
    await store.state.insertOne(gone);
    await migrate(store, [recording(runs, 'first')], testLog);
    expect(runs).toEqual(['first']);
  });

  it('fill an empty database with the shipped model, repeatably', async () => {
    const migration = seedModel(systemClock);
    await migration.run(store);
    await migration.run(store);
    const types = await store.objectTypes.find().toArray();
    expect(types.length).toBe(15);
    expect(await store.sequences.next('object_types')).toBe(types.length + 1);
    expect(await store.objectCounts.countDocuments({ type: 'documents' })).toBe(16);
    expect(await store.state.findOne({ _id: 'model' })).toMatchObject({ version: 1 });
  });
});
