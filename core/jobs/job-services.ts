// The work of each kind of job: services register it (mail in core/mail, signup in core/accounts, ...).
import type { AsyncJobRow } from '../store/store.ts';
import type { Transaction } from '../store/transactions/transaction.ts';
import { TIMERS, type RecurringName } from '../timers.ts';

interface Named {
  /** `service` of its jobs. */
  readonly name: string;
}

/** Jobs that run when they are due. */
export interface RunningService extends Named {
  /**
   * Does the work of a job. It may run again after a crash, so it must be idempotent.
   * @param signal aborted when another process may have taken the job over, or at shutdown; the job runs again then
   * @returns lines for `results`; no secrets
   * @throws JobFailed, or any error: the job is retried up to `max_attempts`
   */
  run(job: AsyncJobRow, signal: AbortSignal): Promise<string[]>;
  /** Delays between attempts, ms: the first after the first attempt, the last one after all further attempts. */
  readonly waits: readonly number[];
  /** A shutdown does not wait for its runs: completed steps are kept, and another process continues. */
  readonly resumes?: true;
}

/** Jobs that wait for a user's reaction (`waitingJob`): the work is their expiry. */
export interface WaitingService extends Named {
  /**
   * Undoes the pending change. Called once, in the transaction that closes the job.
   * @returns lines for `results`
   */
  expire(job: AsyncJobRow, transaction: Transaction): Promise<string[]>;
}

export type JobService = RunningService | WaitingService;

/** Work at times of its own, in one process at a time: of the list of timers, and schedules of extensions. */
export interface ScheduledWork {
  /** Of its row, and in metrics. */
  name: string;
  does: string;
  /** `everyMs` of a cron expression is the time between the next two runs. */
  times: { everyMs: number } | { everyMs: number; cron: string; timeZone: string };
  /** Delays before a failed run is repeated, ms. */
  waits: readonly number[];
  /** As of jobs: a shutdown does not wait for its runs. */
  resumes?: true;
  /** @param signal aborted when another process may have taken the work over, or at shutdown: it runs again then */
  run(signal: AbortSignal): Promise<void>;
}

/** Jobs that continue a change, and the work that makes those that are missing: given up, or removed. */
export interface Continued {
  service: RunningService;
  recurring: ScheduledWork;
}

/** Work of the list of timers. */
export const recurring = (name: RecurringName, run: ScheduledWork['run']): ScheduledWork => {
  const { does, everyMs } = TIMERS[name];
  return { name, does, times: { everyMs }, waits: [], resumes: true, run };
};

/** A failed run, with a reason to show; `final` when further attempts would fail too. */
export class JobFailed extends Error {
  override readonly name = 'JobFailed';
  readonly final: boolean;

  constructor(message: string, { final = false, cause }: { final?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.final = final;
  }
}
