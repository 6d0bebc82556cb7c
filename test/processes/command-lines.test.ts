// The output of the project's commands for `--help` and for unknown arguments, before any work.
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandFile } from '../support/command-file.ts';

const root = path.join(import.meta.dirname, '../..');

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** @param cwd a copy of the project, whose sources are run */
function run(script: string, args: readonly string[], cwd = root): Promise<Ended> {
  const sources = ['--import', import.meta.resolve('tsx'), path.join(cwd, 'scripts', script)];
  const command = [...(cwd === root ? [commandFile(`scripts/${script}`)] : sources), ...args];
  return new Promise((resolve) => {
    execFile(process.execPath, command, { cwd, timeout: 120_000 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr }),
    );
  });
}

describe('a command line', { timeout: 120_000 }, () => {
  /** With the code for unknown arguments: 2; 1 means that the checked data is wrong. */
  const scripts: [script: string, command: string, code: number][] = [
    ['audit.ts', 'audit', 1],
    ['audit-dependencies.ts', 'audit:dependencies', 2],
    ['backup.ts', 'backup', 1],
    ['breaking.ts', 'breaking', 2],
    ['check.ts', 'check', 1],
    ['contract-check.ts', 'contract:check', 2],
    ['dev.ts', 'dev', 1],
    ['export.ts', 'export', 1],
    ['fuzz.ts', 'fuzz', 2],
    ['generate.ts', 'generate', 1],
    ['import.ts', 'import', 1],
    ['migrate.ts', 'migrate', 1],
    ['new.ts', 'new', 1],
    ['password.ts', 'password', 1],
    ['person.ts', 'person', 1],
    ['restore.ts', 'restore', 1],
    ['sbom.ts', 'sbom', 1],
    ['verify.ts', 'verify', 2],
    ['secrets.ts', 'secrets', 2],
  ];

  it.each(scripts)('of %s is explained by --help', async (script, command) => {
    const { code, stdout } = await run(script, ['--help']);
    expect([code, stdout]).toEqual([0, expect.stringMatching(new RegExp(`^Usage: npm run ${command}\\b`))]);
  });

  it.each(scripts)('of %s with an unknown option leads to --help, in one line', async (script, _command, expected) => {
    const { code, stderr, stdout } = await run(script, ['--bogus']);
    expect([code, stdout]).toEqual([expected, '']);
    expect(stderr).toMatch(/^[^\n]*--bogus[^\n]*: see --help\n$/);
  });

  it.each([
    ['check.ts', ['tea'], 'no such step: tea: see --help\n'],
    ['contract-check.ts', ['--url=x'], 'contract:check: --url is given by the command itself: see --help\n'],
  ])('of %s with %o is refused with its reason', async (script, args, said) => {
    expect((await run(script, args)).stderr).toBe(said);
  });
});

describe('npm run breaking', { timeout: 120_000 }, () => {
  it('does not compare a description that is not generated yet', async () => {
    const copy = await mkdtemp(path.join(os.tmpdir(), 'colophon-breaking-'));
    try {
      for (const each of ['CHANGELOG.md', 'core', 'generated', 'openapi', 'package.json', 'scripts']) {
        await cp(path.join(root, each), path.join(copy, each), { recursive: true });
      }
      await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
      const file = path.join(copy, 'openapi/openapi.yaml');
      await writeFile(file, (await readFile(file, 'utf8')).replace(/^( {2}title: ).*$/m, '$1Another'));
      const { code, stdout, stderr } = await run('breaking.ts', [], copy);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toBe('breaking: not what openapi/ says: generated/openapi.json\nRun: npm run generate\n');
    } finally {
      await rm(copy, { recursive: true, force: true });
    }
  });
});
