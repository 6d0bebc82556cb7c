// Erasing values from the history and the audit trail, whose rows are kept (D539, D692).
import { USERS } from '../../access/access-rules.ts';
import { eraseFromAudit } from '../../store/history/audit-trail.ts';
import { insertRecorded, type ChangeRow } from '../../store/history/changes.ts';
import type { Store } from '../../store/store.ts';
import type { Transaction } from '../../store/transactions/transaction.ts';

/** Members of change rows without personal data. */
const IMPERSONAL: readonly string[] = ['status', 'locked'];
const MASK = '*****';

/** Whether a change row still has personal data. */
export const hasValues = ({ changed }: Pick<ChangeRow, 'changed'>): boolean =>
  Object.entries(changed).some(([name, value]) => !IMPERSONAL.includes(name) && value !== MASK);

/** Masks the values of a user, or of rows of the user, in change rows and in the audit trail. */
export async function maskChanges(
  store: Store,
  [type, ids]: [type: string, ids: readonly (number | string)[]],
  transaction: Transaction,
): Promise<void> {
  if (ids.length === 0) return;
  const masked = { $cond: [{ $in: ['$$member.k', IMPERSONAL] }, '$$member.v', MASK] };
  const member = { k: '$$member.k', v: masked };
  const changed = {
    $arrayToObject: { $map: { input: { $objectToArray: '$changed' }, as: 'member', in: member } },
  };
  // Including those of this transaction.
  await insertRecorded(store.changes, transaction);
  const rows = { resource_type: type, resource_id: { $in: ids.map(String) } };
  await store.changes.updateMany(rows, [{ $set: { changed } }], { session: transaction });
  await eraseFromAudit(store, [type === 'objects' ? USERS : type, ids], transaction);
}
