// The files of a backup: those that rows name, copied from every kind of storage.
import { memberOf } from '../values.ts';
import pLimit from 'p-limit';
import { FileMissing, type FileStorage } from '../files/storage/file-storage.ts';
import type { StoredChange } from '../store/history/change-feed.ts';
import type { Document, Store } from '../store/store.ts';
import { fileEntry } from './entry-names.ts';
import { writeEntry, type BackupTarget } from './entries.ts';
import type { BackupPlace } from './places.ts';
import type { DumpedFile } from './backup-format.ts';
import type { Secret } from './encryption.ts';

export interface BackupSource {
  store: Store;
  storage: FileStorage;
  clock: { now(): Date };
}

export interface BackupOptions {
  /** A new or empty folder. */
  out: BackupPlace;
  secret?: Secret | undefined;
  /** Of the service. */
  version: string;
  /** Ends it early, in order. */
  signal?: AbortSignal | undefined;
  /** @param done rows and files so far of about `total` */
  onProgress?: (done: number, total: number, what: string) => void;
}

export interface Run extends BackupOptions {
  source: BackupSource;
  place: BackupTarget;
  count: { done: number; total: number };
}

const FILES_AT_ONCE = 4;

/** The file that a row names; undefined for none, such as a row of a direct upload, whose file is sent again. */
export const FILE_KEYS: Readonly<Record<string, (row: Document) => unknown>> = {
  streams: (row) => row['file_key'],
  thumbnails: (row) => row['file_key'],
  upload_tokens: (row) => memberOf(row['stream'], 'file_key'),
};

/** The file that a row names after a change; undefined if the change does not concern it. */
export function keyAfter({ collection, row, update }: StoredChange): unknown {
  const keyIn = FILE_KEYS[collection];
  const { updatedFields: fields = {} } = update ?? {};
  const nested = !row && collection === 'upload_tokens' ? fields['stream.file_key'] : undefined;
  return nested ?? keyIn?.(row ?? fields);
}

/** Bytes that are compressed together. */
const BLOCK_BYTES = 262_144;

export async function* blocksOf(
  rows: AsyncIterable<Uint8Array>,
  onRow: (row: Uint8Array) => void,
): AsyncGenerator<Buffer> {
  let block: Uint8Array[] = [];
  let size = 0;
  for await (const row of rows) {
    onRow(row);
    block.push(row);
    size += row.length;
    if (size < BLOCK_BYTES) continue;
    yield Buffer.concat(block);
    [block, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(block);
}

/** @returns the copied files, and the keys of the missing ones */
export async function dumpFiles(
  { source, place, count, signal, onProgress }: Run,
  keys: ReadonlySet<string>,
): Promise<{ files: DumpedFile[]; missing: string[] }> {
  count.total = count.done + keys.size;
  const some = pLimit(FILES_AT_ONCE);
  const missing: string[] = [];
  const dump = async (key: string): Promise<DumpedFile[]> => {
    signal?.throwIfAborted();
    try {
      const bytes = await source.storage.read(key);
      const entry = await writeEntry(place, fileEntry(key), bytes);
      return [{ ...entry, key }];
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error;
      missing.push(key);
      return [];
    } finally {
      onProgress?.(++count.done, count.total, 'files');
    }
  };
  const files = await Promise.all([...keys].map((key) => some(dump, key)));
  return { files: files.flat(), missing };
}
