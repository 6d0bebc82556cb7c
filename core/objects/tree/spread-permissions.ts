// A change of a folder's permissions writes all heirs in the same transaction, since readers see them before or after it (D20).
import type { RequestContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import type { ObjectPermissions, Store, TreeRow } from '../../store/store.ts';
import type { Transaction } from '../../store/transactions/transaction.ts';
import { permissionsOf } from '../visibility/object-permissions.ts';
import type { ObjectServices } from '../object-services.ts';
import { RevisionConflict } from '../changes/unit-of-work.ts';
import { objectsIn } from './detach-children.ts';
import {
  hasOwnPermissions,
  pending,
  setPermissions,
  touchFolders,
  type PendingObject,
  type PendingObjects,
} from './inherited-permissions.ts';
import { assertNonePurged } from './purged-folders.ts';
import { FOLDERS, folderNodes, inheritedIn } from './tree-nodes.ts';
import { valueOf } from '../../values.ts';

/** Objects that inherit changed permissions in one transaction, about half a millisecond each (D575). */
const MOST_HEIRS = 20_000;

const TOO_MANY = `More than ${MOST_HEIRS} objects would inherit the permissions, too many for one change: begin with folders below.`;
const tooMany = (): ApiError => new ApiError('bad_request', TOO_MANY);

/** Folders whose permissions change. */
export interface PermissionChanges {
  /** By folder id; the fences are those before the children were read. */
  nodes: ReadonlyMap<number, { node: TreeRow; permissions: ObjectPermissions | undefined }>;
  /** Unchanged folders whose permissions also affect the heirs. */
  unchanged: readonly TreeRow[];
}

async function contentsOf(
  services: ObjectServices,
  folderIds: readonly number[],
  objects: PendingObjects,
): Promise<PendingObject[]> {
  const { store } = services;
  const inside = { parent_id: { $in: [...folderIds] } };
  if ((await store.trees.countDocuments(inside, { limit: MOST_HEIRS + 1 })) > MOST_HEIRS) throw tooMany();
  const rows = (await store.trees.find(inside).toArray()).filter(({ object_id: id }) => !objects.has(id));
  const stored = (await objectsIn(services, rows)).map(({ type, document }) => pending(type, document));
  const isIn = ({ after }: PendingObject): boolean => (after.parents ?? []).some((id) => folderIds.includes(id));
  return [...stored, ...[...objects.values()].filter(isIn)];
}

/**
 * Adds to `objects` all heirs of folders whose permissions change.
 * @param start the folders, which are already in `objects` with their permissions
 * @throws ApiError bad_request for too many heirs; RevisionConflict
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
      changes.set(id, { node, permissions: permissionsOf(valueOf(objects, id).after) });
    }
    const next: number[] = [];
    for (const object of await contentsOf(services, level, objects)) {
      const { type, before } = object;
      if (objects.size + others.size > MOST_HEIRS) throw tooMany();
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
  services: ObjectServices,
  { others, objects, changes }: Record<'others' | 'objects', PendingObjects> & { changes: PermissionChanges['nodes'] },
  context: RequestContext,
): Promise<TreeRow[]> {
  const parents = [...others.values()].flatMap(({ after }) => after.parents ?? []);
  const unchanged = await folderNodes(services.store, [...new Set(parents.filter((id) => !changes.has(id)))]);
  const found = [...others.values()].map(({ type, before: document }) => ({ type, document }));
  await assertNonePurged(services, { nodes: unchanged.values(), found }, context);
  const places = new Map<number, Pick<TreeRow, 'permissions'>>(unchanged);
  for (const [id, { permissions }] of changes) places.set(id, permissions ? { permissions } : {});
  for (const [id, object] of others) {
    if (setPermissions(object, inheritedIn(object.after.parents ?? [], places), context)) objects.set(id, object);
  }
  return [...unchanged.values()];
}

/**
 * Stores the permissions of folders in their rows, and locks the rows of those that were only read: else two concurrent
 * changes, each restricting another folder of an object, would not conflict, and the object would remain open.
 * @throws RevisionConflict when their content has changed since
 */
export async function writePermissionChanges(
  store: Store,
  { nodes, unchanged }: PermissionChanges,
  transaction: Transaction,
): Promise<void> {
  for (const [folderId, { node, permissions }] of nodes) {
    const set = permissions ? { $set: { permissions } } : { $unset: { permissions: '' as const } };
    const [filter, update] = [
      { _id: node._id, fence: node.fence },
      { $inc: { fence: 1 }, ...set },
    ];
    const { matchedCount } = await store.trees.updateOne(filter, update, { session: transaction });
    if (matchedCount === 0) throw new RevisionConflict(folderId);
  }
  await touchFolders(store, unchanged, transaction);
}
