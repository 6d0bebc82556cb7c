// Does the remaining work of model changes, for services that run no jobs.
import { createCleanupJobs } from '../../../core/model/cleanup-jobs.ts';
import type { TestService } from '../service.ts';

export async function finishModelChanges({ service, clock }: TestService): Promise<void> {
  const { store, modelService } = service.services;
  const { service: jobs } = createCleanupJobs({ store, clock, modelService });
  const open = await store.asyncJobs.find({ service: jobs.name, completed: null }).toArray();
  for (const job of open) await jobs.run(job, new AbortController().signal);
}
