// Webhooks of the service, each in one process at a time (D656). Every process that runs jobs searches for those with
// pending events; each webhook has a separate run, so that a slow receiver does not delay others.
import { cursorsOf, LeaseLost, takeCursor } from '../events/event-cursors.ts';
import { lastNumber } from '../events/event-numbering.ts';
import { readWindow } from '../objects/feed/read-feed.ts';
import { BACKGROUND_COMMENT, type NumberedEvent } from '../store/event-rows.ts';
import { trimLog } from './deliveries.ts';
import { runWebhook } from './run-webhook.ts';
import { cursorOf } from './webhook-cursor.ts';
import type { WebhookServices } from './webhook-services.ts';

const LOOK_MS = 500;
/** A webhook whose run has failed, for example because of the database, is skipped for this time. */
const REST_MS = 2_000;
/** Milliseconds for which events read for one webhook are used for the others. */
const SHARED_MS = 250;
/** Events after which the log of a webhook is shortened again. */
const TRIM_EVERY = 500;
const COMMENT = { comment: BACKGROUND_COMMENT };

export interface WebhookRunner {
  /** Does all due work. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** Enabled webhooks with unsent events, or with a due retry. */
async function busyWebhooks({ store, clock }: WebhookServices): Promise<number[]> {
  const rows = await store.webhooks.find({ enabled: true }, { projection: { _id: 1 }, ...COMMENT }).toArray();
  if (rows.length === 0) return [];
  const ids = rows.map(({ _id }) => _id);
  const isDue = { next: { $lte: clock.now(), $type: 'date' as const } };
  const [cursors, last, due] = await Promise.all([
    cursorsOf(store, ids.map(cursorOf)),
    lastNumber(store),
    store.webhookDeliveries.distinct('webhook_id', isDue, COMMENT),
  ]);
  return ids.filter((id) => (cursors.get(cursorOf(id))?.position ?? last) < last || due.includes(id));
}

export function createWebhookRunner(services: WebhookServices): WebhookRunner {
  const { store, log } = services;
  const closing = new AbortController();
  const { signal } = closing;
  const running = new Map<number, Promise<void>>();
  const resting = new Map<number, number>();
  /** Positions at which logs were shortened. */
  const trimmed = new Map<number, number>();
  const shared = new Map<number, Promise<readonly NumberedEvent[]>>();
  let looking: Promise<void> | undefined;

  /** Webhooks at the same position share a read. */
  function readAfter(from: number): Promise<readonly NumberedEvent[]> {
    let events = shared.get(from);
    if (!events) {
      events = readWindow(services.objects, { from, to: Number.MAX_SAFE_INTEGER, isForwards: true });
      shared.set(from, events);
      // An empty result may soon be outdated.
      events.then((found) => found.length === 0 && shared.delete(from)).catch(() => shared.delete(from));
      setTimeout(() => shared.delete(from), SHARED_MS).unref();
    }
    return events;
  }

  async function run(id: number): Promise<void> {
    const lease = await takeCursor(store, cursorOf(id));
    if (!lease) return;
    try {
      await runWebhook({ services, lease, readAfter, signal }, id);
      if (lease.position() >= (trimmed.get(id) ?? 0) + TRIM_EVERY) {
        trimmed.set(id, lease.position());
        await trimLog(store, id);
      }
    } finally {
      await lease.release();
    }
  }

  function begin(id: number): void {
    if (running.has(id) || performance.now() < (resting.get(id) ?? 0)) return;
    const work = run(id)
      .catch((error: unknown) => {
        if (signal.aborted || error instanceof LeaseLost) return;
        resting.set(id, performance.now() + REST_MS);
        log.warn({ error: (error as Error).message, webhook_id: id }, 'webhooks: one goes on later');
      })
      .finally(() => running.delete(id));
    running.set(id, work);
  }

  async function lookOnce(): Promise<void> {
    for (const id of await busyWebhooks(services)) if (!signal.aborted) begin(id);
  }

  /** One search at a time. */
  const look = (): Promise<void> => (looking ??= lookOnce().finally(() => (looking = undefined)));

  let timer: NodeJS.Timeout | undefined;
  const lookLater = (): void => {
    if (signal.aborted) return;
    timer = setTimeout(() => {
      look()
        .catch((error: unknown) => {
          if (!signal.aborted) log.warn({ error: (error as Error).message }, 'webhooks: looked for later');
        })
        .finally(lookLater);
    }, LOOK_MS).unref();
  };
  lookLater();

  return {
    async settle() {
      // Work under way may have read before the last event.
      await looking;
      await Promise.all(running.values());
      await look();
      await Promise.all(running.values());
    },
    async close() {
      closing.abort();
      clearTimeout(timer);
      await looking?.catch(() => undefined);
      await Promise.all(running.values());
    },
  };
}
