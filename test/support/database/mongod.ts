/**
 * The only mongod of a test run, found and started in the same way as by the service; its data is removed with it. Its
 * URI: `inject('mongodbUri')`.
 */
import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedServer } from '../../../core/store/mongod/embedded-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A replica set for the whole run; every test file uses a different database name. */
    mongodbUri: string;
  }
}

/** A run writes about 1 GB; the space of dropped data is freed late. */
const BYTES_NEEDED = 4 * 2 ** 30;

/** In memory where Linux offers that: each of the 250 indexes of a service is a file that is written through to the disk. */
async function folderOfData(): Promise<string> {
  const memory = '/dev/shm';
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }));
  const isRoomy = bavail * bsize > BYTES_NEEDED && os.freemem() > BYTES_NEEDED;
  return isRoomy ? memory : os.tmpdir();
}

const PREFIX = 'colophon-test-';

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
};

/** A killed run does not remove its data, and in memory no other program removes it. */
async function removeLeftOvers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length)) : NaN;
    if (pid > 0 && !isRunning(pid)) await rm(path.join(parent, name), { recursive: true, force: true });
  }
}

/** Vitest's globalSetup; the function given back is its teardown. */
export default async function startMongodForTests(project: TestProject): Promise<() => Promise<void>> {
  const parent = await folderOfData();
  await removeLeftOvers(parent);
  const dataDir = await mkdtemp(path.join(parent, `${PREFIX}${process.pid}-`));
  const onProgress = (line: string) => console.error(`colophon: ${line}`);
  const server = await startEmbeddedServer({
    dataDir,
    mongod: process.env['MONGOD_PATH'] || undefined,
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
