/**
 * Makes a client in each language, compiles it and runs its scenario against a separate service (`npm run sdk:check`); the same
 * with generators of others, whose table it writes (`-- --public`).
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { CommandError } from '../command-line.ts';
import type { SdkLanguage } from './language.ts';
import { makeSdk } from './make-sdk.ts';
import { checkHelp, readCheckOptions, type CheckOptions } from './options.ts';
import { PART, saveDescription, tryGenerator, type Row } from './public/check-public.ts';
import { publicGenerators } from './public/public-generators.ts';
import { rowsIn, tableOf, withTable } from './public/table.ts';
import { addSampleProject } from './world/sample-project.ts';
import { signInsFor } from './world/sign-ins.ts';
import { runService, type RunningService } from '../service-process.ts';

const page = path.join(import.meta.dirname, '../../openapi/docs/sdks.md');

type Outcome = 'passed' | 'failed' | 'skipped';

/** Started processes, to be ended. */
let service: RunningService | undefined;
let folder: string | undefined;
let isKept = false;

async function main(): Promise<void> {
  const options = readCheckOptions(process.argv.slice(2));
  if (!options) return console.log(checkHelp());
  isKept = options.keep;
  console.log('sdk:check: starting a service with a type countries');
  service = await runService();
  await addSampleProject(service);
  folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-sdks-'));
  const outcomes: Outcome[] = [];
  for (const language of options.languages)
    outcomes.push(await check(language, service, path.join(folder, language.name)));
  const rows = await checkPublic(options, service, folder);
  outcomes.push(...rows.map(outcomeOf));
  const count = (outcome: Outcome): number => outcomes.filter((one) => one === outcome).length;
  if (isKept) console.log(`sdk:check: the clients are in ${folder}`);
  console.log(`${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`);
  if (count('failed') > 0) process.exitCode = 1;
}

async function check(
  language: SdkLanguage,
  { url, username, password }: RunningService,
  out: string,
): Promise<Outcome> {
  const say = (line: string): void => console.log(`${language.name}: ${line}`);
  const started = performance.now();
  const reason = await language.missing({ purpose: 'check', say });
  if (reason !== undefined) {
    console.log(`SKIPPED ${language.name}: ${reason}`);
    return 'skipped';
  }
  try {
    await makeSdk({ language, url, out, say });
    const env = await signInsFor(language.name, { url, username, password });
    await language.check({ out, url, username, password, env, say });
  } catch (error) {
    console.error(`FAILED ${language.name}: ${error instanceof Error ? error.message : String(error)}`);
    return 'failed';
  }
  console.log(`PASSED ${language.name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  return 'passed';
}

const outcomeOf = ({ isWrong, passed }: Row): Outcome =>
  isWrong ? 'failed' : Object.keys(passed).length > 0 ? 'passed' : 'skipped';

async function checkPublic(
  { generators, isPart, isPublic }: CheckOptions,
  { url, username, password }: RunningService,
  out: string,
): Promise<Row[]> {
  if (generators.length === 0) return [];
  const input = { url, username, password, folder: out, say: (line: string): void => console.log(line) };
  const description = await saveDescription(input, isPart ? PART : '');
  const rows: Row[] = [];
  for (const generator of generators) {
    const row = ofPart(await tryGenerator(generator, { ...input, description }), isPart);
    rows.push(row);
    // At once: the whole table takes an hour.
    if (isPublic) await writeRow(row);
  }
  console.log(['', ...tableOf(rows), ''].join('\n'));
  return rows;
}

function ofPart(row: Row, isPart: boolean): Row {
  if (!isPart || Object.keys(row.passed).length === 0) return row;
  return { ...row, note: ['a part of the description', row.note].filter((text) => text !== '').join('; ') };
}

/** All others keep their rows. */
async function writeRow(row: Row): Promise<void> {
  const text = await readFile(page, 'utf8');
  const known = rowsIn(text).set(row.name, row);
  const inOrder = publicGenerators.flatMap(({ name }) => known.get(name) ?? []);
  await writeFile(page, withTable(text, inOrder));
}

async function tidy(): Promise<void> {
  await service?.stop();
  if (folder !== undefined && !isKept) await rm(folder, { recursive: true, force: true });
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void tidy().finally(() => process.exit(130)));

try {
  await main();
} catch (error) {
  console.error(error instanceof CommandError ? `sdk:check: ${error.message}` : error);
  process.exitCode = 1;
} finally {
  await tidy();
}
