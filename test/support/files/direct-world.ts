// A service whose bucket accepts files of clients, and the requests of such a client.
import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { Response as Answer } from 'supertest';
import { sweepFiles } from './sweep-files.ts';
import { openRawClient, type RawClient } from '../clients/raw-request.ts';
import { openTestService, type Client, type TestService } from '../service.ts';
import { openPlace, type StoragePlace } from './storages.ts';

export const ANY_BYTES = 'application/octet-stream';
export const DIRECT = '/streams/direct_uploads';

type Content = Buffer | string;

/** The response of the first step. */
export interface Begun {
  id: string;
  attributes: Record<string, unknown>;
  meta: { url: string; method: string; headers: Record<string, string>; expires_at: string; complete_by: string };
}

export const hash = (algorithm: string, content: Content): string =>
  createHash(algorithm).update(content).digest('hex');

/** The body of the first step. */
export const announced = (content: Content, attributes: Record<string, unknown> = {}) => ({
  data: {
    type: 'direct_uploads',
    attributes: {
      file_name: 'some.bin',
      mime_type: ANY_BYTES,
      file_size: Buffer.byteLength(content),
      ...(!('hash_sha256' in attributes) && { hash_md5: hash('md5', content) }),
      ...attributes,
    },
  },
});

/** The second step: the headers are sent as they are given. */
export function put({ meta }: Begun, content: Content, headers: Record<string, string> = {}): Promise<Response> {
  // Node, as browsers, sets the length itself.
  const { 'Content-Length': _length, ...given } = meta.headers;
  void _length;
  const body = new Uint8Array(Buffer.from(content));
  return fetch(meta.url, { method: meta.method, headers: { ...given, ...headers }, body });
}

/** Like a server that does not check signatures. */
export const putUnsigned = ({ meta }: Begun, body: Content): Promise<Response> =>
  fetch(meta.url.split('?')[0] ?? '', { method: 'PUT', body: new Uint8Array(Buffer.from(body)) });

export interface DirectWorld {
  t: TestService;
  raw: RawClient;
  place: StoragePlace;
  /** An editor. */
  addUser(): Promise<{ client: Client; id: string }>;
  begin(client: Client, content: Content, attributes?: Record<string, unknown>): Promise<Begun>;
  /** The first two steps. */
  sent(client: Client, content: Content, attributes?: Record<string, unknown>): Promise<Begun>;
  /** The third step. */
  complete(client: Client, begun: { id: string }): Promise<Answer>;
  /** Files of the bucket with something in their key. */
  inBucket(part: string): Promise<string[]>;
  /** The counts of a user's files. */
  usage(id: string): Promise<[bytes: number | undefined, files: number | undefined]>;
  sweep(): Promise<unknown>;
  close(): Promise<void>;
}

export async function openDirectWorld(): Promise<DirectWorld> {
  const place = await openPlace('S3');
  const env = { ...place.env, STORAGE_DIRECT: 'on', UPLOAD_MAX_SIZE: '1mb', UPLOAD_QUOTA: '3mb', JWT_TTL: '7d' };
  const t = await openTestService({ env });
  const raw = await openRawClient(t);
  const { store, files } = t.service.services;
  let serial = 0;
  const begin: DirectWorld['begin'] = async (client, content, attributes) => {
    const answer = await client.post(DIRECT, announced(content, attributes));
    expect(answer.status).toBe(201);
    return (answer.body as { data: Begun }).data;
  };
  return {
    t,
    raw,
    place,
    async addUser() {
      const client = await t.addClient(`sender${++serial}`, [2]);
      return { client, id: ((await client.get('/auth/user')).body as { data: { id: string } }).data.id };
    },
    begin,
    async sent(client, content, attributes) {
      const begun = await begin(client, content, attributes);
      expect((await put(begun, content)).status).toBe(200);
      return begun;
    },
    complete: (client, { id }) => client.post(`${DIRECT}/${id}/stream`, undefined),
    inBucket: async (part) => (await place.contents(store.db)).map(String).filter((name) => name.includes(part)),
    async usage(id) {
      const row = await store.fileUsage.findOne({ _id: id });
      return [row?.bytes, row?.files];
    },
    sweep: () => sweepFiles(files),
    async close() {
      await raw.close();
      await t.close();
      await place.close();
    },
  };
}
