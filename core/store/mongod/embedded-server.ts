// Runs a mongod of our own as a replica set of one, with its data in the data folder. Next to the data are `mongod.json`, with the
// port, which the replica set has, and the version; and `mongod.key`, the secret of every connection (D390).
import { existsSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freeBytes } from '../../disk/disk-space.ts';
import { closeFolder, ownSecret, writeOwnFile } from '../../disk/data-folder.ts';
import { findMongod, isOlderSeries, type Mongod } from './find-mongod.ts';
import { cannotWrite, lockDataFolder, stopOrphan } from './lock-data-folder.ts';
import { mongodUri } from './mongod-access.ts';
import { superviseMongod } from './supervise-mongod.ts';
import { DataInUseError, PortTakenError, startMongod, type MongodProcess } from './mongod-process.ts';
import { integerIn, jsonIn, memberOf } from '../../values.ts';

export interface EmbeddedServer {
  /** Connection string of the replica set, with the secret in it: not for logs or command lines. */
  uri: string;
  /** Stops mongod and releases the data folder. Calling it again does nothing. */
  stop(): Promise<void>;
}

export interface EmbeddedServerOptions {
  /** The service's data folder (`DATA_DIR`); the database is in its folder `mongo`. */
  dataDir: string;
  /** The program to start (`MONGOD_PATH`); otherwise one is found or fetched. */
  mongod?: string | undefined;
  onProgress: (line: string) => void;
  /** For tests: writes do not wait for the disk, and mongod is killed to stop it. */
  throwaway?: boolean;
  /** Called when mongod has ended unexpectedly, and a new start has failed. */
  onUnexpectedExit?: (reason: string) => void;
}

interface Kept {
  port: number;
  version: string;
}

/** Stored in the data, so it must never change. */
const replicaSetName = 'colophon';

type Running = MongodProcess & Pick<Kept, 'port'>;

/**
 * Starts mongod and waits until it accepts writes: about half a second.
 * @throws Error of one line: data folder in use or not writable, no mongod, a mongod older than the data, no start.
 */
export async function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const { dataDir, onProgress } = options;
  const unlock = await lockDataFolder(dataDir, onProgress);
  try {
    const dbPath = path.join(dataDir, 'mongo');
    const keyFile = path.join(dataDir, 'mongod.key');
    await closeFolder(dbPath).catch((error: Error) => {
      throw cannotWrite(dataDir, error);
    });
    const program = await findMongod(options);
    const kept = await readKept(dataDir);
    if (kept) refuseOlder(program, kept.version, dataDir);
    await stopOrphan(dbPath, onProgress);
    // After the end of an orphan, so that no running mongod accepts an older secret or none.
    await refuseFullDisk(dbPath);
    const secret = await ownSecret(keyFile).catch((error: Error) => {
      throw cannotWrite(dataDir, error);
    });
    const launchOptions = { ...options, keyFile, secret, program, dbPath: await realpath(dbPath), kept };
    const running = await launch(launchOptions);
    const now = { port: running.port, version: program.version };
    await writeOwnFile(keptFile(dataDir), `${JSON.stringify(now)}\n`).catch(async (error: Error) => {
      await running.stop();
      throw cannotWrite(dataDir, error);
    });
    const uri = mongodUri({ port: running.port, secret, replicaSetName });
    const supervised = superviseMongod(running, {
      start: () => launchWithoutOrphan(now.port, { ...launchOptions, kept: now }),
      onProgress,
      onGivenUp: (reason) => options.onUnexpectedExit?.(reason),
    });
    const stop = async (): Promise<void> => {
      try {
        await supervised.stop();
      } finally {
        await unlock();
      }
    };
    let stopping: Promise<void> | undefined;
    return { uri, stop: () => (stopping ??= stop()) };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** Connection string of the mongod that another process has started on a data folder; undefined without one. */
export async function runningServerUri(dataDir: string): Promise<string | undefined> {
  const kept = await readKept(dataDir);
  const secret = await readFile(path.join(dataDir, 'mongod.key'), 'utf8').catch(() => undefined);
  return kept && secret && mongodUri({ port: kept.port, secret: secret.trim(), replicaSetName });
}

/** Space for a start: the journal, and writes not yet in the data files. */
const START_BYTES = 64 * 1_048_576;

async function refuseFullDisk(dbPath: string): Promise<void> {
  const free = await freeBytes(dbPath);
  if (free === undefined || free >= START_BYTES) return;
  const [has, needs] = [free, START_BYTES].map((bytes) => Math.floor(bytes / 1_048_576));
  throw new Error(`the disk of ${dbPath} is full: it has ${has} MB left, and the database needs ${needs} MB to start`);
}

function refuseOlder(program: Mongod, version: string, dataDir: string): void {
  if (!isOlderSeries(program.version, version)) return;
  const fault = `the data in ${dataDir} was written by MongoDB ${version}, ${program.path} is ${program.version}`;
  throw new Error(`${fault}: set MONGOD_PATH to version ${version} or later`);
}

interface LaunchOptions extends EmbeddedServerOptions {
  program: Mongod;
  dbPath: string;
  keyFile: string;
  secret: string;
  kept: Kept | undefined;
}

const ORPHAN_ATTEMPTS = 5;
const ORPHAN_WAIT_MS = 200;

/** The mongod of a service that was killed during its start may lock the data after our check: it is stopped first. */
async function launchWithoutOrphan(port: number, options: LaunchOptions): Promise<Running> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await launchOn(port, options);
    } catch (error) {
      if (attempt === ORPHAN_ATTEMPTS || !(error instanceof DataInUseError)) throw error;
      await stopOrphan(options.dbPath, options.onProgress);
      await sleep(attempt * ORPHAN_WAIT_MS);
    }
  }
}

/** Starts on the stored port, or on another one when that is in use, also when it was taken after our check. */
async function launch(options: LaunchOptions): Promise<Running> {
  const keptPort = options.kept?.port;
  for (let attempt = 1; ; attempt++) {
    const isUsable = attempt === 1 && keptPort !== undefined && (await isFree(keptPort));
    try {
      return await launchWithoutOrphan(isUsable ? keptPort : await listenOnce(0), options);
    } catch (error) {
      if (attempt === 3 || !(error instanceof PortTakenError)) throw error;
    }
  }
}

async function launchOn(port: number, options: LaunchOptions): Promise<Running> {
  const { program, dbPath, keyFile, secret, kept, dataDir, onProgress, throwaway = false } = options;
  const logFile = path.join(dataDir, 'mongod.log');
  // Loading the driver takes as long as a large part of mongod's start, and it is not needed before.
  const formation = import('./form-replica-set.ts');
  const common = { program: program.path, dbPath, port, logFile, keyFile, throwaway };
  if (port !== kept?.port && existsSync(path.join(dbPath, 'WiredTiger'))) {
    onProgress(`the port that the data was last used with is taken: moving it to ${port}`);
    const standalone = await startMongod({ ...common, throwaway: false });
    try {
      const { changePort } = await formation;
      await changePort({ port, secret });
    } finally {
      await standalone.stop();
    }
  }
  const mongod = await startMongod({ ...common, replicaSetName });
  const { formReplicaSet } = await formation;
  const versions = { version: program.version, keptVersion: kept?.version };
  try {
    const formed = formReplicaSet({ replicaSetName, port, secret, throwaway, ...versions, onProgress });
    const reason = await Promise.race([mongod.failure, formed]);
    if (reason) throw reason;
  } catch (error) {
    await mongod.stop();
    throw error;
  }
  return { port, ...mongod };
}

const isKept = (value: unknown): value is Kept =>
  integerIn(memberOf(value, 'port')) !== undefined && typeof memberOf(value, 'version') === 'string';

const keptFile = (dataDir: string): string => path.join(dataDir, 'mongod.json');

/** Without it only the port changes, and the version is not compared. */
async function readKept(dataDir: string): Promise<Kept | undefined> {
  const kept = jsonIn(await readFile(keptFile(dataDir), 'utf8').catch(() => ''));
  return isKept(kept) ? kept : undefined;
}

const isFree = (port: number): Promise<boolean> =>
  listenOnce(port).then(
    () => true,
    () => false,
  );

/** @returns the port, which is free again: another one when `port` is 0. */
function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer().once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : port));
    });
  });
}
