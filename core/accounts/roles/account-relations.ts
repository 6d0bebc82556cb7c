// The relationship between users and roles: `include`, and the visibility of one side through the other.
import type { RequestContext } from '../../context.ts';
import type { Identifier } from '../../format/jsonapi/documents.ts';
import { objectItem, type Related } from '../../objects/object-record.ts';
import { type ObjectServices, requireType } from '../../objects/object-services.ts';
import { findVisibleDocuments } from '../../objects/visibility/visible-documents.ts';
import type { IncludableRelations, RelatedLoader } from '../../resources/include.ts';
import type { ObjectDocument, RoleRow } from '../../store/store.ts';
import { USERS } from '../../access/access-rules.ts';
import { rolesOf } from './role-priority.ts';
import { roleResources, roleScope } from './role-resource.ts';

const idsOf = (items: readonly Identifier[]): number[] => items.map(({ id }) => Number(id));

/** Visible users that meet a condition; none when the type is closed to the caller. */
const visibleUsers = (
  objects: ObjectServices,
  condition: Record<string, unknown>,
  context: RequestContext,
): Promise<ObjectDocument[]> =>
  findVisibleDocuments(objects, { type: requireType(objects, USERS), condition }, context);

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
    const users = await visibleUsers(objects, { role_ids: { $in: idsOf(items) } }, context);
    const type = requireType(objects, USERS);
    const withRole = (id: number): Related[] =>
      users.filter((user) => rolesOf(user).includes(id)).map((document) => objectItem({ type, document }));
    return new Map(items.map(({ id }) => [id, withRole(Number(id))]));
  };

  return {
    users: { roles: { toMany: true, load: rolesOfUsers } },
    roles: { users: { toMany: true, load: usersOfRoles } },
  };
}
