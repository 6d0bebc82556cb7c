// Versions of the file of an object (service.md 3 and 4.6, D57).
import type { RequestContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { viewOf } from '../../objects/changes/lock-objects.ts';
import { checkPrecondition } from '../../resources/precondition.ts';
import { updateRow } from '../../resources/resource-type.ts';
import type { StreamRow } from '../../store/store.ts';
import type { Transaction } from '../../store/transactions/transaction.ts';
import type { FileServices } from '../file-services.ts';
import type { InspectedFile } from '../media/inspect-file.ts';
import { assertFits } from '../type-fit.ts';
import { changeUsage, usageOf } from '../usage.ts';
import { insertStream, newStream, uploadFields } from './create-stream.ts';
import { storeUpload, type StoredFile, type UploadRequest } from './store-upload.ts';
import { latestStream, notePast, assertOwnStream, findOwner, touchOwner } from './stream-owner.ts';
import { streamType } from './read-streams.ts';
import { removeThumbnails } from './remove-streams.ts';

export interface VersionUpload extends Pick<UploadRequest, 'fileName' | 'upload'> {
  /** Id or uname. */
  objectId: string;
  /** By default that of the latest version. */
  privateUrl: boolean | undefined;
}

/** @throws ApiError conflict */
function assertDiffers(file: Pick<StreamRow, 'hash_sha1'>, latest: StreamRow | null): void {
  if (latest?.hash_sha1 !== file.hash_sha1) return;
  throw new ApiError('conflict', `The file is the same as version ${latest.version}, the latest one.`);
}

/**
 * A new version: one more than the latest, or 1.
 * @throws ApiError not_found, forbidden, locked, conflict, file_type_mismatch, and those of storeUpload and insertStream
 */
export async function createVersion(
  services: FileServices,
  { objectId, privateUrl, ...upload }: VersionUpload,
  context: RequestContext,
): Promise<StreamRow> {
  const { objects } = services;
  // Checked before the body is received, and again afterwards.
  const owner = await findOwner(services, objectId, context);
  const id = owner.document._id;

  const add = (file: StoredFile): Promise<StreamRow> =>
    objects.writer.writeRows({
      context,
      write: async (scope) => {
        const transaction = scope.transaction;
        const document = await touchOwner(services, owner, context, transaction);
        const latest = await latestStream(services.store, id, transaction);
        assertDiffers(file, latest);
        await notePast(services.store, { latest, document }, transaction);
        const version = (latest?.version ?? 0) + 1;
        const row = {
          ...newStream(services, file),
          object_id: id,
          version,
          object: viewOf(document),
          private_url: privateUrl ?? latest?.private_url ?? false,
        };
        await insertStream(services, row, scope);
        return row;
      },
    });

  const check = async (file: InspectedFile): Promise<void> => {
    assertFits(file.mime_type, owner.type);
    assertDiffers(file, await latestStream(services.store, id));
  };
  return storeUpload(services, { ...upload, privateUrl, check }, context, add);
}

/** The latest version, when the caller may overwrite it. @throws ApiError not_found, forbidden, precondition_failed */
async function findReplaceable(
  services: FileServices,
  objectId: number,
  context: RequestContext,
  transaction?: Transaction,
): Promise<StreamRow> {
  const latest = await latestStream(services.store, objectId, transaction);
  if (!latest) throw new ApiError('not_found', 'The object has no streams.');
  assertOwnStream(latest, context);
  checkPrecondition(context.precondition, latest.revision);
  return latest;
}

/**
 * Overwrites the latest version: it keeps its number and its id.
 * @throws ApiError precondition_failed, not_found also when the object has no streams, and those of createVersion
 */
export async function replaceVersion(
  services: FileServices,
  { objectId, privateUrl, ...upload }: VersionUpload,
  context: RequestContext,
): Promise<StreamRow> {
  const { objects, fileStore } = services;
  const owner = await findOwner(services, objectId, context);
  const id = owner.document._id;
  const seen = await findReplaceable(services, id, context);

  const overwrite = async (file: StoredFile) =>
    objects.writer.writeRows({
      context,
      write: async (scope) => {
        const transaction = scope.transaction;
        await touchOwner(services, owner, context, transaction);
        const latest = await findReplaceable(services, id, context, transaction);
        assertDiffers(file, latest);
        const fields = uploadFields(file);
        await fileStore.commit(file.file_key, transaction);
        // The stored bytes count for the user who sent them.
        await changeUsage(services, usageOf(fields, latest), transaction);
        await fileStore.release([latest.file_key], transaction);
        const thumbnails = await removeThumbnails(services, [latest._id], transaction);
        const changed = { ...fields, private_url: privateUrl ?? latest.private_url };
        const row = await updateRow(streamType(services, context), latest, changed, scope);
        return { row, gone: [latest.file_key, ...thumbnails] };
      },
    });

  const check = async (file: InspectedFile): Promise<void> => {
    assertFits(file.mime_type, owner.type);
    assertDiffers(file, await findReplaceable(services, id, context));
  };
  const request = { ...upload, privateUrl, check, replaces: seen };
  const { row, gone } = await storeUpload(services, request, context, overwrite);
  await fileStore.purge(gone);
  return row;
}
