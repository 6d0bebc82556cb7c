// Fills an empty database and storage from a backup. All of it is checked first. Until the end a row of `state` says that the
// database is incomplete, so that no service starts on it and the restore can begin again.
import { mkdir, rm } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileStorage } from '../files/storage/file-storage.ts';
import { filledCollections, insertRows, makeCollection, makeIndexes, parseRow } from '../store/dump.ts';
import { RESTORE_ROW } from '../store/migrations.ts';
import type { Document, Store } from '../store/store.ts';
import { BackupError, explainDisk } from './backup-error.ts';
import type { Secret } from './encryption.ts';
import { checkEntry, readEntry, rowsOf, type Place } from './entries.ts';
import type { BackupPlace } from './places.ts';
import { readManifest, type DumpedCollection, type DumpedFile, type Manifest } from './manifest.ts';

export interface RestoreTarget {
  store: Store;
  storage: FileStorage;
}

export interface RestoreOptions {
  from: BackupPlace;
  secret?: Secret | undefined;
  /** Migrations that this release knows. */
  knownVersion: number;
  /** Folder for files under way. */
  uploadFolder: string;
  /** Says that the restore begins again. */
  say?: (line: string) => void;
  /** @param done rows and files so far of `total` */
  onProgress?: (done: number, total: number, what: string) => void;
}

const BATCH_ROWS = 1_000;
const BATCH_BYTES = 8_000_000;

/** What says that the database is complete is restored after all others. */
const LAST = 'state';

const FILES = ['files.files', 'files.chunks'];

interface Run extends RestoreOptions {
  target: RestoreTarget;
  place: Place;
  manifest: Manifest;
  files: DumpedFile[];
  done: number;
}

const isMarked = async ({ db }: Store): Promise<boolean> =>
  (await db.collection<Document>(LAST).findOne({ _id: RESTORE_ROW as never })) !== null;

/** @returns whether an earlier restore was cut off @throws BackupError for a database with anything else in it */
async function assertEmpty({ store: { db, ...store } }: RestoreTarget): Promise<boolean> {
  if (await isMarked({ ...store, db })) return true;
  const filled = await filledCollections(db);
  if (filled.length === 0) return false;
  throw new BackupError(
    `the database ${db.databaseName} is not empty: drop it first, or name another one with --into (it has ${filled.slice(0, 3).join(', ')})`,
  );
}

async function listFiles(place: Place, { fileList, files }: Manifest): Promise<DumpedFile[]> {
  const listed: DumpedFile[] = [];
  await readEntry(place, fileList.path, async (plain) => {
    let rest = '';
    for await (const chunk of plain) {
      const lines = (rest + chunk.toString('latin1')).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) listed.push(JSON.parse(line) as DumpedFile);
    }
  });
  if (listed.length !== files) throw new BackupError(`the list of files has ${listed.length} of ${files} files`);
  return listed;
}

async function checkAll(run: Run): Promise<void> {
  const { manifest, place, files, onProgress } = run;
  const entries = [...manifest.collections.map(({ entry }) => entry), ...files];
  for (const [index, entry] of entries.entries()) {
    await checkEntry(place, entry);
    onProgress?.(index + 1, entries.length, 'checksums');
  }
}

async function clear({ store: { db } }: RestoreTarget): Promise<void> {
  const listed = await db.listCollections({}, { nameOnly: true }).toArray();
  for (const { name } of listed) {
    if (name.startsWith('system.')) continue;
    if (FILES.includes(name)) await db.collection(name).deleteMany({});
    else if (name === LAST) await db.collection<Document>(name).deleteMany({ _id: { $ne: RESTORE_ROW as never } });
    else await db.collection(name).drop();
  }
}

async function fillCollection(run: Run, collection: DumpedCollection): Promise<void> {
  const { target, place, onProgress, manifest } = run;
  const { db } = target.store;
  const { name, entry, rows } = collection;
  const total = manifest.collections.reduce((sum, each) => sum + each.rows, 0) + manifest.files;
  if (name !== LAST) await makeCollection(db, collection);
  let batch: Document[] = [];
  let bytes = 0;
  let count = 0;
  const insert = async (): Promise<void> => {
    await insertRows(db, name, batch);
    run.done += batch.length;
    onProgress?.(run.done, total, name);
    [batch, bytes] = [[], 0];
  };
  await readEntry(place, entry.path, async (plain) => {
    for await (const row of rowsOf(plain)) {
      batch.push(parseRow(row));
      bytes += row.length;
      count++;
      if (batch.length >= BATCH_ROWS || bytes >= BATCH_BYTES) await insert();
    }
    await insert();
  });
  if (count !== rows) throw new BackupError(`${entry.path} has ${count} of ${rows} rows`);
  await makeIndexes(db, collection);
}

async function fillFiles(run: Run, isAgain: boolean): Promise<void> {
  const { target, place, files, uploadFolder, onProgress, manifest } = run;
  const total = run.done + manifest.files;
  await mkdir(uploadFolder, { recursive: true, mode: 0o700 });
  for (const { key, path: name } of files) {
    const file = path.join(uploadFolder, `${key}.part`);
    try {
      await rm(file, { force: true });
      await readEntry(place, name, (plain) =>
        pipeline(Readable.from(plain, { objectMode: false }), createWriteStream(file, { mode: 0o600 })),
      );
      if (isAgain) await target.storage.remove(key);
      await target.storage.put(key, { path: file, size: (await stat(file)).size });
    } catch (error) {
      throw explainDisk(error, uploadFolder);
    } finally {
      await rm(file, { force: true });
    }
    onProgress?.(++run.done, total, 'files');
  }
}

/**
 * Restores a backup.
 * @throws BackupError of one line: no backup, damaged, another key, a newer release, a database that is not empty
 */
export async function restoreBackup(target: RestoreTarget, options: RestoreOptions): Promise<Manifest> {
  const { from, secret, knownVersion, say } = options;
  const { manifest, key } = await readManifest(from, secret);
  if (manifest.databaseVersion > knownVersion) {
    throw new BackupError(
      `the backup is of a database at version ${manifest.databaseVersion}, and this release knows ${knownVersion} only`,
    );
  }
  const isAgain = await assertEmpty(target);
  const place: Place = { at: from, key };
  await checkEntry(place, manifest.fileList);
  const files = await listFiles(place, manifest);
  const run: Run = { ...options, target, place, manifest, files, done: 0 };
  await checkAll(run);
  if (isAgain) say?.('an earlier restore was cut off: it begins again');
  const { db } = target.store;
  const state = db.collection<Document>(LAST);
  await state.updateOne({ _id: RESTORE_ROW as never }, { $set: { version: 0 } }, { upsert: true });
  await clear(target);
  const ordered = manifest.collections.toSorted((a, b) => Number(a.name === LAST) - Number(b.name === LAST));
  await fillFiles(run, isAgain);
  for (const collection of ordered) await fillCollection(run, collection);
  await state.deleteOne({ _id: RESTORE_ROW as never });
  return manifest;
}
