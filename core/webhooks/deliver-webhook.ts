// What one webhook is sent (D655): events in their order for each object. What fails waits, and with it what follows of the same object;
// everything else goes on. A process that is killed sends again what it had not recorded, with the same ids.
import pLimit from 'p-limit';
import type { Clock } from '../clock.ts';
import { eventType } from '../format/cloud-event.ts';
import { eventReader, viewsOf, type ShownEvent } from '../objects/feed/shown-events.ts';
import { readWindow } from '../objects/feed/read-feed.ts';
import type { ObjectServices } from '../objects/object-services.ts';
import type { EventName, NumberedEvent } from '../store/event-rows.ts';
import type { Store } from '../store/store.ts';
import type { WebhookDeliveryRow, WebhookRow } from '../store/webhook-rows.ts';
import { webhookBody, type WebhookReader } from './webhook-body.ts';
import { sendWebhook, type Outcome } from './send-webhook.ts';

const WINDOW = 100;
/** Messages of one webhook at a time. */
const AT_ONCE = 4;
/** With so many waiting nothing new is begun. */
const MOST_WAITING = 200;
const SECOND = 1_000;
const HOUR = 3_600_000;
/** From one attempt to the next. */
const WAITS = [5 * SECOND, 30 * SECOND, 120 * SECOND, 600 * SECOND, 1_800 * SECOND, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR];
/** After this time of failing attempts a webhook is disabled. */
export const GIVE_UP_MS = 72 * HOUR;

export interface DeliveryParts {
  objects: ObjectServices;
  clock: Clock;
  reader: WebhookReader;
  isInsideAllowed: boolean;
  /** Whether this process is still the one that sends. */
  isHolding(): boolean;
}

const waitAfter = (attempts: number): number => WAITS[Math.min(attempts, WAITS.length) - 1] ?? HOUR;

/** A row of what was tried. */
function deliveryRow(
  hook: WebhookRow,
  event: Pick<ShownEvent, 'number' | 'about' | 'event' | 'type' | 'subject'>,
  now: Date,
): WebhookDeliveryRow {
  return {
    _id: `${hook._id}-${event.number}`,
    webhook_id: hook._id,
    event_number: event.number,
    event: eventType(event),
    subject: `${event.about}:${event.subject}`,
    state: 'waiting',
    attempts: 0,
    next: now,
    request: null,
    status: null,
    response: null,
    milliseconds: null,
    revision: 1,
    created: now,
    modified: now,
  };
}

const withOutcome = (row: WebhookDeliveryRow, outcome: Outcome, now: Date): WebhookDeliveryRow => ({
  ...row,
  state: outcome.isDelivered ? 'delivered' : 'waiting',
  attempts: row.attempts + 1,
  next: outcome.isDelivered ? null : new Date(now.getTime() + waitAfter(row.attempts + 1)),
  status: outcome.status,
  response: outcome.response,
  milliseconds: outcome.milliseconds,
  revision: row.revision + 1,
  modified: now,
});

/** @returns the row after an attempt */
async function attempt(parts: DeliveryParts, hook: WebhookRow, row: WebhookDeliveryRow): Promise<WebhookDeliveryRow> {
  const now = parts.clock.now();
  const message = { id: row._id, body: row.request ?? '', at: now };
  return withOutcome(row, await sendWebhook(hook, message, parts.isInsideAllowed), parts.clock.now());
}

const write = (store: Store, row: WebhookDeliveryRow) =>
  store.webhookDeliveries.replaceOne({ _id: row._id }, row, { upsert: true });

const waitingOf = (store: Store, hook: WebhookRow): Promise<WebhookDeliveryRow[]> =>
  store.webhookDeliveries
    .find({ webhook_id: hook._id, state: 'waiting' })
    .sort({ event_number: 1 })
    .toArray();

/** Tries what has waited long enough, of each object one after the other. @returns whether anything was delivered */
async function retry(parts: DeliveryParts, hook: WebhookRow, waiting: readonly WebhookDeliveryRow[]): Promise<boolean> {
  const { store } = parts.objects;
  const limit = pLimit(AT_ONCE);
  let isAny = false;
  const bySubject = new Map<string, WebhookDeliveryRow[]>();
  for (const row of waiting) bySubject.set(row.subject, [...(bySubject.get(row.subject) ?? []), row]);
  const inOrder = async (rows: readonly WebhookDeliveryRow[]): Promise<void> => {
    for (const row of rows) {
      if (!parts.isHolding() || (row.next ?? row.created) > parts.clock.now()) return;
      const after = await attempt(parts, hook, row);
      await write(store, after);
      if (after.state !== 'delivered') return;
      isAny = true;
    }
  };
  await Promise.all([...bySubject.values()].map((rows) => limit(() => inOrder(rows))));
  return isAny;
}

/** Sends the events of a window. @returns whether there were any */
async function goOn(parts: DeliveryParts, hook: WebhookRow, blocked: ReadonlySet<string>): Promise<boolean> {
  const { objects, clock, reader } = parts;
  const { store } = objects;
  const range = { from: hook.position, to: Number.MAX_SAFE_INTEGER, isForwards: true };
  const events = (await readWindow(objects, range)).slice(0, WINDOW);
  const last = events.at(-1)?.number;
  if (last === undefined) return false;
  const seen = readerOf(parts, hook);
  const views = await viewsOf(objects, events);
  const held = new Set(blocked);
  const limit = pLimit(AT_ONCE);
  const chains = new Map<string, Promise<void>>();
  const one = async (event: NumberedEvent): Promise<void> => {
    const shown = seen(event, views);
    const body = shown && (await webhookBody(reader, hook, shown));
    if (!shown || body === undefined) return;
    const row = { ...deliveryRow(hook, shown, clock.now()), request: body };
    if (held.has(row.subject)) return void (await write(store, row));
    const after = await attempt(parts, hook, row);
    if (after.state !== 'delivered') held.add(row.subject);
    await write(store, after);
  };
  for (const event of events) {
    const key = `${event.about}:${event.subject}`;
    const before = chains.get(key) ?? Promise.resolve();
    chains.set(
      key,
      before.then(() => limit(() => one(event))),
    );
  }
  await Promise.all(chains.values());
  if (!parts.isHolding()) return false;
  await store.webhooks.updateOne({ _id: hook._id }, { $max: { position: last } });
  hook.position = last;
  return true;
}

const readerOf = ({ objects, reader }: DeliveryParts, hook: WebhookRow) =>
  eventReader(
    objects,
    {
      types: hook.object_types === null ? undefined : new Set(hook.object_types),
      events: hook.events === null ? undefined : new Set(hook.events as EventName[]),
      folders: undefined,
    },
    reader.callerOf(hook.role_id),
  );

/** Since when attempts have failed; undefined when nothing waits. */
const failingSince = (waiting: readonly WebhookDeliveryRow[]): Date | undefined =>
  waiting.find(({ attempts }) => attempts > 0)?.created;

/**
 * All that is due for a webhook.
 * @returns `given up` when it is to be disabled
 */
export async function deliverWebhook(parts: DeliveryParts, hook: WebhookRow): Promise<'given up' | 'done'> {
  const { store } = parts.objects;
  while (parts.isHolding()) {
    const waiting = await waitingOf(store, hook);
    const since = failingSince(waiting);
    const now = parts.clock.now().getTime();
    if (since && now - since.getTime() >= GIVE_UP_MS) return 'given up';
    if (await retry(parts, hook, waiting)) continue;
    if (waiting.length >= MOST_WAITING) return 'done';
    if (!(await goOn(parts, hook, new Set(waiting.map(({ subject }) => subject))))) return 'done';
  }
  return 'done';
}
