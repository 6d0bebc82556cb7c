// Runs one job of `async_jobs`: takes its lock, does the work, records what came of it (reference/jsonapi.md 9).
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { Logger } from '../log.ts';
import type { AsyncJobRow, Store } from '../store/store.ts';
import { dueOf } from './job-rows.ts';
import { LOCK_MS } from './job-queue.ts';
import { JobFailed, type JobService, type RunningService, type WaitingService } from './job-services.ts';
import { expireWaiting } from './waiting-jobs.ts';

const RENEW_MS = LOCK_MS / 3;
/** A job that ends its process each time must not do so for ever. */
const MOST_INTERRUPTIONS = 5;
/** For so long the outcome of a run is tried to be written. */
const RECORD_MS = 60_000;
const LONGEST_MESSAGE = 1_000;

interface Dependencies {
  store: Store;
  clock: Clock;
  log: Logger;
  services: ReadonlyMap<string, JobService>;
}

interface Run {
  /** Of the job. */
  id: string;
  /** Who holds the lock. */
  me: string;
  touch(): Promise<void>;
}

interface Outcome {
  success: boolean;
  messages: string[];
  /** No further attempt. */
  final: boolean;
}

/** Runs the job with this id if it is due and nobody else does. Fails only when the database does. */
export type RunJob = (id: string, touch: () => Promise<void>) => Promise<void>;

export function createJobRunner({ store, clock, log, services }: Dependencies): RunJob {
  const { asyncJobs } = store;

  /** Takes the lock; undefined when somebody else has it, or the job was changed meanwhile. */
  async function lock(job: AsyncJobRow, me: string): Promise<AsyncJobRow | undefined> {
    const locked_until = new Date(clock.now().getTime() + LOCK_MS);
    // Whoever takes it moves `due`, so that only one does.
    const taken = await asyncJobs.findOneAndUpdate(
      { _id: job._id, due: job.due, completed: null },
      {
        $set: { locked_by: me, locked_until, due: locked_until },
        $inc: { revision: 1, ...(job.locked_by !== undefined && { interruptions: 1 }) },
      },
      { returnDocument: 'after' },
    );
    return taken ?? undefined;
  }

  /** Keeps the lock until `ended`; aborts `lost` when it is lost. */
  async function keepLock({ id, me, touch }: Run, ended: AbortSignal, lost: AbortController): Promise<void> {
    let until = performance.now() + LOCK_MS;
    for (;;) {
      await sleep(RENEW_MS, undefined, { signal: ended }).catch(() => undefined);
      if (ended.aborted) return;
      try {
        const locked_until = new Date(clock.now().getTime() + LOCK_MS);
        const change = { $set: { locked_until, due: locked_until } };
        const { matchedCount } = await asyncJobs.updateOne({ _id: id, locked_by: me }, change);
        if (matchedCount === 0) return lost.abort();
        await touch();
        until = performance.now() + LOCK_MS;
      } catch (error) {
        if (performance.now() > until) return lost.abort(error);
      }
    }
  }

  async function attempt(service: RunningService, job: AsyncJobRow, run: Run): Promise<Outcome> {
    const lost = new AbortController();
    const ended = new AbortController();
    const keeping = keepLock(run, ended.signal, lost);
    try {
      return { success: true, messages: await service.run(job, lost.signal), final: true };
    } catch (error) {
      return { success: false, messages: [(error as Error).message], final: error instanceof JobFailed && error.final };
    } finally {
      ended.abort();
      await keeping;
    }
  }

  /** Writes what came of a run, if the lock is still held, however long the database is away. */
  async function record(job: AsyncJobRow, me: string, outcome: Outcome, waits: readonly number[]): Promise<void> {
    const giveUp = performance.now() + RECORD_MS;
    for (;;) {
      try {
        await asyncJobs.updateOne({ _id: job._id, locked_by: me }, closing(job, outcome, { now: clock.now(), waits }));
        break;
      } catch (error) {
        if (performance.now() > giveUp) throw error;
        await sleep(500);
      }
    }
    const fields = { service: job.service, job_id: job._id, messages: outcome.messages };
    if (outcome.success) log.info(fields, 'jobs: done');
    else log.warn(fields, 'jobs: an attempt failed');
  }

  async function expire(service: WaitingService | undefined, job: AsyncJobRow): Promise<void> {
    const expired = await store.transaction((session) => expireWaiting(store, { job, service }, clock.now(), session));
    if (expired) log.info({ service: job.service, job_id: job._id }, 'jobs: expired');
  }

  return async (id, touch) => {
    const job = await asyncJobs.findOne({ _id: id });
    const now = clock.now();
    // What is not due yet is found again when it is (Jobs.dispatch).
    if (!job?.due || job.due > now) return;
    const service = services.get(job.service);
    if (job.secret_hash !== undefined) return expire(service && 'expire' in service ? service : undefined, job);
    const me = randomUUID();
    const locked = await lock(job, me);
    if (!locked) return;
    const refusal = refusalOf(locked, service, now);
    const waits = service && 'run' in service ? service.waits : [];
    const outcome =
      refusal ??
      (service && 'run' in service
        ? await attempt(service, locked, { id, me, touch })
        : failed(`There is no service "${job.service}".`));
    await record(locked, me, outcome, waits);
  };
}

const failed = (message: string): Outcome => ({ success: false, messages: [message], final: true });

/** Why a job is not run any more. */
function refusalOf(job: AsyncJobRow, service: JobService | undefined, now: Date): Outcome | undefined {
  if (job.expires !== null && job.expires < now) return failed('It has expired before it could be done.');
  if ((job.interruptions ?? 0) >= MOST_INTERRUPTIONS) {
    return failed(`It was cut off ${MOST_INTERRUPTIONS} times, and is given up.`);
  }
  return service && !('run' in service) ? failed(`The service makes "${job.service}" jobs by itself.`) : undefined;
}

const withResult = (job: AsyncJobRow, { success, messages }: Pick<Outcome, 'success' | 'messages'>) => [
  ...(job.results ?? []),
  {
    data: { messages: messages.map((message) => message.slice(0, LONGEST_MESSAGE)) },
    success,
    attempt_number: (job.results?.length ?? 0) + 1,
  },
];

/** The change of a row that ends its run. */
function closing(job: AsyncJobRow, outcome: Outcome, { now, waits }: { now: Date; waits: readonly number[] }) {
  const results = withResult(job, outcome);
  const left = outcome.success || !outcome.final ? Math.max(0, job.max_attempts - 1) : 0;
  const wait = waits[Math.min(results.length, waits.length) - 1] ?? 0;
  const ended = {
    completed: outcome.success ? now : null,
    max_attempts: left,
    scheduled_from: !outcome.success && left > 0 ? new Date(now.getTime() + wait) : job.scheduled_from,
    locked_until: null,
  };
  return {
    $set: { ...ended, results, due: dueOf({ ...job, ...ended }), modified: now },
    $unset: { locked_by: '' as const, ...(outcome.success && { secret: '' as const }) },
    $inc: { revision: 1 },
  };
}
