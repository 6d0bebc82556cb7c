// Background jobs (D43, D52, D560).
import { asyncJobs } from '../../core/admin/async-jobs.ts';
import type { Handlers } from '../../core/http/handler.ts';
import { rowHandlers } from '../../core/representation/row-handlers.ts';
import type { Services } from '../services.ts';

const NAMES = { one: 'AsyncJob', many: 'AsyncJobs', id: 'async_job_id' } as const;
const PUBLIC_NAMES = { ...NAMES, one: 'PublicAsyncJob', many: 'PublicAsyncJobs' } as const;

/** The same for both paths, which have separate permissions; at one of them jobs are only created and read. */
export function asyncJobHandlers(services: Services) {
  const forAll = rowHandlers(services.config, PUBLIC_NAMES, asyncJobs(services, '/async_jobs'));
  return {
    ...rowHandlers(services.config, NAMES, asyncJobs(services, '/admin/async_jobs')),
    listPublicAsyncJobs: forAll.listPublicAsyncJobs,
    createPublicAsyncJob: forAll.createPublicAsyncJob,
    getPublicAsyncJob: forAll.getPublicAsyncJob,
  } satisfies Partial<Handlers>;
}
