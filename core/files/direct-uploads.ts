// Files that clients send directly to the bucket (D646): announced here, sent to a signed address, and then copied
// (core/files/end-direct-upload.ts), so that the client cannot change the file of the stream any more. The row of an
// open upload is among the upload tokens; its key is among the unclaimed files for a day, so that no file remains in
// the bucket, at any time of sending.
import { v7 as uuidV7 } from 'uuid';
import type { components } from '../../generated/api.d.ts';
import { refusal } from '../access/authorization.ts';
import type { RequestContext } from '../context.ts';
import { ApiError, invalidData, type FaultSource } from '../errors.ts';
import type { DirectUploadRow } from '../store/store.ts';
import type { Transaction } from '../store/transactions/transaction.ts';
import { checkFileName } from './file-name.ts';
import type { FileServices } from './file-services.ts';
import { assertAllowed } from './media/inspect-file.ts';
import { ANY_BYTES, declaredName } from './media/media-names.ts';
import type { DirectStorage, SignedUpload } from './storage/file-storage.ts';
import { assertRoom, changeUsage, usageOf } from './usage.ts';

/** Time in which the client has to begin to send the file. */
const ADDRESS_MS = 15 * 60_000;

/** Time in which the upload has to be completed: a slow file may still be arriving long after its address has expired. */
const UPLOAD_MS = 2 * 3_600_000;

/** Time after which the sent file is removed. */
const REMOVAL_MS = 24 * 3_600_000;

/** Uploads of one user that are not completed. */
const MAX_OPEN = 20;

/** Addresses of one user that have not expired, including those of completed uploads. */
const MAX_ADDRESSES = 500;

/** Maximum of S3 for one request, bytes. */
const MAX_BYTES = 5 * 1_073_741_824;

export type DirectUploadInput = components['schemas']['DirectUploadsCreateAttributes'];

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

/** @throws ApiError not_found */
export function directStorage({ fileStore }: FileServices): DirectStorage {
  const { direct } = fileStore.storage;
  if (direct) return direct;
  throw new ApiError('not_found', 'Clients cannot send files to the storage of this service: use /streams/upload.');
}

/** Runs a check of uploads. @throws ApiError of the check, with another place */
function placed<T>(source: FaultSource, check: () => T): T {
  try {
    return check();
  } catch (error) {
    throw error instanceof ApiError ? elsewhere(error, source) : error;
  }
}

/** The same error at another place. */
export const elsewhere = (error: ApiError, source: FaultSource | undefined): ApiError =>
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

/** To be called after the transaction has written usage of the user, so that two concurrent ones conflict. */
async function assertFew({ store, clock }: FileServices, userId: number, transaction: Transaction): Promise<void> {
  const own = { user_id: userId, expires: { $gt: clock.now() } };
  const count = (filter: object): Promise<number> =>
    store.uploadTokens.countDocuments({ ...own, ...filter }, { session: transaction });
  const refuse = (detail: string, seconds: number): ApiError =>
    new ApiError('too_many_requests', detail, { 'Retry-After': String(seconds) });
  if ((await count({ stream: { $exists: true } })) >= MAX_OPEN) {
    throw refuse(
      `You have ${MAX_OPEN} direct uploads that are not completed: complete or cancel one, or wait for its end.`,
      10,
    );
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
    md5 === undefined ? ({ algorithm: 'sha256', hex: sha256 } as const) : ({ algorithm: 'md5', hex: md5 } as const);
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
