// Migration: events are stored in the change rows of their transaction, and no longer in a separate collection (D650).
import type { ChangeRow } from '../store/changes.ts';
import { insertEventsOnce, rowOfEvents, type NumberedEvent } from '../store/event-rows.ts';
import { ensureIndexes } from '../store/indexes.ts';
import type { Migration } from '../store/migrations.ts';

const BATCH = 1_000;

type FormerEvent = Omit<NumberedEvent, 'number'> &
  Required<Pick<ChangeRow, '_id'>> &
  Pick<ChangeRow, 'pending'> & { number?: number };

function rowOf({ _id, number, pending, ...event }: FormerEvent): ChangeRow {
  const { pending: _later, ...row } = rowOfEvents([event]);
  return { ...row, _id, ...(number !== undefined && { numbers: [number] }), ...(pending && { pending }) };
}

export const moveEvents: Migration = {
  name: 'events in the history',
  async run(store) {
    await ensureIndexes(store);
    const events = store.db.collection<FormerEvent>('events');
    let rows: ChangeRow[] = [];
    for await (const event of events.find()) {
      rows.push(rowOf(event));
      if (rows.length === BATCH) await insertEventsOnce(store.changes, rows.splice(0));
    }
    await insertEventsOnce(store.changes, rows);
    await store.db.dropCollection('events');
  },
};
