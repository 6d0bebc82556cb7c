// Work that is done later (service.md 2.4, reference/jsonapi.md 9, D34, D35): whoever writes a job in a transaction wakes it
// afterwards. What was not woken, since a process died or the database was away, is found by its `due`.
import type { Clock } from '../clock.ts';
import type { Logger } from '../log.ts';
import type { AsyncJobRow, Store } from '../store/store.ts';
import { cleanUpJobs } from './clean-up.ts';
import { openJobQueue, type JobQueue } from './job-queue.ts';
import { createJobRunner } from './job-runner.ts';
import type { JobService, RecurringWork } from './job-services.ts';

/** Whether this process runs jobs, or leaves them to others; with `only` it answers no requests. */
export type JobsMode = 'on' | 'off' | 'only';

/** From one search for jobs that are due to the next, ms. Those that come due before the next one are queued as well. */
const DISPATCH_MS = 15_000;
const MOST_AT_ONCE = 1_000;
const CLEAN_UP_MS = 3_600_000;

export interface Jobs {
  /** Has a job run that was written, when it is due. Takes no time and never fails. */
  wake(job: Pick<AsyncJobRow, '_id' | 'priority' | 'due'>): void;
  /** Queues what is due. @returns how many jobs */
  dispatch(): Promise<number>;
  /** Starts to run jobs in this process, unless others do it. */
  start(services: readonly JobService[], recurring?: readonly RecurringWork[]): Promise<void>;
  /** Waits for what is running. */
  close(): Promise<void>;
}

interface Dependencies {
  store: Store;
  clock: Clock;
  log: Logger;
  mode: JobsMode;
  /** Days that jobs are kept for which nothing is left to do. */
  keepDays: number;
}

export function createJobs({ store, clock, log, mode, keepDays }: Dependencies): Jobs {
  let opening: Promise<JobQueue> | undefined;
  const underWay = new Set<Promise<void>>();
  const openQueue = (): Promise<JobQueue> => (opening ??= openJobQueue({ store, log }));

  async function queue(job: Pick<AsyncJobRow, '_id' | 'priority' | 'due'>): Promise<void> {
    // Agenda goes by the clock of the machine.
    const wait = Math.max(0, (job.due?.getTime() ?? 0) - clock.now().getTime());
    await (await openQueue()).add({ id: job._id, priority: job.priority, at: new Date(Date.now() + wait) });
  }

  async function dispatch(): Promise<number> {
    // What Agenda has given up keeps its job from being queued again.
    await store.agendaJobs.deleteMany({ type: 'normal', nextRunAt: null, lockedAt: null });
    const horizon = new Date(clock.now().getTime() + DISPATCH_MS);
    const due = await store.asyncJobs
      .find({ due: { $lte: horizon } }, { projection: { priority: 1, due: 1 } })
      .sort({ due: 1 })
      .limit(MOST_AT_ONCE)
      .toArray();
    const queued = await store.agendaJobs.distinct('data.id', { 'data.id': { $in: due.map(({ _id }) => _id) } });
    const isQueued = new Set<unknown>(queued);
    const missing = due.filter(({ _id }) => !isQueued.has(_id));
    for (const job of missing) await queue(job);
    return missing.length;
  }

  return {
    wake(job) {
      if (job.due === null || job.due.getTime() > clock.now().getTime() + DISPATCH_MS) return;
      const handedOver = queue(job)
        .catch((error: unknown) => {
          log.warn({ error: (error as Error).message, job_id: job._id }, 'jobs: a job will be found later');
        })
        .finally(() => underWay.delete(handedOver));
      underWay.add(handedOver);
    },
    dispatch,
    async start(services, recurring = []) {
      if (mode === 'off') return;
      const run = createJobRunner({ store, clock, log, services: new Map(services.map((one) => [one.name, one])) });
      const own: RecurringWork[] = [
        { name: 'find due jobs', everyMs: DISPATCH_MS, run: async () => void (await dispatch()) },
        { name: 'remove old jobs', everyMs: CLEAN_UP_MS, run: () => cleanUpJobs({ store, clock, keepDays }) },
      ];
      await (await openQueue()).start(run, [...own, ...recurring]);
      await dispatch();
    },
    async close() {
      await Promise.all(underWay);
      const opened = await opening?.catch(() => undefined);
      await opened?.stop();
    },
  };
}
