// Jobs while their database is unavailable: it is stepped down, and stopped and started again.
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { startEmbeddedServer, type EmbeddedServer } from '../../../core/store/mongod/embedded-server.ts';
import { openJobProcesses } from '../../support/processes/job-processes.ts';
import { temporaryFolder } from '../../support/files/storages.ts';

const LONG = { timeout: 300_000, interval: 200 };

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

it('after a failover jobs continue, none is lost, and no process exits', async () => {
  const dataDir = await temporaryFolder();
  endings.push(() => rm(dataDir, { recursive: true, force: true }));
  const startDatabase = (): Promise<EmbeddedServer> =>
    startEmbeddedServer({ dataDir, mongod: process.env['MONGOD_PATH'] || undefined, onProgress: () => undefined });
  let database = await startDatabase();
  endings.push(() => database.stop());
  const uri = new URL(database.uri);
  uri.pathname = '/failover';
  const all = await openJobProcesses(uri.href);
  endings.push(() => all.close());
  const processes = [await all.start(), await all.start()];
  const begun = async (count: number): Promise<void> =>
    vi.waitFor(async () => expect((await all.runs()).length).toBeGreaterThanOrEqual(count), LONG);
  const allDone = async (): Promise<void> =>
    vi.waitFor(async () => expect(await all.store.asyncJobs.countDocuments({ completed: null })).toBe(0), LONG);
  const insert = () => all.insert(60, { service: 'note', payload: { ms: 300 }, max_attempts: 5 });

  await insert();
  await begun(10);
  // It elects itself again after that time.
  await all.store.client.db('admin').command({ replSetStepDown: 4, force: true });
  await allDone();

  await insert();
  await begun(70);
  await database.stop();
  // Longer than the driver tries to resume a change stream, and then to open it anew.
  await sleep(10_000);
  database = await startDatabase();
  expect(new URL(database.uri).port).toBe(uri.port);
  await allDone();

  // Immediately, as before.
  await insert();
  await allDone();
  const rows = await all.store.asyncJobs.find().toArray();
  expect(rows).toHaveLength(180);
  expect(rows.filter(({ results }) => results?.at(-1)?.['success'] !== true)).toEqual([]);
  for (const { child, stop } of processes) {
    expect([child.exitCode, child.signalCode]).toEqual([null, null]);
    expect(await stop()).toBe(0);
  }
});
