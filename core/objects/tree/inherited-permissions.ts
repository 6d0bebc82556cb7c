// Permissions that objects inherit from their folders (D20, D49) are stored with the objects, so that lists filter by them on
// an index.
import type { RequestContext } from '../../context.ts';
import { mapInSlices } from '../../event-loop-turns.ts';
import type { ResolvedType } from '../../model/model.ts';
import type { ObjectDocument, ObjectPermissions, Store, TreeRow } from '../../store/store.ts';
import type { Transaction } from '../../store/transactions/transaction.ts';
import { isSameValue } from '../changes/change-values.ts';
import { changeWrite } from '../changes/object-changes.ts';
import { permissionsOf, readerRoles, shownPermissions } from '../visibility/object-permissions.ts';
import { RevisionConflict, type ObjectWrite } from '../changes/unit-of-work.ts';

/** An object that will be written. */
export interface PendingObject {
  type: ResolvedType;
  before: ObjectDocument;
  after: ObjectDocument;
  changed: Record<string, unknown>;
}

export type PendingObjects = Map<number, PendingObject>;

/** Its own rows replace the inherited permissions of an object. */
export const hasOwnPermissions = (document: ObjectDocument): boolean => permissionsOf(document)?.inherited === false;

export function withPermissions(document: ObjectDocument, permissions: ObjectPermissions | undefined): ObjectDocument {
  const { permissions: _permissions, reader_roles: _readers, ...rest } = document;
  const readers = readerRoles(permissions);
  return { ...rest, ...(permissions && { permissions }), ...(readers && { reader_roles: readers }) };
}

/** One raised revision, for an object without other changes. */
export const pending = (type: ResolvedType, before: ObjectDocument): PendingObject => ({
  type,
  before,
  after: { ...before, revision: before.revision + 1 },
  changed: {},
});

/** Sets the permissions of an object; false when they are already set. */
export function setPermissions(
  object: PendingObject,
  permissions: ObjectPermissions | undefined,
  { access }: Pick<RequestContext, 'access'>,
): boolean {
  if (isSameValue(permissions, permissionsOf(object.after))) return false;
  object.after = withPermissions(object.after, permissions);
  object.changed['perms'] = permissions ? shownPermissions(permissions, access.roleNames) : null;
  return true;
}

/** Locks folders. @throws RevisionConflict when their permissions are not those that were read */
export async function touchFolders(store: Store, nodes: readonly TreeRow[], transaction: Transaction): Promise<void> {
  if (nodes.length === 0) return;
  const filter = { _id: { $in: nodes.map(({ _id }) => _id) } };
  await store.trees.updateMany(filter, { $inc: { fence: 1 } }, { session: transaction });
  const rows = await store.trees.find(filter, { session: transaction }).toArray();
  const touched = new Map(rows.map((row) => [row._id, row]));
  const changed = nodes.find(({ _id, permissions }) => {
    const row = touched.get(_id);
    return !row || !isSameValue(row.permissions, permissions);
  });
  if (changed) throw new RevisionConflict(changed.object_id);
}

/** The writes of all of them, made in turns of the event loop; `inTransaction` belongs to the first. */
export function writesOf(
  objects: PendingObjects,
  { now, inTransaction }: { now: Date; inTransaction: ObjectWrite['inTransaction'] },
  context: RequestContext,
): Promise<ObjectWrite[]> {
  return mapInSlices([...objects.values()], ({ changed, ...object }, index) => {
    const addition = { action: 'update', ...(index === 0 && { inTransaction }) } as const;
    const write = changeWrite(object, addition, context);
    write.change.created = now;
    write.change.changed = changed;
    return write;
  });
}
