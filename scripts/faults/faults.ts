/** Faults of real processes under a mix of writes (`npm run test:faults`): nothing acknowledged is lost, and the service comes back. */
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { FLAG, HELP, runCommandLine, TEXT, wholeNumber, withTrace } from '../command-line.ts';
import { runFaults, type KindResult } from './run.ts';

const help = `Usage: npm run test:faults [-- options]

Starts three members of a replica set and two processes of the service on this machine, with a bucket, a mail server and a provider of
identities, and writes to both all the time. In turn it kills, stops and ends processes, fills disks (where it may mount them), sets a
clock wrong, sends bad clients, and lets the others be slow, silent, cut off and wrong. After each fault the service must answer within 15 s, every acknowledged write must be in the
database, and until then each answer is done or 503 with Retry-After. After every fifth fault and at the end npm run verify must find
nothing.

  --smallest        20 short faults, and verify at the end only
  --faults N        how many; default 500
  --only TEXT       faults whose names have this text in them, such as "disk"
  --seed N          the same seed makes the same order of faults; default 1
  --help            shows this

The exit code is 0 when nothing was lost and no answer was wrong.`;

const options = { faults: TEXT, seed: TEXT, only: TEXT, smallest: FLAG, help: HELP };

/** MongoDB's own time until an election is 10 s. */
const USUAL = { faults: 500, electionMs: 2_000, stoppedMs: 4_000, verifyEvery: 5 };
const SMALLEST = { faults: 20, electionMs: 1_000, stoppedMs: 1_500, verifyEvery: 1_000 };

function table(results: readonly KindResult[]): string {
  const sum = (member: 'faults' | 'acknowledged' | 'lost'): number =>
    results.reduce((count, each) => count + each[member], 0);
  const total: KindResult = {
    kind: 'all',
    faults: sum('faults'),
    acknowledged: sum('acknowledged'),
    lost: sum('lost'),
    outage: Math.max(...results.map(({ outage }) => outage)),
  };
  const head = ['Fault', 'faults', 'acknowledged writes', 'lost', 'longest outage'];
  const rows = [...results, total].map(({ kind, faults, acknowledged, lost, outage }) => [
    kind,
    String(faults),
    String(acknowledged),
    String(lost),
    `${(outage / 1_000).toFixed(1)} s`,
  ]);
  const widths = head.map((name, at) => Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0), name.length));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

await runCommandLine(
  { help, read: () => parseArgs({ options }), fail: withTrace('test:faults') },
  async ({ values }) => {
    const otherwise = values.smallest ? SMALLEST : USUAL;
    const settings = {
      ...otherwise,
      faults: wholeNumber('faults', values.faults, otherwise.faults),
      only: values.only ?? '',
      seed: wholeNumber('seed', values.seed, 1),
      password: randomBytes(12).toString('hex'),
    };
    const folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-faults-'));
    await mkdir(path.join(folder, 'data'), { mode: 0o700 });
    const began = performance.now();
    try {
      const { results, wrong } = await runFaults(folder, settings, (line) => console.error(line));
      console.log(table(results));
      console.log(
        `seed ${settings.seed}, ${((performance.now() - began) / 1_000).toFixed(0)} s, ${wrong.length} wrong`,
      );
      for (const line of wrong.slice(0, 50)) console.log(`WRONG ${line}`);
      if (wrong.length > 0) process.exitCode = 1;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);
