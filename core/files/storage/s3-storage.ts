// Files in a bucket of Amazon S3, or of a server that speaks like it.
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { ByteRange } from '../../binary-body.ts';
import type { BucketSetting } from '../../storage-setting.ts';
import { messageOf, StorageUnavailable } from '../../storage-fault.ts';
import { FileMissing, type FileStorage, type LocalFile } from './file-storage.ts';

/** Larger files are sent in parts of so many bytes, the least that S3 takes: some of them are in memory, twice each. */
const PART_SIZE = 5 * 1_048_576;
/** Two would be faster where the way is long, and took 17 MB more for a file of 1 GB (measured). */
const PARTS_AT_ONCE = 1;

export interface S3Timeouts {
  /** Time for a server to take a part or a file and to answer, ms. Three tries are made. */
  transfer: number;
  /** The same for requests that carry no file, ms. */
  answer: number;
  /** The same for a copy that the server makes, ms. */
  copy: number;
}

/** A server that takes the connection and says nothing is given up after three times as long. */
const TIMEOUTS: S3Timeouts = { transfer: 40_000, answer: 10_000, copy: 300_000 };

/** S3 takes no more parts of one file. */
const MAX_PARTS = 10_000;
/** S3 copies no larger files in one go. */
const MAX_COPY_SIZE = 5 * 1_073_741_824;

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && ['NoSuchKey', 'NotFound'].includes(error.name);

/** Not every server knows all operations. */
const isUnknownOperation = (error: unknown): boolean => [405, 501].includes(statusOf(error) ?? 0);

function createClient({ endpoint, region: given, pathStyle }: BucketSetting, requestTimeout: number): S3Client {
  // Servers of one's own have no region, or any.
  const region = given ?? (endpoint !== undefined && !process.env['AWS_REGION'] ? 'us-east-1' : undefined);
  return new S3Client({
    ...(region !== undefined && { region }),
    ...(endpoint !== undefined && { endpoint }),
    forcePathStyle: pathStyle,
    // Other servers do not know the newer checksums; the signature of a request vouches for its bytes already.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 5_000,
      requestTimeout,
      throwOnRequestTimeout: true,
      // Every download holds a connection, and more of them than the usual 50 must not keep uploads waiting.
      httpAgent: { keepAlive: true, maxSockets: 1_000 },
      httpsAgent: { keepAlive: true, maxSockets: 1_000 },
    },
  });
}

/** @throws Error of one line when the bucket cannot be used */
export async function openS3Storage(setting: BucketSetting, timeouts = TIMEOUTS): Promise<FileStorage> {
  const client = createClient(setting, timeouts.transfer);
  try {
    await client.send(new HeadBucketCommand({ Bucket: setting.bucket }), { requestTimeout: timeouts.answer });
  } catch (error) {
    client.destroy();
    throw new Error(explain(error, setting), { cause: error });
  }
  return createS3Storage(client, setting, timeouts);
}

function explain(error: unknown, { bucket, endpoint }: BucketSetting): string {
  const status = statusOf(error);
  if (status === 404) return `there is no bucket ${bucket}`;
  if (status === 401 || status === 403) return `these credentials do not give access to the bucket ${bucket}`;
  if (status === 301 || status === 307 || status === 400)
    return `the bucket ${bucket} is not in this region: give its region`;
  const { name } = error as Error;
  if (name === 'CredentialsProviderError') {
    return 'there are no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
  }
  return `the bucket ${bucket} cannot be reached${endpoint === undefined ? '' : ` at ${endpoint}`}: ${messageOf(error)}`;
}

function createS3Storage(
  client: S3Client,
  { bucket: Bucket, prefix }: BucketSetting,
  timeouts: S3Timeouts,
): FileStorage {
  const soon = { requestTimeout: timeouts.answer };
  const at = (key: string) => ({ Bucket, Key: prefix + key });

  /** @throws FileMissing, StorageUnavailable */
  async function whenThere<T>(key: string, work: Promise<T>): Promise<T> {
    return work.catch((error: unknown) => {
      throw isMissing(error) ? new FileMissing(key) : asUnavailable(error);
    });
  }

  async function send(key: string, Body: Readable, size: number): Promise<void> {
    const partSize = Math.max(PART_SIZE, Math.ceil(size / MAX_PARTS));
    try {
      await new Upload({ client, params: { ...at(key), Body }, partSize, queueSize: PARTS_AT_ONCE }).done();
    } catch (error) {
      throw asUnavailable(error);
    } finally {
      Body.destroy();
    }
  }

  async function read(key: string, range?: ByteRange): Promise<Readable> {
    const part = range && { Range: `bytes=${range.start}-${range.end}` };
    const { Body, ContentRange } = await whenThere(
      key,
      client.send(new GetObjectCommand({ ...at(key), ...part }), soon),
    );
    if (range && ContentRange === undefined) {
      (Body as Readable).destroy();
      throw new StorageUnavailable('the server gives no ranges');
    }
    return Body as Readable;
  }

  /** Parts of files that were never finished. */
  async function abortUploads(key: string): Promise<void> {
    const { Key } = at(key);
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

  return {
    keep: (key: string, { path, size }: LocalFile) =>
      send(key, createReadStream(path, { highWaterMark: 262_144 }), size),
    async copy(from: string, to: string): Promise<void> {
      const { ContentLength: size = 0 } = await whenThere(from, client.send(new HeadObjectCommand(at(from)), soon));
      if (size > MAX_COPY_SIZE) return send(to, await read(from), size);
      const CopySource = encodeURI(`${Bucket}/${prefix}${from}`);
      const copying = new CopyObjectCommand({ ...at(to), CopySource });
      await whenThere(from, client.send(copying, { requestTimeout: timeouts.copy }));
    },
    read,
    async remove(key: string): Promise<void> {
      try {
        // First, so that none of them is finished afterwards.
        await abortUploads(key);
        await client.send(new DeleteObjectCommand(at(key)), soon);
      } catch (error) {
        throw asUnavailable(error);
      }
    },
    close() {
      client.destroy();
      return Promise.resolve();
    },
  };
}

const asUnavailable = (error: unknown): Error =>
  error instanceof StorageUnavailable ? error : new StorageUnavailable(error);
