// The end of a direct upload (D646): its file becomes a stream, or it ends without one.
import type { RequestContext } from '../context.ts';
import { ApiError } from '../errors.ts';
import type { DirectUploadRow, StreamRow } from '../store/store.ts';
import type { Transaction } from '../store/transactions/transaction.ts';
import { directStorage, elsewhere, incomingKey, type OpenUpload } from './direct-uploads.ts';
import type { FileServices } from './file-services.ts';
import type { InspectedFile } from './media/inspect-file.ts';
import { FileMissing } from './storage/file-storage.ts';
import { insertStream, newStream } from './streams/create-stream.ts';
import { storeCopy } from './streams/store-upload.ts';
import { subtractUsage } from './usage.ts';

const isDirect = (row: object): row is DirectUploadRow => 'address_until' in row;

/** Time after the end of its address in which a file that is being sent may still arrive. */
const LATE_MS = 2 * 3_600_000;

const noUpload = (id: string): ApiError =>
  new ApiError('not_found', `Direct upload "${id.slice(0, 100)}" was not found: there was none, or its time is over.`);

const isOver = ({ stream_id: streamId }: DirectUploadRow): ApiError =>
  new ApiError(
    'conflict',
    streamId === undefined
      ? 'The upload was cancelled, or its file was refused: begin another one.'
      : `The upload is completed: its file is the stream "${streamId}".`,
  );

/** @throws ApiError not_found, also for that of another user; conflict for one that has ended */
async function findOpen({ store, clock }: FileServices, id: string, { caller }: RequestContext): Promise<OpenUpload> {
  const row = await store.uploadTokens.findOne({ _id: id.toLowerCase(), expires: { $gt: clock.now() } });
  if (!row || !isDirect(row) || !(caller.isAdmin || row.user_id === caller.userId)) throw noUpload(id);
  if (!row.stream) throw isOver(row);
  return { ...row, stream: row.stream };
}

const changed = (what: string): ApiError =>
  new ApiError('conflict', `The sent file is not the announced one: ${what}. Send the announced file again.`);

/** Amazon's S3 refuses other files, but not every compatible server does. @throws ApiError conflict */
function assertAnnounced(file: InspectedFile, { stream, hash_md5: md5, hash_sha256: sha256 }: OpenUpload): void {
  if (file.size !== stream.file_size) throw changed(`it has ${file.size} bytes, not ${stream.file_size}`);
  const isSame = md5 === undefined ? file.hash_sha256 === sha256 : file.hash_md5 === md5;
  if (!isSame) throw changed('it has another checksum');
}

/** Ends an upload in the transaction. @param result id of its stream @throws ApiError not_found, conflict if it has ended */
async function end(
  { store, clock, fileStore }: FileServices,
  { _id, address_until: until }: DirectUploadRow,
  result: { stream_id?: string },
  transaction: Transaction,
): Promise<void> {
  const now = clock.now();
  // It counts for the number of addresses until its address has expired.
  const set = { $set: { ...result, expires: until > now ? until : now }, $unset: { stream: '' as const } };
  const session = { session: transaction };
  const open = await store.uploadTokens.findOneAndUpdate({ _id, stream: { $exists: true } }, set, session);
  if (open?.stream) {
    await subtractUsage(store, [open.stream], transaction);
    // A file that is sent again counts no longer.
    await fileStore.advance(incomingKey(_id), new Date(until.getTime() + LATE_MS), transaction);
    return;
  }
  const row = await store.uploadTokens.findOne({ _id }, session);
  throw row && isDirect(row) ? isOver(row) : noUpload(_id);
}

/** Final refusals of the content: with the announced checksum no other file can be sent. */
const FINAL: ReadonlySet<string> = new Set(
  'file_type_mismatch file_type_forbidden file_infected unreadable_file'.split(' '),
);

/** Ends an upload without a stream, so that it no longer counts. @throws ApiError not_found, conflict if it has ended */
async function endWithoutStream(services: FileServices, row: OpenUpload): Promise<void> {
  await services.store.transaction((transaction) => end(services, row, {}, transaction));
  await services.fileStore.dismiss(incomingKey(row._id));
}

/** @throws ApiError not_found, conflict when the upload has ended since: this removes the file */
async function whyNot(
  services: FileServices,
  { row, error }: { row: OpenUpload; error: unknown },
  context: RequestContext,
): Promise<unknown> {
  if (error instanceof FileMissing) {
    await findOpen(services, row._id, context);
    return new ApiError('conflict', 'The file has not been sent to its address yet.');
  }
  if (!(error instanceof ApiError)) return error;
  // For a file other than the announced one, or a limit that has changed since; the request itself has no body.
  if (['empty_file', 'payload_too_large'].includes(error.code)) return new ApiError('conflict', error.message);
  if (!FINAL.has(error.code)) return elsewhere(error, undefined);
  await endWithoutStream(services, row).catch((fault: unknown) => {
    // Already ended by another request; otherwise it expires.
    if (!(fault instanceof ApiError)) throw fault;
  });
  return elsewhere(error, undefined);
}

/**
 * Creates a stream from the sent file, which belongs to the user who has begun the upload.
 * @throws ApiError not_found, also for the upload of another user; conflict if it has ended, or if no file or another
 * file was sent; those of storeCopy and insertStream
 */
export async function completeDirectUpload(
  services: FileServices,
  id: string,
  context: RequestContext,
): Promise<StreamRow> {
  directStorage(services);
  const upload = await findOpen(services, id, context);
  const { stream, private_url: privateUrl, user_id: owner } = upload;
  const request = {
    from: incomingKey(upload._id),
    fileName: stream.file_name,
    upload: { mediaType: stream.mime_type, length: stream.file_size },
    privateUrl,
    owner,
    replaces: stream,
    check: (file: InspectedFile) => assertAnnounced(file, upload),
  };
  try {
    const made = await storeCopy(services, request, context, async (file) => {
      const row = newStream(services, file);
      await services.objects.writer.writeRows({
        context,
        async write(scope) {
          await end(services, upload, { stream_id: row._id }, scope.transaction);
          await insertStream(services, row, scope);
        },
      });
      return row;
    });
    await services.fileStore.dismiss(incomingKey(upload._id));
    return made;
  } catch (error) {
    throw await whyNot(services, { row: upload, error }, context);
  }
}

/** Ends an upload before its completion. @throws ApiError not_found, also for that of another user; conflict if it has ended */
export async function cancelDirectUpload(services: FileServices, id: string, context: RequestContext): Promise<void> {
  directStorage(services);
  await endWithoutStream(services, await findOpen(services, id, context));
}
