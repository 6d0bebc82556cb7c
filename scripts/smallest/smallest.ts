/**
 * Runs the commands that neither `npm run check` nor `npm test` covers, each in its smallest form (`npm run tool -- smallest`), so that
 * no command breaks unnoticed. It does not measure speed.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import { CommandError, withoutAdvice } from '../command-line.ts';
import { FORMS, SERVED, type Form } from './forms.ts';

const root = path.resolve(import.meta.dirname, '../..');
const AT_ONCE = 2;
const TIME_LIMIT_MS = 600_000;

const help = `Usage: npm run tool -- smallest [SCRIPT...]

Runs these commands in their smallest form, or some of them: ${[...SERVED, ...FORMS.map(({ script }) => script)].join(', ')}.

  --help      shows this`;
const options = { help: { type: 'boolean', short: 'h' } } as const;

interface Run {
  child: ChildProcess;
  /** Settles at its end. */
  code: Promise<number>;
  output: () => string;
  /** It may take as long as it is needed. */
  withoutLimit: () => void;
  onOutput: (listener: () => void) => void;
}

/** A command in a separate process group, so that its child processes end with it. */
function begin(script: string, args: readonly string[], settings: Record<string, string>): Run {
  const child = spawn(process.execPath, ['scripts/run.mjs', script, ...args], {
    cwd: root,
    // What fails in it by intention is no failure of CI.
    env: { ...process.env, ...settings, FAILURES: undefined },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  const timer = setTimeout(() => end(child, 'SIGKILL'), TIME_LIMIT_MS);
  const kill = (): void => end(child, 'SIGKILL');
  process.once('exit', kill);
  const code = new Promise<number>((resolve) => {
    child.once('error', () => resolve(1)).once('close', (given) => resolve(given ?? 1));
  }).finally(() => {
    clearTimeout(timer);
    process.off('exit', kill);
  });
  return {
    child,
    code,
    output: () => output,
    withoutLimit: () => clearTimeout(timer),
    onOutput: (listener) => void child.stdout?.on('data', listener),
  };
}

function end({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // It has ended.
  }
}

/** Lines of output that CI shows of a failure at its end. */
const LAST_LINES = 30;

async function printFailure(script: string, output: string): Promise<void> {
  console.log(`\n${output.trim()}\n`);
  const { FAILURES: failures } = process.env;
  const last = output.trim().split('\n').slice(-LAST_LINES).join('\n');
  if (failures !== undefined) await appendFile(failures, `${script}:\n${last}\n`);
}

const report = (isFine: boolean, script: string, since: number): void =>
  console.log(`${isFine ? 'ok  ' : 'FAIL'} ${script.padEnd(16)} ${((performance.now() - since) / 1000).toFixed(1)} s`);

async function runForm({ script, args, settings }: Form, place: { folder: string; url: string }, password: string) {
  const started = performance.now();
  const run = begin(script, args(place), { ADMIN_PASSWORD: password, MONGODB_URI: '', ...settings?.(place) });
  const isFine = (await run.code) === 0;
  report(isFine, script, started);
  if (!isFine) await printFailure(script, run.output());
  return isFine;
}

/** Starts a command that serves, and runs work with it. @returns whether it served and ended in order */
async function serve(
  script: string,
  folder: string,
  settings: Record<string, string>,
  use: (url: string) => Promise<void>,
) {
  const started = performance.now();
  const own = {
    DATA_DIR: path.join(folder, script),
    HOST: '127.0.0.1',
    PORT: '0',
    MONGODB_URI: '',
    PUBLIC_URL: '',
    PROCESS_ROLE: 'all',
  };
  const run = begin(script, [], { ...own, LOG_LEVEL: 'warn', ...settings });
  const url = await new Promise<string | undefined>((resolve) => {
    run.onOutput(() => {
      const found = /^ready on (\S+)$/m.exec(run.output())?.[1];
      if (found !== undefined) resolve(found);
    });
    void run.code.then(() => resolve(undefined));
  });
  const answered = url !== undefined && (await fetch(`${url}/health`).catch(() => undefined))?.ok === true;
  report(answered, script, started);
  run.withoutLimit();
  if (answered) await use(url);
  else await printFailure(script, run.output());
  end(run.child, 'SIGINT');
  await run.code;
  return answered;
}

async function main(args: string[]): Promise<void> {
  const { values, positionals: wanted } = withoutAdvice(() => parseArgs({ args, options, allowPositionals: true }));
  if (values.help) return console.log(help);
  const known: string[] = [...SERVED, ...FORMS.map(({ script }) => script)];
  const unknown = wanted.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new CommandError(`no such command: ${unknown.join(', ')}: see --help`);
  const isWanted = (script: string): boolean => wanted.length === 0 || wanted.includes(script);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-smallest-'));
  const failed: string[] = [];
  const note = (script: string, isFine: boolean): void => void (isFine || failed.push(script));
  const password = randomBytes(12).toString('hex');
  try {
    for (const script of ['dev', 'mock'])
      if (isWanted(script)) note(script, await serve(script, folder, {}, () => Promise.resolve()));
    const served = await serve('start', folder, { ADMIN_PASSWORD: password }, async (url) => {
      const limit = pLimit(AT_ONCE);
      const needed = new Set(FORMS.flatMap(({ script, after }) => (after && isWanted(script) ? [after] : [])));
      const forms = FORMS.filter(({ script }) => isWanted(script) || needed.has(script));
      const runWithNext = async (form: Form): Promise<void> => {
        note(form.script, await runForm(form, { folder, url }, password));
        for (const next of FORMS) if (next.after === form.script) await runWithNext(next);
      };
      const first = forms.filter(({ after }) => after === undefined);
      await Promise.all(first.map((form) => limit(() => runWithNext(form))));
    });
    note('start', served);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  if (failed.length > 0)
    throw new CommandError(`failed: ${failed.map((name) => `npm run tool -- smallest ${name}`).join(', ')}`);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof CommandError ? `smallest: ${error.message}` : error);
  process.exitCode = 1;
});
