/** Checks the contract of a deployment (`npm run contract`). Here: the command line; scripts/contract/ does the work. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../core/make-folder.ts';
import { CommandError } from './command-line.ts';
import { htmlReport } from './contract/html.ts';
import { junitReport } from './contract/junit.ts';
import { helpText, readOptions } from './contract/options.ts';
import { runContract } from './contract/run.ts';
import { loadEnvFile } from './env-file.ts';

/** Failures shown on the terminal; the reports have all. */
const SHOWN = 20;

async function main(): Promise<void> {
  loadEnvFile();
  const options = readOptions(process.argv.slice(2), process.env);
  if (options.help) return console.log(helpText);
  const started = new Date();
  const report = await runContract(options, (line) => console.log(line), stopSignal());
  const seconds = (Date.now() - started.getTime()) / 1000;
  await makeFolder(options.out);
  const html = path.join(options.out, 'contract.html');
  await writeFile(path.join(options.out, 'contract.xml'), junitReport(report));
  await writeFile(html, htmlReport(report, { url: options.url, started, seconds }));
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
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped in ${seconds.toFixed(0)} s`);
  if (failed > 0) process.exitCode = 1;
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
