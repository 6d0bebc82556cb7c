// Every kind of storage, each with a separate place and direct access to the stored files.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import type { Db } from 'mongodb';
import { afterAll } from 'vitest';
import type { LocalFile } from '../../../core/files/storage/file-storage.ts';
import { S3_CREDENTIALS, startS3Server, type S3Server } from './s3-server.ts';

export const STORAGE_KINDS = ['a local folder', 'GridFS', 'S3'] as const;
export type StorageKind = (typeof STORAGE_KINDS)[number];

export interface StoragePlace {
  /** Settings of a service, or of `openStorage`. */
  env: Record<string, string>;
  /** All stored files, finished or not. */
  contents(db: Db): Promise<unknown[]>;
  s3: S3Server | undefined;
  close(): Promise<void>;
}

/** Credentials for S3 are in the environment of this process, too. */
export async function openPlace(kind: StorageKind): Promise<StoragePlace> {
  if (kind === 'GridFS') {
    const inCollections = async (db: Db): Promise<unknown[]> => [
      ...(await db.collection('files.files').find().toArray()),
      ...(await db.collection('files.chunks').find().project({ data: 0 }).toArray()),
    ];
    return { env: { STORAGE_URL: 'gridfs:' }, contents: inCollections, s3: undefined, close: () => Promise.resolve() };
  }
  if (kind === 'S3') {
    Object.assign(process.env, S3_CREDENTIALS);
    const s3 = await startS3Server();
    const env = { STORAGE_URL: s3.storageUrl, ...S3_CREDENTIALS };
    return { env, contents: () => s3.contents(), s3, close: () => s3.close() };
  }
  const folder = await temporaryFolder();
  const env = { STORAGE_URL: pathToFileURL(path.join(folder, 'files')).href };
  return { env, contents: () => filesBelow(folder), s3: undefined, close: () => Promise.resolve() };
}

const folders: string[] = [];
afterAll(() => Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true }))));

/** Removed at the end of the test file. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-storage-'));
  folders.push(folder);
  return folder;
}

export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

export interface NewFile extends LocalFile {
  bytes: Buffer;
}

/** A file of random bytes. */
export async function newFile(folder: string, size: number): Promise<NewFile> {
  const bytes = randomBytes(size);
  const file = path.join(folder, `${randomUUID()}.part`);
  await writeFile(file, bytes);
  return { path: file, size, bytes };
}

export const sha1 = (bytes: Buffer): string => createHash('sha1').update(bytes).digest('hex');

export async function readAll(content: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of content as AsyncIterable<Uint8Array>) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
