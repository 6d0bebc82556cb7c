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

export interface OpenDatabase extends VerifiedDatabase {
  config: Config;
  /** Where another client of the same database connects to. */
  uri: string;
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

export interface OpenOptions {
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
  try {
    const { client, db } = await connect(server.uri);
    const close = async (): Promise<void> => {
      await client.close();
      await server.stop();
    };
    try {
      const store = createStore(client, databaseName === undefined ? db : client.db(databaseName));
      if (isFilled) assertVersion(await readVersion(store));
      const storage = await openStorage(config, store);
      return {
        store,
        storage,
        config,
        uri: server.uri,
        clock: systemClock,
        close: async () => {
          await storage.close();
          await close();
        },
      };
    } catch (error) {
      await client.close();
      throw error;
    }
  } catch (error) {
    await server.stop();
    throw error;
  }
}
