// Files that clients send directly to the bucket (D646): announced, sent to a signed address, and then copied, so that
// the client cannot change the file of the stream any more. The row of an open upload is among the upload tokens; its
// key is among the unclaimed files for a day, so that no file remains in the bucket, at any time of sending.
import { v7 as uuidV7 } from 'uuid';
import { refusal } from '../access/authorization.ts';
import type { RequestContext } from '../context.ts';
import { ApiError, invalidData, type FaultSource } from '../errors.ts';
import type { DirectUploadRow, StreamRow } from '../store/store.ts';
import type { Transaction } from '../store/transaction.ts';
import { checkFileName } from './file-name.ts';
import type { FileServices } from './file-services.ts';
import { assertAllowed, type InspectedFile } from './inspect-file.ts';
import { ANY_BYTES, declaredName } from './media-names.ts';
import type { DirectStorage, SignedUpload } from './storage/file-storage.ts';
import { FileMissing } from './storage/file-storage.ts';
import { insertStream, newStream } from './streams/create-stream.ts';
import { storeCopy } from './streams/store-upload.ts';
import { assertRoom, changeUsage, subtractUsage, usageOf } from './usage.ts';

/** Time in which the client has to begin to send the file. */
const ADDRESS_MS = 15 * 60_000;

/**
 * Time in which the upload has to be completed: a slow file may still be arriving long after its address has expired.
 */
const UPLOAD_MS = 2 * 3_600_000;

/** Time after which the sent file is removed. */
const REMOVAL_MS = 24 * 3_600_000;

/** Uploads of one user that are not completed. */
const MAX_OPEN = 20;

/** Addresses of one user that have not expired, including those of completed uploads. */
const MAX_ADDRESSES = 500;

/** Maximum of S3 for one request, bytes. */
const MAX_BYTES = 5 * 1_073_741_824;

export interface DirectUploadInput {
  file_name: string;
  mime_type: string;
  file_size: number;
  hash_md5?: string | undefined;
  hash_sha256?: string | undefined;
  private_url?: boolean | undefined;
}

/** An upload that is not completed. */
export interface OpenUpload extends DirectUploadRow {
  stream: NonNullable<DirectUploadRow['stream']>;
}

export interface BegunUpload {
  row: OpenUpload;
  request: SignedUpload;
}

/** The key of the sent file in the bucket. @param id of the upload */
export const incomingKey = (id: string): string => `incoming/${id}`;

const isDirect = (row: object): row is DirectUploadRow => 'address_until' in row;

/** @throws ApiError not_found */
function directStorage({ fileStore }: FileServices): DirectStorage {
  const { direct } = fileStore.storage;
  if (direct) return direct;
  throw new ApiError('not_found', 'Clients cannot send files to the storage of this service: use /streams/upload.');
}

/** Runs a check of uploads. @throws ApiError of the check, with another place */
function placed<T>(source: FaultSource | undefined, check: () => T): T {
  try {
    return check();
  } catch (error) {
    throw error instanceof ApiError ? elsewhere(error, source) : error;
  }
}

const elsewhere = (error: ApiError, source: FaultSource | undefined): ApiError =>
  error.withFaults(error.faults.map(({ source: _, ...fault }) => ({ ...fault, ...(source && { source }) })));

const at = (name: keyof DirectUploadInput): FaultSource => ({ pointer: `/data/attributes/${name}` });

type Announced = Pick<DirectUploadRow, 'private_url' | 'hash_md5' | 'hash_sha256'> &
  Omit<OpenUpload['stream'], 'created_by'>;

/** @throws ApiError invalid_data, invalid_parameter, bad_request, unsupported_media_type, file_type_forbidden, payload_too_large */
function checked({ limits }: FileServices, input: DirectUploadInput): Announced {
  const { file_size, hash_md5: md5, hash_sha256: sha256, private_url = false } = input;
  const file_name = placed(at('file_name'), () => checkFileName(input.file_name));
  const mime_type = placed(at('mime_type'), () => {
    const declared = declaredName(input.mime_type);
    assertAllowed([declared], limits.uploadForbiddenTypes);
    return declared ?? ANY_BYTES;
  });
  if ((md5 === undefined) === (sha256 === undefined)) {
    throw invalidData('/data/attributes', 'Give one checksum of the file: hash_md5 or hash_sha256.');
  }
  const limit = Math.min(limits.uploadMaxBytes, MAX_BYTES);
  if (file_size > limit) {
    throw new ApiError('payload_too_large', {
      detail: `The file is larger than ${limit} bytes.`,
      source: at('file_size'),
    });
  }
  return {
    file_name,
    mime_type,
    file_size,
    private_url,
    ...(md5 !== undefined && { hash_md5: md5.toLowerCase() }),
    ...(sha256 !== undefined && { hash_sha256: sha256.toLowerCase() }),
  };
}

/**
 * To be called after the transaction has written usage of the user, so that two concurrent ones conflict.
 * @throws ApiError too_many_requests
 */
async function assertFew({ store, clock }: FileServices, userId: number, transaction: Transaction): Promise<void> {
  const own = { user_id: userId, expires: { $gt: clock.now() } };
  const count = (filter: object): Promise<number> =>
    store.uploadTokens.countDocuments({ ...own, ...filter }, { session: transaction });
  const refuse = (detail: string, seconds: number): ApiError =>
    new ApiError('too_many_requests', detail, { 'Retry-After': String(seconds) });
  if ((await count({ stream: { $exists: true } })) >= MAX_OPEN) {
    throw refuse(`You have ${MAX_OPEN} direct uploads that are not completed: complete one, or wait for its end.`, 10);
  }
  if ((await count({})) >= MAX_ADDRESSES) {
    throw refuse(`You have begun ${MAX_ADDRESSES} direct uploads within a short time.`, 60);
  }
}

/**
 * Announces a file, which counts from now on, and signs the address for it.
 * @throws ApiError not_found if the storage has no such addresses; authentication_required, forbidden without a user;
 * UPLOAD_QUOTA_EXCEEDED, UPLOAD_FILES_LIMIT_EXCEEDED, too_many_requests, and those of checks; StorageUnavailable
 */
export async function beginDirectUpload(
  services: FileServices,
  input: DirectUploadInput,
  context: RequestContext,
): Promise<BegunUpload> {
  const { store, clock, fileStore, objects } = services;
  const { userId } = context.caller;
  if (userId === null) throw refusal(context.caller, 'Direct uploads are for users.');
  const { file_name, mime_type, file_size, ...others } = checked(services, input);
  const direct = directStorage(services);
  const stream = { file_name, mime_type, file_size, created_by: userId };
  await assertRoom(services, usageOf(stream));
  const _id = uuidV7();
  const { hash_md5: md5, hash_sha256: sha256 = '' } = others;
  const checksum =
    md5 === undefined ? { algorithm: 'sha256' as const, hex: sha256 } : { algorithm: 'md5' as const, hex: md5 };
  const now = clock.now().getTime();
  const row: OpenUpload = {
    _id,
    expires: new Date(now + UPLOAD_MS),
    user_id: userId,
    address_until: new Date(now + ADDRESS_MS),
    ...others,
    stream,
  };
  const file = { mediaType: mime_type, size: file_size, checksum };
  const request = await direct.uploadAddress(incomingKey(_id), file, ADDRESS_MS / 1_000);
  // Before the client gets the address.
  await objects.writer.writeRows({
    context,
    async write({ transaction }) {
      await changeUsage(services, usageOf(stream), transaction);
      await assertFew(services, userId, transaction);
      await store.uploadTokens.insertOne(row, { session: transaction });
      await fileStore.expect(incomingKey(_id), new Date(now + REMOVAL_MS), transaction);
    },
  });
  return { row, request };
}

const noUpload = (id: string): ApiError =>
  new ApiError('not_found', `Direct upload "${id.slice(0, 100)}" was not found: there was none, or its time is over.`);

const isOver = ({ stream_id: streamId }: DirectUploadRow): ApiError =>
  new ApiError(
    'conflict',
    streamId === undefined
      ? 'The file of this upload was refused: begin another one.'
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

/**
 * Ends an upload in the transaction.
 * @param result id of its stream
 * @throws ApiError not_found, conflict if it has already ended
 */
async function end(
  { store, clock }: FileServices,
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
    return;
  }
  const row = await store.uploadTokens.findOne({ _id }, session);
  throw row && isDirect(row) ? isOver(row) : noUpload(_id);
}

/** Final refusals of the content: with the announced checksum no other file can be sent. */
const FINAL: ReadonlySet<string> = new Set([
  'file_type_mismatch',
  'file_type_forbidden',
  'file_infected',
  'unreadable_file',
]);

/** Ends an upload whose file is refused, so that it no longer counts. */
async function giveUp(services: FileServices, row: OpenUpload): Promise<void> {
  await services.store.transaction((transaction) => end(services, row, {}, transaction));
  await services.fileStore.dismiss(incomingKey(row._id));
}

async function whyNot(services: FileServices, row: OpenUpload, error: unknown): Promise<unknown> {
  if (error instanceof FileMissing) return new ApiError('conflict', 'The file has not been sent to its address yet.');
  if (!(error instanceof ApiError)) return error;
  // For a file other than the announced one, or a limit that has changed since; the request itself has no body.
  if (['empty_file', 'payload_too_large'].includes(error.code)) return new ApiError('conflict', error.message);
  if (!FINAL.has(error.code)) return elsewhere(error, undefined);
  await giveUp(services, row).catch((fault: unknown) => {
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
    throw await whyNot(services, upload, error);
  }
}
