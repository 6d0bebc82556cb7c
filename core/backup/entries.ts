// The files of a backup: compressed, encrypted where there is a key, with a checksum of the stored bytes.
import { createHash } from 'node:crypto';
import { PassThrough, Transform, type Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { FileMissing } from '../files/storage/file-storage.ts';
import { BackupError, explainDisk } from './backup-error.ts';
import { decrypt, encrypt } from './encryption.ts';
import type { BackupPlace } from './places.ts';

/** One file of a backup. */
export interface BackupFile {
  path: string;
  /** Bytes on the disk. */
  size: number;
  /** Of these, hex. */
  sha256: string;
}

export interface BackupTarget {
  at: BackupPlace;
  key: Uint8Array | undefined;
}

/** @param write gives all bytes */
export async function writeAll(
  at: BackupPlace,
  name: string,
  write: (target: Writable) => Promise<void>,
): Promise<void> {
  try {
    const file = await at.write(name);
    try {
      await write(file.target);
      await file.commit();
    } finally {
      await file.end();
    }
  } catch (error) {
    throw explainDisk(error, at.name);
  }
}

/** @param source ends with an error when it could not be read */
export async function writeEntry({ at, key }: BackupTarget, name: string, source: Readable): Promise<BackupFile> {
  const hash = createHash('sha256');
  let size = 0;
  const measured = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  const encrypted = key ? encrypt(key, name) : new PassThrough();
  await writeAll(at, name, (target) => pipeline(source, createGzip({ level: 1 }), encrypted, measured, target));
  return { path: name, size, sha256: hash.digest('hex') };
}

/** @throws BackupError for an entry that is missing, too short or changed */
export async function checkEntry(
  { at }: Pick<BackupTarget, 'at'>,
  { path: name, size, sha256 }: BackupFile,
): Promise<void> {
  const hash = createHash('sha256');
  let found = 0;
  try {
    for await (const chunk of await at.read(name)) {
      hash.update(chunk);
      found += chunk.length;
      if (found > size) throw new BackupError(`${name} has more than ${size} bytes`);
    }
  } catch (error) {
    if (error instanceof FileMissing) throw new BackupError(`${name} is missing in ${at.name}`);
    throw error;
  }
  if (found !== size) throw new BackupError(`${name} has ${found} bytes, not ${size}: the backup is incomplete`);
  if (hash.digest('hex') !== sha256) throw new BackupError(`${name} is damaged: its checksum differs`);
}

/** Bytes that are not compressed, or no row: of a forged backup, since checksums are checked before. */
const isMalformed = (error: unknown): boolean =>
  error instanceof Error && (error.name.startsWith('BSON') || ('code' in error && String(error.code).startsWith('Z_')));

/** The bytes that were written, for a function that reads all of them. @throws BackupError, and what `read` throws */
export async function readEntry(
  { at, key }: BackupTarget,
  name: string,
  read: (plain: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const decrypted = key ? decrypt(key, name) : new PassThrough();
  let reason: unknown;
  const reading = async (plain: AsyncIterable<Buffer>): Promise<void> => {
    // The pipeline may end with an error of its own instead.
    await read(plain).catch((error: unknown) => {
      reason = error;
      throw error;
    });
  };
  try {
    await pipeline(await at.read(name), decrypted, createGunzip(), (plain: AsyncIterable<Buffer>) => reading(plain));
  } catch (error) {
    const cause = reason ?? error;
    throw isMalformed(cause) ? new BackupError(`${name} is damaged`, { cause }) : cause;
  }
}

/** MongoDB has rows of at most 16 MB, and a change may name two of them. */
const MOST_ROW_BYTES = 48 * 1_048_576;

/** Rows of BSON one after the other, each of which begins with its length. */
export async function* rowsOf(plain: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  let waiting: Buffer = Buffer.alloc(0);
  for await (const chunk of plain) {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
    let from = 0;
    while (waiting.length - from >= 4) {
      const length = waiting.readInt32LE(from);
      if (length < 5 || length > MOST_ROW_BYTES) throw new BackupError('a row is damaged');
      if (waiting.length - from < length) break;
      yield waiting.subarray(from, from + length);
      from += length;
    }
    waiting = waiting.subarray(from);
  }
  if (waiting.length > 0) throw new BackupError('the last row is cut off');
}
