// The output of the project's commands for `--help` and for unknown arguments, before any work.
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import packageFile from '../../../package.json' with { type: 'json' };
import { calledAs } from '../../../scripts/commands.mjs';
import { commandFile, scriptOf } from '../../support/processes/command-file.ts';

const root = path.join(import.meta.dirname, '../../..');

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** @param cwd a copy of the project, whose sources are run */
function run(name: string, args: readonly string[], cwd = root): Promise<Ended> {
  const sources = ['--import', import.meta.resolve('tsx'), path.join(cwd, scriptOf(name))];
  const command = [...(cwd === root ? [commandFile(name)] : sources), ...args];
  return new Promise((resolve) => {
    execFile(process.execPath, command, { cwd, timeout: 600_000 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr }),
    );
  });
}

describe('a command line', () => {
  /** With the code for unknown arguments: 2; 1 means that the checked data is wrong. */
  const commands: [command: string, code: number][] = [
    ['audit', 1],
    ['audit:dependencies', 2],
    ['backup', 1],
    ['breaking', 2],
    ['check', 1],
    ['contract:check', 2],
    ['dev', 1],
    ['export', 1],
    ['fuzz', 2],
    ['generate', 1],
    ['import', 1],
    ['migrate', 1],
    ['new', 1],
    ['password', 1],
    ['person', 1],
    ['restore', 1],
    ['sbom', 1],
    ['verify', 2],
    ['secrets', 2],
  ];

  it.each(commands)('of %s is explained by --help', async (command) => {
    const { code, stdout } = await run(command, ['--help']);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(new RegExp(`^Usage: ${calledAs(command, packageFile.scripts)}\\b`)),
    ]);
  });

  it.each(commands)('of %s with an unknown option leads to --help, in one line', async (command, expected) => {
    const { code, stderr, stdout } = await run(command, ['--bogus']);
    expect([code, stdout]).toEqual([expected, '']);
    expect(stderr).toMatch(/^[^\n]*--bogus[^\n]*: see --help\n$/);
  });

  it.each([
    ['check', ['tea'], 'no such step: tea: see --help\n'],
    ['contract:check', ['--url=x'], 'contract:check: --url is given by the command itself: see --help\n'],
  ])('of %s with %o is refused with its reason', async (command, args, said) => {
    expect((await run(command, args)).stderr).toBe(said);
  });
});

describe('npm run tool -- breaking', () => {
  it('does not compare a description that is not generated yet', async () => {
    const copy = await mkdtemp(path.join(os.tmpdir(), 'colophon-breaking-'));
    try {
      for (const each of ['CHANGELOG.md', 'core', 'generated', 'openapi', 'package.json', 'scripts']) {
        await cp(path.join(root, each), path.join(copy, each), { recursive: true });
      }
      await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
      const file = path.join(copy, 'openapi/openapi.yaml');
      await writeFile(file, (await readFile(file, 'utf8')).replace(/^( {2}title: ).*$/m, '$1Another'));
      const { code, stdout, stderr } = await run('breaking', [], copy);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toBe('breaking: not what openapi/ says: generated/openapi.json\nRun: npm run generate\n');
    } finally {
      await rm(copy, { recursive: true, force: true });
    }
  });
});
