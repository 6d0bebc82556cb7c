// Agenda defines, takes, locks, repeats and retries all background work, and limits how much runs at once (D921). The
// jobs are rows of `async_jobs`; recurring work has rows of its own. Loaded at first use, since loading takes time.
import { setTimeout as sleep } from 'node:timers/promises';
import { MongoJobRepository } from '@agendajs/mongo-backend';
import { Agenda, type BackoffContext, type Job, type JobParameters, type JobRepository } from 'agenda';
import type { Clock } from '../clock.ts';
import type { Logger } from '../log.ts';
import type { AsyncJobRow, Store } from '../store/store.ts';
import { isDuplicateKey } from '../store/transaction.ts';
import { JobChannel } from './job-channel.ts';
import { MAIL } from './job-rows.ts';
import type { JobRunner } from './job-runner.ts';
import type { RecurringWork } from './job-services.ts';
import { createTakenJobs, type JobOutcome, TakenJob, type TakenJobs } from './taken-jobs.ts';
import { asError } from '../values.ts';

/** Collection of the rows of recurring work. */
const COLLECTION = 'agenda_jobs';
/** Mails have separate slots (D289): an unresponsive mail server holds each for minutes. */
const LANES = new Map<string, object>([
  [MAIL, { service: MAIL }],
  ['other jobs', { service: { $ne: MAIL } }],
]);
const laneOf = (service: string): string => (service === MAIL ? MAIL : 'other jobs');
/** Interval of Agenda's polling. */
const POLL_MS = 1_000;
/** Concurrent jobs of one lane, in one process. */
const AT_ONCE = 10;
/** More than the sum of all lanes and recurring work, so that Agenda's own limit never delays one for another. */
const AT_ONCE_OF_ALL = 100;
/**
 * Agenda drops a job that it has taken and not started within this time, and never frees its slot: with a short time a
 * process could have no slots after an outage of the database. Other processes take over much sooner (`lockMs`).
 */
const PATIENCE_MS = 600_000;
const DRAIN_MS = 10_000;
/** Time limit for running jobs at shutdown. */
const CUT_OFF_MS = 1_000;
/** Minimum interval between equal warnings in the log. */
const COMPLAIN_MS = 60_000;

export interface JobQueue {
  /** Starts to run jobs in this process; safe to repeat after a failure. */
  start(): Promise<void>;
  /** Takes due jobs now. */
  look(): void;
  /**
   * Milliseconds since it last reached its rows: a working queue does so every second, or every few seconds while all slots are
   * taken.
   */
  silentMs(): number;
  /** Waits for running jobs, then ends. @param cutOff called after the time limit */
  stop(cutOff: () => void): Promise<void>;
}

/** The rows of `async_jobs` for the lanes, and those of Agenda's own collection for recurring work. */
class Repository extends MongoJobRepository implements JobRepository {
  readonly #taken: TakenJobs;
  readonly #lockMs: number;
  readonly #onReached: () => void;

  constructor(store: Store, more: { taken: TakenJobs; lockMs: number; onReached(): void }) {
    super({ mongo: store.db, db: { collection: COLLECTION }, ensureIndex: false });
    this.#taken = more.taken;
    this.#lockMs = more.lockMs;
    this.#onReached = more.onReached;
  }

  /** No job is taken before it is due, so that it starts immediately; jobs of a dead process are taken over early. */
  override async getNextJobToRun(...[name, , , now, options]: Parameters<JobRepository['getNextJobToRun']>) {
    const lane = LANES.get(name);
    if (lane) return this.#taken.take(name, lane);
    const job = await super.getNextJobToRun(name, new Date(), new Date(Date.now() - this.#lockMs), now, options);
    this.#onReached();
    return job;
  }

  /** Of a job that begins, is renewed or has ended. */
  override async saveJobState(job: JobParameters, options: { lastModifiedBy?: string } | undefined): Promise<void> {
    const { data, lockedAt } = job;
    if (!(data instanceof TakenJob)) return super.saveJobState(job, options);
    return lockedAt ? this.#taken.renew(data) : this.#taken.end(data);
  }

  // Not awaited by Agenda: another process takes over jobs that remain locked.
  override async unlockJob(job: JobParameters): Promise<void> {
    const freed = job.data instanceof TakenJob ? this.#taken.end(job.data) : super.unlockJob(job);
    await freed.catch(() => undefined);
  }

  override async unlockJobs(ids: string[]): Promise<void> {
    const isOwn = (id: string): boolean => id.includes('-');
    const own = this.#taken.free(ids.filter(isOwn));
    await Promise.allSettled([own, super.unlockJobs(ids.filter((id) => !isOwn(id)))]);
  }
}

interface Dependencies {
  store: Store;
  clock: Clock;
  log: Logger;
  runner: JobRunner;
  recurring: readonly RecurringWork[];
  /** The time after which another process takes over the job of a dead one. */
  lockMs: number;
  /** Aborted when the process shuts down without waiting any longer. */
  stopping: AbortSignal;
  onEnded(row: AsyncJobRow, outcome: JobOutcome): void;
}

export function openJobQueue({
  store,
  clock,
  log,
  runner,
  recurring,
  lockMs,
  stopping,
  onEnded,
}: Dependencies): JobQueue {
  const complain = createComplaint(log);
  let isStopping = false;
  const channel = new JobChannel({ store, clock, lanes: { all: [...LANES.keys()], of: laneOf } });
  // An `error` event without a listener is thrown. A stream that is closed while it opens reports it.
  channel.on('error', (error: Error) => isStopping || complain(error));
  const reached = { jobs: performance.now(), recurring: performance.now() };
  const taken = createTakenJobs({
    ...{ store, clock, lockMs, stopping, onEnded },
    onReached: () => void (reached.jobs = performance.now()),
  });
  const repository = new Repository(store, {
    ...{ taken, lockMs },
    onReached: () => void (reached.recurring = performance.now()),
  });
  const agenda = new Agenda({
    // All objects are created in advance, since an error of `connect` would be unnoticed.
    backend: {
      name: 'MongoDB',
      repository,
      ownsConnection: false,
      connect: () => repository.connect(),
      disconnect: () => Promise.resolve(),
    },
    notificationChannel: channel,
    processEvery: POLL_MS,
    maxConcurrency: AT_ONCE_OF_ALL,
    defaultLockLifetime: PATIENCE_MS,
    removeOnComplete: false,
  });
  const running = new Set<string>();
  agenda.on('error', complain);
  agenda.on('retry', (job, { delay }) => {
    if ('attrs' in job && job.attrs.data instanceof TakenJob) job.attrs.data.retryMs = delay;
  });
  agenda.on('complete', (job) => {
    if (!('attrs' in job)) return;
    running.delete(job.attrs._id);
    // In the same turn of the event loop as the code that frees its slot, and after it.
    if (LANES.has(job.attrs.name)) setImmediate(() => channel.look([job.attrs.name]));
  });

  /** Agenda locks a job, and leaves it to its work to renew the lock. */
  async function whileLocked<Data>(job: Job<Data>, work: () => Promise<void>): Promise<void> {
    running.add(String(job.attrs._id));
    const renewal = setInterval(() => void job.touch().catch(() => undefined), lockMs / 3);
    try {
      await work();
    } finally {
      clearInterval(renewal);
    }
  }

  async function runJob(job: Job<TakenJob>): Promise<void> {
    const { data } = job.attrs;
    const lost = new AbortController();
    const watch = setInterval(() => performance.now() > data.heldUntil && lost.abort(), lockMs / 30);
    await whileLocked(job, () => runner.run(data, lost)).finally(() => clearInterval(watch));
  }

  async function recur(work: RecurringWork): Promise<void> {
    await work.run().catch((error: unknown) => {
      const fields = { error: asError(error).message, work: work.name };
      log.warn(fields, 'jobs: recurring work failed, and is done again later');
    });
  }

  const haveEnded = async (withinMs: number): Promise<boolean> => {
    for (const end = performance.now() + withinMs; running.size > 0 && performance.now() < end;) await sleep(20);
    return running.size === 0;
  };

  return {
    async start() {
      const backoff = ({ jobData }: BackoffContext): number | null =>
        jobData instanceof TakenJob ? runner.backoff(jobData) : null;
      for (const lane of LANES.keys()) {
        agenda.define<TakenJob>(lane, runJob, { concurrency: AT_ONCE, lockLimit: AT_ONCE, backoff });
      }
      for (const work of recurring) {
        const run = (job: Job): Promise<void> => whileLocked(job, () => recur(work));
        agenda.define(work.name, run, { concurrency: 1, lockLimit: 1 });
      }
      await agenda.start();
      // Of work that is no longer done.
      await agenda.purge();
      for (const { name, everyMs } of recurring) {
        await agenda.every(everyMs, name, { id: name }).catch((error: unknown) => {
          // Another process added it at the same moment.
          if (!isDuplicateKey(error)) throw error;
        });
      }
    },
    look: () => channel.look(),
    silentMs: () => performance.now() - Math.min(reached.jobs, reached.recurring),
    async stop(cutOff) {
      isStopping = true;
      // Agenda's own drain does not unlock jobs that were taken and not started.
      await agenda.stop(false);
      if (await haveEnded(DRAIN_MS)) return;
      cutOff();
      if (await haveEnded(CUT_OFF_MS)) return;
      log.warn({ running: running.size }, 'jobs: ended while some were running; they will be run again');
    },
  };
}

function createComplaint(log: Logger): (error: Error) => void {
  let next = 0;
  return (error) => {
    if (performance.now() < next) return;
    next = performance.now() + COMPLAIN_MS;
    log.warn({ error: error.message }, 'jobs: the queue failed, and goes on');
  };
}
