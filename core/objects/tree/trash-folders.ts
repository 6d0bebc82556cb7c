// Folders are trashed, restored and purged with their subfolders; other children stay (D28, D30, D544).
import type { RequestContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import type { ObjectDocument, Store, TreeRow } from '../../store/store.ts';
import type { Transaction } from '../../store/transaction.ts';
import { changeWrite } from '../object-changes.ts';
import { assertWritable, isWider, permissionsOf } from '../object-permissions.ts';
import type { ObjectServices } from '../object-services.ts';
import { RevisionConflict, type ObjectWrite } from '../unit-of-work.ts';
import { keepingPermissions, type KeptPermissions } from '../own-permissions.ts';
import type { ObjectRecord } from '../object-record.ts';
import { isShown } from '../shown-attributes.ts';
import { isVisible, mayRead, visibilityFor } from '../visibility.ts';
import {
  hasOwnPermissions,
  pending,
  setPermissions,
  touchFolders,
  writesOf,
  type PendingObject,
  type PendingObjects,
} from './inherited-permissions.ts';
import { belowOf, folderNode, folderNodes, foldersBelow, FOLDERS, inheritedIn, subtreeOf } from './tree-nodes.ts';

const nameOf = ({ type, document: { _id, title } }: ObjectRecord): string =>
  isShown(type, 'title', 'others') ? `"${(title ?? '').slice(0, 100)}" (${_id})` : String(_id);

/**
 * Locks folders that were read before, if they are still at the same path: moving an ancestor changes their paths, not their
 * fences. @throws RevisionConflict when their content has changed since, or they moved
 */
async function raiseFences(store: Store, nodes: readonly TreeRow[], transaction: Transaction): Promise<void> {
  for (const { _id, fence, path, object_id: id } of nodes) {
    const { matchedCount } = await store.trees.updateOne(
      { _id, fence, path },
      { $inc: { fence: 1 } },
      { session: transaction },
    );
    if (matchedCount === 0) throw new RevisionConflict(id);
  }
}

/** A folder's descendant folders with their rows, and its own row. */
async function readSubfolders(
  services: ObjectServices,
  { type, document }: ObjectRecord,
): Promise<{ own: TreeRow; nodes: TreeRow[]; folders: ObjectRecord[] }> {
  const { store } = services;
  const own = await folderNode(store, document._id);
  const nodes = await foldersBelow(store, own);
  const ids = nodes.map((node) => node.object_id);
  const documents =
    ids.length === 0
      ? []
      : await store
          .documents(FOLDERS)
          .find({ _id: { $in: ids } })
          .toArray();
  const byId = new Map(documents.map((each) => [each._id, each]));
  const folders = nodes.flatMap(({ object_id: id }) => byId.get(id) ?? []).map((each) => ({ type, document: each }));
  return { own, nodes, folders };
}

/**
 * A subfolder that is trashed or restored with its folder; its name appears in errors only for callers who see it.
 * @throws ApiError forbidden, locked
 */
function assertTaken({ clock }: Pick<ObjectServices, 'clock'>, folder: ObjectRecord, context: RequestContext): void {
  const { type, document } = folder;
  const { access, caller } = context;
  const visibility = visibilityFor(type, context, clock.now());
  const isSeen = visibility && isVisible({ ...document, trashed: false }, visibility);
  if (!isSeen || !mayRead(document, caller)) throw new ApiError('forbidden', 'You have no permission for a subfolder.');
  if (document.locked) {
    throw new ApiError('locked', `Subfolder ${nameOf(folder)} is locked: it cannot be deleted.`);
  }
  try {
    assertWritable(folder, context);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError('forbidden', `Subfolder ${nameOf(folder)}: ${error.message}`);
  }
  if (document.trashed && access.grant('trash', 'write') === 'mine' && document.created_by !== caller.userId) {
    throw new ApiError('forbidden', `Subfolder ${nameOf(folder)} is not yours.`);
  }
}

/** The subfolders that are trashed with a folder. */
export interface FolderTrash {
  /** Writes of its subfolders, for the transaction of its own write. */
  writes: ObjectWrite[];
  /** For the `inTransaction` of its own write. */
  inTransaction: NonNullable<ObjectWrite['inTransaction']>;
}

/**
 * Trashes the subfolders of a folder, each marked with `trashed_with`, so that restoring brings back exactly these. To be
 * called in a unit of work, with the folder as read there.
 * @throws ApiError forbidden, locked for a subfolder that the caller may not delete, which it names
 */
export async function trashSubfolders(
  services: ObjectServices,
  found: ObjectRecord,
  context: RequestContext,
): Promise<FolderTrash> {
  const { store, clock } = services;
  const { own, nodes, folders } = await readSubfolders(services, found);
  const taken = folders.filter(({ document }) => !document.trashed);
  for (const folder of taken) assertTaken(services, folder, context);
  const now = clock.now();
  const writes = taken.map(({ type, document: before }) => {
    const after: ObjectDocument = {
      ...before,
      trashed: true,
      trashed_with: found.document._id,
      modified: now,
      modified_by: context.caller.userId,
      revision: before.revision + 1,
    };
    return changeWrite({ type, before, after }, { action: 'trash' }, context);
  });
  return { writes, inTransaction: (transaction) => raiseFences(store, [own, ...nodes], transaction) };
}

/**
 * Writes that restore a folder, its own first, with the subfolders that were trashed with it. To be called in a unit of work.
 * @throws ApiError bad_request when an ancestor is in the trash; forbidden for a subfolder that the caller may not change
 */
export async function restoreFolderWrites(
  services: ObjectServices,
  found: ObjectRecord,
  context: RequestContext,
): Promise<ObjectWrite[]> {
  const { store, clock } = services;
  const { own, folders } = await readSubfolders(services, found);
  const isBelowTrash = (parent: TreeRow | null | undefined): boolean => parent?.object.trashed === true;
  const refusal = () =>
    new ApiError(
      'bad_request',
      '[deleted.isFolderRestorable]: Folder can be restored only if its ancestors are not deleted.',
    );
  if (own.parent_id !== null && isBelowTrash(await store.trees.findOne({ object_id: own.parent_id }))) throw refusal();
  const now = clock.now();
  const { _id } = found.document;
  const taken = folders.filter(({ document }) => document['trashed_with'] === _id && document.trashed);
  for (const folder of taken) assertTaken(services, folder, context);
  const inTransaction: ObjectWrite['inTransaction'] = async (transaction) => {
    // Its present place, not the one that was read: a move writes its row.
    const node = await store.trees.findOne({ object_id: _id }, { session: transaction });
    if (!node || node.parent_id !== own.parent_id) throw new RevisionConflict(_id);
    if (node.parent_id === null) return;
    const filter = { object_id: node.parent_id, 'object.type': FOLDERS };
    const parent = await store.trees.findOneAndUpdate(filter, { $inc: { fence: 1 } }, { session: transaction });
    if (!parent) throw new RevisionConflict(_id);
    if (isBelowTrash(parent)) throw refusal();
  };
  return [found, ...taken].map(({ type, document: before }, index) => {
    const { trashed_with: _with, ...rest } = before as ObjectDocument;
    void _with;
    const after = {
      ...rest,
      trashed: false,
      modified: now,
      modified_by: context.caller.userId,
      revision: before.revision + 1,
    } as ObjectDocument;
    return changeWrite({ type, before, after }, { action: 'restore', ...(index === 0 && { inTransaction }) }, context);
  });
}

/** The removals of a purge besides those of any object. */
export interface PlacesToPurge {
  /** Folders below the purged one, all in the trash: they are purged with it, each in the same transaction. */
  folders: ObjectRecord[];
  /** Writes of other objects, which lose their places in these folders; in the same transaction. */
  writes: ObjectWrite[];
  /** Removes the rows of the tree. To be run in the same transaction, before or after the writes. */
  inTransaction(transaction: Transaction): Promise<void>;
}

/** Removes the places of an object that is no folder. */
async function removePlaces(store: Store, objectId: number, transaction: Transaction): Promise<void> {
  const rows = await store.trees.find({ object_id: objectId }, { session: transaction }).toArray();
  const parents = rows.flatMap(({ parent_id: id }) => (id === null ? [] : [id]));
  await store.trees.updateMany(
    { object_id: { $in: parents }, 'object.type': FOLDERS },
    { $inc: { fence: 1 } },
    { session: transaction },
  );
  await store.trees.deleteMany({ object_id: objectId }, { session: transaction });
}

/**
 * The permissions that an object inherits from its remaining folders when one is removed. It keeps the former ones where these
 * would permit more (D424).
 */
function inheritOrKeep(
  object: PendingObject,
  { places, keeping }: { places: ReadonlyMap<number, TreeRow>; keeping: KeptPermissions },
  context: RequestContext,
): void {
  const left = inheritedIn(object.after.parents ?? [], places);
  const before = permissionsOf(object.before);
  const isKept = before !== undefined && isWider(left, before);
  setPermissions(object, isKept ? keeping.keep(object.before._id, before) : left, context);
}

/**
 * The places of an object that is about to be purged; for a folder also its descendant folders and their children. To be called
 * in a unit of work: `inTransaction` may throw RevisionConflict.
 * @throws ApiError bad_request when a folder below is not in the trash; forbidden for one that the caller may not change
 */
export async function placesToPurge(
  services: ObjectServices,
  found: ObjectRecord,
  context: RequestContext,
): Promise<PlacesToPurge> {
  const { store, clock, modelService } = services;
  const { type, document } = found;
  if (type.name !== FOLDERS) {
    return { folders: [], writes: [], inTransaction: (transaction) => removePlaces(store, document._id, transaction) };
  }
  const { own, nodes, folders } = await readSubfolders(services, found);
  for (const folder of folders) if (folder.document.trashed) assertTaken(services, folder, context);
  const kept = folders.find((folder) => !folder.document.trashed);
  if (kept) throw new ApiError('bad_request', 'A subfolder is not in the trash.');
  const purged = new Set([document._id, ...folders.map((folder) => folder.document._id)]);
  const objects: PendingObjects = new Map();
  const rows = await store.trees.find({ 'object.type': { $ne: FOLDERS }, ...belowOf(own) }).toArray();
  const idsByType = new Map<string, Set<number>>();
  for (const { object_id: id, object } of rows) {
    idsByType.set(object.type, (idsByType.get(object.type) ?? new Set()).add(id));
  }
  for (const [name, ids] of idsByType) {
    const typeOf = modelService.current().types.get(name);
    if (!typeOf) continue;
    const documents = await store
      .documents(name)
      .find({ _id: { $in: [...ids] } })
      .toArray();
    for (const each of documents) {
      const object = pending(typeOf, each);
      const { parents = [], ...rest } = object.after;
      const left = parents.filter((id) => !purged.has(id));
      object.after = { ...rest, ...(left.length > 0 && { parents: left }) } as ObjectDocument;
      object.changed['parents'] = left;
      objects.set(each._id, object);
    }
  }
  const heirs = [...objects.values()].filter(({ before }) => !hasOwnPermissions(before));
  const parents = heirs.flatMap(({ after }) => after.parents ?? []);
  const places = await folderNodes(store, [...new Set(parents)]);
  const keeping = keepingPermissions(services, context);
  for (const object of heirs) inheritOrKeep(object, { places, keeping }, context);
  const insertKept = await keeping.prepare([...objects.values()].map(({ after }) => after));
  return {
    folders,
    writes: writesOf(objects, { now: clock.now(), inTransaction: undefined }, context),
    inTransaction: async (transaction) => {
      await raiseFences(store, [own, ...nodes], transaction);
      await touchFolders(store, [...places.values()], transaction);
      await store.trees.deleteMany(subtreeOf(own), { session: transaction });
      await insertKept(transaction);
    },
  };
}
