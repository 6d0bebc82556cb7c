// Files in tests: uploaded, and linked to objects.
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import sharp from 'sharp';
import type { Response } from 'supertest';
import type { StreamRow } from '../../../core/store/store.ts';
import type { Client, ResourceData, TestService } from '../service.ts';

export const fixture = (name: string): Promise<Buffer> =>
  readFile(path.resolve(import.meta.dirname, '../../fixtures', name));

let serial = 0;

/** A small picture, another one each time. */
export async function newPicture(format: 'png' | 'jpeg' = 'png'): Promise<Buffer> {
  const n = ++serial;
  const background = { r: n % 256, g: Math.floor(n / 256), b: 0 };
  return sharp({ create: { width: 8 + n, height: 8, channels: 3, background } })
    .toFormat(format)
    .toBuffer();
}

/**
 * @param place method and path, such as `POST /streams/version/1/a.png`
 * @param headers of the request, or its Content-Type alone; none when it is empty
 */
export function upload(
  client: Client,
  place: string,
  bytes: Buffer | string,
  headers: string | Record<string, string> = {},
): Promise<Response> {
  const [verb = '', url = ''] = place.split(' ');
  const given = typeof headers === 'string' ? { 'Content-Type': headers } : { 'Content-Type': 'image/png', ...headers };
  return client.request(verb.toLowerCase() as 'post', url, (request) =>
    request
      .set(headers === '' ? {} : given)
      // Unchanged, for any type.
      .serialize((body) => body as string)
      .send(Buffer.from(bytes)),
  );
}

/** Uploads a stream. */
export const uploadStream = (
  client: Client,
  name: string,
  content: Buffer | string,
  headers: string | Record<string, string> = 'text/plain',
): Promise<Response> => upload(client, `POST /streams/upload/${encodeURIComponent(name)}`, content, headers);

export interface FileToStore {
  name?: string;
  content?: string | Buffer;
  mediaType?: string;
  isPrivate?: boolean;
}

/** @returns the stream, which belongs to no object */
export async function storeFile(client: Client, file: FileToStore = {}): Promise<ResourceData> {
  const { name = 'wombat.txt', content = 'A wombat digs at night.', mediaType = 'text/plain', isPrivate } = file;
  const place = `POST /streams/upload/${encodeURIComponent(name)}${isPrivate ? '?private_url=true' : ''}`;
  const answer = await upload(client, place, content, mediaType);
  if (answer.status !== 201) throw new Error(`${place}: ${answer.status} ${answer.text}`);
  return (answer.body as { data: ResourceData }).data;
}

/** The same with a picture that is like no other: files with the same bytes would be one version. */
export const storePicture = async (client: Client, file: FileToStore = {}): Promise<ResourceData> =>
  storeFile(client, { name: 'picture.png', mediaType: 'image/png', content: await newPicture(), ...file });

export const link = (
  client: Client,
  streamId: string,
  data: { type: string; id: string | number } | null,
): Promise<Response> => client.patch(`/streams/${streamId}/relationships/object`, { data });

async function attach({ admin }: TestService, { id }: ResourceData, object: Pick<ResourceData, 'id' | 'type'>) {
  const answer = await link(admin, id, { type: object.type, id: object.id });
  if (answer.status !== 200) throw new Error(`${id} -> ${object.type} ${object.id}: ${answer.status} ${answer.text}`);
}

/** Uploads a picture that an admin links to an object, as its latest version. */
export async function addPicture(
  test: TestService,
  client: Client,
  object: Pick<ResourceData, 'id' | 'type'>,
  file: FileToStore = {},
): Promise<ResourceData> {
  const stream = await storePicture(client, file);
  await attach(test, stream, object);
  return stream;
}

export interface ObjectFile {
  /** Of the stream. */
  id: string;
  /** Of the object, one of `files`. */
  objectId: string;
  /** Address of the file for a caller who is not signed in. */
  path: string;
}

/** A file of an object, by an admin. @param attributes of the object, which every caller sees unless they differ */
export async function storeObjectFile(
  test: TestService,
  file: FileToStore = {},
  attributes: Record<string, unknown> = {},
): Promise<ObjectFile> {
  const stream = await storeFile(test.admin, file);
  const object = await test.admin.create('/files', { title: 'Wombat', status: 'on', ...attributes });
  await attach(test, stream, object);
  return { id: stream.id, objectId: object.id, path: `/streams/download/${stream.id}` };
}

export const streamRow = ({ service }: TestService, id: string): Promise<StreamRow | null> =>
  service.services.store.streams.findOne({ _id: id });

/** Sends the beginning of a file only. @returns the status, which came without the rest */
export async function statusBeforeBody(test: TestService, token: string | undefined, place: string): Promise<number> {
  const [method, url] = place.split(' ');
  const server = http.createServer(test.service.app).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  try {
    return await new Promise<number>((resolve, reject) => {
      const headers = {
        'Content-Type': 'image/png',
        'Content-Length': 1_000_000,
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      };
      const { port } = server.address() as AddressInfo;
      const request = http.request({ method, path: url, port, host: '127.0.0.1', headers }, (response) => {
        resolve(response.statusCode ?? 0);
        request.destroy();
      });
      request.on('error', reject);
      request.write('only the beginning');
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
