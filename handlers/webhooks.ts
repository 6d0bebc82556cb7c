// Webhooks, for administrators (D654).
import type { Handlers } from '../core/http/handler.ts';
import { answerNew } from '../core/representation/answers.ts';
import { answerChanged } from '../core/representation/answers.ts';
import { rowView } from '../core/representation/resource-view.ts';
import { readHandlers, rowHandlers, type RowOperationIds } from '../core/representation/row-handlers.ts';
import { renewSecret, webhookDeliveries, webhooks, webhookWithSecret } from '../core/webhooks/webhooks.ts';
import { resendDeliveries } from '../core/webhooks/resend-deliveries.ts';
import type { Services } from './services.ts';

type Operations =
  | RowOperationIds<'Webhook', 'Webhooks'>
  | 'listWebhookDeliveries'
  | 'getWebhookDelivery'
  | 'renewWebhookSecret'
  | 'replayWebhook';

const NAMES = { one: 'Webhook', many: 'Webhooks', id: 'webhook_id' } as const;
const DELIVERY_NAMES = { one: 'WebhookDelivery', many: 'WebhookDeliveries', id: 'webhook_delivery_id' } as const;

export function webhookHandlers({ webhooks: services, config, store }: Services): Pick<Handlers, Operations> {
  const rows = webhooks(services);
  const shownOnce = rowView(webhookWithSecret(store));
  return {
    ...rowHandlers(config, NAMES, rows),
    createWebhook: async ({ body, context }) => answerNew(shownOnce, await rows.create(body, context), context),
    ...readHandlers(config, DELIVERY_NAMES, webhookDeliveries(store)),
    renewWebhookSecret: async ({ params, context }) =>
      answerChanged(shownOnce, await renewSecret(services, params.webhook_id, context), context),
  };
}
