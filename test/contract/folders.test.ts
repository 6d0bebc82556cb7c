// The folders of core as layers (`npm run folders`).
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { cyclesOf, foldersOf, layersOf, pictureOf } from '../../scripts/folders/layers.ts';

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

it('CONTRIBUTING.md names files, and functions in them, that exist', () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const text = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8');
  const files = [...text.matchAll(/`((?:core|scripts)\/[\w./-]+\.(?:ts|cjs|py|json))`((?:(?:: |, )`[^`]+`)*)/g)];
  expect(files.length).toBeGreaterThan(20);
  for (const [, file = '', names = ''] of files) {
    expect(existsSync(path.join(root, file)), file).toBe(true);
    if (!names.startsWith(': ')) continue;
    const source = readFileSync(path.join(root, file), 'utf8');
    for (const [, name = ''] of names.matchAll(/`([^`]+)`/g))
      expect(source.includes(name), `${name} in ${file}`).toBe(true);
  }
});
