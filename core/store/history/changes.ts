// One row for every write, with the changed values, the user and the time. No write may bypass it, and no secret may be
// stored in it. Rows are collected while a transaction runs and inserted at its end, in one command (D487).
import { ObjectId, type Collection, type Timestamp } from 'mongodb';
import type { Attempt, RequestContext } from '../../context.ts';
import { noteAttempt } from '../idempotency-keys.ts';
import type { ObjectBase, ViewRow } from '../rows/object-rows.ts';
import type { Transaction } from '../transactions/transaction.ts';

export type ChangeAction = 'create' | 'update' | 'trash' | 'restore' | 'remove';

/** Who could see an object after a change: by status, dates, and ids of roles, which are absent if all callers could. */
export type PastView = Pick<ObjectBase, 'status' | 'visible_from' | 'visible_to' | 'reader_roles'>;

/** The object after a change: its version and its visibility (D505, D506). */
export interface ObjectVersion extends Omit<PastView, 'reader_roles'> {
  /** The revision of the object. */
  number: number;
  /** Ids of the roles that could see it, or `EVERYONE` alone: never empty, so that the index of versions has it. */
  readers: number[];
}

/** No role has this id. */
export const EVERYONE = 0;

const pastView = ({ status, visible_from, visible_to, reader_roles }: PastView): PastView => ({
  ...{ status, visible_from, visible_to },
  ...(reader_roles && { reader_roles }),
});

/** The version of an object at a revision. */
export const versionOf = (
  { status, visible_from, visible_to, reader_roles: roles }: PastView,
  number: number,
): ObjectVersion => ({ number, status, visible_from, visible_to, readers: roles ?? [EVERYONE] });

/** Who could see a version. */
export const viewOfVersion = ({ readers, number: _number, ...view }: ObjectVersion): PastView => ({
  ...view,
  reader_roles: readers.includes(EVERYONE) ? null : readers,
});

export type EventName = 'created' | 'updated' | 'deleted' | 'restored' | 'removed' | 'published' | 'unpublished';

/** The previous visibility of an object, in a change of it. */
export type ViewBefore = Omit<ViewRow, '_id' | 'type' | 'audiences'>;

/** An event of a transaction, stored in the last of its change rows (D650). */
export interface StoredEvent {
  about: 'object' | 'model';
  event: EventName;
  /** Name of the object type, or type of the resource of the model. */
  type: string;
  /** Of the object or the resource. */
  subject: string;
  /** Names of the changed attributes or relations. */
  changed: readonly string[];
  user_id: number | null;
  at: Date;
  /** A publication date has passed, without a change of the object. */
  of_date?: true;
  before?: ViewBefore;
}

export interface ChangeRow {
  _id?: ObjectId;
  /** `objects` for objects of any type, else the resource type. */
  resource_type: string;
  resource_id: string;
  user_action: ChangeAction;
  user_id: number | null;
  application_id: number | null;
  created: Date;
  /** New value of each changed field, by wire name; nested keys as `escapeKeys` makes them. */
  changed: Record<string, unknown>;
  /** Of changes that have raised the revision of an object. */
  version?: ObjectVersion;
  /** Of other changes of an object, and of rows that belong to one: the visibility of the object (D760). */
  view?: PastView;
  /** Of the last row of a transaction: all events of the transaction, in the order of the changes. */
  events?: readonly StoredEvent[];
  /** Of rows with events that have no number yet: the order of the changes of an object. */
  pending?: Timestamp;
  /** Numbers of its events, once they have them. */
  numbers?: readonly number[];
}

/** Id of a row, written as 24 hex digits. */
export const changeId = (text: string): ObjectId | undefined =>
  /^[0-9a-f]{24}$/.test(text) ? new ObjectId(text) : undefined;

export interface Change {
  type: string;
  id: string | number;
  action: ChangeAction;
  changed: Record<string, unknown>;
  at: Date;
  version?: ObjectVersion | undefined;
  view?: PastView | undefined;
  /** For the audit trail: the type, if it is that of an object, and the previous values. Not part of the change row. */
  audit?: Pick<AuditNote, 'type' | 'before'> | undefined;
}

/** Data that the audit trail records in addition to a change row (core/store/history/audit-trail.ts). */
interface AuditNote {
  type?: string | undefined;
  before?: Readonly<Record<string, unknown>> | undefined;
  address?: string | undefined;
  requestId?: string | undefined;
}

const auditNotes = new WeakMap<ChangeRow, AuditNote>();

export const auditNoteOf = (row: ChangeRow): AuditNote | undefined => auditNotes.get(row);

/** The user who writes. */
type Writer = Pick<RequestContext, 'caller' | 'attempt'> & Partial<Pick<RequestContext, 'address' | 'requestId'>>;

/** The attempts of change rows; not stored in them. */
const attempts = new WeakMap<ChangeRow, Attempt>();

export function changeRow(change: Change, context: Writer): ChangeRow {
  const row: ChangeRow = {
    resource_type: change.type,
    resource_id: String(change.id),
    user_action: change.action,
    user_id: context.caller.userId,
    application_id: context.caller.applicationId,
    created: change.at,
    changed: change.changed,
    ...(change.version && { version: change.version }),
    ...(change.view && { view: pastView(change.view) }),
  };
  if (context.attempt) attempts.set(row, context.attempt);
  const { address, requestId } = context;
  auditNotes.set(row, { ...change.audit, address, requestId });
  return row;
}

const recorded = new WeakMap<Transaction, ChangeRow[]>();

/** Resource types of the model, whose changes are events. */
export const MODEL_RESOURCES: ReadonlySet<string> = new Set([
  'object_types',
  'properties',
  'property_types',
  'relations',
  'categories',
  'tags',
]);

/** Adds change rows to a transaction, which marks the keys of their requests (D500). */
export function recordChanges(rows: readonly ChangeRow[], transaction: Transaction): void {
  const all = recorded.get(transaction) ?? [];
  recorded.set(transaction, all);
  for (const row of rows) {
    all.push(row);
    const attempt = attempts.get(row);
    const made = row.user_action === 'create' ? { type: row.resource_type, id: row.resource_id } : undefined;
    if (attempt) noteAttempt(attempt, made, transaction);
  }
}

export const recordChange = (change: Change, context: Writer, transaction: Transaction): void =>
  recordChanges([changeRow(change, context)], transaction);

const takeFrom =
  (all: WeakMap<Transaction, ChangeRow[]>) =>
  (transaction: Transaction): ChangeRow[] => {
    const rows = all.get(transaction) ?? [];
    all.delete(transaction);
    return rows;
  };

/** The rows that a transaction has recorded so far, which are forgotten. */
export const takeRecorded = takeFrom(recorded);

const inserted = new WeakMap<Transaction, ChangeRow[]>();

/** Those that are inserted already, for the audit trail; they are forgotten. */
export const takeInserted = takeFrom(inserted);

/** Inserts the rows that a transaction has recorded so far: before its end only to change these rows. */
export async function insertRecorded(changes: Collection<ChangeRow>, transaction: Transaction): Promise<void> {
  const rows = takeRecorded(transaction);
  if (rows.length === 0) return;
  inserted.set(transaction, [...takeInserted(transaction), ...rows]);
  await changes.insertMany(rows, { session: transaction, ordered: false });
}
