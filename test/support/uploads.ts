// Uploads in tests, and what is left of them.
import { readdir } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import sharp from 'sharp';
import type { Response } from 'supertest';
import type { Client, TestService } from './service.ts';

let serial = 0;

/** A small picture, another one each time. */
export async function newPicture(format: 'png' | 'jpeg' = 'png'): Promise<Buffer> {
  const n = ++serial;
  const background = { r: n % 256, g: Math.floor(n / 256), b: 0 };
  return sharp({ create: { width: 8 + n, height: 8, channels: 3, background } })
    .toFormat(format)
    .toBuffer();
}

/** @param place method and path, such as `POST /streams/version/1/a.png` */
export function upload(
  client: Client,
  place: string,
  bytes: Buffer | string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const [verb = '', url = ''] = place.split(' ');
  return client.request(verb.toLowerCase() as 'post', url, (request) =>
    request.set({ 'Content-Type': 'image/png', ...headers }).send(bytes as string),
  );
}

const filesUnder = (folder: string): Promise<string[]> =>
  readdir(folder, { recursive: true, withFileTypes: true }).then(
    (entries) => entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name)),
    () => [],
  );

/** All that uploads leave: files of streams, of tokens and of uploads under way, rows, and what is counted. */
export async function traces({ service }: TestService, dataDir: string) {
  const { store } = service.services;
  const [stored, underWay, unclaimed, linked, tokens, usage] = await Promise.all([
    filesUnder(path.join(dataDir, 'files')),
    filesUnder(path.join(dataDir, 'uploads')),
    store.unclaimedFiles.countDocuments(),
    store.streams.find({}, { projection: { file_size: 1, created_by: 1, version: 1, object_id: 1 } }).toArray(),
    store.uploadTokens.find().toArray(),
    store.fileUsage.find({ $or: [{ bytes: { $ne: 0 } }, { files: { $ne: 0 } }] }).toArray(),
  ]);
  const streams = [...linked, ...tokens.map(({ stream }) => stream)];
  return { stored: stored.length, underWay: underWay.length, unclaimed, streams, usage };
}

/** Faults of what is stored and counted against the rows of streams; none when all is well. */
export async function bookkeepingFaults(test: TestService, dataDir: string): Promise<string[]> {
  const { stored, underWay, unclaimed, streams, usage } = await traces(test, dataDir);
  const counted = new Map<string, { bytes: number; files: number }>();
  for (const { created_by, file_size } of streams) {
    for (const id of [String(created_by), 'total']) {
      const { bytes, files } = counted.get(id) ?? { bytes: 0, files: 0 };
      counted.set(id, { bytes: bytes + file_size, files: files + 1 });
    }
  }
  const faults = usage.flatMap(({ _id, bytes, files }) => {
    const right = counted.get(_id) ?? { bytes: 0, files: 0 };
    counted.delete(_id);
    return right.bytes === bytes && right.files === files ? [] : [`${_id}: ${bytes} bytes, ${files} files`];
  });
  faults.push(...[...counted.keys()].map((id) => `${id} is not counted`));
  if (stored !== streams.length) faults.push(`${stored} files for ${streams.length} streams`);
  if (underWay > 0) faults.push(`${underWay} uploads under way`);
  if (unclaimed > 0) faults.push(`${unclaimed} files that nobody names`);
  return faults;
}

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
