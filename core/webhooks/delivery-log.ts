// `/admin/webhook_deliveries`: messages to webhooks; and those that an administrator sends: tests and replays.
import { randomUUID } from 'node:crypto';
import type { RequestContext } from '../context.ts';
import { ApiError, invalidData } from '../errors.ts';
import { cursorsOf } from '../events/event-cursors.ts';
import { firstNumber } from '../events/event-numbering.ts';
import { readWindow } from '../events/event-window.ts';
import { defineResource } from '../resources/define-resource.ts';
import { findRow } from '../resources/resource-type.ts';
import { rowReads, type RowReads } from '../resources/row-operations.ts';
import type { WebhookDeliveryRow, WebhookRow } from '../store/store.ts';
import { send } from './deliver-events.ts';
import { afterAttempt, newDelivery } from './deliveries.ts';
import { webhookName } from './webhook-secrets.ts';
import { eventsFor, eventsOfTypes } from './webhook-reader.ts';
import type { WebhookServices } from './webhook-services.ts';
import { webhookResources } from './webhooks.ts';
import { CODE } from '../query/filters.ts';

/** Events of one replay. */
const MOST_REPLAYED = 1_000;
/** Number of waiting deliveries of a webhook from which on administrators cannot add any. */
const MOST_WAITING = 1_500;
const TEST = 'colophon.webhook.test';

export const webhookDeliveries = ({
  store,
}: Pick<WebhookServices, 'store'>): RowReads<WebhookDeliveryRow, 'WebhookDeliveries'> =>
  rowReads(
    defineResource<WebhookDeliveryRow, 'WebhookDeliveries'>({
      type: 'webhook_deliveries',
      path: '/admin/webhook_deliveries',
      collection: store.webhookDeliveries,
      ids: 'text',
      attributes: {
        webhook_id: { kind: 'integer' },
        event_number: { kind: 'integer' },
        event: { ...CODE },
        subject: { ...CODE },
        state: { ...CODE },
        attempts: { kind: 'integer' },
        next: { kind: 'datetime' },
        request: { kind: 'string' },
        status: { kind: 'integer' },
        response: { kind: 'string' },
        milliseconds: { kind: 'integer' },
      },
    }),
  );

const testBody = ({ _id }: WebhookRow, { id, source, at }: { id: string; source: string; at: Date }): string =>
  JSON.stringify({
    specversion: '1.0',
    id,
    source,
    type: TEST,
    subject: `/admin/webhooks/${_id}`,
    time: at.toISOString(),
    datacontenttype: 'application/json',
    data: {},
  });

/** Sends a test event, once. @throws ApiError not_found, service_unavailable */
export async function testWebhook(
  services: WebhookServices,
  id: string,
  context: RequestContext,
): Promise<WebhookDeliveryRow> {
  const hook = await findRow(webhookResources(services.store), id);
  const { store, clock } = services;
  const at = clock.now();
  const name = `test-${randomUUID()}`;
  const body = testBody(hook, { id: name, source: context.url.base, at });
  const _id = `${hook._id}-${name}`;
  const answer = await send({ services, hook }, { id: _id, body }, services.closing);
  if (!answer) throw new ApiError('service_unavailable', 'The service is being stopped.');
  const event = { number: 0, about: 'model', event: 'updated', type: '', subject: '', changed: [], at } as const;
  const fresh = { ...newDelivery(hook._id, event, at), _id, event_number: null, event: TEST };
  const tried = afterAttempt(fresh, answer, { request: body, now: clock.now() });
  const isOver = { state: answer.isDelivered ? 'delivered' : 'failed', next: null, failing_since: null } as const;
  const row = { ...tried, ...isOver, subject: `/admin/webhooks/${hook._id}`, revision: 1 };
  await store.webhookDeliveries.insertOne(row);
  return row;
}

/** The span of a replay, all of which was sent. @throws ApiError invalid_data */
async function spanOf(
  { store }: WebhookServices,
  hook: WebhookRow,
  { from, to = from }: { from: number; to?: number | undefined },
): Promise<{ from: number; to: number }> {
  if (to < from || to - from >= MOST_REPLAYED) {
    throw invalidData('/to', `[to.range]: A replay must have 1 to ${MOST_REPLAYED} events.`);
  }
  const [cursor] = (await cursorsOf(store, [webhookName(hook._id)])).values();
  const position = cursor?.position ?? 0;
  if (to > position) throw invalidData('/to', `[to.sent]: The webhook has only reached event ${position}.`);
  const first = await firstNumber(store);
  if (from < first) throw invalidData('/from', `[from.kept]: Events before ${first} are no longer kept.`);
  return { from, to };
}

/** Queues events to be sent again. @returns their number @throws ApiError not_found, invalid_data, conflict */
export async function replayEvents(
  services: WebhookServices,
  id: string,
  span: { from: number; to?: number | undefined },
): Promise<number> {
  const hook = await findRow(webhookResources(services.store), id);
  const { store, clock, objects } = services;
  const { from, to } = await spanOf(services, hook, span);
  const waiting = { webhook_id: hook._id, state: 'waiting' } as const;
  if ((await store.webhookDeliveries.countDocuments(waiting, { limit: MOST_WAITING })) >= MOST_WAITING) {
    throw new ApiError('conflict', `${MOST_WAITING} deliveries of this webhook are waiting already.`);
  }
  const events = await readWindow(objects, { from: from - 1, to, isForwards: true });
  const shown = await eventsFor(services, hook, eventsOfTypes(hook, events));
  const again = shown.map((event) => {
    const row = newDelivery(hook._id, event, clock.now());
    const { _id, revision, created, request, status, response, milliseconds, ...fields } = row;
    const onInsert = { created, request, status, response, milliseconds };
    const update = { $set: fields, $inc: { revision }, $setOnInsert: onInsert };
    return { updateOne: { filter: { _id }, update, upsert: true } };
  });
  if (again.length > 0) await store.webhookDeliveries.bulkWrite(again, { ordered: false });
  return shown.length;
}
