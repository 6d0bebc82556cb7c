// Agenda defines, takes, locks, repeats and retries all background work, and limits how much runs at once (D921). The
// jobs are rows of `async_jobs`; recurring work has rows of its own. Loaded at first use, since loading takes time.
import { setTimeout as sleep } from 'node:timers/promises';
import { MongoJobRepository } from '@agendajs/mongo-backend';
import { Agenda, type BackoffContext, type Job, type JobParameters, type JobRepository } from 'agenda';
import type { Logger } from '../log.ts';
import type { AsyncJobRow, Store } from '../store/store.ts';
import { sharedRead } from '../shared-read.ts';
import { IN_BACKGROUND } from '../store/recorded/event-rows.ts';
import { isDuplicateKey } from '../store/transactions/transaction.ts';
import { JobChannel } from './job-channel.ts';
import { LANES } from './job-rows.ts';
import { createJobRunner, type RunnerParts } from './job-runner.ts';
import type { ScheduledWork } from './job-services.ts';
import { scheduledRuns } from './scheduled-runs.ts';
import { type JobOutcome, TakenJob, TakenJobs, UNENDING } from './taken-jobs.ts';

/** Collection of the rows of recurring work. */
const COLLECTION = 'agenda_jobs';
/** Interval of Agenda's polling. */
const POLL_MS = 1_000;
/** Concurrent jobs of one lane, in one process. */
const AT_ONCE = 10;
/** More than the sum of all lanes and scheduled work, so that Agenda's own limit never delays one for another. */
const AT_ONCE_OF_ALL = 100;
/** Agenda's watch of a job outlives the job, and keeps the process alive, by half of this or of its polling. */
const WATCH_MS = 1;
const DRAIN_MS = 10_000;
/** Time limit for running jobs at shutdown. */
const CUT_OFF_MS = 1_000;
/** Minimum interval between equal warnings in the log. */
const COMPLAIN_MS = 60_000;

export type JobQueue = ReturnType<typeof openJobQueue>;

/** The rows of `async_jobs` for the lanes, and those of Agenda's own collection for recurring work. */
class Repository extends MongoJobRepository implements JobRepository {
  readonly #dueWork = sharedRead(() => this.#readDueWork());
  /** When the database has last answered (performance.now): each poll reads the rows of scheduled work. */
  reached = performance.now();

  constructor(
    private readonly store: Store,
    private readonly taken: TakenJobs,
    private readonly lockMs: number,
  ) {
    super({ mongo: store.db, db: { collection: COLLECTION }, ensureIndex: false });
  }

  /** Names of scheduled work that is due, or whose process has died: one read for all work, which is rarely due. */
  async #readDueWork(): Promise<ReadonlySet<string>> {
    const isFree = { lockedAt: null, nextRunAt: { $lte: new Date() } };
    const isLost = { lockedAt: { $lte: new Date(Date.now() - this.lockMs) } };
    const rows = await this.store.agendaJobs
      .find({ $or: [isFree, isLost] }, { projection: { name: 1 }, ...IN_BACKGROUND })
      .toArray();
    this.reached = performance.now();
    return new Set(rows.map(({ name }) => name));
  }

  /** No job is taken before it is due, so that it starts immediately; jobs of a dead process are taken over early. */
  override async getNextJobToRun(...[name, , , now, options]: Parameters<JobRepository['getNextJobToRun']>) {
    const lane = LANES.get(name);
    if (lane) return this.taken.take(name, lane);
    if (!(await this.#dueWork()).has(name)) return undefined;
    const job = await super.getNextJobToRun(name, new Date(), new Date(Date.now() - this.lockMs), now, options);
    // Taken over from a process that has died: its run is repeated now, and not when the next one is due.
    if (job?.nextRunAt && job.nextRunAt > new Date()) job.nextRunAt = new Date();
    return job && { ...job, lockedAt: UNENDING };
  }

  /** Of a job that begins, is renewed or has ended. */
  override async saveJobState(job: JobParameters, options: { lastModifiedBy?: string } | undefined): Promise<void> {
    const { lockedAt, ...others } = job;
    // Also of one that ends: until that is written, Agenda takes a job without a lock for a lost one.
    job.lockedAt = UNENDING;
    const { data } = others;
    if (data instanceof TakenJob) return lockedAt ? this.taken.renew(data) : this.taken.end(data);
    return super.saveJobState({ ...others, ...(lockedAt && { lockedAt: new Date() }) }, options);
  }

  // Not awaited by Agenda: another process takes over jobs that remain locked.
  override async unlockJob(job: JobParameters): Promise<void> {
    const freed = job.data instanceof TakenJob ? this.taken.end(job.data) : super.unlockJob(job);
    await freed.catch(() => undefined);
  }

  /** Of jobs that were not begun: the lock of a run that the shutdown cuts off expires. */
  override async unlockJobs(ids: string[]): Promise<void> {
    const isOwn = (id: string): boolean => id.includes('-');
    const others = ids.filter((id) => !isOwn(id));
    await Promise.allSettled([this.taken.free(ids.filter(isOwn)), super.unlockJobs(others)]);
  }
}

interface Dependencies extends RunnerParts {
  scheduled: readonly ScheduledWork[];
  /** The time after which another process takes over the job of a dead one. */
  lockMs: number;
  onEnded(row: AsyncJobRow, outcome: JobOutcome): void;
  /** Called after each run of scheduled work. */
  noteRun?: ((work: string, outcome: 'success' | 'failure') => void) | undefined;
}

function createAgenda(repository: Repository, notificationChannel: JobChannel): Agenda {
  return new Agenda({
    // All objects are created in advance, since an error of `connect` would be unnoticed.
    backend: {
      name: 'MongoDB',
      repository,
      ownsConnection: false,
      connect: () => repository.connect(),
      disconnect: () => Promise.resolve(),
    },
    notificationChannel,
    processEvery: POLL_MS,
    maxConcurrency: AT_ONCE_OF_ALL,
    defaultLockLifetime: WATCH_MS,
    removeOnComplete: false,
  });
}

/** Agenda locks a job, and leaves it to its work to renew the lock. */
async function whileLocked<Data>(
  job: Job<Data>,
  { lock, lockMs }: { lock: { heldUntil: number }; lockMs: number },
  work: (lost: AbortSignal) => Promise<void>,
): Promise<void> {
  const lost = new AbortController();
  let renewed = performance.now();
  const watch = setInterval(() => {
    const now = performance.now();
    if (now > lock.heldUntil) lost.abort();
    if (now < renewed + lockMs / 3) return;
    renewed = now;
    void job.touch().then(
      () => void (lock.heldUntil = now + lockMs),
      () => undefined,
    );
  }, lockMs / 30);
  try {
    await work(lost.signal);
  } finally {
    clearInterval(watch);
  }
}

export function openJobQueue(dependencies: Dependencies) {
  const { store, clock, log, scheduled, lockMs, shutdown, stopping, onEnded, noteRun } = dependencies;
  const runner = createJobRunner(dependencies);
  const complain = createComplaint(log);
  const channel = new JobChannel(store.asyncJobs, clock);
  // An `error` event without a listener is thrown. A stream that is closed while it opens reports it.
  channel.on('error', (error: Error) => shutdown.aborted || complain(error));
  const running = new Set<string>();
  const repository = new Repository(store, new TakenJobs({ store, clock, lockMs, stopping, onEnded }), lockMs);
  const agenda = createAgenda(repository, channel);
  // A look that was under way meets a closed connection.
  agenda.on('error', (error: Error) => stopping.aborted || complain(error));
  agenda.on('retry', (job, { delay }) => {
    if ('attrs' in job && job.attrs.data instanceof TakenJob) job.attrs.data.retryMs = delay;
  });
  agenda.on('complete', (job) => {
    if (!('attrs' in job)) return;
    running.delete(job.attrs._id);
    // In the same turn of the event loop as the code that frees its slot, and after it.
    if (LANES.has(job.attrs.name)) setImmediate(() => channel.look([job.attrs.name]));
  });

  function define<Data>(
    name: string,
    options: { concurrency: number; backoff(context: BackoffContext): number | null },
    work: (job: Job<Data>) => Promise<void>,
  ): void {
    const begin = (job: Job<Data>): Promise<void> => {
      running.add(String(job.attrs._id));
      return work(job);
    };
    // Agenda takes functions with and without a callback, by overloads.
    // oxlint-disable-next-line typescript/no-misused-promises
    agenda.define<Data>(name, begin, { ...options, lockLimit: options.concurrency });
  }

  const haveEnded = async (withinMs: number): Promise<boolean> => {
    for (const end = performance.now() + withinMs; running.size > 0 && performance.now() < end;) await sleep(20);
    return running.size === 0;
  };

  return {
    /** Starts to run jobs in this process; safe to repeat after a failure. */
    async start(): Promise<void> {
      const backoff = ({ jobData }: BackoffContext): number | null =>
        jobData instanceof TakenJob ? runner.backoff(jobData) : null;
      for (const lane of LANES.keys()) {
        define<TakenJob>(lane, { concurrency: AT_ONCE, backoff }, (job) =>
          whileLocked(job, { lock: job.attrs.data, lockMs }, (lost) => runner.run(job.attrs.data, lost)),
        );
      }
      for (const work of scheduled) {
        const { run, backoff } = scheduledRuns(work, { log, noteRun });
        const end = work.resumes ? shutdown : stopping;
        define(work.name, { concurrency: 1, backoff }, (job: Job) =>
          whileLocked(job, { lock: { heldUntil: performance.now() + lockMs }, lockMs }, (lost) =>
            run(job, AbortSignal.any([lost, end])),
          ),
        );
      }
      await agenda.start();
      // Of work that is no longer done.
      await agenda.purge();
      await plan(agenda, store, scheduled);
    },
    /** Takes due jobs now. */
    look: () => channel.look(),
    /** Milliseconds since it last reached its rows: a working queue does so every second. */
    silentMs: () => performance.now() - repository.reached,
    /** Waits for running jobs, then ends. @param cutOff called after the time limit */
    async stop(cutOff: () => void): Promise<void> {
      // Agenda's own drain does not unlock jobs that were taken and not started.
      await agenda.stop(false);
      if (await haveEnded(DRAIN_MS)) return;
      cutOff();
      if (await haveEnded(CUT_OFF_MS)) return;
      log.warn({ running: running.size }, 'jobs: ended while some were running; they will be run again');
    },
  };
}

/** Adds the rows of new work. An equal row stays as it is: it may be overdue, locked by its run, or wait for another attempt. */
async function plan(agenda: Agenda, { agendaJobs }: Store, scheduled: readonly ScheduledWork[]): Promise<void> {
  for (const { name, times } of scheduled) {
    const repeatInterval = 'cron' in times ? times.cron : times.everyMs;
    const repeatTimezone = 'cron' in times ? times.timeZone : null;
    const same = { 'data.id': name, repeatInterval, repeatTimezone, nextRunAt: { $ne: null } };
    if (await agendaJobs.findOne(same)) continue;
    await agenda
      .every(repeatInterval, name, { id: name }, repeatTimezone === null ? {} : { timezone: repeatTimezone })
      .catch((error: unknown) => {
        // Another process added it at the same moment.
        if (!isDuplicateKey(error)) throw error;
      });
  }
}

function createComplaint(log: Logger): (error: Error) => void {
  let next = 0;
  return (error) => {
    if (performance.now() < next) return;
    next = performance.now() + COMPLAIN_MS;
    log.warn({ error: error.message }, 'jobs: the queue failed, and goes on');
  };
}
