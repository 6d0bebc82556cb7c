// Files in a folder of this machine, or of a network drive that several machines share.
import { constants, createReadStream } from 'node:fs';
import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { ByteRange } from '../../binary-body.ts';
import { FileMissing, type FileStorage, type LocalFile } from './file-storage.ts';

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** Written to the disk, so that it is there after a crash too. */
async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** @param folder made when there is none */
export function createLocalStorage(folder: string): FileStorage {
  /** Keys are spread over folders by their last characters, since folders of many thousands of files are slow. */
  const placeOf = (key: string): string => path.join(folder, key.slice(-2), key);
  const unfinished = (key: string): string => `${placeOf(key)}.part`;

  async function moveIn(file: string, key: string): Promise<void> {
    await flush(file);
    await rename(file, placeOf(key));
    await flush(path.dirname(placeOf(key)));
  }

  return {
    async keep(key: string, { path: file }: LocalFile): Promise<void> {
      await mkdir(path.dirname(placeOf(key)), { recursive: true, mode: 0o700 });
      try {
        await moveIn(file, key);
      } catch (error) {
        // The folder is on another drive.
        if (codeOf(error) !== 'EXDEV') throw error;
        await copyFile(file, unfinished(key), constants.COPYFILE_FICLONE);
        await moveIn(unfinished(key), key);
      }
    },
    async copy(from: string, to: string): Promise<void> {
      await mkdir(path.dirname(placeOf(to)), { recursive: true, mode: 0o700 });
      try {
        await copyFile(placeOf(from), unfinished(to), constants.COPYFILE_FICLONE);
      } catch (error) {
        throw codeOf(error) === 'ENOENT' ? new FileMissing(from) : error;
      }
      await moveIn(unfinished(to), to);
    },
    async read(key: string, range?: ByteRange): Promise<Readable> {
      const content = createReadStream(placeOf(key), { ...range, highWaterMark: 262_144 });
      await new Promise((resolve, reject) => {
        content.once('open', resolve).once('error', (error) => {
          reject(codeOf(error) === 'ENOENT' ? new FileMissing(key) : error);
        });
      });
      return content;
    },
    async remove(key: string): Promise<void> {
      await rm(placeOf(key), { force: true });
      await rm(unfinished(key), { force: true });
    },
    close: () => Promise.resolve(),
  };
}
