// One row for every write: what changed, by whom, when. No write may bypass it, and no secret may enter it (design: Data).
import { ObjectId, type Collection } from 'mongodb';
import type { Attempt, RequestContext } from '../context.ts';
import { noteAttempt } from './idempotency-keys.ts';
import type { ObjectBase } from './object-rows.ts';
import type { Transaction } from './transaction.ts';

export type ChangeAction = 'create' | 'update' | 'trash' | 'restore' | 'remove';

type VersionFields = Pick<ObjectBase, 'status' | 'visible_from' | 'visible_to'>;

/** What a change has made of an object: its version, and what decides who sees it in that state (D505, D506). */
export interface ObjectVersion extends VersionFields {
  /** The revision of the object. */
  number: number;
}

/** The version that an object has with a revision. */
export const versionOf = ({ status, visible_from, visible_to }: VersionFields, number: number): ObjectVersion => ({
  number,
  status,
  visible_from,
  visible_to,
});

export interface ChangeRow {
  _id?: ObjectId;
  /** `objects` for objects of any type, else the resource type. */
  resource_type: string;
  resource_id: string;
  user_action: ChangeAction;
  user_id: number | null;
  application_id: number | null;
  created: Date;
  /** New value of each changed field, by wire name; keys inside it as `escapeKeys` makes them. */
  changed: Record<string, unknown>;
  /** Of changes that have raised the revision of an object. */
  version?: ObjectVersion;
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
}

/** Attempts that change rows are written for; nothing of it is stored in them. */
const attempts = new WeakMap<ChangeRow, Attempt>();

export function changeRow(change: Change, context: Pick<RequestContext, 'caller' | 'attempt'>): ChangeRow {
  const row: ChangeRow = {
    resource_type: change.type,
    resource_id: String(change.id),
    user_action: change.action,
    user_id: context.caller.userId,
    application_id: context.caller.applicationId,
    created: change.at,
    changed: change.changed,
    ...(change.version && { version: change.version }),
  };
  if (context.attempt) attempts.set(row, context.attempt);
  return row;
}

/** Inserts change rows with the writes that they tell of, and has those marked with the keys of their requests (D500). */
export async function insertChanges(
  changes: Collection<ChangeRow>,
  rows: readonly ChangeRow[],
  transaction: Transaction,
): Promise<void> {
  for (const row of rows) {
    const attempt = attempts.get(row);
    const made = row.user_action === 'create' ? { type: row.resource_type, id: row.resource_id } : undefined;
    if (attempt) noteAttempt(attempt, made, transaction);
  }
  await changes.insertMany(rows, { session: transaction, ordered: false });
}

export const recordChange = (
  changes: Collection<ChangeRow>,
  change: Change,
  context: Pick<RequestContext, 'caller' | 'attempt'>,
  transaction: Transaction,
): Promise<void> => insertChanges(changes, [changeRow(change, context)], transaction);
