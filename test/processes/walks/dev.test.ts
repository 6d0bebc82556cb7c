// `npm run dev` follows a project's own code: it starts the service again when a file of the folder changes.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { connect } from '../../../core/store/connection/connect.ts';

const SCRIPT = path.join(import.meta.dirname, '../../../scripts/dev/dev.ts');

/** An extension with a path that returns a word. */
const words = (word: string) => `export default {
  name: 'words',
  openapi: { paths: { '/word': { get: {
    operationId: 'getWord', tags: ['words'], security: [{}, { bearer: [] }], responses: { 200: {
      description: 'A word.', content: { 'application/json': { schema: { type: 'object' } } },
    } },
  } } } },
  endpoints: { word: { rules: [{ to: 'everybody', read: true, write: false }] } },
  operations: { getWord: () => ({ status: 200, body: { word: '${word}' } }) },
};`;

let folder: string;
let uri: URL;
let dev: ChildProcess;
let output = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-dev-'));
  uri = new URL(inject('mongodbUri'));
  uri.pathname = `/test_${randomUUID().slice(0, 18)}`;
  const env = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    MONGODB_URI: uri.href,
    DATA_DIR: path.join(folder, 'data'),
    PORT: '0',
    HOST: '127.0.0.1',
    PROCESS_ROLE: 'api',
    BROWSER_UI: 'off',
    ADMIN_PASSWORD: 'correct horse battery staple',
  };
  dev = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), SCRIPT], { cwd: folder, env });
  for (const stream of [dev.stdout, dev.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
});
afterAll(async () => {
  if (dev.exitCode === null) {
    dev.kill('SIGTERM');
    await once(dev, 'exit');
  }
  const { client, db } = await connect(uri.href);
  await db.dropDatabase();
  await client.close();
  await rm(folder, { recursive: true, force: true });
});

const addresses = (): string[] => [...output.matchAll(/http:\/\/127\.0\.0\.1:\d+/g)].map(([url]) => url);
/** The response of the last started service at /word. */
async function answer(): Promise<string> {
  const url = addresses().at(-1);
  if (url === undefined) return 'not started';
  const response = await fetch(`${url}/word`).catch(() => undefined);
  return response ? `${response.status} ${((await response.json()) as { word?: string }).word ?? ''}`.trim() : 'gone';
}
const eventually = { interval: 200 };

it('restarts for a new folder, a changed file, and a file that was broken in between', async () => {
  await expect.poll(answer, eventually).toBe('404');
  const extensions = path.join(folder, 'extensions');
  await mkdir(extensions);
  await writeFile(path.join(extensions, 'words.mjs'), words('first'));
  await expect.poll(answer, eventually).toBe('200 first');
  await writeFile(path.join(extensions, 'words.mjs'), 'export default {');
  await expect.poll(() => output, eventually).toContain('it starts again after the next change');
  // As `sed -i` and many editors save: another file takes the name.
  for (const word of ['second', 'third']) {
    await writeFile(path.join(extensions, `${word}.part`), words(word));
    await rename(path.join(extensions, `${word}.part`), path.join(extensions, 'words.mjs'));
    await expect.poll(answer, eventually).toBe(`200 ${word}`);
  }
  expect(output).toContain(`${path.join(extensions, 'words.mjs')} changed`);
});
