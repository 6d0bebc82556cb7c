// Runs one job of `async_jobs`: takes its lock, does the work, records the result (D560).
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { Logger } from '../log.ts';
import type { AsyncJobRow, Store } from '../store/store.ts';
import { traceFacts } from '../tracing/trace-parent.ts';
import { dueOf } from './job-rows.ts';
import { JobFailed, type JobService, type RunningService, type WaitingService } from './job-services.ts';
import { expireWaiting } from './waiting-jobs.ts';

/** A job that crashes its process at each attempt must not be repeated without limit. */
const MOST_INTERRUPTIONS = 5;
/** Time limit for recording the result of a run. */
const RECORD_MS = 60_000;
const LONGEST_MESSAGE = 1_000;
const MOST_MESSAGES = 20;
/** Maximum of results of a job with many attempts. */
const MOST_RESULTS = 100;

interface Dependencies {
  store: Store;
  clock: Clock;
  log: Logger;
  services: ReadonlyMap<string, JobService>;
  /** The time after which another process takes over the job of a dead one. */
  lockMs: number;
  /** Aborted when the process begins to shut down. */
  shutdown: AbortSignal;
  /** Aborted when the process shuts down without waiting any longer. */
  stopping: AbortSignal;
  /** For the metrics. */
  noteRun?: ((service: string, outcome: 'success' | 'failure') => void) | undefined;
  /** For traces. */
  aroundRun?: (<Result>(job: AsyncJobRow, work: () => Promise<Result>) => Promise<Result>) | undefined;
}

interface Outcome {
  success: boolean;
  messages: string[];
  /** No further attempt. */
  final: boolean;
}

/**
 * Runs the job with this id if it is due and not locked by another process. Fails only when the database does.
 * @returns the time when it is due next, if known
 */
export type RunJob = (id: string) => Promise<Date | null>;

export function createJobRunner({
  store,
  clock,
  log,
  services,
  lockMs,
  shutdown,
  stopping,
  noteRun,
  aroundRun,
}: Dependencies): RunJob {
  const { asyncJobs } = store;
  const lockedUntil = (): Date => new Date(clock.now().getTime() + lockMs);

  /** Takes the lock; null when another process has it, or the job has changed since. */
  async function lock(job: AsyncJobRow): Promise<AsyncJobRow | null> {
    const locked_until = lockedUntil();
    // Locking the job moves `due`, so that only one process runs it.
    return asyncJobs.findOneAndUpdate(
      { _id: job._id, due: job.due, completed: null },
      {
        $set: { locked_by: randomUUID(), locked_until, due: locked_until },
        $inc: { revision: 1, ...(job.locked_by !== undefined && { interruptions: 1 }) },
      },
      { returnDocument: 'after' },
    );
  }

  /** The change of a row by the run that holds its lock. */
  const held = ({ _id, locked_by }: AsyncJobRow) => ({ _id, locked_by: locked_by ?? '' });

  /**
   * Renews the lock until `ended` or `lost`, which it aborts when the lock could not be renewed in time. @param since time of
   * the lock (performance.now)
   */
  async function keepLock(job: AsyncJobRow, since: number, ended: AbortSignal, lost: AbortController): Promise<void> {
    const lapseAfter = (from: number) => setTimeout(() => lost.abort(), from + lockMs - performance.now());
    let lapse = lapseAfter(since);
    while (!lost.signal.aborted) {
      await sleep(lockMs / 3, undefined, { signal: ended }).catch(() => undefined);
      if (ended.aborted) break;
      const requested = performance.now();
      try {
        const locked_until = lockedUntil();
        const { matchedCount } = await asyncJobs.updateOne(held(job), { $set: { locked_until, due: locked_until } });
        if (matchedCount === 0) lost.abort();
        clearTimeout(lapse);
        lapse = lapseAfter(requested);
      } catch {
        // Renewal is retried until the lock expires.
      }
    }
    clearTimeout(lapse);
  }

  /** @returns undefined for an aborted run */
  async function attempt(service: RunningService, job: AsyncJobRow, since: number): Promise<Outcome | undefined> {
    const lost = new AbortController();
    const ended = new AbortController();
    const keeping = keepLock(job, since, ended.signal, lost);
    const cutOff = (): void => lost.abort();
    const ending = service.resumes ? shutdown : stopping;
    if (ending.aborted) cutOff();
    ending.addEventListener('abort', cutOff);
    try {
      const run = (): Promise<string[]> => service.run(job, lost.signal);
      return { success: true, messages: await (aroundRun ? aroundRun(job, run) : run()), final: true };
    } catch (error) {
      if (lost.signal.aborted) return undefined;
      const message = error instanceof Error ? error.message : String(error);
      return { success: false, messages: [message], final: error instanceof JobFailed && error.final };
    } finally {
      ending.removeEventListener('abort', cutOff);
      ended.abort();
      await keeping;
    }
  }

  /** Writes the change that ends a run, if the lock is still held; it retries while the database is not available. */
  async function write(job: AsyncJobRow, change: object): Promise<boolean> {
    for (const deadline = performance.now() + RECORD_MS; ;) {
      try {
        return (await asyncJobs.updateOne(held(job), change)).matchedCount > 0;
      } catch (error) {
        if (performance.now() > deadline || stopping.aborted) throw error;
        await sleep(500);
      }
    }
  }

  async function record(job: AsyncJobRow, outcome: Outcome, waits: readonly number[]): Promise<Date | null> {
    const { change, due } = closing(job, outcome, { now: clock.now(), waits });
    if (!(await write(job, change))) return null;
    const { service, _id: job_id, request_id, traceparent } = job;
    const origin = { ...(request_id !== undefined && { request_id }), ...traceFacts(traceparent) };
    const fields = { service, job_id, ...origin, messages: outcome.messages };
    noteRun?.(service, outcome.success ? 'success' : 'failure');
    if (outcome.success) log.info(fields, 'jobs: done');
    else log.warn(fields, 'jobs: an attempt failed');
    return due;
  }

  /** Releases the job, as if the run had not started. */
  async function release(job: AsyncJobRow): Promise<Date | null> {
    const due = dueOf({ ...job, locked_until: null });
    const change = { $set: { locked_until: null, due }, $unset: { locked_by: '' }, $inc: { revision: 1 } };
    return (await write(job, change)) ? due : null;
  }

  async function expire(service: WaitingService | undefined, job: AsyncJobRow): Promise<void> {
    const expired = await store.transaction((transaction) =>
      expireWaiting(store, { job, service }, clock.now(), transaction),
    );
    if (expired) log.info({ service: job.service, job_id: job._id }, 'jobs: expired');
  }

  return async (id) => {
    const job = await asyncJobs.findOne({ _id: id });
    const now = clock.now();
    if (!job?.due || stopping.aborted) return null;
    if (job.due > now) return job.due;
    const service = services.get(job.service);
    if (job.secret_hash !== undefined) {
      await expire(service && 'expire' in service ? service : undefined, job);
      return null;
    }
    const since = performance.now();
    const locked = await lock(job);
    if (!locked) return null;
    const refusal = refusalOf(locked, service, now);
    if (refusal) return record(locked, refusal, []);
    const running = service as RunningService;
    const outcome = await attempt(running, locked, since);
    return outcome ? record(locked, outcome, running.waits) : release(locked);
  };
}

const failed = (message: string): Outcome => ({ success: false, messages: [message], final: true });

/** The reason why a job is not run. */
function refusalOf(job: AsyncJobRow, service: JobService | undefined, now: Date): Outcome | undefined {
  if (job.expires !== null && job.expires < now) return failed('It expired before it could run.');
  if ((job.interruptions ?? 0) >= MOST_INTERRUPTIONS) {
    return failed(`It was interrupted ${MOST_INTERRUPTIONS} times, and is not tried again.`);
  }
  if (!service) return failed(`There is no service "${job.service}".`);
  return 'run' in service ? undefined : failed(`Jobs of the service "${job.service}" are created by the service only.`);
}

const lastAttempt = (job: AsyncJobRow): number => Number(job.results?.at(-1)?.['attempt_number'] ?? 0);

const withResult = (job: AsyncJobRow, { success, messages }: Pick<Outcome, 'success' | 'messages'>) => [
  ...(job.results ?? []).slice(1 - MOST_RESULTS),
  {
    data: { messages: messages.slice(0, MOST_MESSAGES).map((message) => message.slice(0, LONGEST_MESSAGE)) },
    success,
    attempt_number: lastAttempt(job) + 1,
  },
];

/** The change of a row that ends its run, and the next `due`. */
function closing(job: AsyncJobRow, outcome: Outcome, { now, waits }: { now: Date; waits: readonly number[] }) {
  const left = outcome.success || !outcome.final ? Math.max(0, job.max_attempts - 1) : 0;
  const wait = waits[Math.min(lastAttempt(job), waits.length - 1)] ?? 0;
  const ended = {
    completed: outcome.success ? now : null,
    max_attempts: left,
    scheduled_from: !outcome.success && left > 0 ? new Date(now.getTime() + wait) : job.scheduled_from,
    locked_until: null,
  };
  const due = dueOf({ ...job, ...ended });
  const secretIsOfNoUse = outcome.success || (job.expires !== null && job.expires <= now);
  const change = {
    $set: { ...ended, results: withResult(job, outcome), due, modified: now },
    $unset: { locked_by: '', interruptions: '', ...(secretIsOfNoUse && { secret: '' }) },
    $inc: { revision: 1 },
  };
  return { change, due };
}
