/** Copies a database and its files to a folder (`npm run backup`). Here: the command line; core/backup does it. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { makeBackup } from '../../core/backup/make-backup.ts';
import { makeIncrement } from '../../core/backup/make-increment.ts';
import { CommandError, endWithError, withoutAdvice } from '../command-line.ts';
import { openPlace, PLACE_NOTES, type OpenPlace } from './backup-place.ts';
import { openDatabase } from './open-database.ts';
import { KEY_HELP, KEY_NOTES, KEY_OPTIONS, readSecret } from './secret.ts';
import { loadEnvFile } from '../env-file.ts';
import { lazyProgress } from '../transfer/progress.ts';

const help = `Usage: npm run backup -- --out PLACE [options]

Copies the database and its files to PLACE, as they are at one moment, while the service runs.

  --out PLACE       a new or empty folder or bucket
  --since PLACE     only the changes since this backup, with the time of each. MongoDB must still have these changes in its
                    oplog; else the command fails. npm run restore restores both
${KEY_HELP}
  --help            shows this

The database is that of this folder's settings (MONGODB_URI, or the data in DATA_DIR). MongoDB has to keep its history while
the database is read: the command extends it if its user may, else minSnapshotHistoryWindowInSeconds (300) is the limit.
${KEY_NOTES}
${PLACE_NOTES}
The exit code is 0 when the backup is complete, 1 when it could not be made or files are missing in the storage.`;

const options = {
  out: { type: 'string' },
  since: { type: 'string' },
  ...KEY_OPTIONS,
  help: { type: 'boolean', short: 'h' },
} as const;

async function main(args: string[]): Promise<void> {
  loadEnvFile();
  const { values } = withoutAdvice(() => parseArgs({ args, options }));
  if (values.help) return console.log(help);
  const { out, since } = values;
  if (out === undefined) throw new CommandError('--out is needed: see --help');
  const secret = await readSecret(values, process.env);
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const started = performance.now();
  const database = await openDatabase(process.env, { allowRunning: true, isFilled: true });
  const progress = lazyProgress(process.stderr);
  // The server no longer has to keep its history.
  const ended = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => ended.abort(new CommandError('it was ended before its end')));
  const places: OpenPlace[] = [];
  const open = async (option: string, text: string): Promise<OpenPlace> => {
    const place = await openPlace(option, text, database);
    places.push(place);
    return place;
  };
  try {
    const place = await open('--out', out);
    const common = { out: place, secret, version, signal: ended.signal, onProgress: progress.show };
    const made =
      since === undefined
        ? await makeBackup(database, common)
        : await makeIncrement(database, { ...common, since: await open('--since', since) });
    progress.stop();
    const rows = made.collections.reduce((sum, each) => sum + each.rows, 0);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const what = made.changes
      ? `${made.changes.count} changes`
      : `${rows} rows of ${made.collections.length} collections`;
    console.log(`${what} and ${made.files} files in ${seconds} s: ${place.name}`);
    if (made.missingFiles.length === 0) return;
    console.log(`missing in the storage: ${made.missingFiles.join(', ')}`);
    process.exitCode = 1;
  } finally {
    progress.stop();
    for (const place of places) await place.close();
    await database.close();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => endWithError('backup', error));
