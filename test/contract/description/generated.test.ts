import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const generated = path.join(root, 'generated');

/** `npm run generate -- --check`, without npm. */
const check = () =>
  promisify(execFile)(process.execPath, ['--import', 'tsx', 'scripts/generate/generate.ts', '--check'], { cwd: root });

describe('generated/', () => {
  it('matches openapi/, and checking it writes nothing', async () => {
    const kept = await mkdtemp(path.join(os.tmpdir(), 'colophon-generated-'));
    try {
      await cp(generated, kept, { recursive: true });
      // Rejects with the outdated files, and the command to run.
      await check();
      const files = await readdir(kept);
      expect(files).toContain('openapi.json');
      for (const file of files) {
        expect(await readFile(path.join(generated, file), 'utf8')).toBe(await readFile(path.join(kept, file), 'utf8'));
      }
    } finally {
      await rm(kept, { recursive: true, force: true });
    }
  });

  it('marks each file as generated', async () => {
    const files = await readdir(generated);
    expect(files).toEqual(expect.arrayContaining(['api.d.ts', 'openapi.json']));
    for (const file of files) {
      const beginning = (await readFile(path.join(generated, file), 'utf8')).split('\n').slice(0, 2).join('\n');
      expect(beginning, file).toContain('Generated from openapi/ by npm run generate');
    }
  });
});
