// Purging an object, with all rows that belong to it and no others (D30). No rows are added to an object in the trash
// (core/objects/changes/lock-objects.ts), so the transaction finds all of them.
import type { RequestContext } from '../../context.ts';
import type { Transaction } from '../../store/transactions/transaction.ts';
import { removeWithObjects } from '../owned/owned-rows.ts';
import { changeWrite } from '../changes/object-changes.ts';
import { countDelta } from '../changes/object-document.ts';
import type { ObjectServices } from '../object-services.ts';
import type { ObjectWrite } from '../changes/unit-of-work.ts';
import type { ObjectRecord } from '../object-record.ts';
import { placesToPurge } from '../tree/purge-folders.ts';
import { purgeJob } from './large-purges.ts';
import type { TrashServices } from './trash-services.ts';

export interface Removal {
  objectId: number;
  others?: readonly number[];
  at: Date;
  context: RequestContext;
}

/** Removes rows of other collections that belong to objects. @returns keys of files for `purge` after the commit */
export async function removeBelongings(
  { store, files }: Pick<ObjectServices, 'store' | 'files'>,
  { objectId, others = [], at, context }: Removal,
  transaction: Transaction,
): Promise<string[]> {
  const scope = { context, at, transaction };
  const options = { session: transaction };
  const ids = [objectId, ...others];
  await removeWithObjects(store, ids, scope);
  await store.objectRelations.deleteMany({ $or: [{ left_id: { $in: ids } }, { right_id: { $in: ids } }] }, options);
  await store.objectPermissions.deleteMany({ object_id: { $in: ids } }, options);
  return files.removeStreamsOf(ids, scope);
}

/**
 * For a write: the rows in its transaction, and the files after its commit.
 * @param remove returns the keys of the files; may run several times
 */
export function removalSteps(
  { files }: Pick<ObjectServices, 'files'>,
  remove: (transaction: Transaction) => Promise<string[]>,
): Required<Pick<ObjectWrite, 'afterCommit'>> & { inTransaction(transaction: Transaction): Promise<void> } {
  let keys: string[] = [];
  return {
    inTransaction: async (transaction) => {
      keys = await remove(transaction);
    },
    afterCommit: () => files.purge(keys),
  };
}

/** The write that purges an object of the trash. @param remove removes its belongings, as `removeBelongings` does */
export function removalWrite(
  services: Pick<ObjectServices, 'store' | 'clock' | 'files'>,
  { type, document }: ObjectRecord,
  context: RequestContext,
  remove: (removal: Removal, transaction: Transaction) => Promise<string[]>,
): ObjectWrite {
  const at = services.clock.now();
  const removal = { objectId: document._id, at, context };
  const { inTransaction, afterCommit } = removalSteps(services, (transaction) => remove(removal, transaction));
  const write = changeWrite({ type, before: document, after: document }, { action: 'remove', inTransaction }, context);
  // The same row object, for which data of the audit trail is registered.
  const change = Object.assign(write.change, { created: at });
  return { ...write, remove: true, counts: countDelta(document, null), change, afterCommit };
}

/**
 * The writes that purge an object, a folder with the folders below it; its other children lose these places. All or nothing,
 * except that a job continues with very many children (D574). To be called in a unit of work.
 * @throws ApiError forbidden, bad_request
 */
export async function purgeWrites(
  { objects: services, largePurges: { above } }: TrashServices,
  found: ObjectRecord,
  context: RequestContext,
): Promise<ObjectWrite[]> {
  const { folders, writes, inTransaction, left } = await placesToPurge(services, { found, above }, context);
  const others = folders.map(({ document }) => document._id);
  const own = removalWrite(services, found, context, (removal, transaction) =>
    removeBelongings(services, { ...removal, others }, transaction),
  );
  const job =
    left > 0 ? purgeJob({ folderId: found.document._id, objects: left }, services.clock.now(), context) : null;
  return [
    {
      ...own,
      inTransaction: async (transaction) => {
        await inTransaction(transaction);
        await own.inTransaction?.(transaction);
        if (job) await services.store.asyncJobs.insertOne(job, { session: transaction });
      },
    },
    // The first write removes their belongings as well.
    ...folders.map((folder) => removalWrite(services, folder, context, () => Promise.resolve([]))),
    ...writes,
  ];
}
