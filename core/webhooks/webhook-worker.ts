// Runs the webhooks in one process at a time (D656). The process that holds the lease says so again all the time; when it does not, another
// takes over. Each webhook has a run of its own, so that a slow receiver holds up no other.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { EventNumbering } from '../events/event-numbering.ts';
import { MAIL, newJob } from '../jobs/job-rows.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Logger } from '../log.ts';
import type { ObjectServices } from '../objects/object-services.ts';
import { ADMIN_ROLE_ID } from '../access/access-rules.ts';
import type { Store } from '../store/store.ts';
import { isDuplicateKey } from '../store/transaction.ts';
import type { WebhookRow } from '../store/webhook-rows.ts';
import { deliverWebhook, GIVE_UP_MS, type DeliveryParts } from './deliver-webhook.ts';
import type { WebhookReader } from './webhook-body.ts';

const LEASE_MS = 10_000;
const LOOK_MS = 1_000;
const LEASE = 'webhooks';
const MAIL_ATTEMPTS = 10;

export interface WebhookWorkerParts {
  objects: ObjectServices;
  numbering: Pick<EventNumbering, 'onNumbered'>;
  reader: WebhookReader;
  jobs: Pick<Jobs, 'wake'>;
  clock: Clock;
  log: Logger;
  isInsideAllowed: boolean;
}

/** @returns whether this process has it now; by the clock of the database */
async function takeLease(store: Store, me: string): Promise<boolean> {
  const free = { $or: [{ holder: me }, { $expr: { $lt: [{ $ifNull: ['$until', new Date(0)] }, '$$NOW'] } }] };
  const until = { $dateAdd: { startDate: '$$NOW', unit: 'millisecond', amount: LEASE_MS } };
  const change = [{ $set: { version: 1, holder: me, until } }];
  try {
    const { matchedCount, upsertedCount } = await store.state.updateOne({ _id: LEASE, ...free }, change, { upsert: true });
    return matchedCount + upsertedCount === 1;
  } catch (error) {
    // Another process has it.
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

async function adminAddresses(store: Store): Promise<string[]> {
  const admins = await store
    .documents('users')
    .find({ role_ids: ADMIN_ROLE_ID, trashed: false, blocked: { $ne: true } }, { projection: { email: 1 } })
    .toArray();
  return admins.flatMap(({ email }) => (typeof email === 'string' && email !== '' ? [email] : []));
}

/** Ends a webhook whose receiver fails, and writes to the administrators. */
async function giveUp({ objects: { store }, clock, jobs, log }: WebhookWorkerParts, hook: WebhookRow): Promise<void> {
  const now = clock.now();
  const change = { $set: { enabled: false, modified: now }, $inc: { revision: 1 } };
  await store.webhooks.updateOne({ _id: hook._id }, change);
  await store.webhookDeliveries.updateMany(
    { webhook_id: hook._id, state: 'waiting' },
    { $set: { state: 'failed', next: null, modified: now } },
  );
  log.warn({ webhook_id: hook._id, url: hook.url }, 'a webhook was disabled: its receiver has failed for three days');
  const to = await adminAddresses(store);
  if (to.length === 0) return;
  const hours = GIVE_UP_MS / 3_600_000;
  const text = `The webhook "${hook.name}" (${hook.url}) was disabled, since what was sent to it has failed for ${hours} hours.\n`;
  const payload = { to, subject: `Webhook "${hook.name}" disabled`, text };
  const job = newJob({ service: MAIL, payload, max_attempts: MAIL_ATTEMPTS }, now);
  await store.asyncJobs.insertOne(job);
  jobs.wake(job);
}

export function startWebhookWorker(parts: WebhookWorkerParts): { close(): Promise<void> } {
  const { objects, numbering, log } = parts;
  const { store } = objects;
  const me = randomUUID();
  let heldUntil = 0;
  let isClosing = false;
  const running = new Map<number, Promise<void>>();
  const delivery: DeliveryParts = { ...parts, isHolding: () => !isClosing && performance.now() < heldUntil };

  async function run(hook: WebhookRow): Promise<void> {
    if ((await deliverWebhook(delivery, hook)) === 'given up') await giveUp(parts, hook);
  }

  function begin(hook: WebhookRow): void {
    if (running.has(hook._id)) return;
    const work = run(hook)
      .catch((error: unknown) => {
        if (!isClosing) log.warn({ error: (error as Error).message, webhook_id: hook._id }, 'a webhook goes on later');
      })
      .finally(() => running.delete(hook._id));
    running.set(hook._id, work);
  }

  async function look(): Promise<void> {
    const hooks = await store.webhooks.find({ enabled: true }).toArray();
    if (hooks.length === 0 || isClosing) return;
    const asked = performance.now();
    if (!(await takeLease(store, me))) return;
    // Sooner than the database lets another process take it.
    heldUntil = asked + LEASE_MS / 2;
    for (const hook of hooks) begin(hook);
  }

  let looking: Promise<void> | undefined;
  let isWanted = false;
  const lookNow = (): void => {
    if (looking) isWanted = true;
    else if (!isClosing) {
      looking = look()
        .catch((error: unknown) => {
          if (!isClosing) log.warn({ error: (error as Error).message }, 'webhooks: looked at again later');
        })
        .finally(() => {
          looking = undefined;
          if (isWanted) lookNow();
          isWanted = false;
        });
    }
  };
  const timer = setInterval(lookNow, LOOK_MS).unref();
  const stopFollowing = numbering.onNumbered(lookNow);
  return {
    async close() {
      isClosing = true;
      clearInterval(timer);
      stopFollowing();
      await looking;
      await Promise.allSettled(running.values());
    },
  };
}
