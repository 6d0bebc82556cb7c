// The rule of lint for the length of functions: lines that are blank or comments count too.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const RULE = 'max-lines-per-function';

interface Config {
  jsPlugins: string[];
  rules: Record<string, unknown>;
  overrides: { files: string[]; rules: Record<string, unknown> }[];
}
interface Report {
  diagnostics: { filename: string; code: string }[];
}

const config = JSON.parse(await readFile(path.join(root, '.oxlintrc.json'), 'utf8')) as Config;

/** A closure in it and most of its lines are no code. */
const functionOf = (lines: number): string =>
  ['export function build() {', ...Array<string>(lines - 3).fill('  // Why.'), '  return () => 1;', '}', ''].join('\n');

it('a function of core, handlers or scripts has at most 80 lines', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-long-'));
  try {
    const jsPlugins = config.jsPlugins.map((file) => path.join(root, file));
    await writeFile(path.join(folder, '.oxlintrc.json'), JSON.stringify({ ...config, jsPlugins }));
    for (const place of ['core/objects', 'handlers', 'scripts/contract']) {
      await mkdir(path.join(folder, place), { recursive: true });
      await writeFile(path.join(folder, place, 'long.ts'), functionOf(81));
      await writeFile(path.join(folder, place, 'short.ts'), functionOf(80));
    }
    const run = promisify(execFile)(path.join(root, 'node_modules/.bin/oxlint'), ['--format', 'json'], { cwd: folder });
    // It fails for the long ones.
    const { stdout } = await run.catch((error: { stdout: string }) => error);
    const { diagnostics } = JSON.parse(stdout) as Report;
    const found = diagnostics.map(({ filename, code }) => `${filename}: ${code}`).sort();
    const places = ['core/objects', 'handlers', 'scripts/contract'];
    expect(found).toEqual(places.map((place) => `${place}/long.ts: eslint(${RULE})`));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it('only tests are exempt', () => {
  const exempt = config.overrides.filter(({ rules }) => rules[RULE] === 'off');
  expect(exempt.map(({ files }) => files)).toEqual([['test/**']]);
});
