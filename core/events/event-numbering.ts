// Numbers for events (D651): each row with pending events gets the next ones, in the order of the changes of each
// object, without gaps. Every process does it, immediately after its own commits and regularly for processes that have
// died. No lock is held: rows are numbered one after the other, and the unique index refuses a second event with a number.
// So a process may be killed at any time.
import type { Logger } from '../log.ts';
import { sharedRead } from '../shared-read.ts';
import { outsideTransaction } from '../store/transactions/ambient-transaction.ts';
import type { ChangeRow } from '../store/history/changes.ts';
import { IN_BACKGROUND } from '../store/recorded/event-rows.ts';
import type { Store } from '../store/store.ts';
import { isDuplicateKey } from '../store/transactions/transaction.ts';
import { asError } from '../values.ts';

const BATCH = 500;
/** Commits within so short a time are numbered together; within a longer one while no reader waits for them. */
const GATHER_MS = 200;
const GATHER_WITH_LISTENERS_MS = 10;

/** Rows are read and numbered in this order, up to the first that fails, so that no number is left out (D914). */
const IN_ORDER = { pending: 1 } as const;
const IS_PENDING = { pending: { $exists: true } };
/** As in the index. */
const HAS_NUMBERS = { numbers: { $exists: true } };
/** Numbers that a failover cannot roll back. */
export const MAJORITY = { readConcern: { level: 'majority' } } as const;

type Pending = Required<Pick<ChangeRow, '_id' | 'pending'>> & { count: number };
const EVENT_COUNT = { $size: '$events' };

/** The numbers of the first row, or of the last one. */
async function endOfNumbers({ changes }: Pick<Store, 'changes'>, direction: 1 | -1): Promise<readonly number[]> {
  const options = { projection: { numbers: 1 }, sort: { numbers: direction }, ...MAJORITY, ...IN_BACKGROUND };
  return (await changes.findOne(HAS_NUMBERS, options))?.numbers ?? [];
}

/** 0 before the first event. */
export const lastNumber = async (store: Pick<Store, 'changes'>): Promise<number> =>
  (await endOfNumbers(store, -1)).at(-1) ?? 0;

/** The first existing number; 1 before the first event. */
export const firstNumber = async (store: Pick<Store, 'changes'>): Promise<number> =>
  (await endOfNumbers(store, 1))[0] ?? 1;

/** @returns whether there may be more pending events */
async function numberBatch({ changes }: Pick<Store, 'changes'>): Promise<boolean> {
  // Read before the pending events: numbers that another process assigns in between are then higher.
  let number = await lastNumber({ changes });
  const pending = await changes
    .find<Pending>(IS_PENDING, { projection: { pending: 1, count: EVENT_COUNT }, ...IN_BACKGROUND })
    .sort(IN_ORDER)
    .limit(BATCH)
    .toArray();
  const last = pending.at(-1);
  if (!last) return false;
  const ids = pending.map(({ _id }) => _id);
  const numbers = pending.map(({ count }) => Array.from({ length: count }, () => ++number));
  const ofRow = { $arrayElemAt: [{ $literal: numbers }, { $indexOfArray: [{ $literal: ids }, '$_id'] }] };
  try {
    const filter = { _id: { $in: ids }, pending: { $exists: true, $lte: last.pending } };
    const update = [{ $set: { numbers: ofRow } }, { $unset: 'pending' }];
    await changes.updateMany(filter, update, { hint: IN_ORDER, ...IN_BACKGROUND });
  } catch (error) {
    // Another process was first.
    if (!isDuplicateKey(error)) throw error;
    return true;
  }
  return pending.length === BATCH;
}

export type EventNumbering = ReturnType<typeof createEventNumbering>;

export function createEventNumbering({ store, log }: { store: Store; log: Logger }) {
  const listeners = new Set<(last: number) => void>();
  let isClosing = false;
  let known: number | undefined;
  let gathering: NodeJS.Timeout | undefined;

  async function notifyListeners(): Promise<void> {
    if (listeners.size === 0) return;
    const last = await lastNumber(store);
    if (last === known) return;
    known = last;
    for (const listener of listeners) listener(last);
  }

  /** Events that arrive during a run are numbered by the next one. */
  const settle = sharedRead(() =>
    outsideTransaction(async () => {
      while (!isClosing && (await numberBatch(store))) await notifyListeners();
      if (!isClosing) await notifyListeners();
    }),
  );

  const numberGathered = (): void => {
    gathering = undefined;
    settle().catch((error: unknown) => {
      if (!isClosing) log.warn({ error: asError(error).message }, 'events were not numbered, which is tried again');
    });
  };

  return {
    /** Reports pending events. Returns immediately and never fails. */
    wake(): void {
      if (isClosing || gathering) return;
      gathering = setTimeout(numberGathered, listeners.size > 0 ? GATHER_WITH_LISTENERS_MS : GATHER_MS).unref();
    },
    /** Calls `listener` with the last number when there are new ones, of any process. @returns a function that ends it */
    onNumbered(listener: (last: number) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Numbers the pending events. */
    settle,
    /** Listeners wait for numbers, also for those assigned by another process. */
    hasListeners: () => listeners.size > 0,
    async close(): Promise<void> {
      isClosing = true;
      clearTimeout(gathering);
      // The run under way, and one that does nothing.
      await settle().catch(() => undefined);
    },
  };
}
