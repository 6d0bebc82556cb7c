// Agenda, which has processes told within moments that something is to be run. It holds no more than that: what is to be
// done, and what became of it, stands in `async_jobs` (core/jobs/jobs.ts).
import { setTimeout as sleep } from 'node:timers/promises';
import type { Agenda } from 'agenda';
import type { Logger } from '../log.ts';
import type { Store } from '../store/store.ts';
import { isDuplicateKey } from '../store/transaction.ts';
import type { RecurringWork } from './job-services.ts';

/** Collection of Agenda's own rows. */
const COLLECTION = 'agenda_jobs';
const JOB = 'async job';
/** A job whose process died is started again after this time. */
export const LOCK_MS = 30_000;
/** Agenda looks for work this often where its change stream does not tell; it is also how often it finds further jobs. */
const POLL_MS = 1_000;
const AT_ONCE = 10;
const DRAIN_MS = 10_000;
/** What a request's end may wait for a job of it to be handed over. */
const HAND_OVER_MS = 5_000;

export interface QueuedJob {
  id: string;
  priority: number;
  /** By the clock of this machine. */
  at: Date;
}

export interface JobQueue {
  /** Has a job run; nothing happens when it is queued already. @throws when the database takes too long or fails */
  add(job: QueuedJob): Promise<void>;
  /** Starts to run jobs in this process. @param run the work of a job; `touch` keeps it from being started elsewhere */
  start(run: (id: string, touch: () => Promise<void>) => Promise<void>, recurring: RecurringWork[]): Promise<void>;
  /** Waits for what is running, then ends. */
  stop(): Promise<void>;
}

export async function openJobQueue({ store, log }: { store: Store; log: Logger }): Promise<JobQueue> {
  const [{ Agenda }, { MongoBackend, MongoChangeStreamNotificationChannel }] = await Promise.all([
    import('agenda'),
    import('@agendajs/mongo-backend'),
  ]);
  const agenda = new Agenda({
    backend: new MongoBackend({
      mongo: store.db,
      collection: COLLECTION,
      sort: { priority: 'desc', nextRunAt: 'asc' },
    }),
    notificationChannel: new MongoChangeStreamNotificationChannel({ db: store.db, collection: COLLECTION }),
    processEvery: POLL_MS,
    defaultLockLifetime: LOCK_MS,
    removeOnComplete: true,
  });
  agenda.on('error', (error: Error) => log.warn({ error: error.message }, 'jobs: the queue failed, and goes on'));
  await agenda.ready;

  return {
    async add({ id, priority, at }) {
      const job = agenda.create(JOB, { id }).unique({ 'data.id': id }, { insertOnly: true });
      await inTime(job.priority(priority).schedule(at).save()).catch((error: unknown) => {
        // Somebody else queued it at the same moment.
        if (!isDuplicateKey(error)) throw error;
      });
    },
    async start(run, recurring) {
      const once = { concurrency: AT_ONCE, lockLimit: AT_ONCE };
      agenda.define<{ id: string }>(JOB, (job) => run(job.attrs.data.id, () => job.touch()), once);
      for (const { name, run: work } of recurring) {
        agenda.define(name, () => work(), { concurrency: 1, lockLimit: 1 });
      }
      await agenda.start();
      for (const { name, everyMs } of recurring) await agenda.every(everyMs, name).catch(ignoreDuplicate);
    },
    async stop() {
      await stopAgenda(agenda, log);
    },
  };
}

function ignoreDuplicate(error: unknown): void {
  if (!isDuplicateKey(error)) throw error;
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const ended = new AbortController();
  const late = sleep(HAND_OVER_MS, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`the queue took more than ${HAND_OVER_MS} ms`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    ended.abort();
    late.catch(() => undefined);
  }
}

async function stopAgenda(agenda: Agenda, log: Logger): Promise<void> {
  const { running, timedOut } = await agenda.drain({ timeout: DRAIN_MS, closeConnection: false });
  if (timedOut) log.warn({ running }, 'jobs: ended while some were running; they will be run again');
  await agenda.stop(false);
}
