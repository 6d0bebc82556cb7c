// Publication dates as events (D654): every process searches for dates that have passed, and inserts the events that are
// missing. The id of such an event is derived from the date, so that it exists once.
import type { Clock } from '../../clock.ts';
import { eventOfDate, BACKGROUND_COMMENT, insertEventsOnce } from '../../store/recorded/event-rows.ts';
import { VIEW_PROJECTION, type ObjectRow } from '../../store/rows/object-rows.ts';
import type { Store } from '../../store/store.ts';
import { passedDates } from '../visibility/publication-dates.ts';

/** A change is committed some time after the moment that it names, so dates are checked again for this time. */
const OVERLAP_MS = 60_000;
/** Maximum interval between stored positions. */
const STORE_MS = 60_000;
const PAGE = 500;

const STATE = 'publication events';
const FIELDS = ['visible_from', 'visible_to'] as const;
type Row = Pick<ObjectRow, '_id' | 'modified' | keyof typeof VIEW_PROJECTION>;

interface Dependencies {
  store: Store;
  clock: Clock;
  /** Called when there are new events. */
  onEvents(): void;
}

/** Searches once for dates that passed while no process ran. @returns inserts the missing events, one run at a time */
export async function openDatedEvents({ store, clock, onEvents }: Dependencies): Promise<() => Promise<void>> {
  const begun = clock.now();
  // Dates before the first run are no events.
  const state = await store.state.findOneAndUpdate(
    { _id: STATE },
    { $setOnInsert: { version: 1, since: begun, until: begun } },
    { upsert: true, returnDocument: 'after' },
  );
  const since = state?.since ?? begun;
  let until = state?.until ?? begun;
  let stored = until.getTime();
  /** Ids of events that this process has inserted, or found, with their dates. */
  const known = new Map<string, number>();

  async function insert(rows: readonly Row[], { from, now }: { from: Date; now: Date }): Promise<number> {
    const events = rows.flatMap((row) => {
      const { status, visible_from, visible_to, trashed, created_by, reader_roles = null } = row;
      const before = { status, visible_from, visible_to, trashed, created_by, reader_roles };
      return passedDates(row, now).map((date) => eventOfDate({ id: row._id, type: row.type, before }, date));
    });
    const fresh = events.filter(({ _id, created }) => created > from && !known.has(_id.toHexString()));
    await insertEventsOnce(store.changes, fresh);
    for (const { _id, created } of fresh) known.set(_id.toHexString(), created.getTime());
    return fresh.length;
  }

  async function look(): Promise<void> {
    const now = clock.now();
    const from = new Date(Math.max(since.getTime(), until.getTime() - OVERLAP_MS));
    for (const [id, at] of known) if (at < from.getTime()) known.delete(id);
    let inserted = 0;
    for (const field of FIELDS) {
      const passed = store.objects
        .find({ [field]: { $gt: from, $lte: now }, status: 'on', trashed: false, type: { $ne: 'users' } })
        .project<Row>({ ...VIEW_PROJECTION, modified: 1 })
        .sort({ [field]: 1 })
        .batchSize(PAGE)
        .comment(BACKGROUND_COMMENT);
      let page: Row[] = [];
      for await (const row of passed) {
        page.push(row);
        if (page.length === PAGE) inserted += await insert(page.splice(0), { from, now });
      }
      inserted += await insert(page, { from, now });
    }
    if (inserted > 0) onEvents();
    until = now;
    // After the events: dates that a killed process has not stored are checked again.
    if (inserted > 0 || now.getTime() - stored > STORE_MS) {
      await store.state.updateOne({ _id: STATE }, { $max: { until: now } });
      stored = now.getTime();
    }
  }

  await look();
  return look;
}
