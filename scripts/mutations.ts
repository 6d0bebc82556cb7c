// `npm run mutations`: applies each of the faults in scripts/mutations/mutations.ts to a copy of the project, and fails when
// the tests named there pass. `npm run mutations -- header` runs those with the word in their name.
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { makeFolder } from '../core/make-folder.ts';
import { withoutAdvice } from './command-line.ts';
import { MUTATIONS, type Mutation } from './mutations/mutations.ts';

const options = { smallest: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;
const help = `Usage: npm run mutations [-- <word of a fault>] [--smallest]

  --smallest   the shortest run that shows that it works: the first fault only
  --help       shows this

${MUTATIONS.map((one) => one.fault).join('\n')}`;

const root = path.resolve(import.meta.dirname, '..');
const execute = promisify(execFile);
/** Time limit of a few test files; a fault may make one hang. */
const timeoutMs = 300_000;

/** Of all tracked and new files, without history. */
async function copyProject(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-mutations-'));
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

interface Outcome {
  passed: number;
  failed: number;
  /** Title of the first test that failed. */
  first: string | undefined;
}

interface Assertion {
  status: string;
  fullName: string;
}

async function runTests(folder: string, tests: readonly string[]): Promise<Outcome> {
  const report = path.join(folder, 'report.json');
  await rm(report, { force: true });
  const vitest = path.join(folder, 'node_modules/vitest/vitest.mjs');
  const config = ['--config', 'scripts/config/vitest.config.ts', '--reporter', 'json', '--outputFile', report];
  const run = execute(process.execPath, [vitest, 'run', ...config, '--bail', '1', ...tests], {
    cwd: folder,
    timeout: timeoutMs,
    maxBuffer: 64e6,
  });
  const output = await run.then(
    () => '',
    (error: { stdout?: string; stderr?: string }) => `${error.stdout ?? ''}${error.stderr ?? ''}`,
  );
  const text = await readFile(report, 'utf8').catch(() => {
    throw new Error(`the tests did not run: ${tests.join(' ')}\n${output.slice(-2000)}`);
  });
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(text) as {
    numPassedTests: number;
    numFailedTests: number;
    testResults: { name: string; status: string; message: string; assertionResults: Assertion[] }[];
  };
  const failedFiles = testResults.filter(({ status }) => status === 'failed');
  // A file that cannot be loaded has found nothing.
  const broken = failedFiles.find(({ assertionResults }) => assertionResults.length === 0);
  if (broken) throw new Error(`${broken.name} cannot be loaded: ${broken.message}`);
  const all = testResults.flatMap((file) => file.assertionResults);
  const first = all.find((one) => one.status === 'failed')?.fullName;
  // Setup also sends requests, and checks the responses.
  const setUp = failedFiles.find(({ message }) => message !== '')?.message.split('\n')[0];
  return { passed: numPassedTests, failed: numFailedTests + (setUp ? 1 : 0), first: first ?? setUp };
}

async function withMutation<T>(folder: string, mutation: Mutation, work: () => Promise<T>): Promise<T> {
  const file = path.join(folder, mutation.file);
  const text = await readFile(file, 'utf8');
  if (text.split(mutation.find).length !== 2) {
    throw new Error(`"${mutation.fault}": its text does not stand once in ${mutation.file}; say where it is now`);
  }
  await writeFile(
    file,
    text.replace(mutation.find, () => mutation.replace),
  );
  try {
    return await work();
  } finally {
    await writeFile(file, text);
  }
}

async function main(args: string[]): Promise<void> {
  const { values, positionals } = withoutAdvice(() => parseArgs({ args, options, allowPositionals: true }));
  if (values.help) return console.log(help);
  const [word = '', ...others] = positionals;
  const named = MUTATIONS.filter(({ fault }) => fault.includes(word));
  if (others.length > 0 || named.length === 0) throw new Error(help);
  const chosen = values.smallest ? named.slice(0, 1) : named;
  const folder = await copyProject();
  try {
    const tests = [...new Set(chosen.flatMap((mutation) => mutation.tests))];
    const sound = await runTests(folder, tests);
    if (sound.failed > 0 || sound.passed === 0)
      throw new Error(`without a fault these fail: ${sound.first ?? tests.join(' ')}`);
    console.log(`${sound.passed} tests pass without a fault`);
    const missed: string[] = [];
    for (const mutation of chosen) {
      const { failed, first } = await withMutation(folder, mutation, () => runTests(folder, mutation.tests));
      console.log(`${failed > 0 ? 'caught' : 'MISSED'}  ${mutation.fault}${first ? `: ${first}` : ''}`);
      if (failed === 0) missed.push(mutation.fault);
    }
    if (missed.length > 0) throw new Error(`${missed.length} of ${chosen.length} faults are not noticed by a test`);
    console.log(`${chosen.length} faults, each caught by a test`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
