// Copies a database and its files to a folder or a bucket, while the service runs. All collections are read in one
// snapshot. The files that rows of that moment name are copied afterwards, and their removal is held back during the
// copy (core/files/file-hold.ts).
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { holdFiles } from '../files/file-hold.ts';
import { momentText } from '../store/history/change-feed.ts';
import {
  isSnapshotLost,
  openSnapshot,
  readRow,
  readShapes,
  type CollectionShape,
  type DatabaseSnapshot,
} from '../store/history/dump.ts';
import { holdHistory } from '../store/history/history-window.ts';
import type { Store } from '../store/store.ts';
import { BackupError } from './backup-error.ts';
import { blocksOf, dumpFiles, FILE_KEYS, type BackupOptions, type BackupSource, type Run } from './dump-files.ts';
import { newKey } from './encryption.ts';
import { collectionEntry, FILE_COLLECTIONS, FILE_LIST } from './entry-names.ts';
import { writeEntry, type BackupTarget } from './entries.ts';
import type { DumpedCollection, DumpedFile, Manifest } from './backup-format.ts';
import { writeManifest } from './manifest.ts';

interface Opened {
  snapshot: DatabaseSnapshot;
  /** Of the moment of the snapshot. */
  shapes: CollectionShape[];
  databaseVersion: number;
}

const MOST_TRIES = 10;

/** Collections are not part of a snapshot: there is a moment at which none of them changes. @throws BackupError */
async function openAtRest({ client, db }: Store): Promise<Opened> {
  let shapes = await readShapes(db, FILE_COLLECTIONS);
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const snapshot = openSnapshot(client, db);
    let isAtRest = false;
    try {
      const state = await snapshot.findOne('state', { _id: 'migrations' });
      const before = JSON.stringify(shapes);
      shapes = await readShapes(db, FILE_COLLECTIONS);
      isAtRest = JSON.stringify(shapes) === before;
      if (isAtRest) return { snapshot, shapes, databaseVersion: Number(state?.['version'] ?? 0) };
    } finally {
      if (!isAtRest) await snapshot.close();
    }
  }
  throw new BackupError('the model keeps changing: make the backup later');
}

/** @returns the collections, the version of the database, the moment that it was read at, and the keys of the files that they name */
async function dumpCollections(
  { source, place, count, signal, onProgress }: Run,
  { snapshot, shapes, databaseVersion }: Opened,
): Promise<{ collections: DumpedCollection[]; databaseVersion: number; moment: string; keys: Set<string> }> {
  const { store } = source;
  const counts = shapes.map(({ name }) => store.db.collection(name).estimatedDocumentCount());
  count.total = (await Promise.all(counts)).reduce((sum, each) => sum + each, 0);
  const keys = new Set<string>();
  const collections: DumpedCollection[] = [];
  for (const shape of shapes) {
    const keyIn = FILE_KEYS[shape.name];
    let rows = 0;
    const onRow = (row: Uint8Array): void => {
      rows++;
      count.done++;
      signal?.throwIfAborted();
      const key = keyIn?.(readRow(row));
      if (typeof key === 'string') keys.add(key);
      if (rows % 1_000 === 0) onProgress?.(count.done, count.total, shape.name);
    };
    const bytes = Readable.from(blocksOf(snapshot.rows(shape.name), onRow), { objectMode: false });
    const entry = await writeEntry(place, collectionEntry(shape.name), bytes);
    collections.push({ ...shape, rows, entry });
  }
  const moment = momentText(snapshot.moment());
  return { collections, databaseVersion, moment, keys };
}

/** @throws BackupError when the database cannot be read at one moment */
async function dumpDatabase(run: Run): ReturnType<typeof dumpCollections> {
  const endHistory = await holdHistory(run.source.store);
  let opened: Opened | undefined;
  try {
    opened = await openAtRest(run.source.store);
    return await dumpCollections(run, opened);
  } catch (error) {
    if (!isSnapshotLost(error)) throw error;
    const advice = 'raise minSnapshotHistoryWindowInSeconds of MongoDB, or change the model later';
    throw new BackupError(`the database could not be read as one snapshot: ${advice}`, { cause: error });
  } finally {
    await opened?.snapshot.close();
    await endHistory();
  }
}

/** What a kind of backup has of its own. */
type Dumped = Omit<Manifest, 'id' | 'version' | 'created' | 'encryption' | 'fileList' | 'files'> & {
  files: readonly DumpedFile[];
};

/** Makes a backup of what `dump` writes. Files that are released from then on still exist when they are copied. */
export async function writeBackup(
  source: BackupSource,
  options: BackupOptions,
  dump: (run: Run) => Promise<Dumped>,
): Promise<Manifest> {
  const { out, secret, version } = options;
  await out.assertEmpty();
  const { key, note } = secret ? await newKey(secret) : { key: undefined, note: null };
  const place: BackupTarget = { at: out, key };
  const endHold = await holdFiles(source.store);
  try {
    const { files, ...dumped } = await dump({ ...options, source, place, count: { done: 0, total: 0 } });
    const lines = Readable.from(files.map((file) => `${JSON.stringify(file)}\n`));
    const manifest: Manifest = {
      ...dumped,
      id: randomUUID(),
      version,
      created: source.clock.now().toISOString(),
      encryption: note,
      fileList: await writeEntry(place, FILE_LIST, lines),
      files: files.length,
    };
    await writeManifest(out, manifest, key);
    return manifest;
  } finally {
    endHold();
  }
}

/**
 * Makes a backup.
 * @throws BackupError of one line; what the database and the storage throw
 */
export const makeBackup = (source: BackupSource, options: BackupOptions): Promise<Manifest> =>
  writeBackup(source, options, async (run) => {
    const { keys, ...dumped } = await dumpDatabase(run);
    const { files, missing: missingFiles } = await dumpFiles(run, keys);
    return { format: 1, ...dumped, files, missingFiles };
  });
