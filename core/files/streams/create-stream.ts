// A new stream from an upload (service.md 4.6, D562).
import { v7 as uuidV7 } from 'uuid';
import type { BinaryUpload } from '../../binary-body.ts';
import type { RequestContext } from '../../context.ts';
import { insertRow, insertRows, type WriteScope } from '../../resources/resource-type.ts';
import type { StreamRow } from '../../store/store.ts';
import { checkFileName } from '../file-name.ts';
import type { FileServices } from '../file-services.ts';
import { inspectFile, type InspectedFile } from '../inspect-file.ts';
import { declaredName } from '../media-names.ts';
import { assertLength, incomplete, receiveFile } from '../receive-file.ts';
import { assertRoom, changeUsage, usageOf, type CountedFile } from '../usage.ts';
import { streamType } from './read-streams.ts';

/** The metadata of an upload. */
export interface UploadRequest {
  fileName: string;
  upload: BinaryUpload;
  /** False by default. */
  privateUrl: boolean | undefined;
  /** Refuses a file by its type, before it is stored. */
  check?: (file: InspectedFile) => void | Promise<void>;
  /** The replaced file. */
  replaces?: CountedFile;
}

/** A stored file without a row. */
export interface StoredFile extends InspectedFile {
  file_key: string;
  file_name: string;
  private_url: boolean;
}

/**
 * Receives, checks and stores a file, and passes it to `use`, whose transaction commits it.
 * @throws ApiError too_many_requests, and those of receiveFile, inspectFile, the malware scan and assertRoom
 */
export async function storeUpload<T>(
  services: FileServices,
  { fileName, upload, privateUrl, check, replaces }: UploadRequest,
  context: RequestContext,
  use: (file: StoredFile) => Promise<T>,
): Promise<T> {
  const { fileStore, limits, underWay, uploadFolder: folder } = services;
  const name = checkFileName(fileName);
  declaredName(upload.mediaType);
  assertLength(upload, limits.uploadMaxBytes);
  const coming = underWay.begin(context);
  const assertRoomFor = (bytes: number): Promise<void> =>
    assertRoom(services, usageOf({ file_size: bytes, created_by: context.caller.userId }, replaces), coming);
  // The length of a file in base64 is unknown in advance, except that it is not empty.
  const length = upload.base64 ? undefined : upload.length;
  const receiving = {
    folder,
    limit: limits.uploadMaxBytes,
    idle: limits.uploadIdleSeconds * 1_000,
    ...(length === undefined && { onGrown: assertRoomFor }),
  };
  try {
    await assertRoomFor(length ?? 1);
    return await receiveFile(upload, receiving, async (received) => {
      const file = await inspectFile(received, { fileName: name, declared: upload.mediaType }, limits);
      await check?.(file);
      await services.scan?.(received);
      // A client that has disconnected before the answer sends the file again.
      if (upload.hasLeft()) throw incomplete('The connection ended before the file was stored.');
      await assertRoomFor(file.size);
      const key = await fileStore.put(received);
      // From here on the transaction counts the file, which must not count twice.
      coming.adds = new Map();
      try {
        return await use({ ...file, file_key: key, file_name: name, private_url: privateUrl ?? false });
      } catch (error) {
        await fileStore.purge([key]);
        throw error;
      }
    });
  } finally {
    underWay.end(coming);
  }
}

/** The values of a stream that its file gives, and its owner. */
export const uploadFields = (file: StoredFile, { caller }: RequestContext) => ({
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
  created_by: caller.userId,
});

/** A row for a stored file; it belongs to no object by default. */
export function newStream(services: FileServices, file: StoredFile, context: RequestContext): StreamRow {
  const now = services.clock.now();
  return {
    _id: uuidV7(),
    object_id: null,
    version: 1,
    ...uploadFields(file, context),
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
    const row = newStream(services, file, context);
    await services.objects.writer.writeRows({ context, write: (scope) => insertStream(services, row, scope) });
    return row;
  });
