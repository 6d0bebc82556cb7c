// Giving roles to users and removing them, from either side (service.md 4.7, D555).
import type { RequestContext } from '../../context.ts';
import { immutable } from '../../resources/model-write.ts';
import { changeWrite } from '../../objects/changes/object-changes.ts';
import type { ObjectServices } from '../../objects/object-services.ts';
import type { ObjectWrite } from '../../objects/changes/unit-of-work.ts';
import type { ObjectRecord } from '../../objects/object-record.ts';
import { checkPrecondition } from '../../resources/precondition.ts';
import type { ObjectDocument } from '../../store/store.ts';
import { ADMIN_ROLE_ID, FIRST_USER_ID, USERS } from '../../access/access-rules.ts';
import { keepAdmins } from './last-admin.ts';
import { rolesOf } from './role-priority.ts';
import type { LinkageChange } from '../../format/jsonapi/resource-input.ts';
import { userRecord } from '../edit-account.ts';

/** The set after a change, in order; the same array when no id differs. */
export function idsAfterChange(
  current: readonly number[],
  given: readonly number[],
  how: LinkageChange,
): readonly number[] {
  const next = new Set(how === 'replace' ? given : current);
  for (const id of given) {
    if (how === 'remove') next.delete(id);
    else next.add(id);
  }
  const isSame = next.size === current.length && current.every((id) => next.has(id));
  return isSame ? current : [...next].sort((a, b) => a - b);
}

/** @throws ApiError immutable when role 1 would be taken from user 1 (D21) */
export function assertKeepsRoles(user: ObjectDocument, lost: readonly number[]): void {
  if (user._id === FIRST_USER_ID && lost.includes(ADMIN_ROLE_ID)) throw immutable('User 1 keeps role 1.');
}

/** The write that sets the roles of a user. */
export function roleWrite(
  { clock, store }: Pick<ObjectServices, 'clock' | 'store'>,
  { type, document: before }: ObjectRecord,
  roles: readonly number[],
  context: RequestContext,
): ObjectWrite {
  const after: ObjectDocument = {
    ...before,
    role_ids: roles,
    modified: clock.now(),
    modified_by: context.caller.userId,
    revision: before.revision + 1,
  };
  const inTransaction = keepAdmins(store, { before, after });
  return changeWrite({ type, before, after }, { action: 'update', changed: { roles }, inTransaction }, context);
}

interface RoleChange {
  find: () => Promise<ObjectRecord>;
  /** Computes the roles after the change; it may throw. */
  next: (user: ObjectDocument) => readonly number[] | Promise<readonly number[]>;
}

/**
 * Sets the roles of one user, with a raised revision and a change row; in force from the user's next request.
 * @returns false when nothing changed
 * @throws ApiError immutable, precondition_failed
 */
export function writeRoles(
  objects: ObjectServices,
  { find, next }: RoleChange,
  context: RequestContext,
): Promise<boolean> {
  return objects.writer.commit(async (unit) => {
    const { type, document } = await find();
    checkPrecondition(context.precondition, document.revision);
    const current = rolesOf(document);
    const roles = await next(document);
    if (roles === current) return false;
    const lost = current.filter((role) => !roles.includes(role));
    assertKeepsRoles(document, lost);
    unit.write(roleWrite(objects, { type, document }, roles, context));
    return true;
  });
}

/** For users that are already checked; the precondition of the request refers to another resource. */
export async function changeRoleOfAll(
  objects: ObjectServices,
  users: readonly Pick<ObjectDocument, '_id'>[],
  { roleId, how }: { roleId: number; how: 'add' | 'remove' },
  context: RequestContext,
): Promise<void> {
  const without = { ...context, precondition: undefined };
  const next = (user: ObjectDocument) => idsAfterChange(rolesOf(user), [roleId], how);
  const changes = users.map(({ _id: id }) => {
    const find = () => userRecord(objects, id, () => new Error(`user ${id} is gone`));
    return writeRoles(objects, { find, next }, without);
  });
  await Promise.all(changes);
}

const BATCH_SIZE = 200;

/** Removes a role from all users, those in the trash included. */
export async function removeRoleFromUsers(
  objects: ObjectServices,
  roleId: number,
  context: RequestContext,
): Promise<void> {
  for (;;) {
    const found = objects.store.documents(USERS).find({ role_ids: roleId }, { projection: { _id: 1 } });
    const users = await found.limit(BATCH_SIZE).toArray();
    if (users.length === 0) return;
    await changeRoleOfAll(objects, users, { roleId, how: 'remove' }, context);
  }
}
