// Small disks in memory, which can be filled. Only root can mount them.
import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeFolder, OWNER_ONLY } from '../../core/disk/make-folder.ts';
import { freeBytes } from '../../core/disk/disk-space.ts';

export interface SmallDisk {
  folder: string;
  fill(): Promise<void>;
  /** Takes away what has filled it. */
  empty(): Promise<void>;
  unmount(): Promise<void>;
}

const run = promisify(execFile);
const PIECE = 16 * 1_048_576;

/** @returns undefined where this user may not mount it */
export async function mountSmallDisk(folder: string, mb: number): Promise<SmallDisk | undefined> {
  await makeFolder(folder, OWNER_ONLY);
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${mb}m,mode=700`, 'tmpfs', folder]);
  } catch {
    return undefined;
  }
  const ballast = path.join(folder, 'ballast');
  return {
    folder,
    async fill() {
      const zeros = Buffer.alloc(PIECE);
      for (let left = (await freeBytes(folder)) ?? 0; left > 0; left -= PIECE)
        // It ends before, when others write as well.
        await writeFile(ballast, zeros.subarray(0, Math.min(PIECE, left)), { flag: 'a' }).catch(() => undefined);
    },
    empty: () => rm(ballast, { force: true }),
    async unmount() {
      await run('umount', ['-l', folder]);
    },
  };
}
