// The database server of a benchmark, with settings for services on it, and the run of a benchmark.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { MongoClient } from 'mongodb';
import { startEmbeddedServer } from '../../core/store/mongod/embedded-server.ts';

/** Whether a benchmark shows only that it works, for `parseArgs`. */
export const SMALLEST = { type: 'boolean', default: false } as const;

/** Cleanup steps of this process, the last one first. */
const endings: (() => Promise<unknown>)[] = [];

/** Undoes something at the end, or before the next run. */
export const atEnd = (ending: () => Promise<unknown>): void => void endings.push(ending);

export const say = (line: unknown): void => console.error(`bench: ${String(line)}`);

/** The URI of one database on a server. */
const databaseUri = (serverUri: string, name: string): string => serverUri.replace('/?', `/${name}?`);

export interface BenchDatabase {
  /** Of the server. */
  client: MongoClient;
  /** Settings that all services share; additions apply to later ones. */
  common: Record<string, string>;
  settingsOf(database: string): Record<string, string>;
}

/** Of accounts in databases that are kept: nothing else is in them. */
const KEPT_PASSWORD = 'password of a benchmark';

/** @param kept the folder of its data, which is not removed; undefined: a temporary one */
export async function startBenchDatabase(kept?: string): Promise<BenchDatabase> {
  const dataDir = kept ?? (await mkdtemp(path.join(os.tmpdir(), 'colophon-bench-')));
  if (kept === undefined) atEnd(() => rm(dataDir, { recursive: true, force: true }));
  const mongod = process.env['MONGOD_PATH'] || undefined;
  const server = await startEmbeddedServer({ dataDir, mongod, onProgress: say, onUnexpectedExit: say });
  atEnd(() => server.stop());
  const client = await MongoClient.connect(server.uri);
  atEnd(() => client.close());
  const common: Record<string, string> = {
    PUBLIC_URL: 'http://localhost:3000',
    JWT_SECRET: randomBytes(32).toString('hex'),
    ADMIN_PASSWORD: kept === undefined ? randomBytes(12).toString('hex') : KEPT_PASSWORD,
    DATA_DIR: dataDir,
    // One caller makes all requests.
    CALLER_RATE: 'off',
    NODE_ENV: 'production',
  };
  return { client, common, settingsOf: (name) => ({ ...common, MONGODB_URI: databaseUri(server.uri, name) }) };
}

/** Undoes all started steps. */
export async function undo(): Promise<void> {
  for (let ending = endings.pop(); ending; ending = endings.pop()) await ending().catch(say);
}

/** Runs a benchmark from the command line and cleans up, however it ends. */
export async function runBench(work: () => Promise<void>): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void undo().then(() => process.exit(130)));
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
  await undo();
  // Idle connections would keep it from ending for minutes.
  process.exit();
}
