// Rows of `async_jobs`: background work as administrators see it, and the time when it is due.
import { randomBytes, randomUUID } from 'node:crypto';
import type { RequestContext } from '../context.ts';
import { secretHash } from '../secret-hash.ts';
import type { AsyncJobRow } from '../store/store.ts';

/** The request that creates a job. */
export type JobOrigin = Pick<AsyncJobRow, 'request_id' | 'traceparent'>;

/** Data of the creating request in a job. */
export const originOf = ({ requestId, traceparent }: Pick<RequestContext, 'requestId' | 'traceparent'>): JobOrigin => ({
  ...(requestId !== undefined && { request_id: requestId }),
  ...(traceparent !== undefined && { traceparent }),
});

/** `service` of the jobs that send mails. */
export const MAIL = 'mail';
const OTHER = 'other jobs';
/** Mails have separate slots (D289): an unresponsive mail server holds each for minutes. */
export const LANES: ReadonlyMap<string, object> = new Map([
  [MAIL, { service: MAIL }],
  [OTHER, { service: { $ne: MAIL } }],
]);
export const laneOf = (service: string): string => (service === MAIL ? MAIL : OTHER);

/** The next time when a job needs attention (`due` of its row); recomputed when one of these fields changes. */
export function dueOf(job: Omit<AsyncJobRow, 'due'>): Date | null {
  if (job.completed !== null) return null;
  if (job.secret_hash !== undefined) return job.expires;
  if (job.max_attempts <= 0) return null;
  const start = job.scheduled_from ?? job.created;
  return job.locked_until !== null && job.locked_until > start ? job.locked_until : start;
}

/** A job that runs when it is due, once unless `max_attempts` is higher. To be inserted. */
export function newJob(given: Pick<AsyncJobRow, 'service'> & Partial<AsyncJobRow>, now: Date): AsyncJobRow {
  const job = {
    _id: randomUUID(),
    priority: 1,
    payload: null,
    scheduled_from: null,
    expires: null,
    max_attempts: 1,
    locked_until: null,
    completed: null,
    results: null,
    revision: 1,
    created: now,
    modified: now,
    ...given,
  };
  return { ...job, due: dueOf(job) };
}

/**
 * A job that waits for a user's reaction to a mail until it expires: nothing runs before that.
 * @returns its row, and the secret of the mail (160 random bits, hex; the `uuid` of service.md 4.13), whose hash it has
 */
export function waitingJob(
  given: Pick<AsyncJobRow, 'service' | 'payload'> & JobOrigin & { expires: Date },
  now: Date,
): { job: AsyncJobRow; uuid: string } {
  const uuid = randomBytes(20).toString('hex');
  return { job: newJob({ ...given, scheduled_from: given.expires, secret_hash: secretHash(uuid) }, now), uuid };
}
