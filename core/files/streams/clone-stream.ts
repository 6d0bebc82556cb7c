// A copy of a stream with a separate file (D562).
import { v7 as uuidV7 } from 'uuid';
import type { RequestContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import type { StreamRow } from '../../store/store.ts';
import type { FileServices } from '../file-services.ts';
import { FileMissing } from '../storage/file-storage.ts';
import { assertRoom, usageOf } from '../usage.ts';
import { insertStream } from './create-stream.ts';
import { findStream } from './read-streams.ts';

/** @throws ApiError not_found when the file is not in the storage */
export async function copyFile({ fileStore }: FileServices, row: StreamRow): Promise<string> {
  try {
    return await fileStore.copy(row.file_key);
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error;
    throw new ApiError('not_found', `The file of streams "${row._id}" no longer exists.`);
  }
}

/** The row of a copy, with a separate file; it belongs to no object. */
export function copyOfStream(
  { clock }: Pick<FileServices, 'clock'>,
  { object: _object, past: _past, ...original }: StreamRow,
  key: string,
  { caller }: RequestContext,
): StreamRow {
  void [_object, _past];
  const now = clock.now();
  return {
    ...original,
    _id: uuidV7(),
    object_id: null,
    version: 1,
    file_key: key,
    created_by: caller.userId,
    revision: 1,
    created: now,
    modified: now,
  };
}

/**
 * The copy belongs to no object; the caller owns it, and it counts for the caller.
 * @throws ApiError not_found, UPLOAD_QUOTA_EXCEEDED, UPLOAD_FILES_LIMIT_EXCEEDED; authentication_required, forbidden
 */
export async function cloneStream(services: FileServices, id: string, context: RequestContext): Promise<StreamRow> {
  const { fileStore, objects } = services;
  const original = await findStream(services, id, context);
  await assertRoom(services, usageOf({ file_size: original.file_size, created_by: context.caller.userId }));
  const key = await copyFile(services, original);
  const copy = copyOfStream(services, original, key, context);
  try {
    await objects.writer.writeRows({ context, write: (scope) => insertStream(services, copy, scope) });
    return copy;
  } catch (error) {
    await fileStore.purge([key]);
    throw error;
  }
}
