// Deliveries: rows of messages to webhooks, sent or waiting for a retry.
import type { Clock } from '../clock.ts';
import { RETRY_WAITS } from '../events/in-order.ts';
import { recurring, type ScheduledWork } from '../jobs/job-services.ts';
import { eventSubject, eventType } from '../format/cloud-event.ts';
import type { ShownEvent } from '../objects/feed/shown-events.ts';
import { IN_BACKGROUND } from '../store/recorded/event-rows.ts';
import type { Store, WebhookDeliveryRow } from '../store/store.ts';
import type { Answer } from './post-message.ts';

const HOUR = 3_600_000;
/** Characters of a body that the log keeps. */
const MOST_LOGGED = 64_000;
/** Deliveries of one webhook that the log keeps, in addition to waiting ones, and for how long. */
const MOST_KEPT = 1_000;
const KEEP_MS = 7 * 24 * HOUR;
const REMOVE_AT_ONCE = 5_000;

type Deliveries = Pick<Store, 'webhookDeliveries'>;

/** Not sent yet. */
export const newDelivery = (webhookId: number, event: ShownEvent, now: Date): WebhookDeliveryRow => ({
  _id: `${webhookId}-${event.number}`,
  webhook_id: webhookId,
  event_number: event.number,
  event: eventType(event),
  subject: eventSubject(event),
  state: 'waiting',
  attempts: 0,
  next: now,
  failing_since: null,
  held: false,
  request: null,
  status: null,
  response: null,
  milliseconds: null,
  revision: 1,
  created: now,
  modified: now,
});

/** @param request the sent request; null when it could not be made */
export function afterAttempt(
  row: WebhookDeliveryRow,
  { isDelivered, status, response, milliseconds, retryAfter = 0 }: Answer,
  { request, now }: { request: string | null; now: Date },
): WebhookDeliveryRow {
  const attempts = row.attempts + 1;
  const wait = Math.max(RETRY_WAITS[Math.min(attempts, RETRY_WAITS.length) - 1] ?? HOUR, retryAfter);
  return {
    ...row,
    state: isDelivered ? 'delivered' : 'waiting',
    attempts,
    next: isDelivered ? null : new Date(now.getTime() + wait),
    failing_since: isDelivered ? null : (row.failing_since ?? now),
    held: !isDelivered && retryAfter > 0,
    request: request !== null && request.length <= MOST_LOGGED ? request : null,
    status,
    response,
    milliseconds,
    revision: row.revision + 1,
    modified: now,
  };
}

export async function writeDeliveries(
  { webhookDeliveries }: Deliveries,
  rows: readonly WebhookDeliveryRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const writes = rows.map((row) => ({ replaceOne: { filter: { _id: row._id }, replacement: row, upsert: true } }));
  await webhookDeliveries.bulkWrite(writes, { ordered: false, ...IN_BACKGROUND });
}

export type WaitingDelivery = Omit<WebhookDeliveryRow, 'request' | 'response'>;

/** In the order of their events. */
export const waitingDeliveries = (
  { webhookDeliveries }: Deliveries,
  webhookId: number,
  most: number,
): Promise<WaitingDelivery[]> =>
  webhookDeliveries
    .find<WaitingDelivery>(
      { webhook_id: webhookId, state: 'waiting' },
      { projection: { request: 0, response: 0 }, ...IN_BACKGROUND },
    )
    .sort({ event_number: 1 })
    .limit(most)
    .toArray();

const IS_DONE = { state: { $ne: 'waiting' as const } };

/** Removes the oldest deliveries of a webhook from the log. */
export async function trimLog({ webhookDeliveries }: Deliveries, webhookId: number): Promise<void> {
  const beyond = await webhookDeliveries
    .find({ webhook_id: webhookId, ...IS_DONE }, { projection: { _id: 1 }, ...IN_BACKGROUND })
    .sort({ modified: -1 })
    .skip(MOST_KEPT)
    .limit(REMOVE_AT_ONCE)
    .toArray();
  if (beyond.length === 0) return;
  await webhookDeliveries.deleteMany({ _id: { $in: beyond.map(({ _id }) => _id) } }, IN_BACKGROUND);
}

export const oldDeliveryRemoval = ({ store, clock }: { store: Deliveries; clock: Clock }): ScheduledWork =>
  recurring('remove old deliveries', async () => {
    const oldest = new Date(clock.now().getTime() - KEEP_MS);
    await store.webhookDeliveries.deleteMany({ created: { $lt: oldest }, ...IS_DONE }, IN_BACKGROUND);
  });
