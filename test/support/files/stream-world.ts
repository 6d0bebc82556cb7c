// A service with streams in it, uploaded and linked.
import type { Response } from 'supertest';
import { openTestService, type Client, type ResourceData, type TestService } from '../service.ts';
import { link, storeFile } from './uploads.ts';

export interface StreamWorld extends TestService {
  /** A new text, linked to no object. */
  put(client: Client, name?: string, content?: string): Promise<ResourceData>;
  /** A new object of type files with a stream; both the client's. */
  putFile(client: Client, attributes?: Record<string, unknown>): Promise<{ file: ResourceData; stream: ResourceData }>;
}

let serial = 0;

export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const dataOf = (response: Response): ResourceData => (response.body as { data: ResourceData }).data;

export const idsOf = (response: Response): string[] =>
  (response.body as { data: ResourceData[] }).data.map(({ id }) => id);

export async function openStreamWorld(env: Record<string, string> = {}): Promise<StreamWorld> {
  const test = await openTestService({ env: { JWT_TTL: '9999d', ...env } });

  const put = (client: Client, name = `text-${++serial}.txt`, content = `Text ${++serial}`): Promise<ResourceData> =>
    storeFile(client, { name, content });

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
  };
}
