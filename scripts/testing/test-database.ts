// The databases of test services: on MONGODB_URI, or on one embedded MongoDB for all services of a process.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Config } from '../../core/config/config.ts';
import { connect } from '../../core/store/connection/connect.ts';
import { startEmbeddedServer } from '../../core/store/mongod/embedded-server.ts';

interface TestServer {
  uri: string;
  stop(): Promise<void>;
}

let running: Promise<TestServer> | undefined;
let users = 0;

async function startServer(mongod: string | undefined): Promise<TestServer> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'colophon-test-database-'));
  const say = (line: string): void => console.error(`colophon/testing: ${line}`);
  const server = await startEmbeddedServer({ dataDir, mongod, throwaway: true, onProgress: say });
  return {
    uri: server.uri,
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A new, empty database. `giveBack` drops it; the last one ends the server. */
export async function borrowDatabase({
  mongodPath,
  mongodbUri = process.env['MONGODB_URI'],
}: Pick<Config, 'mongodPath' | 'mongodbUri'>): Promise<{ uri: string; giveBack(): Promise<void> }> {
  users += 1;
  const release = async (): Promise<void> => {
    users -= 1;
    if (users > 0) return;
    const last = running;
    running = undefined;
    await (await last)?.stop();
  };
  try {
    const uri = new URL(mongodbUri ?? (await (running ??= startServer(mongodPath))).uri);
    uri.pathname = `/test_${randomUUID().slice(0, 18)}`;
    return {
      uri: uri.href,
      async giveBack() {
        const { client, db } = await connect(uri.href);
        await db.dropDatabase();
        await client.close();
        await release();
      },
    };
  } catch (error) {
    running = undefined;
    await release();
    throw error;
  }
}
