// Roles, which give users their permissions (service.md 4.7, D555, D21, D57).
import type { RequestContext } from '../../context.ts';
import { ApiError, invalidData, notFound } from '../../errors.ts';
import type { BodyIdentifier } from '../../format/jsonapi/documents.ts';
import {
  inRelationship,
  knownAttributes,
  pointerToId,
  readCreate,
  readUpdate,
  type ResourceBody,
  type LinkageData,
} from '../../format/jsonapi/resource-input.ts';
import { immutable } from '../../resources/model-write.ts';
import { requireType, type ObjectServices } from '../../objects/object-services.ts';
import { refreshPermissions } from '../../objects/permissions/permission-rows.ts';
import { assertMayChangeMeta } from '../../objects/writing/write-objects.ts';
import type { AttributesInput } from '../../resources/define-resource.ts';
import { updateRow, findRow, insertRow, removeRow } from '../../resources/resource-type.ts';
import { writeScope } from '../../resources/write-rows.ts';
import { removedAmong } from '../../store/rows/removed-rows.ts';
import type { RoleRow, Store } from '../../store/store.ts';
import type { Transaction } from '../../store/transactions/transaction.ts';
import { ADMIN_PRIORITY, ADMIN_ROLE_ID, USERS } from '../../access/access-rules.ts';
import type { AccessService } from '../../access/access-service.ts';
import { refusal } from '../../access/authorization.ts';
import { assertMayManage, newPriority, rolesOf } from './role-priority.ts';
import { roleResources, roleScope } from './role-resource.ts';
import { linkage, plannedMoves, type RoleUsersChange } from './role-users.ts';
import { idsAfterChange, roleWrite, removeRoleFromUsers } from './user-roles.ts';

interface RoleServices {
  access: AccessService;
  objects: ObjectServices;
}

type RoleBody = ResourceBody<AttributesInput<'Roles'>> & {
  data: { meta?: { priority?: number }; relationships?: { users?: { data?: readonly BodyIdentifier[] } } };
};

const FIELDS = ['name', 'description', 'unchangeable'] as const;
const NAME = /^[a-z][a-z0-9_]{1,200}$/;

function assertName(name: string | undefined): void {
  if (name === undefined || NAME.test(name)) return;
  throw invalidData('/data/attributes/name', '[name.valid]: Lower-case letters, digits and underscores are expected.');
}

/** Administrators set `meta.priority`; that of role `admin` is fixed (D103). @throws ApiError forbidden, immutable */
function priorityOf(body: RoleBody, current: Pick<RoleRow, '_id' | 'priority'>, context: RequestContext): number {
  const { priority = current.priority } = body.data.meta ?? {};
  if (priority === current.priority) return priority;
  assertMayChangeMeta(context, 'priority');
  const source = { pointer: '/data/meta/priority' };
  if (current._id !== ADMIN_ROLE_ID) {
    if (priority > ADMIN_PRIORITY) return priority;
    throw invalidData(source.pointer, '[priority.minimum]: must be >= 1; only the role admin has 0.');
  }
  throw new ApiError('immutable', { detail: 'Role 1 keeps its priority.', source });
}

/**
 * Sets the users of a role to those in a body, in the transaction that writes the role (D408).
 * @throws ApiError not_found, type_conflict, forbidden, immutable
 */
async function writeUsers(
  objects: ObjectServices,
  { roleId, data }: { roleId: number; data: readonly BodyIdentifier[] | undefined },
  context: RequestContext,
  transaction: Transaction,
): Promise<void> {
  if (data === undefined) return;
  await inRelationship('users', async () => {
    const { gaining, leaving } = await plannedMoves(objects, { roleId, how: 'replace', data }, context, transaction);
    const type = requireType(objects, USERS);
    for (const [users, how] of [[gaining, 'add'] as const, [leaving, 'remove'] as const]) {
      for (const document of users) {
        const roles = idsAfterChange(rolesOf(document), [roleId], how);
        await objects.writer.writeIn(roleWrite(objects, { type, document }, roles, context), transaction);
      }
    }
  });
}

/** By id or name, if it is visible to the caller. @throws ApiError not_found */
export async function findRole(
  store: Store,
  id: string,
  context: RequestContext,
  transaction?: Transaction,
): Promise<RoleRow> {
  const row = await findRow(roleResources(store, context), id, transaction);
  const grant = context.access.grant('roles', 'read');
  if (grant === 'all' || (grant === 'mine' && context.caller.roles.has(row._id))) return row;
  throw notFound(`roles "${id.slice(0, 100)}"`);
}

/**
 * Roles by id or name, if they are visible to the caller: one read for all.
 * @param mayBeRemoved omits roles that no longer exist (D768)
 * @throws ApiError not_found
 */
async function findRoles(
  store: Store,
  { data, mayBeRemoved }: { data: LinkageData; mayBeRemoved: boolean },
  context: RequestContext,
): Promise<RoleRow[]> {
  const ids = linkage(data, 'roles');
  const byId = { _id: { $in: ids.filter((id) => /^\d{1,15}$/.test(id)).map(Number) } };
  const filter = { $and: [{ $or: [byId, { name: { $in: [...ids] } }] }, roleScope(context)] };
  const rows = await store.roles.find(filter).toArray();
  const absent = ids.filter((id) => !rows.some((row) => String(row._id) === id || row.name === id));
  const isTold = mayBeRemoved && context.access.grant('roles', 'read') === 'all';
  const removed = await removedAmong(store, 'roles', isTold ? absent : []);
  const missing = absent.find((id) => !removed.has(id));
  if (missing !== undefined) throw notFound(`roles "${missing.slice(0, 100)}"`, pointerToId(data, missing));
  return rows;
}

/**
 * Ids of the roles of a user after a change; the same array when no role differs.
 * @throws ApiError not_found, forbidden
 */
export async function rolesAfter(
  store: Store,
  { current, how, data, isNew = false }: RoleUsersChange & { current: readonly number[]; isNew?: boolean },
  context: RequestContext,
): Promise<readonly number[]> {
  const mayBeRemoved = how !== 'add' && !isNew;
  const given = (await findRoles(store, { data, mayBeRemoved }, context)).map((row) => row._id);
  const roles = idsAfterChange(current, given, how);
  const lost = current.filter((role) => !roles.includes(role));
  await assertMayManage(store, [...lost, ...roles.filter((role) => !current.includes(role))], context.caller);
  return roles;
}

/** Roles have no owner: `mine` permits no write. @throws ApiError forbidden */
export function assertMayWriteRoles({ access, caller }: RequestContext): void {
  if (access.grant('roles', 'write') !== 'all') throw refusal(caller, 'Your roles do not allow this operation.');
}

/** @throws ApiError invalid_data, already_exists, type_conflict, client_id_forbidden */
export async function createRole(
  { access, objects }: RoleServices,
  body: RoleBody,
  context: RequestContext,
): Promise<RoleRow> {
  const { store, clock } = objects;
  assertMayWriteRoles(context);
  const { name = '', description = null, unchangeable = false } = knownAttributes(readCreate(body, 'roles'), FIELDS);
  assertName(name);
  const now = clock.now();
  const _id = await store.sequences.next('roles');
  const usual = { _id, priority: await newPriority(store, context.caller) };
  const priority = Math.max(ADMIN_PRIORITY, priorityOf(body, usual, context));
  const { data } = body.data.relationships?.users ?? {};
  return objects.writer.commit(() =>
    access.change(async (transaction) => {
      const bookkeeping = { revision: 1, created: now, modified: now };
      const row = { _id, name, description, unchangeable, priority, ...bookkeeping };
      await insertRow(roleResources(store, context), row, writeScope(objects, context, transaction));
      await writeUsers(objects, { roleId: _id, data }, context, transaction);
      return row;
    }),
  );
}

/**
 * An admin may clear `unchangeable` and change other attributes in the same request (D106). @throws ApiError immutable,
 * already_exists …
 */
export async function updateRole(
  { access, objects }: RoleServices,
  id: string,
  body: RoleBody,
  context: RequestContext,
): Promise<RoleRow> {
  const { store } = objects;
  assertMayWriteRoles(context);
  const change = async (transaction: Transaction): Promise<RoleRow> => {
    const current = await findRole(store, id, context, transaction);
    const fields = knownAttributes(readUpdate(body, 'roles', id, current._id), FIELDS);
    await assertMayManage(store, [current._id], context.caller);
    if (current.unchangeable && !(context.caller.isAdmin && fields.unchangeable === false)) {
      throw immutable(`Role "${current.name}" is unchangeable.`);
    }
    assertName(fields.name);
    const changed = { ...fields, priority: priorityOf(body, current, context) };
    const scope = writeScope(objects, context, transaction);
    const row = await updateRow(roleResources(store, context), current, changed, scope);
    await writeUsers(objects, { roleId: row._id, data: body.data.relationships?.users?.data }, context, transaction);
    return row;
  };
  return objects.writer.commit(() => access.change(change));
}

/**
 * Objects that only the role could see become visible to administrators only, instead of open to all: where a row is the last of an
 * object, it becomes one of role `admin` (D107). Permissions of the role on endpoints are removed.
 * @returns ids of the objects whose permissions change
 */
async function leaveToAdmins(store: Store, roleId: number, transaction: Transaction): Promise<number[]> {
  const { endpointPermissions, objectPermissions } = store;
  const options = { session: transaction };
  const ofRole = { role_id: roleId };
  await endpointPermissions.deleteMany(ofRole, options);
  const rows = await objectPermissions.find(ofRole, options).toArray();
  const objectIds = [...new Set(rows.map((row) => row.object_id))];
  const others = { object_id: { $in: objectIds }, role_id: { $ne: roleId } };
  const shared = await objectPermissions.find(others, options).toArray();
  const keys = new Set(shared.map((row) => `${row.object_id} ${row.permission}`));
  const kept = rows.filter((row) => !keys.has(`${row.object_id} ${row.permission}`)).map((row) => row._id);
  const toAdmin = { $set: { role_id: ADMIN_ROLE_ID }, $inc: { revision: 1 } };
  await objectPermissions.updateMany({ _id: { $in: kept } }, toAdmin, options);
  await objectPermissions.deleteMany(ofRole, options);
  return objectIds;
}

/** Users lose it. @throws ApiError immutable, not_found, precondition_failed */
export async function deleteRole(
  { access, objects }: RoleServices,
  id: string,
  context: RequestContext,
): Promise<void> {
  const { store } = objects;
  assertMayWriteRoles(context);
  const { roleId, objectIds } = await access.change(async (transaction) => {
    const row = await findRole(store, id, context, transaction);
    if (row._id === ADMIN_ROLE_ID) throw immutable('Role 1 cannot be deleted.');
    if (row.unchangeable) throw immutable(`Role "${row.name}" is unchangeable.`);
    await assertMayManage(store, [row._id], context.caller);
    await removeRow(roleResources(store, context), row, writeScope(objects, context, transaction));
    return { roleId: row._id, objectIds: await leaveToAdmins(store, row._id, transaction) };
  });
  // Its id is never reused, so a user who keeps it for a moment longer gets no access by it.
  const following = { ...objects, writer: objects.unproposedWriter };
  await removeRoleFromUsers(following, roleId, context);
  // Until then the stored ids name a role that no longer exists.
  await refreshPermissions({ access, objects: following }, objectIds, context);
}
