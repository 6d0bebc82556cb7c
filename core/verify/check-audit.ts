// The chain of the audit trail: no row was changed, removed or inserted since it was written (D691).
import { auditDigest, auditHash, type AuditRow } from '../store/history/audit-trail.ts';
import { DELETED_PREFIX } from '../uname.ts';
import { unique, type Finding, type View, type WholeCheck } from './check.ts';

const fault = (row: unknown, detail: string): Finding => ({ invariant: 'audit', detail, row });

/** It cannot be repaired. Only the first wrong row is reported; all later ones depend on it. */
async function findFaults(view: View): Promise<Finding[]> {
  const { store, transaction } = view;
  const head = await store.auditHead.findOne({ _id: 'audit' }, { session: transaction });
  if (!head) return [fault('audit', 'the audit trail has no beginning')];
  let { first: number, first_previous: hash } = head;
  const erased: AuditRow[] = [];
  const rows = store.auditTrail.find({}, { session: transaction }).sort({ _id: 1 });
  for await (const row of rows) {
    if (row._id !== number) return [fault(row._id, `row ${number} of the audit trail is missing`)];
    const isChanged =
      row.hash !== auditHash(hash, row) || (row.salt !== null && row.digest !== auditDigest(row.salt, row));
    if (isChanged) return [fault(row._id, `row ${row._id} of the audit trail was changed`)];
    if (row.salt === null) erased.push(row);
    number += 1;
    hash = row.hash;
  }
  if (number !== head.version + 1) return [fault(number, `row ${number} of the audit trail is missing`)];
  if (hash !== head.hash) return [fault(head._id, 'the end of the audit trail is not the one recorded')];
  return erasedFaults(view, erased);
}

/** Values are erased with their user only, and with the accounts of the user at providers. */
async function erasedFaults({ store, transaction }: View, erased: readonly AuditRow[]): Promise<Finding[]> {
  const idsOf = (type: string) =>
    erased.filter((row) => row.resource_type === type).map((row) => Number(row.resource_id));
  const options = { session: transaction, projection: { username: 1 } };
  const users = await store
    .documents('users')
    .find({ _id: { $in: unique(idsOf('users')) } }, options)
    .toArray();
  const accounts = await store.externalAuth
    .find({ _id: { $in: unique(idsOf('external_auth')) } }, { session: transaction })
    .toArray();
  const there = new Set([
    ...users.filter((user) => !String(user['username']).startsWith(DELETED_PREFIX)).map(({ _id }) => `users ${_id}`),
    ...accounts.map(({ _id }) => `external_auth ${_id}`),
  ]);
  const isErased = ({ resource_type: type, resource_id: id }: AuditRow): boolean =>
    (type === 'users' || type === 'external_auth') && !there.has(`${type} ${id}`);
  const wrong = erased.find((row) => !isErased(row));
  return wrong ? [fault(wrong._id, `row ${wrong._id} of the audit trail has lost its values`)] : [];
}

export const checkAudit: WholeCheck = { name: 'audit', find: findFaults };
