// Jobs of extensions (D964): made by a request or by the extension itself, tried again after an error.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'colophon-extension-jobs-'));
let test: TestService;

const MODULE = `
export default {
  name: 'own',
  jobs: {
    greet: ({ payload, signal }) => [\`hello \${payload.to}\`, String(signal.aborted)],
    fail: () => { throw new Error('not today'); },
  },
  after: {
    async createTypedObject(_input, { operations, serviceContext }) {
      const attributes = { service: 'own.greet', payload: { to: 'author' } };
      const body = { data: { type: 'async_jobs', attributes } };
      await operations.createAsyncJob({ params: {}, query: {}, body, context: serviceContext });
    },
  },
};
`;

beforeAll(async () => {
  writeFileSync(path.join(folder, 'own.mjs'), MODULE);
  test = await openTestService({ env: { EXTENSIONS_DIR: folder, PROCESS_ROLE: 'all' } });
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Job {
  attributes: { service: string };
  meta: { status: string; results: { messages?: string[] }[] | null };
}

/** The newest job of a service, when it has ended. */
async function ended(service: string): Promise<Job> {
  const find = async (): Promise<Job> => {
    const { body } = await test.admin.get(`/admin/async_jobs?filter[service]=${service}&sort=-created`);
    const [job] = (body as { data: Job[] }).data;
    expect(['completed', 'failed']).toContain(job?.meta.status);
    return job as Job;
  };
  return vi.waitFor(find, { timeout: 300_000, interval: 200 });
}

it('a job runs the work of its name with its payload, and keeps what it returns', async () => {
  await test.admin.create('/admin/async_jobs', { service: 'own.greet', payload: { to: 'world' } });
  expect(JSON.stringify((await ended('own.greet')).meta)).toContain('["hello world","false"]');
});

it('an error is the result of an attempt', async () => {
  await test.admin.create('/admin/async_jobs', { service: 'own.fail', max_attempts: 1 });
  expect(JSON.stringify((await ended('own.fail')).meta)).toContain('not today');
});

it('code of the extension makes one', async () => {
  await test.admin.create('/documents', { title: 'A document' });
  const find = async (): Promise<void> => {
    const { body } = await test.admin.get('/admin/async_jobs?filter[service]=own.greet');
    expect(JSON.stringify(body)).toContain('hello author');
  };
  await vi.waitFor(find, { timeout: 300_000, interval: 200 });
});
