// Events (D650): a row for what a transaction has changed, inserted by the transaction itself, so that none is lost and none
// invented. A row is pending until it has a number (core/events/event-numbering.ts); numbers have no gaps and say the order.
import { ObjectId, Timestamp, type Collection } from 'mongodb';
import type { ChangeAction, ChangeRow } from './changes.ts';
import type { CommittedChange } from './committed-changes.ts';
import type { Transaction } from './transaction.ts';

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

const eventOfObject = ({ id, action, ...change }: CommittedChange): EventRow =>
  pendingEvent({ about: 'object', event: EVENT_OF_ACTION[action], subject: String(id), ...change });

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

/** Inserts the events of a transaction. @returns how many */
export async function insertEvents(
  events: Collection<EventRow>,
  { objects, model }: { objects: readonly CommittedChange[]; model: readonly ChangeRow[] },
  transaction: Transaction,
): Promise<number> {
  const rows = [...objects.map(eventOfObject), ...model.map(eventOfModel)];
  if (rows.length > 0) await events.insertMany(rows, { session: transaction });
  return rows.length;
}
