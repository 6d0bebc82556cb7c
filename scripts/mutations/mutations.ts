// `npm run tool -- mutations`: makes faults in a copy of the project, one at a time, and fails when the tests of the place pass.
// The faults follow from rules over the syntax tree (scripts/mutations/faults.ts) and a seed.
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { makeFolder } from '../../core/disk/make-folder.ts';
import { CommandError, HELP, runCommandLine, wholeNumber, withTrace } from '../command-line.ts';
import { chooseFaults } from './choose-faults.ts';
import { withFault, type Fault } from './faults.ts';
import { PLACES, type Place } from './places.ts';
import { openTestRunner, type TestRunner } from './test-runner.ts';

const options = {
  each: { type: 'string', default: '1' },
  seed: { type: 'string', default: '1' },
  help: HELP,
} as const;
const help = `Usage: npm run tool -- mutations [<word of a path>] [--each <n>] [--seed <n>]

Makes a fault in each folder of core, and in each fact of operations, or in those files with the word in their path; the
tests of the place must notice it.

  --each <n>   faults in each place; default 1
  --seed <n>   another number makes other faults; default 1
  --help       shows this`;

const root = path.resolve(import.meta.dirname, '../..');
const execute = promisify(execFile);

/** Of all tracked and new files, without history. */
async function copyProject(): Promise<string> {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'colophon-mutations-')));
  const { stdout } = await execute('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    maxBuffer: 16e6,
  });
  for (const file of stdout.split('\0').filter((name) => name !== '' && name !== 'node_modules')) {
    await makeFolder(path.dirname(path.join(folder, file)));
    await cp(path.join(root, file), path.join(folder, file)).catch((error: NodeJS.ErrnoException) => {
      // Deleted, but still tracked by Git.
      if (error.code !== 'ENOENT') throw error;
    });
  }
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  return folder;
}

/** Of the title of a test, in a line. */
const MOST_CHARACTERS = 150;

/** @returns whether a test has noticed the fault */
async function tryFault(runner: TestRunner, folder: string, fault: Fault, { tests }: Place): Promise<boolean> {
  const file = path.join(folder, fault.file);
  const content = await readFile(file, 'utf8');
  await writeFile(file, withFault(content, fault));
  runner.forget(fault.file);
  const started = performance.now();
  const { failed, first } = await runner.run(tests);
  await writeFile(file, content);
  runner.forget(fault.file);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const where = `${fault.file}:${fault.line}: ${fault.change}`;
  console.log(
    `${failed > 0 ? 'caught' : 'MISSED'}  ${where} (${seconds} s)${first ? `: ${first.slice(0, MOST_CHARACTERS)}` : ''}`,
  );
  if (failed === 0) console.log(`        ${content.slice(fault.start, fault.end)}\n        by ${tests.join(' ')}`);
  return failed > 0;
}

await runCommandLine(
  { help, read: () => parseArgs({ options, allowPositionals: true }), fail: withTrace('mutations') },
  async ({ values, positionals }) => {
    const [word = '', ...others] = positionals;
    const [each, seed] = [wholeNumber('each', values.each), wholeNumber('seed', values.seed)];
    const places = PLACES.map((place) => ({ ...place, sources: place.sources.filter((file) => file.includes(word)) }));
    const chosen = places.filter(({ sources }) => sources.length > 0);
    if (others.length > 0 || chosen.length === 0)
      throw new CommandError(`no file of a place has this in its path: ${word}`);
    const folder = await copyProject();
    let runner: TestRunner | undefined;
    try {
      runner = await openTestRunner(folder);
      const sound = await runner.run([...new Set(chosen.flatMap(({ tests }) => tests))]);
      if (sound.failed > 0 || sound.passed === 0)
        throw new CommandError(`without a fault fails: ${sound.first ?? 'all'}`);
      console.log(`${sound.passed} tests pass without a fault`);
      let made = 0;
      const missed: Fault[] = [];
      for (const place of chosen) {
        for (const fault of await chooseFaults(folder, place, seed, place.isWhole ? Infinity : each)) {
          made++;
          if (!(await tryFault(runner, folder, fault, place))) missed.push(fault);
        }
      }
      if (missed.length > 0) throw new CommandError(`${missed.length} of ${made} faults are not noticed by a test`);
      console.log(`${made} faults, each noticed by a test`);
      // Vitest has set it for the tests that failed as they should.
      process.exitCode = 0;
    } finally {
      await runner?.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
);
// A test that hangs would keep the process.
process.exit();
