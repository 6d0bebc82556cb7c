// The reader of events for consumers that may be in any process, each in one at a time (D656): webhooks, and listeners
// of extensions. Each consumer has its own run, so that a slow one delays no other. Streams of the feed share its reads.
import type { Logger } from '../log.ts';
import type { NumberedEvent } from '../store/event-rows.ts';
import type { Store } from '../store/store.ts';
import { repeat } from '../timers.ts';
import { cursorsOf, LeaseLost, takeCursor, type CursorLease } from './event-cursors.ts';
import { lastNumber } from './event-numbering.ts';
import { readWindow, sharedReads } from './event-window.ts';
import { asError } from '../values.ts';

/** A consumer whose run has failed, for example because of the database, is skipped for this time. */
const REST_MS = 2_000;
/** Time for which events read for one consumer are used for the others. */
const SHARED_MS = 250;
const QUERY_MS = 30_000;

export interface EventConsumer {
  /** Id of its cursor. */
  id: string;
  /** There is work besides new events, such as a retry. */
  isDue?: boolean;
  /**
   * Handles what is due, and moves the cursor.
   * @param signal aborted at shutdown
   * @throws LeaseLost, or an error after which it goes on later
   */
  run(lease: CursorLease, signal: AbortSignal): Promise<void>;
}

/** The present consumers of one kind. */
export type FindConsumers = () => Promise<readonly EventConsumer[]>;

export interface EventReader {
  add(find: FindConsumers): void;
  /** Events after a number, in their order. */
  readAfter(number: number): Promise<readonly NumberedEvent[]>;
  /** Does all due work. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** @throws LeaseLost when another process may have taken over, or this one ends */
export function assertGoesOn(lease: CursorLease, signal: AbortSignal): void {
  if (signal.aborted || !lease.isHeld()) throw new LeaseLost('another process may read these events');
}

export function createEventReader({ store, log }: { store: Store; log: Logger }): EventReader {
  const closing = new AbortController();
  const { signal } = closing;
  const kinds: FindConsumers[] = [];
  const running = new Map<string, Promise<void>>();
  const resting = new Map<string, number>();

  async function run(consumer: EventConsumer): Promise<void> {
    const lease = await takeCursor(store, consumer.id);
    if (!lease) return;
    try {
      await consumer.run(lease, signal);
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
  async function look(): Promise<void> {
    const consumers = (await Promise.all(kinds.map((find) => find()))).flat();
    if (consumers.length === 0) return;
    const ids = consumers.map(({ id }) => id);
    const [cursors, last] = await Promise.all([cursorsOf(store, ids), lastNumber(store)]);
    for (const consumer of consumers) {
      if (consumer.isDue === true || (cursors.get(consumer.id)?.position ?? last) < last) begin(consumer);
    }
  }

  const looking = repeat('read events', { run: look, log });
  return {
    add: (find) => void kinds.push(find),
    readAfter: sharedReads(
      (from) =>
        readWindow({ store, queryTimeLimit: QUERY_MS }, { from, to: Number.MAX_SAFE_INTEGER, isForwards: true }),
      { forMs: SHARED_MS, isEmpty: (events) => events.length === 0 },
    ),
    async settle() {
      // Work under way may have read before the last event.
      await Promise.all(running.values());
      await looking.settle();
      await Promise.all(running.values());
    },
    async close() {
      closing.abort();
      await looking.close();
      await Promise.all(running.values());
    },
  };
}
