// Messages of one webhook (D655): events in their order for each object. A failed event waits, and with it later events of the same object;
// all others are sent. After a killed process, unrecorded messages are sent again with the same ids.
import { LeaseLost } from '../events/event-cursors.ts';
import type { EventLease } from '../events/event-reader.ts';
import { readWindow } from '../events/event-window.ts';
import { groupsOf, workInOrder } from '../events/in-order.ts';
import { eventSubject } from '../format/cloud-event.ts';
import type { ShownEvent } from '../objects/feed/shown-events.ts';
import type { NumberedEvent } from '../store/recorded/event-rows.ts';
import type { WebhookDeliveryRow, WebhookRow } from '../store/store.ts';
import { afterAttempt, newDelivery, writeDeliveries, type WaitingDelivery } from './deliveries.ts';
import type { Answer } from './post-message.ts';
import { eventsFor, eventsOfTypes, messageBodies, type MessageBody } from './webhook-reader.ts';
import { openSecrets, signedHeaders } from './webhook-secrets.ts';
import type { WebhookServices } from './webhook-services.ts';

/** Concurrent messages of one webhook, for new events and retries. */
const AT_ONCE = 5;
const RETRIES_AT_ONCE = 2;
/** Events that are examined together. */
const GROUP = 50;
/** Events of one round. */
const MANY = 500;
/** After this time of new events or of retries, the others are processed. */
const ROUND_MS = 5_000;
/** Failures after which a success means that an outage of the receiver has ended. */
const MANY_ATTEMPTS = 3;

export interface DeliveryRun {
  services: WebhookServices;
  hook: WebhookRow;
  lease: EventLease;
  /** What the receiver has answered in this round. */
  receiver: ReceiverState;
}

export interface ReceiverState {
  /** 410: it wants no more messages (D767). */
  isGone: boolean;
  /** Until then it wants none. */
  heldUntil: Date | null;
}

const failure = (response: string): Answer => ({ isDelivered: false, status: null, response, milliseconds: 0 });

/** One attempt. @returns undefined when it was cut off */
export async function send(
  { services: { clock, sealer, messenger }, hook }: Pick<DeliveryRun, 'services' | 'hook'>,
  message: { id: string; body: string },
  signal: AbortSignal,
): Promise<Answer | undefined> {
  const secrets = openSecrets(sealer, hook, clock.now());
  if (secrets.length === 0) return failure('The secret of the webhook can no longer be read: renew it.');
  const headers = {
    'content-type': 'application/cloudevents+json; charset=utf-8',
    'user-agent': 'Colophon-Webhooks/1.0',
    ...signedHeaders(message, secrets, clock.now()),
  };
  return messenger.post(hook.url, headers, message.body, signal);
}

/** @returns the row afterwards @throws LeaseLost */
async function attempt(
  run: DeliveryRun,
  row: WebhookDeliveryRow,
  made: NonNullable<MessageBody>,
): Promise<WebhookDeliveryRow> {
  run.lease.assertGoesOn();
  const { receiver } = run;
  if (receiver.isGone) return row;
  if (receiver.heldUntil) return { ...row, next: receiver.heldUntil };
  const request = 'body' in made ? made.body : null;
  const answer =
    'body' in made ? await send(run, { id: row._id, body: made.body }, run.lease.signal) : failure(made.unreadable);
  if (!answer) throw new LeaseLost(`webhook ${run.hook._id}`);
  const after = afterAttempt(row, answer, { request, now: run.services.clock.now() });
  if (answer.status === 410) receiver.isGone = true;
  if (after.held) receiver.heldUntil = after.next;
  return after;
}

interface Message {
  event: ShownEvent;
  made: NonNullable<MessageBody>;
}

/** The messages of some events, with the data that the role reads now. */
async function messagesOf({ services, hook }: DeliveryRun, all: readonly NumberedEvent[]): Promise<Message[]> {
  const events = eventsOfTypes(hook, all);
  if (events.length === 0) return [];
  return services.readCurrent(async () => {
    const shown = await eventsFor(services, hook, events);
    const bodies = await messageBodies(services, hook, shown);
    return shown.flatMap((event, index) => {
      const made = bodies[index];
      return made ? [{ event, made }] : [];
    });
  });
}

/** Sends some messages. @param held paths of objects with a waiting delivery; those of failures are added */
async function sendGroup(run: DeliveryRun, messages: readonly Message[], held: Set<string>): Promise<number> {
  const { services, hook } = run;
  const rows: WebhookDeliveryRow[] = [];
  try {
    await workInOrder(messages, {
      subjectOf: ({ event }) => eventSubject(event),
      held,
      atOnce: AT_ONCE,
      async work({ event, made }, isHeld) {
        const row = newDelivery(hook._id, event, services.clock.now());
        const after = isHeld ? row : await attempt(run, row, made);
        rows.push(after);
        return after.state === 'waiting';
      },
    });
  } finally {
    await writeDeliveries(services.store, rows);
  }
  return rows.filter(({ state }) => state === 'waiting').length;
}

/** The webhook continues with the oldest event that is kept. */
function noteGap({ services: { log }, hook, lease }: DeliveryRun, first: number | undefined): void {
  if (first === undefined || first <= lease.position() + 1) return;
  const missed = { from: lease.position() + 1, to: first - 1 };
  log.warn({ webhook_id: hook._id, ...missed }, 'webhooks: events were removed before they were sent');
}

/**
 * Sends new events.
 * @param held paths of objects with a waiting delivery
 * @param room number of further deliveries that may wait
 * @returns whether there are more already
 * @throws LeaseLost
 */
export async function deliverNew(run: DeliveryRun, held: Set<string>, room: number): Promise<boolean> {
  const { services, lease } = run;
  const events = await lease.unread();
  noteGap(run, events[0]?.number);
  const end = performance.now() + ROUND_MS;
  let waiting = 0;
  for (const group of groupsOf(events, GROUP)) {
    const last = (group.at(-1) ?? group[0]).number;
    lease.assertGoesOn();
    const messages = await messagesOf(run, group);
    if (messages.length > 0) waiting += await sendGroup(run, messages, held);
    const isCut = waiting >= room || performance.now() > end;
    // Events that do not match this webhook are recorded only at the end.
    if (messages.length > 0 || isCut || last === events.at(-1)?.number) await lease.moveTo(last);
    if (isCut) return true;
    if (messages.length > 0) await services.pace.rest(lease.signal);
  }
  // Few events at a time cost as much as many: events that arrive in between wait for the next round.
  return events.length >= MANY;
}

/** @returns whether it has ended */
async function retry(run: DeliveryRun, row: WaitingDelivery): Promise<boolean> {
  const { store, clock, objects } = run.services;
  run.lease.assertGoesOn();
  const { event_number: number } = row;
  // With the data that the role reads now. No message may be left to send.
  const events = number === null ? [] : await readWindow(objects, { from: number - 1, to: number, isForwards: true });
  const made = (await messagesOf(run, events))[0]?.made;
  if (!made) {
    await store.webhookDeliveries.deleteOne({ _id: row._id });
    return true;
  }
  const after = await attempt(run, { ...row, request: null, response: null }, made);
  await writeDeliveries(store, [after]);
  if (after.state === 'waiting') return false;
  if (after.attempts > MANY_ATTEMPTS) {
    const others = { webhook_id: run.hook._id, state: 'waiting', next: { $gt: clock.now() } } as const;
    await store.webhookDeliveries.updateMany(others, { $set: { next: clock.now() } });
  }
  return true;
}

/** Retries due deliveries, those of one object in sequence. @returns whether any has ended @throws LeaseLost */
export async function retryWaiting(run: DeliveryRun, waiting: readonly WaitingDelivery[]): Promise<boolean> {
  const { clock } = run.services;
  const end = performance.now() + ROUND_MS;
  let hasEnded = false;
  await workInOrder(waiting, {
    subjectOf: ({ subject }) => subject,
    held: new Set(),
    atOnce: RETRIES_AT_ONCE,
    async work(row, isHeld) {
      if (isHeld || performance.now() > end || row.next === null || row.next > clock.now()) return true;
      const isOver = await retry(run, row);
      hasEnded ||= isOver;
      return !isOver;
    },
  });
  return hasEnded;
}
