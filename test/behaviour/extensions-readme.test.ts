// The example that README gives of a project's own code, in the order of its writing: description, types, handlers.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService } from '../support/service.ts';

const root = path.join(import.meta.dirname, '../..');

let folder: string;
/** Of README, by their first lines. */
let files: Record<string, string>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-readme-'));
  // As a project has it that depends on this one.
  await mkdir(path.join(folder, 'node_modules'));
  await symlink(root, path.join(folder, 'node_modules/colophon'));
  const readme = await readFile(path.join(root, 'README.md'), 'utf8');
  const blocks = [...readme.matchAll(/^```\w+\n(?:\/\/|#) extensions\/(\S+)\n([\s\S]*?)^```$/gm)];
  files = Object.fromEntries(blocks.map(([, name = '', text = '']) => [name, text]));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('has types before it has handlers', { timeout: 120_000 }, async () => {
  expect(Object.keys(files)).toEqual(['greetings.yaml', 'greetings.ts']);
  await writeFile(path.join(folder, 'greetings.yaml'), files['greetings.yaml'] ?? '');
  await writeFile(
    path.join(folder, 'greetings.mjs'),
    `export default { name: 'greetings', openapi: './greetings.yaml' };`,
  );
  const command = ['--import', 'tsx', 'scripts/extension-types.ts', folder];
  await promisify(execFile)(process.execPath, command, { cwd: root });
  expect(await readFile(path.join(folder, 'api.d.ts'), 'utf8')).toContain('listGreetings');
  // The service itself needs them.
  await expect(openTestService({ env: { EXTENSIONS: folder } })).rejects.toThrow('has no handler for listGreetings');
  await rm(path.join(folder, 'greetings.mjs'));
});

it('starts as it stands there, and answers', async () => {
  await writeFile(path.join(folder, 'greetings.ts'), files['greetings.ts'] ?? '');
  const test = await openTestService({ env: { EXTENSIONS: folder } });
  try {
    const { status, body } = await test.anonymous.get('/greetings?lang=it');
    expect([status, (body as { data: unknown[] }).data]).toEqual([
      200,
      [{ type: 'greetings', id: 'it', attributes: { lang: 'it', text: 'Benvenuti' } }],
    ]);
  } finally {
    await test.close();
  }
});
