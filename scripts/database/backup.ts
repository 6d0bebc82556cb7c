/** Copies a database and its files to a folder (`npm run backup`). Here: the command line; core/backup does it. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { makeBackup } from '../../core/backup/make-backup.ts';
import { makeIncrement } from '../../core/backup/make-increment.ts';
import { CommandError, FLAG, HELP, inLines, runCommandLine, TEXT } from '../command-line.ts';
import { openPlace, PLACE_NOTES } from './backup-place.ts';
import { withDatabase } from './open-database.ts';
import { readSecret } from './secret.ts';
import { loadEnvFile } from '../env-file.ts';

const help = `Usage: npm run backup -- --out PLACE [options]

Copies the database and its files to PLACE, as they are at one moment, while the service runs.

  --out PLACE       a new or empty folder or bucket
  --since PLACE     only the changes since this backup, with the time of each. MongoDB must still have these changes in its
                    oplog; else the command fails. npm run restore restores both
  --key-file FILE   encrypts with the key in FILE: 32 bytes, or 64 hexadecimal digits
  --encrypt         encrypts with a key made of BACKUP_PASSPHRASE
  --help            shows this

The database is that of this folder's settings (MONGODB_URI, or the data in DATA_DIR). MongoDB has to keep its history while
the database is read: the command extends it if its user may, else minSnapshotHistoryWindowInSeconds (300) is the limit.
Encryption is AES-256-GCM. BACKUP_PASSPHRASE is an environment variable, or a line of a file .env here.
${PLACE_NOTES}
The exit code is 0 when the backup is complete, 1 when it could not be made or files are missing in the storage.`;

const options = { out: TEXT, since: TEXT, 'key-file': TEXT, encrypt: FLAG, help: HELP };

await runCommandLine({ help, read: () => parseArgs({ options }), fail: inLines('backup') }, async ({ values }) => {
  loadEnvFile();
  const { out, since } = values;
  if (out === undefined) throw new CommandError('--out is needed: see --help');
  const secret = await readSecret(values, process.env);
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const started = performance.now();
  await withDatabase(async (database, progress) => {
    // The server no longer has to keep its history.
    const ended = new AbortController();
    for (const name of ['SIGINT', 'SIGTERM'] as const)
      process.once(name, () => ended.abort(new CommandError('it was ended before its end')));
    const place = await openPlace('--out', out, database);
    const common = { out: place, secret, version, signal: ended.signal, onProgress: progress.show };
    const made =
      since === undefined
        ? await makeBackup(database, common)
        : await makeIncrement(database, { ...common, since: await openPlace('--since', since, database) });
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
  });
});
