/**
 * Schemathesis against a deployment: valid and invalid requests from its live description, with all checks on (D307).
 * schemathesis_hooks.py lists its false findings.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../../../core/disk/make-folder.ts';
import type { Node, OpenApiDocument } from '../../../core/description/openapi-document.ts';
import { foreignRef } from '../../foreign-refs.ts';
import { inTemporaryFolder } from '../../sdk/out-folder.ts';
import { hideSecrets } from '../report/report.ts';
import { findSchemathesis } from './schemathesis-program.ts';
import { readResults, type SchemathesisFailure } from './schemathesis-report.ts';
import { isShort, selectOperations } from './schemathesis-selection.ts';

export interface SchemathesisInput {
  url: string;
  /** The live one. */
  description: OpenApiDocument;
  /** Access token of an administrator of a deployment that may be filled with random data. */
  token: string;
  apiKey?: string;
  /** Time for the whole run. */
  minutes: number;
  /** Separate folder for its input, and for the log when Schemathesis itself fails. */
  out: string;
  /** Only GET is sent. */
  readOnly?: boolean;
  /** The same seed makes the same requests. */
  seed?: number;
  say: (line: string) => void;
  /** Called at the end, also after a failure, with the addresses of what was made: URLs or paths, oldest first. */
  made?: (addresses: string[]) => void;
}

export interface SchemathesisOutcome {
  /** Operations without a failure. */
  passed: number;
  failures: SchemathesisFailure[];
  /** The reason why it was not run. */
  skipped?: string;
}

/** Options that have no command line form; credentials are in the environment, which `ps` does not show. */
function configuration(input: SchemathesisInput): string {
  return `
[headers]
Authorization = "Bearer \${COLOPHON_TOKEN}"
${input.apiKey === undefined ? '' : 'X-Api-Key = "${COLOPHON_API_KEY}"'}

[generation]
# Credentials are those above: made-up ones would be 401 and 403 to everything.
with-security-parameters = false
# The service refuses NUL everywhere, which JSON Schema cannot say.
allow-x00 = false

[checks.negative_data_rejection]
# In addition to the expected ones: refusals by the size or the tag of the request, before its body is read.
expected-statuses = [400, 401, 403, 404, 405, 406, 409, 412, 413, 414, 415, 416, 422, 428, 429, 431]

[output.truncation]
# It reads what it has recorded, and stops at half a document.
max-recorded-payload-size = 100000000
`;
}

/** Characters of a hint that are printed. */
const MAX_HINT = 500;

/** It checks its time between requests only, and takes a while to write its reports. */
const graceSeconds = 180;

/** @returns its exit code; its output is in the folder of the file `log` */
async function runProgram(
  program: string,
  args: string[],
  { log, notes, made, ...input }: Omit<SchemathesisInput, 'made'> & { log: string; notes: string; made: string },
): Promise<number | null> {
  const output = await open(log, 'w');
  const env = {
    ...process.env,
    SCHEMATHESIS_HOOKS: 'schemathesis_hooks',
    COLOPHON_FAILURES: notes,
    COLOPHON_MADE: made,
    COLOPHON_SHORT: isShort(input) ? '1' : '0',
    PYTHONPATH: import.meta.dirname,
    PYTHONDONTWRITEBYTECODE: '1',
    COLOPHON_TOKEN: input.token,
    COLOPHON_API_KEY: input.apiKey ?? '',
    // Broken lines would hide halves of tokens.
    COLUMNS: '1000',
  };
  const child = spawn(program, args, { cwd: path.dirname(log), env, stdio: ['ignore', output.fd, output.fd] });
  const timer = setTimeout(() => child.kill('SIGKILL'), (input.minutes * 60 + graceSeconds) * 1000);
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    return code;
  } finally {
    clearTimeout(timer);
    await output.close();
  }
}

/** A text to keep, without the credentials of this run. */
function withoutCredentials(text: string, { token, apiKey }: SchemathesisInput): string {
  const own = [token, apiKey ?? ''].filter((secret) => secret !== '');
  return hideSecrets(own.reduce((left, secret) => left.replaceAll(secret, '***'), text));
}

/** @throws Error when Schemathesis itself fails; its log is in `out` then */
export async function runSchemathesis(input: SchemathesisInput): Promise<SchemathesisOutcome> {
  const ref = foreignRef(input.description as Node);
  if (ref !== undefined) {
    // Schemathesis would follow it.
    const detail = `it refers to ${JSON.stringify(ref)}, which is not in it`;
    return { passed: 0, failures: [{ operation: 'all operations', title: 'the description leads elsewhere', detail }] };
  }
  let program;
  try {
    program = await findSchemathesis(input.say);
  } catch (error) {
    return { passed: 0, failures: [], skipped: (error as Error).message };
  }
  // Its records contain the tokens that it was given and that it received.
  return inTemporaryFolder('colophon-schemathesis-', (secret) => runIn(secret, program, input));
}

async function runIn(secret: string, program: string, input: SchemathesisInput): Promise<SchemathesisOutcome> {
  const { out, say } = input;
  const events = path.join(secret, 'events.ndjson');
  const log = path.join(secret, 'schemathesis.log');
  const notes = path.join(secret, 'failures.ndjson');
  const madeFile = path.join(secret, 'made');
  const keptLog = path.join(out, 'schemathesis.log');
  await makeFolder(out);
  await rm(keptLog, { force: true });
  const { document, operations, excluded, leftOut } = await selectOperations(input.description, {
    minutes: input.minutes,
    readOnly: input.readOnly ?? false,
  });
  for (const line of leftOut) say(`not tested: ${line}`);
  const description = path.resolve(out, 'description.json');
  const settings = path.resolve(out, 'schemathesis.toml');
  await writeFile(description, JSON.stringify(document));
  await writeFile(settings, configuration(input));
  say(`schemathesis: ${operations} operations, ${input.minutes.toFixed(1)} minutes`);
  const args = [
    ...['--config-file', settings, 'run', description, '--url', input.url],
    ...['--phases', 'examples,coverage,fuzzing,stateful', '--checks', 'all', '--mode', 'all', '--workers', '2'],
    ...['--max-time', String(Math.max(1, Math.round(input.minutes * 60))), '--seed', String(input.seed ?? 1)],
    ...['--request-timeout', '60', '--continue-on-failure', '--generation-database', 'none', '--no-color'],
    ...excluded.flatMap((operationId) => ['--exclude-operation-id', operationId]),
    ...['--report', 'ndjson', '--report-ndjson-path', events],
  ];
  const code = await runProgram(program, args, { ...input, log, notes, made: madeFile });
  const made = await readFile(madeFile, 'utf8').catch(() => '');
  input.made?.(made.split('\n').filter((line) => line !== ''));
  // 0: no findings; 1: some.
  if (code !== 0 && code !== 1) {
    await writeFile(keptLog, withoutCredentials(await readFile(log, 'utf8'), input));
    throw new Error(`schemathesis ended with ${code}: see ${keptLog}`);
  }
  const { tried, requests, failures: found, hints } = await readResults(events, notes);
  const failures = found.map((each) => ({ ...each, detail: withoutCredentials(each.detail, input) }));
  const failed = new Set(failures.map(({ operation }) => operation));
  for (const { operation, detail } of hints) {
    say(`hint: ${operation} refuses what its schema takes: ${withoutCredentials(detail, input).slice(0, MAX_HINT)}`);
  }
  const passed = [...tried].filter((operation) => !failed.has(operation)).length;
  say(`schemathesis: ${requests} requests to ${tried.size} of ${operations} operations, ${failures.length} failures`);
  return { passed, failures };
}
