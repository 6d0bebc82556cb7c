// `on.durable` (D658): every committed event, at least once, also those of other processes and of downtime. A cursor
// stores the position of an extension (core/events/event-cursors.ts); a failed event becomes a job, and later events of
// the same object wait.
import { memberOf } from '../values.ts';
import { v5 as uuidV5 } from 'uuid';
import type { Clock } from '../clock.ts';
import { addCursor } from '../events/event-cursors.ts';
import { lastNumber } from '../events/event-numbering.ts';
import type { EventConsumer, EventLease } from '../events/event-reader.ts';
import type { CommittedEvent } from '../events/events.ts';
import { groupsOf, RETRY_WAITS, workInOrder } from '../events/in-order.ts';
import { newJob } from '../jobs/job-rows.ts';
import { JobFailed } from '../jobs/job-services.ts';
import { IS_OPEN } from '../jobs/waiting-jobs.ts';
import { IN_BACKGROUND, type NumberedEvent } from '../store/recorded/event-rows.ts';
import type { AsyncJobRow, Store } from '../store/store.ts';

/** `service` of the jobs. */
const SERVICE = 'event';
/** With RETRY_WAITS the last attempt is three days after the first. */
const ATTEMPTS = 76;
/** Namespace of the ids of jobs: the same event of the same extension is one job. */
const NAMESPACE = '0e3f4c86-93a8-4f0b-9a27-0d9d1b6a6c55';
/** Maximum of events that are repeated after a kill. */
const MOVE_EVERY = 20;

/** An extension with `on.durable` or `on.publication`. */
export interface DurableListener {
  name: string;
  /** Events that it is called for; all by default. */
  wants?(event: NumberedEvent): boolean;
  /** @throws the error of the listener, and after the time limit */
  handle(event: CommittedEvent): Promise<void>;
}

interface Dependencies {
  store: Store;
  clock: Clock;
}

const subjectOf = ({ about, type, id }: Pick<CommittedEvent, 'about' | 'type' | 'id'>): string =>
  `${about} ${type} ${id}`;

const committed = ({ subject, before: _before, of_date: _ofDate, ...event }: NumberedEvent): CommittedEvent => ({
  ...event,
  id: subject,
});

/** The payload of a job, and its event. */
const payloadOf = (extension: string, { at, ...event }: CommittedEvent): Record<string, unknown> => ({
  extension,
  subject: subjectOf(event),
  ...event,
  at: at.toISOString(),
});

/** @throws JobFailed for a job of another origin */
function eventOf(payload: Readonly<Record<string, unknown>> | null): CommittedEvent {
  const { extension, subject, at, ...event } = payload ?? {};
  const date = new Date(typeof at === 'string' ? at : NaN);
  const isOwn = typeof event['number'] === 'number' && typeof extension === 'string' && subject;
  // cast: only the service creates these jobs, by payloadOf
  if (isOwn && !Number.isNaN(date.getTime())) return { ...event, at: date } as CommittedEvent;
  throw new JobFailed('Jobs of the service "event" are created by the service only.', { final: true });
}

/** Paths of objects with an event that has failed. */
async function heldSubjects({ asyncJobs }: Store, extension: string): Promise<Set<string>> {
  const open = { service: SERVICE, ...IS_OPEN, 'payload.extension': extension };
  return new Set((await asyncJobs.distinct('payload.subject', open, IN_BACKGROUND)).map(String));
}

async function writeJob({ store, clock }: Dependencies, extension: string, event: CommittedEvent): Promise<void> {
  const now = clock.now();
  const scheduled_from = new Date(now.getTime() + RETRY_WAITS[0]);
  const payload = payloadOf(extension, event);
  const { _id: _new, ...fields } = newJob({ service: SERVICE, payload, max_attempts: ATTEMPTS, scheduled_from }, now);
  const _id = uuidV5(`${extension}:${event.number}`, NAMESPACE);
  await store.asyncJobs.updateOne({ _id }, { $setOnInsert: fields }, { upsert: true, ...IN_BACKGROUND });
}

/** Jobs of later events of the same object, which have waited for this one, are due now. */
async function wakeNext({ store, clock }: Dependencies, payload: NonNullable<AsyncJobRow['payload']>): Promise<void> {
  const now = clock.now();
  const { extension, subject, number } = payload;
  const later = { 'payload.extension': extension, 'payload.subject': subject, 'payload.number': { $gt: number } };
  const waiting = { service: SERVICE, ...IS_OPEN, ...later, locked_until: null, due: { $gt: now } };
  await store.asyncJobs.updateMany(waiting, { $set: { scheduled_from: now, due: now } }, IN_BACKGROUND);
}

/** @returns the consumers, and the jobs of events that they have failed to handle */
export function createDurableEvents(listeners: readonly DurableListener[], dependencies: Dependencies) {
  const { store } = dependencies;

  /** @returns whether there were any */
  async function handleWindow(listener: DurableListener, lease: EventLease): Promise<boolean> {
    const events = await lease.unread();
    if (events.length === 0) return false;
    const held = await heldSubjects(store, listener.name);
    for (const group of groupsOf(events, MOVE_EVERY)) {
      const wanted = group.filter((event) => listener.wants?.(event) ?? true);
      await workInOrder<CommittedEvent>(wanted.map(committed), {
        subjectOf,
        held,
        atOnce: 1,
        async work(event, isHeld) {
          lease.assertGoesOn();
          // An error is logged by `handle`.
          const waits = isHeld || (await listener.handle(event).catch(() => true)) === true;
          if (waits) await writeJob(dependencies, listener.name, event);
          return waits;
        },
      });
      await lease.moveTo((group.at(-1) ?? group[0]).number);
    }
    return true;
  }

  const consumers = listeners.map((listener): EventConsumer => ({
    id: `extension ${listener.name}`,
    async run(lease) {
      while (await handleWindow(listener, lease));
    },
  }));
  let haveCursors = listeners.length === 0;

  return {
    /** Of jobs that retry. */
    service: {
      name: SERVICE,
      waits: RETRY_WAITS,
      async run({ payload }: AsyncJobRow): Promise<string[]> {
        const event = eventOf(payload);
        const [extension, subject] = [memberOf(payload, 'extension'), memberOf(payload, 'subject')].map(String);
        const listener = listeners.find(({ name }) => name === extension);
        if (!listener) throw new JobFailed(`There is no listener "${extension}" of an extension.`);
        const same = { service: SERVICE, 'payload.extension': extension, 'payload.subject': subject };
        const before = await store.asyncJobs.findOne({ ...IS_OPEN, ...same, 'payload.number': { $lt: event.number } });
        if (before) throw new JobFailed(`It waits for event ${String(before.payload?.['number'])} of the same object.`);
        await listener.handle(event);
        await wakeNext(dependencies, payload ?? {});
        return [`${extension}: ${event.event} ${event.type} ${event.id}`];
      },
    },
    async consumers(): Promise<readonly EventConsumer[]> {
      if (!haveCursors) {
        // A new one starts with the next event.
        const last = await lastNumber(store);
        for (const { id } of consumers) await addCursor(store, id, last);
        haveCursors = true;
      }
      return consumers;
    },
  };
}
