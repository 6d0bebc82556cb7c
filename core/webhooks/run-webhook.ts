// Webhooks as consumers of events: the due work of each, and its end when the receiver has failed for too long.
import { ADMIN_ROLE_ID, USERS } from '../access/access-rules.ts';
import { noticeOf } from '../accounts/account-mails.ts';
import { ANONYMOUS, SERVICE_CONTEXT } from '../context.ts';
import type { AsyncJobRow, WebhookRow } from '../store/store.ts';
import { writeRows } from '../resources/write-rows.ts';
import { updateRow } from '../resources/resource-type.ts';
import type { EventConsumer } from '../events/event-reader.ts';
import { IN_BACKGROUND } from '../store/recorded/event-rows.ts';
import { deliverNew, retryWaiting, type DeliveryRun } from './deliver-events.ts';
import { trimLog, waitingDeliveries, type WaitingDelivery } from './deliveries.ts';
import { webhookName } from './webhook-secrets.ts';
import { webhookResources } from './webhooks.ts';
import type { WebhookServices } from './webhook-services.ts';

const HOUR = 3_600_000;
/** After this time of failures a receiver gets no more messages. */
const GIVE_UP_MS = 72 * HOUR;
/** Number of waiting deliveries from which on no new events are sent. */
const MOST_WAITING = 200;
/** Waiting deliveries that are examined; replays add to them. */
const LOOKED_AT = 2_500;
const MOST_ADMINS = 50;
/** Events after which the log of a webhook is shortened again. */
const TRIM_EVERY = 500;

async function noticesFor(services: WebhookServices, hook: WebhookRow, now: Date): Promise<AsyncJobRow[]> {
  const { store, accessOf } = services;
  const isAdmin = { role_ids: ADMIN_ROLE_ID, trashed: false, blocked: { $ne: true } };
  const admins = await store
    .documents(USERS)
    .find(isAdmin, { projection: { _id: 1 } })
    .limit(MOST_ADMINS)
    .toArray();
  const context = { ...SERVICE_CONTEXT, access: accessOf(ANONYMOUS) };
  const notice = { template: 'webhook_disabled', address: hook.url, device: hook.name, now } as const;
  const jobs = await Promise.all(admins.map(({ _id }) => noticeOf(store, { ...notice, userId: _id }, context)));
  return jobs.flatMap((job) => job ?? []);
}

const HAS_FAILED = `The receiver has failed for ${GIVE_UP_MS / HOUR} hours.`;
const IS_GONE = 'The receiver has answered 410 Gone: it wants no more messages.';

/** Disables a webhook, and sends a mail to the administrators, to whom all webhooks belong (D868). */
async function giveUp(services: WebhookServices, hook: WebhookRow, disabled_reason: string): Promise<void> {
  const { store, clock, log } = services;
  const mails = await noticesFor(services, hook, clock.now());
  const isDone = await writeRows({ store, clock }, SERVICE_CONTEXT, async (scope) => {
    const { transaction } = scope;
    const current = await store.webhooks.findOne({ _id: hook._id, enabled: true }, { session: transaction });
    if (!current) return false;
    await updateRow(webhookResources(store), current, { enabled: false, disabled_reason }, scope);
    if (mails.length > 0) await store.asyncJobs.insertMany(mails, { session: transaction });
    return true;
  });
  if (!isDone) return;
  log.warn({ webhook_id: hook._id, name: hook.name, disabled_reason }, 'webhooks: disabled');
}

const isHopeless = (waiting: readonly WaitingDelivery[], now: Date): boolean =>
  waiting.some(({ failing_since: from }) => from !== null && now.getTime() - from.getTime() >= GIVE_UP_MS);

/** The receiver has asked to wait; a replay, or a change of the webhook, makes the messages due again. */
const isHeld = (waiting: readonly WaitingDelivery[], now: Date): boolean =>
  waiting.some(({ held, next }) => held === true && next !== null && next > now);

/** @returns whether more may be due now @throws LeaseLost */
async function doRound(round: Omit<DeliveryRun, 'receiver'>): Promise<boolean> {
  const run: DeliveryRun = { ...round, receiver: { isGone: false, heldUntil: null } };
  const { services, hook } = run;
  const { store, clock } = services;
  const waiting = await waitingDeliveries(store, hook._id, LOOKED_AT);
  if (isHopeless(waiting, clock.now())) {
    await giveUp(services, hook, HAS_FAILED);
    return false;
  }
  if (isHeld(waiting, clock.now())) return false;
  const room = MOST_WAITING - waiting.length;
  const held = new Set(waiting.map(({ subject }) => subject));
  const results = await Promise.allSettled([
    retryWaiting(run, waiting),
    room > 0 ? deliverNew(run, held, room) : Promise.resolve(false),
  ]);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  const { isGone, heldUntil } = run.receiver;
  if (isGone) await giveUp(services, hook, IS_GONE);
  if (heldUntil) {
    const earlier = { webhook_id: hook._id, state: 'waiting', next: { $lt: heldUntil } } as const;
    await store.webhookDeliveries.updateMany(earlier, { $set: { next: heldUntil } }, IN_BACKGROUND);
  }
  if (isGone || heldUntil) return false;
  return results.some((result) => result.status === 'fulfilled' && result.value);
}

/** The due work of a webhook in its present state. @throws LeaseLost */
async function runWebhook(run: Omit<DeliveryRun, 'hook' | 'receiver'>, webhookId: number): Promise<void> {
  for (;;) {
    const hook = await run.services.store.webhooks.findOne({ _id: webhookId, enabled: true });
    if (!hook || !(await doRound({ ...run, hook }))) return;
  }
}

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
