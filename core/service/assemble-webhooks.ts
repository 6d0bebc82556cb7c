// Assembles webhooks: their services, and their part in the reading of events in processes that run jobs.
import { createSealer } from '../accounts/sealed-secrets.ts';
import type { Config } from '../config/config.ts';
import type { EventReader } from '../events/event-reader.ts';
import type { EventNumbering } from '../events/event-numbering.ts';
import type { BaseUrl } from '../http/response/base-url.ts';
import { assertDocumentQuery, objectDocuments } from '../representation/object-documents.ts';
import { oldDeliveryRemoval } from '../webhooks/deliveries.ts';
import { createPace } from '../webhooks/pace.ts';
import { createMessenger } from '../webhooks/post-message.ts';
import { webhookConsumers } from '../webhooks/run-webhook.ts';
import { resealWebhooks } from '../webhooks/webhook-secrets.ts';
import type { WebhookServices } from '../webhooks/webhook-services.ts';

interface Parts extends Pick<WebhookServices, 'store' | 'clock' | 'log' | 'objects' | 'accessOf' | 'readCurrent'> {
  numbering: Pick<EventNumbering, 'settle'>;
  reader: Pick<EventReader, 'add'>;
  baseUrl: Pick<BaseUrl, 'own'>;
  load: { underWay(): number };
}

export async function openWebhooks({ numbering, reader, baseUrl, load, ...parts }: Parts, config: Config) {
  const closing = new AbortController();
  const allowsPrivate = config.webhookPrivateNetworks;
  const messenger = createMessenger({ allowsPrivate });
  const sealer = createSealer(config.sealingKeys);
  const services: WebhookServices = {
    ...parts,
    settleEvents: () => numbering.settle(),
    base: () => baseUrl.own(),
    sealer,
    messenger,
    pace: createPace(load.underWay),
    allowsPrivate,
    closing: closing.signal,
    readDocuments: (...args) => objectDocuments(parts.objects, ...args),
    assertQuery: (...args) => assertDocumentQuery(parts.objects, ...args),
  };
  await resealWebhooks({ store: parts.store, sealer });
  if (config.processRole !== 'api') reader.add(webhookConsumers(services));
  return {
    services,
    removal: oldDeliveryRemoval(parts),
    close() {
      closing.abort();
      messenger.close();
      return Promise.resolve();
    },
  };
}
