// Jobs that wait for a user's reaction to a mail: finding one by the UUID of its mail, and ending the wait. Each ends
// once, also under concurrent requests.
import { secretHash } from '../secret-hash.ts';
import type { AsyncJobRow, Store } from '../store/store.ts';
import type { Transaction } from '../store/transactions/transaction.ts';
import type { WaitingService } from './job-services.ts';

/** Open: the job has work left, or waits. */
export const IS_OPEN = { completed: null, due: { $ne: null } } as const;

/** The waiting job of a service by the UUID in its mail; null when that is unknown, used, expired or of another one. */
export const findWaiting = (
  { asyncJobs }: Pick<Store, 'asyncJobs'>,
  { service, uuid }: { service: string; uuid: string },
  now: Date,
): Promise<AsyncJobRow | null> =>
  // Expiry is checked here too, since it is recorded later.
  asyncJobs.findOne({ secret_hash: secretHash(uuid), service, ...IS_OPEN, expires: { $gt: now } });

/** An expiry, or the user, that has taken the job at the same moment loses it. @returns false when it has ended already */
async function close(
  { asyncJobs }: Pick<Store, 'asyncJobs'>,
  id: string,
  { now, completed = null }: { now: Date; completed?: Date | null },
  transaction: Transaction,
): Promise<boolean> {
  const closed = {
    $set: { completed, due: null, locked_until: null, modified: now },
    $unset: { locked_by: '' as const },
    $inc: { revision: 1 },
  };
  const { matchedCount } = await asyncJobs.updateOne({ _id: id, ...IS_OPEN }, closed, { session: transaction });
  return matchedCount === 1;
}

/** @returns false when it has ended already */
export const completeWaiting = (
  store: Pick<Store, 'asyncJobs'>,
  id: string,
  now: Date,
  transaction: Transaction,
): Promise<boolean> => close(store, id, { now, completed: now }, transaction);

/** Expires a job that has waited long enough, with its service's `expire`. @returns false when it has ended already */
export async function expireWaiting(
  store: Pick<Store, 'asyncJobs'>,
  { job, service }: { job: AsyncJobRow; service: Pick<WaitingService, 'expire'> | undefined },
  now: Date,
  transaction: Transaction,
): Promise<boolean> {
  if (!(await close(store, job._id, { now }, transaction))) return false;
  const messages = ['It has expired.', ...((await service?.expire(job, transaction)) ?? [])];
  await store.asyncJobs.updateOne({ _id: job._id }, [appendResults(messages)], { session: transaction });
  return true;
}

/** Ends open jobs that are no longer needed: mails are not sent, UUIDs are invalid. @param filter besides being open */
export async function endJobs(
  { asyncJobs }: Pick<Store, 'asyncJobs'>,
  { filter, why, now }: { filter: Record<string, unknown>; why: string; now: Date },
  transaction: Transaction,
): Promise<void> {
  const ended = { due: null, max_attempts: 0, locked_until: null, modified: now, revision: { $add: ['$revision', 1] } };
  const change = [appendResults([why]), { $set: ended }, { $unset: ['secret', 'secret_hash', 'locked_by'] }];
  await asyncJobs.updateMany({ $and: [filter, IS_OPEN] }, change, { session: transaction });
}

/** Stage that appends a result to a job. */
const appendResults = (messages: readonly string[]) => {
  const results = { $ifNull: ['$results', []] };
  const result = {
    data: { messages: { $literal: messages } },
    success: false,
    attempt_number: { $add: [{ $size: results }, 1] },
  };
  return { $set: { results: { $concatArrays: [results, [result]] } } };
};
