// Receives an upload into a temporary file, counted and hashed during that, so that it can be inspected before it is
// stored. It is not held in memory (D31).
import { createHash, randomUUID, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readdir, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { Transform, type TransformCallback, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeFolder, OWNER_ONLY } from '../disk/make-folder.ts';
import type { BinaryUpload } from '../network/binary-body.ts';
import { ApiError } from '../errors.ts';
import { watchRate } from '../network/least-rate.ts';
import { Base64Decoder } from './base64-decoder.ts';
import { onThisMachine, type LocalFile } from './storage/file-storage.ts';

export interface ReceivedFile extends LocalFile {
  /** Hex. */
  hash_md5: string;
  hash_sha1: string;
  /** If requested. */
  hash_sha256?: string;
}

const tooLarge = (limit: number): ApiError =>
  new ApiError('payload_too_large', `The file is larger than ${limit} bytes.`, { Connection: 'close' });

/** Progress is reported at least once per this number of bytes. */
const GROWTH = 1_048_576;

/** Counts and hashes the bytes. @throws ApiError payload_too_large, and errors of `onGrown` */
class Meter extends Transform {
  size = 0;
  #reported = 0;
  readonly md5 = createHash('md5');
  readonly sha1 = createHash('sha1');
  readonly sha256: Hash | undefined;
  readonly #receiving: Receiving;

  constructor(receiving: Receiving) {
    super();
    this.#receiving = receiving;
    this.sha256 = receiving.sha256 ? createHash('sha256') : undefined;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.size += chunk.length;
    const { limit, onGrown } = this.#receiving;
    if (this.size > limit) return done(tooLarge(limit));
    this.md5.update(chunk);
    this.sha1.update(chunk);
    this.sha256?.update(chunk);
    if (!onGrown || this.size < this.#reported + GROWTH) return done(null, chunk);
    this.#reported = this.size;
    onGrown(this.size).then(() => done(null, chunk), done);
  }
}

export interface Receiving {
  /** Of running uploads; created when it is missing. */
  folder: string;
  /** Maximum size of the file, bytes. */
  limit: number;
  /** Time limit without data, or with less than 1 KB a second, ms. */
  idle: number;
  /** Called with the size of a file as it grows, before further bytes are written; an error ends the upload. */
  onGrown?: (size: number) => Promise<void>;
  /** Finds the SHA-256 as well. */
  sha256?: boolean;
}

/** Maximum size of a body for a file of the limit: base64 needs more, at most with a line end after every four characters. */
const bodyLimit = ({ base64 }: BinaryUpload, limit: number): number => (base64 ? 2 * limit + 1_024 : limit);

/**
 * Refuses a body that is too large, or empty, by its headers, before any of it is read.
 * @throws ApiError payload_too_large, empty_file
 */
export function assertLength(upload: BinaryUpload, limit: number): void {
  if (upload.length === 0) throw empty();
  if (upload.length !== undefined && upload.length > bodyLimit(upload, limit)) throw tooLarge(limit);
}

const empty = (): ApiError => new ApiError('empty_file', 'The file is empty.');
export const incomplete = (detail = 'The connection ended before the whole file was received.'): ApiError =>
  new ApiError('incomplete_upload', detail);
const tooSlow = (what: string, idle: number): ApiError =>
  new ApiError('request_timeout', `${what} was received for ${idle / 1_000} s.`, { Connection: 'close' });

/** Pipes the body to `first`, which fails when the body is aborted or idle. @returns a function that undoes it */
function feed(upload: BinaryUpload, first: Writable, { limit, idle }: Receiving): () => void {
  const content = upload.open();
  let size = 0;
  const timer = setTimeout(() => first.destroy(tooSlow('Nothing', idle)), idle);
  const rate = watchRate(idle, () => first.destroy(tooSlow('Less than 1 KB a second', idle)));
  const onData = (chunk: Buffer): void => {
    timer.refresh();
    rate.received(chunk.length);
    size += chunk.length;
    if (size > bodyLimit(upload, limit)) first.destroy(tooLarge(limit));
  };
  const onBreak = (): void => {
    if (!content.readableEnded) first.destroy(incomplete());
  };
  content.on('data', onData).on('error', onBreak).on('close', onBreak);
  // The connection is needed for the response: unlike a pipeline, this keeps the request open when the rest fails.
  content.pipe(first);
  if (content.destroyed) onBreak();
  return () => {
    clearTimeout(timer);
    rate.end();
    content.unpipe(first);
    content.off('data', onData).off('close', onBreak);
  };
}

async function spool(upload: BinaryUpload, file: string, receiving: Receiving): Promise<Omit<ReceivedFile, 'path'>> {
  const meter = new Meter(receiving);
  const first = upload.base64 ? new Base64Decoder() : meter;
  const output = createWriteStream(file, { flags: 'wx', mode: 0o600 });
  const written = first === meter ? pipeline(meter, output) : pipeline(first, meter, output);
  const stop = feed(upload, first, receiving);
  try {
    await written;
  } finally {
    stop();
  }
  return {
    size: meter.size,
    hash_md5: meter.md5.digest('hex'),
    hash_sha1: meter.sha1.digest('hex'),
    ...(meter.sha256 && { hash_sha256: meter.sha256.digest('hex') }),
  };
}

/** More often than sweepers look for abandoned files. */
const RENEW_MS = 60_000;

/** Keeps the file from being swept while it is in use, waiting times included. @returns a function that ends that */
function renew(file: string): () => void {
  const timer = setInterval(() => {
    const now = new Date();
    // It may not exist yet, or no longer.
    utimes(file, now, now).catch(() => undefined);
  }, RENEW_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Receives an upload, passes it to `use`, and always removes the temporary file.
 * @throws ApiError payload_too_large, empty_file, incomplete_upload, invalid_encoding, request_timeout, errors of `onGrown`;
 * StorageUnavailable
 */
export async function receiveFile<T>(
  upload: BinaryUpload,
  receiving: Receiving,
  use: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  assertLength(upload, receiving.limit);
  await onThisMachine(makeFolder(receiving.folder, OWNER_ONLY));
  const file = path.join(receiving.folder, `${randomUUID()}.part`);
  const stop = renew(file);
  try {
    const received = await spool(upload, file, receiving);
    if (received.size === 0) throw empty();
    return await use({ path: file, ...received });
  } finally {
    stop();
    await rm(file, { force: true });
  }
}

/** Removes the temporary files of killed processes. @param before latest modification of one, ms @returns their number */
export async function sweepUploads(folder: string, before: number): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  let removed = 0;
  for (const name of names) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (!found?.isFile() || found.mtimeMs >= before) continue;
    await rm(file, { force: true });
    removed++;
  }
  return removed;
}
