// The database and the files of this folder's settings, without a service on them.
import { systemClock } from '../../core/clock.ts';
import { readConfig, type Config } from '../../core/config/config.ts';
import { openStorage } from '../../core/files/storage/open-storage.ts';
import { allMigrations } from '../../core/migrations/all-migrations.ts';
import { connect } from '../../core/store/connection/connect.ts';
import { runningServerUri, startEmbeddedServer } from '../../core/store/mongod/embedded-server.ts';
import { DataFolderInUse } from '../../core/store/mongod/lock-data-folder.ts';
import { readVersion, type Migration } from '../../core/store/migrations.ts';
import { createStore } from '../../core/store/store.ts';
import type { VerifiedDatabase } from '../../core/verify/check.ts';
import { CommandError } from '../command-line.ts';
import { loadEnvFile } from '../env-file.ts';
import { lazyProgress, type LazyProgress } from '../transfer/progress.ts';

export interface OpenDatabase extends VerifiedDatabase {
  config: Config;
  /** Where another client of the same database connects to. */
  uri: string;
  /** What is closed with it, the last one first. */
  opened: { close(): Promise<unknown> }[];
  close(): Promise<void>;
}

interface Server {
  uri: string;
  stop(): Promise<void>;
}

/** @throws Error of one line */
async function findServer({ mongodbUri, dataDir, mongodPath }: Config, allowRunning: boolean): Promise<Server> {
  if (mongodbUri !== undefined) return { uri: mongodbUri, stop: () => Promise.resolve() };
  try {
    return await startEmbeddedServer({
      dataDir,
      mongod: mongodPath,
      onProgress: (line) => console.error(line),
      onUnexpectedExit: (reason) => {
        console.error(reason);
        process.exit(2);
      },
    });
  } catch (error) {
    const uri = allowRunning && error instanceof DataFolderInUse ? await runningServerUri(dataDir) : undefined;
    if (uri === undefined) throw error;
    return { uri, stop: () => Promise.resolve() };
  }
}

/** The migrations of this release for a database that a service has filled. */
export const migrationsOf = ({ legacyRoot }: Pick<Config, 'legacyRoot'>): Migration[] =>
  allMigrations({
    clock: systemClock,
    publication: legacyRoot,
    firstAccounts: { name: 'first accounts', run: () => Promise.reject(new CommandError('the database has no users')) },
  });

/** Version of the database that this release knows. */
export const KNOWN_VERSION = migrationsOf({ legacyRoot: undefined }).length;

/** @throws CommandError */
function assertVersion(version: number): void {
  if (version === 0) throw new CommandError('the database is empty: start the service on it first');
  if (version > KNOWN_VERSION) throw new CommandError(`the database is at version ${version}, newer than this release`);
  if (version < KNOWN_VERSION)
    throw new CommandError(`the database is at version ${version}, older than this release: start the service first`);
}

interface OpenOptions {
  /** In the place of the one that MONGODB_URI names. */
  databaseName?: string | undefined;
  /** A service may run on the data folder. */
  allowRunning: boolean;
  /** The database is one that a service of this release has opened. */
  isFilled: boolean;
}

/** @throws Error of one line when it cannot be used */
export async function openDatabase(
  env: NodeJS.ProcessEnv,
  { databaseName, allowRunning, isFilled }: OpenOptions,
): Promise<OpenDatabase> {
  const config = readConfig(env);
  const server = await findServer(config, allowRunning);
  const opened: OpenDatabase['opened'] = [{ close: server.stop }];
  const close = async (): Promise<void> => {
    for (const each of opened.toReversed()) await each.close();
  };
  try {
    const { client, db } = await connect(server.uri);
    opened.push(client);
    const store = createStore(client, databaseName === undefined ? db : client.db(databaseName));
    if (isFilled) assertVersion(await readVersion(store));
    const storage = await openStorage(config, store);
    opened.push(storage);
    return { store, storage, config, uri: server.uri, clock: systemClock, opened, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Works on the database of this folder's settings, of the `.env` file too.
 * @param options by default that of a service of this release, which may run
 */
export async function withDatabase<T>(
  work: (database: OpenDatabase, progress: LazyProgress) => Promise<T>,
  options: OpenOptions = { allowRunning: true, isFilled: true },
): Promise<T> {
  loadEnvFile();
  const database = await openDatabase(process.env, options);
  const progress = lazyProgress();
  try {
    return await work(database, progress);
  } finally {
    progress.stop();
    await database.close();
  }
}
