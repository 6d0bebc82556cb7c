// Uploads in tests: files of test/fixtures, and what must not be there after one was refused.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Response } from 'supertest';
import { openTestService, type Client, type TestService } from './service.ts';

export const fixture = (name: string): Promise<Buffer> =>
  readFile(path.resolve(import.meta.dirname, '../fixtures', name));

/** A service with a folder of its own for what is uploaded. */
export async function openUploadService(env: Record<string, string> = {}): Promise<TestService & { folder: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'colophon-uploads-'));
  const t = await openTestService({ env: { DATA_DIR: folder, ...env } });
  const close = async (): Promise<void> => {
    await t.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { ...t, folder, close };
}

/** @param headers of the request, or its Content-Type alone; none when it is empty */
export function upload(
  client: Client,
  name: string,
  content: Buffer | string,
  headers: string | Record<string, string>,
): Promise<Response> {
  const given = typeof headers !== 'string' ? headers : headers === '' ? {} : { 'Content-Type': headers };
  return client.request('post', `/streams/upload/${encodeURIComponent(name)}`, (test) =>
    test
      .set(given)
      // As it is, whatever the type.
      .serialize((body) => body as string)
      .send(Buffer.from(content)),
  );
}

/** All files below a folder, as paths. */
async function filesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return found.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

/** Everything that uploads leave: files on the disk, streams, files that nobody names, what is counted. */
export async function traces({ service, folder }: TestService & { folder: string }): Promise<Record<string, unknown>> {
  const { store } = service.services;
  return {
    files: await filesIn(folder),
    streams: await store.streams.countDocuments(),
    unclaimed: await store.unclaimedFiles.countDocuments(),
    usage: await store.fileUsage.countDocuments(),
  };
}

export const NO_TRACES = { files: [], streams: 0, unclaimed: 0, usage: 0 };
