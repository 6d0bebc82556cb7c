// `npm create colophon` (D971), from the packages as they are published: a developer has a model with two types and a relation, a
// handler, a hook, a listener, a job, a schedule and a green test, by the commands of openapi/docs/projects.md.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const MINUTES = 60_000;
const QUIETLY = ['--prefer-offline', '--no-audit', '--no-fund'];

let above: string;
beforeAll(async () => {
  above = await mkdtemp(path.join(os.tmpdir(), 'colophon-create-'));
});
afterAll(() => rm(above, { recursive: true, force: true }));

interface Ended {
  code: number;
  output: string;
}

async function run(command: string, args: string[], folder = above): Promise<Ended> {
  // A reader does not have the settings of vitest's processes.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST$|NODE_ENV|NODE_OPTIONS|npm_)/.test(name)),
  );
  const options = { cwd: folder, env: { ...env, NO_COLOR: '1' }, maxBuffer: 50_000_000 };
  return promisify(execFile)(command, args, options).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, output: stdout + stderr }),
  );
}

async function passes(command: string, args: string[], folder?: string): Promise<string> {
  const { code, output } = await run(command, args, folder);
  expect(code, output).toBe(0);
  return output;
}

const create = (...args: string[]): Promise<Ended> =>
  run(process.execPath, [path.join(root, 'scripts/create/create.mjs'), ...args]);

describe('create-colophon', () => {
  it(
    'makes a project whose types and tests pass, from packages',
    async () => {
      const script = path.join(root, 'scripts/run.mjs');
      for (const name of ['service', 'create']) {
        const folder = path.join(above, name);
        await passes(process.execPath, [script, `build:${name}`, '--out', folder], root);
        await passes('npm', ['pack', folder, '--silent']);
      }
      const packages = (await readdir(above)).filter((name) => name.endsWith('.tgz')).sort();
      const [service = '', creator = ''] = packages.map((name) => path.join(above, name));
      expect(packages).toHaveLength(2);
      const made = await passes('npm', [
        ...['exec', '--yes', ...QUIETLY, `--package=${creator}`, '--'],
        ...['create-colophon', 'My Shop', '--colophon', `file:${service}`],
      ]);
      expect(made).toContain('A project is in My Shop.');
      const shop = path.join(above, 'My Shop');
      expect((await readdir(shop, { recursive: true })).filter((name) => name.endsWith('.tmpl'))).toEqual([]);
      expect(await readFile(path.join(shop, '.gitignore'), 'utf8')).toContain('.env');
      const manifest = JSON.parse(await readFile(path.join(shop, 'package.json'), 'utf8')) as { name: string };
      expect(manifest.name).toBe('my-shop');
      await passes('npm', ['install', ...QUIETLY], shop);
      await passes('npm', ['run', 'check'], shop);
      expect(await passes('npm', ['test'], shop)).toMatch(/^# pass 5$/m);
      // Types of the project, not only of the service.
      const wrong = (await readFile(path.join(shop, 'test/kitchen.test.ts'), 'utf8')).replace(
        'servings: 4',
        "servings: 'x'",
      );
      await writeFile(path.join(shop, 'test/wrong.test.ts'), wrong);
      const kitchen = await readFile(path.join(shop, 'extensions/kitchen.ts'), 'utf8');
      await writeFile(path.join(shop, 'extensions/wrong.ts'), kitchen.replace('attributes.title', 'attributes.titel'));
      const compiled = await run('npx', ['tsc'], shop);
      expect(compiled.output).toMatch(/^test\/wrong\.test\.ts\(\d+,\d+\): error TS2322/m);
      // `titel` is no attribute of recipes, which the operations of the service have.
      expect(compiled.output).toMatch(/^extensions\/wrong\.ts\(\d+,\d+\): error TS2551/m);
      expect(compiled.code).not.toBe(0);
    },
    20 * MINUTES,
  );

  it.each([
    ['no folder', [], 'create-colophon: name one folder, new or empty: see --help'],
    ['two folders', ['a', 'b'], 'create-colophon: name one folder, new or empty: see --help'],
    ['an unknown option', ['a', '--tempalte'], "create-colophon: Unknown option '--tempalte': see --help"],
  ])('refuses %s', async (_what, args, line) => {
    const { code, output } = await create(...args);
    expect([code, output.trim()]).toEqual([1, line]);
  });

  it('leaves a folder with files, and a file, as they are', async () => {
    const full = path.join(above, 'full');
    await mkdir(full);
    const file = path.join(full, 'a.txt');
    await writeFile(file, 'mine');
    const answers = [await create(full), await create(file)];
    expect(answers).toEqual([
      { code: 1, output: `create-colophon: ${full} is not empty (a.txt): name another folder\n` },
      { code: 1, output: `create-colophon: ${file} is a file: name a folder\n` },
    ]);
    expect([await readdir(full), await readFile(file, 'utf8')]).toEqual([['a.txt'], 'mine']);
  });

  it('explains itself', async () => {
    expect((await create('--help')).output).toMatch(/^Usage: npm create colophon FOLDER/);
  });
});
