// The package of colophon/client from the user's view: packed, unpacked into a project, and the examples of its README
// run.
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../scripts/sdk/run-command.ts';
import { addSampleProject } from '../../scripts/sdk/world/sample-project.ts';
import { openListeningService, type ListeningService } from '../support/clients/listening-service.ts';
import { PASSWORD } from '../support/service.ts';

const root = path.join(import.meta.dirname, '../..');
const resolve = (name: string): string => createRequire(import.meta.url).resolve(name);
const builder = path.join(root, 'scripts/release/build-client.ts');
const node = (folder: string, args: string[], env: Record<string, string> = {}): Promise<string> =>
  runCommand(process.execPath, args, { cwd: folder, env, timeout: 300_000 });

let listening: ListeningService;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-client-'));
  listening = await openListeningService();
  await addSampleProject({ url: listening.url, username: 'admin', password: PASSWORD });
  await install();
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await listening.close();
});

/** As `npm install` of the tarball does it, without a registry: its one dependency is copied. */
async function install(): Promise<void> {
  await node(root, ['--import', 'tsx', builder, '--out', path.join(folder, 'dist')]);
  await runCommand('npm', ['pack', '--silent', './dist'], { cwd: folder });
  const modules = path.join(folder, 'node_modules');
  await mkdir(path.join(modules, 'colophon'), { recursive: true });
  const tarball = `colophon-${await versionOf(root)}.tgz`;
  await runCommand('tar', ['-xzf', tarball, '-C', 'node_modules/colophon', '--strip-components=1'], { cwd: folder });
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers'])
    await cp(path.join(root, 'node_modules', name), path.join(modules, name), { recursive: true, dereference: true });
  // Of the project, for `process`.
  await mkdir(path.join(modules, '@types'));
  for (const name of ['@types/node', 'undici-types'])
    await symlink(path.join(root, 'node_modules', name), path.join(modules, name));
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
}

const versionOf = async (place: string): Promise<string> =>
  (JSON.parse(await readFile(path.join(place, 'package.json'), 'utf8')) as { version: string }).version;

describe('the package of colophon/client', () => {
  it('is rebuilt in place of itself, and overwrites nothing else', async () => {
    const build = (...args: string[]): Promise<string> => node(root, ['--import', 'tsx', builder, ...args]);
    await expect(build('--out', path.join(folder, 'node_modules'))).rejects.toThrow(/not made by this command/);
    await expect(build('--nope')).rejects.toThrow(/Unknown option '--nope': see --help/);
    expect(await build('--help')).toMatch(/^Usage: /);
    expect(await readdir(path.join(folder, 'node_modules'))).toContain('colophon');
    expect(await build('--out', path.join(folder, 'dist'))).toContain(`npm pack ${path.join(folder, 'dist')}\n`);
  });

  it('has one dependency and no code of the service', async () => {
    const place = path.join(folder, 'node_modules/colophon');
    const manifest = JSON.parse(await readFile(path.join(place, 'package.json'), 'utf8')) as object;
    expect(manifest).toMatchObject({ dependencies: { 'openapi-fetch': expect.any(String) } });
    expect(Object.keys((manifest as { dependencies: object }).dependencies)).toHaveLength(1);
    expect((await readdir(place)).sort()).toEqual(['LICENSE', 'README.md', 'core', 'generated', 'package.json']);
    for (const file of ['client', 'colophon-error', 'included', 'index', 'pages', 'passkeys', 'query', 'session'])
      expect(await readFile(path.join(place, `core/client/${file}.js`), 'utf8')).not.toMatch(
        /node:|\bprocess\.|\bBuffer\b/,
      );
  });

  it('works in plain JavaScript', async () => {
    const program = `
      import { ColophonError, createClient } from 'colophon/client';
      const client = createClient({ url: '${listening.url}' });
      const { data } = await client.get('/countries/{object_id}', { path: { object_id: 'country-7' } });
      console.log(data.attributes.iso_code);
      await client.post('/countries', { body: { data: { type: 'countries' } } }).catch((error) => {
        console.log(error instanceof ColophonError, error.status);
      });`;
    await writeFile(path.join(folder, 'plain.js'), program);
    expect(await node(folder, ['plain.js'])).toBe('C007\ntrue 401\n');
  });

  it('runs the examples of its README, typed by the description of the project', async () => {
    const openApiTypeScript = path.join(path.dirname(resolve('openapi-typescript')), '../bin/cli.js');
    const readme = await readFile(path.join(folder, 'node_modules/colophon/README.md'), 'utf8');
    const command = /^npx openapi-typescript@7 (.*?)\n```$/ms.exec(readme)?.[1] ?? '';
    const args = command
      .replace('http://127.0.0.1:3000', listening.url)
      .replaceAll('"', '')
      .split(/[\s\\]+/);
    expect(args[0]).toBe(`${listening.url}/openapi.json?side=all`);
    await node(folder, [openApiTypeScript, ...args]);
    const examples = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code);
    expect(examples).toHaveLength(14);
    await writeFile(path.join(folder, 'readme.ts'), examples.join('\n'));
    const compilerOptions = {
      target: 'es2022',
      module: 'nodenext',
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      allowImportingTsExtensions: true,
      rewriteRelativeImportExtensions: true,
    };
    await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['readme.ts'] }));
    await node(folder, [resolve('typescript/bin/tsc')]);
    const output = await node(folder, ['readme.js'], { SERVICE_URL: listening.url, SERVICE_PASSWORD: PASSWORD });
    expect(output.trim().split('\n')).toEqual([
      'admin',
      '13',
      'create 12',
      '3',
      'true',
      expect.stringMatching(/^6 \[$/),
      ...[45, 44, 43, 42, 41].map((number) => expect.stringContaining(`'Country ${number}'`) as string),
      ']',
      ...[20, 20, 7].map((items) => `${items} of 47`),
      'a map Map of country 1 null',
      '[ null ]',
      // The bytes that are sent, and all.
      '10 10',
      'Bring tea.',
      expect.stringMatching(/^404 not_found /),
      expect.stringMatching(/ \/data\/attributes\/population$/),
    ]);
  });
});
