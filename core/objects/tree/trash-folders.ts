// Folders are trashed and restored with their subfolders; other children are kept (D28, D544).
import type { RequestContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import type { Store, TreeRow } from '../../store/store.ts';
import type { Transaction } from '../../store/transactions/transaction.ts';
import { changeWrite, revised } from '../changes/object-changes.ts';
import { assertWritable } from '../visibility/object-permissions.ts';
import type { ObjectServices } from '../object-services.ts';
import { RevisionConflict, type ObjectWrite, type WritesInStep } from '../changes/unit-of-work.ts';
import type { ObjectRecord } from '../object-record.ts';
import { ANONYMOUS_READER, isShown } from '../visibility/shown-attributes.ts';
import { isVisible, mayRead, visibilityFor } from '../visibility/visibility.ts';
import { belowOf, folderNode, foldersBelow, FOLDERS } from './tree-nodes.ts';

const nameOf = ({ type, document: { _id, title } }: ObjectRecord): string =>
  isShown(type, 'title', ANONYMOUS_READER) ? `"${(title ?? '').slice(0, 100)}" (${_id})` : String(_id);

/** Folders below one that are trashed, restored or purged with it in one transaction, about a millisecond each (D575). */
const MOST_SUBFOLDERS = 10_000;

/**
 * Locks folders that were read before, if they are still at the same path: moving an ancestor changes their paths, not
 * their fences. Purged folders accept no further children.
 * @param set further changes of their rows
 * @throws RevisionConflict when their content has changed since, or they moved
 */
export async function lockFolders(
  store: Store,
  nodes: readonly TreeRow[],
  transaction: Transaction,
  set: Partial<TreeRow> = {},
): Promise<void> {
  const present = nodes.filter((node) => node.purged_with === undefined);
  const update = { $inc: { fence: 1 }, ...(Object.keys(set).length > 0 && { $set: set }) };
  const locks = present.map(({ _id, fence, path }) => ({ updateOne: { filter: { _id, fence, path }, update } }));
  if (locks.length === 0) return;
  const { matchedCount } = await store.trees.bulkWrite(locks, { session: transaction, ordered: false });
  if (matchedCount < locks.length) throw new RevisionConflict(present[0]?.object_id ?? 0);
}

/** A folder's descendant folders with their rows, and its own row. @throws ApiError bad_request for too many */
export async function readSubfolders(
  services: ObjectServices,
  { type, document }: ObjectRecord,
): Promise<{ own: TreeRow; nodes: TreeRow[]; folders: ObjectRecord[] }> {
  const { store } = services;
  const own = await folderNode(store, document._id);
  const requested = { 'object.type': FOLDERS, ...belowOf(own) };
  if ((await store.trees.countDocuments(requested, { limit: MOST_SUBFOLDERS + 1 })) > MOST_SUBFOLDERS) {
    const detail = `More than ${MOST_SUBFOLDERS} folders are below it, too many for one change: begin with some of them.`;
    throw new ApiError('bad_request', detail);
  }
  const nodes = await foldersBelow(store, own);
  const filter = { _id: { $in: nodes.map((node) => node.object_id) } };
  const documents = nodes.length === 0 ? [] : await store.documents(FOLDERS).find(filter).toArray();
  const byId = new Map(documents.map((each) => [each._id, each]));
  const folders = nodes.flatMap(({ object_id: id }) => byId.get(id) ?? []).map((each) => ({ type, document: each }));
  return { own, nodes, folders };
}

/** Errors name a subfolder only to callers who see it. @throws ApiError forbidden, locked */
export function assertTaken(
  { clock }: Pick<ObjectServices, 'clock'>,
  folder: ObjectRecord,
  context: RequestContext,
): void {
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

/**
 * Trashes the subfolders of a folder, each marked with `trashed_with`, so that restoring it restores exactly these. To
 * be called in a unit of work, with the folder as read there.
 * @throws ApiError forbidden, locked for a subfolder that the caller may not delete, which it names
 */
export async function trashSubfolders(
  services: ObjectServices,
  found: ObjectRecord,
  context: RequestContext,
): Promise<WritesInStep> {
  const { store, clock } = services;
  const { own, nodes, folders } = await readSubfolders(services, found);
  const taken = folders.filter(({ document }) => !document.trashed);
  for (const folder of taken) assertTaken(services, folder, context);
  const now = clock.now();
  const writes = taken.map(({ type, document: before }) => {
    const after = { ...revised(before, now, context), trashed: true, trashed_with: found.document._id };
    return changeWrite({ type, before, after }, { action: 'trash' }, context);
  });
  return { writes, inTransaction: (transaction) => lockFolders(store, [own, ...nodes], transaction) };
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
  const detail = '[deleted.isFolderRestorable]: Folder can be restored only if its ancestors are not deleted.';
  const refusal = () => new ApiError('bad_request', detail);
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
    const { trashed_with: _with, ...rest } = revised(before, now, context);
    const after = { ...rest, trashed: false };
    return changeWrite({ type, before, after }, { action: 'restore', ...(index === 0 && { inTransaction }) }, context);
  });
}
