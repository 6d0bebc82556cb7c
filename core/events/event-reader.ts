// One look at events, twice a second: those of publication dates are written, all get their numbers, and consumers with
// unread ones begin. A consumer may be in any process, in one at a time (D656): webhooks, and listeners of extensions.
// Each has its own run, so that a slow one delays no other. Streams of the feed share its reads.
import type { Logger } from '../log.ts';
import type { NumberedEvent } from '../store/recorded/event-rows.ts';
import type { Store } from '../store/store.ts';
import { cursorsOf, LeaseLost, takeCursor, type CursorLease } from './event-cursors.ts';
import { lastNumber, type EventNumbering } from './event-numbering.ts';
import { readWindow } from './event-window.ts';
import { repeat, TIMERS } from '../timers.ts';
import { allInTurn, asError } from '../values.ts';

/** A consumer whose run has failed, for example because of the database, is skipped for this time. */
const REST_MS = 2_000;
/** Time for which events read for one consumer are used for the others. */
const SHARED_MS = 250;
const QUERY_MS = 30_000;

/** The cursor of a consumer while it runs. */
export interface EventLease extends Pick<CursorLease, 'position' | 'moveTo'> {
  /** Events after the position, in their order. */
  unread(): Promise<readonly NumberedEvent[]>;
  /** @throws LeaseLost when another process may have taken over, or this one ends */
  assertGoesOn(): void;
  /** Aborted at shutdown. */
  signal: AbortSignal;
}

export interface EventConsumer {
  /** Id of its cursor. */
  id: string;
  /** There is work besides new events, such as a retry. */
  isDue?: boolean;
  /**
   * Handles what is due, and moves the cursor.
   * @throws LeaseLost, or an error after which it goes on later
   */
  run(lease: EventLease): Promise<void>;
}

/** The present consumers of one kind. */
export type FindConsumers = () => Promise<readonly EventConsumer[]>;

export type EventReader = ReturnType<typeof createEventReader>;

interface Dependencies {
  store: Store;
  log: Logger;
  numbering: Pick<EventNumbering, 'settle' | 'hasListeners'>;
  /** Writes the events of publication dates that have passed. */
  findDates(): Promise<void>;
}

/** Reads that consumers at the same number share. */
function createSharedReads(store: Store) {
  /** By the number after which they were read. */
  const read = new Map<number, Promise<readonly NumberedEvent[]>>();

  /** Events after a number, in their order; the same list for readers that are at this number within some time. */
  return (from: number): Promise<readonly NumberedEvent[]> => {
    const known = read.get(from);
    if (known) return known;
    const range = { from, to: Number.MAX_SAFE_INTEGER, isForwards: true };
    const events = readWindow({ store, queryTimeLimit: QUERY_MS }, range);
    const forget = (): boolean => read.delete(from);
    read.set(from, events);
    // An empty list may soon be outdated.
    events.then(({ length }) => length === 0 && forget(), forget);
    setTimeout(forget, SHARED_MS).unref();
    return events;
  };
}

export function createEventReader({ store, log, numbering, findDates }: Dependencies) {
  const closing = new AbortController();
  const { signal } = closing;
  const kinds: FindConsumers[] = [];
  const running = new Map<string, Promise<void>>();
  const resting = new Map<string, number>();
  const readAfter = createSharedReads(store);

  async function run(consumer: EventConsumer): Promise<void> {
    const lease = await takeCursor(store, consumer.id);
    if (!lease) return;
    try {
      await consumer.run({
        ...lease,
        signal,
        unread: () => readAfter(lease.position()),
        assertGoesOn() {
          if (signal.aborted || !lease.isHeld()) throw new LeaseLost('another process may read these events');
        },
      });
    } finally {
      await lease.release();
    }
  }

  function begin(consumer: EventConsumer): void {
    const { id } = consumer;
    if (signal.aborted || running.has(id) || performance.now() < (resting.get(id) ?? 0)) return;
    const work = run(consumer)
      .catch((error: unknown) => {
        if (signal.aborted || error instanceof LeaseLost) return;
        resting.set(id, performance.now() + REST_MS);
        log.warn({ error: asError(error).message, consumer: id }, 'events: a consumer goes on later');
      })
      .finally(() => running.delete(id));
    running.set(id, work);
  }

  /** Begins the runs of consumers with unread events, or with other work. */
  async function beginAll(): Promise<void> {
    const consumers = (await Promise.all(kinds.map((find) => find()))).flat();
    if (consumers.length === 0) return;
    const ids = consumers.map(({ id }) => id);
    const [cursors, last] = await Promise.all([cursorsOf(store, ids), lastNumber(store)]);
    for (const consumer of consumers) {
      if (consumer.isDue === true || (cursors.get(consumer.id)?.position ?? last) < last) begin(consumer);
    }
  }

  const { everyMs } = TIMERS.events;
  const looking = repeat('events', {
    log,
    run: () => allInTurn([findDates, numbering.settle, beginAll]),
    everyMs: () => (numbering.hasListeners() ? everyMs / 2 : everyMs),
  });
  return {
    add: (find: FindConsumers) => void kinds.push(find),
    readAfter,
    /** Does all due work. */
    async settle(): Promise<void> {
      // Work under way may have read before the last event.
      await Promise.all(running.values());
      await looking.settle();
      await Promise.all(running.values());
    },
    async close(): Promise<void> {
      closing.abort();
      await looking.close();
      await Promise.all(running.values());
    },
  };
}
