// Concurrent large purges, below folders that change, without their job, and in a process that is killed (D574).
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import type { AsyncJobRow } from '../../../core/store/store.ts';
import { ABOVE, openLargePurges, type PurgeWorld } from '../../support/processes/large-purges.ts';
import { startServiceProcess, type ServiceProcess } from '../../support/processes/service-processes.ts';
import type { TestService } from '../../support/service.ts';
import { idsAt, item } from '../../support/writes/tree-world.ts';
import { faultLines } from '../../support/database/verified.ts';

let test: TestService;
let world: PurgeWorld;
beforeAll(async () => {
  world = await openLargePurges();
  ({ test } = world);
});
afterEach(() => world.assertSound());
afterAll(() => test.close());

const store = () => test.service.services.store;

describe('purges', () => {
  it('of a folder and of its parent run concurrently', async () => {
    const above = await world.folder('Above');
    const { top, inside } = await world.filled();
    const move = await test.admin.patch(`/folders/${top.id}/relationships/parent`, { data: item(above) });
    expect(move.status).toBe(200);
    const more = await world.document('More');
    await world.place(above, more);
    await world.purge(top);
    await world.purge(above);
    expect((await world.jobs()).map(({ payload }) => payload?.['folder_id'])).toEqual([
      Number(top.id),
      Number(above.id),
    ]);
    expect(await faultLines(test)).toEqual([]);
    await Promise.all([...(await world.jobs()), ...(await world.jobs())].map((job) => world.run(job)));
    expect(await world.marked()).toBe(0);
    for (const each of [...inside, more]) expect(await idsAt(test.admin, `/documents/${each.id}/parents`)).toEqual([]);
  });

  it('of a small folder include the rest of a large one below it', async () => {
    const above = await world.folder('Above');
    const { top, inside } = await world.filled();
    await test.admin.patch(`/folders/${top.id}/relationships/parent`, { data: item(above) });
    await world.purge(top);
    world.setAbove(100);
    await world.purge(above);
    world.setAbove(ABOVE);
    expect(await world.marked()).toBe(0);
    const rows = await store()
      .documents('documents')
      .find({ _id: { $in: inside.map(({ id }) => Number(id)) } })
      .toArray();
    expect(rows.map(({ parents }) => parents)).toEqual(inside.map(() => undefined));
    await world.run(await world.theJob());
  });

  it('continue below a folder that is moved, trashed and restored', async () => {
    const [above, far] = [await world.folder('Above'), await world.folder('Far')];
    const { top, inside } = await world.filled();
    await test.admin.patch(`/folders/${top.id}/relationships/parent`, { data: item(above) });
    await world.purge(top);
    expect((await test.admin.patch(`/folders/${above.id}/relationships/parent`, { data: item(far) })).status).toBe(200);
    expect((await test.admin.delete(`/folders/${far.id}`)).status).toBe(204);
    expect(await faultLines(test)).toEqual([]);
    expect((await test.admin.patch(`/trash/${far.id}`, { data: { id: far.id, type: 'objects' } })).status).toBe(204);
    expect(await idsAt(test.admin, `/folders/${above.id}/children`)).toEqual([]);
    expect(await faultLines(test)).toEqual([]);
    await world.run(await world.theJob());
    expect([await world.marked(), inside.length]).toEqual([0, ABOVE + 1]);
  });

  it('whose job was deleted or has failed get another one', async () => {
    await store().asyncJobs.deleteMany({ service: 'purge' });
    const { top } = await world.filled();
    await world.purge(top);
    const { recurring } = world.purges;
    const open = () =>
      store()
        .asyncJobs.find({ service: 'purge', due: { $type: 'date' } })
        .toArray();
    await recurring.run(new AbortController().signal);
    expect(await open()).toHaveLength(1);
    expect((await test.admin.delete(`/admin/async_jobs/${(await world.theJob())._id}`)).status).toBe(204);
    await recurring.run(new AbortController().signal);
    const [again] = (await open()) as [AsyncJobRow];
    expect(again.payload).toEqual({ folder_id: Number(top.id), objects: 4, detached: 0 });
    await world.run(again);
    await store().asyncJobs.deleteMany({ service: 'purge' });
    await recurring.run(new AbortController().signal);
    expect(await open()).toEqual([]);
  });

  it('are refused before the first write', async () => {
    const { top } = await world.filled();
    await test.admin.delete(`/folders/${top.id}`);
    expect((await test.reader.delete(`/trash/${top.id}`)).status).toBe(403);
    expect([(await world.jobs()).length, await world.marked()]).toEqual([0, 0]);
  });
});

it('another process continues after a kill', async () => {
  const { top, inside } = await world.filled(8);
  const many = await Promise.all(Array.from({ length: 450 }, (_each, index) => world.document(`Many ${index}`)));
  await world.place(top, ...many);
  await world.purge(top);
  const job = await world.theJob();
  const places = (): Promise<number> => store().trees.countDocuments({ parent_id: Number(top.id) });
  const before = await places();
  const uri = new URL(inject('mongodbUri'));
  uri.pathname = `/${test.databaseName}`;
  const worker = (): Promise<ServiceProcess> =>
    startServiceProcess(uri.href, { PROCESS_ROLE: 'worker', LEGACY_ROOT: 'off', DATA_DIR: test.dataDir });
  const first = await worker();
  let second: ServiceProcess | undefined;
  try {
    await vi.waitFor(async () => expect(await places()).toBeLessThan(before), { timeout: 300_000, interval: 5 });
    await first.kill();
    expect(await world.marked()).toBeGreaterThan(0);
    expect(await faultLines(test)).toEqual([]);
    // The state after the expiry of its locks.
    await store().agendaJobs.updateMany({}, { $set: { lockedAt: null } });
    await store().asyncJobs.updateOne({ _id: job._id }, { $set: { due: new Date(0), locked_until: new Date(0) } });
    second = await worker();
    await vi.waitFor(
      async () => expect((await store().asyncJobs.findOne({ _id: job._id }))?.completed).not.toBeNull(),
      { timeout: 300_000, interval: 200 },
    );
  } finally {
    await Promise.all([first.stop(), second?.stop()]);
  }
  expect(await world.marked()).toBe(0);
  const all = [...inside, ...many].map(({ id }) => Number(id));
  expect(
    await store()
      .documents('documents')
      .countDocuments({ _id: { $in: all }, parents: { $exists: true } }),
  ).toBe(0);
  // Each has lost its places once.
  const removals = await store()
    .changes.aggregate([
      { $match: { resource_id: { $in: all.map(String) }, 'changed.parents': [] } },
      { $group: { _id: '$resource_id', count: { $sum: 1 } } },
      { $match: { count: { $ne: 1 } } },
    ])
    .toArray();
  expect(removals).toEqual([]);
});
