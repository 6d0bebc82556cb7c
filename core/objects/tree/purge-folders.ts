// Folders are purged with the folders below them, which are in the trash as well; other children lose these places (D30, D574).
import type { RequestContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import type { Store, TreeRow } from '../../store/store.ts';
import type { Transaction } from '../../store/transactions/transaction.ts';
import type { ObjectServices } from '../object-services.ts';
import type { ObjectRecord } from '../object-record.ts';
import type { WritesInStep } from '../changes/unit-of-work.ts';
import { detachment, narrowedBy, objectsIn } from './detach-children.ts';
import { assertTaken, lockFolders, readSubfolders } from './trash-folders.ts';
import { belowOf, FOLDERS, subtreeOf } from './tree-nodes.ts';

/** Objects that leave purged folders in the transaction of the purge, about half a millisecond each. */
const MOST_NARROWED = 10_000;
const PAGE = 1_000;

/** The removals of a purge in addition to those of any object: rows of the tree, and places of other objects. */
export interface PlacesToPurge extends WritesInStep {
  /** Folders below the purged one, all in the trash: they are purged with it, each in the same transaction. */
  folders: ObjectRecord[];
  /** Objects that lose their places after the commit of the transaction (core/objects/tree/purged-folders.ts). */
  left: number;
}

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

/** The children of purged folders that fewer callers see afterwards, since they are in other folders too. */
async function narrowedChildren(
  services: ObjectServices,
  own: TreeRow,
  isPurged: (folderId: number) => boolean,
): Promise<ObjectRecord[]> {
  const narrowed = new Map<number, ObjectRecord>();
  const projection = { object_id: 1, 'object.type': 1 };
  const rows = services.store.trees.find(
    { 'object.type': { $ne: FOLDERS }, ...belowOf(own) },
    { projection, batchSize: PAGE },
  );
  const look = async (page: readonly TreeRow[]): Promise<void> => {
    const shared = await objectsIn(services, page, { 'parents.1': { $exists: true } });
    for (const each of await narrowedBy(services, shared, isPurged)) narrowed.set(each.document._id, each);
    if (narrowed.size > MOST_NARROWED) {
      const detail = `More than ${MOST_NARROWED} objects in it are in more restricted folders as well, too many for one change: remove some first.`;
      throw new ApiError('bad_request', detail);
    }
  };
  const page: TreeRow[] = [];
  for await (const row of rows) {
    page.push(row);
    if (page.length === PAGE) await look(page.splice(0));
  }
  await look(page);
  return [...narrowed.values()];
}

interface Subtree {
  own: TreeRow;
  nodes: readonly TreeRow[];
  folders: ObjectRecord[];
}

async function purgeAtOnce(
  services: ObjectServices,
  { own, nodes, folders }: Subtree,
  context: RequestContext,
): Promise<PlacesToPurge> {
  const { store } = services;
  const purged = new Set([own, ...nodes].map((node) => node.object_id));
  const rows = await store.trees.find({ 'object.type': { $ne: FOLDERS }, ...belowOf(own) }).toArray();
  const found = await objectsIn(services, rows);
  const detached = await detachment(services, { found, isPurged: (id) => purged.has(id) }, context);
  return {
    folders,
    writes: detached.writes,
    inTransaction: async (transaction) => {
      await lockFolders(store, [own, ...nodes], transaction);
      await detached.inTransaction(transaction);
      await store.trees.deleteMany(subtreeOf(own), { session: transaction });
    },
    left: 0,
  };
}

/** The folders immediately, their children later: nobody sees the difference, by the permissions that these keep until then. */
async function purgeInSteps(
  services: ObjectServices,
  { own, nodes, folders }: Subtree,
  { left, context }: { left: number; context: RequestContext },
): Promise<PlacesToPurge> {
  const { store } = services;
  const folderIds = [own, ...nodes].map((node) => node.object_id);
  const purged = new Set(folderIds);
  const isPurged = (id: number): boolean => purged.has(id);
  const narrowed = await narrowedChildren(services, own, isPurged);
  const ids = narrowed.map(({ document }) => document._id);
  const detached = await detachment(services, { found: narrowed, isPurged }, context);
  const mark = { purged_with: own.object_id, purged_by: context.caller.userId };
  return {
    folders,
    writes: detached.writes,
    inTransaction: async (transaction) => {
      const options = { session: transaction };
      await lockFolders(store, [own, ...nodes], transaction, mark);
      // Those of earlier purges that still exist.
      const earlier = { 'object.type': FOLDERS, purged_with: { $exists: true }, ...belowOf(own) };
      await store.trees.updateMany(earlier, { $set: mark }, options);
      await detached.inTransaction(transaction);
      if (ids.length === 0) return;
      await store.trees.deleteMany({ object_id: { $in: ids }, parent_id: { $in: folderIds } }, options);
    },
    left,
  };
}

/**
 * The places of an object that will be purged; for a folder also its descendant folders and their children. To be
 * called in a unit of work: `inTransaction` may throw RevisionConflict.
 * @param above number of children from which on a job removes the places
 * @throws ApiError bad_request when a folder below is not in the trash; forbidden for one that the caller may not change
 */
export async function placesToPurge(
  services: ObjectServices,
  { found, above }: { found: ObjectRecord; above: number },
  context: RequestContext,
): Promise<PlacesToPurge> {
  const { store } = services;
  const { type, document } = found;
  if (type.name !== FOLDERS) {
    const inTransaction = (transaction: Transaction) => removePlaces(store, document._id, transaction);
    return { folders: [], writes: [], inTransaction, left: 0 };
  }
  const subtree = await readSubfolders(services, found);
  const { folders, own } = subtree;
  for (const folder of folders) if (folder.document.trashed) assertTaken(services, folder, context);
  const kept = folders.find((folder) => !folder.document.trashed);
  if (kept) throw new ApiError('bad_request', 'A subfolder is not in the trash.');
  const left = (await store.trees.countDocuments(belowOf(own))) - subtree.nodes.length;
  return left > above ? purgeInSteps(services, subtree, { left, context }) : purgeAtOnce(services, subtree, context);
}
