// Jobs that wait for an answer by mail: finding one by the UUID of its mail, and the ways in which the waiting ends. Each
// ends once, also under concurrent requests.
import { secretHash } from '../secret-hash.ts';
import type { AsyncJobRow, Store } from '../store/store.ts';
import type { Transaction } from '../store/transaction.ts';
import type { WaitingService } from './job-services.ts';

/** Something is still to be done for the job, or waited for. */
const OPEN = { completed: null, due: { $ne: null } } as const;

/** The waiting job of a service by the UUID that was mailed; null when that is unknown, used, too old or another service's. */
export const findWaiting = (
  { asyncJobs }: Pick<Store, 'asyncJobs'>,
  { service, uuid }: { service: string; uuid: string },
  now: Date,
): Promise<AsyncJobRow | null> =>
  // Whether it has expired is asked here too: it is noted some time later.
  asyncJobs.findOne({ secret_hash: secretHash(uuid), service, ...OPEN, expires: { $gt: now } });

/** @returns false when somebody else was first, or it has been ended */
export async function completeWaiting(
  { asyncJobs }: Pick<Store, 'asyncJobs'>,
  id: string,
  now: Date,
  transaction: Transaction,
): Promise<boolean> {
  const done = { $set: { completed: now, due: null, modified: now }, $inc: { revision: 1 } };
  const { matchedCount } = await asyncJobs.updateOne({ _id: id, ...OPEN }, done, { session: transaction });
  return matchedCount === 1;
}

/**
 * Lets a job expire that has waited long enough, with what its service undoes then.
 * @returns false when an answer came, or it has expired already
 */
export async function expireWaiting(
  { asyncJobs }: Pick<Store, 'asyncJobs'>,
  { job, service }: { job: AsyncJobRow; service: Pick<WaitingService, 'expire'> | undefined },
  now: Date,
  transaction: Transaction,
): Promise<boolean> {
  const closed = { $set: { due: null, modified: now }, $inc: { revision: 1 } };
  const { matchedCount } = await asyncJobs.updateOne({ _id: job._id, completed: null, due: job.due }, closed, {
    session: transaction,
  });
  if (matchedCount === 0) return false;
  const messages = (await service?.expire(job, transaction)) ?? [];
  await asyncJobs.updateOne({ _id: job._id }, [noted(['It has expired.', ...messages])], { session: transaction });
  return true;
}

/**
 * Ends open jobs for which there is no reason any more: mails among them do not leave, UUIDs let nobody in. Their record says why.
 * @param filter on top of being open
 */
export async function endJobs(
  { asyncJobs }: Pick<Store, 'asyncJobs'>,
  { filter, why, now }: { filter: Record<string, unknown>; why: string; now: Date },
  transaction: Transaction,
): Promise<void> {
  const ended = { due: null, max_attempts: 0, locked_until: null, modified: now, revision: { $add: ['$revision', 1] } };
  const change = [noted([why]), { $set: ended }, { $unset: ['secret', 'secret_hash', 'locked_by'] }];
  await asyncJobs.updateMany({ $and: [filter, OPEN] }, change, { session: transaction });
}

/** Stage that adds a result to those that a job has. */
const noted = (messages: readonly string[]) => {
  const results = { $ifNull: ['$results', []] };
  const result = {
    data: { messages: { $literal: messages } },
    success: false,
    attempt_number: { $add: [{ $size: results }, 1] },
  };
  return { $set: { results: { $concatArrays: [results, [result]] } } };
};
