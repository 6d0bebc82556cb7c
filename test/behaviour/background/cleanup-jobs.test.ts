// The remaining work of a model change is a job: administrators see its progress, and any process continues it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../core/clock.ts';
import { cleanupJob, createCleanupJobs } from '../../../core/model/cleanup-jobs.ts';
import type { Cleanup } from '../../../core/store/model-state.ts';
import type { AsyncJobRow } from '../../../core/store/store.ts';
import { openTestService, type ResourceData, type TestService } from '../../support/service.ts';
import { emptyDatabase, type TestProcess } from '../../support/database/stores.ts';

const link = (relation_id: number, at: number) => ({
  relation_id,
  left_id: at,
  right_id: at + 1,
  left_type: 'documents',
  right_type: 'documents',
  priority: 1,
  inv_priority: 1,
  params: null,
});
const links = (relation: number, count: number) => Array.from({ length: count }, (_, at) => link(relation, at + 1));

describe('the job of a relation that is deleted', () => {
  let test: TestService;
  beforeAll(async () => {
    test = await openTestService({ env: { PROCESS_ROLE: 'all' } });
  });
  afterAll(() => test.close());

  it('is visible with its progress and its result', async () => {
    const { store } = test.service.services;
    const { id } = await test.admin.create('/model/relations', { name: 'cites', inverse_name: 'cited_by' });
    await store.objectRelations.insertMany(links(Number(id), 1_200));
    expect((await test.admin.delete(`/model/relations/${id}`)).status).toBe(204);
    const jobs = async (): Promise<ResourceData[]> =>
      ((await test.admin.get('/admin/async_jobs?filter[service]=model_change')).body as { data: ResourceData[] }).data;
    await expect.poll(async () => (await jobs())[0]?.meta['completed']).toBeTruthy();
    const [job] = await jobs();
    const payload = { kind: 'unlink', relation_id: Number(id), done: 1_200, total: 1_200 };
    const results = [{ success: true, data: { messages: ['links removed: 1200'] } }];
    expect(job).toMatchObject({ attributes: { payload }, meta: { results } });
    expect(await store.objectRelations.countDocuments({ relation_id: Number(id) })).toBe(0);
    expect(await store.state.findOne({ _id: 'model' })).toMatchObject({ cleanups: [] });
  });
});

describe('the job of a process that has ended', () => {
  const database = emptyDatabase();
  let process: TestProcess;
  beforeAll(async () => {
    process = await database.openProcess();
  });
  afterAll(() => database.close());

  const jobsOf = () => createCleanupJobs({ ...process, clock: systemClock });
  const leave = async (cleanup: Cleanup): Promise<void> => {
    const state = process.store.db.collection<{ _id: string }>('state');
    await state.updateOne({ _id: 'model' }, { $push: { cleanups: cleanup } } as never);
  };
  const storedJob = async (id: string): Promise<AsyncJobRow> => {
    const row = await process.store.asyncJobs.findOne({ _id: id });
    if (!row) throw new Error('the job is gone');
    return row;
  };

  it('continues at its position, and continues its count', async () => {
    const { asyncJobs, objectRelations } = process.store;
    const cleanup = { kind: 'unlink', relation_id: 71 } as const;
    await objectRelations.insertMany(links(71, 1_300));
    await leave(cleanup);
    const job = cleanupJob(cleanup, new Date());
    await asyncJobs.insertOne(job);
    const ending = new AbortController();
    const { service } = createCleanupJobs({
      ...process,
      modelService: {
        finish: (found, progress) =>
          process.modelService.finish(found, {
            ...progress,
            async onStep(rows) {
              await progress.onStep?.(rows);
              ending.abort();
            },
          }),
      },
      clock: systemClock,
    });
    await expect(service.run(job, ending.signal)).rejects.toThrow();
    expect(await objectRelations.countDocuments({ relation_id: 71 })).toBe(800);
    expect((await storedJob(job._id)).payload).toMatchObject({ done: 500, total: 1_300 });
    const messages = await jobsOf().service.run(await storedJob(job._id), new AbortController().signal);
    expect(messages).toEqual(['links removed: 1300']);
    expect(await jobsOf().service.run(job, new AbortController().signal)).toEqual(['It was done already.']);
  });

  it('is created again when it is missing, once', async () => {
    await leave({ kind: 'unlink', relation_id: 72 });
    await jobsOf().recurring.run(new AbortController().signal);
    await jobsOf().recurring.run(new AbortController().signal);
    const made = await process.store.asyncJobs.find({ 'payload.relation_id': 72 }).toArray();
    expect(made.map(({ payload }) => payload)).toEqual([{ kind: 'unlink', relation_id: 72, done: 0 }]);
  });
});
