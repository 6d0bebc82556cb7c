// Migration: events are stored in the change rows of their transaction, and no longer in a collection of their own (D650).
import type { ChangeRow } from '../store/changes.ts';
import { EVENTS_ONLY, type NumberedEvent } from '../store/event-rows.ts';
import { ensureIndexes } from '../store/indexes.ts';
import type { Migration } from '../store/migrations.ts';
import type { Collection } from '../store/store.ts';
import { isDuplicateKey } from '../store/transaction.ts';

const BATCH = 1_000;

type FormerEvent = Omit<NumberedEvent, 'number'> &
  Required<Pick<ChangeRow, '_id'>> &
  Pick<ChangeRow, 'pending'> & { number?: number };

const rowOf = ({ _id, number, pending, ...event }: FormerEvent) =>
  ({
    _id,
    resource_type: EVENTS_ONLY,
    resource_id: event.subject,
    user_action: 'update',
    user_id: event.user_id,
    application_id: null,
    created: event.at,
    changed: {},
    events: [event],
    ...(number !== undefined && { numbers: [number] }),
    ...(pending && { pending }),
  }) satisfies ChangeRow;

/** A second run finds the rows of the first. */
async function insert(changes: Collection<ChangeRow>, rows: readonly ChangeRow[]): Promise<void> {
  try {
    if (rows.length > 0) await changes.insertMany(rows, { ordered: false });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}

export const moveEvents: Migration = {
  name: 'events in the history',
  async run(store) {
    await ensureIndexes(store);
    const events = store.db.collection<FormerEvent>('events');
    let rows: ChangeRow[] = [];
    for await (const event of events.find()) {
      rows.push(rowOf(event));
      if (rows.length === BATCH) await insert(store.changes, rows.splice(0));
    }
    await insert(store.changes, rows);
    await store.db.dropCollection('events');
  },
};
