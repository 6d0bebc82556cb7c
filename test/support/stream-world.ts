// A service with a folder of its own, and streams in it: uploaded, linked, and what is stored and counted for them.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Response } from 'supertest';
import { openTestService, type Client, type ResourceData, type TestService } from './service.ts';

export interface StreamWorld extends TestService {
  /** A new text, linked to nothing. */
  put(client: Client, name?: string, content?: string): Promise<ResourceData>;
  /** A new object of type files with a stream; both the client's. */
  putFile(client: Client, attributes?: Record<string, unknown>): Promise<{ file: ResourceData; stream: ResourceData }>;
  /** Number of files in the storage. */
  storedFiles(): Promise<number>;
  /** What differs between streams, thumbnails, stored files and what is counted; nothing when all is well. */
  faults(): Promise<string[]>;
}

let serial = 0;

export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const dataOf = (response: Response): ResourceData => (response.body as { data: ResourceData }).data;

export const idsOf = (response: Response): string[] =>
  (response.body as { data: ResourceData[] }).data.map(({ id }) => id);

export const upload = (client: Client, name: string, content: Buffer | string, type = 'text/plain') =>
  client.request('post', `/streams/upload/${encodeURIComponent(name)}`, (request) =>
    request.set('Content-Type', type).send(content as string),
  );

export const link = (client: Client, streamId: string, data: { type: string; id: string | number } | null) =>
  client.patch(`/streams/${streamId}/relationships/object`, { data });

export async function openStreamWorld(env: Record<string, string> = {}): Promise<StreamWorld> {
  const folder = await mkdtemp(path.join(tmpdir(), 'colophon-streams-'));
  const test = await openTestService({ env: { DATA_DIR: folder, JWT_TTL: '9999d', ...env } });
  const { store } = test.service.services;

  async function storedFiles(): Promise<number> {
    const found = await readdir(path.join(folder, 'files'), { recursive: true, withFileTypes: true }).catch(() => []);
    return found.filter((entry) => entry.isFile()).length;
  }

  async function put(client: Client, name = `text-${++serial}.txt`, content = `Text ${++serial}`) {
    const response = await upload(client, name, content);
    if (response.status !== 201) throw new Error(`upload: ${response.status} ${response.text}`);
    return dataOf(response);
  }

  return {
    ...test,
    put,
    async putFile(client, attributes = {}) {
      const file = await client.create('/files', { title: `File ${++serial}`, status: 'on', ...attributes });
      const stream = await put(client);
      const response = await link(client, stream.id, { type: 'files', id: file.id });
      if (response.status !== 200) throw new Error(`link: ${response.status} ${response.text}`);
      return { file, stream };
    },
    storedFiles,
    async faults() {
      const streams = await store.streams.find().toArray();
      const thumbnails = await store.thumbnails.find().toArray();
      const bytes = streams.reduce((sum, row) => sum + row.file_size, 0);
      const total = await store.fileUsage.findOne({ _id: 'total' });
      const [stored, unclaimed] = [await storedFiles(), await store.unclaimedFiles.countDocuments()];
      return [
        ...(stored === streams.length + thumbnails.length ? [] : [`${stored} files, ${streams.length} streams`]),
        ...(unclaimed === 0 ? [] : [`${unclaimed} unclaimed`]),
        ...((total?.files ?? 0) === streams.length ? [] : [`${total?.files} counted, ${streams.length} streams`]),
        ...((total?.bytes ?? 0) === bytes ? [] : [`${total?.bytes} bytes counted, ${bytes} there`]),
      ];
    },
    async close() {
      await test.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
