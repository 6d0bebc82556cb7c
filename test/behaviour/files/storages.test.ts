// The same rules for each storage of files (D31).
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../core/config/config.ts';
import { FileMissing, type FileStorage } from '../../../core/files/storage/file-storage.ts';
import { isStorageUnavailable } from '../../../core/disk/storage-fault.ts';
import { openStorage } from '../../../core/files/storage/open-storage.ts';
import type { Store } from '../../../core/store/store.ts';
import { S3_CREDENTIALS, startS3Server } from '../../support/files/s3-server.ts';
import { newFile, openPlace, readAll, sha1, STORAGE_KINDS, temporaryFolder } from '../../support/files/storages.ts';
import type { StoragePlace } from '../../support/files/storages.ts';
import { emptyDatabase } from '../../support/database/stores.ts';

const MB = 1_048_576;

const open = (env: Record<string, string>, store: Store): Promise<FileStorage> =>
  openStorage(
    readConfig(env, () => 'a secret of more than thirty-two characters'),
    store,
  );

describe.each(STORAGE_KINDS)('%s', (kind) => {
  const database = emptyDatabase();
  let place: StoragePlace;
  let store: Store;
  let storage: FileStorage;
  let folder: string;

  beforeAll(async () => {
    place = await openPlace(kind);
    store = await database.openStore();
    storage = await open(place.env, store);
    folder = await temporaryFolder();
  });

  afterAll(async () => {
    await storage.close();
    await place.close();
    await database.close();
  });

  async function kept(size: number): Promise<{ key: string; bytes: Buffer }> {
    const key = randomUUID();
    const { bytes, ...file } = await newFile(folder, size);
    await storage.put(key, file);
    return { key, bytes };
  }

  it('returns stored files', async () => {
    const { key, bytes } = await kept(1_000);
    expect((await readAll(await storage.read(key))).equals(bytes)).toBe(true);
  });

  it('lists its files, and nothing else in the same place', async () => {
    const [{ key }, { key: other }, { key: gone }] = [await kept(10), await kept(20), await kept(30)];
    await storage.remove(gone);
    const keys: string[] = [];
    for await (const each of storage.keys()) keys.push(each);
    expect([keys.includes(key), keys.includes(other), keys.includes(gone)]).toEqual([true, true, false]);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('stores one byte', async () => {
    const { key, bytes } = await kept(1);
    expect((await readAll(await storage.read(key))).equals(bytes)).toBe(true);
  });

  it.each([MB - 1, MB, MB + 1, 5 * MB, 5 * MB + 1])('stores %i bytes', async (size) => {
    const { key, bytes } = await kept(size);
    expect(sha1(await readAll(await storage.read(key)))).toBe(sha1(bytes));
    await storage.remove(key);
  });

  it('returns any part of a file', async () => {
    const size = 3 * MB + 77;
    const { key, bytes } = await kept(size);
    const ends = [0, 1, 99, MB - 1, MB, MB + 1, 2 * MB - 1, 2 * MB, size - 2, size - 1];
    for (const start of ends) {
      for (const end of ends.filter((each) => each >= start && each > 0)) {
        const part = await readAll(await storage.read(key, { start, end }));
        expect(part.equals(bytes.subarray(start, end + 1)), `${start}-${end}`).toBe(true);
      }
    }
  });

  it('stores a large file', async () => {
    const { key, bytes } = await kept(40 * MB + 123);
    expect(sha1(await readAll(await storage.read(key)))).toBe(sha1(bytes));
    const tail = await readAll(await storage.read(key, { start: 40 * MB, end: 40 * MB + 122 }));
    expect(tail.equals(bytes.subarray(40 * MB))).toBe(true);
    await storage.remove(key);
  });

  it('copies a file, and the copy remains when the original is removed', async () => {
    const { key, bytes } = await kept(2 * MB + 5);
    const copy = randomUUID();
    await storage.copy(key, copy);
    await storage.remove(key);
    expect(sha1(await readAll(await storage.read(copy)))).toBe(sha1(bytes));
    await expect(storage.read(key)).rejects.toThrow(FileMissing);
  });

  it('reports a missing file', async () => {
    await expect(storage.read(randomUUID())).rejects.toThrow(FileMissing);
    await expect(storage.read(randomUUID(), { start: 0, end: 1 })).rejects.toThrow(FileMissing);
    await expect(storage.copy(randomUUID(), randomUUID())).rejects.toThrow(FileMissing);
  });

  it('removes a file twice, and ignores unknown files', async () => {
    const { key } = await kept(100);
    await storage.remove(key);
    await storage.remove(key);
    await storage.remove(randomUUID());
    await expect(storage.read(key)).rejects.toThrow(FileMissing);
  });

  it('stores many files concurrently', async () => {
    const files = await Promise.all(Array.from({ length: 10 }, (_, index) => kept(MB + index)));
    const read = await Promise.all(files.map(async ({ key }) => sha1(await readAll(await storage.read(key)))));
    expect(read).toEqual(files.map(({ bytes }) => sha1(bytes)));
    await Promise.all(files.map(({ key }) => storage.remove(key)));
  });

  it('a reader that ends early has no effect', async () => {
    const { key, bytes } = await kept(5 * MB);
    const content = await storage.read(key);
    content.once('readable', () => content.destroy());
    await finished(content).catch(() => undefined);
    expect(sha1(await readAll(await storage.read(key)))).toBe(sha1(bytes));
  });

  it('a file that cannot be read leaves nothing', async () => {
    const before = await place.contents(store.db);
    const key = randomUUID();
    const failed = await storage
      .put(key, { path: path.join(folder, 'not there'), size: 10 })
      .catch((error: unknown) => error);
    expect(isStorageUnavailable(failed)).toBe(true);
    await storage.remove(key);
    expect(await place.contents(store.db)).toEqual(before);
  });

  it('is empty when all files are removed', async () => {
    const other = await openPlace(kind);
    const empty = emptyDatabase();
    const itsStore = await empty.openStore();
    const its = await open(other.env, itsStore);
    const keys = await Promise.all(
      [10, 20 * MB].map(async (size) => {
        const key = randomUUID();
        await its.put(key, await newFile(folder, size));
        return key;
      }),
    );
    const [first = ''] = keys;
    const copy = randomUUID();
    await its.copy(first, copy);
    expect((await other.contents(itsStore.db)).length).toBeGreaterThan(2);
    for (const key of [...keys, copy]) await its.remove(key);
    expect(await other.contents(itsStore.db)).toEqual([]);
    await its.close();
    await other.close();
    await empty.close();
  });
});

describe('a storage that cannot be used', () => {
  const database = emptyDatabase();
  let store: Store;

  beforeAll(async () => {
    store = await database.openStore();
  });

  afterAll(() => database.close());

  it('a folder that cannot be created', async () => {
    const file = path.join(await temporaryFolder(), 'file');
    await writeFile(file, '');
    await expect(open({ STORAGE_URL: `file://${file}/below` }, store)).rejects.toThrow(
      /^STORAGE_URL: [^\n]+\/file\/below is not a folder$/,
    );
  });

  it('a missing bucket, wrong credentials, no server', async () => {
    const server = await startS3Server();
    const url = (bucket: string, endpoint = server.endpoint) => `s3://${bucket}?endpoint=${endpoint}`;
    await expect(open({ STORAGE_URL: url('no-such-bucket') }, store)).rejects.toThrow(
      /^STORAGE_URL: there is no bucket no-such-bucket$/,
    );
    // s3rver accepts any secret.
    process.env['AWS_ACCESS_KEY_ID'] = 'wrong';
    await expect(open({ STORAGE_URL: url('colophon-files') }, store)).rejects.toThrow(
      /^STORAGE_URL: these credentials do not give access to the bucket colophon-files$/,
    );
    Object.assign(process.env, S3_CREDENTIALS);
    await expect(open({ STORAGE_URL: url('colophon-files', 'http://127.0.0.1:1') }, store)).rejects.toThrow(
      /^STORAGE_URL: the bucket colophon-files cannot be reached at http:\/\/127\.0\.0\.1:1: .*ECONNREFUSED/,
    );
    await server.close();
  });

  it.each([
    'files',
    'file:files',
    'file://host/files',
    'file:///files?x=1',
    'file:///%2F',
    'file:///a%00b',
    'gridfs:other',
    'gridfs://host',
    'http://host/bucket',
    's3:bucket',
    's3://',
    's3://A_bucket',
    's3://key:secret@bucket',
    's3://bucket:80',
    's3://bucket/../x y',
    's3://bucket?endpoint=host',
    's3://bucket?endpoint=http://user:hunter2@host',
    's3://bucket?secret=hunter2',
    's3://bucket?path_style=yes',
    's3://bucket?region=a&region=b',
  ])('STORAGE_URL=%s is refused in one line that does not show it', (text) => {
    expect(() => readConfig({ STORAGE_URL: text }, () => '')).toThrow(
      /^STORAGE_URL: the value given is not allowed, it takes file:\/\/\/folder, gridfs: or s3:\/\/[^\n]+$/,
    );
  });
});
