// Changes that `npm run dev` follows: a file is noticed in whatever way it is saved, each time.
import { appendFile, copyFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watchFiles } from '../../../scripts/dev/watch-files.ts';

let base: string;
let end: () => void;
let noticed: string[] = [];
const at = (...names: string[]): string => path.join(base, ...names);
beforeAll(async () => {
  base = await mkdtemp(path.join(os.tmpdir(), 'colophon-watch-'));
  await mkdir(at('code/inner'), { recursive: true });
  await writeFile(at('code/inner/file.ts'), 'first');
  end = watchFiles([at('code'), at('later')], (file) => noticed.push(file));
});
afterAll(async () => {
  end();
  await rm(base, { recursive: true, force: true });
});

let serial = 0;
const ways: Record<string, (file: string) => Promise<void>> = {
  'writes it in place': (file) => writeFile(file, `in place ${++serial}`),
  'appends to it': (file) => appendFile(file, 'more'),
  'renames another one to it (sed -i)': async (file) => {
    await writeFile(`${file}.part`, `renamed ${++serial}`);
    await rename(`${file}.part`, file);
  },
  'moves it away, and writes another one (vim)': async (file) => {
    await rename(file, `${file}~`);
    await writeFile(file, `again ${++serial}`);
    await rm(`${file}~`);
  },
  'removes it, and writes another one': async (file) => {
    await rm(file);
    await writeFile(file, `new ${++serial}`);
  },
  'copies another one over it': async (file) => {
    await writeFile(at('outside'), `copied ${++serial}`);
    await copyFile(at('outside'), file);
  },
};

describe('a save that', () => {
  it.each(Object.keys(ways))('%s is noticed, also the third time in a row', async (way) => {
    for (let time = 1; time <= 3; time++) {
      noticed = [];
      await ways[way]?.(at('code/inner/file.ts'));
      await expect.poll(() => noticed).toContain(at('code/inner/file.ts'));
    }
  });
});

it('files in new folders are noticed, also in a watched one that was not there', async () => {
  for (const folder of ['code/new/deep', 'later']) {
    for (const _time of [1, 2]) {
      noticed = [];
      await mkdir(at(folder), { recursive: true });
      // The files of a new folder are those of its name.
      await expect.poll(() => noticed.some((file) => at(folder).startsWith(file))).toBe(true);
      await ways['writes it in place']?.(at(folder, 'file.ts'));
      await expect.poll(() => noticed).toContain(at(folder, 'file.ts'));
      await rm(at(folder), { recursive: true });
    }
  }
});

it('files of editors and of packages are not', async () => {
  noticed = [];
  await mkdir(at('code/node_modules/a'), { recursive: true });
  for (const name of ['.file.ts.swp', '#file.ts#', 'file.ts~', 'node_modules/a/file.ts', 'inner/last.ts'])
    await writeFile(at('code', name), '1');
  await expect.poll(() => noticed).toContain(at('code/inner/last.ts'));
  expect(new Set(noticed)).toEqual(new Set([at('code/inner/last.ts')]));
});
