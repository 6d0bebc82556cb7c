// The packages before each command: installed when they are missing, and never changed under a service that has loaded them
// (D862). npm is a program that only says how it was called.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle } from '../../../scripts/bundle/bundle.ts';
import { COMMANDS } from '../../../scripts/commands.mjs';

const project = path.join(import.meta.dirname, '../../..');
const entry = (version: string, more = {}) => ({ version, integrity: `sha512-${version}`, ...more });
const WANTED = {
  'node_modules/express': entry('5.0.0'),
  'node_modules/sharp-for-others': entry('1.0.0', { optional: true }),
  'node_modules/s3': entry('3.0.0', { devOptional: true }),
  'node_modules/countries': entry('5.0.0', { dev: true }),
};
const { 'node_modules/express': express, 'node_modules/countries': countries } = WANTED;
const PRODUCTION = { 'node_modules/express': express };
const ALL = { ...WANTED };

let root: string;
const at = (...names: string[]): string => path.join(root, ...names);
beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'colophon-packages-'));
  for (const folder of ['scripts', 'node_modules/.cache/colophon/running'])
    await mkdir(at(folder), { recursive: true });
  for (const name of ['ensure-dependencies.mjs', 'running-services.mjs'])
    await copyFile(path.join(project, 'scripts', name), at('scripts', name));
  const own = { dependencies: { express: '5.0.0' }, devDependencies: { countries: '5.0.0' } };
  await writeFile(at('package.json'), JSON.stringify(own));
  await writeFile(at('package-lock.json'), JSON.stringify({ packages: { '': own, ...WANTED } }));
  await writeFile(at('npm.js'), 'console.error(`npm ${process.argv.slice(2).join(" ")}`)');
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** @returns the call of npm, or the last line; `nothing` without any */
async function before(script: string, installed: object | undefined): Promise<string> {
  for (const place of ['node_modules/.package-lock.json', ...Object.keys(WANTED)])
    await rm(at(place), { recursive: true, force: true });
  for (const place of Object.keys(installed ?? {}))
    if (installed !== NOTED || place !== 'node_modules/countries') await mkdir(at(place));
  if (installed) await writeFile(at('node_modules/.package-lock.json'), JSON.stringify({ packages: installed }));
  const env = { PATH: process.env['PATH'], npm_execpath: at('npm.js') };
  const { needsTools = true } = COMMANDS[script] ?? {};
  const code = `(await import(${JSON.stringify(at('scripts/ensure-dependencies.mjs'))})).ensureDependencies(${needsTools})`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], { cwd: root, env });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await once(child, 'close');
  return /^npm .*$/m.exec(said)?.[0] ?? (said.trim() || 'nothing');
}

/** Without the folder of its tool. */
const NOTED = { ...WANTED };
const OLDER = { 'node_modules/express': entry('4.0.0') };
const CI = 'npm ci --no-audit --no-fund';
const ADD = 'npm install --no-save --no-audit --no-fund --include=dev';

/** Packages, the command, and what is run; the same while a service runs, unless there is a third one. */
const cases: [what: string, command: [object | undefined, string], alone: string, beside?: string][] = [
  ['no packages', [undefined, 'start'], `${CI} --omit=dev`, 'refused'],
  ['no packages', [undefined, 'demo'], `${CI} --include=dev`, 'refused'],
  ['those of the service', [PRODUCTION, 'start'], 'nothing'],
  ['those of the service', [PRODUCTION, 'password'], 'nothing'],
  ['those of the service', [PRODUCTION, 'demo'], ADD],
  ['those of the service', [PRODUCTION, 'test'], ADD],
  ['all packages', [ALL, 'demo'], 'nothing'],
  ['all packages', [ALL, 'start'], 'nothing'],
  ['a tool that is only noted', [NOTED, 'demo'], ADD],
  ['a tool that is only noted', [NOTED, 'start'], 'nothing'],
  ['older tools', [{ ...ALL, 'node_modules/countries': entry('4.0.0', { dev: true }) }, 'demo'], ADD],
  ['older tools', [{ ...ALL, 'node_modules/countries': entry('4.0.0', { dev: true }) }, 'start'], 'nothing'],
  ['older packages of the service', [OLDER, 'backup'], `${CI} --omit=dev`, 'refused'],
  [
    'older packages of the service',
    [{ ...OLDER, 'node_modules/countries': countries }, 'demo'],
    `${CI} --include=dev`,
    'refused',
  ],
  ['another one for S3', [{ ...ALL, 'node_modules/s3': entry('2.0.0') }, 'demo'], `${CI} --include=dev`, 'refused'],
];

describe('with', () => {
  it.each(cases)(
    '%s (%#), npm is run as it has to be, also beside a service',
    async (_what, [installed, script], alone, beside) => {
      expect(await before(script, installed)).toBe(alone);
      const service = spawn(process.execPath, [
        '--input-type=module',
        '--eval',
        `(await import(${JSON.stringify(at('scripts/running-services.mjs'))})).noteRunning(${JSON.stringify(root)});
       console.log('runs'); process.stdin.resume().on('end', () => process.exit())`,
      ]);
      await once(service.stdout, 'data');
      const refused = new RegExp(
        `^colophon: .*, and a service runs with them \\(process ${service.pid}\\): stop it first$`,
      );
      const said = await before(script, installed);
      if (beside === 'refused') expect(said).toMatch(refused);
      else expect(said).toBe(alone);
      service.stdin.end();
      await once(service, 'exit');
      expect(await before(script, installed)).toBe(alone);
    },
  );
});

it('commands that need no development tools import none', async () => {
  const names = Object.keys(COMMANDS).filter((name) => COMMANDS[name]?.needsTools === false);
  expect(names).toEqual(expect.arrayContaining(['start', 'person', 'password']));
  const manifest = JSON.parse(await readFile(path.join(project, 'package.json'), 'utf8')) as {
    devDependencies: object;
    peerDependencies: object;
  };
  const fileOf = (name: string) => `scripts/${COMMANDS[name]?.file.replace('start.mjs', 'start.ts')}`;
  const entries = Object.fromEntries(names.map((name) => [name, fileOf(name)]));
  const { packages } = await bundle({ entries, folder: at('bundles'), movable: false });
  expect(packages).toContain('mongodb');
  // Optional ones are asked for when a setting needs them.
  const tools = Object.keys(manifest.devDependencies).filter((name) => !(name in manifest.peerDependencies));
  expect(tools.filter((name) => packages.includes(name))).toEqual([]);
});
