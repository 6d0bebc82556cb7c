// Webhooks as consumers of events.
import type { EventConsumer } from '../events/event-reader.ts';
import { BACKGROUND_COMMENT } from '../store/event-rows.ts';
import { trimLog } from './deliveries.ts';
import { runWebhook } from './run-webhook.ts';
import { cursorOf } from './webhook-cursor.ts';
import type { WebhookServices } from './webhook-services.ts';

/** Events after which the log of a webhook is shortened again. */
const TRIM_EVERY = 500;
const COMMENT = { comment: BACKGROUND_COMMENT };

/** Finds the enabled webhooks, and which of them have a due retry. */
export function webhookConsumers(services: WebhookServices): () => Promise<EventConsumer[]> {
  const { store, clock } = services;
  /** Positions at which logs were shortened. */
  const trimmed = new Map<number, number>();
  return async () => {
    const rows = await store.webhooks.find({ enabled: true }, { projection: { _id: 1 }, ...COMMENT }).toArray();
    if (rows.length === 0) return [];
    const isDue = { next: { $lte: clock.now(), $type: 'date' as const } };
    const due = new Set(await store.webhookDeliveries.distinct('webhook_id', isDue, COMMENT));
    return rows.map(({ _id }) => ({
      id: cursorOf(_id),
      isDue: due.has(_id),
      async run(lease, signal) {
        await runWebhook({ services, lease, signal }, _id);
        if (lease.position() < (trimmed.get(_id) ?? 0) + TRIM_EVERY) return;
        trimmed.set(_id, lease.position());
        await trimLog(store, _id);
      },
    }));
  };
}
