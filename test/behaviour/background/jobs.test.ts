// Jobs that are run: the results in their rows (D560). The test sets the clock of the service.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { cleanUpJobs } from '../../../core/jobs/clean-up.ts';
import { newJob, waitingJob } from '../../../core/jobs/job-rows.ts';
import { JobFailed, type JobService } from '../../../core/jobs/job-services.ts';
import { createJobs, type Jobs } from '../../../core/jobs/jobs.ts';
import type { AsyncJobRow } from '../../../core/store/store.ts';
import { serviceForTests } from '../../support/service.ts';
import { testLog } from '../../support/database/stores.ts';

const MINUTE = 60_000;
const SOON = { timeout: 120_000, interval: 50 };

const test = serviceForTests({ env: { JWT_TTL: '9999d' } });
let jobs: Jobs;
/** The results of the service `try` in its next runs; it does nothing when there is none. */
const next: (() => Promise<string[]> | string[])[] = [];
/** Ids of the jobs that it was called for. */
const ran: string[] = [];
const expired: string[] = [];
let failsToExpire = false;

const services: JobService[] = [
  {
    name: 'try',
    waits: [MINUTE, 10 * MINUTE],
    async run(job) {
      ran.push(job._id);
      return (await next.shift()?.()) ?? [];
    },
  },
  {
    name: 'wait',
    expire: async (job, transaction) => {
      if (failsToExpire) throw new Error('not yet');
      expired.push(job._id);
      const { store } = test.service.services;
      await store.asyncJobs.updateOne(
        { _id: job._id },
        { $set: { payload: { undone: true } } },
        { session: transaction },
      );
      return ['Undone.'];
    },
  },
];

beforeAll(async () => {
  const { store } = test.service.services;
  jobs = createJobs({ store, clock: test.clock, log: testLog, isWorker: true, keepDays: 30 });
  jobs.start({ services });
});
afterAll(async () => {
  await jobs.close();
});
beforeEach(() => {
  next.length = 0;
  ran.length = 0;
});

/** Waits for the majority commit: a transaction that begins afterwards reads no older state. */
const row = async (id: string): Promise<AsyncJobRow | null> =>
  test.service.services.store.asyncJobs.findOne({ _id: id }, { readConcern: 'majority' });
const create = async (attributes: Record<string, unknown>): Promise<string> =>
  (await test.admin.create('/admin/async_jobs', { service: 'try', ...attributes })).id;
const patch = (id: string, attributes: Record<string, unknown>) =>
  test.admin.patch(`/admin/async_jobs/${id}`, { data: { type: 'async_jobs', id, attributes } });
const read = async (id: string) =>
  (await test.admin.get(`/admin/async_jobs/${id}`)).body.data as {
    attributes: Record<string, unknown>;
    meta: { status: string; completed: string | null; results: { success: boolean; data: { messages: string[] } }[] };
  };
/** Waits until the job has had so many attempts. */
const attempts = (id: string, count: number): Promise<void> =>
  vi.waitFor(async () => {
    jobs.dispatch();
    const job = await row(id);
    expect([job?.results?.length ?? 0, job?.locked_by]).toEqual([count, undefined]);
  }, SOON);
const fail = (message: string) => () => Promise.reject(new Error(message));

describe('a job', () => {
  it('is run when it is created, and shows its result', async () => {
    next.push(() => ['well', 'done']);
    const id = await create({});
    await attempts(id, 1);
    const { meta, attributes } = await read(id);
    expect(meta).toMatchObject({ status: 'completed', completed: '2026-05-13T07:09:23+00:00', locked_until: null });
    expect(meta.results).toEqual([{ data: { messages: ['well', 'done'] }, success: true, attempt_number: 1 }]);
    expect(attributes['max_attempts']).toBe(0);
  });

  it('of an unknown service fails with this reason', async () => {
    const id = await create({ service: 'unknown', max_attempts: 3 });
    await attempts(id, 1);
    const { meta, attributes } = await read(id);
    expect(meta).toMatchObject({ status: 'failed', completed: null });
    expect(meta.results[0]?.data.messages).toEqual(['There is no service "unknown".']);
    expect(attributes['max_attempts']).toBe(0);
  });

  it('is not run before it is due, or without attempts', async () => {
    const due = new Date(test.clock.now().getTime() + 60 * MINUTE).toISOString();
    const [later, never] = [await create({ scheduled_from: due }), await create({ max_attempts: 0 })];
    const before = await create({});
    await attempts(before, 1);
    expect(ran).toEqual([before]);
    test.clock.set(due);
    await attempts(later, 1);
    expect(ran).toEqual([before, later]);
    expect(await read(never)).toMatchObject({ meta: { status: 'failed', results: null } });
  });

  it('that fails is retried after growing waits, until no attempt is left', async () => {
    next.push(fail('first'), fail('second'), fail('third'), fail('fourth'));
    const id = await create({ max_attempts: 4 });
    const waits: number[] = [];
    for (let count = 1; count <= 4; count++) {
      await attempts(id, count);
      const job = await row(id);
      expect(job?.max_attempts).toBe(4 - count);
      if (!job?.due) break;
      waits.push((job.due.getTime() - test.clock.now().getTime()) / MINUTE);
      expect((await read(id)).meta.status).toBe('planned');
      test.clock.set(job.due.toISOString());
    }
    expect(waits).toEqual([1, 10, 10]);
    const { meta } = await read(id);
    expect([meta.status, meta.results.map(({ data }) => data.messages)]).toEqual([
      'failed',
      [['first'], ['second'], ['third'], ['fourth']],
    ]);
  });

  it('that cannot succeed is not retried', async () => {
    next.push(() => Promise.reject(new JobFailed('hopeless', { final: true })));
    const id = await create({ max_attempts: 4 });
    await attempts(id, 1);
    expect(await row(id)).toMatchObject({ max_attempts: 0, due: null });
  });

  it('that has expired is not run', async () => {
    const id = await create({ expires: new Date(test.clock.now().getTime() - 1).toISOString() });
    await attempts(id, 1);
    expect(ran).toEqual([]);
    const { meta } = await read(id);
    expect([meta.status, meta.results[0]?.data.messages]).toEqual(['failed', ['It expired before it could run.']]);
  });

  it('that failed runs again with more attempts, or earlier with another date', async () => {
    next.push(fail('once'), fail('twice'), () => ['at last']);
    const id = await create({});
    await attempts(id, 1);
    expect((await patch(id, { max_attempts: 2 })).status).toBe(200);
    await attempts(id, 2);
    expect((await read(id)).meta.status).toBe('planned');
    expect((await patch(id, { scheduled_from: test.clock.now().toISOString() })).status).toBe(200);
    await attempts(id, 3);
    expect((await read(id)).meta.status).toBe('completed');
  });

  it('keeps the results of the last hundred attempts, with the first lines of each', async () => {
    const many = Array.from({ length: 100 }, (_, n) => ({ success: false, attempt_number: n + 1, data: {} }));
    const job = { ...newJob({ service: 'try' }, test.clock.now()), results: many };
    await test.service.services.store.asyncJobs.insertOne(job);
    next.push(() => Array.from({ length: 50 }, () => 'x'.repeat(5_000)));
    await vi.waitFor(async () => {
      jobs.dispatch();
      expect((await row(job._id))?.completed).not.toBeNull();
    }, SOON);
    const results = (await row(job._id))?.results ?? [];
    expect([results.length, results[0]?.['attempt_number'], results[99]?.['attempt_number']]).toEqual([100, 2, 101]);
    expect((results[99]?.['data'] as { messages: string[] }).messages).toEqual(Array(20).fill('x'.repeat(1_000)));
  });
});

describe('jobs', () => {
  it('of higher priority come first', async () => {
    const at = test.clock.now();
    const priorities = Array.from({ length: 40 }, (_, n) => (n * 7) % 40);
    const rows = priorities.map((priority) => newJob({ service: 'try', priority }, at));
    await test.service.services.store.asyncJobs.insertMany(rows);
    jobs.dispatch();
    await vi.waitFor(() => expect(ran).toHaveLength(40), SOON);
    const order = ran.map((id) => rows.find(({ _id }) => _id === id)?.priority ?? 0);
    const half = (list: number[]): number => list.reduce((sum, each) => sum + each, 0);
    // Ten run concurrently, and the first ones while the others are still being queued.
    expect(half(order.slice(0, 20))).toBeGreaterThan(half(order.slice(20)));
  });

  it('without a notification are found', async () => {
    const job = newJob({ service: 'try' }, test.clock.now());
    await test.service.services.store.asyncJobs.insertOne(job);
    await vi.waitFor(async () => expect((await row(job._id))?.results).toHaveLength(1), SOON);
  });
});

describe('a job that waits for a response', () => {
  const insert = async (): Promise<AsyncJobRow> => {
    const expires = new Date(test.clock.now().getTime() + 60 * MINUTE);
    const { job } = waitingJob({ service: 'wait', payload: {}, expires }, test.clock.now());
    await test.service.services.store.asyncJobs.insertOne(job);
    return job;
  };

  it('is rolled back when it expires, once, with its record', async () => {
    const { _id: id } = await insert();
    jobs.dispatch();
    expect(await row(id)).toMatchObject({ results: null });
    test.clock.advance(61 * MINUTE);
    await attempts(id, 1);
    jobs.dispatch();
    expect(expired.filter((each) => each === id)).toEqual([id]);
    expect(await row(id)).toMatchObject({ payload: { undone: true }, due: null, completed: null });
    expect((await read(id)).meta.results[0]?.data.messages).toEqual(['It has expired.', 'Undone.']);
  });

  it('is rolled back later if that failed', async () => {
    const { _id: id } = await insert();
    test.clock.advance(61 * MINUTE);
    failsToExpire = true;
    jobs.dispatch();
    // Agenda tries again after a while.
    const again = test.clock.now().getTime() + 15_000;
    await vi.waitFor(async () => {
      const job = await row(id);
      expect([job?.due?.getTime(), job?.locked_by]).toEqual([again, undefined]);
    }, SOON);
    expect(await row(id)).toMatchObject({ results: null });
    failsToExpire = false;
    test.clock.advance(15_000);
    await attempts(id, 1);
    expect(await row(id)).toMatchObject({ payload: { undone: true } });
  });
});

describe('the clean-up', () => {
  it('removes finished and failed jobs after some time', async () => {
    const { store } = test.service.services;
    await store.asyncJobs.deleteMany({});
    const now = test.clock.now();
    const made = (fields: Partial<AsyncJobRow>, service: string) => ({ ...newJob({ service }, now), ...fields });
    const later = new Date(now.getTime() + 90 * 24 * 60 * MINUTE);
    await store.asyncJobs.insertMany([
      made({ completed: now, due: null }, 'completed'),
      made({ max_attempts: 0, due: null }, 'failed'),
      made({ scheduled_from: later, due: later }, 'planned'),
      made({ completed: now, due: null, modified: new Date(now.getTime() + 2 * MINUTE) }, 'newer'),
    ]);
    const clean = async (): Promise<string[]> => {
      await cleanUpJobs({ store, clock: test.clock, keepDays: 30 });
      return (await store.asyncJobs.find().sort({ service: 1 }).toArray()).map(({ service }) => service);
    };
    test.clock.advance(30 * 24 * 60 * MINUTE);
    expect(await clean()).toEqual(['completed', 'failed', 'newer', 'planned']);
    test.clock.advance(MINUTE);
    expect(await clean()).toEqual(['newer', 'planned']);
  });

  it('removes the secret of an expired mail', async () => {
    const { store } = test.service.services;
    await store.asyncJobs.deleteMany({});
    const expires = new Date(test.clock.now().getTime() + 60 * MINUTE);
    const failed = { max_attempts: 0, due: null, expires, secret: 'uuid' };
    const job = { ...newJob({ service: 'mail' }, test.clock.now()), ...failed };
    await store.asyncJobs.insertOne(job);
    const secret = async () => {
      await cleanUpJobs({ store, clock: test.clock, keepDays: 30 });
      return (await row(job._id))?.secret;
    };
    expect(await secret()).toBe('uuid');
    test.clock.advance(61 * MINUTE);
    expect(await secret()).toBeUndefined();
  });

  it.each([
    ['is sent', () => [], undefined],
    ['is not sent yet', () => Promise.reject(new Error('no')), 'uuid'],
  ])('a mail that %s has or lacks its secret', async (_what, outcome, secret) => {
    next.push(outcome as () => string[]);
    const job = newJob({ service: 'try', secret: 'uuid', max_attempts: 2 }, test.clock.now());
    await test.service.services.store.asyncJobs.insertOne(job);
    await attempts(job._id, 1);
    expect((await row(job._id))?.secret).toBe(secret);
  });
});
