// Removing streams with all data that belongs to them: rows, thumbnails, usage, and the files. Files have no trash, so
// it is final (D562).
import type { RequestContext } from '../../context.ts';
import { checkPrecondition } from '../../resources/precondition.ts';
import { recordOwnerChanges, type WriteScope } from '../../resources/resource-type.ts';
import { changeRow, recordChanges } from '../../store/history/changes.ts';
import type { OwnedFiles, StreamUrls } from '../../objects/owned-files.ts';
import type { Store, StreamRow } from '../../store/store.ts';
import type { Transaction } from '../../store/transactions/transaction.ts';
import type { FileServices } from '../file-services.ts';
import type { FileStore } from '../file-store.ts';
import { subtractUsage } from '../usage.ts';
import { findStream, streamType } from './read-streams.ts';
import { changeableStream, showLatest } from './stream-owner.ts';

interface RemovalServices {
  store: Store;
  fileStore: FileStore;
}

/**
 * Removes the thumbnails of streams, and releases their files.
 * @returns keys for `fileStore.purge`, once the transaction is committed
 */
export async function removeThumbnails(
  { store, fileStore }: RemovalServices,
  streamIds: readonly string[],
  transaction: Transaction,
): Promise<string[]> {
  const filter = { stream_id: { $in: [...streamIds] } };
  const rows = await store.thumbnails.find(filter, { session: transaction, projection: { file_key: 1 } }).toArray();
  if (rows.length === 0) return [];
  await store.thumbnails.deleteMany(filter, { session: transaction });
  const keys = rows.map(({ file_key: key }) => key);
  await fileStore.release(keys, transaction);
  return keys;
}

/**
 * Removes streams, each with its change row.
 * @param rows as the transaction reads them
 * @returns keys for `fileStore.purge`, once the transaction is committed
 */
export async function removeStreams(
  services: RemovalServices,
  rows: readonly StreamRow[],
  { context, at, transaction }: WriteScope,
): Promise<string[]> {
  if (rows.length === 0) return [];
  const { store, fileStore } = services;
  const ids = rows.map(({ _id }) => _id);
  const keys = rows.map(({ file_key: key }) => key);
  await store.streams.deleteMany({ _id: { $in: ids } }, { session: transaction });
  const made = await removeThumbnails(services, ids, transaction);
  await fileStore.release(keys, transaction);
  await subtractUsage(store, rows, transaction);
  const removals = ids.map((id) => changeRow({ type: 'streams', id, action: 'remove', changed: {}, at }, context));
  recordChanges(removals, transaction);
  return [...keys, ...made];
}

/** @throws ApiError not_found; authentication_required, forbidden, precondition_failed */
export async function deleteStream(services: FileServices, id: string, context: RequestContext): Promise<void> {
  const { objects, fileStore } = services;
  await findStream(services, id, context);
  const keys = await objects.writer.writeRows({
    context,
    async write(scope) {
      const row = await changeableStream(services, id, context, scope.transaction);
      checkPrecondition(context.precondition, row.revision);
      recordOwnerChanges(streamType(services, context), [row], scope);
      const gone = await removeStreams(services, [row], scope);
      await showLatest(services.store, row.object_id, scope.transaction);
      return gone;
    },
  });
  await fileStore.purge(keys);
}

/** The interface of files for objects. */
export const ownedFiles = (services: RemovalServices, urls: StreamUrls): OwnedFiles => ({
  urls,
  removeStreams: (rows, scope) => removeStreams(services, rows, scope),
  async removeStreamsOf(objectIds, scope) {
    const filter = { object_id: { $in: [...objectIds] } };
    const rows = await services.store.streams.find(filter, { session: scope.transaction }).toArray();
    return removeStreams(services, rows, scope);
  },
  purge: (keys) => services.fileStore.purge(keys),
});
