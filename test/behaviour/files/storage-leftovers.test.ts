// Cases of one kind of storage only: unfinished parts of files, and other drives.
import { createHash, randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { access, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { GridFSBucket } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../core/config/config.ts';
import { createFileStore, LEASE_MS } from '../../../core/files/file-store.ts';
import { FileMissing, type FileStorage } from '../../../core/files/storage/file-storage.ts';
import { createLocalStorage } from '../../../core/files/storage/local-storage.ts';
import { openStorage } from '../../../core/files/storage/open-storage.ts';
import { S3_LIMITS } from '../../../core/files/storage/s3-parts.ts';
import { openS3Storage } from '../../../core/files/storage/s3-storage.ts';
import { parseStorageUrl, type BucketSetting } from '../../../core/config/storage-setting.ts';
import type { Store } from '../../../core/store/store.ts';
import type { S3Server } from '../../support/files/s3-server.ts';
import { filesBelow, newFile, openPlace, readAll, sha1, temporaryFolder } from '../../support/files/storages.ts';
import { emptyDatabase, testLog } from '../../support/database/stores.ts';

const MB = 1_048_576;

const open = (env: Record<string, string>, store: Store): Promise<FileStorage> =>
  openStorage(
    readConfig(env, () => 'a secret of more than thirty-two characters'),
    store,
  );

describe('the rest of an interrupted upload', () => {
  const database = emptyDatabase();
  let store: Store;

  beforeAll(async () => {
    store = await database.openStore();
  });

  afterAll(() => database.close());

  it('GridFS: chunks without a file are not served, and removed', async () => {
    const storage = await open({ STORAGE_URL: 'gridfs:' }, store);
    const key = randomUUID();
    await store.db
      .collection('files.chunks')
      .insertMany([0, 1, 2].map((n) => ({ files_id: key, n, data: Buffer.alloc(9) })));
    await expect(storage.read(key)).rejects.toThrow(FileMissing);
    await expect(storage.copy(key, randomUUID())).rejects.toThrow(FileMissing);
    await storage.remove(key);
    expect(await store.db.collection('files.chunks').countDocuments()).toBe(0);
  });

  it('GridFS: standard tools can read the files', async () => {
    const storage = await open({ STORAGE_URL: 'gridfs:' }, store);
    const key = randomUUID();
    const file = await newFile(await temporaryFolder(), 3 * MB + 1);
    await storage.put(key, file);
    const content = new GridFSBucket(store.db, { bucketName: 'files' }).openDownloadStreamByName(key);
    expect(sha1(await readAll(content))).toBe(sha1(file.bytes));
    await storage.remove(key);
  });

  it('a local folder: a part of a file is not served, and removed', async () => {
    const folder = await temporaryFolder();
    const storage = await open({ STORAGE_URL: `file://${folder}` }, store);
    const key = randomUUID();
    const { path: file, ...rest } = await newFile(await temporaryFolder(), 10);
    await storage.put(key, { path: file, ...rest });
    const part = path.join(folder, key.slice(-2), `${key}.part`);
    await storage.remove(key);
    await writeFile(part, 'half');
    await expect(storage.read(key)).rejects.toThrow(FileMissing);
    await storage.remove(key);
    await expect(access(part)).rejects.toThrow();
  });

  it('S3: parts of an upload are not served, and removed', async () => {
    const place = await openPlace('S3');
    const storage = await open(place.env, store);
    const key = randomUUID();
    const { S3Client, CreateMultipartUploadCommand, UploadPartCommand } = await import('@aws-sdk/client-s3');
    const client = new S3Client({ endpoint: place.s3?.endpoint ?? '', region: 'us-east-1', forcePathStyle: true });
    const target = { Bucket: 'colophon-files', Key: `some/files/${key}` };
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(target));
    await client.send(new UploadPartCommand({ ...target, UploadId, PartNumber: 1, Body: Buffer.alloc(MB) }));
    await expect(storage.read(key)).rejects.toThrow(FileMissing);
    expect((await place.contents(store.db)).length).toBeGreaterThan(0);
    await storage.remove(key);
    expect(await place.contents(store.db)).toEqual([]);
    client.destroy();
    await place.close();
  });

  it('S3: a file that fails half-way leaves no parts', async () => {
    const place = await openPlace('S3');
    const storage = await open(place.env, store);
    let now = Date.now();
    const fileStore = createFileStore({ store, storage, clock: { now: () => new Date(now) }, log: testLog });
    const { path: file } = await newFile(await temporaryFolder(), 20 * MB);
    const s3 = place.s3 as S3Server;
    s3.refuses = ({ method, url }) => method === 'DELETE' || /partNumber=2/.test(url ?? '');
    await expect(fileStore.put({ path: file, size: 20 * MB })).rejects.toThrow('cannot be used');
    expect((await place.contents(store.db)).length).toBeGreaterThan(0);
    expect(await store.unclaimedFiles.countDocuments()).toBe(1);
    s3.refuses = undefined;
    now += LEASE_MS;
    expect(await fileStore.sweep()).toBe(1);
    expect(await place.contents(store.db)).toEqual([]);
    expect(await store.unclaimedFiles.countDocuments()).toBe(0);
    await storage.close();
    await place.close();
  });

  it('S3: another server that answers 200 in its place has neither stored nor returned a file', async () => {
    const place = await openPlace('S3');
    const storage = await open(place.env, store);
    const folder = await temporaryFolder();
    const s3 = place.s3 as S3Server;
    const key = randomUUID();
    await storage.put(key, await newFile(folder, 100));
    const page = 'Sign in to this network first.';
    s3.refuses = ({ socket }) => {
      socket.end(`HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${page.length}\r\n\r\n${page}`);
      return true;
    };
    for (const size of [100, 11 * MB])
      await expect(storage.put(randomUUID(), await newFile(folder, size))).rejects.toThrow('cannot be used');
    await expect(storage.copy(key, randomUUID())).rejects.toThrow('cannot be used');
    await expect(storage.read(key)).rejects.toThrow('its answer has no ETag');
    s3.refuses = undefined;
    expect((await readAll(await storage.read(key))).length).toBe(100);
    await storage.close();
    await place.close();
  });

  it.each<[string, (request: IncomingMessage) => void]>([
    ['whose connection breaks at once', ({ socket }) => socket.destroy()],
    ['whose connection breaks half-way', (request) => request.once('data', () => request.destroy())],
    [
      'that is answered 503 before it has come',
      ({ socket }) => socket.write('HTTP/1.1 503 Slow Down\r\nContent-Length: 0\r\n\r\n'),
    ],
    [
      'that has changed on its way',
      ({ socket }) => socket.write('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n'),
    ],
  ])('S3: a part %s is sent again', async (_, fail) => {
    const place = await openPlace('S3');
    const storage = await open(place.env, store);
    const { bytes, ...file } = await newFile(await temporaryFolder(), 20 * MB);
    const s3 = place.s3 as S3Server;
    const failed = new Set<string>();
    s3.refuses = (request) => {
      const { method, url = '' } = request;
      const isFirst = method === 'PUT' && !failed.has(url);
      failed.add(url);
      if (isFirst) fail(request);
      return isFirst;
    };
    const key = randomUUID();
    await storage.put(key, file);
    expect(failed.size).toBeGreaterThan(2);
    expect(sha1(await readAll(await storage.read(key)))).toBe(sha1(bytes));
    // Those that failed are closed, and the others used again.
    await expect.poll(() => s3.connections()).toBe(1);
    await storage.close();
    await place.close();
  });

  it('S3: sent bytes have their MD5', async () => {
    const place = await openPlace('S3');
    const storage = await open(place.env, store);
    const s3 = place.s3 as S3Server;
    const sent: unknown[] = [];
    s3.refuses = ({ method, headers }) => {
      if (method === 'PUT') sent.push(headers['content-md5']);
      return false;
    };
    const folder = await temporaryFolder();
    const md5 = (part: Buffer): string => createHash('md5').update(part).digest('base64');
    const small = await newFile(folder, 5 * MB);
    await storage.put(randomUUID(), small);
    expect(sent.splice(0)).toEqual([md5(small.bytes)]);
    const large = await newFile(folder, 5 * MB + 1);
    await storage.put(randomUUID(), large);
    expect(sent).toEqual([md5(large.bytes.subarray(0, 5 * MB)), md5(large.bytes.subarray(5 * MB))]);
    await storage.close();
    await place.close();
  });

  it('S3: a file that is too large for one copy is copied by the server in parts', async () => {
    const place = await openPlace('S3');
    const setting = parseStorageUrl(place.env['STORAGE_URL'] ?? '') as BucketSetting;
    const storage = await openS3Storage(setting, { ...S3_LIMITS, copyInOne: 11 * MB, copiedPart: 5 * MB });
    const { bytes, ...file } = await newFile(await temporaryFolder(), 11 * MB + 1);
    const s3 = place.s3 as S3Server;
    const [from, to] = [randomUUID(), randomUUID()];
    await storage.put(from, file);
    const before = await place.contents(store.db);
    s3.refuses = ({ url }) => /partNumber=3/.test(url ?? '');
    await expect(storage.copy(from, to)).rejects.toThrow('cannot be used');
    expect(await place.contents(store.db)).toEqual(before);
    s3.refuses = undefined;
    s3.requests = [];
    await storage.copy(from, to);
    expect(s3.requests.filter((each) => each.startsWith('PUT'))).toEqual(
      Array(3).fill(`PUT /colophon-files/some/files/${to}`),
    );
    expect(s3.requests.filter((each) => each.startsWith('GET'))).toEqual([]);
    expect(sha1(await readAll(await storage.read(to)))).toBe(sha1(bytes));
    await expect(storage.copy(randomUUID(), randomUUID())).rejects.toThrow(FileMissing);
    await storage.close();
    await place.close();
  });
});

const OTHER_DRIVE = '/dev/shm';
const deviceOf = (folder: string): number | undefined => statSync(folder, { throwIfNoEntry: false })?.dev;

describe('a local folder on another drive', () => {
  const isThere = ![undefined, deviceOf(os.tmpdir())].includes(deviceOf(OTHER_DRIVE));

  it.skipIf(!isThere)('stores a file completely, and leaves no other part of it', async () => {
    const folder = await mkdtemp(path.join(OTHER_DRIVE, 'colophon-storage-'));
    try {
      const storage = createLocalStorage(folder);
      const { bytes, ...file } = await newFile(await temporaryFolder(), 3 * MB);
      await expect(rename(file.path, path.join(folder, 'x'))).rejects.toMatchObject({ code: 'EXDEV' });
      const key = randomUUID();
      await storage.put(key, file);
      expect(sha1(await readAll(await storage.read(key)))).toBe(sha1(bytes));
      expect(await filesBelow(folder)).toHaveLength(1);
      await storage.remove(key);
      expect(await filesBelow(folder)).toEqual([]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
