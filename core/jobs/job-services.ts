// The work of each kind of job: services register it (mail in core/mail, signup in core/accounts, ...).
import type { AsyncJobRow } from '../store/store.ts';
import type { Transaction } from '../store/transaction.ts';

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

/** Recurring work, in one process at a time. */
export interface RecurringWork {
  name: string;
  everyMs: number;
  run(): Promise<void>;
}

/** A failed run, with a reason to show; `final` when further attempts would fail too. */
export class JobFailed extends Error {
  override readonly name = 'JobFailed';
  readonly final: boolean;

  constructor(message: string, { final = false, cause }: { final?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.final = final;
  }
}
