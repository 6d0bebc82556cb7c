// What a kind of job does: each service gives its own (mail in core/mail, signup in core/accounts, ...).
import type { AsyncJobRow } from '../store/store.ts';
import type { Transaction } from '../store/transaction.ts';

interface Named {
  /** `service` of its jobs. */
  readonly name: string;
}

/** Jobs that do something when they are due. */
export interface RunningService extends Named {
  /**
   * Does the work of a job. It may be run again after a crash, so it must be safe to repeat.
   * @param signal aborted when somebody else may have taken the job over, or the process ends; it is run again then
   * @returns lines for `results`; no secrets
   * @throws JobFailed, or any error: the job is tried again while `max_attempts` says so
   */
  run(job: AsyncJobRow, signal: AbortSignal): Promise<string[]>;
  /** From a failed attempt to the next, ms: the first after the first attempt, the last after all further ones. */
  readonly waits: readonly number[];
}

/** Jobs that wait for an answer (`waitingJob`): the work is what becomes of it when none came. */
export interface WaitingService extends Named {
  /**
   * Undoes what waited. Called once, in the transaction that closes the job.
   * @returns lines for `results`
   */
  expire(job: AsyncJobRow, transaction: Transaction): Promise<string[]>;
}

export type JobService = RunningService | WaitingService;

/** What comes again and again, in one process at a time. */
export interface RecurringWork {
  name: string;
  everyMs: number;
  run(): Promise<void>;
}

/** A run that failed for a reason to be shown; `final` when further attempts would fail too. */
export class JobFailed extends Error {
  override readonly name = 'JobFailed';
  readonly final: boolean;

  constructor(message: string, { final = false, cause }: { final?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.final = final;
  }
}
