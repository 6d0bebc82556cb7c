// `npm run tool -- test:changed`: the tests that the changes since main break most likely, in about a minute. All tests: `npm test`.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { CommandError, FLAG, HELP, runCommandLine, withTrace } from '../command-line.ts';
import { selectTests } from './select-tests.ts';

const help = `Usage: npm run tool -- test:changed [--since <commit>] [--list]

Runs the tests that changes since a commit, and those not committed, break most likely: changed tests, tests that import a
changed file or have its name, tests of its folder of core, and the checks of the sources.

  --since <commit>   default main
  --list             shows their names instead
  --help             shows this`;
const options = { since: { type: 'string', default: 'main' }, list: FLAG, help: HELP } as const;

const root = path.resolve(import.meta.dirname, '../..');

/** @throws CommandError */
async function git(...args: string[]): Promise<string[]> {
  try {
    const { stdout } = await promisify(execFile)('git', args, { cwd: root, maxBuffer: 16e6 });
    return stdout.split('\0').filter((name) => name !== '');
  } catch (error) {
    throw new CommandError(`git ${args[0] ?? ''}: ${(error as { stderr?: string }).stderr?.trim() ?? String(error)}`);
  }
}

await runCommandLine(
  { help, read: () => parseArgs({ options }), fail: withTrace('test:changed') },
  async ({ values }) => {
    const others = ['ls-files', '-z', '--others', '--exclude-standard'];
    const changed = [
      ...(await git('diff', '--name-only', '-z', '--merge-base', values.since)),
      ...(await git(...others)),
    ];
    const files = await git('ls-files', '-z', '--cached', '--others', '--exclude-standard', 'test/*.test.ts');
    const texts = files.map(
      async (file) => [file, await readFile(path.join(root, file), 'utf8').catch(() => '')] as const,
    );
    const tests = selectTests(changed, new Map((await Promise.all(texts)).filter(([, text]) => text !== '')));
    if (values.list) return console.log(tests.join('\n'));
    console.log(`${changed.length} changed files, ${tests.length} of ${files.length} test files`);
    const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
    const config = path.join(root, 'scripts/config/vitest.config.ts');
    const child = spawn(process.execPath, [vitest, 'run', '--config', config, ...tests], {
      cwd: root,
      stdio: 'inherit',
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    process.exitCode = code ?? 1;
  },
);
