// Agenda notifies all processes within moments that a job is due. Its rows hold only that: `async_jobs` has the jobs
// and their results (core/jobs/jobs.ts). Loaded at first use, since loading takes time.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  MongoChangeStreamNotificationChannel,
  MongoJobRepository,
  type MongoJobRepositoryConfig,
} from '@agendajs/mongo-backend';
import { Agenda, toJobId, type AgendaBackend, type Job } from 'agenda';
import type { Logger } from '../log.ts';
import { MAIL } from './job-rows.ts';
import type { Store } from '../store/store.ts';
import { isDuplicateKey } from '../store/transaction.ts';
import type { RecurringWork } from './job-services.ts';

/** Collection of Agenda's own rows. */
const COLLECTION = 'agenda_jobs';
const JOB = 'async job';
/** Mails have separate slots (D289): an unresponsive mail server holds each for minutes. */
const LANES: readonly string[] = [JOB, MAIL];
const RECURRING = 'recurring work';
/** Interval of Agenda's polling, for missing notifications of its change stream. */
const POLL_MS = 1_000;
/** Concurrent jobs of one lane, in one process. */
const AT_ONCE = 10;
/** More than the sum of all lanes and recurring work, so that Agenda's own limit never delays one for another. */
const AT_ONCE_OF_ALL = 100;
/**
 * Agenda drops a job that it has taken and not started within this time, and never frees its slot: with a short time a
 * process could have no slots after an outage of the database. Other processes take over much sooner (`takeOverMs`).
 */
const PATIENCE_MS = 600_000;
const DRAIN_MS = 10_000;
/** Time limit for running jobs at shutdown. */
const CUT_OFF_MS = 1_000;
/** Time limit for queueing a job at the end of a request. */
const HAND_OVER_MS = 5_000;
/** Minimum interval between equal warnings in the log. */
const COMPLAIN_MS = 60_000;

export interface QueuedJob {
  id: string;
  service: string;
  priority: number;
  /** By the clock of this machine. */
  at: Date;
}

/**
 * Runs a job.
 * @returns the time of the next run, by the clock of this machine; undefined when no further work is known
 */
export type RunQueued = (id: string) => Promise<Date | undefined>;

export interface JobQueue {
  /** Queues a job; no effect when it is queued already. @throws when the database takes too long or fails */
  add(job: QueuedJob): Promise<void>;
  /** Queues those jobs that are not queued yet, and moves later ones forward. @returns the number of new ones */
  addMissing(jobs: readonly QueuedJob[]): Promise<number>;
  /** Starts to run jobs in this process; safe to repeat after a failure. */
  start(run: RunQueued, recurring: readonly RecurringWork[]): Promise<void>;
  /**
   * Milliseconds since it last reached its rows: a working queue does so every second, or every few seconds while all slots are
   * taken.
   */
  silentMs(): number;
  /** Waits for running jobs, then ends. @param cutOff called after the time limit */
  stop(cutOff: () => void): Promise<void>;
}

/** Rows of Agenda, as it reads and writes them. */
class Repository extends MongoJobRepository {
  readonly #takeOverMs: number;
  readonly #onRemoved: () => void;
  readonly #onReached: () => void;

  constructor(
    config: MongoJobRepositoryConfig,
    { takeOverMs, onRemoved, onReached }: { takeOverMs: number; onRemoved(): void; onReached(): void },
  ) {
    super(config);
    this.#takeOverMs = takeOverMs;
    this.#onRemoved = onRemoved;
    this.#onReached = onReached;
  }

  /** No job is taken before it is due, so that it starts immediately; jobs of a dead process are taken over early. */
  override async getNextJobToRun(...[name, , , now, options]: Parameters<MongoJobRepository['getNextJobToRun']>) {
    const lapsed = new Date(Date.now() - this.#takeOverMs);
    const job = await super.getNextJobToRun(name, new Date(), lapsed, now, options);
    this.#onReached();
    return job;
  }

  override async removeJobs(options: Parameters<MongoJobRepository['removeJobs']>[0]): Promise<number> {
    const removed = await super.removeJobs(options);
    // In the same turn of the event loop as the code that ends the run in Agenda, and after it.
    setImmediate(this.#onRemoved);
    return removed;
  }

  // Not awaited: another process takes over jobs that remain locked.
  override async unlockJob(...given: Parameters<MongoJobRepository['unlockJob']>): Promise<void> {
    await super.unlockJob(...given).catch(() => undefined);
  }

  override async unlockJobs(...given: Parameters<MongoJobRepository['unlockJobs']>): Promise<void> {
    await super.unlockJobs(...given).catch(() => undefined);
  }
}

/** Notifies of changes of Agenda's rows in any process. */
class Channel extends MongoChangeStreamNotificationChannel {
  /** As for a new job: otherwise Agenda looks for the next ones only at the next poll. */
  look(): void {
    const nextRunAt = new Date(0);
    for (const jobName of LANES) {
      void this.notifyHandlers({ jobId: toJobId(''), jobName, nextRunAt, priority: 0, timestamp: nextRunAt });
    }
  }

  /** From now on: the database may no longer have the previous position. */
  forget(): void {
    Object.assign(this, { resumeToken: undefined });
  }
}

/** @param takeOverMs time after which a job without renewal goes to another process */
export function openJobQueue({ store, log, takeOverMs }: { store: Store; log: Logger; takeOverMs: number }): JobQueue {
  const complain = createComplaint(log);
  let isStopping = false;
  const channel = new Channel({ db: store.db, collection: COLLECTION });
  // An `error` event without a listener is thrown.
  channel.on('error', (error: Error) => {
    channel.forget();
    // A stream that is closed while it opens reports it.
    if (!isStopping) complain(error);
  });
  let reached = performance.now();
  const onReached = (): void => {
    reached = performance.now();
  };
  const repository = new Repository(
    {
      mongo: store.db,
      db: { collection: COLLECTION },
      ensureIndex: false,
      sort: { priority: 'desc', nextRunAt: 'asc' },
    },
    { takeOverMs, onRemoved: () => channel.look(), onReached },
  );
  const agenda = new Agenda({
    backend: backendOf(repository),
    notificationChannel: channel,
    processEvery: POLL_MS,
    maxConcurrency: AT_ONCE_OF_ALL,
    defaultLockLifetime: PATIENCE_MS,
    removeOnComplete: true,
  });
  agenda.on('error', complain);
  const running = new Set<Promise<void>>();

  /** Does the work of one of Agenda's rows, which is kept when there is a next run. */
  async function perform(job: Job, work: () => Promise<Date | undefined>): Promise<void> {
    const ended = new AbortController();
    const renewing = renew(job, { everyMs: takeOverMs / 3, ended: ended.signal, onReached });
    const run = work()
      .then((next) => {
        if (next) job.attrs.nextRunAt = next;
      })
      .finally(async () => {
        ended.abort();
        await renewing;
        running.delete(run);
      });
    running.add(run);
    await run;
  }

  async function add(name: string, { id, priority, at }: Omit<QueuedJob, 'service'>): Promise<void> {
    const job = agenda.create(name, { id }).unique({ 'data.id': id }, { insertOnly: true });
    await inTime(job.priority(priority).schedule(at).save()).catch((error: unknown) => {
      // Another process queued it at the same moment.
      if (!isDuplicateKey(error)) throw error;
    });
  }

  return {
    add: (job) => add(laneOf(job), job),
    async addMissing(jobs) {
      const rows = store.agendaJobs;
      // A row that Agenda has given up keeps its job from being queued again.
      await rows.deleteMany({ name: { $in: LANES }, nextRunAt: null, lockedAt: null });
      const queued = new Set(await rows.distinct('data.id', { 'data.id': { $in: jobs.map(({ id }) => id) } }));
      const now = new Date();
      const early = jobs.filter(({ id, at }) => at <= now && queued.has(id)).map(({ id }) => id);
      if (early.length > 0) {
        const waiting = { 'data.id': { $in: early }, lockedAt: null, nextRunAt: { $gt: now } };
        await rows.updateMany(waiting, { $set: { nextRunAt: now } });
      }
      const missing = jobs.filter(({ id }) => !queued.has(id));
      for (const job of missing) await add(laneOf(job), job);
      return missing.length;
    },
    async start(run, recurring) {
      const once = { concurrency: AT_ONCE, lockLimit: AT_ONCE };
      for (const lane of LANES) {
        agenda.define<{ id: string }>(lane, (job) => perform(job, () => run(job.attrs.data.id)), once);
      }
      const works = new Map(recurring.map((work) => [work.name, work]));
      const all = { concurrency: works.size, lockLimit: works.size };
      agenda.define<{ id: string }>(
        RECURRING,
        (job) => perform(job, () => recur(works.get(job.attrs.data.id), log)),
        all,
      );
      await agenda.start();
      for (const { name } of recurring) await add(RECURRING, { id: name, priority: 0, at: new Date() });
    },
    silentMs: () => performance.now() - reached,
    async stop(cutOff) {
      isStopping = true;
      // Agenda's own drain does not unlock jobs that were taken and not started.
      await agenda.stop(false);
      if (await haveEnded(running, DRAIN_MS)) return;
      cutOff();
      if (await haveEnded(running, CUT_OFF_MS)) return;
      log.warn({ running: running.size }, 'jobs: ended while some were running; they will be run again');
    },
  };
}

const laneOf = ({ service }: QueuedJob): string => (service === MAIL ? MAIL : JOB);

/** All objects are created in advance, since an error of `connect` would be unnoticed. */
const backendOf = (repository: Repository): AgendaBackend => ({
  name: 'MongoDB',
  repository,
  ownsConnection: false,
  connect: () => repository.connect(),
  disconnect: () => Promise.resolve(),
});

function createComplaint(log: Logger): (error: Error) => void {
  let next = 0;
  return (error) => {
    if (performance.now() < next) return;
    next = performance.now() + COMPLAIN_MS;
    log.warn({ error: error.message }, 'jobs: the queue failed, and goes on');
  };
}

/** Keeps a row from being taken over. */
async function renew(
  job: Job,
  { everyMs, ended, onReached }: { everyMs: number; ended: AbortSignal; onReached(): void },
): Promise<void> {
  for (;;) {
    await sleep(everyMs, undefined, { signal: ended }).catch(() => undefined);
    if (ended.aborted) return;
    await job.touch().then(onReached, () => undefined);
  }
}

/** Recurring work that no service registers any more is removed. */
async function recur(work: RecurringWork | undefined, log: Logger): Promise<Date | undefined> {
  if (!work) return undefined;
  try {
    await work.run();
  } catch (error) {
    log.warn(
      { error: (error as Error).message, work: work.name },
      'jobs: recurring work failed, and is done again later',
    );
  }
  return new Date(Date.now() + work.everyMs);
}

async function haveEnded(running: ReadonlySet<Promise<void>>, withinMs: number): Promise<boolean> {
  const waited = new AbortController();
  const late = sleep(withinMs, false, { signal: waited.signal }).catch(() => false);
  const ended = Promise.allSettled(running).then(() => true);
  return Promise.race([ended, late]).finally(() => waited.abort());
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const ended = new AbortController();
  const late = sleep(HAND_OVER_MS, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`the queue took more than ${HAND_OVER_MS} ms`);
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    ended.abort();
  }
}
