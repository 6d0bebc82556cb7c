// Background jobs (service.md 2.4, D560, D34, D35): code that writes a job in a transaction wakes it afterwards. Jobs that were
// not woken, after a crash or an outage of the database, are found by their `due`.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { Logger } from '../log.ts';
import type { AsyncJobRow, Store } from '../store/store.ts';
import { cleanUpJobs } from './clean-up.ts';
import type { JobQueue, QueuedJob } from './job-queue.ts';
import { createJobRunner } from './job-runner.ts';
import type { JobService, RecurringWork } from './job-services.ts';

/** Interval between searches for due jobs, ms. Jobs that are due before the next search are queued as well. */
const DISPATCH_MS = 15_000;
const MOST_AT_ONCE = 1_000;
const CLEAN_UP_MS = 3_600_000;
/** The time after which another process takes over the job of a dead one. */
const LOCK_MS = 30_000;
/** Interval between attempts to start, while the database is not available. */
const START_WAITS = { first: 500, most: 30_000 };

type Woken = Pick<AsyncJobRow, '_id' | 'service' | 'priority' | 'due'>;

/** Whether jobs run in this process as they should (D391). */
export interface JobsHealth {
  /** False when other processes run the jobs. */
  runsJobs: boolean;
  /** The reason why jobs do not run although they should, as a sentence. */
  fault?: string;
}

export interface Jobs {
  /** Queues a new job for the time when it is due. Takes no time and never fails. */
  wake(job: Woken): void;
  /** Queues due jobs. @returns their number */
  dispatch(): Promise<number>;
  /** Starts to run jobs in this process soon, unless other processes do. Never fails. */
  start(services: readonly JobService[], recurring?: readonly RecurringWork[]): void;
  /** Without a query: the state of the last seconds. */
  health(): JobsHealth;
  /** Waits for running jobs. */
  close(): Promise<void>;
}

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
  dispatchMs?: number;
  /** Called after each run of a job. */
  noteRun?: (service: string, outcome: 'success' | 'failure') => void;
  /** Each run takes place within this. */
  aroundRun?: <Result>(job: AsyncJobRow, work: () => Promise<Result>) => Promise<Result>;
}

const failing = (fault: string): JobsHealth => ({ runsJobs: true, fault });

export function createJobs(dependencies: Dependencies): Jobs {
  const { store, clock, log, isWorker, keepDays, lockMs = LOCK_MS, dispatchMs = DISPATCH_MS } = dependencies;
  let opening: Promise<JobQueue> | undefined;
  let starting = Promise.resolve();
  /** The queue of this process's jobs. */
  let running: JobQueue | undefined;
  const underWay = new Set<Promise<void>>();
  const closing = new AbortController();
  const stopping = new AbortController();

  const openQueue = (): Promise<JobQueue> =>
    (opening ??= import('./job-queue.ts').then(({ openJobQueue }) => openJobQueue({ store, log, takeOverMs: lockMs })));

  /** The time by the clock of the machine, which Agenda uses; undefined when `dispatch` will find the job in time. */
  function soon(due: Date | null): Date | undefined {
    const wait = due === null ? Infinity : due.getTime() - clock.now().getTime();
    return wait > dispatchMs ? undefined : new Date(Date.now() + Math.max(0, wait));
  }

  function queued({ _id: id, service, priority, due }: Woken): QueuedJob | undefined {
    const at = soon(due);
    return at && { id, service, priority, at };
  }

  async function dispatch(): Promise<number> {
    const horizon = new Date(clock.now().getTime() + dispatchMs);
    const due = await store.asyncJobs
      // With the type, as in the index.
      .find({ due: { $lte: horizon, $type: 'date' } }, { projection: { service: 1, priority: 1, due: 1 } })
      .sort({ priority: -1, due: 1 })
      .limit(MOST_AT_ONCE)
      .toArray();
    const jobs = due.flatMap((row) => queued(row) ?? []);
    return jobs.length === 0 ? 0 : (await openQueue()).addMissing(jobs);
  }

  async function begin(services: readonly JobService[], recurring: readonly RecurringWork[]): Promise<void> {
    const byName = new Map(services.map((service) => [service.name, service]));
    const run = createJobRunner({
      ...dependencies,
      services: byName,
      lockMs,
      shutdown: closing.signal,
      stopping: stopping.signal,
    });
    const own: RecurringWork[] = [
      { name: 'find due jobs', everyMs: dispatchMs, run: async () => void (await dispatch()) },
      { name: 'remove old jobs', everyMs: CLEAN_UP_MS, run: () => cleanUpJobs({ store, clock, keepDays }) },
    ];
    const { signal } = closing;
    // The ready message comes before Agenda is loaded.
    await nextTurn();
    for (let wait = START_WAITS.first; !signal.aborted; wait = Math.min(2 * wait, START_WAITS.most)) {
      try {
        const queue = await openQueue();
        await queue.start(async (id) => soon(await run(id)), [...own, ...recurring]);
        running = queue;
        await dispatch();
        return;
      } catch (error) {
        log.warn({ error: (error as Error).message }, 'jobs: not started yet');
        await sleep(wait, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  return {
    wake(job) {
      const woken = queued(job);
      if (!woken) return;
      const handedOver = openQueue()
        .then((queue) => queue.add(woken))
        .catch((error: unknown) => {
          log.warn({ error: (error as Error).message, job_id: job._id }, 'jobs: a job will be found later');
        })
        .finally(() => underWay.delete(handedOver));
      underWay.add(handedOver);
    },
    dispatch,
    start(services, recurring = []) {
      if (isWorker) starting = begin(services, recurring);
    },
    health() {
      if (!isWorker) return { runsJobs: false };
      if (closing.signal.aborted) return failing('This process runs no more jobs: it is being stopped.');
      if (!running) return failing('This process runs no jobs yet: its job runner is starting.');
      if (running.silentMs() < lockMs) return { runsJobs: true };
      return failing('This process runs no jobs: its queue does not work, the log says why.');
    },
    async close() {
      closing.abort();
      await starting;
      await Promise.all(underWay);
      const queue = await opening?.catch(() => undefined);
      await queue?.stop(() => stopping.abort());
    },
  };
}
