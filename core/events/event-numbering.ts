// Numbers for events (D651): each row with pending events gets the next ones, in the order of the changes of each
// object, without gaps. Every process does it, immediately after its own commits and regularly for processes that have
// died. No lock is held: a number is given by one small write, and the unique index refuses a second event with it. So
// a process may be killed at any time.
import type { Logger } from '../log.ts';
import { outsideTransaction } from '../store/ambient-transaction.ts';
import type { ChangeRow } from '../store/changes.ts';
import { BACKGROUND_COMMENT } from '../store/event-rows.ts';
import type { Store } from '../store/store.ts';
import { isDuplicateKey } from '../store/transaction.ts';
import { repeat, TIMERS } from '../timers.ts';
import { asError } from '../values.ts';

const BATCH = 500;
/** Commits within so short a time are numbered together; within a longer one while no reader waits for them. */
const GATHER_MS = 200;
const GATHER_WITH_LISTENERS_MS = 10;
/** Interval for numbers assigned by another process, while listeners wait for them. */
const LOOK_WITH_LISTENERS_MS = 250;

export interface EventNumbering {
  /** Reports pending events. Returns immediately and never fails. */
  wake(): void;
  /** Calls `listener` with the last number when there are new ones, of any process. @returns a function that ends it */
  onNumbered(listener: (last: number) => void): () => void;
  /** Numbers the pending events. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

const IS_PENDING = { pending: { $exists: true } };
/** As in the index. */
const HAS_NUMBERS = { numbers: { $exists: true } };
/** Numbers that a failover cannot roll back. */
export const MAJORITY = { readConcern: { level: 'majority' } } as const;
const COMMENT = { comment: BACKGROUND_COMMENT };

type Pending = Required<Pick<ChangeRow, '_id'>> & { count: number };
const EVENT_COUNT = { $size: '$events' };

/** The numbers of the first row, or of the last one. */
async function endOfNumbers({ changes }: Pick<Store, 'changes'>, direction: 1 | -1): Promise<readonly number[]> {
  const [row] = await changes
    .find<Required<Pick<ChangeRow, 'numbers'>>>(HAS_NUMBERS, { projection: { numbers: 1 }, ...MAJORITY, ...COMMENT })
    .sort({ numbers: direction })
    .limit(1)
    .toArray();
  return row?.numbers ?? [];
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
    .find<Pending>(IS_PENDING, { projection: { count: EVENT_COUNT }, ...COMMENT })
    .sort({ pending: 1 })
    .limit(BATCH)
    .toArray();
  if (pending.length === 0) return false;
  const updates = pending.map(({ _id, count }) => ({
    updateOne: {
      filter: { _id, ...IS_PENDING },
      // Not all pending rows again for each of them.
      hint: { _id: 1 },
      update: { $set: { numbers: Array.from({ length: count }, () => ++number) }, $unset: { pending: '' as const } },
    },
  }));
  try {
    await changes.bulkWrite(updates, { ordered: true, ...COMMENT });
  } catch (error) {
    // Another process was first.
    if (!isDuplicateKey(error)) throw error;
    return true;
  }
  return pending.length === BATCH;
}

export function createEventNumbering({ store, log }: { store: Store; log: Logger }): EventNumbering {
  const listeners = new Set<(last: number) => void>();
  let isClosing = false;
  let known: number | undefined;
  let running: Promise<void> | undefined;
  let isWanted = false;
  let gathering: NodeJS.Timeout | undefined;

  async function notifyListeners(): Promise<void> {
    if (listeners.size === 0) return;
    const last = await lastNumber(store);
    if (last === known) return;
    known = last;
    for (const listener of listeners) listener(last);
  }

  async function run(): Promise<void> {
    do {
      isWanted = false;
      while (!isClosing && (await numberBatch(store))) await notifyListeners();
    } while (isWanted && !isClosing);
    if (!isClosing) await notifyListeners();
  }

  /** One run at a time; events that arrive during it are numbered by another round. */
  function start(): Promise<void> {
    isWanted = true;
    running ??= outsideTransaction(run).finally(() => (running = undefined));
    return running;
  }

  const startInBackground = (): void => {
    start().catch((error: unknown) => {
      if (!isClosing) log.warn({ error: asError(error).message }, 'events were not numbered, which is tried again');
    });
  };

  const gatherMs = (): number => (listeners.size > 0 ? GATHER_WITH_LISTENERS_MS : GATHER_MS);
  const everyMs = (): number => (listeners.size > 0 ? LOOK_WITH_LISTENERS_MS : TIMERS['number events'].everyMs);
  const looking = repeat('number events', { run: start, log, everyMs });

  return {
    wake() {
      if (isClosing || gathering) return;
      gathering = setTimeout(() => {
        gathering = undefined;
        startInBackground();
      }, gatherMs()).unref();
    },
    onNumbered(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    settle: start,
    async close() {
      isClosing = true;
      clearTimeout(gathering);
      await looking.close();
      await running?.catch(() => undefined);
    },
  };
}
