// Background jobs (service.md 2.4, D560, D34, D35): code that writes a row of `async_jobs` in a transaction has made a
// job of Agenda, which runs when it is due (core/jobs/job-queue.ts).
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { Logger } from '../log.ts';
import type { AsyncJobRow, Store } from '../store/store.ts';
import { traceFacts } from '../tracing/trace-parent.ts';
import { cleanUpJobs } from './clean-up.ts';
import type { JobQueue } from './job-queue.ts';
import { recurring, type JobService, type ScheduledWork } from './job-services.ts';
import type { JobOutcome } from './taken-jobs.ts';
import { asError } from '../values.ts';

/** The time after which another process takes over the job of a dead one. */
const LOCK_MS = 30_000;
/** Interval between attempts to start, while the database is not available. */
const START_WAITS = { first: 500, most: 30_000 };

/** Whether jobs run in this process as they should (D391). */
export interface JobsHealth {
  /** False when other processes run the jobs. */
  runsJobs: boolean;
  /** The reason why jobs do not run although they should, as a sentence. */
  fault?: string;
}

export interface BackgroundWork {
  services: readonly JobService[];
  scheduled?: readonly ScheduledWork[];
}

export type Jobs = ReturnType<typeof createJobs>;

interface Dependencies {
  store: Store;
  clock: Clock;
  log: Logger;
  /** False: other processes run the jobs (PROCESS_ROLE=api). */
  isWorker: boolean;
  /** Days that finished jobs are kept. */
  keepDays: number;
  /** Shorter in tests. */
  lockMs?: number;
  /** Called after each run of a job. */
  noteRun?: (service: string, outcome: 'success' | 'failure') => void;
  /** Each run takes place within this. */
  aroundRun?: <Result>(job: AsyncJobRow, work: () => Promise<Result>) => Promise<Result>;
}

const failing = (fault: string): JobsHealth => ({ runsJobs: true, fault });

export function createJobs(dependencies: Dependencies) {
  const { store, clock, log, isWorker, keepDays, lockMs = LOCK_MS, noteRun } = dependencies;
  let starting = Promise.resolve();
  let opened: JobQueue | undefined;
  /** The queue of this process, once it has started. */
  let running: JobQueue | undefined;
  const closing = new AbortController();
  const stopping = new AbortController();

  function onEnded(job: AsyncJobRow, { success, messages }: JobOutcome): void {
    const { service, _id: job_id, request_id, traceparent } = job;
    const origin = { ...(request_id !== undefined && { request_id }), ...traceFacts(traceparent) };
    const fields = { service, job_id, ...origin, messages };
    noteRun?.(service, success ? 'success' : 'failure');
    if (success) log.info(fields, 'jobs: done');
    else log.warn(fields, 'jobs: an attempt failed');
  }

  async function open({ services, scheduled = [] }: BackgroundWork): Promise<JobQueue> {
    const { openJobQueue } = await import('./job-queue.ts');
    return openJobQueue({
      ...dependencies,
      services: new Map(services.map((service) => [service.name, service])),
      scheduled: [recurring('remove old jobs', () => cleanUpJobs({ store, clock, keepDays })), ...scheduled],
      ...{ lockMs, onEnded, shutdown: closing.signal, stopping: stopping.signal },
    });
  }

  async function begin(work: BackgroundWork): Promise<void> {
    const { signal } = closing;
    // The ready message comes before Agenda is loaded.
    await nextTurn();
    for (let wait = START_WAITS.first; !signal.aborted; wait = Math.min(2 * wait, START_WAITS.most)) {
      try {
        opened ??= await open(work);
        await opened.start();
        running = opened;
        return;
      } catch (error) {
        log.warn({ error: asError(error).message }, 'jobs: not started yet');
        await sleep(wait, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  return {
    /** Takes due jobs now, if this process runs jobs. */
    dispatch: () => running?.look(),
    /** Starts to run jobs in this process soon, unless other processes do. Never fails. */
    start(work: BackgroundWork): void {
      if (isWorker) starting = begin(work);
    },
    /** Without a query: the state of the last seconds. */
    health(): JobsHealth {
      if (!isWorker) return { runsJobs: false };
      if (closing.signal.aborted) return failing('This process runs no more jobs: it is being stopped.');
      if (!running) return failing('This process runs no jobs yet: its job runner is starting.');
      if (running.silentMs() < lockMs) return { runsJobs: true };
      return failing('This process runs no jobs: its queue does not work, the log says why.');
    },
    /** Waits for running jobs. */
    async close(): Promise<void> {
      closing.abort();
      await starting;
      await opened?.stop(() => stopping.abort());
    },
  };
}
