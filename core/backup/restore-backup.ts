// Fills an empty database and storage from a backup. All of it is checked first. Until the end a row of `state` marks
// the database as incomplete, so that no service starts on it and the restore can begin again.
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isFileKey, keyInMessage } from '../files/storage/file-key.ts';
import { makeFolder, OWNER_ONLY } from '../disk/make-folder.ts';
import type { FileStorage } from '../files/storage/file-storage.ts';
import { inSlices } from '../store/connection/decode-in-slices.ts';
import { dateOfMoment } from '../store/history/change-feed.ts';
import {
  filledCollections,
  restoreRows,
  makeCollection,
  makeIndexes,
  parseRow,
  type CollectionShape,
} from '../store/history/dump.ts';
import { raiseEverything } from '../store/exact-cache/versions.ts';
import { RESTORE_ROW } from '../store/migrations.ts';
import { ChangesMisfit, replayChanges } from '../store/history/replay-changes.ts';
import type { Document, Store } from '../store/store.ts';
import { BackupError, explainDisk } from './backup-error.ts';
import { FILE_KEYS } from './dump-files.ts';
import type { Secret } from './encryption.ts';
import { readEntry, rowsOf } from './entries.ts';
import { FILE_COLLECTIONS } from './entry-names.ts';
import type { BackupPlace } from './places.ts';
import type { DumpedCollection } from './backup-format.ts';
import { checkChain, readChain, readChanges, type Chain } from './read-chain.ts';

interface RestoreTarget {
  store: Store;
  storage: FileStorage;
}

export interface RestoreOptions {
  from: BackupPlace;
  /** Backups of changes that follow it, in their order. */
  increments?: readonly BackupPlace[];
  /** Changes after the end of this second are omitted. */
  until?: Date | undefined;
  secret?: Secret | undefined;
  /** Migrations that this release knows. */
  knownVersion: number;
  /** Folder for temporary files. */
  uploadFolder: string;
  /** Called when the restore begins again. */
  say?: (line: string) => void;
  /** @param done rows and files so far of `total` */
  onProgress?: (done: number, total: number, what: string) => void;
}

const BATCH_ROWS = 1_000;
const BATCH_BYTES = 8_000_000;

/** The rows that mark the database as complete are restored last. */
const LAST = 'state';

interface Run extends RestoreOptions {
  target: RestoreTarget;
  chain: Chain;
  done: number;
}

interface StateOfRestore extends Document {
  _id: string;
}

/**
 * @returns whether an earlier restore was interrupted
 * @throws BackupError for a database that is not empty otherwise
 */
async function assertEmpty({ store: { db } }: RestoreTarget): Promise<boolean> {
  if (await db.collection<StateOfRestore>(LAST).findOne({ _id: RESTORE_ROW })) return true;
  const filled = await filledCollections(db);
  if (filled.length === 0) return false;
  throw new BackupError(
    `the database ${db.databaseName} is not empty: drop it first, or name another one with --into (it has ${filled.slice(0, 3).join(', ')})`,
  );
}

async function clear({ store: { db } }: RestoreTarget): Promise<void> {
  const listed = await db.listCollections({}, { nameOnly: true }).toArray();
  for (const { name } of listed) {
    if (name.startsWith('system.')) continue;
    if (FILE_COLLECTIONS.has(name)) await db.collection(name).deleteMany({});
    else if (name === LAST) await db.collection<StateOfRestore>(name).deleteMany({ _id: { $ne: RESTORE_ROW } });
    else await db.collection(name).drop();
  }
}

async function fillCollection(run: Run, collection: DumpedCollection): Promise<void> {
  const { target, chain, onProgress, done } = run;
  const { place, manifest } = chain.whole;
  const { db } = target.store;
  const { name, entry, rows } = collection;
  const total = manifest.collections.reduce((sum, each) => sum + each.rows, 0) + manifest.files;
  if (name !== LAST) await makeCollection(db, collection);
  let batch: Document[] = [];
  let bytes = 0;
  const insert = async (): Promise<void> => {
    await restoreRows(db, name, batch);
    run.done += batch.length;
    onProgress?.(run.done, total, name);
    [batch, bytes] = [[], 0];
  };
  await readEntry(place, entry.path, async (plain) => {
    for await (const row of rowsOf(plain)) {
      batch.push(parseRow(row));
      bytes += row.length;
      if (batch.length >= BATCH_ROWS || bytes >= BATCH_BYTES) await insert();
    }
    await insert();
  });
  const count = run.done - done;
  if (count !== rows) throw new BackupError(`${entry.path} has ${count} of ${rows} rows`);
}

/** Keys of the files that the restored rows name. @throws BackupError for one that is none: changes can be ambiguous */
async function neededFiles({ db }: Store): Promise<Set<string>> {
  const needed = new Set<string>();
  for (const [name, keyIn] of Object.entries(FILE_KEYS))
    for await (const row of inSlices(db.collection(name).find({}))) {
      const key = keyIn(row);
      if (key === undefined || key === null) continue;
      if (!isFileKey(key))
        throw new BackupError(`a row of ${name} names the file ${keyInMessage(key)}, which is not the key of a file`);
      needed.add(key);
    }
  return needed;
}

/** @returns keys of those that are in none of the backups */
async function fillFiles(run: Run, isAgain: boolean): Promise<{ files: number; missing: string[] }> {
  const { target, chain, uploadFolder, onProgress } = run;
  const needed = await neededFiles(target.store);
  const found = new Map(
    [chain.whole, ...chain.increments].flatMap(({ place, files }) =>
      files.map((file) => [file.key, { place, name: file.path }] as const),
    ),
  );
  const total = run.done + needed.size;
  await makeFolder(uploadFolder, OWNER_ONLY);
  const missing: string[] = [];
  const file = path.join(uploadFolder, `${randomUUID()}.part`);
  for (const key of needed) {
    const source = found.get(key);
    if (!source) {
      missing.push(key);
      continue;
    }
    try {
      await rm(file, { force: true });
      await readEntry(source.place, source.name, (plain) =>
        pipeline(Readable.from(plain, { objectMode: false }), createWriteStream(file, { flags: 'wx', mode: 0o600 })),
      );
      if (isAgain) await target.storage.remove(key);
      await target.storage.put(key, { path: file, size: (await stat(file)).size });
    } catch (error) {
      throw explainDisk(error, uploadFolder);
    } finally {
      await rm(file, { force: true });
    }
    run.done++;
    onProgress?.(run.done, total, 'files');
  }
  return { files: needed.size - missing.length, missing };
}

/** @returns the collections as the changes leave them */
async function replay(run: Run): Promise<CollectionShape[]> {
  const { chain, target, onProgress } = run;
  const shapes = new Map(chain.whole.manifest.collections.map((shape) => [shape.name, { ...shape }]));
  const count = chain.increments.reduce((sum, { manifest }) => sum + (manifest.changes?.count ?? 0), 0);
  const total = run.done + count;
  const onChange = (): void => {
    run.done++;
    onProgress?.(run.done, total, 'changes');
  };
  for (const link of chain.increments) {
    try {
      await readChanges(link, chain.end, (changes) => replayChanges(target.store.db, changes, shapes, onChange));
    } catch (error) {
      if (!(error instanceof ChangesMisfit)) throw error;
      throw new BackupError(`the changes in ${link.place.at.name} do not fit: ${error.message}`, { cause: error });
    }
  }
  return [...shapes.values()];
}

/** The moment of the restored state. */
const timeOf = ({ whole, increments, end }: Chain): string =>
  end ? new Date(dateOfMoment(end).getTime() - 1_000).toISOString() : (increments.at(-1) ?? whole).manifest.created;

/**
 * Restores a backup, and the backups of changes after it.
 * @returns also the keys of files that rows name and none of the backups has
 * @throws BackupError of one line: no backup, damaged, another key, a newer release, a database that is not empty
 */
export async function restoreBackup(target: RestoreTarget, options: RestoreOptions) {
  const { from, increments = [], say, onProgress } = options;
  const chain = await readChain([from, ...increments], options);
  const isAgain = await assertEmpty(target);
  const run: Run = { ...options, target, chain, done: 0 };
  await checkChain(chain, onProgress);
  if (isAgain) say?.('an earlier restore was interrupted: it begins again');
  const { db } = target.store;
  const state = db.collection<StateOfRestore>(LAST);
  await state.updateOne({ _id: RESTORE_ROW }, { $set: { version: 0 } }, { upsert: true });
  await clear(target);
  const { collections } = chain.whole.manifest;
  const ordered = collections.toSorted((a, b) => Number(a.name === LAST) - Number(b.name === LAST));
  for (const collection of ordered) await fillCollection(run, collection);
  const rows = run.done;
  const shapes = await replay(run);
  const changes = run.done - rows;
  for (const shape of shapes) await makeIndexes(db, shape);
  const { files, missing: missingFiles } = await fillFiles(run, isAgain);
  const version = await state.findOne({ _id: 'migrations' });
  await raiseEverything(target.store.objectCounts);
  await state.deleteOne({ _id: RESTORE_ROW });
  const databaseVersion = Number(version?.['version'] ?? 0);
  return { rows, changes, files, created: timeOf(chain), databaseVersion, missingFiles };
}
