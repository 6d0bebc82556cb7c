// Assembles webhooks: their services, and their part in the reading of events in processes that run jobs.
import type { Authorization } from '../access/authorization.ts';
import { createSealer } from '../accounts/sealed-secrets.ts';
import type { Config } from '../config/config.ts';
import type { EventReader } from '../events/event-reader.ts';
import type { EventNumbering } from '../events/event-numbering.ts';
import type { BaseUrl } from '../http/response/base-url.ts';
import type { ScheduledWork } from '../jobs/job-services.ts';
import { assertDocumentQuery, objectDocuments } from '../representation/object-documents.ts';
import type { ReadCurrent } from '../store/recorded/current-reads.ts';
import { oldDeliveryRemoval } from '../webhooks/deliveries.ts';
import { createPace } from '../webhooks/pace.ts';
import { createMessenger } from '../webhooks/post-message.ts';
import { webhookConsumers } from '../webhooks/webhook-consumers.ts';
import { resealWebhooks } from '../webhooks/webhook-secrets.ts';
import type { WebhookServices } from '../webhooks/webhook-services.ts';
import type { Services } from '../../handlers/services.ts';

type Parts = Pick<WebhookServices, 'store' | 'clock' | 'log' | 'objects'> & {
  authorization: Pick<Authorization, 'accessOf'>;
  recordedEvents: {
    numbering: Pick<EventNumbering, 'settle'>;
    reader: Pick<EventReader, 'add'>;
    readCurrent: ReadCurrent;
  };
  baseUrl: Pick<BaseUrl, 'own'>;
  load: { underWay(): number };
};

export interface OpenWebhooks {
  forHandlers: Pick<Services, 'webhooks'>;
  removal: ScheduledWork;
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
