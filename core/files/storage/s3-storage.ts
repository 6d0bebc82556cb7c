// Files in a bucket of Amazon S3, or of a compatible server.
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3ServiceException,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { ByteRange } from '../../network/binary-body.ts';
import type { BucketSetting } from '../../config/storage-setting.ts';
import { messageOf, StorageUnavailable } from '../../disk/storage-fault.ts';
import { createClient } from './s3-client.ts';
import { isFileKey, withCheckedKeys } from './file-key.ts';
import { FileMissing, type FileStorage, type LocalFile } from './file-storage.ts';
import { assertOfStorage, copyInParts, S3_LIMITS, sendFile, statusOf, type S3Limits } from './s3-parts.ts';
import { asError } from '../../values.ts';

const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && ['NoSuchKey', 'NotFound'].includes(error.name);

/** Some servers do not have all operations. */
const isUnknownOperation = (error: unknown): boolean => [405, 501].includes(statusOf(error) ?? 0);

/**
 * The bucket may contain other objects beside files.
 * @param isKey of what is stored there
 * @throws Error of one line when the bucket cannot be used
 */
export async function openS3Storage(
  setting: BucketSetting,
  limits = S3_LIMITS,
  isKey = isFileKey,
): Promise<FileStorage> {
  const client = createClient(setting, limits.transfer);
  try {
    await client.send(new HeadBucketCommand({ Bucket: setting.bucket }), { requestTimeout: limits.answer });
  } catch (error) {
    client.destroy();
    throw new Error(explain(error, setting), { cause: error });
  }
  return withCheckedKeys(createS3Storage(client, setting, limits), isKey);
}

function explain(error: unknown, { bucket, endpoint }: BucketSetting): string {
  const status = statusOf(error);
  if (status === 404) return `there is no bucket ${bucket}`;
  if (status === 401 || status === 403) return `these credentials do not give access to the bucket ${bucket}`;
  if (status === 301 || status === 307 || status === 400)
    return `the bucket ${bucket} is not in this region: give its region`;
  const { name } = asError(error);
  if (name === 'CredentialsProviderError') {
    return 'there are no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
  }
  return `the bucket ${bucket} cannot be reached${endpoint === undefined ? '' : ` at ${endpoint}`}: ${messageOf(error)}`;
}

/** Parts of unfinished multipart uploads of one key. */
async function abortUploads(
  client: S3Client,
  { Bucket, Key }: { Bucket: string; Key: string },
  soon: { requestTimeout: number },
): Promise<void> {
  const { Uploads = [] } = await client
    .send(new ListMultipartUploadsCommand({ Bucket, Prefix: Key }), soon)
    .catch((error: unknown) => {
      if (isUnknownOperation(error)) return { Uploads: [] };
      throw error;
    });
  for (const { UploadId, Key: found } of Uploads) {
    if (found !== Key) continue;
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }), soon).catch((error: unknown) => {
      if (statusOf(error) !== 404) throw error;
    });
  }
}

async function* keysOf(
  client: S3Client,
  place: { Bucket: string; Prefix: string },
  soon: { requestTimeout: number },
): AsyncGenerator<string> {
  for (let token: string | undefined, isMore = true; isMore;) {
    const page = {
      ...place,
      Delimiter: '/',
      ...(token !== undefined && { ContinuationToken: token }),
    };
    const listed = await client.send(new ListObjectsV2Command(page), soon).catch((error: unknown) => {
      throw asUnavailable(error);
    });
    for (const { Key } of listed.Contents ?? []) {
      if (Key !== undefined) yield Key.slice(place.Prefix.length);
    }
    token = listed.NextContinuationToken;
    isMore = token !== undefined;
  }
}

function createS3Storage(client: S3Client, { bucket: Bucket, prefix }: BucketSetting, limits: S3Limits): FileStorage {
  const soon = { requestTimeout: limits.answer };
  const at = (key: string) => ({ Bucket, Key: prefix + key });

  /** @throws FileMissing, StorageUnavailable */
  async function whenThere<T>(key: string, work: Promise<T>): Promise<T> {
    return work.catch((error: unknown) => {
      throw isMissing(error) ? new FileMissing(key) : asUnavailable(error);
    });
  }

  async function read(key: string, range?: ByteRange): Promise<Readable> {
    const part = range && { Range: `bytes=${range.start}-${range.end}` };
    const { Body, ContentRange, ETag } = await whenThere(
      key,
      client.send(new GetObjectCommand({ ...at(key), ...part }), soon),
    );
    if (!(Body instanceof Readable)) throw new StorageUnavailable(new Error('the server has sent no content'));
    try {
      assertOfStorage(ETag);
      if (range && ContentRange === undefined) throw new Error('the server does not support ranges');
    } catch (error) {
      Body.destroy();
      throw new StorageUnavailable(error);
    }
    return Body;
  }

  return {
    async put(key: string, file: LocalFile): Promise<void> {
      await sendFile(client, at(key), limits, file).catch((error: unknown) => {
        throw asUnavailable(error);
      });
    },
    async copy(from: string, to: string): Promise<void> {
      const { ContentLength: size = 0 } = await whenThere(from, client.send(new HeadObjectCommand(at(from)), soon));
      const CopySource = encodeURI(`${Bucket}/${prefix}${from}`);
      if (size > limits.copyInOne) {
        await whenThere(from, copyInParts(client, at(to), limits, { CopySource, size }));
        return;
      }
      const copying = new CopyObjectCommand({ ...at(to), CopySource });
      const copied = client.send(copying, { requestTimeout: limits.copy });
      await whenThere(
        from,
        copied.then(({ CopyObjectResult }) => assertOfStorage(CopyObjectResult?.ETag)),
      );
    },
    read,
    async remove(key: string): Promise<void> {
      try {
        // First, so that none of them is completed afterwards.
        await abortUploads(client, at(key), soon);
        await client.send(new DeleteObjectCommand(at(key)), soon);
      } catch (error) {
        throw asUnavailable(error);
      }
    },
    keys: () => keysOf(client, { Bucket, Prefix: prefix }, soon),
    close() {
      client.destroy();
      return Promise.resolve();
    },
  };
}

const asUnavailable = (error: unknown): Error =>
  error instanceof StorageUnavailable ? error : new StorageUnavailable(error);
