// Priorities of roles: lower is stronger. A caller changes no role or user of a stronger one (D555, D103).
import type { Caller, RequestContext } from '../context.ts';
import { ApiError } from '../errors.ts';
import type { ObjectRecord } from '../objects/object-record.ts';
import type { ObjectDocument, Store } from '../store/store.ts';
import type { Transaction } from '../store/transaction.ts';
import { ADMIN_ROLE_ID } from '../access/access-rules.ts';
import { refusal } from '../access/authorization.ts';

export const rolesOf = (user: ObjectDocument): readonly number[] =>
  (user['role_ids'] as readonly number[] | undefined) ?? [];

/** @throws ApiError forbidden when one of the roles is stronger than each of the caller's */
export async function assertNotStronger(
  store: Store,
  roleIds: readonly number[],
  { isAdmin, roles }: Pick<Caller, 'isAdmin' | 'roles'>,
  transaction?: Transaction,
): Promise<void> {
  if (isAdmin || roleIds.length === 0) return;
  if (roleIds.includes(ADMIN_ROLE_ID)) throw new ApiError('forbidden', 'Only administrators change administrators.');
  const rows = await store.roles
    .find({ _id: { $in: [...roleIds, ...roles] } }, transaction ? { session: transaction } : {})
    .toArray();
  const strongest = Math.min(Infinity, ...rows.filter((row) => roles.has(row._id)).map((row) => row.priority));
  if (rows.some((row) => roleIds.includes(row._id) && row.priority < strongest)) {
    throw new ApiError('forbidden', 'Could not update role. Insufficient priority.');
  }
}

/** Roles and accounts have no owner, so `mine` is not enough. @throws ApiError authentication_required, forbidden */
export function assertMayAssign({ access, caller }: Pick<RequestContext, 'access' | 'caller'>): void {
  if (access.grant('users', 'write') === 'all') return;
  throw refusal(caller, 'Your roles do not allow this operation.');
}

/**
 * Whether the caller may change some users: by the permissions of `/users`, and if none of them is stronger than the caller.
 * @throws ApiError authentication_required, forbidden
 */
export async function assertMayChange(
  store: Store,
  users: readonly ObjectRecord[],
  { access, caller }: RequestContext,
  transaction?: Transaction,
): Promise<void> {
  const grant = access.grant('users', 'write');
  if (grant === 'none') throw refusal(caller, 'Your roles do not allow this operation.');
  if (grant === 'mine' && users.some(({ document }) => document._id !== caller.userId)) {
    throw refusal(caller, 'Your roles allow this operation on your own account only.', 'own');
  }
  const others = users.filter(({ document }) => document._id !== caller.userId);
  await assertNotStronger(
    store,
    [...new Set(others.flatMap(({ document }) => rolesOf(document)))],
    caller,
    transaction,
  );
}
