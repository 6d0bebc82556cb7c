/**
 * Makes a client in each language, compiles it and runs its scenario against a separate service (`npm run sdk:check`).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { CommandError } from './command-line.ts';
import type { SdkLanguage } from './sdk/language.ts';
import { makeSdk } from './sdk/make-sdk.ts';
import { checkHelp, readCheckOptions } from './sdk/options.ts';
import { addSampleProject } from './sdk/sample-project.ts';
import { runService, type RunningService } from './service-process.ts';

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
  for (const language of options.chosen)
    outcomes.push(await check(language, service, path.join(folder, language.name)));
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
    await language.check({ out, url, username, password, say });
  } catch (error) {
    console.error(`FAILED ${language.name}: ${error instanceof Error ? error.message : String(error)}`);
    return 'failed';
  }
  console.log(`PASSED ${language.name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  return 'passed';
}

async function tidy(): Promise<void> {
  await service?.stop();
  if (folder !== undefined && !isKept) await rm(folder, { recursive: true, force: true });
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void tidy().finally(() => process.exit(130)));

main()
  .catch((error: unknown) => {
    console.error(error instanceof CommandError ? `sdk:check: ${error.message}` : error);
    process.exitCode = 1;
  })
  .finally(() => tidy());
