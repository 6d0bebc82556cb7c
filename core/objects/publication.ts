// Publication dates change the visibility of objects without a write. A job finds each such date once and publishes it
// as an event (D255).
import { v5 as uuidV5 } from 'uuid';
import type { Clock } from '../clock.ts';
import type { Events, PublicationEvent } from '../events/events.ts';
import { newJob } from '../jobs/job-rows.ts';
import { JobFailed, type RecurringWork, type RunningService } from '../jobs/job-services.ts';
import type { AsyncJobRow, ObjectRow, Store } from '../store/store.ts';

/** `service` of the jobs. */
const PUBLICATION = 'publication';
const EVERY_MS = 60_000;
/** A write with a date in the recent past is seen late, so the last minute is read twice. */
const OVERLAP_MS = 60_000;
const PAGE = 500;
const ATTEMPTS = 5;
const WAITS = [60_000, 600_000, 3_600_000];
/** Namespace of the ids: the same date of an object always has the same id. */
const NAMESPACE = 'b4a7c0de-2f5e-4c1f-9d3a-6b1e8c7f0a52';

const KINDS = [
  { event: 'published', field: 'visible_from' },
  { event: 'unpublished', field: 'visible_to' },
] as const;

interface Dependencies {
  store: Store;
  clock: Clock;
  events: Pick<Events, 'emit'>;
  /** Wakes the job queue. */
  dispatch(): Promise<unknown>;
}

export interface Publication {
  service: RunningService;
  recurring: RecurringWork;
}

export function createPublication({ store, clock, events, dispatch }: Dependencies): Publication {
  /** Inserts those that are missing. */
  async function writeJobs(jobs: readonly AsyncJobRow[]): Promise<void> {
    if (jobs.length === 0) return;
    const writes = jobs.map(({ _id, ...fields }) => ({
      updateOne: { filter: { _id }, update: { $setOnInsert: fields }, upsert: true },
    }));
    await store.asyncJobs.bulkWrite(writes, { ordered: false });
  }

  async function noteKind({ event, field }: (typeof KINDS)[number], from: Date, to: Date): Promise<number> {
    const passed = store.objects
      .find(
        // Dates do not hide users.
        { [field]: { $gt: from, $lte: to }, status: 'on', trashed: false, type: { $ne: 'users' } },
        { projection: { type: 1, [field]: 1 } },
      )
      .sort({ [field]: 1 })
      .batchSize(PAGE);
    let page: AsyncJobRow[] = [];
    let noted = 0;
    for await (const row of passed) {
      page.push(jobOf(row, event, row[field], clock.now()));
      noted += 1;
      if (page.length === PAGE) await writeJobs(page.splice(0));
    }
    await writeJobs(page);
    return noted;
  }

  async function note(): Promise<void> {
    const to = clock.now();
    // Dates before the first run are no events.
    const state = await store.state.findOneAndUpdate(
      { _id: 'publication' },
      { $setOnInsert: { version: 1, since: to, until: to } },
      { upsert: true, returnDocument: 'after' },
    );
    const { since = to, until = to } = state ?? {};
    const from = new Date(Math.max(since.getTime(), until.getTime() - OVERLAP_MS));
    let noted = 0;
    for (const kind of KINDS) noted += await noteKind(kind, from, to);
    // Last: after a crash the next run repeats all work, with the same ids.
    await store.state.updateOne({ _id: 'publication' }, { $max: { until: to } });
    if (noted > 0) await dispatch();
  }

  return {
    recurring: { name: 'note publication', everyMs: EVERY_MS, run: note },
    service: {
      name: PUBLICATION,
      waits: WAITS,
      async run({ payload }) {
        const event = eventOf(payload ?? {});
        await events.emit('publication', event);
        return [`${event.object_type} ${event.object_id}: ${event.event}`];
      },
    },
  };
}

function jobOf({ _id, type }: ObjectRow, event: PublicationEvent['event'], at: Date, now: Date): AsyncJobRow {
  const payload = { object_id: _id, object_type: type, event, at: at.toISOString() };
  const job = newJob({ service: PUBLICATION, payload, max_attempts: ATTEMPTS }, now);
  return { ...job, _id: uuidV5(`${_id}:${event}:${payload.at}`, NAMESPACE) };
}

/** @throws JobFailed for jobs of other origin */
function eventOf({ object_id, object_type, event, at }: Record<string, unknown>): PublicationEvent {
  const date = new Date(typeof at === 'string' ? at : NaN);
  const kind = KINDS.find((each) => each.event === event);
  if (typeof object_id === 'number' && typeof object_type === 'string' && kind && !Number.isNaN(date.getTime())) {
    return { object_id, object_type, event: kind.event, at: date };
  }
  throw new JobFailed('The payload takes object_id, object_type, event and at.', { final: true });
}
