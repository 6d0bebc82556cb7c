/** Brings a database to the version of this release (`npm run tool -- migrate`), as the first start of the service does. */
import { parseArgs } from 'node:util';
import { createLog } from '../../core/log.ts';
import { migrate, readVersion, type MigrationStep } from '../../core/store/migrations.ts';
import { CommandError, FLAG, HELP, inLines, runCommandLine } from '../command-line.ts';
import { KNOWN_VERSION, migrationsOf, withDatabase } from './open-database.ts';

const help = `Usage: npm run tool -- migrate [--dry-run]

Runs the pending migrations of the database, as the first start of a new release does. The service must not run on it.
After a crash the same command, or a start, continues at its position.

  --dry-run         lists the pending migrations, and writes nothing
  --help            shows this

The database is that of this folder's settings (MONGODB_URI, or the data in DATA_DIR).
The exit code is 0 when the database has the version of this release, or would have it, 1 when it could not be migrated.`;

const options = { 'dry-run': FLAG, help: HELP };

/** From one line about a migration that runs to the next. */
const SAID_EVERY_MS = 2_000;

function createReport(): (step: MigrationStep) => void {
  let said = performance.now();
  return ({ name, number, total, rows, isDone }) => {
    const now = performance.now();
    if (!isDone && (rows === 0 || now - said < SAID_EVERY_MS)) return;
    said = now;
    console.log(`${number}/${total} ${name}: ${isDone ? 'done' : 'running'}${rows > 0 ? `, ${rows} rows` : ''}`);
  };
}

await runCommandLine({ help, read: () => parseArgs({ options }), fail: inLines('migrate') }, async ({ values }) => {
  const isDry = values['dry-run'] ?? false;
  await withDatabase(
    async ({ store, config }) => {
      const migrations = migrationsOf(config);
      const version = await readVersion(store);
      if (version === 0) throw new CommandError('the database is empty: start the service on it first');
      console.log(`the database is at version ${version}, this release at ${KNOWN_VERSION}`);
      if (version > KNOWN_VERSION) throw new CommandError('the database is newer: use a newer release');
      for (const { name } of isDry ? migrations.slice(version) : []) console.log(`would run: ${name}`);
      if (!isDry) await migrate(store, migrations, createLog('error'), createReport());
    },
    { allowRunning: isDry, isFilled: false },
  );
});
