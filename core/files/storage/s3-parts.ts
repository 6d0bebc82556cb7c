// How the bytes of a file get into a bucket: in one request or in parts, one after the other, straight from the disk.
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
import type { ByteRange } from '../../binary-body.ts';
import type { LocalFile } from './file-storage.ts';

const MB = 1_048_576;

export interface S3Limits {
  /** Time for a server to take a part or a file and to answer, ms. Three tries are made. */
  transfer: number;
  /** The same for requests that carry no file, ms. */
  answer: number;
  /** The same for what the server copies or puts together, ms. */
  copy: number;
  /** Larger files are copied in parts, bytes. S3 copies none above 5 GB in one go. */
  copyInOne: number;
  /** Bytes of such a part. */
  copiedPart: number;
}

/** A server that takes the connection and says nothing is given up after three times as long. */
export const S3_LIMITS: S3Limits = {
  transfer: 40_000,
  answer: 10_000,
  copy: 300_000,
  copyInOne: 5_120 * MB,
  copiedPart: 512 * MB,
};

/** Larger files are sent in parts of so many bytes, the least that S3 takes. */
const PART_SIZE = 5 * MB;
/** S3 takes no more parts of one file. */
const MAX_PARTS = 10_000;
/** Bytes of a part that are in memory at a time. */
const CHUNK = 65_536;
const TRIES = 3;
/** Wait before the second try, ms; twice as long before the third. */
const PAUSE_MS = 100;

export interface ObjectPlace {
  Bucket: string;
  Key: string;
}

/** A part before it has its bytes. */
type Part = Pick<UploadPartCommandInput, 'Bucket' | 'Key' | 'UploadId' | 'PartNumber'>;
type ETag = string | undefined;
type FilePart = Pick<LocalFile, 'path'> & ByteRange;

const partSizeOf = (size: number, least: number): number => Math.max(least, Math.ceil(size / MAX_PARTS));

export const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

/** Another try would be answered the same. All else may pass: 400 is also what bytes are that broke on their way. */
const isFinal = (error: unknown): boolean => [401, 403, 404].includes(statusOf(error) ?? 0);

/** Base64. The bytes are read twice, so that they need not be held. */
async function md5(bytes: ReadStream): Promise<string> {
  const hash = createHash('md5');
  await pipeline(bytes, hash);
  return hash.digest('base64');
}

/** A request with bytes. The signature does not cover those of a stream, but their MD5, by which the server looks at them. */
type SendBytes = (
  content: { Body: ReadStream; ContentLength: number; ContentMD5: string },
  options: { requestTimeout: number; abortSignal: AbortSignal },
) => Promise<{ ETag?: string | undefined }>;

/**
 * Sends bytes of a file, read from the disk for every attempt: the client retries buffers only.
 * @param least time for it, ms; files of more than 50 GB have larger parts, and more time for each
 */
async function sendBytes(send: SendBytes, { path, start, end }: FilePart, least: number): Promise<ETag> {
  const ContentLength = end - start + 1;
  const requestTimeout = least * Math.ceil(ContentLength / PART_SIZE);
  const open = (): ReadStream => createReadStream(path, { start, end, highWaterMark: CHUNK });
  const ContentMD5 = await md5(open());
  for (let tries = 1; ; tries++) {
    const Body = open();
    const ended = new AbortController();
    Body.once('error', (error) => ended.abort(error));
    try {
      const { ETag } = await send({ Body, ContentLength, ContentMD5 }, { requestTimeout, abortSignal: ended.signal });
      return ETag;
    } catch (error) {
      // Who answers before all has come would have the connection left open for the rest.
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

/** An object made of parts. What is there of them is removed when one of them fails. */
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
    await client.send(complete, { requestTimeout: limits.copy });
  } catch (error) {
    // What this leaves behind goes when the key is removed.
    await client.send(new AbortMultipartUploadCommand(upload), soon).catch(() => undefined);
    throw error;
  }
}

/** Sends a file of this machine. @throws what the client throws, and what reading the file does */
export async function sendFile(
  client: S3Client,
  place: ObjectPlace,
  limits: S3Limits,
  { path, size }: LocalFile,
): Promise<void> {
  if (size <= PART_SIZE) {
    const put: SendBytes = (content, options) => client.send(new PutObjectCommand({ ...place, ...content }), options);
    await sendBytes(put, { path, start: 0, end: size - 1 }, limits.transfer);
    return;
  }
  await putTogether(client, place, limits, {
    size,
    partSize: partSizeOf(size, PART_SIZE),
    send(part, range) {
      const put: SendBytes = (content, options) => client.send(new UploadPartCommand({ ...part, ...content }), options);
      return sendBytes(put, { path, ...range }, limits.transfer);
    },
  });
}

/** Has the server copy a file that is too large to be copied in one go. @throws what the client throws */
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
