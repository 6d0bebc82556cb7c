// Stores the file of an upload before its row is written: received, counted, checked (D31, D32).
import type { BinaryUpload } from '../../network/binary-body.ts';
import type { RequestContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { checkFileName } from '../file-name.ts';
import type { FileServices } from '../file-services.ts';
import { inspectFile, type InspectedFile } from '../media/inspect-file.ts';
import { declaredName } from '../media/media-names.ts';
import { assertLength, incomplete, receiveFile, type ReceivedFile, type Receiving } from '../receive-file.ts';
import type { ActiveUpload } from '../active-uploads.ts';
import { assertRoom, usageOf, type CountedFile } from '../usage.ts';

/** The metadata of an upload. */
export interface UploadRequest {
  fileName: string;
  upload: BinaryUpload;
  /** False by default. */
  privateUrl: boolean | undefined;
  /** Refuses a file by its type, before it is stored. */
  check?: (file: InspectedFile) => void | Promise<void>;
  /** A counted file that this one replaces. */
  replaces?: CountedFile;
  /** Owner of the file; by default the caller. */
  owner?: number;
}

/** A stored file without a row. */
export interface StoredFile extends InspectedFile {
  file_key: string;
  file_name: string;
  private_url: boolean;
  created_by: number | null;
}

/** An upload that counts as if it were stored. */
interface CountedUpload {
  /** @throws ApiError UPLOAD_QUOTA_EXCEEDED, UPLOAD_FILES_LIMIT_EXCEEDED */
  assertRoomFor(bytes: number): Promise<void>;
  receiving: Receiving;
  /** @throws ApiError of inspectFile, the malware scan and `check` */
  inspect(received: ReceivedFile): Promise<InspectedFile>;
  /** Passes a stored file to `use`. */
  pass<T>(file: InspectedFile, key: string, use: (file: StoredFile) => Promise<T>): Promise<T>;
}

/** Counts an upload while `work` stores it. @throws ApiError too_many_requests, and those of checks before its body is read */
async function whileCounted<T>(
  services: FileServices,
  { fileName, upload, privateUrl, check, replaces, owner }: UploadRequest,
  context: RequestContext,
  work: (counted: CountedUpload) => Promise<T>,
): Promise<T> {
  const { limits, underWay, uploadFolder: folder } = services;
  const name = checkFileName(fileName);
  declaredName(upload.mediaType);
  assertLength(upload, limits.uploadMaxBytes);
  const createdBy = owner ?? context.caller.userId;
  const coming: ActiveUpload = underWay.begin(context);
  const assertRoomFor = (bytes: number): Promise<void> =>
    assertRoom(services, usageOf({ file_size: bytes, created_by: createdBy }, replaces), coming);
  // The length of a file in base64 is unknown in advance, except that it is not empty.
  const length = upload.base64 ? undefined : upload.length;
  try {
    await assertRoomFor(length ?? 1);
    return await work({
      assertRoomFor,
      receiving: {
        folder,
        limit: limits.uploadMaxBytes,
        idle: limits.uploadIdleSeconds * 1_000,
        ...(length === undefined && { onGrown: assertRoomFor }),
      },
      async inspect(received) {
        const file = await inspectFile(received, { fileName: name, declared: upload.mediaType }, limits);
        await check?.(file);
        await services.scan?.(received);
        return file;
      },
      pass(file, key, use) {
        // From here on the transaction counts the file, which must not count twice.
        coming.adds = new Map();
        return use({
          ...file,
          file_key: key,
          file_name: name,
          private_url: privateUrl ?? false,
          created_by: createdBy,
        });
      },
    });
  } finally {
    underWay.end(coming);
  }
}

/**
 * Receives, checks and stores a file, and passes it to `use`, whose transaction commits it.
 * @throws ApiError too_many_requests, and those of receiveFile, inspectFile, the malware scan and assertRoom
 */
export const storeUpload = <T>(
  services: FileServices,
  request: UploadRequest,
  context: RequestContext,
  use: (file: StoredFile) => Promise<T>,
): Promise<T> =>
  whileCounted(services, request, context, ({ assertRoomFor, receiving, inspect, pass }) =>
    receiveFile(request.upload, receiving, async (received) => {
      const file = await inspect(received);
      // A client that has disconnected before the response sends the file again.
      if (request.upload.hasLeft()) throw incomplete('The connection ended before the file was stored.');
      await assertRoomFor(file.size);
      const key = await services.fileStore.put(received);
      return unlessFailed(services, key, pass(file, key, use));
    }),
  );

/** Removes a stored file that was not committed. */
const unlessFailed = <T>({ fileStore }: FileServices, key: string, work: Promise<T>): Promise<T> =>
  work.catch(async (error: unknown) => {
    await fileStore.purge([key]);
    throw error;
  });

export interface CopyRequest extends Omit<UploadRequest, 'upload'> {
  /** Key of a file in the storage. */
  from: string;
  /** As it was announced. */
  upload: Pick<BinaryUpload, 'mediaType' | 'length'>;
}

/**
 * As `storeUpload`, of a file in the storage: a copy of it, which no client can change any more, is read and checked.
 * Its SHA-256 is computed as well.
 * @throws FileMissing; ApiError service_unavailable when the storage does not give the copy
 */
export const storeCopy = <T>(
  services: FileServices,
  { from, ...request }: CopyRequest,
  context: RequestContext,
  use: (file: StoredFile) => Promise<T>,
): Promise<T> => {
  const upload: BinaryUpload = {
    ...request.upload,
    base64: false,
    hasLeft: () => false,
    open: () => {
      throw new Error('a copy is opened when it is there');
    },
  };
  return whileCounted(services, { ...request, upload }, context, async ({ receiving, inspect, pass }) => {
    let file: InspectedFile | undefined;
    const key = await services.fileStore.copy(from, async (copied) => {
      const content = await services.fileStore.storage.read(copied);
      file = await receiveFile({ ...upload, open: () => content }, { ...receiving, sha256: true }, inspect).catch(
        (error: unknown) => {
          content.destroy();
          throw isOfTransfer(error) ? unreadable() : error;
        },
      );
    });
    // cast: `copy` has run the function that sets it, or has thrown
    return unlessFailed(services, key, pass(file as InspectedFile, key, use));
  });
};

/** A transfer from the storage does not involve the client. */
const isOfTransfer = (error: unknown): boolean =>
  error instanceof ApiError && ['incomplete_upload', 'request_timeout'].includes(error.code);
const unreadable = (): ApiError =>
  new ApiError('service_unavailable', 'The file cannot be read at this moment.', { 'Retry-After': '5' });
