// Copies a database and its files to a folder or a bucket, while the service writes on. All collections are read at one moment. The files
// that rows of that moment name are copied afterwards, and none of them is removed meanwhile (core/files/file-hold.ts).
import { Readable } from 'node:stream';
import pLimit from 'p-limit';
import { holdFiles } from '../files/file-hold.ts';
import { FileMissing, type FileStorage } from '../files/storage/file-storage.ts';
import {
  isSnapshotLost,
  keepHistory,
  openSnapshot,
  readHistoryWindow,
  readRow,
  readShapes,
  type DatabaseSnapshot,
} from '../store/dump.ts';
import type { Document, Store } from '../store/store.ts';
import { BackupError } from './backup-error.ts';
import { newKey, type Secret } from './encryption.ts';
import { writeEntry, type Place } from './entries.ts';
import type { BackupPlace } from './places.ts';
import { writeManifest, type DumpedCollection, type DumpedFile, type Manifest } from './manifest.ts';

export interface BackupSource {
  store: Store;
  storage: FileStorage;
  clock: { now(): Date };
}

export interface BackupOptions {
  /** Nothing is there yet. */
  out: BackupPlace;
  secret?: Secret | undefined;
  /** Of the service. */
  version: string;
  /** Ends it early, in order. */
  signal?: AbortSignal | undefined;
  /** @param done rows and files so far of about `total` */
  onProgress?: (done: number, total: number, what: string) => void;
}

/** Bytes of files, which are copied on their own, whatever the storage. */
const FILE_COLLECTIONS: ReadonlySet<string> = new Set(['files.files', 'files.chunks']);

const FILES_AT_ONCE = 4;

/** Bytes that are compressed together. */
const BLOCK_BYTES = 262_144;

/** What the rows of a collection name as files. */
const KEYS_IN: Readonly<Record<string, (row: Document) => unknown>> = {
  streams: (row) => row['file_key'],
  thumbnails: (row) => row['file_key'],
  upload_tokens: (row) => (row['stream'] as Document)['file_key'],
};

async function* blocksOf(rows: AsyncIterable<Uint8Array>, onRow: (row: Uint8Array) => void): AsyncGenerator<Buffer> {
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

class Count {
  done = 0;
  total = 0;
}

interface Run extends BackupOptions {
  source: BackupSource;
  place: Place;
  count: Count;
}

/** @returns the collections, the version of the database, and the keys of the files that they name */
async function dumpCollections(
  { source, place, count, signal, onProgress }: Run,
  snapshot: DatabaseSnapshot,
): Promise<{ collections: DumpedCollection[]; databaseVersion: number; keys: Set<string> }> {
  const { store } = source;
  const shapes = await readShapes(store.db, FILE_COLLECTIONS);
  const state = await snapshot.findOne('state', { _id: 'migrations' });
  const counts = shapes.map(({ name }) => store.db.collection(name).estimatedDocumentCount());
  count.total = (await Promise.all(counts)).reduce((sum, each) => sum + each, 0);
  const keys = new Set<string>();
  const collections: DumpedCollection[] = [];
  for (const shape of shapes) {
    const keyIn = KEYS_IN[shape.name];
    let rows = 0;
    const onRow = (row: Uint8Array): void => {
      rows++;
      count.done++;
      signal?.throwIfAborted();
      if (keyIn) keys.add(keyIn(readRow(row)) as string);
      if (rows % 1_000 === 0) onProgress?.(count.done, count.total, shape.name);
    };
    const bytes = Readable.from(blocksOf(snapshot.rows(shape.name), onRow), { objectMode: false });
    const entry = await writeEntry(place, `collections/${shape.name}.bson.gz`, bytes);
    collections.push({ ...shape, rows, entry });
  }
  return { collections, databaseVersion: Number(state?.['version'] ?? 0), keys };
}

/** A backup that was killed has left the window as it was before in its row. @returns ends it */
async function holdHistory({ client, state }: Store): Promise<() => Promise<void>> {
  const row = await state.findOne({ _id: 'backup' });
  const before = row?.history ?? (await readHistoryWindow(client));
  if (before === undefined) return () => Promise.resolve();
  await state.updateOne({ _id: 'backup' }, { $set: { history: before } });
  const end = await keepHistory(client, before);
  return async () => {
    await end();
    await state.updateOne({ _id: 'backup' }, { $unset: { history: '' } });
  };
}

/** @throws BackupError when the database cannot be read at one moment */
async function dumpDatabase(run: Run): ReturnType<typeof dumpCollections> {
  const { client, db } = run.source.store;
  const endHistory = await holdHistory(run.source.store);
  const snapshot = openSnapshot(client, db);
  try {
    return await dumpCollections(run, snapshot);
  } catch (error) {
    if (!isSnapshotLost(error)) throw error;
    const advice = 'raise minSnapshotHistoryWindowInSeconds of MongoDB, or change the model later';
    throw new BackupError(`the database could not be read at one moment: ${advice}`, { cause: error });
  } finally {
    await snapshot.close();
    await endHistory();
  }
}

/** @returns those that are there, and the keys of those that are not */
async function dumpFiles(
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
      const entry = await writeEntry(place, `files/${key.slice(-2)}/${key}.gz`, bytes);
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

const linesOf = (files: readonly DumpedFile[]): Readable =>
  Readable.from(files.map((file) => `${JSON.stringify(file)}\n`));

/**
 * Makes a backup.
 * @throws BackupError of one line; what the database and the storage throw
 */
export async function makeBackup(source: BackupSource, options: BackupOptions): Promise<Manifest> {
  const { out, secret, version } = options;
  await out.assertEmpty();
  const { key, note } = secret ? await newKey(secret) : { key: undefined, note: null };
  const place: Place = { at: out, key };
  const run: Run = { ...options, source, place, count: new Count() };
  // Before the moment that is read: what is released later is still there when it is copied.
  const endHold = await holdFiles(source.store);
  try {
    const { collections, databaseVersion, keys } = await dumpDatabase(run);
    const { files, missing } = await dumpFiles(run, keys);
    const manifest: Manifest = {
      format: 1,
      version,
      databaseVersion,
      created: source.clock.now().toISOString(),
      encryption: note,
      collections,
      fileList: await writeEntry(place, 'files.ndjson.gz', linesOf(files)),
      files: files.length,
      missingFiles: missing,
    };
    await writeManifest(out, manifest, key);
    return manifest;
  } finally {
    endHold();
  }
}
