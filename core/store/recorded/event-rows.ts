// Events (D650): the last change row of a transaction holds them, so that events and changes always agree, and a write
// costs no additional row. A row with events is pending until it has a number (core/events/event-numbering.ts); numbers
// have no gaps and define the order.
import { createHash } from 'node:crypto';
import { ObjectId, Timestamp, type Collection } from 'mongodb';
import {
  MODEL_RESOURCES,
  type ChangeAction,
  type ChangeRow,
  type EventName,
  type StoredEvent,
} from '../history/changes.ts';
import type { CommittedChange, PassedDate } from './committed-changes.ts';
import { isDuplicateKey, type Transaction } from '../transactions/transaction.ts';

/** `comment` of commands without a request. */
export const BACKGROUND_COMMENT = 'events in the background';
export const IN_BACKGROUND = { comment: BACKGROUND_COMMENT } as const;

/** `deleted` is moved to the trash, `removed` permanently removed. */
export const EVENT_OF_ACTION = {
  create: 'created',
  update: 'updated',
  trash: 'deleted',
  restore: 'restored',
  remove: 'removed',
} as const satisfies Record<ChangeAction, EventName>;

/** An event that has its number. */
export interface NumberedEvent extends StoredEvent {
  number: number;
}

/** `resource_type` of rows that are no change, and so no history: events of dates. */
export const EVENTS_ONLY = 'events';

/** Replaced by the database at the insertion, which follows the writes of the transaction. */
const NOW = new Timestamp({ t: 0, i: 0 });
/** Events in one row at most. */
const MOST_IN_ROW = 200;

/** A separate row for some events. */
function rowOfEvents(events: readonly [StoredEvent, ...StoredEvent[]]): ChangeRow {
  const [{ subject, at, user_id }] = events;
  return {
    resource_type: EVENTS_ONLY,
    resource_id: subject,
    user_action: 'update',
    user_id,
    application_id: null,
    created: at,
    changed: {},
    events,
    pending: NOW,
  };
}

type RowOfDate = ChangeRow & Required<Pick<ChangeRow, '_id'>>;

/** The event of a publication date; its id is derived from the date, so that it exists once (D654). */
export function eventOfDate(
  { id, type, before }: Pick<CommittedChange, 'id' | 'type' | 'before'>,
  { event, at }: PassedDate,
): RowOfDate {
  const seen = before && event === 'unpublished' ? { before } : {};
  const subject = String(id);
  return {
    _id: new ObjectId(createHash('sha256').update(`${id} ${event} ${at.toISOString()}`).digest().subarray(0, 12)),
    ...rowOfEvents([{ about: 'object', event, type, subject, changed: [], user_id: null, at, of_date: true, ...seen }]),
  };
}

/** Those of a change: of the change itself, and of a publication that results from it. */
function eventsOfObject({ id, action, publication, before, ...change }: CommittedChange): StoredEvent[] {
  const { wasPublic = false, isPublic = false } = publication ?? {};
  const common = { about: 'object', subject: String(id), ...change } as const;
  const seen = before && { before };
  const ends = wasPublic && !isPublic;
  // A reader who no longer sees the object gets one event, not two.
  const own = { ...common, event: EVENT_OF_ACTION[action], ...(ends && action === 'update' ? {} : seen) };
  return [
    own,
    ...(ends ? [{ ...common, event: 'unpublished', changed: [], ...seen } as const] : []),
    ...(isPublic && !wasPublic ? [{ ...common, event: 'published', changed: [] } as const] : []),
  ];
}

const eventOfModel = ({
  resource_type,
  resource_id,
  user_action,
  changed,
  user_id,
  created,
}: ChangeRow): StoredEvent => ({
  about: 'model',
  event: EVENT_OF_ACTION[user_action],
  type: resource_type,
  subject: resource_id,
  changed: Object.keys(changed),
  user_id,
  at: created,
});

/**
 * The change rows of a transaction with its events, in the last one up to its limit.
 * @param notes one for each object
 */
export function rowsWithEvents(rows: readonly ChangeRow[], notes: readonly CommittedChange[]): ChangeRow[] {
  const model = rows.filter(({ resource_type: type }) => MODEL_RESOURCES.has(type));
  const events = [...notes.flatMap(eventsOfObject), ...model.map(eventOfModel)];
  const last = rows.at(-1);
  const held = last && events.length > 0 ? { ...last, events: events.splice(0, MOST_IN_ROW), pending: NOW } : last;
  const all = held ? [...rows.slice(0, -1), held] : [];
  // cast: not empty: there are events left
  while (events.length > 0) all.push(rowOfEvents(events.splice(0, MOST_IN_ROW) as [StoredEvent, ...StoredEvent[]]));
  return all;
}

/** Missing events of dates that had passed before the changes of a transaction. */
export async function missingEventsOfDates(
  changes: Collection<ChangeRow>,
  notes: readonly CommittedChange[],
  transaction: Transaction,
): Promise<RowOfDate[]> {
  const rows = notes.flatMap(({ publication, ...object }) =>
    (publication?.passed ?? []).map((date) => eventOfDate(object, date)),
  );
  if (rows.length === 0) return [];
  const ids = rows.map(({ _id }) => _id);
  const found = await changes.find({ _id: { $in: ids } }, { projection: { _id: 1 }, session: transaction }).toArray();
  const known = new Set(found.map(({ _id }) => _id.toHexString()));
  return rows.filter(({ _id }) => !known.has(_id.toHexString()));
}

/** Inserts missing rows of events. */
export async function insertEventsOnce(changes: Collection<ChangeRow>, rows: readonly ChangeRow[]): Promise<void> {
  try {
    if (rows.length > 0) await changes.insertMany(rows, { ordered: false });
  } catch (error) {
    // Another process or an earlier run has inserted all or some of them.
    if (!isDuplicateKey(error)) throw error;
  }
}

export type NumberedRow = Required<Pick<ChangeRow, 'events' | 'numbers'>>;

/** The events of a row, in their order. */
export const eventsIn = ({ events, numbers }: NumberedRow): NumberedEvent[] =>
  events.map((event, index) => ({ number: numbers[index] ?? NaN, ...event }));
