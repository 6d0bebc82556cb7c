// User 1 is immutable, and at least one active administrator is always left (D21, D381).
import { ApiError } from '../../errors.ts';
import type { ObjectDocument, Store } from '../../store/store.ts';
import type { Transaction } from '../../store/transactions/transaction.ts';
import { ADMIN_ROLE_ID, FIRST_USER_ID } from '../../access/access-rules.ts';
import { raiseAccessVersion } from '../../access/access-version.ts';
import { rolesOf } from './role-priority.ts';

/** Users with role 1 who can sign in independently of `Login.draft`. */
const ACTIVE_ADMINS = { role_ids: ADMIN_ROLE_ID, status: 'on' as const, trashed: false, blocked: { $ne: true } };

export const isActiveAdmin = (user: ObjectDocument): boolean =>
  rolesOf(user).includes(ADMIN_ROLE_ID) && user.status === 'on' && !user.trashed && user['blocked'] !== true;

const refused = (detail: string, pointer: string): ApiError =>
  new ApiError('immutable', { detail, source: { pointer } });

interface UserChange {
  before: ObjectDocument;
  after: ObjectDocument;
}

/** @throws ApiError immutable */
function assertFirstUserActive({ before, after }: UserChange): void {
  if (before._id !== FIRST_USER_ID) return;
  if (before['blocked'] !== true && after['blocked'] === true) {
    throw refused('User 1 cannot be blocked.', '/data/meta/blocked');
  }
  if (before.status === 'on' && after.status !== 'on') {
    throw refused('User 1 keeps the status "on".', '/data/attributes/status');
  }
}

/** Whether there is an active administrator other than some users. */
export async function hasActiveAdmin(
  store: Store,
  besides: readonly number[] = [],
  transaction?: Transaction,
): Promise<boolean> {
  const filter = { ...ACTIVE_ADMINS, _id: { $nin: [...besides] } };
  const options = { ...(transaction && { session: transaction }), projection: { _id: 1 } };
  return (await store.documents('users').findOne(filter, options)) !== null;
}

/** 403 `immutable`. */
export const lastAdmin = (): ApiError =>
  new ApiError('immutable', 'There would be no active administrator left: give role 1 to another user first.');

/**
 * Enforces this rule in the transaction of a write of a user. Two writes that each remove an active administrator conflict, so
 * that the later one sees the result of the earlier one.
 * @throws ApiError immutable
 */
export function keepAdmins(store: Store, change: UserChange): (transaction: Transaction) => Promise<void> {
  assertFirstUserActive(change);
  const leaves = isActiveAdmin(change.before) && !isActiveAdmin(change.after);
  return async (transaction) => {
    if (!leaves) return;
    await raiseAccessVersion(store, transaction);
    if (!(await hasActiveAdmin(store, [], transaction))) throw lastAdmin();
  };
}
