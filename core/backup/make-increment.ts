// Changes since another backup, each with its time, and the files added since (D661).
import { Readable } from 'node:stream';
import {
  changesSince,
  DatabaseReplaced,
  isHistoryLost,
  momentText,
  parseMoment,
  type StoredChange,
  type Timestamp,
} from '../store/history/change-feed.ts';
import { rowBytes } from '../store/history/dump.ts';
import { readVersion } from '../store/migrations.ts';
import { BackupError } from './backup-error.ts';
import { blocksOf, dumpFiles, keyAfter, type BackupOptions, type BackupSource, type Run } from './dump-files.ts';
import type { Secret } from './encryption.ts';
import { CHANGES, FILE_COLLECTIONS } from './entry-names.ts';
import { writeEntry, type BackupFile } from './entries.ts';
import type { BaseBackup, Manifest } from './backup-format.ts';
import { writeBackup } from './make-backup.ts';
import { readManifest } from './manifest.ts';
import type { BackupPlace } from './places.ts';

/** The previous backup. @throws BackupError */
async function readBase(place: BackupPlace, secret: Secret | undefined): Promise<BaseBackup & { at: Timestamp }> {
  const { manifest } = await readManifest(place, secret);
  const { id, moment } = manifest;
  const at = moment === undefined ? undefined : parseMoment(moment);
  if (id === undefined || moment === undefined || !at)
    throw new BackupError(`${place.name} is a backup of an earlier release, which no changes can follow`);
  return { id, moment, at };
}

/** Files that the changes name. */
class NamedFiles {
  /** By row, in its state after the changes. */
  readonly #last = new Map<string, string>();
  readonly #all = new Set<string>();

  note(change: StoredChange): void {
    const row = `${change.collection} ${String(change.id)}`;
    if (change.kind === 'delete') this.#last.delete(row);
    const key = keyAfter(change);
    if (typeof key !== 'string') return;
    this.#last.set(row, key);
    this.#all.add(key);
  }

  /** Those that rows name at the end. */
  needed(): Set<string> {
    return new Set(this.#last.values());
  }

  /** Those that no row names at the end, but that an earlier moment needs. */
  others(): Set<string> {
    const needed = this.needed();
    return new Set([...this.#all].filter((key) => !needed.has(key)));
  }
}

const shown = (at: Timestamp): string => new Date(at.getHighBits() * 1_000).toISOString();

/** @throws BackupError when the database does not reach back, or is another one */
async function dumpChanges(
  { source, place, count, signal, onProgress }: Run,
  since: Timestamp,
): Promise<{ entry: BackupFile; moment: string; files: NamedFiles }> {
  const { changes, until } = changesSince(source.store, since, FILE_COLLECTIONS);
  const files = new NamedFiles();
  async function* rows(): AsyncGenerator<Uint8Array> {
    for await (const change of changes()) {
      signal?.throwIfAborted();
      files.note(change);
      yield rowBytes(change);
    }
  }
  const onRow = (): void => {
    count.done++;
    if (count.done % 1_000 === 0) onProgress?.(count.done, count.done, 'changes');
  };
  try {
    const bytes = Readable.from(blocksOf(rows(), onRow), { objectMode: false });
    const entry = await writeEntry(place, CHANGES, bytes);
    return { entry, moment: momentText(until()), files };
  } catch (error) {
    if (isHistoryLost(error)) {
      const advice = 'make a whole backup, and then one of changes more often, or give the replica set a larger oplog';
      throw new BackupError(`the database no longer has the changes since ${shown(since)}: ${advice}`, {
        cause: error,
      });
    }
    if (!(error instanceof DatabaseReplaced)) throw error;
    throw new BackupError('the database was dropped or replaced since: make a whole backup', { cause: error });
  }
}

/**
 * Makes a backup of the changes since another backup, whole or incremental.
 * @throws BackupError of one line; what the database and the storage throw
 */
export async function makeIncrement(
  source: BackupSource,
  { since: basePlace, ...options }: BackupOptions & { since: BackupPlace },
): Promise<Manifest> {
  const { at, ...since } = await readBase(basePlace, options.secret);
  return writeBackup(source, options, async (run) => {
    const { entry, moment, files } = await dumpChanges(run, at);
    const changes = { entry, count: run.count.done };
    const needed = await dumpFiles(run, files.needed());
    const others = await dumpFiles(run, files.others());
    return {
      ...{ format: 2, moment, since, changes, collections: [] },
      databaseVersion: await readVersion(source.store),
      files: [...needed.files, ...others.files],
      missingFiles: needed.missing,
    };
  });
}
