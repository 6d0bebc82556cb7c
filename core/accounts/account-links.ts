// The relationship between users and roles as requests change it: who may give which role to whom (reference/jsonapi.md 2.7).
import type { RequestContext } from '../context.ts';
import { notFound } from '../errors.ts';
import type { BodyIdentifier } from '../format/jsonapi/documents.ts';
import { readLinkage } from '../format/jsonapi/resource-input.ts';
import { servedType, type ObjectServices } from '../objects/object-services.ts';
import { checkPrecondition } from '../resources/precondition.ts';
import type { FoundObject } from '../objects/read-objects.ts';
import type { ObjectDocument } from '../store/store.ts';
import { ADMIN_ROLE_ID } from './access-rules.ts';
import { usersById } from './account-relations.ts';
import { hasActiveAdmin, isActiveAdmin, lastAdmin } from './last-admin.ts';
import { assertMayChange, assertMayGive, assertNotStronger, rolesOf } from './role-priority.ts';
import { assertMayWriteRoles, findRole, findRoles } from './roles.ts';
import { assertKeepsRoles, changedSet, writeRoles, writeRolesOfAll, type LinkageChange } from './user-roles.ts';
import { findChangeableUser, USERS } from './users.ts';

export interface LinkChange {
  how: LinkageChange;
  data: BodyIdentifier | readonly BodyIdentifier[];
}

const linkage = (data: LinkChange['data'], type: string): string[] => [
  ...new Set(readLinkage([data].flat() as BodyIdentifier[], type)),
];

/** @returns false when nothing changed @throws ApiError not_found, type_conflict, forbidden, immutable, precondition_failed */
export async function changeRolesOfUser(
  objects: ObjectServices,
  id: string,
  { how, data }: LinkChange,
  context: RequestContext,
): Promise<boolean> {
  assertMayGive(context);
  const ids = linkage(data, 'roles');
  const next = async (user: ObjectDocument): Promise<readonly number[]> => {
    const given = (await findRoles(objects.store, ids, context)).map((row) => row._id);
    const current = rolesOf(user);
    const roles = changedSet(current, given, how);
    const changed = [...current.filter((role) => !roles.includes(role)), ...roles.filter((r) => !current.includes(r))];
    await assertNotStronger(objects.store, changed, context.caller);
    return roles;
  };
  return writeRoles(objects, { find: () => findChangeableUser(objects, id, context), next }, context);
}

/** Ids of users that are named by id or uname. */
async function userIds({ store }: ObjectServices, names: readonly string[]): Promise<Map<string, number>> {
  const ids = new Map(names.filter((name) => /^\d{1,15}$/.test(name)).map((name) => [name, Number(name)]));
  const unames = names.filter((name) => !ids.has(name));
  if (unames.length === 0) return ids;
  const rows = await store.unames.find({ _id: { $in: unames }, type: USERS }).toArray();
  for (const row of rows) ids.set(row._id, row.object_id);
  return ids;
}

/** All of them or, if one is not seen, none. @throws ApiError not_found */
async function findUsers(
  objects: ObjectServices,
  names: readonly string[],
  context: RequestContext,
): Promise<ObjectDocument[]> {
  const ids = await userIds(objects, names);
  const users = await usersById(objects, [...ids.values()], context);
  const missing = names.find((name) => !users.some((user) => user._id === ids.get(name)));
  if (missing !== undefined) throw notFound(`${USERS} "${missing.slice(0, 100)}"`);
  return users;
}

/** Everybody who has a role but some, those in the trash too, so that none has it when it is taken from all. */
const otherHolders = (
  { store }: ObjectServices,
  roleId: number,
  users: readonly ObjectDocument[],
): Promise<ObjectDocument[]> =>
  store
    .documents(USERS)
    .find({ role_ids: roleId, _id: { $nin: users.map((user) => user._id) } } as Record<string, unknown>)
    .toArray();

interface Move {
  roleId: number;
  gaining: readonly ObjectDocument[];
  leaving: readonly ObjectDocument[];
}

/** The request is refused as a whole before anything is written. @throws ApiError forbidden, immutable */
async function assertMayMove(
  objects: ObjectServices,
  { roleId, gaining, leaving }: Move,
  context: RequestContext,
): Promise<void> {
  const { store } = objects;
  for (const user of leaving) assertKeepsRoles(user, [roleId]);
  await assertNotStronger(store, [roleId], context.caller);
  const type = servedType(objects, USERS);
  const users = [...gaining, ...leaving].map((document): FoundObject => ({ type, document }));
  await assertMayChange(store, users, context);
  if (roleId !== ADMIN_ROLE_ID || !leaving.some(isActiveAdmin)) return;
  const isGained = gaining.some((user) => isActiveAdmin({ ...user, role_ids: [ADMIN_ROLE_ID] }));
  const ids = leaving.map((user) => user._id);
  if (!isGained && !(await hasActiveAdmin(store, ids))) throw lastAdmin();
}

/** @returns false when nothing changed @throws ApiError not_found, type_conflict, forbidden, immutable, precondition_failed */
export async function changeUsersOfRole(
  objects: ObjectServices,
  id: string,
  { how, data }: LinkChange,
  context: RequestContext,
): Promise<boolean> {
  assertMayWriteRoles(context);
  assertMayGive(context);
  const role = await findRole(objects.store, id, context);
  checkPrecondition(context.precondition, role.revision);
  const given = await findUsers(objects, linkage(data, USERS), context);
  const has = (user: ObjectDocument): boolean => rolesOf(user).includes(role._id);
  const gaining = how === 'remove' ? [] : given.filter((user) => !has(user));
  const losing = how === 'replace' ? await otherHolders(objects, role._id, given) : given.filter(has);
  const move = async (users: readonly ObjectDocument[], kind: 'add' | 'remove'): Promise<void> => {
    const ids = users.map((user) => user._id);
    await writeRolesOfAll(objects, ids, (current) => changedSet(current, [role._id], kind), context);
  };
  const leaving = how === 'add' ? [] : losing;
  if (gaining.length + leaving.length === 0) return false;
  await assertMayMove(objects, { roleId: role._id, gaining, leaving }, context);
  // One after the other: the last administrator goes only when another one is there.
  await move(gaining, 'add');
  await move(leaving, 'remove');
  return true;
}
