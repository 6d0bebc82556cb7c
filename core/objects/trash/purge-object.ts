// Purging an object, with everything that belongs to it and nothing else (D30). No rows are added to an object in the trash
// (core/objects/lock-objects.ts), so the transaction finds all of them.
import type { RequestContext } from '../../context.ts';
import type { Transaction } from '../../store/transaction.ts';
import { removeWithObjects } from '../owned/owned-rows.ts';
import { changeWrite } from '../object-changes.ts';
import { countDelta } from '../object-document.ts';
import type { ObjectServices } from '../object-services.ts';
import type { ObjectWrite } from '../unit-of-work.ts';
import type { ObjectRecord } from '../object-record.ts';
import { placesToPurge } from '../tree/trash-folders.ts';

export interface Removal {
  objectId: number;
  at: Date;
  context: RequestContext;
}

/**
 * Rows of other collections that belong to an object.
 * @returns keys of files for `purge`, once the transaction is committed
 */
export async function removeBelongings(
  { store, files }: Pick<ObjectServices, 'store' | 'files'>,
  removal: Removal,
  transaction: Transaction,
): Promise<string[]> {
  const { objectId, at, context } = removal;
  const scope = { context, at, transaction };
  await removeWithObjects(store, [objectId], scope);
  await store.objectRelations.deleteMany(
    { $or: [{ left_id: objectId }, { right_id: objectId }] },
    { session: transaction },
  );
  await store.objectPermissions.deleteMany({ object_id: objectId }, { session: transaction });
  return files.removeStreamsOf([objectId], scope);
}

/** Removes rows in a transaction, perhaps several times; returns the keys of their files. */
export type RemoveRows = (transaction: Transaction) => Promise<string[]>;

/** For a write: the rows in its transaction, and the files after its commit. */
export function removalSteps(
  { files }: Pick<ObjectServices, 'files'>,
  remove: RemoveRows,
): Required<Pick<ObjectWrite, 'afterCommit'>> & { inTransaction(transaction: Transaction): Promise<void> } {
  let keys: string[] = [];
  return {
    inTransaction: async (transaction) => {
      keys = await remove(transaction);
    },
    afterCommit: () => files.purge(keys),
  };
}

/**
 * The write that purges an object of the trash.
 * @param remove removes its belongings; by default those of any object
 */
export function removalWrite(
  services: Pick<ObjectServices, 'store' | 'clock' | 'files'>,
  { type, document }: ObjectRecord,
  context: RequestContext,
  remove: (removal: Removal, transaction: Transaction) => Promise<string[]> = (removal, transaction) =>
    removeBelongings(services, removal, transaction),
): ObjectWrite {
  const at = services.clock.now();
  const removal = { objectId: document._id, at, context };
  const { inTransaction, afterCommit } = removalSteps(services, (transaction) => remove(removal, transaction));
  const write = changeWrite({ type, before: document, after: document }, { action: 'remove', inTransaction }, context);
  const change = { ...write.change, created: at };
  return { ...write, remove: true, counts: countDelta(document, null), change, afterCommit };
}

/**
 * The writes that purge an object of the trash, a folder with the folders below it, which are there too; its other children
 * lose these places. All or nothing. To be called in a unit of work.
 * @throws ApiError forbidden, bad_request
 */
export async function purgeWrites(
  services: ObjectServices,
  found: ObjectRecord,
  context: RequestContext,
): Promise<ObjectWrite[]> {
  const { folders, writes, inTransaction } = await placesToPurge(services, found, context);
  const own = removalWrite(services, found, context);
  const withPlaces = async (transaction: Transaction): Promise<void> => {
    await inTransaction(transaction);
    await own.inTransaction?.(transaction);
  };
  return [
    { ...own, inTransaction: withPlaces },
    ...folders.map((folder) => removalWrite(services, folder, context)),
    ...writes,
  ];
}
