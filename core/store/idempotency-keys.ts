// Keys of repeatable requests (D500). A transaction that writes change rows for such a request marks its key: so after
// a crash it is known whether the work was done, and an attempt that has lost its key cannot commit.
import type { Binary, Collection } from 'mongodb';
import type { Attempt } from '../context.ts';
import { ApiError } from '../errors.ts';
import { isDuplicateKey, isTimeLimit, type Transaction } from './transactions/transaction.ts';

/** A resource that a request has created. */
export interface MadeResource {
  /** As in change rows. */
  type: string;
  id: string;
}

export interface IdempotencyKeyRow {
  /** SHA-256 of the caller and the key. */
  _id: string;
  /** The attempt that holds the key. */
  attempt: string;
  /** Of the request without the content of a file. */
  fingerprint: string;
  /** Expiry of the claim, after which another attempt can take the key over; absent once the response is stored. */
  locked_until?: Date;
  /** Number of transactions that were committed for the request. */
  commits: number;
  /** Their resources, up to a limit. */
  made: MadeResource[];
  /** Size and hash of the file that was uploaded. */
  content?: string;
  /** Encrypted: status, headers and body. */
  answer?: Binary;
  /** Of a request that was answered, also when its answer is kept no longer (D763). */
  answered?: {
    /** The rules for reading, when it was made. */
    rules: string;
    /** Objects that it shows beside those in `made`, and what decided who saw them (D865). */
    shown: { ids: number[]; visibility: string };
    /** End of an answer with secrets. */
    until?: Date;
  };
  /** Number of requests with other contents. */
  mismatches?: number;
  expires: Date;
}

/** Removes answers with secrets whose time is over; their keys remain, so that no work is done twice. */
export const removeEndedResponses = (keys: Collection<IdempotencyKeyRow>, now: Date) =>
  keys.updateMany({ 'answered.until': { $lte: now } }, { $unset: { answer: '', 'answered.until': '' } });

/** More than the resources of any request whose response can be made again. */
const MAX_MADE = 20;

const noted = new WeakMap<Transaction, Map<Attempt, MadeResource[]>>();

/** Marks a transaction as work of an attempt, with its resources; writing change rows does so automatically. */
export function noteAttempt(attempt: Attempt, made: MadeResource | undefined, transaction: Transaction): void {
  const attempts = noted.get(transaction) ?? new Map<Attempt, MadeResource[]>();
  noted.set(transaction, attempts);
  const all = attempts.get(attempt) ?? [];
  attempts.set(attempt, made ? [...all, made] : all);
}

/** Forgets the marks of an earlier run. */
export const forgetAttempts = (transaction: Transaction): boolean => noted.delete(transaction);

/** Marks the keys of a transaction's requests. @throws ApiError service_unavailable when another attempt holds a key */
export async function markKeys(keys: Collection<IdempotencyKeyRow>, transaction: Transaction): Promise<void> {
  const attempts = noted.get(transaction);
  if (!attempts) return;
  const updates = [...attempts].map(([attempt, made]) => {
    const content = attempt.content();
    const update = {
      $inc: { commits: 1 },
      $push: { made: { $each: made.slice(0, MAX_MADE), $slice: MAX_MADE } },
      ...(content !== undefined && { $set: { content } }),
    };
    return { updateOne: { filter: { attempt: attempt.id }, update } };
  });
  const { matchedCount } = await keys.bulkWrite(updates, { session: transaction, ordered: false });
  if (matchedCount === updates.length) return;
  const detail = 'The request took so long that another attempt has begun; send it again.';
  throw new ApiError('service_unavailable', detail, { 'Retry-After': '1' });
}

/** @returns whether it was added; false when the key exists already */
export async function addIdempotencyKey(keys: Collection<IdempotencyKeyRow>, row: IdempotencyKeyRow): Promise<boolean> {
  try {
    await keys.insertOne(row);
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** A transaction of a killed process keeps its write locks for up to a minute. */
export const WAIT_MS = 2_000;

/**
 * Passes a key on to another attempt.
 * @returns `changed` when it differs from the one that was read; `busy` while a transaction that has marked it is running
 */
export async function takeIdempotencyKey(
  keys: Collection<IdempotencyKeyRow>,
  { _id, attempt, commits }: IdempotencyKeyRow,
  next: Pick<IdempotencyKeyRow, 'attempt' | 'locked_until'>,
): Promise<'taken' | 'changed' | 'busy'> {
  const found = { _id, attempt, commits, answer: { $exists: false } };
  try {
    const { matchedCount } = await keys.updateOne(found, { $set: next }, { maxTimeMS: WAIT_MS });
    return matchedCount === 1 ? 'taken' : 'changed';
  } catch (error) {
    if (isTimeLimit(error)) return 'busy';
    throw error;
  }
}
