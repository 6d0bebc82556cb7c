/** Hostile requests to every operation, by a seed (`npm run fuzz`). */
import { parseArgs } from 'node:util';
import { verifyDatabase } from '../../core/verify/verify-database.ts';
import { CommandError, FLAG, HELP, inLines, runCommandLine, TEXT } from '../command-line.ts';
import { fuzz, type FuzzResult } from './run.ts';
import { openDatabase } from '../database/open-database.ts';
import { runService } from '../service-process.ts';

const METRICS_TOKEN = 'a-token-of-the-fuzz-run-alone-long-enough';

const help = `Usage: npm run fuzz -- [options]

Starts a separate service with a temporary database, and sends hostile requests to each operation of its description:
operators, prototypes, encodings, headers, sizes, depth, patterns, traversal, files, framing; as an anonymous caller, a user, an
editor, an administrator, an application, and with an invalid token. No request may get a 5xx, take longer than the limit, reveal
internals of the service, or take more memory than the limit.

  --minutes N      duration (10)
  --seed N         makes the same requests again (1)
  --requests N     maximum number of requests
  --only N         sends only request number N; the line of a fault has the number
  --slow N         limit for a request in milliseconds, a fault if exceeded twice in a row (5000)
  --memory N       limit for the memory of the service in megabytes (1500)
  --verify         checks every invariant of the database and its files at the end, as npm run verify does
  --help           shows this

The exit code is 0, 1 for faults, each with the line that repeats it, or 2 when it could not run.`;

const options = {
  minutes: { type: 'string', default: '10' },
  seed: { type: 'string', default: '1' },
  requests: TEXT,
  only: TEXT,
  slow: { type: 'string', default: '5000' },
  memory: { type: 'string', default: '1500' },
  verify: FLAG,
  help: HELP,
} as const;

/** @throws CommandError */
function readNumber(name: string, text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new CommandError(`--${name} is a number: see --help`);
  return value;
}

function show({ rows, operations, memory, faults }: FuzzResult, seed: number): void {
  console.log('tried        requests   none    2xx    3xx    4xx    5xx  slowest ms');
  for (const [category, { requests, statuses, slowest }] of rows) {
    const counts = [0, 2, 3, 4, 5].map((digit) => String(statuses[digit] ?? 0).padStart(7));
    const time = String(Math.round(slowest.milliseconds)).padStart(12);
    console.log(`${category.padEnd(12)} ${String(requests).padStart(8)}${counts.join('')}${time} ${slowest.operation}`);
  }
  const total = [...rows.values()].reduce((sum, row) => sum + row.requests, 0);
  console.log(
    `seed ${seed}: ${total} requests to ${operations.requested} of ${operations.all} operations, ${faults.length} faults`,
  );
  console.log(`memory of the service: ${memory.first} MB at first, ${memory.most} at most, ${memory.last} at the end`);
}

/** With any requests the rows are consistent. @returns the number of findings */
async function verifyAfter(env: NodeJS.ProcessEnv): Promise<number> {
  const database = await openDatabase(env, { allowRunning: true, isFilled: true });
  try {
    const { rows, left } = await verifyDatabase(database, {
      repair: false,
      quick: false,
      onFault: ({ invariant, detail }) => console.log(`FAULT ${invariant}: ${detail}`),
    });
    console.log(`verify: ${rows} rows, ${left} faults`);
    return left;
  } finally {
    await database.close();
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

await runCommandLine({ help, read: () => parseArgs({ options }), fail: inLines('fuzz', 2) }, async ({ values }) => {
  const seed = readNumber('seed', values.seed);
  const given = {
    seed,
    minutes: readNumber('minutes', values.minutes),
    requests: values.requests === undefined ? undefined : readNumber('requests', values.requests),
    only: values.only === undefined ? undefined : readNumber('only', values.only),
    slow: readNumber('slow', values.slow),
    memory: readNumber('memory', values.memory),
  };
  const service = await runService({ JWT_TTL: '1d', METRICS_TOKEN, CALLER_RATE: 'off' });
  try {
    const say = (line: string): void => console.log(line);
    const result = await fuzz({ ...given, service, metricsToken: METRICS_TOKEN, say });
    show(result, seed);
    const broken = values.verify ? await verifyAfter(service.env) : 0;
    if (result.faults.length + broken > 0) process.exitCode = 1;
  } finally {
    await service.stop();
  }
});
