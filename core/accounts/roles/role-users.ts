// The users who get or lose a role when a request names its users (service.md 4.7, D105).
import type { RequestContext } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { pointerToId, readLinkage, type LinkageData, type LinkageChange } from '../../format/jsonapi/resource-input.ts';
import { requireType, type ObjectServices } from '../../objects/object-services.ts';
import { purgedAmong, seesOrSaw } from '../../objects/past-objects.ts';
import { visibilityFor } from '../../objects/visibility/visibility.ts';
import type { ObjectDocument } from '../../store/store.ts';
import type { Transaction } from '../../store/transactions/transaction.ts';
import { ADMIN_ROLE_ID, USERS } from '../../access/access-rules.ts';
import { hasActiveAdmin, isActiveAdmin, lastAdmin } from './last-admin.ts';
import { assertMayChange, assertMayAssign, assertMayManage, rolesOf } from './role-priority.ts';
import { assertKeepsRoles } from './user-roles.ts';
import { findByUnames } from '../../store/object-names.ts';

export interface RoleUsersChange {
  how: LinkageChange;
  data: LinkageData;
}

/** Ids or names of the resources that a request links to, each once. @throws ApiError type_conflict */
export const linkage = (data: RoleUsersChange['data'], type: string): string[] => [...new Set(readLinkage(data, type))];

/** Ids of users that are named by id or uname. */
async function userIds({ store }: ObjectServices, names: readonly string[]): Promise<Map<string, number>> {
  const ids = new Map(names.filter((name) => /^\d{1,15}$/.test(name)).map((name) => [name, Number(name)]));
  const unames = names.filter((name) => !ids.has(name));
  for (const { _id, uname, type } of await findByUnames(store, unames)) if (type === USERS) ids.set(uname, _id);
  return ids;
}

/**
 * All of them, or none if one is not visible. Users who have the role may be in the trash; purged ones are omitted where users
 * are removed or replaced (D768).
 * @throws ApiError not_found
 */
async function findUsers(
  objects: ObjectServices,
  { data, roleId, how }: { roleId: number } & RoleUsersChange,
  context: RequestContext,
): Promise<ObjectDocument[]> {
  const { store, clock } = objects;
  const names = linkage(data, USERS);
  const ids = await userIds(objects, names);
  const visibility = visibilityFor(requireType(objects, USERS), context, clock.now());
  const documents = await store
    .documents(USERS)
    .find({ _id: { $in: [...ids.values()] } })
    .toArray();
  const users = documents.filter(
    (user) =>
      seesOrSaw(user, visibility, context.caller) &&
      (!user.trashed || how === 'remove' || rolesOf(user).includes(roleId)),
  );
  const absent = names.filter((name) => !users.some((user) => user._id === ids.get(name)));
  const past = how === 'add' ? [] : absent.flatMap((name) => ids.get(name) ?? []);
  const purged = await purgedAmong(objects, { ids: past, typeNames: [USERS] }, context);
  const missing = absent.find((name) => !purged.has(ids.get(name) ?? 0));
  if (missing !== undefined) throw notFound(`${USERS} "${missing.slice(0, 100)}"`, pointerToId(data, missing));
  return users;
}

/** All users of a role but some, those in the trash included, so that the role can be removed from all. */
function otherHolders({ store }: ObjectServices, roleId: number, users: readonly ObjectDocument[]) {
  const others = { role_ids: roleId, _id: { $nin: users.map((user) => user._id) } };
  return store.documents(USERS).find(others).toArray();
}

export interface Moves {
  gaining: readonly ObjectDocument[];
  leaving: readonly ObjectDocument[];
}

/** @throws ApiError immutable when no active administrator would be left (D381) */
async function assertAdminLeft({ store }: ObjectServices, { gaining, leaving }: Moves): Promise<void> {
  if (gaining.some((user) => isActiveAdmin({ ...user, role_ids: [ADMIN_ROLE_ID] }))) return;
  const ids = leaving.map((user) => user._id);
  if (!(await hasActiveAdmin(store, ids))) throw lastAdmin();
}

/**
 * The changes of a request to the users of a role; it is refused as a whole before any write.
 * @param transaction sees a role that is made in the same transaction
 * @throws ApiError not_found, type_conflict, forbidden, immutable
 */
export async function plannedMoves(
  objects: ObjectServices,
  { roleId, how, data }: { roleId: number } & RoleUsersChange,
  context: RequestContext,
  transaction?: Transaction,
): Promise<Moves> {
  const given = await findUsers(objects, { data, roleId, how }, context);
  const has = (user: ObjectDocument): boolean => rolesOf(user).includes(roleId);
  const gaining = how === 'remove' ? [] : given.filter((user) => !has(user));
  const losing = how === 'replace' ? await otherHolders(objects, roleId, given) : given.filter(has);
  const leaving = how === 'add' ? [] : losing;
  if (gaining.length + leaving.length === 0) return { gaining, leaving };
  for (const user of leaving) assertKeepsRoles(user, [roleId]);
  assertMayAssign(context);
  await assertMayManage(objects.store, [roleId], context.caller, transaction);
  const type = requireType(objects, USERS);
  const users = [...gaining, ...leaving].map((document) => ({ type, document }));
  await assertMayChange(objects.store, users, context, transaction);
  if (roleId === ADMIN_ROLE_ID && leaving.some(isActiveAdmin)) await assertAdminLeft(objects, { gaining, leaving });
  return { gaining, leaving };
}
