// Permissions that objects inherit from their folders (D20, D49) are stored with the objects, so that lists filter by them on
// an index. A change of a folder's permissions writes all heirs in the same transaction.
import type { RequestContext } from '../../context.ts';
import type { ResolvedType } from '../../model/model.ts';
import type { ObjectDocument, Store, TreeRow } from '../../store/store.ts';
import type { Transaction } from '../../store/transaction.ts';
import { isSameValue } from '../change-values.ts';
import { changeWrite } from '../object-changes.ts';
import { permissionsOf, readerRoles, shownPermissions, type ObjectPermissions } from '../object-permissions.ts';
import type { ObjectServices } from '../object-services.ts';
import { RevisionConflict, type ObjectWrite } from '../unit-of-work.ts';
import { FOLDERS, folderNodes, inheritedIn } from './tree-nodes.ts';

/** An object that is about to be written. */
export interface PendingObject {
  type: ResolvedType;
  before: ObjectDocument;
  after: ObjectDocument;
  /** For the change row. */
  changed: Record<string, unknown>;
}

export type PendingObjects = Map<number, PendingObject>;

/** Folders whose permissions change. */
export interface PermissionChanges {
  /** By folder id; the fences are those before the children were read. */
  nodes: ReadonlyMap<number, { node: TreeRow; permissions: ObjectPermissions | undefined }>;
  /** Unchanged folders whose permissions also affect the heirs. */
  unchanged: readonly TreeRow[];
}

/** Rows of its own replace the inherited permissions of an object. */
export const hasOwnPermissions = (document: ObjectDocument): boolean => permissionsOf(document)?.inherited === false;

export function withPermissions(document: ObjectDocument, permissions: ObjectPermissions | undefined): ObjectDocument {
  const { permissions: _permissions, reader_roles: _readers, ...rest } = document as ObjectDocument;
  void [_permissions, _readers];
  const readers = readerRoles(permissions);
  return { ...rest, ...(permissions && { permissions }), ...(readers && { reader_roles: readers }) } as ObjectDocument;
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

/** The objects in some folders, as stored or as they are about to be written. */
async function contentsOf(
  { store, modelService }: ObjectServices,
  folderIds: readonly number[],
  objects: PendingObjects,
): Promise<PendingObject[]> {
  const rows = await store.trees.find({ parent_id: { $in: [...folderIds] } }).toArray();
  const { types } = modelService.current();
  const idsByType = new Map<string, Set<number>>();
  for (const { object_id: id, object } of rows) {
    if (!objects.has(id)) idsByType.set(object.type, (idsByType.get(object.type) ?? new Set()).add(id));
  }
  const read = [...idsByType].map(async ([name, ids]) => {
    const type = types.get(name);
    if (!type) return [];
    const documents = await store
      .documents(name)
      .find({ _id: { $in: [...ids] } })
      .toArray();
    return documents.map((document) => pending(type, document));
  });
  const isIn = ({ after }: PendingObject): boolean => (after.parents ?? []).some((id) => folderIds.includes(id));
  return [...(await Promise.all(read)).flat(), ...[...objects.values()].filter(isIn)];
}

/**
 * Adds to `objects` all heirs of folders whose permissions change.
 * @param start the folders, which are already in `objects` with their permissions
 */
export async function spreadPermissions(
  services: ObjectServices,
  { start, objects }: { start: readonly number[]; objects: PendingObjects },
  context: RequestContext,
): Promise<PermissionChanges> {
  const { store } = services;
  const changes = new Map<number, { node: TreeRow; permissions: ObjectPermissions | undefined }>();
  const others = new Map<number, PendingObject>();
  let level = [...start];
  while (level.length > 0) {
    // Before their content: the fences show whether it has changed since.
    for (const [id, node] of await folderNodes(store, level)) {
      changes.set(id, { node, permissions: permissionsOf((objects.get(id) as PendingObject).after) });
    }
    const next: number[] = [];
    for (const object of await contentsOf(services, level, objects)) {
      const { type, before } = object;
      if (hasOwnPermissions(before) || changes.has(before._id)) continue;
      if (type.name !== FOLDERS) {
        others.set(before._id, object);
        continue;
      }
      const places = new Map([...changes].map(([id, { permissions }]) => [id, permissions ? { permissions } : {}]));
      if (!setPermissions(object, inheritedIn(object.after.parents ?? [], places), context)) continue;
      objects.set(before._id, object);
      next.push(before._id);
    }
    level = next;
  }
  return { nodes: changes, unchanged: await inheritInAll(services, { others, objects, changes }, context) };
}

/** Objects in several folders inherit from unchanged folders as well, which it returns. */
async function inheritInAll(
  { store }: ObjectServices,
  asked: { others: PendingObjects; objects: PendingObjects; changes: PermissionChanges['nodes'] },
  context: RequestContext,
): Promise<TreeRow[]> {
  const { others, objects, changes } = asked;
  const parents = [...others.values()].flatMap(({ after }) => after.parents ?? []);
  const unchanged = await folderNodes(store, [...new Set(parents.filter((id) => !changes.has(id)))]);
  const places = new Map<number, Pick<TreeRow, 'permissions'>>(unchanged);
  for (const [id, { permissions }] of changes) places.set(id, permissions ? { permissions } : {});
  for (const [id, object] of others) {
    if (setPermissions(object, inheritedIn(object.after.parents ?? [], places), context)) objects.set(id, object);
  }
  return [...unchanged.values()];
}

/**
 * Stores the permissions of folders in their rows, and locks the rows of those that were only read: else two concurrent
 * changes, each leaving another folder of an object open, would not conflict, and the object would stay open.
 * @throws RevisionConflict when their content has changed since
 */
export async function writePermissionChanges(
  store: Store,
  { nodes, unchanged }: PermissionChanges,
  transaction: Transaction,
): Promise<void> {
  for (const [folderId, { node, permissions }] of nodes) {
    const set = permissions ? { $set: { permissions } } : { $unset: { permissions: '' as const } };
    const update = { $inc: { fence: 1 }, ...set };
    const { matchedCount } = await store.trees.updateOne({ _id: node._id, fence: node.fence }, update, {
      session: transaction,
    });
    if (matchedCount === 0) throw new RevisionConflict(folderId);
  }
  await touchFolders(store, unchanged, transaction);
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

/** The writes of all of them; `inTransaction` belongs to the first. */
export function writesOf(
  objects: PendingObjects,
  { now, inTransaction }: { now: Date; inTransaction: ObjectWrite['inTransaction'] },
  context: RequestContext,
): ObjectWrite[] {
  return [...objects.values()].map(({ type, before, after, changed }, index) => {
    const write = changeWrite(
      { type, before, after },
      { action: 'update', ...(index === 0 && inTransaction && { inTransaction }) },
      context,
    );
    write.change.created = now;
    write.change.changed = changed;
    return write;
  });
}
