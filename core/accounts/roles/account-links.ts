// The relationship between users and roles in requests, and the permission to change it (D555).
import type { RequestContext } from '../../context.ts';
import type { ObjectServices } from '../../objects/object-services.ts';
import { checkPrecondition } from '../../resources/precondition.ts';
import type { ObjectDocument } from '../../store/store.ts';
import { assertMayAssign, rolesOf } from './role-priority.ts';
import { plannedMoves, type RoleUsersChange } from './role-users.ts';
import { assertMayWriteRoles, findRole, rolesAfter } from './roles.ts';
import { idsAfterChange, writeRoles, writeRolesOfAll } from './user-roles.ts';
import { findChangeableUser } from '../users.ts';

/** @returns false when nothing changed @throws ApiError not_found, type_conflict, forbidden, immutable, precondition_failed */
export async function changeRolesOfUser(
  objects: ObjectServices,
  id: string,
  { how, data }: RoleUsersChange,
  context: RequestContext,
): Promise<boolean> {
  assertMayAssign(context);
  const next = (user: ObjectDocument): Promise<readonly number[]> =>
    rolesAfter(objects.store, { current: rolesOf(user), how, data }, context);
  return writeRoles(objects, { find: () => findChangeableUser(objects, id, context), next }, context);
}

/** @returns false when nothing changed @throws ApiError not_found, type_conflict, forbidden, immutable, precondition_failed */
export async function changeUsersOfRole(
  objects: ObjectServices,
  id: string,
  { how, data }: RoleUsersChange,
  context: RequestContext,
): Promise<boolean> {
  assertMayWriteRoles(context);
  assertMayAssign(context);
  const role = await findRole(objects.store, id, context);
  checkPrecondition(context.precondition, role.revision);
  const { gaining, leaving } = await plannedMoves(objects, { roleId: role._id, how, data }, context);
  const move = async (users: readonly ObjectDocument[], kind: 'add' | 'remove'): Promise<void> => {
    const ids = users.map((user) => user._id);
    await writeRolesOfAll(objects, ids, (current) => idsAfterChange(current, [role._id], kind), context);
  };
  if (gaining.length + leaving.length === 0) return false;
  // One after the other: the last administrator can lose the role only when there is another one.
  await move(gaining, 'add');
  await move(leaving, 'remove');
  return true;
}
