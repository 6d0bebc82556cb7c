// Events (D650): they are stored in the change rows of their transaction, so that none is lost, none invented, and no write
// costs a row more. A row with events is pending until it has a number (core/events/event-numbering.ts); numbers have no gaps
// and say the order.
import { createHash } from 'node:crypto';
import { ObjectId, Timestamp, type Collection } from 'mongodb';
import {
  MODEL_RESOURCES,
  type ChangeAction,
  type ChangeRow,
  type EventName,
  type StoredEvent,
  type ViewBefore,
} from './changes.ts';
import type { CommittedChange, PassedDate } from './committed-changes.ts';
import { isDuplicateKey, type Transaction } from './transaction.ts';

/** `comment` of commands that no request has sent. */
export const IN_BACKGROUND = 'events in the background';

/** `deleted` is moved to the trash, `removed` gone for good. */
export const EVENT_OF_ACTION = {
  create: 'created',
  update: 'updated',
  trash: 'deleted',
  restore: 'restored',
  remove: 'removed',
} as const satisfies Record<ChangeAction, EventName>;

/** An event that has its number. */
export interface NumberedEvent {
  number: number;
  about: 'object' | 'model';
  event: EventName;
  /** Name of the object type, or type of the resource of the model. */
  type: string;
  /** Of the object or the resource. */
  subject: string;
  /** Names of what changed. */
  changed: readonly string[];
  user_id: number | null;
  at: Date;
  before?: ViewBefore;
}

/** `resource_type` of rows that are no change, and so no history: events of dates. */
export const EVENTS_ONLY = 'events';

/** Replaced by the database at the insertion, which follows the writes of the transaction. */
const NOW = new Timestamp({ t: 0, i: 0 });
/** Events in one row at most. */
export const MOST_IN_ROW = 100;

interface EventsAt {
  subject: string;
  at: Date;
  userId: number | null;
}

const rowOfEvents = ({ subject, at, userId }: EventsAt, events: readonly StoredEvent[]): ChangeRow => ({
  resource_type: EVENTS_ONLY,
  resource_id: subject,
  user_action: 'update',
  user_id: userId,
  application_id: null,
  created: at,
  changed: {},
  events,
  pending: NOW,
});

type RowOfDate = ChangeRow & Required<Pick<ChangeRow, '_id'>>;

interface PublishedObject {
  id: number;
  type: string;
  before?: ViewBefore;
}

/** The event of a publication date. Its id follows from the date, so that it is there once, whoever inserts it (D654). */
export const eventOfDate = ({ id, type, before }: PublishedObject, { event, at }: PassedDate): RowOfDate => ({
  _id: new ObjectId(createHash('sha256').update(`${id} ${event} ${at.toISOString()}`).digest().subarray(0, 12)),
  ...rowOfEvents({ subject: String(id), at, userId: null }, [
    { event, type, changed: [], ...(before && event === 'unpublished' && { before }) },
  ]),
});

/** Those of a change: of the change itself, and of a publication that follows from it. */
function eventsOfObject({
  type,
  action,
  publication,
  before,
  changed,
}: CommittedChange): [StoredEvent, ...StoredEvent[]] {
  const { wasPublic = false, isPublic = false } = publication ?? {};
  const seen = before && { before };
  const ends = wasPublic && !isPublic;
  // Who loses sight of the object by its end is told so by one event, not by two.
  const own = { event: EVENT_OF_ACTION[action], type, changed, ...(ends && action === 'update' ? {} : seen) };
  return [
    own,
    ...(ends ? [{ event: 'unpublished', type, changed: [], ...seen } as const] : []),
    ...(isPublic && !wasPublic ? [{ event: 'published', type, changed: [] } as const] : []),
  ];
}

const isSameNames = (names: readonly string[], changed: Readonly<Record<string, unknown>>): boolean =>
  names.length === Object.keys(changed).length && names.every((name) => name in changed);

const withEvents = (row: ChangeRow, events: readonly StoredEvent[]): ChangeRow => ({ ...row, events, pending: NOW });

/** The events of one object in its own row, which says what has changed. */
function inOwnRow(row: ChangeRow, [own, ...others]: [StoredEvent, ...StoredEvent[]]): ChangeRow {
  const { changed = [], ...short } = own;
  return withEvents(row, [isSameNames(changed, row.changed) ? short : own, ...others]);
}

const eventsOfModel = (row: ChangeRow): ChangeRow =>
  withEvents(row, [{ about: 'model', event: EVENT_OF_ACTION[row.user_action], type: row.resource_type }]);

/** Adds events of objects that have no row of their own, such as the other ends of links, to the last row, or to new ones. */
function addOthers(rows: ChangeRow[], notes: readonly [CommittedChange, ...CommittedChange[]]): void {
  const left = notes.flatMap((note) => eventsOfObject(note).map((event) => ({ ...event, subject: String(note.id) })));
  const last = rows.at(-1);
  if (last) {
    const own = last.events ?? [];
    rows.splice(-1, 1, withEvents(last, [...own, ...left.splice(0, MOST_IN_ROW - own.length)]));
  }
  const [{ id, at, user_id: userId }] = notes;
  while (left.length > 0) rows.push(rowOfEvents({ subject: String(id), at, userId }, left.splice(0, MOST_IN_ROW)));
}

/**
 * The change rows of a transaction with its events.
 * @param rows in the order of the changes
 * @param notes one for each object
 */
export function rowsWithEvents(rows: readonly ChangeRow[], notes: readonly CommittedChange[]): ChangeRow[] {
  const noteOf = new Map(notes.map((note) => [String(note.id), note]));
  const all: ChangeRow[] = [];
  // The events of an object follow all of its changes.
  for (const row of [...rows].reverse()) {
    const note = row.resource_type === 'objects' ? noteOf.get(row.resource_id) : undefined;
    if (note) noteOf.delete(row.resource_id);
    const isModel = MODEL_RESOURCES.has(row.resource_type);
    all.push(note ? inOwnRow(row, eventsOfObject(note)) : isModel ? eventsOfModel(row) : row);
  }
  all.reverse();
  const [first, ...others] = noteOf.values();
  if (first) addOthers(all, [first, ...others]);
  return all;
}

/** Events of dates that had passed before changes of a transaction, and are not there yet. */
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

/** Inserts events of dates that are not there yet. */
export async function insertEventsOfDates(changes: Collection<ChangeRow>, rows: readonly ChangeRow[]): Promise<void> {
  try {
    if (rows.length > 0) await changes.insertMany(rows, { ordered: false });
  } catch (error) {
    // Another process was first, with all or with some of them.
    if (!isDuplicateKey(error)) throw error;
  }
}

/** What is read of a row for its events. */
export const EVENTS_PROJECTION = {
  _id: 0,
  number: 1,
  resource_id: 1,
  user_id: 1,
  created: 1,
  events: 1,
  // The values may be long, and nobody sees them here.
  names: { $map: { input: { $objectToArray: '$changed' }, in: '$$this.k' } },
} as const;

export interface RowWithEvents extends Required<Pick<ChangeRow, 'events' | 'number'>> {
  resource_id: string;
  user_id: number | null;
  created: Date;
  names: readonly string[];
}

/** The events of a row, in their order: the number of the row is that of the last one. */
export function eventsIn(row: RowWithEvents): NumberedEvent[] {
  const { events, number, resource_id: own, user_id, created: at, names } = row;
  return events.map<NumberedEvent>(({ about, event, type, subject, changed, before }, index) => ({
    number: number - events.length + 1 + index,
    about: about ?? 'object',
    event,
    type,
    subject: subject ?? own,
    changed: changed ?? names,
    user_id,
    at,
    ...(before && { before }),
  }));
}
