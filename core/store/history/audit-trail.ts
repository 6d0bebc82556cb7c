// The audit trail: changes of accounts, rules, configuration and model, in the transaction of the change. Rows are only added,
// each with the hash of the one before (D691).
import { createHash, randomBytes } from 'node:crypto';
import type { Collection } from 'mongodb';
import { auditNoteOf, type ChangeRow } from './changes.ts';
import type { Transaction } from '../transactions/transaction.ts';

export interface AuditEntry {
  at: Date;
  /** `create`, `update`, `trash`, `restore`, `remove` of a resource, or the event of an account, such as `personal_data_read`. */
  event: string;
  /** Type and id of the resource; null for an event without one. */
  resource_type: string | null;
  resource_id: string | null;
  user_id: number | null;
  application_id: number | null;
  address: string;
  request_id: string | null;
  /** Changed members as JSON text, secrets masked; null if there are none. */
  before: string | null;
  after: string | null;
}

export interface AuditRow extends AuditEntry {
  /** From 1, without gaps. */
  _id: number;
  /** SHA-256 of the salt and the values, hex. */
  digest: string;
  /** null when the values were erased with their user. */
  salt: string | null;
  /** SHA-256 of the hash before and of this row, hex. */
  hash: string;
}

/** Row `audit` of `state`: the end of the chain, and its start after the removal of old rows. */
export interface AuditHead {
  _id: 'audit';
  /** Number of the last row. */
  version: number;
  hash: string;
  /** Number of the first row that is kept, and the hash before it. */
  first: number;
  first_previous: string;
}

export interface AuditCollections {
  auditTrail: Collection<AuditRow>;
  auditHead: Collection<AuditHead>;
}

const EMPTY: Omit<AuditHead, '_id'> = { version: 0, hash: '', first: 1, first_previous: '' };

const AUDITED: ReadonlySet<string> = new Set([
  'users',
  'roles',
  'object_permissions',
  'endpoint_permissions',
  'endpoints',
  'applications',
  'auth_providers',
  'external_auth',
  'config',
  'webhooks',
  'object_types',
  'properties',
  'property_types',
  'relations',
]);

/** Of the values, so that they can be erased with the salt, and the chain remains valid (D692). */
export const auditDigest = (salt: string, { before, after }: Pick<AuditEntry, 'before' | 'after'>): string =>
  createHash('sha256')
    .update(JSON.stringify([salt, before, after]))
    .digest('hex');

export function auditHash(previous: string, row: Omit<AuditRow, 'hash' | 'salt' | 'before' | 'after'>): string {
  const { _id, at, event, resource_type, resource_id, user_id, application_id, address, request_id, digest } = row;
  const subject = [event, resource_type, resource_id, user_id, application_id, address, request_id];
  const text = JSON.stringify([previous, _id, at.toISOString(), ...subject, digest]);
  return createHash('sha256').update(text).digest('hex');
}

const asText = (values: Readonly<Record<string, unknown>> | undefined): string | null =>
  values === undefined || Object.keys(values).length === 0 ? null : JSON.stringify(values);

const entriesOf = (rows: readonly ChangeRow[]): AuditEntry[] =>
  rows.flatMap((row) => {
    const { type = row.resource_type, before, address = '', requestId: request_id = null } = auditNoteOf(row) ?? {};
    if (!AUDITED.has(type)) return [];
    const { created: at, user_action: event, resource_id, user_id, application_id, changed } = row;
    const by = { user_id, application_id, address, request_id };
    return [{ at, event, resource_type: type, resource_id, ...by, before: asText(before), after: asText(changed) }];
  });

/** Transactions that add rows at the same moment conflict on the head, and one of them runs again. */
export async function appendToAudit(
  { auditTrail, auditHead }: AuditCollections,
  entries: readonly AuditEntry[],
  transaction: Transaction,
): Promise<void> {
  if (entries.length === 0) return;
  const options = { session: transaction };
  const head = { _id: 'audit' } as const;
  let last: Omit<AuditHead, '_id'> | null = await auditHead.findOneAndUpdate(
    head,
    { $inc: { version: entries.length } },
    { ...options, returnDocument: 'before' },
  );
  if (!last) {
    last = EMPTY;
    await auditHead.insertOne({ ...head, ...EMPTY, version: entries.length }, options);
  }
  let { hash, version } = last;
  const rows = entries.map((entry): AuditRow => {
    const salt = randomBytes(16).toString('hex');
    const row = { ...entry, _id: ++version, digest: auditDigest(salt, entry), salt };
    hash = auditHash(hash, row);
    return { ...row, hash };
  });
  await auditTrail.insertMany(rows, options);
  await auditHead.updateOne(head, { $set: { hash } }, options);
}

/**
 * Adds entries for the change rows of a transaction that concern accounts, rules and the model. Other rows cost no query.
 * @param masked rows whose values the transaction has erased
 */
export const auditChanges = (
  collections: AuditCollections,
  { rows, masked }: Readonly<Record<'rows' | 'masked', readonly ChangeRow[]>>,
  transaction: Transaction,
): Promise<void> => {
  const withoutValues = entriesOf(masked).map((entry) => ({ ...entry, before: null, after: null }));
  return appendToAudit(collections, [...withoutValues, ...entriesOf(rows)], transaction);
};

/** Erases the values of a user, or of the user's accounts at providers. The fact of the change is kept. */
export async function eraseFromAudit(
  { auditTrail }: Pick<AuditCollections, 'auditTrail'>,
  [type, ids]: [type: string, ids: readonly (number | string)[]],
  transaction: Transaction,
): Promise<void> {
  const rows = { resource_type: type, resource_id: { $in: ids.map(String) } };
  await auditTrail.updateMany(rows, { $set: { before: null, after: null, salt: null } }, { session: transaction });
}
