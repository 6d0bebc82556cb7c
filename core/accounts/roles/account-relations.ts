// The relationship between users and roles: `include`, and the visibility of one side through the other.
import type { RequestContext } from '../../context.ts';
import type { Identifier } from '../../format/jsonapi/documents.ts';
import { objectItem, type Related, type ObjectRecord } from '../../objects/object-record.ts';
import { requireType, type ObjectServices } from '../../objects/object-services.ts';
import { findVisibleDocuments } from '../../objects/visibility/visible-documents.ts';
import type { IncludableRelations, RelatedLoader } from '../../resources/include.ts';
import type { ObjectDocument, RoleRow } from '../../store/store.ts';
import { USERS } from '../../access/access-rules.ts';
import { rolesOf } from './role-priority.ts';
import { roleResources, roleScope } from './role-resource.ts';
import type { ListRequest, PageEnds } from '../../list-request.ts';
import { listObjects, type ObjectPage } from '../../objects/lists/list-objects.ts';
import { listResources } from '../../resources/resource-type.ts';

const idsOf = (items: readonly Identifier[]): number[] => items.map(({ id }) => Number(id));

/** Users and roles, by the id of the related item; one or two reads for a whole response. */
export function accountRelations(objects: ObjectServices, context: RequestContext): IncludableRelations<Related> {
  const { store } = objects;
  const { toResource } = roleResources(store);

  const rolesOfUsers: RelatedLoader<Related> = async (items) => {
    const users = await store
      .documents(USERS)
      .find({ _id: { $in: idsOf(items) } }, { projection: { role_ids: 1 } })
      .toArray();
    const roleIds = [...new Set(users.flatMap(rolesOf))];
    // The roles of callers are always visible to them.
    const rows = await store.roles
      .find({ $and: [{ _id: { $in: roleIds } }, roleScope(context, context.caller.roles)] })
      .sort({ _id: 1 })
      .toArray();
    const related = (user: ObjectDocument): RoleRow[] => rows.filter((row) => rolesOf(user).includes(row._id));
    return new Map(users.map((user) => [String(user._id), related(user).map((role) => toResource(role))]));
  };

  const usersOfRoles: RelatedLoader<Related> = async (items) => {
    const type = requireType(objects, USERS);
    const users = await findVisibleDocuments(
      objects,
      { type, condition: { role_ids: { $in: idsOf(items) } } },
      context,
    );
    const withRole = (id: number): Related[] =>
      users.filter((user) => rolesOf(user).includes(id)).map((document) => objectItem({ type, document }));
    return new Map(items.map(({ id }) => [id, withRole(Number(id))]));
  };

  return {
    users: { roles: { toMany: true, load: rolesOfUsers } },
    roles: { users: { toMany: true, load: usersOfRoles } },
  };
}

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
  const ofUser: Record<string, unknown> = user ? { _id: { $in: [...rolesOf(user.document)] } } : {};
  const scope = [{ $and: [roleScope(context, user ? context.caller.roles : []), ofUser] }];
  const limits = { timeLimit: objects.queryTimeLimit };
  return listResources(roleResources(objects.store, context), request, limits, scope);
};
