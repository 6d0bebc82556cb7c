// Jobs that are run: what becomes of them in their record (reference/jsonapi.md 9).
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { AsyncJobRow } from '../../core/store/store.ts';
import { openTestService, type TestService } from '../support/service.ts';

let test: TestService;
beforeAll(async () => {
  test = await openTestService({ env: { JOBS: 'on' } });
});
afterAll(() => test.close());

const row = async (id: string): Promise<AsyncJobRow | null> =>
  test.service.services.store.asyncJobs.findOne({ _id: id });

it('of an unknown service fail, and say so', async () => {
  const { id } = await test.admin.create('/admin/async_jobs', { service: 'unknown' });
  await vi.waitFor(async () => expect((await row(id))?.results).not.toBeNull(), { timeout: 10_000 });
  const { meta, attributes } = (await test.admin.get(`/admin/async_jobs/${id}`)).body.data;
  expect(meta).toMatchObject({ status: 'failed', locked_until: null, completed: null });
  expect(meta.results).toEqual([
    { data: { messages: ['There is no service "unknown".'] }, success: false, attempt_number: 1 },
  ]);
  expect(attributes.max_attempts).toBe(0);
});

it('that are not due are left alone until they are', async () => {
  const { id } = await test.admin.create('/admin/async_jobs', { service: 'unknown', scheduled_from: '2026-05-14' });
  expect(await test.service.services.jobs.dispatch()).toBe(0);
  expect(await row(id)).toMatchObject({ results: null });
  test.clock.set('2026-05-14T00:00:00Z');
  expect(await test.service.services.jobs.dispatch()).toBe(1);
  await vi.waitFor(async () => expect((await row(id))?.results).toHaveLength(1), { timeout: 10_000 });
});
