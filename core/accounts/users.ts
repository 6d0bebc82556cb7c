// Users: objects of type `users`, which can sign in, and their roles (service.md 4.7, D548, D555, D557).
import type { RequestContext } from '../context.ts';
import { ApiError, invalidData } from '../errors.ts';
import { inRelationship, readCreate, readUpdate, type ResourceBody } from '../format/jsonapi/resource-input.ts';
import { immutable } from '../resources/model-write.ts';
import { isSameValue } from '../objects/changes/change-values.ts';
import type { WriteRule } from '../objects/changes/object-changes.ts';
import type { ObjectServices } from '../objects/object-services.ts';
import { findVisible } from '../objects/read-objects.ts';
import type { ObjectRecord } from '../objects/object-record.ts';
import type { RelationshipsInput } from '../objects/relations/body-relationships.ts';
import { slug } from '../uname.ts';
import { assertMayChangeMeta, createObject, editObject, trashFound } from '../objects/writing/write-objects.ts';
import type { ObjectDocument } from '../store/store.ts';
import { FIRST_USER_ID, USERS } from '../access/access-rules.ts';
import {
  ADDRESS_CONFIRMATION,
  CREDENTIALS_CHANGE,
  endMailed,
  endTokens,
  revokeRefreshTokens,
} from './credentials/credentials.ts';
import type { CreateUser } from './providers/external-user.ts';
import { keepAdmins } from './roles/last-admin.ts';
import { assertMayChange, assertMayAssign, rolesOf } from './roles/role-priority.ts';
import { rolesAfter, assertMayWriteRoles, findRole } from './roles/roles.ts';
import { assertKeepsRoles, writeRoles, changeRoleOfAll } from './roles/user-roles.ts';
import type { AttributesInput } from '../resources/define-resource.ts';
import { userRule } from './user-rule.ts';
import { withSteps } from './edit-account.ts';
import { checkPrecondition } from '../resources/precondition.ts';
import { plannedMoves, type RoleUsersChange } from './roles/role-users.ts';

type UserBody = ResourceBody<AttributesInput<'Users'> & Record<string, unknown>> & {
  data: { meta?: { locked?: boolean; blocked?: boolean }; relationships?: RelationshipsInput };
};

/** By id or uname. @throws ApiError not_found, forbidden */
export const findUser = (objects: ObjectServices, id: string, context: RequestContext): Promise<ObjectRecord> =>
  findVisible(objects, USERS, id, context);

/** The same for a user that the caller may change. @throws ApiError not_found, forbidden */
async function findChangeableUser(objects: ObjectServices, id: string, context: RequestContext): Promise<ObjectRecord> {
  const found = await findUser(objects, id, context);
  await assertMayChange(objects.store, [found], context);
  return found;
}

/** The roles of a user after a request; unchanged when its body has none. @throws ApiError not_found, forbidden, immutable */
async function rolesIn(
  { store }: ObjectServices,
  { data: { relationships } }: UserBody,
  { document, isNew }: { document: ObjectDocument; isNew: boolean },
  context: RequestContext,
): Promise<readonly number[]> {
  const current = rolesOf(document);
  const { data } = relationships?.['roles'] ?? {};
  if (!data) return current;
  return inRelationship('roles', async () => {
    const roles = await rolesAfter(store, { current, how: 'replace', data, isNew }, context);
    if (roles !== current) assertMayAssign(context);
    const lost = current.filter((role) => !roles.includes(role));
    assertKeepsRoles(document, lost);
    return roles;
  });
}

/** Links to objects; roles are not links of the model. */
function linksIn({ data }: UserBody): RelationshipsInput {
  const { roles: _roles, ...links } = data.relationships ?? {};
  return links;
}

/**
 * With the roles that the body names, in one write (D408).
 * @throws ApiError invalid_data, already_exists, type_conflict, client_id_forbidden, not_found, forbidden
 */
export function createUser(objects: ObjectServices, body: UserBody, context: RequestContext): Promise<ObjectRecord> {
  assertMayAssign(context);
  const attributes = readCreate(body, USERS);
  // A body must have a uname (D11), so none is generated for one that is empty as a slug.
  if (typeof attributes['uname'] === 'string' && slug(attributes['uname']) === '') {
    throw invalidData('/data/attributes/uname', '[uname._empty]: This field cannot be left empty');
  }
  const rule = withSteps(userRule(objects, context), async ({ after }) => {
    const role_ids = await rolesIn(objects, body, { document: after, isNew: true }, context);
    if (role_ids.length === 0) return {};
    Object.assign(after, { role_ids });
    return { changed: { roles: role_ids } };
  });
  return createObject(objects, { typeName: USERS, attributes, relationships: linksIn(body), rule }, context);
}

/** Creates users of a provider (D124). */
export function externalUserCreation(objects: ObjectServices): CreateUser {
  return async ({ verified, role_ids, ...attributes }, context, inTransaction) => {
    const rule = withSteps(userRule(objects, context), ({ after }) => {
      Object.assign(after, { verified, role_ids });
      return { changed: { role_ids }, last: (transaction) => inTransaction(after._id, transaction) };
    });
    const given = Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null));
    const created = { typeName: USERS, attributes: given, own: Object.keys(given), rule, allowMissing: 'password' };
    const { document } = await createObject(objects, created, context);
    return document._id;
  };
}

/** Users change their own password and address at /auth/user, which needs the old password. @throws ApiError forbidden */
function assertNoCredentials(attributes: Readonly<Record<string, unknown>>, { access }: RequestContext): void {
  if (access.grant(USERS, 'write') === 'all') return;
  const given = ['username', 'password', 'email'].find((name) => attributes[name] !== undefined);
  if (given) throw new ApiError('forbidden', `Your own ${given} is changed at /auth/user.`);
}

/**
 * Only administrators change `meta.blocked` and `meta.locked`.
 * @param readBody reads the body once the user is known; it may throw
 * @throws ApiError as updateObject does, already_exists, immutable
 */
export function updateUser(
  objects: ObjectServices,
  id: string,
  readBody: (found: ObjectRecord) => UserBody | Promise<UserBody>,
  context: RequestContext,
): Promise<ObjectRecord> {
  const edit = {
    find: () => findChangeableUser(objects, id, context),
    readChange: async (found: ObjectRecord) => {
      const { document } = found;
      const body = await readBody(found);
      const { locked, blocked } = body.data.meta ?? {};
      const attributes = readUpdate(body, USERS, document._id);
      assertNoCredentials(attributes, context);
      if (blocked !== undefined && blocked !== document['blocked']) assertMayChangeMeta(context, 'blocked');
      const readOnly = blocked === undefined ? {} : { blocked };
      const fields = { role_ids: await rolesIn(objects, body, { document, isNew: false }, context) };
      return { attributes, locked, readOnly, fields, relationships: linksIn(body) };
    },
    rule: withSteps(userRule(objects, context), ({ before, after }) => {
      const roles = rolesOf(after);
      return before && !isSameValue(roles, rolesOf(before)) ? { changed: { roles } } : {};
    }),
  };
  return editObject(objects, edit, context);
}

/** Moves a user to the trash and ends all sessions. @throws ApiError immutable, bad_request, locked, not_found */
export function trashUser(objects: ObjectServices, id: string, context: RequestContext): Promise<void> {
  const { store, clock } = objects;
  const find = async (): Promise<ObjectRecord> => {
    const found = await findChangeableUser(objects, id, context);
    const { _id } = found.document;
    if (_id === FIRST_USER_ID) throw immutable('User 1 cannot be deleted.');
    if (_id === context.caller.userId) {
      throw new ApiError('bad_request', 'Logged users cannot delete their own account.');
    }
    return found;
  };
  // A pending signup remains: its expiry removes the user from the trash as well.
  const services = [CREDENTIALS_CHANGE, ADDRESS_CONFIRMATION] as const;
  const ended = { services, why: 'The user is in the trash.', now: clock.now() };
  const rule: WriteRule = ({ before, after }) => {
    const { _id: userId } = after;
    const keeping = keepAdmins(store, { before: before ?? after, after });
    endTokens(after);
    return {
      inTransaction: async (transaction) => {
        await keeping(transaction);
        await revokeRefreshTokens(store, userId, transaction);
        await endMailed(store, { userId, ...ended }, transaction);
      },
    };
  };
  return trashFound(objects, { find, rule }, context);
}

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
  // One after the other: the last administrator can lose the role only when there is another one.
  await changeRoleOfAll(objects, gaining, { roleId: role._id, how: 'add' }, context);
  await changeRoleOfAll(objects, leaving, { roleId: role._id, how: 'remove' }, context);
  return gaining.length + leaving.length > 0;
}
