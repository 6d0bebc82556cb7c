/** Copies a database and its files to a folder (`npm run backup`). Here: the command line; core/backup does it. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { makeBackup } from '../core/backup/make-backup.ts';
import { CommandError, endWithError, withoutAdvice } from './command-line.ts';
import { openPlace, PLACE_NOTES } from './database/backup-place.ts';
import { openDatabase } from './database/open-database.ts';
import { KEY_HELP, KEY_NOTES, KEY_OPTIONS, readSecret } from './database/secret.ts';
import { loadEnvFile } from './env-file.ts';
import { lazyProgress } from './transfer/progress.ts';

const help = `Usage: npm run backup -- --out PLACE [options]

Copies the database and its files to PLACE, as they are at one moment, while the service runs.

  --out PLACE       a folder or a bucket where nothing is yet
${KEY_HELP}
  --help            shows this

The database is that of this folder's settings (MONGODB_URI, or the data in DATA_DIR). MongoDB has to keep its history while
the database is read: the command has it do so where its user may, else minSnapshotHistoryWindowInSeconds (300) is the limit.
${KEY_NOTES}
${PLACE_NOTES}
The end is 0 when all is there, 1 when it could not be made or files are missing in the storage.`;

const options = { out: { type: 'string' }, ...KEY_OPTIONS, help: { type: 'boolean', short: 'h' } } as const;

async function main(args: string[]): Promise<void> {
  loadEnvFile();
  const { values } = withoutAdvice(() => parseArgs({ args, options }));
  if (values.help) return console.log(help);
  const { out } = values;
  if (out === undefined) throw new CommandError('--out is needed: see --help');
  const secret = await readSecret(values, process.env);
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const started = performance.now();
  const database = await openDatabase(process.env, { allowRunning: true, isFilled: true });
  const progress = lazyProgress(process.stderr);
  // The server is told to keep its history no longer.
  const ended = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => ended.abort(new CommandError('it was ended before its end')));
  const place = await openPlace('--out', out, database).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  try {
    const made = await makeBackup(database, {
      out: place,
      secret,
      version,
      signal: ended.signal,
      onProgress: progress.show,
    });
    progress.stop();
    const rows = made.collections.reduce((sum, each) => sum + each.rows, 0);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(
      `${rows} rows of ${made.collections.length} collections and ${made.files} files in ${seconds} s: ${place.name}`,
    );
    if (made.missingFiles.length === 0) return;
    console.log(`missing in the storage: ${made.missingFiles.join(', ')}`);
    process.exitCode = 1;
  } finally {
    progress.stop();
    await place.close();
    await database.close();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => endWithError('backup', error));
