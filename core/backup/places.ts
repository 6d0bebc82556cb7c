// The place of a backup: a folder of this machine, or a bucket (D597).
import { constants, createWriteStream } from 'node:fs';
import { mkdtemp, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { keyInMessage } from '../files/storage/file-key.ts';
import { makeFolder, OWNER_ONLY } from '../disk/make-folder.ts';
import { FileMissing, type FileStorage } from '../files/storage/file-storage.ts';
import { BackupError, explainDisk } from './backup-error.ts';
import { isEntryName, MANIFEST } from './entry-names.ts';
import { hasCode } from '../values.ts';

/** One file of a backup while it is written. */
export interface WrittenFile {
  target: Writable;
  /** Called once `target` has all bytes: the file then exists as a whole. */
  commit(): Promise<void>;
  /** Removes the rest of a failed one; has no effect after `commit`. */
  end(): Promise<void>;
}

export interface BackupPlace {
  /** For people. */
  name: string;
  /** @throws BackupError unless it is empty */
  assertEmpty(): Promise<void>;
  write(name: string): Promise<WrittenFile>;
  /** @throws FileMissing */
  read(name: string): Promise<Readable>;
}

/** @throws BackupError for a name that no backup has: it could lead out of the place */
function checkedName(name: string): string {
  if (isEntryName(name)) return name;
  throw new BackupError(`${keyInMessage(name)} is not a file of a backup`);
}

async function startFile(file: string, commit: () => Promise<void>): Promise<WrittenFile> {
  await makeFolder(path.dirname(file), OWNER_ONLY);
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  return { target, commit, end: () => rm(file, { force: true }) };
}

/** A link would read another file of this machine as a part of the backup, and a pipe or a device would never end. */
async function openInside(folder: string, name: string): Promise<Readable> {
  const [root, file] = [await realpath(folder), await realpath(path.join(folder, name))];
  if (file !== path.join(root, name)) throw new BackupError(`${name} of ${folder} is a link out of the backup`);
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  if ((await handle.stat()).isFile()) return handle.createReadStream();
  await handle.close();
  throw new BackupError(`${name} of ${folder} is not an ordinary file`);
}

export const folderPlace = (folder: string): BackupPlace => ({
  name: folder,
  async assertEmpty() {
    try {
      await makeFolder(folder, OWNER_ONLY);
      if ((await readdir(folder)).length > 0) throw new BackupError(`${folder} is not empty`);
    } catch (error) {
      throw explainDisk(error, folder);
    }
  },
  async write(name) {
    const file = path.join(folder, checkedName(name));
    return startFile(`${file}.part`, () => rename(`${file}.part`, file));
  },
  async read(name) {
    try {
      return await openInside(folder, checkedName(name));
    } catch (error) {
      throw hasCode(error, 'ENOENT', 'ENOTDIR') ? new FileMissing(name) : error;
    }
  },
});

/**
 * @param shown without credentials
 * @param spool folder of this machine for one file at a time, since a bucket needs its length first
 */
export const storagePlace = (storage: FileStorage, shown: string, spool: string): BackupPlace => ({
  name: shown,
  /** The rest of an interrupted backup is overwritten. */
  async assertEmpty() {
    const found = await storage.read(MANIFEST).catch((error: unknown) => {
      if (error instanceof FileMissing) return undefined;
      throw error;
    });
    found?.destroy();
    if (found) throw new BackupError(`${shown} is not empty: it has a backup already`);
  },
  async write(name) {
    await makeFolder(spool, OWNER_ONLY);
    const folder = await mkdtemp(path.join(spool, 'backup-'));
    const file = path.join(folder, 'file');
    const entry = checkedName(name);
    const written = await startFile(file, async () =>
      storage.put(entry, { path: file, size: (await stat(file)).size }),
    );
    return { ...written, end: () => rm(folder, { recursive: true, force: true }) };
  },
  read: async (name) => storage.read(checkedName(name)),
});
