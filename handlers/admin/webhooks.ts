// Webhooks, for administrators (D655).
import { replayEvents, testWebhook, webhookDeliveries } from '../../core/webhooks/delivery-log.ts';
import { createWebhook, renewSecret, webhooks } from '../../core/webhooks/webhooks.ts';
import { metaDocument } from '../../core/format/jsonapi/documents.ts';
import type { Handlers } from '../../core/http/handler.ts';
import { answerChanged, answerNew } from '../../core/representation/responses.ts';
import { rowView } from '../../core/representation/resource-view.ts';
import { readHandlers, rowHandlers } from '../../core/representation/row-handlers.ts';
import type { Services } from '../services.ts';

const NAMES = { one: 'Webhook', many: 'Webhooks', id: 'webhook_id' } as const;
const DELIVERY = { one: 'WebhookDelivery', many: 'WebhookDeliveries', id: 'webhook_delivery_id' } as const;
const NO_STORE = { 'Cache-Control': 'no-store' } as const;

export function webhookHandlers({ webhooks: services, config }: Services) {
  const deliveries = webhookDeliveries(services);
  return {
    ...rowHandlers(config, NAMES, webhooks(services)),
    ...readHandlers(config, DELIVERY, deliveries),
    createWebhook: async ({ body, context }) => {
      const { type, row } = await createWebhook(services, body, context);
      const { headers, ...answer } = await answerNew(rowView(type), row, context);
      return { ...answer, headers: { ...headers, ...NO_STORE } };
    },
    renewWebhookSecret: async ({ params, context }) => {
      const { type, row } = await renewSecret(services, params.webhook_id, context);
      return { ...(await answerChanged(rowView(type), row, context)), headers: NO_STORE };
    },
    checkWebhook: async ({ params, context }) =>
      answerChanged(rowView(deliveries.type), await testWebhook(services, params.webhook_id, context), context),
    replayWebhook: async ({ params, body, context }) => {
      const events = await replayEvents(services, params.webhook_id, body);
      return { status: 200, body: metaDocument({ events }, context.url) };
    },
  } satisfies Partial<Handlers>;
}
