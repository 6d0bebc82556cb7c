// An upload on its way in: it goes to a file in a folder for uploads under way, counted and hashed while it comes, so that it
// can be looked at before it is stored. Nothing is held in memory (D31).
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BinaryUpload } from '../binary-body.ts';
import { ApiError } from '../errors.ts';
import type { LocalFile } from './storage/file-storage.ts';

export interface ReceivedFile extends LocalFile {
  /** Hex. */
  hash_md5: string;
  hash_sha1: string;
}

const tooLarge = (limit: number): ApiError =>
  new ApiError('payload_too_large', `The file is larger than ${limit} bytes.`, { Connection: 'close' });

/** Counts and hashes what passes. @throws ApiError payload_too_large */
class Meter extends Transform {
  size = 0;
  readonly md5 = createHash('md5');
  readonly sha1 = createHash('sha1');
  readonly #limit: number;

  constructor(limit: number) {
    super();
    this.#limit = limit;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.size += chunk.length;
    if (this.size > this.#limit) return done(tooLarge(this.#limit));
    this.md5.update(chunk);
    this.sha1.update(chunk);
    done(null, chunk);
  }
}

/**
 * Takes an upload in, hands it to `use`, and removes what is left of it, whatever happens.
 * @param folder of uploads under way; made when there is none
 * @param limit bytes
 * @throws ApiError payload_too_large, empty_file, incomplete_upload
 */
export async function receiveFile<T>(
  upload: BinaryUpload,
  { folder, limit }: { folder: string; limit: number },
  use: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  if (!upload.base64 && upload.length !== undefined && upload.length > limit) throw tooLarge(limit);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, `${randomUUID()}.part`);
  const meter = new Meter(limit);
  try {
    // The connection is needed for the answer, so the request is not destroyed when this fails.
    await pipeline(
      upload.content.iterator({ destroyOnReturn: false }),
      meter,
      createWriteStream(file, { flags: 'wx', mode: 0o600 }),
    ).catch((error: unknown) => {
      throw error instanceof ApiError || !upload.content.destroyed ? error : incomplete();
    });
    if (meter.size === 0) throw new ApiError('empty_file', 'The file is empty.');
    const hashes = { hash_md5: meter.md5.digest('hex'), hash_sha1: meter.sha1.digest('hex') };
    return await use({ path: file, size: meter.size, ...hashes });
  } finally {
    await rm(file, { force: true });
  }
}

const incomplete = (): ApiError => new ApiError('incomplete_upload', 'The connection ended before the file did.');

/** Removes what processes that were killed have left. @param before last write of what is removed, ms @returns how many */
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
