// A new stream from an upload (service.md 4.6, D562).
import { v7 as uuidV7 } from 'uuid';
import type { RequestContext } from '../../context.ts';
import { insertRow, insertRows, type WriteScope } from '../../resources/resource-type.ts';
import type { StreamRow } from '../../store/store.ts';
import type { FileServices } from '../file-services.ts';
import { changeUsage, usageOf } from '../usage.ts';
import { streamType } from './read-streams.ts';
import { storeUpload, type StoredFile, type UploadRequest } from './store-upload.ts';

/** The values of a stream that its file gives, and its owner. */
export const uploadFields = (file: StoredFile) => ({
  file_name: file.file_name,
  mime_type: file.mime_type,
  file_size: file.size,
  hash_md5: file.hash_md5,
  hash_sha1: file.hash_sha1,
  width: file.width,
  height: file.height,
  duration: file.duration,
  file_metadata: file.file_metadata,
  file_key: file.file_key,
  created_by: file.created_by,
});

/** A row for a stored file; it belongs to no object by default. */
export function newStream({ clock }: Pick<FileServices, 'clock'>, file: StoredFile): StreamRow {
  const now = clock.now();
  return {
    _id: uuidV7(),
    object_id: null,
    version: 1,
    ...uploadFields(file),
    private_url: file.private_url,
    revision: 1,
    created: now,
    modified: now,
  };
}

/** Inserts a row, commits its file and counts it. @throws ApiError UPLOAD_QUOTA_EXCEEDED, UPLOAD_FILES_LIMIT_EXCEEDED */
export async function insertStream(services: FileServices, row: StreamRow, scope: WriteScope): Promise<void> {
  const { context, transaction } = scope;
  await services.fileStore.commit(row.file_key, transaction);
  await changeUsage(services, usageOf(row), transaction);
  await insertRow(streamType(services, context), row, scope);
}

/** As `insertStream`, for many rows in the same number of commands. */
export async function insertStreams(
  services: FileServices,
  rows: readonly StreamRow[],
  scope: WriteScope,
): Promise<void> {
  if (rows.length === 0) return;
  const { context, transaction } = scope;
  const keys = rows.map(({ file_key: key }) => key);
  await services.fileStore.commitAll(keys, transaction);
  const added = rows.flatMap((row) => usageOf(row));
  await changeUsage(services, added, transaction);
  await insertRows(streamType(services, context), rows, scope);
}

/** A stream without an object. */
export const createStream = (
  services: FileServices,
  request: UploadRequest,
  context: RequestContext,
): Promise<StreamRow> =>
  storeUpload(services, request, context, async (file) => {
    const row = newStream(services, file);
    await services.objects.writer.writeRows({ context, write: (scope) => insertStream(services, row, scope) });
    return row;
  });
