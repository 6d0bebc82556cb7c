/** Writes the content of a service into a file (`npm run export`). Here: the command line; scripts/transfer/ does it. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { CommandError, FLAG, inLines, runCommandLine, TEXT } from '../command-line.ts';
import { loadEnvFile } from '../env-file.ts';
import { exportContent } from './export-content.ts';
import { ACCESS_HELP, ACCESS_NOTES, ACCESS_OPTIONS, openTarget } from './options.ts';
import { formatOf } from './records/records.ts';

const help = `Usage: npm run export -- FILE [options]

Writes the content of a service into FILE: NDJSON (a JSON:API resource on each line), JSON, or CSV (the objects of one type).
Files of media objects are written into a folder beside it, named after it.

${ACCESS_HELP}
  --types LIST      only objects of these types; default all but users, whose personal data need to be named
  --format FORMAT   ndjson, json or csv; default by the ending of FILE
  --no-files        omits the files of media objects
  --help            shows this

NDJSON and JSON have the model, the objects with their relations, their places in the tree, translations and annotations; npm run
import writes them into another service. They have unames instead of ids, and omit ids, authors and times of changes, history,
the trash, versions, roles, permissions, configuration and passwords.
CSV has attributes and relations only.
${ACCESS_NOTES}`;

const options = { ...ACCESS_OPTIONS, types: TEXT, format: TEXT, 'no-files': FLAG };

await runCommandLine(
  { help, read: () => parseArgs({ options, allowPositionals: true }), fail: inLines('export') },
  async ({ values, positionals }) => {
    loadEnvFile();
    const [file, ...others] = positionals;
    if (file === undefined || others.length > 0) throw new CommandError('one file is needed: see --help');
    const format = formatOf(file, values.format);
    const types = values.types?.split(',').map((name) => name.trim());
    const started = performance.now();
    const target = await openTarget(values, process.env);
    try {
      const count = await exportContent(target, {
        file: path.resolve(file),
        format,
        types,
        withFiles: values['no-files'] !== true,
        progressOn: process.stderr,
      });
      console.log(`${count} objects in ${((performance.now() - started) / 1000).toFixed(1)} s`);
    } finally {
      await target.close();
    }
  },
);
