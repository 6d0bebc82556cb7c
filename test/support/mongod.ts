/** The one mongod of a test run, found and started as the service does it, its data gone with it. Its URI: `inject('mongodbUri')`. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedServer } from '../../core/store/embedded-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A replica set for the whole run; every test file takes a database name of its own. */
    mongodbUri: string;
  }
}

/** Vitest's globalSetup; the function given back is its teardown. */
export default async function startMongodForTests(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'colophon-test-'));
  const onProgress = (line: string) => console.error(`colophon: ${line}`);
  const server = await startEmbeddedServer({
    dataDir,
    mongod: process.env['MONGOD'] || undefined,
    throwaway: true,
    onProgress,
    onUnexpectedExit: onProgress,
  });
  project.provide('mongodbUri', server.uri);
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
