// The rows of `async_jobs` as rows of Agenda: taken when they are due, locked while they run, and closed with their
// result (D921). One lock: `locked_by` names the run, and `due` is the end of its lock, after which another process
// takes the job.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { toJobId, type JobParameters } from 'agenda';
import type { Clock } from '../clock.ts';
import type { AsyncJobRow, Store } from '../store/store.ts';
import { dueOf } from './job-rows.ts';

/** Time limit for recording the result of a run. */
const RECORD_MS = 60_000;
/** Due jobs that are found in one read, those of the highest priority. */
const MOST_FOUND = 1_000;
/** Jobs of a higher priority wait so long for those that were found. */
const FOUND_FOR_MS = 1_000;
const LONGEST_MESSAGE = 1_000;
const MOST_MESSAGES = 20;
/** Maximum of results of a job with many attempts. */
const MOST_RESULTS = 100;

/** The lock that Agenda sees, since the rows have the real one: if it ended, a slot would never be freed. */
export const UNENDING = new Date(8.64e15);

/** The result of an attempt; `final` without further ones. */
export interface JobOutcome {
  success: boolean;
  messages: string[];
  final: boolean;
}

/** `data` of Agenda's jobs, in this process only. */
export class TakenJob {
  /** undefined for an aborted run, which is no attempt. */
  outcome?: JobOutcome;
  /** Time until the next attempt, from Agenda's `retry`. */
  retryMs?: number;
  /** Its row was closed in the transaction of its work. */
  isClosed?: true;

  /** @param row as it was taken @param heldUntil end of the lock (performance.now); 0 when it is lost */
  constructor(
    readonly row: AsyncJobRow,
    public heldUntil: number,
  ) {}
}

export const attemptsOf = ({ results }: AsyncJobRow): number => Number(results?.at(-1)?.['attempt_number'] ?? 0);

const held = ({ _id, locked_by }: AsyncJobRow) => ({ _id, locked_by: locked_by ?? '' });

interface Parts {
  store: Pick<Store, 'asyncJobs'>;
  clock: Clock;
  lockMs: number;
  /** Aborted when the process shuts down without waiting any longer. */
  stopping: AbortSignal;
  /** Called after the result of an attempt is recorded. */
  onEnded(row: AsyncJobRow, outcome: JobOutcome): void;
}

export class TakenJobs {
  /** Of this process, until they have ended. */
  readonly #taken = new Map<string, TakenJob>();
  /** By lane: ids of due jobs, in the order in which they run. */
  readonly #found = new Map<string, { ids: string[]; until: number }>();

  constructor(private readonly parts: Parts) {}

  async #dueIds(lane: string, filter: object): Promise<string[]> {
    const { store, clock } = this.parts;
    const known = this.#found.get(lane);
    if (known && known.ids.length > 0 && performance.now() < known.until) return known.ids;
    const rows = await store.asyncJobs
      // With the type, as in the index. By the service, all completed jobs of it would be read.
      .find({ due: { $lte: clock.now(), $type: 'date' }, ...filter }, { projection: { _id: 1 }, hint: { due: 1 } })
      .sort({ priority: -1, due: 1 })
      .limit(MOST_FOUND)
      .toArray();
    const ids = rows.map(({ _id }) => _id);
    this.#found.set(lane, { ids, until: performance.now() + FOUND_FOR_MS });
    return ids;
  }

  /** @returns null when another process has it, or the job has changed since */
  #lock(_id: string): Promise<AsyncJobRow | null> {
    const { store, clock, lockMs } = this.parts;
    const now = clock.now();
    const locked_until = laterBy(now, lockMs);
    const isNew = { $eq: [{ $type: '$locked_by' }, 'missing'] };
    const before = { $ifNull: ['$interruptions', '$$REMOVE'] };
    const more = { $add: [{ $ifNull: ['$interruptions', 0] }, 1] };
    const change = {
      locked_by: randomUUID(),
      locked_until,
      due: locked_until,
      revision: { $add: ['$revision', 1] },
      interruptions: { $cond: [isNew, before, more] },
    };
    const isDue = { _id, due: { $lte: now }, completed: null };
    return store.asyncJobs.findOneAndUpdate(isDue, [{ $set: change }], { returnDocument: 'after' });
  }

  /** The first due job of those that meet the filter; undefined when there is none. */
  async take(lane: string, filter: object): Promise<JobParameters<TakenJob> | undefined> {
    if (this.parts.stopping.aborted) return undefined;
    for (;;) {
      const id = (await this.#dueIds(lane, filter)).shift();
      if (id === undefined) return undefined;
      const heldUntil = performance.now() + this.parts.lockMs;
      const row = await this.#lock(id);
      if (!row) continue;
      const data = new TakenJob(row, heldUntil);
      this.#taken.set(id, data);
      const { priority } = row;
      return {
        _id: toJobId(id),
        name: lane,
        priority,
        type: 'normal',
        nextRunAt: new Date(),
        lockedAt: UNENDING,
        data,
      };
    }
  }

  /** @throws when the lock is lost */
  async renew(job: TakenJob): Promise<void> {
    const { store, clock, lockMs } = this.parts;
    const heldUntil = performance.now() + lockMs;
    const locked_until = laterBy(clock.now(), lockMs);
    const renewed = { $set: { locked_until, due: locked_until } };
    const { matchedCount } = await store.asyncJobs.updateOne(held(job.row), renewed);
    job.heldUntil = matchedCount === 0 ? 0 : heldUntil;
    if (matchedCount > 0) return;
    this.#taken.delete(job.row._id);
    throw new Error(`another process runs the job ${job.row._id}, or it has ended`);
  }

  async #write(row: AsyncJobRow, change: object): Promise<boolean> {
    for (const deadline = performance.now() + RECORD_MS; ;) {
      try {
        return (await this.parts.store.asyncJobs.updateOne(held(row), change)).matchedCount > 0;
      } catch (error) {
        if (performance.now() > deadline || this.parts.stopping.aborted) throw error;
        await sleep(500);
      }
    }
  }

  /** Records the end of a run, and frees the job; it retries while the database is not available. */
  async end({ row, outcome, retryMs, isClosed }: TakenJob): Promise<void> {
    const { clock, onEnded } = this.parts;
    this.#taken.delete(row._id);
    if (isClosed) return;
    if (!outcome) {
      // As if the run had not started; a failed expiry is tried again after a while.
      const due = retryMs === undefined ? dueOf({ ...row, locked_until: null }) : laterBy(clock.now(), retryMs);
      await this.#write(row, { $set: { locked_until: null, due }, $unset: { locked_by: '' }, $inc: { revision: 1 } });
      return;
    }
    if (await this.#write(row, closing(row, { outcome, retryMs, now: clock.now() }))) onEnded(row, outcome);
  }

  /** Frees jobs that were not begun. */
  async free(ids: readonly string[]): Promise<void> {
    for (const job of ids.flatMap((id) => this.#taken.get(id) ?? [])) await this.end(job);
  }
}

const laterBy = (now: Date, ms: number): Date => new Date(now.getTime() + ms);

const withResult = (job: AsyncJobRow, { success, messages }: Pick<JobOutcome, 'success' | 'messages'>) => [
  ...(job.results ?? []).slice(1 - MOST_RESULTS),
  {
    data: { messages: messages.slice(0, MOST_MESSAGES).map((message) => message.slice(0, LONGEST_MESSAGE)) },
    success,
    attempt_number: attemptsOf(job) + 1,
  },
];

/** The change of a row that ends an attempt. */
function closing(
  job: AsyncJobRow,
  { outcome, retryMs, now }: { outcome: JobOutcome; retryMs: number | undefined; now: Date },
): object {
  const ended = {
    completed: outcome.success ? now : null,
    max_attempts: outcome.success || !outcome.final ? Math.max(0, job.max_attempts - 1) : 0,
    scheduled_from: retryMs === undefined ? job.scheduled_from : laterBy(now, retryMs),
    locked_until: null,
  };
  const secretIsOfNoUse = outcome.success || (job.expires !== null && job.expires <= now);
  return {
    $set: { ...ended, results: withResult(job, outcome), due: dueOf({ ...job, ...ended }), modified: now },
    $unset: { locked_by: '', interruptions: '', ...(secretIsOfNoUse && { secret: '' }) },
    $inc: { revision: 1 },
  };
}
