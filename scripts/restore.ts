/** Fills an empty database and storage from a backup (`npm run restore`). Here: the command line; core/backup does it. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { restoreBackup } from '../core/backup/restore-backup.ts';
import { verifyDatabase } from '../core/verify/verify-database.ts';
import { CommandError, endWithError, withoutAdvice } from './command-line.ts';
import { openPlace, PLACE_NOTES } from './database/backup-place.ts';
import { KNOWN_VERSION, openDatabase, type OpenDatabase } from './database/open-database.ts';
import { KEY_OPTIONS, readSecret } from './database/secret.ts';
import { loadEnvFile } from './env-file.ts';
import { lazyProgress } from './transfer/progress.ts';

const help = `Usage: npm run restore -- --from PLACE [options]

Fills an empty database and the storage of files from a backup that npm run backup has made, and verifies them. The service
must not run on the database. All checksums are checked before anything is written. A restore that was cut off begins again.

  --from PLACE      the folder or the bucket of the backup
  --into NAME       name of the database, in the place of that of MONGODB_URI
  --key-file FILE   the key of an encrypted backup: 32 bytes, or 64 hexadecimal digits
  --help            shows this

Database and storage are those of this folder's settings (MONGODB_URI or DATA_DIR, STORAGE_URL). The passphrase of an encrypted
backup is BACKUP_PASSPHRASE, an environment variable or a line of a file .env here.
${PLACE_NOTES}
The end is 0 when all is there, 1 when it could not be restored or is not consistent.`;

const { encrypt: _encrypt, ...keyOptions } = KEY_OPTIONS;
void _encrypt;
const options = {
  from: { type: 'string' },
  into: { type: 'string' },
  ...keyOptions,
  help: { type: 'boolean', short: 'h' },
} as const;

/** @returns how many faults there are */
async function verify(database: OpenDatabase): Promise<number> {
  const progress = lazyProgress(process.stderr);
  try {
    const { left } = await verifyDatabase(database, {
      repair: false,
      quick: false,
      onFault: ({ invariant, detail }) => console.log(`FAULT  ${invariant}: ${detail}`),
      onProgress: progress.show,
    });
    return left;
  } finally {
    progress.stop();
  }
}

async function main(args: string[]): Promise<void> {
  loadEnvFile();
  const { values } = withoutAdvice(() => parseArgs({ args, options }));
  if (values.help) return console.log(help);
  const { from, into } = values;
  if (from === undefined) throw new CommandError('--from is needed: see --help');
  if (into !== undefined && !/^[\w-]{1,60}$/.test(into)) throw new CommandError('--into is no name of a database');
  const secret = await readSecret(values, process.env, true);
  const started = performance.now();
  const database = await openDatabase(process.env, { databaseName: into, allowRunning: false, isFilled: false });
  const progress = lazyProgress(process.stderr);
  const place = await openPlace('--from', from, database).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  try {
    const uploadFolder = path.join(database.config.dataDir, 'uploads');
    const say = (line: string): void => console.log(line);
    const restored = await restoreBackup(database, {
      from: place,
      secret,
      knownVersion: KNOWN_VERSION,
      uploadFolder,
      say,
      onProgress: progress.show,
    });
    progress.stop();
    const rows = restored.collections.reduce((sum, each) => sum + each.rows, 0);
    console.log(`${rows} rows and ${restored.files} files of ${restored.created} are restored`);
    if (restored.databaseVersion < KNOWN_VERSION) return console.log('the first start of the service migrates them');
    const faults = await verify(database);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${faults} faults; done in ${seconds} s`);
    if (faults > 0) process.exitCode = 1;
  } finally {
    progress.stop();
    await place.close();
    await database.close();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => endWithError('restore', error));
