// One row for every write: what changed, by whom, when. No write may bypass it, and no secret may enter it (design: Data).
import { ObjectId, type Collection } from 'mongodb';
import type { RequestContext } from '../context.ts';
import type { Transaction } from './transaction.ts';

export type ChangeAction = 'create' | 'update' | 'trash' | 'restore' | 'remove';

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
}

export function changeRow(change: Change, context: Pick<RequestContext, 'caller'>): ChangeRow {
  return {
    resource_type: change.type,
    resource_id: String(change.id),
    user_action: change.action,
    user_id: context.caller.userId,
    application_id: context.caller.applicationId,
    created: change.at,
    changed: change.changed,
  };
}

export async function recordChange(
  changes: Collection<ChangeRow>,
  change: Change,
  context: Pick<RequestContext, 'caller'>,
  transaction: Transaction,
): Promise<void> {
  await changes.insertOne(changeRow(change, context), { session: transaction });
}
