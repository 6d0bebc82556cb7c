// Uploads to a bucket: in one request or in parts, one after the other, directly from the disk.
import { createHash } from 'node:crypto';
import { createReadStream, type ReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  S3ServiceException,
  UploadPartCommand,
  UploadPartCopyCommand,
  type S3Client,
  type UploadPartCommandInput,
} from '@aws-sdk/client-s3';
import type { ByteRange } from '../../network/binary-body.ts';
import type { LocalFile } from './file-storage.ts';

const MB = 1_048_576;

export interface S3Limits {
  /** Time limit of each of three attempts to send a part of 5 MB, until the response, ms; a smaller one has less. */
  transfer: number;
  /** The same for requests without bytes, ms. */
  answer: number;
  /** The same for copies and for completing a multipart upload, ms. */
  copy: number;
  /** Larger files are copied in parts, bytes. S3 copies at most 5 GB in one request. */
  copyInOne: number;
  /** Size of such a part, bytes. */
  copiedPart: number;
}

/** A server that accepts the connection and never responds fails after three times as long. */
export const S3_LIMITS: S3Limits = {
  transfer: 40_000,
  answer: 10_000,
  copy: 300_000,
  copyInOne: 5_120 * MB,
  copiedPart: 512 * MB,
};

/** Larger files are sent in parts of this size, bytes: the minimum of S3. */
const PART_SIZE = 5 * MB;
/** Maximum number of parts of a file in S3. */
const MAX_PARTS = 10_000;
/** Bytes of a part that are in memory at a time. */
const CHUNK = 65_536;
const TRIES = 3;
/** Wait before the second attempt, ms; twice as long before the third. */
const PAUSE_MS = 100;

export interface ObjectPlace {
  Bucket: string;
  Key: string;
}

/** A part without its bytes. */
type Part = Pick<UploadPartCommandInput, 'Bucket' | 'Key' | 'UploadId' | 'PartNumber'>;
type ETag = string | undefined;
type FilePart = Pick<LocalFile, 'path'> & ByteRange;

const partSizeOf = (size: number, least: number): number => Math.max(least, Math.ceil(size / MAX_PARTS));

/**
 * Another server, such as the sign-in page of a network, may respond to any request with 200 instead of the S3 server.
 * Only a server that has the bytes knows their ETag (D660).
 */
export function assertOfStorage(ETag: ETag): void {
  if (ETag === undefined) throw new Error('the server is not a file storage: its answer has no ETag');
}

export const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

/** Another attempt would get the same response. Others may be temporary: 400 can mean bytes that were damaged in transit. */
const isFinal = (error: unknown): boolean => [401, 403, 404].includes(statusOf(error) ?? 0);

/** Base64. The bytes are read twice, so that they need not be in memory. */
async function md5(bytes: ReadStream): Promise<string> {
  const hash = createHash('md5');
  await pipeline(bytes, hash);
  return hash.digest('base64');
}

/** A request with bytes. Its signature does not cover a stream, but their MD5, which the server checks. */
type SendBytes = (
  content: { Body: ReadStream; ContentLength: number; ContentMD5: string },
  options: { requestTimeout: number; abortSignal: AbortSignal },
) => Promise<{ ETag?: string | undefined }>;

/** @returns ms for that many bytes; files of more than 50 GB have larger parts, and more time for each */
const timeFor = (bytes: number, { answer, transfer }: S3Limits): number =>
  Math.ceil(answer + Math.max(0, transfer - answer) * (bytes / PART_SIZE));

/** Sends bytes of a file, read from the disk for every attempt: the client retries buffers only. */
async function sendBytes(send: SendBytes, { path, start, end }: FilePart, limits: S3Limits): Promise<ETag> {
  const ContentLength = end - start + 1;
  const requestTimeout = timeFor(ContentLength, limits);
  const open = (): ReadStream => createReadStream(path, { start, end, highWaterMark: CHUNK });
  const ContentMD5 = await md5(open());
  for (let tries = 1; ; tries++) {
    const Body = open();
    const ended = new AbortController();
    Body.once('error', (error) => ended.abort(error));
    try {
      const { ETag } = await send({ Body, ContentLength, ContentMD5 }, { requestTimeout, abortSignal: ended.signal });
      assertOfStorage(ETag);
      return ETag;
    } catch (error) {
      // A server that responds before the end of the body would leave the connection open.
      ended.abort();
      if (tries === TRIES || Body.errored || isFinal(error)) throw error;
      await sleep(PAUSE_MS * tries);
    } finally {
      Body.destroy();
    }
  }
}

interface Pieces {
  size: number;
  partSize: number;
  send(part: Part, range: ByteRange): Promise<ETag>;
}

/** An object made of parts, which are removed when one of them fails. */
async function putTogether(
  client: S3Client,
  place: ObjectPlace,
  limits: S3Limits,
  { size, partSize, send }: Pieces,
): Promise<void> {
  const soon = { requestTimeout: limits.answer };
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(place), soon);
  const upload = { ...place, UploadId };
  try {
    const Parts: { PartNumber: number; ETag: ETag }[] = [];
    for (let start = 0; start < size; start += partSize) {
      const PartNumber = Parts.length + 1;
      const end = Math.min(start + partSize, size) - 1;
      Parts.push({ PartNumber, ETag: await send({ ...upload, PartNumber }, { start, end }) });
    }
    const complete = new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } });
    const { ETag } = await client.send(complete, { requestTimeout: limits.copy });
    assertOfStorage(ETag);
  } catch (error) {
    // The remaining parts are removed with the key.
    await client.send(new AbortMultipartUploadCommand(upload), soon).catch(() => undefined);
    throw error;
  }
}

/** Sends a file of this machine. @throws errors of the client and of reading the file */
export async function sendFile(
  client: S3Client,
  place: ObjectPlace,
  limits: S3Limits,
  { path, size }: LocalFile,
): Promise<void> {
  if (size <= PART_SIZE) {
    const put: SendBytes = (content, options) => client.send(new PutObjectCommand({ ...place, ...content }), options);
    await sendBytes(put, { path, start: 0, end: size - 1 }, limits);
    return;
  }
  await putTogether(client, place, limits, {
    size,
    partSize: partSizeOf(size, PART_SIZE),
    send(part, range) {
      const put: SendBytes = (content, options) => client.send(new UploadPartCommand({ ...part, ...content }), options);
      return sendBytes(put, { path, ...range }, limits);
    },
  });
}

/** Lets the server copy a file that is too large for one request. @throws errors of the client */
export async function copyInParts(
  client: S3Client,
  place: ObjectPlace,
  limits: S3Limits,
  { CopySource, size }: { CopySource: string; size: number },
): Promise<void> {
  await putTogether(client, place, limits, {
    size,
    partSize: partSizeOf(size, limits.copiedPart),
    async send(part, { start, end }) {
      const copying = new UploadPartCopyCommand({ ...part, CopySource, CopySourceRange: `bytes=${start}-${end}` });
      const { CopyPartResult } = await client.send(copying, { requestTimeout: limits.copy });
      return CopyPartResult?.ETag;
    },
  });
}
