// Webhooks as consumers of events.
import type { EventConsumer } from '../events/event-reader.ts';
import { IN_BACKGROUND } from '../store/recorded/event-rows.ts';
import { trimLog } from './deliveries.ts';
import { runWebhook } from './run-webhook.ts';
import { webhookName } from './webhook-secrets.ts';
import type { WebhookServices } from './webhook-services.ts';

/** Events after which the log of a webhook is shortened again. */
const TRIM_EVERY = 500;

/** Finds the enabled webhooks, and which of them have a due retry. */
export function webhookConsumers(services: WebhookServices): () => Promise<EventConsumer[]> {
  const { store, clock } = services;
  /** Positions at which logs were shortened. */
  const trimmed = new Map<number, number>();
  return async () => {
    const rows = await store.webhooks.find({ enabled: true }, { projection: { _id: 1 }, ...IN_BACKGROUND }).toArray();
    if (rows.length === 0) return [];
    const isDue = { next: { $lte: clock.now(), $type: 'date' as const } };
    const due = new Set(await store.webhookDeliveries.distinct('webhook_id', isDue, IN_BACKGROUND));
    return rows.map(({ _id }) => ({
      id: webhookName(_id),
      isDue: due.has(_id),
      async run(lease) {
        await runWebhook({ services, lease }, _id);
        if (lease.position() < (trimmed.get(_id) ?? 0) + TRIM_EVERY) return;
        trimmed.set(_id, lease.position());
        await trimLog(store, _id);
      },
    }));
  };
}
