// Folders that are made with those above them, or refused.
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFolder, makeFolderSync, OWNER_ONLY } from '../../../core/disk/make-folder.ts';

let base: string;
beforeAll(async () => {
  base = await mkdtemp(path.join(os.tmpdir(), 'colophon-folders-'));
  await writeFile(path.join(base, 'file'), '');
});
afterAll(() => rm(base, { recursive: true, force: true }));

const ways = [
  ['makeFolder', makeFolder],
  ['makeFolderSync', async (folder: string, mode?: number) => makeFolderSync(folder, mode)],
] as const;

describe.each(ways)('%s', (name, make) => {
  it('makes the missing folders above too, and accepts existing ones', async () => {
    const folder = path.join(base, name, 'a', 'b');
    await make(folder, OWNER_ONLY);
    await make(folder);
    for (const each of [folder, path.dirname(folder)]) expect((await stat(each)).mode & 0o777).toBe(OWNER_ONLY);
  });

  it.each(['file', 'file/below', 'file/far/below'])('refuses %s, where a file is', async (place) => {
    await expect(make(path.join(base, place))).rejects.toMatchObject({
      code: 'ENOTDIR',
      message: expect.stringMatching(/is not a folder$/) as string,
    });
  });

  it.runIf(process.platform === 'linux').each(['/proc/colophon', '/proc/colophon/a/b', '/proc/self/fd/a'])(
    'refuses %s, where no folder can be made, and returns',
    async (place) => {
      await expect(make(place)).rejects.toMatchObject({ code: 'ENOENT' });
    },
  );
});

it('returns the topmost of the new folders, also when several make the same ones', async () => {
  await mkdir(path.join(base, 'shared'));
  const made = await Promise.all([1, 2, 3, 4].map((n) => makeFolder(path.join(base, 'shared/a/b', String(n)))));
  expect(made.filter((first) => first === path.join(base, 'shared/a'))).toHaveLength(1);
  expect(await makeFolder(path.join(base, 'shared/a'))).toBeUndefined();
});
