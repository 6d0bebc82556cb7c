// Priorities of roles: lower is stronger. Power does not spread: a caller gives and manages only roles that are weaker
// than its strongest one, or that it has itself (D555, D103, D761).
import type { Caller, RequestContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import type { ObjectRecord } from '../../objects/object-record.ts';
import type { ObjectDocument, Store } from '../../store/store.ts';
import type { Transaction } from '../../store/transactions/transaction.ts';
import { ADMIN_ROLE_ID, DEFAULT_PRIORITY } from '../../access/access-rules.ts';
import { refusal } from '../../access/authorization.ts';

export const rolesOf = (user: ObjectDocument): readonly number[] => user.role_ids ?? [];

type Holder = Pick<Caller, 'isAdmin' | 'roles'>;

async function prioritiesOf(store: Store, ids: Iterable<number>, transaction?: Transaction): Promise<number[]> {
  const options = transaction ? { session: transaction } : {};
  const rows = await store.roles.find({ _id: { $in: [...ids] } }, options).toArray();
  return rows.map(({ priority }) => priority);
}

/** @throws ApiError forbidden when one of the roles is neither weaker than the caller's strongest nor its own */
export async function assertMayManage(
  store: Store,
  roleIds: readonly number[],
  caller: Holder,
  transaction?: Transaction,
): Promise<void> {
  if (caller.isAdmin) return;
  if (roleIds.includes(ADMIN_ROLE_ID)) throw new ApiError('forbidden', 'Only administrators change administrators.');
  const others = roleIds.filter((role) => !caller.roles.has(role));
  if (others.length === 0) return;
  const strongest = Math.min(...(await prioritiesOf(store, caller.roles, transaction)));
  if ((await prioritiesOf(store, others, transaction)).every((priority) => priority > strongest)) return;
  const detail = 'Insufficient priority: a role is neither weaker than the strongest of yours nor one of yours.';
  throw new ApiError('forbidden', detail);
}

/** The priority of a new role by default: its creator may manage it. */
export async function newPriority(store: Store, caller: Holder): Promise<number> {
  const strongest = caller.isAdmin ? 0 : Math.min(...(await prioritiesOf(store, caller.roles)));
  return Number.isFinite(strongest) ? Math.max(DEFAULT_PRIORITY, strongest + 1) : DEFAULT_PRIORITY;
}

/** Roles and accounts have no owner, so `mine` is not enough. @throws ApiError authentication_required, forbidden */
export function assertMayAssign({ access, caller }: Pick<RequestContext, 'access' | 'caller'>): void {
  if (access.grant('users', 'write') === 'all') return;
  throw refusal(caller, 'Your roles do not allow this operation.');
}

/**
 * Whether the caller may change some users: by the permissions of `/users`, and if each of their roles is weaker than the
 * caller's strongest or its own.
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
  const roles = [...new Set(others.flatMap(({ document }) => rolesOf(document)))];
  await assertMayManage(store, roles, caller, transaction);
}
