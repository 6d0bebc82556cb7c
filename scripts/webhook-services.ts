// Assembles webhooks: their services, and their part in the reading of events in processes that run jobs.
import type { Authorization } from '../core/access/authorization.ts';
import { createSealer } from '../core/accounts/sealed-secrets.ts';
import type { Config } from '../core/config/config.ts';
import type { EventReader } from '../core/events/event-reader.ts';
import type { EventNumbering } from '../core/events/event-numbering.ts';
import type { BaseUrl } from '../core/http/base-url.ts';
import type { RecurringWork } from '../core/jobs/job-services.ts';
import { assertDocumentQuery, objectDocuments } from '../core/representation/object-documents.ts';
import type { ReadCurrent } from '../core/store/current-reads.ts';
import { oldDeliveryRemoval } from '../core/webhooks/deliveries.ts';
import { createPace } from '../core/webhooks/pace.ts';
import { createMessenger } from '../core/webhooks/post-message.ts';
import { webhookConsumers } from '../core/webhooks/webhook-consumers.ts';
import { resealWebhooks } from '../core/webhooks/webhook-secrets.ts';
import type { WebhookServices } from '../core/webhooks/webhook-services.ts';
import type { Services } from '../handlers/services.ts';

type Parts = Pick<WebhookServices, 'store' | 'clock' | 'log' | 'jobs' | 'objects'> & {
  authorization: Pick<Authorization, 'accessOf'>;
  recordedEvents: {
    numbering: Pick<EventNumbering, 'settle'>;
    reader: Pick<EventReader, 'add' | 'readAfter'>;
    readCurrent: ReadCurrent;
  };
  baseUrl: Pick<BaseUrl, 'own'>;
  load: { underWay(): number };
};

interface OpenWebhooks {
  forHandlers: Pick<Services, 'webhooks'>;
  removal: RecurringWork;
  close(): Promise<void>;
}

export async function openWebhooks(
  { authorization, recordedEvents, baseUrl, load, ...parts }: Parts,
  config: Config,
): Promise<OpenWebhooks> {
  const closing = new AbortController();
  const allowsPrivate = config.webhookPrivateNetworks;
  const messenger = createMessenger({ allowsPrivate });
  const sealer = createSealer(config.sealingKeys);
  const services: WebhookServices = {
    ...parts,
    accessOf: authorization.accessOf,
    readCurrent: recordedEvents.readCurrent,
    readAfter: recordedEvents.reader.readAfter,
    settleEvents: () => recordedEvents.numbering.settle(),
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
  if (config.processRole !== 'api') recordedEvents.reader.add(webhookConsumers(services));
  return {
    forHandlers: { webhooks: services },
    removal: oldDeliveryRemoval(parts),
    async close() {
      closing.abort();
      messenger.close();
      return Promise.resolve();
    },
  };
}
