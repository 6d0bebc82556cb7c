// `npm run check`: every static check of the project, cheapest first, two at a time; all run even after a failure. Each step is
// the command of the same name (scripts/commands.mjs).
import { spawn } from 'node:child_process';
import path from 'node:path';
import { STEPS } from './steps.ts';
import { asMessage, CommandError, readPositionals, runCommandLine } from '../command-line.ts';

const root = path.resolve(import.meta.dirname, '../..');

const help = `Usage: npm run check [-- STEP...]

Runs every static check of the project, or just these: ${STEPS.map(({ script }) => script).join(', ')}.

  --help      shows this`;
type Result = { code: number; output: string; seconds: number };

/** Runs a command without npm's own start-up of a third of a second. */
function run(command: string, args: readonly string[]): Promise<Result> {
  const started = performance.now();
  const env = {
    ...process.env,
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
  };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['scripts/run.mjs', command, ...args], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      const seconds = (performance.now() - started) / 1000;
      resolve({ code: code ?? 1, output: Buffer.concat(output).toString(), seconds });
    });
  });
}

await runCommandLine({ help, read: readPositionals, fail: asMessage }, async ({ positionals: wanted }) => {
  const unknown = wanted.filter((name) => !STEPS.some((step) => step.script === name));
  if (unknown.length > 0) throw new CommandError(`no such step: ${unknown.join(', ')}: see --help`);

  const queue = STEPS.filter((step) => wanted.length === 0 || wanted.includes(step.script));
  const failed: string[] = [];
  const work = async () => {
    for (let step = queue.shift(); step; step = queue.shift()) {
      const result = await run(step.script, step.args);
      const passed = result.code === 0;
      console.log(`${passed ? 'ok  ' : 'FAIL'} ${step.script.padEnd(18)} ${result.seconds.toFixed(1)} s`);
      if (passed) continue;
      console.log(`\n${result.output.trim()}\n`);
      failed.push(step.script);
    }
  };
  await Promise.all([work(), work()]);
  if (failed.length === 0) return;
  console.log(`failed: ${failed.map((name) => `npm run check -- ${name}`).join(', ')}`);
  process.exitCode = 1;
});
