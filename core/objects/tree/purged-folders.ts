// Purged folders with more objects in them than one transaction can change in time (D574). Their documents are removed.
// Their rows in `trees` are kept: in the trash, so that every reader treats them as before, and marked by
// `purged_with`. A job removes the objects from them in small transactions, then removes the rows. Any process can
// continue it.
import type { RequestContext } from '../../context.ts';
import type { TreeRow } from '../../store/store.ts';
import type { Transaction } from '../../store/transactions/transaction.ts';
import type { ObjectServices } from '../object-services.ts';
import type { ObjectRecord } from '../object-record.ts';
import { RevisionConflict, type WritesInStep } from '../changes/unit-of-work.ts';
import { detachment, objectsIn } from './detach-children.ts';
import { folderNodes, FOLDERS } from './tree-nodes.ts';

/** Objects of one step: other writes of the process wait about 50 ms for it. */
const STEP = 100;
const FOLDERS_AT_ONCE = 100;

/** Objects that are still in the folders that were purged with one. */
export async function countRemainingChildren({ store }: ObjectServices, purgedWith: number): Promise<number> {
  const folders = await store.trees.distinct('object_id', { purged_with: purgedWith });
  return store.trees.countDocuments({ parent_id: { $in: folders }, 'object.type': { $ne: FOLDERS } });
}

const isMarked = ({ purged_with: mark }: Pick<TreeRow, 'purged_with'>): boolean => mark !== undefined;

async function purgedAmong(
  { store }: ObjectServices,
  objects: readonly Pick<ObjectRecord, 'document'>[],
): Promise<number[]> {
  const nodes = await folderNodes(store, [...new Set(objects.flatMap(({ document }) => document.parents ?? []))]);
  return [...nodes.values()].filter(isMarked).map((node) => node.object_id);
}

async function leaving(
  services: ObjectServices,
  { found, ids, folderIds }: { found: readonly ObjectRecord[]; ids: readonly number[]; folderIds: readonly number[] },
  context: RequestContext,
): Promise<WritesInStep> {
  const purged = new Set([...folderIds, ...(await purgedAmong(services, found))]);
  const detached = await detachment(services, { found, isPurged: (id) => purged.has(id) }, context);
  const places = { object_id: { $in: [...ids] }, parent_id: { $in: [...purged] } };
  return {
    writes: detached.writes,
    inTransaction: async (transaction) => {
      await detached.inTransaction(transaction);
      await services.store.trees.deleteMany(places, { session: transaction });
    },
  };
}

/**
 * Objects that inherit from purged folders lose these places before any other change of inherited permissions: otherwise it would count the
 * purged folders.
 * @param nodes rows of their folders
 * @throws RevisionConflict after that, so that they are read again
 */
export async function assertNonePurged(
  services: ObjectServices,
  { nodes, found }: { nodes: Iterable<TreeRow>; found: readonly ObjectRecord[] },
  context: RequestContext,
): Promise<void> {
  const purged = new Set([...nodes].filter(isMarked).map((node) => node.object_id));
  if (purged.size === 0) return;
  const inThem = found.filter(({ document }) => document.parents?.some((id) => purged.has(id)));
  for (let at = 0; at < inThem.length; at += STEP) {
    const some = inThem.slice(at, at + STEP);
    const ids = some.map(({ document }) => document._id);
    const { writes, inTransaction } = await leaving(services, { found: some, ids, folderIds: [...purged] }, context);
    // Not as a unit of work, which could wait for the lock of an object that the caller holds.
    await services.store.transaction(async (transaction) => {
      for (const write of writes) await services.unproposedWriter.writeIn(write, transaction);
      await inTransaction(transaction);
    });
  }
  if (inThem[0]) throw new RevisionConflict(inThem[0].document._id);
}

/** One step. Deepest folders come first, so that the rows of folders go before those above them. */
async function step(
  services: ObjectServices,
  purgedWith: number,
  contextOf: (userId: number | null) => RequestContext,
): Promise<number | undefined> {
  const { store, unproposedWriter } = services;
  return unproposedWriter.commit(async (unit) => {
    const nodes = await store.trees
      .find({ purged_with: purgedWith })
      .sort({ path: -1 })
      .limit(FOLDERS_AT_ONCE)
      .toArray();
    if (nodes.length === 0) return undefined;
    const folderIds = nodes.map((node) => node.object_id);
    const rows = await store.trees
      .find(
        { parent_id: { $in: folderIds }, 'object.type': { $ne: FOLDERS } },
        { projection: { object_id: 1, object: 1 } },
      )
      .limit(STEP)
      .toArray();
    const ids = [...new Set(rows.map((row) => row.object_id))];
    const context = contextOf(nodes[0]?.purged_by ?? null);
    const found = await objectsIn(services, rows);
    const left = await leaving(services, { found, ids, folderIds }, context);
    const inTransaction = async (transaction: Transaction): Promise<void> => {
      await left.inTransaction(transaction);
      // No object enters a folder of the trash, so they are empty then.
      if (rows.length < STEP) {
        await store.trees.deleteMany({ _id: { $in: nodes.map(({ _id }) => _id) } }, { session: transaction });
      }
    };
    const [first, ...others] = left.writes;
    if (first) unit.write({ ...first, inTransaction }, ...others);
    else await store.transaction(inTransaction);
    return ids.length;
  });
}

/**
 * Removes all objects from the folders that were purged with one, and removes the rows of these.
 * @param contextOf of changes in the name of a user
 * @param onStep called with the number of objects after each step
 */
export async function finishPurge(
  services: ObjectServices,
  purgedWith: number,
  {
    contextOf,
    onStep,
    signal,
  }: {
    contextOf(userId: number | null): RequestContext;
    onStep(objects: number): Promise<void>;
    signal: AbortSignal;
  },
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const done = await step(services, purgedWith, contextOf);
    if (done === undefined) return;
    await onStep(done);
  }
}
