/** Fills an empty database and storage from a backup (`npm run restore`). Here: the command line; core/backup does it. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { BackupPlace } from '../../core/backup/places.ts';
import { restoreBackup } from '../../core/backup/restore-backup.ts';
import { verifyDatabase } from '../../core/verify/verify-database.ts';
import { CommandError, HELP, inLines, runCommandLine, TEXT } from '../command-line.ts';
import { openPlace, PLACE_NOTES } from './backup-place.ts';
import { KNOWN_VERSION, withDatabase } from './open-database.ts';
import { readSecret } from './secret.ts';
import { loadEnvFile } from '../env-file.ts';

const help = `Usage: npm run restore -- --from PLACE [options]

Fills an empty database and the storage of files from a backup that npm run backup has made, and verifies them. The service
must not run on the database. All checksums are verified before the first write. An interrupted restore begins again.

  --from PLACE      the folder or the bucket of the backup. Repeated: backups of changes (--since) that follow it, in order
  --until TIME      omits changes after this second, such as 2026-11-24T12:00:00Z
  --into NAME       name of the database, instead of that in MONGODB_URI
  --key-file FILE   the key of an encrypted backup: 32 bytes, or 64 hexadecimal digits
  --help            shows this

Database and storage are those of this folder's settings (MONGODB_URI or DATA_DIR, STORAGE_URL). The passphrase of an encrypted
backup is BACKUP_PASSPHRASE, an environment variable or a line of a file .env here.
${PLACE_NOTES}
The exit code is 0 when all is restored, 1 when it could not be restored or is not consistent.`;

const options = {
  from: { type: 'string', multiple: true },
  until: TEXT,
  into: TEXT,
  'key-file': TEXT,
  help: HELP,
} as const;

/** @throws CommandError */
function readUntil(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const until = new Date(text);
  // Without its zone a time would be another one on each machine.
  if (Number.isNaN(until.getTime()) || !/(?:Z|[+-]\d\d:?\d\d)$/i.test(text))
    throw new CommandError('--until is a time with its zone, such as 2026-11-24T12:00:00Z');
  return until;
}

await runCommandLine({ help, read: () => parseArgs({ options }), fail: inLines('restore') }, async ({ values }) => {
  loadEnvFile();
  const { from = [], into } = values;
  const until = readUntil(values.until);
  if (from.length === 0) throw new CommandError('--from is needed: see --help');
  if (into !== undefined && !/^[\w-]{1,60}$/.test(into)) throw new CommandError('--into is not the name of a database');
  const secret = await readSecret(values, process.env, true);
  const started = performance.now();
  await withDatabase(
    async (database, progress) => {
      const places: BackupPlace[] = [];
      for (const text of from) places.push(await openPlace('--from', text, database));
      const [whole, ...increments] = places as [BackupPlace];
      const uploadFolder = path.join(database.config.dataDir, 'uploads');
      const say = (line: string): void => console.log(line);
      const restored = await restoreBackup(database, {
        from: whole,
        increments,
        until,
        secret,
        knownVersion: KNOWN_VERSION,
        uploadFolder,
        say,
        onProgress: progress.show,
      });
      progress.stop();
      const changes = increments.length > 0 ? `, ${restored.changes} changes` : '';
      console.log(`${restored.rows} rows${changes} and ${restored.files} files of ${restored.created} are restored`);
      if (restored.missingFiles.length > 0) console.log(`in none of the backups: ${restored.missingFiles.join(', ')}`);
      if (restored.databaseVersion < KNOWN_VERSION) return console.log('the first start of the service migrates them');
      const { left: faults } = await verifyDatabase(database, {
        repair: false,
        quick: false,
        onFault: ({ invariant, detail }) => console.log(`FAULT  ${invariant}: ${detail}`),
        onProgress: progress.show,
      });
      progress.stop();
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(`${faults} faults; done in ${seconds} s`);
      if (faults > 0) process.exitCode = 1;
    },
    { databaseName: into, allowRunning: false, isFilled: false },
  );
});
