// Files in a folder of this machine, or of a network drive that several machines share.
import { constants, createReadStream } from 'node:fs';
import { copyFile, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { makeFolder, OWNER_ONLY } from '../../disk/make-folder.ts';
import type { ByteRange } from '../../network/binary-body.ts';
import { StorageUnavailable } from '../../disk/storage-fault.ts';
import { withCheckedKeys } from './file-key.ts';
import { FileMissing, onThisMachine, type FileStorage, type LocalFile } from './file-storage.ts';
import { hasCode } from '../../values.ts';

/** Flushed to the disk, so that it survives a crash. */
async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** @param folder created when it is missing */
export function createLocalStorage(folder: string): FileStorage {
  /** Keys are spread over folders by their last characters, since folders of many thousands of files are slow. */
  const placeOf = (key: string): string => path.join(folder, key.slice(-2), key);
  const unfinished = (key: string): string => `${placeOf(key)}.part`;

  async function makeFolderOf(key: string): Promise<void> {
    const made = await makeFolder(path.dirname(placeOf(key)), OWNER_ONLY);
    // A crash can lose the folder with its content unless its parent is flushed too.
    if (made !== undefined) await flush(path.dirname(made));
  }

  async function moveIn(file: string, key: string): Promise<void> {
    await flush(file);
    await rename(file, placeOf(key));
    await flush(path.dirname(placeOf(key)));
  }

  async function put(key: string, file: string): Promise<void> {
    await makeFolderOf(key);
    try {
      await moveIn(file, key);
    } catch (error) {
      // The folder is on another drive.
      if (!hasCode(error, 'EXDEV')) throw error;
      await copyFile(file, unfinished(key), constants.COPYFILE_FICLONE);
      await moveIn(unfinished(key), key);
    }
  }

  /** @throws FileMissing, StorageUnavailable */
  async function whenThere<T>(key: string, work: Promise<T>): Promise<T> {
    return work.catch((error: unknown) => {
      throw hasCode(error, 'ENOENT') ? new FileMissing(key) : new StorageUnavailable(error);
    });
  }

  return withCheckedKeys({
    put: (key: string, file: LocalFile) => onThisMachine(put(key, file.path)),
    async copy(from: string, to: string): Promise<void> {
      await onThisMachine(makeFolderOf(to));
      await whenThere(from, copyFile(placeOf(from), unfinished(to), constants.COPYFILE_FICLONE));
      await onThisMachine(moveIn(unfinished(to), to));
    },
    async read(key: string, range?: ByteRange): Promise<Readable> {
      const content = createReadStream(placeOf(key), { ...range, highWaterMark: 262_144 });
      const opened = new Promise((resolve, reject) => content.once('open', resolve).once('error', reject));
      await whenThere(key, opened);
      return content;
    },
    remove: (key: string) =>
      onThisMachine(
        (async () => {
          await rm(placeOf(key), { force: true });
          await rm(unfinished(key), { force: true });
        })(),
      ),
    keys: () => keysBelow(folder),
    close: () => Promise.resolve(),
  });
}

/** Names of folders, as created above. */
const SPREAD = /^[0-9a-f]{2}$/;

async function namesIn(folder: string): Promise<string[]> {
  const names = readdir(folder).catch((error: unknown) => {
    // No file has been stored yet, or the last one was removed.
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  });
  return onThisMachine(names);
}

async function* keysBelow(folder: string): AsyncGenerator<string> {
  for (const spread of await namesIn(folder)) {
    if (!SPREAD.test(spread)) continue;
    yield* await namesIn(path.join(folder, spread));
  }
}

/** @throws Error when it cannot be created or written to */
export async function assertFolder(folder: string): Promise<void> {
  await makeFolder(folder, OWNER_ONLY);
  const probe = path.join(folder, `.probe-${process.pid}`);
  await (await open(probe, 'w', 0o600)).close();
  await rm(probe, { force: true });
}
