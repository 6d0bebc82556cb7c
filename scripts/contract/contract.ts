/** Checks the contract of a deployment (`npm run contract`). Here: the command line; scripts/contract/ does the work. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../../core/disk/make-folder.ts';
import { CommandError } from '../command-line.ts';
import { baselineOf } from './report/baseline.ts';
import { htmlReport, type RunFacts } from './report/html.ts';
import { jsonReport } from './report/json.ts';
import { junitReport } from './report/junit.ts';
import type { Report } from './report/report.ts';
import { helpText, readOptions } from './options.ts';
import { runContract } from './run.ts';
import { loadEnvFile } from '../env-file.ts';

/** Failures shown on the terminal; the reports have all. */
const SHOWN = 20;

async function main(): Promise<void> {
  loadEnvFile();
  const options = readOptions(process.argv.slice(2), process.env);
  if (options.help) return console.log(helpText);
  const started = new Date();
  const report = await runContract(options, (line) => console.log(line), stopSignal());
  const seconds = (Date.now() - started.getTime()) / 1000;
  const html = await writeReports(report, options.out, { url: options.har ?? options.url, started, seconds });
  const known = report
    .rows()
    .flatMap(({ part, operation, known: own }) => own.map((finding) => `known: ${part} ${operation}: ${finding}`));
  for (const line of known) console.log(line);
  const failures = report
    .rows()
    .flatMap(({ part, operation, failures: own }) =>
      own.map(({ title, detail }) => `FAILED ${part} ${operation}: ${title}: ${detail}`),
    );
  for (const line of failures.slice(0, SHOWN)) console.log(line);
  if (failures.length > SHOWN) console.log(`and ${failures.length - SHOWN} more`);
  for (const note of report.notes()) console.log(note);
  console.log(`report: ${html}`);
  const { passed, failed, skipped } = report.totals();
  const counted = options.baseline === undefined ? '' : `${known.length} known, `;
  console.log(`${passed} passed, ${failed} failed, ${counted}${skipped} skipped in ${seconds.toFixed(0)} s`);
  if (failed > 0) process.exitCode = 1;
}

/** @returns the page */
async function writeReports(report: Report, folder: string, facts: RunFacts): Promise<string> {
  await makeFolder(folder);
  const files = {
    'contract.xml': junitReport(report),
    'contract.json': jsonReport(report, facts),
    'baseline.json': `${JSON.stringify(baselineOf(report), null, 2)}\n`,
    'contract.html': htmlReport(report, facts),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  return path.join(folder, 'contract.html');
}

/** Ctrl-C once ends the run in order, twice at once. */
function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => {
      console.error('contract: stopping, and removing the created resources');
      controller.abort();
    });
  return controller.signal;
}

main().catch((error: unknown) => {
  if (error instanceof CommandError) console.error(`contract: ${error.message.replace(/\s+/g, ' ')}`);
  else console.error(error);
  // 1 is for a broken contract: here its state is unknown.
  process.exitCode = 2;
});
