/** Writes the objects of a file into a service (`npm run import`). Here: the command line; scripts/transfer/ does it. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { CommandError, FLAG, inLines, runCommandLine, TEXT } from '../command-line.ts';
import { loadEnvFile } from '../env-file.ts';
import { importContent, PASSES } from './import-content.ts';
import { openJournal, type Counts } from './journal.ts';
import { ACCESS_HELP, ACCESS_NOTES, ACCESS_OPTIONS, openTarget } from './options.ts';
import { createProgress } from './progress.ts';
import { formatOf, type Source } from './records/records.ts';
import type { Target } from './target.ts';

const help = `Usage: npm run import -- FILE [options]

Writes the objects of FILE: NDJSON (a JSON:API resource on each line), JSON (a document with "data", or an array of plain
records), or CSV (the first line names attributes, and relations with the ids of their objects separated by |).

${ACCESS_HELP}
  --type TYPE       the object type of records that name none; needed for CSV
  --format FORMAT   ndjson, json or csv; default by the ending of FILE
  --source NAME     origin of the ids; default the name of FILE without its ending
  --faults FILE     where faults are written, one on each line; default FILE.faults.ndjson
  --dry-run         reports how many objects would be made, changed and unchanged, and writes nothing
  --help            shows this

The model comes first: lines of property_types, object_types, properties, relations, categories and tags, before all others.
Missing rows are created, different rows are changed, and no types or links are removed.
An object is identified by its uname, or by one made of source, type and id: a second run finds all objects and changes nothing.
Relationships have unames, or ids of the same source. A refused record is a fault; the import goes on. After a kill the same
command continues at its position.
Roles, permissions, configuration and passwords are not content, and are omitted: new users get a random, unknown password.
${ACCESS_NOTES}`;

const options = { ...ACCESS_OPTIONS, type: TEXT, format: TEXT, source: TEXT, faults: TEXT, 'dry-run': FLAG } as const;

const read = () => parseArgs({ options, allowPositionals: true });
type Values = ReturnType<typeof read>['values'];

/** @throws CommandError */
async function readRequest(file: string | undefined, values: Values) {
  if (file === undefined) throw new CommandError('one file is needed: see --help');
  const format = formatOf(file, values.format);
  const info = await stat(file).catch(() => undefined);
  if (!info?.isFile()) throw new CommandError(`${file} is not a readable file`);
  if (format === 'csv' && values.type === undefined) throw new CommandError('--type is needed for CSV: see --help');
  return {
    file,
    format,
    type: values.type,
    sourceName: values.source ?? path.basename(file, path.extname(file)),
    faultsFile: values.faults ?? `${file}.faults.ndjson`,
    dryRun: values['dry-run'] ?? false,
    size: info.size,
  };
}

async function run(target: Target, request: Awaited<ReturnType<typeof readRequest>>): Promise<Counts> {
  const { file, format, type, sourceName, faultsFile, dryRun, size } = request;
  const source: Source = { file, format, type };
  const settings = [target.name, sourceName, type ?? '', format];
  const journal = await openJournal({ file, faultsFile, settings, dryRun });
  const { pass, line } = journal.place;
  if (line > 0 || pass > 1) console.error(`continues at line ${line + 1} of pass ${pass}`);
  const progress = createProgress(process.stderr, size * (dryRun ? 1 : PASSES));
  const say = (text: string): void => console.log(text);
  try {
    return await importContent({ target, source, sourceName, journal, progress, dryRun, say });
  } finally {
    progress.stop();
  }
}

await runCommandLine({ help, read, fail: inLines('import') }, async ({ values, positionals }) => {
  loadEnvFile();
  const request = await readRequest(positionals.length === 1 ? positionals[0] : undefined, values);
  const started = performance.now();
  const target = await openTarget(values, process.env);
  try {
    const { made, changed, present, faults } = await run(target, request);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const done = request.dryRun
      ? `${made} would be made, ${changed} changed, ${present} unchanged`
      : `${made} made, ${present} were there`;
    console.log(`${done}, ${faults} faults in ${seconds} s`);
    if (faults === 0) return;
    console.log(`faults: ${request.faultsFile}`);
    process.exitCode = 1;
  } finally {
    await target.close();
  }
});
