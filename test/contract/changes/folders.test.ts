// The folders of core as layers (`npm run tool -- folders`).
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { crowdedFolders } from '../../../scripts/folders/crowded.ts';
import { cyclesOf, foldersOf, layersOf, pictureOf, roomsOf } from '../../../scripts/folders/layers.ts';

const imports = (...lines: string[]) => lines.map((line) => line.split(' ') as [string, string]);

describe('the folders of core', () => {
  it('are layers, highest first, apart from folders outside', () => {
    const folders = foldersOf(
      imports(
        'core/http/app.ts core/store/store.ts',
        'core/objects/tree/place.ts core/query/page.ts',
        'core/query/page.ts core/store/store.ts',
        'core/store/store.ts core/errors.ts',
        'core/store/store.ts node_modules/mongodb/index.js',
        'core/query/page.ts core/query/sort.ts',
      ),
    );
    expect(cyclesOf(folders)).toEqual([]);
    expect(layersOf(folders)).toEqual([['http', 'objects'], ['query'], ['store'], ['*.ts']]);
    expect(pictureOf([['http', 'objects'], ['query']], { http: 'requests', query: 'lists' })).toBe(
      'http     requests\nobjects  \n\nquery    lists\n',
    );
  });

  it('are reported with the imports of a cycle, also one over several folders and types', () => {
    const folders = foldersOf(
      imports(
        'core/a/x.ts core/b/x.ts',
        'core/b/y.ts core/c/y.ts',
        'core/c/z.ts core/a/z.ts',
        'core/d/x.ts core/a/x.ts',
        'core/c/z.ts core/e/z.ts',
      ),
    );
    expect(cyclesOf(folders)).toEqual([
      {
        names: ['a', 'b', 'c'],
        imports: ['core/a/x.ts -> core/b/x.ts', 'core/b/y.ts -> core/c/y.ts', 'core/c/z.ts -> core/a/z.ts'],
      },
    ]);
  });
});

describe('the rooms of a folder', () => {
  it('are found in circles too, files of its root apart', () => {
    const rooms = roomsOf(
      imports(
        'core/http/app.ts core/http/routing/table.ts',
        'core/http/routing/table.ts core/http/exchange.ts',
        'core/http/request/body.ts core/http/routing/table.ts',
        'core/http/routing/match.ts core/http/request/path.ts',
        'core/http/response/send.ts core/http/request/body.ts',
      ),
      'core/http',
    );
    expect(cyclesOf(rooms).map(({ names }) => names)).toEqual([['request', 'routing']]);
  });
});

describe('a folder of code', () => {
  it('has at most 25 files in its root', async () => {
    const place = await mkdtemp(path.join(os.tmpdir(), 'colophon-rooms-'));
    try {
      await mkdir(path.join(place, 'core/full'), { recursive: true });
      for (let count = 0; count < 25; count++) await writeFile(path.join(place, `core/full/f${count}.ts`), '');
      await writeFile(path.join(place, 'core/full/page.css'), '');
      expect(crowdedFolders(place, ['core'])).toEqual([]);
      await writeFile(path.join(place, 'core/full/last.ts'), '');
      expect(crowdedFolders(place, ['core'])).toEqual([
        'core/full has 26 files in its root, at most 25 are allowed: make rooms',
      ]);
    } finally {
      await rm(place, { recursive: true, force: true });
    }
  });
});
