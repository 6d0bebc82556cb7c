// The work of one job that Agenda has taken: its service does it, or undoes what has expired (D560).
import type { Clock } from '../clock.ts';
import type { Logger } from '../log.ts';
import type { AsyncJobRow, Store } from '../store/store.ts';
import { asError } from '../values.ts';
import { JobFailed, type JobService, type RunningService, type WaitingService } from './job-services.ts';
import { attemptsOf, type TakenJob } from './taken-jobs.ts';
import { expireWaiting } from './waiting-jobs.ts';

/** A job that crashes its process at each attempt must not be repeated without limit. */
const MOST_INTERRUPTIONS = 5;
/** Wait after a failed expiry. */
const EXPIRE_AGAIN_MS = 15_000;

export interface RunnerParts {
  store: Store;
  clock: Clock;
  log: Logger;
  services: ReadonlyMap<string, JobService>;
  /** Aborted when the process begins to shut down. */
  shutdown: AbortSignal;
  /** Aborted when the process shuts down without waiting any longer. */
  stopping: AbortSignal;
  /** For traces. */
  aroundRun?: (<Result>(job: AsyncJobRow, work: () => Promise<Result>) => Promise<Result>) | undefined;
}

export function createJobRunner(parts: RunnerParts) {
  const { store, clock, log, services, shutdown, stopping, aroundRun } = parts;

  async function expire(job: TakenJob, service: WaitingService | undefined): Promise<void> {
    const { row } = job;
    const expired = await store.transaction((transaction) =>
      expireWaiting(store, { job: row, service }, clock.now(), transaction),
    );
    job.isClosed = true;
    if (expired) log.info({ service: row.service, job_id: row._id }, 'jobs: expired');
  }

  return {
    /**
     * Does the work of a job, and sets its outcome.
     * @param lost aborted when another process may have taken the job over
     * @throws the error of a failed attempt
     */
    async run(job: TakenJob, lost: AbortSignal): Promise<void> {
      const { row } = job;
      const service = services.get(row.service);
      if (row.secret_hash !== undefined) return expire(job, service && 'expire' in service ? service : undefined);
      const signal = AbortSignal.any([lost, service && 'resumes' in service ? shutdown : stopping]);
      try {
        const running = assertRuns(row, service, clock.now());
        const run = (): Promise<string[]> => running.run(row, signal);
        job.outcome = { success: true, messages: await (aroundRun ? aroundRun(row, run) : run()), final: true };
      } catch (error) {
        // It runs again, in another process, and this is no attempt.
        if (signal.aborted) return;
        const final = error instanceof JobFailed && error.final;
        job.outcome = { success: false, messages: [asError(error).message], final };
        throw error;
      }
    },
    /** @returns ms until the next attempt; null for none */
    backoff({ row, outcome }: TakenJob): number | null {
      if (row.secret_hash !== undefined) return EXPIRE_AGAIN_MS;
      const service = services.get(row.service);
      if (!outcome || outcome.final || row.max_attempts <= 1 || !service || !('waits' in service)) return null;
      return service.waits[Math.min(attemptsOf(row), service.waits.length - 1)] ?? 0;
    },
  };
}

const failed = (message: string): JobFailed => new JobFailed(message, { final: true });

/** @throws JobFailed with the reason why a job is not run */
function assertRuns(job: AsyncJobRow, service: JobService | undefined, now: Date): RunningService {
  if (job.expires !== null && job.expires < now) throw failed('It expired before it could run.');
  if ((job.interruptions ?? 0) >= MOST_INTERRUPTIONS) {
    throw failed(`It was interrupted ${MOST_INTERRUPTIONS} times, and is not tried again.`);
  }
  if (!service) throw failed(`There is no service "${job.service}".`);
  if ('run' in service) return service;
  throw failed(`Jobs of the service "${job.service}" are created by the service only.`);
}
