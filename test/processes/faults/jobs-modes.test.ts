// The processes that run jobs, and the responses of one that only runs jobs (D252).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { systemClock } from '../../../core/clock.ts';
import { createJobs } from '../../../core/jobs/jobs.ts';
import { createLog } from '../../../core/log.ts';
import { openTestService, serviceForTests } from '../../support/service.ts';
import { startServiceProcess, type ServiceProcess } from '../../support/processes/service-processes.ts';
import { temporaryFolder } from '../../support/files/storages.ts';

const test = serviceForTests();
let worker: ServiceProcess;
beforeAll(async () => {
  const uri = new URL(inject('mongodbUri'));
  uri.pathname = `/${test.databaseName}`;
  worker = await startServiceProcess(uri.href, { DATA_DIR: await temporaryFolder(), PROCESS_ROLE: 'worker' });
});
afterAll(async () => {
  await worker.stop();
});

describe('PROCESS_ROLE=worker', () => {
  it('runs jobs of other processes', async () => {
    const { id } = await test.admin.create('/admin/async_jobs', { service: 'unknown' });
    await vi.waitFor(
      async () => expect((await test.admin.get(`/admin/async_jobs/${id}`)).text).toContain('There is no service'),
      { timeout: 300_000 },
    );
  });

  it('reports when it is ready', () => {
    expect(worker.output()).toBe(
      `ready on ${worker.url}\n  runs jobs only\n  health       ${worker.url}/health\n  readiness    ${worker.url}/ready\n`,
    );
  });

  it('serves its health, and nothing else', async () => {
    const send = async (path: string, init: RequestInit = {}) => {
      const response = await fetch(worker.url + path, { redirect: 'manual', ...init });
      return { status: response.status, text: await response.text() };
    };
    expect(await send('/health')).toMatchObject({ status: 200, text: expect.stringContaining('ok') as string });
    const isReady = { status: 200, text: expect.stringContaining('"ok"') as string };
    await vi.waitFor(async () => expect(await send('/ready')).toMatchObject(isReady), { timeout: 300_000 });
    const others = [
      '/',
      '/home',
      '/docs',
      '/docs/start.js',
      '/openapi.json',
      '/objects',
      '/users/1',
      `/${randomUUID()}`,
    ];
    for (const path of others) {
      const { status, text } = await send(path);
      expect([path, status, JSON.parse(text)]).toMatchObject([path, 503, { error: { code: 'service_unavailable' } }]);
    }
    for (const path of ['/auth', '/streams/upload/large.bin']) {
      expect((await send(path, { method: 'POST', body: 'x'.repeat(1_000_000) })).status).toBe(503);
    }
  });
});

describe('/ready', () => {
  const ready = async () => {
    const response = await fetch(`${worker.url}/ready`);
    return { status: response.status, body: await response.json() };
  };

  it('fails if the process should run jobs and does not, and names the missing part', async () => {
    await vi.waitFor(async () => expect((await ready()).status).toBe(200), { timeout: 300_000 });
    expect((await ready()).body).toMatchObject({ checks: { database: 'ok', jobs: 'ok' } });
    const store = test.service.services.store;
    // A view that cannot be read instead of its rows: no job can be taken from it.
    await store.agendaJobs.drop();
    const pipeline = [{ $set: { none: { $divide: [1, 0] } } }];
    await store.db.createCollection('agenda_jobs', { viewOn: 'state', pipeline });
    await vi.waitFor(async () => expect((await ready()).status).toBe(503), { timeout: 300_000, interval: 500 });
    expect((await ready()).body).toEqual({
      status: 'error',
      checks: { database: 'ok', jobs: 'error' },
      message: 'This process runs no jobs: its queue does not work, the log says why.',
    });
    await store.db.dropCollection('agenda_jobs');
    await vi.waitFor(async () => expect((await ready()).status).toBe(200), { timeout: 300_000, interval: 500 });
  });

  it('fails until the job runner has started', async () => {
    const { store } = test.service.services;
    const jobs = createJobs({ store, clock: systemClock, log: createLog('fatal'), isWorker: true, keepDays: 1 });
    const missing = 'This process runs no jobs yet: its job runner is starting.';
    expect(jobs.health()).toEqual({ runsJobs: true, fault: missing });
    jobs.start({ services: [] });
    expect(jobs.health()).toEqual({ runsJobs: true, fault: missing });
    await vi.waitFor(() => expect(jobs.health()).toEqual({ runsJobs: true }), { timeout: 300_000 });
    const closing = jobs.close();
    expect(jobs.health()).toEqual({
      runsJobs: true,
      fault: 'This process runs no more jobs: it is being stopped.',
    });
    await closing;
  });

  it('has no check of jobs if other processes run them', async () => {
    expect((await test.anonymous.get('/ready')).body).toEqual({
      status: 'ok',
      checks: { database: 'ok' },
    });
  });
});

describe('PROCESS_ROLE=api', () => {
  it('leaves jobs to other processes, which run them', async () => {
    const alone = await openTestService();
    const { id } = await alone.admin.create('/admin/async_jobs', { service: 'unknown' });
    const mail = await alone.admin.create('/admin/async_jobs', { service: 'mail' });
    const { store } = alone.service.services;
    // The rows are the jobs: other processes find them.
    const rows = () => store.asyncJobs.find({ _id: { $in: [id, mail.id] } }).toArray();
    for (const job of await rows()) {
      expect(job).toMatchObject({ results: null, max_attempts: 1, locked_until: null, due: job.created });
    }
    const jobs = createJobs({ store, clock: systemClock, log: createLog('fatal'), isWorker: true, keepDays: 1 });
    jobs.start({ services: [] });
    await vi.waitFor(async () => expect((await rows()).map(({ results }) => results?.length)).toEqual([1, 1]), {
      timeout: 300_000,
    });
    await jobs.close();
    await alone.close();
  });
});
