// The roles that may see or change an object (D20, D49). Pure: from rows and the places of an object to its
// permissions.
import { refusal } from '../../access/authorization.ts';
import type { RequestContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import type { ObjectDocument, ObjectPermissionKind, ObjectPermissions } from '../../store/store.ts';
import type { ObjectRecord } from '../object-record.ts';
import { assertReadable, objectRule } from './visibility.ts';

export interface PermissionRow {
  role_id: number;
  permission: ObjectPermissionKind;
}

const union = (lists: readonly (readonly number[])[]): number[] => [...new Set(lists.flat())].sort((a, b) => a - b);

/** Open when one of the places is open, else the union of their roles. */
const anyPlace = (lists: readonly (readonly number[])[]): number[] =>
  lists.some((list) => list.length === 0) ? [] : union(lists);

function ownPermissions(rows: readonly PermissionRow[]): ObjectPermissions {
  const rolesWith = (kind: ObjectPermissionKind): number[] =>
    union([rows.filter((row) => row.permission === kind).map((row) => row.role_id)]);
  const write = rolesWith('write');
  return {
    read: rolesWith('read'),
    mark: rolesWith('mark'),
    write: write.length > 0 ? [write] : [],
    inherited: false,
  };
}

/**
 * Rows of the object itself replace the inherited ones. An object in several folders is readable when any one place is, and
 * writable when all are.
 * @param places the permissions in each of its folders
 */
export function effectivePermissions(
  rows: readonly PermissionRow[],
  places: readonly (ObjectPermissions | undefined)[],
): ObjectPermissions | undefined {
  if (rows.length > 0) return ownPermissions(rows);
  const above = places.map((place) => place ?? { read: [], mark: [], write: [], inherited: true });
  if (above.length === 0) return undefined;
  const inherited = {
    read: anyPlace(above.map(({ read }) => read)),
    mark: anyPlace(above.map(({ mark }) => mark)),
    write: above.flatMap(({ write }) => write),
    inherited: true,
  };
  const restricts = inherited.read.length + inherited.mark.length + inherited.write.length > 0;
  return restricts ? inherited : undefined;
}

/** Roles that see the object, for filters of lists: writing requires seeing. null for all callers. */
export const readerRoles = (permissions: ObjectPermissions | undefined): number[] | null =>
  permissions && permissions.read.length > 0 ? union([permissions.read, ...permissions.write]) : null;

export const permissionsOf = (document: ObjectDocument): ObjectPermissions | undefined => document.permissions;

const isWithin = (roles: readonly number[] | null, others: readonly number[] | null): boolean =>
  others === null || (roles !== null && roles.every((role) => others.includes(role)));

/** Whether `after` permits any caller more than `before` does (D424). */
export function isWider(after: ObjectPermissions | undefined, before: ObjectPermissions): boolean {
  const marked = ({ mark }: ObjectPermissions): readonly number[] | null => (mark.length > 0 ? mark : null);
  return !(
    isWithin(readerRoles(after), readerRoles(before)) &&
    isWithin(after ? marked(after) : null, marked(before)) &&
    before.write.every((roles) => (after?.write ?? []).some((needed) => isWithin(needed, roles)))
  );
}

/** `meta.perms`: names of roles; `roles` are those with write access. */
export function shownPermissions(permissions: ObjectPermissions, roleNames: ReadonlyMap<number, string>) {
  const names = (roles: readonly number[]): string[] => roles.flatMap((role) => roleNames.get(role) ?? []);
  return {
    roles: names(union(permissions.write)),
    read: names(permissions.read),
    mark: names(permissions.mark),
    inherited: permissions.inherited,
  };
}

/**
 * Whether the caller may change an object, its relations and its places: by the permissions of its type's endpoint, and by its
 * own. Writing requires seeing.
 * @throws ApiError authentication_required, forbidden
 */
export function assertWritable({ type, document }: ObjectRecord, context: RequestContext): void {
  const { caller, access } = context;
  const grant = access.grant(type.name, 'write');
  if (grant === 'none') throw refusal(caller, 'Your roles do not allow this operation.');
  if (grant === 'mine' && document.created_by !== caller.userId) {
    throw refusal(caller, 'Your roles allow this operation on your own objects only.', 'own');
  }
  assertReadable(document, caller);
  if (caller.isAdmin) return;
  const needed = permissionsOf(document)?.write ?? [];
  if (needed.every((roles) => roles.some((role) => caller.roles.has(role)))) return;
  throw new ApiError('forbidden', {
    detail: 'Only certain roles may change this object.',
    refusedBy: objectRule(document),
  });
}
