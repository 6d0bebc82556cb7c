// The files of a backup: compressed, encrypted where there is a key, with a checksum of what is on the disk.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { BackupError, explainDisk } from './backup-error.ts';
import { decrypt, encrypt } from './encryption.ts';

/** One file in the folder of a backup. */
export interface Entry {
  path: string;
  /** Bytes on the disk. */
  size: number;
  /** Of these, hex. */
  sha256: string;
}

export interface Place {
  folder: string;
  key: Uint8Array | undefined;
}

/** @param source ends with an error when it could not be read */
export async function writeEntry({ folder, key }: Place, name: string, source: Readable): Promise<Entry> {
  const file = path.join(folder, name);
  const hash = createHash('sha256');
  let size = 0;
  const measured = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    const encrypted = key ? encrypt(key, name) : new PassThrough();
    const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(source, createGzip({ level: 1 }), encrypted, measured, target);
  } catch (error) {
    throw explainDisk(error, folder);
  }
  return { path: name, size, sha256: hash.digest('hex') };
}

/** @throws BackupError for an entry that is missing, too short or changed */
export async function checkEntry(
  { folder }: Pick<Place, 'folder'>,
  { path: name, size, sha256 }: Entry,
): Promise<void> {
  const hash = createHash('sha256');
  let found = 0;
  try {
    for await (const chunk of createReadStream(path.join(folder, name)) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      found += chunk.length;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new BackupError(`${name} is missing in ${folder}`);
    throw error;
  }
  if (found !== size) throw new BackupError(`${name} has ${found} bytes, not ${size}: the backup is incomplete`);
  if (hash.digest('hex') !== sha256) throw new BackupError(`${name} is damaged: its checksum is another one`);
}

/** The bytes that were written, for a function that reads all of them. */
export async function readEntry(
  { folder, key }: Place,
  name: string,
  read: (plain: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const decrypted = key ? decrypt(key, name) : new PassThrough();
  await pipeline(createReadStream(path.join(folder, name)), decrypted, createGunzip(), (plain) =>
    read(plain as AsyncIterable<Buffer>),
  );
}

/** Rows of BSON one after the other, each of which begins with its length. */
export async function* rowsOf(plain: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  let waiting: Buffer = Buffer.alloc(0);
  for await (const chunk of plain) {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
    let from = 0;
    while (waiting.length - from >= 4) {
      const length = waiting.readInt32LE(from);
      if (length < 5) throw new BackupError('a row is damaged');
      if (waiting.length - from < length) break;
      yield waiting.subarray(from, from + length);
      from += length;
    }
    waiting = waiting.subarray(from);
  }
  if (waiting.length > 0) throw new BackupError('the last row is cut off');
}
