// Lists of users and roles: all of them, and those of one role or user.
import type { RequestContext } from '../context.ts';
import type { ListRequest, PageEnds } from '../list-request.ts';
import { listObjects, type ObjectPage } from '../objects/lists/list-objects.ts';
import type { ObjectServices } from '../objects/object-services.ts';
import type { ObjectRecord } from '../objects/object-record.ts';
import { listResources } from '../resources/resource-type.ts';
import type { RoleRow } from '../store/store.ts';
import { USERS } from '../access/access-rules.ts';
import { rolesOf } from './roles/role-priority.ts';
import { roleResources, roleScope } from './roles/role-resource.ts';

/** @param role restricts the list to its users @throws ApiError as listObjects does */
export const listUsers = (
  objects: ObjectServices,
  role: RoleRow | undefined,
  request: ListRequest,
  context: RequestContext,
): Promise<ObjectPage> => {
  const listed = { typeName: USERS, ...(role && { scope: { role_ids: role._id } }) };
  return listObjects(objects, listed, request, context);
};

/**
 * @param user restricts the list to the roles of a user; those of callers are always visible to them @throws ApiError as
 * listResources does
 */
export const listRoles = (
  objects: ObjectServices,
  user: ObjectRecord | undefined,
  request: ListRequest,
  context: RequestContext,
): Promise<PageEnds & { items: RoleRow[] }> => {
  const scope: Record<string, unknown> = user ? { _id: { $in: [...rolesOf(user.document)] } } : {};
  const limits = { timeLimit: objects.queryTimeLimit };
  return listResources(roleResources(objects.store, context), request, limits, [
    { $and: [roleScope(context, user ? context.caller.roles : []), scope] },
  ]);
};
