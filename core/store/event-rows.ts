// Events (D650): a row for what a transaction has changed, inserted by the transaction itself, so that none is lost and none
// invented. A row is pending until it has a number (core/events/event-numbering.ts); numbers have no gaps and say the order.
import { createHash } from 'node:crypto';
import { ObjectId, Timestamp, type Collection } from 'mongodb';
import type { ChangeAction, ChangeRow } from './changes.ts';
import type { CommittedChange, PassedDate } from './committed-changes.ts';
import { isDuplicateKey, type Transaction } from './transaction.ts';

/** `comment` of commands that no request has sent. */
export const IN_BACKGROUND = 'events in the background';

export type EventName = 'created' | 'updated' | 'deleted' | 'restored' | 'removed' | 'published' | 'unpublished';

/** `deleted` is moved to the trash, `removed` gone for good. */
export const EVENT_OF_ACTION = {
  create: 'created',
  update: 'updated',
  trash: 'deleted',
  restore: 'restored',
  remove: 'removed',
} as const satisfies Record<ChangeAction, EventName>;

export interface EventRow {
  _id: ObjectId;
  /** Absent while it is pending. */
  number?: number;
  /** Set by the database at the insertion, which follows the writes of the transaction: the order of the changes of an object. */
  pending?: Timestamp;
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
  before?: NonNullable<CommittedChange['before']>;
}

/** An event that has its number. */
export type NumberedEvent = EventRow & Required<Pick<EventRow, 'number'>>;

/** Replaced by the database. */
const NOW = new Timestamp({ t: 0, i: 0 });

const pendingEvent = (event: Omit<EventRow, '_id' | 'number' | 'pending'>): EventRow => ({
  _id: new ObjectId(),
  pending: NOW,
  ...event,
});

interface PublishedObject {
  id: number;
  type: string;
  before?: EventRow['before'];
}

/** The event of a publication date. Its id follows from the date, so that it is there once, whoever inserts it (D654). */
export const eventOfDate = ({ id, type, before }: PublishedObject, { event, at }: PassedDate): EventRow => ({
  ...pendingEvent({
    about: 'object',
    event,
    type,
    subject: String(id),
    changed: [],
    user_id: null,
    at,
    ...(before && event === 'unpublished' && { before }),
  }),
  _id: new ObjectId(createHash('sha256').update(`${id} ${event} ${at.toISOString()}`).digest().subarray(0, 12)),
});

/** Those of a change: of dates that had passed before it, of the change, and of a publication that follows from it. */
function eventsOfObject({ id, action, publication, before, ...change }: CommittedChange): EventRow[] {
  const { wasPublic = false, isPublic = false, passed = [] } = publication ?? {};
  const common = { about: 'object', subject: String(id), ...change } as const;
  const seen = before && { before };
  const ends = wasPublic && !isPublic;
  // Who loses sight of the object by its end is told so by one event, not by two.
  const own = { ...common, event: EVENT_OF_ACTION[action], ...(ends && action === 'update' ? {} : seen) };
  const changed: string[] = [];
  return [
    ...passed.map((date) => eventOfDate({ id, type: change.type, ...seen }, date)),
    pendingEvent(own),
    ...(ends ? [pendingEvent({ ...common, event: 'unpublished', changed, ...seen })] : []),
    ...(isPublic && !wasPublic ? [pendingEvent({ ...common, event: 'published', changed })] : []),
  ];
}

const eventOfModel = ({ resource_type, resource_id, user_action, ...change }: ChangeRow): EventRow =>
  pendingEvent({
    about: 'model',
    event: EVENT_OF_ACTION[user_action],
    type: resource_type,
    subject: resource_id,
    changed: Object.keys(change.changed),
    user_id: change.user_id,
    at: change.created,
  });

/** Those that are not there yet, of events of dates. */
async function missing(
  events: Collection<EventRow>,
  rows: readonly EventRow[],
  transaction: Transaction,
): Promise<EventRow[]> {
  const ids = rows.map(({ _id }) => _id);
  const found = await events.find({ _id: { $in: ids } }, { projection: { _id: 1 }, session: transaction }).toArray();
  const known = new Set(found.map(({ _id }) => _id.toHexString()));
  return rows.filter(({ _id }) => !known.has(_id.toHexString()));
}

/** Inserts events of dates that are not there yet. */
export async function insertEventsOfDates(events: Collection<EventRow>, rows: readonly EventRow[]): Promise<void> {
  try {
    if (rows.length > 0) await events.insertMany(rows, { ordered: false });
  } catch (error) {
    // Another process was first, with all or with some of them.
    if (!isDuplicateKey(error)) throw error;
  }
}

/** Inserts the events of a transaction. @returns how many */
export async function insertEvents(
  events: Collection<EventRow>,
  { objects, model }: { objects: readonly CommittedChange[]; model: readonly ChangeRow[] },
  transaction: Transaction,
): Promise<number> {
  const all = [...objects.flatMap(eventsOfObject), ...model.map(eventOfModel)];
  const hasDates = objects.some(({ publication }) => publication && publication.passed.length > 0);
  const rows = hasDates ? await missing(events, all, transaction) : all;
  if (rows.length > 0) await events.insertMany(rows, { session: transaction });
  return rows.length;
}
