// Keys of files and names in a backup become paths and addresses. Other ones name no file, in every storage and in every
// method of it (D820, D821).
import { randomUUID } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isEntryName } from '../../../core/backup/entry-names.ts';
import { folderPlace, storagePlace } from '../../../core/backup/places.ts';
import { readConfig } from '../../../core/config/config.ts';
import { BadFileKey } from '../../../core/files/storage/file-key.ts';
import { FileMissing, type DirectStorage, type FileStorage } from '../../../core/files/storage/file-storage.ts';
import { openStorage } from '../../../core/files/storage/open-storage.ts';
import type { Store } from '../../../core/store/store.ts';
import { HOSTILE_KEYS } from '../../support/files/hostile-keys.ts';
import {
  filesBelow,
  newFile,
  openPlace,
  readAll,
  STORAGE_KINDS,
  temporaryFolder,
} from '../../support/files/storages.ts';
import type { StoragePlace } from '../../support/files/storages.ts';
import { emptyDatabase } from '../../support/database/stores.ts';

const open = (env: Record<string, string>, store: Store): Promise<FileStorage> =>
  openStorage(
    readConfig(env, () => 'a secret of more than thirty-two characters'),
    store,
  );

type Outcome = 'nothing' | 'missing' | 'refused';

const outcomeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'nothing',
    (error: unknown) =>
      error instanceof FileMissing ? 'missing' : error instanceof BadFileKey ? 'refused' : String(error),
  );

const HEADERS = { mediaType: 'text/plain', disposition: 'inline', cacheControl: 'no-store' };
const ANNOUNCED = { mediaType: 'text/plain', size: 1, checksum: { algorithm: 'md5', hex: '0'.repeat(32) } } as const;

interface Use {
  outcome: Outcome;
  use(storage: FileStorage, key: string, given: { file: string; size: number; stored: string }): Promise<unknown>;
}

/** Each use of a key, by method: a method that is not here fails the test. */
const USES: Record<string, Use[]> = {
  put: [{ outcome: 'refused', use: (storage, key, { file, size }) => storage.put(key, { path: file, size }) }],
  copy: [
    { outcome: 'missing', use: (storage, key) => storage.copy(key, randomUUID()) },
    { outcome: 'refused', use: (storage, key, { stored }) => storage.copy(stored, key) },
  ],
  read: [
    { outcome: 'missing', use: (storage, key) => storage.read(key) },
    { outcome: 'missing', use: (storage, key) => storage.read(key, { start: 0, end: 1 }) },
  ],
  remove: [{ outcome: 'nothing', use: (storage, key) => storage.remove(key) }],
  keys: [],
  close: [],
  direct: [],
};

describe.each(STORAGE_KINDS)('%s', (kind) => {
  const database = emptyDatabase();
  let place: StoragePlace;
  let store: Store;
  let storage: FileStorage;
  let folder: string;

  beforeAll(async () => {
    place = await openPlace(kind);
    store = await database.openStore();
    storage = await open({ ...place.env, ...(kind === 'S3' && { STORAGE_DIRECT: 'on' }) }, store);
    folder = await temporaryFolder();
  });
  afterAll(async () => {
    await storage.close();
    await place.close();
    await database.close();
  });

  it('no method takes another key than that of a file, and nothing changes', async () => {
    expect(Object.keys(storage).filter((method) => !(method in USES))).toEqual([]);
    const stored = randomUUID();
    await storage.put(stored, await newFile(folder, 10));
    const { path: file, size } = await newFile(folder, 20);
    const before = await place.contents(store.db);
    const wrong: unknown[] = [];
    for (const [method, uses] of Object.entries(USES))
      for (const [at, { outcome, use }] of uses.entries())
        for (const key of HOSTILE_KEYS) {
          const found = await outcomeOf(use(storage, key as string, { file, size, stored }));
          if (found !== outcome) wrong.push({ method, at, key, found });
        }
    expect(wrong).toEqual([]);
    expect(await place.contents(store.db)).toEqual(before);
    expect((await readFile(file)).length).toBe(20);
    expect((await readAll(await storage.read(stored))).length).toBe(10);
  });

  it('no signed address is made for another key', async () => {
    const { direct } = storage;
    expect(direct !== undefined).toBe(kind === 'S3');
    if (!direct) return;
    const uses: Record<keyof DirectStorage, (key: string) => Promise<unknown>> = {
      downloadAddress: (key) => direct.downloadAddress(key, HEADERS),
      uploadAddress: (key) => direct.uploadAddress(key, ANNOUNCED, 60),
    };
    expect(Object.keys(direct).sort()).toEqual(Object.keys(uses).sort());
    for (const use of Object.values(uses)) {
      const found = await Promise.all(HOSTILE_KEYS.map((key) => outcomeOf(use(key as string))));
      expect(found.filter((each) => each === 'nothing')).toEqual([]);
    }
  });
});

describe('the place of a backup', () => {
  const key = randomUUID();
  const own = ['manifest.json', 'files.ndjson.gz', 'changes.bson.gz', 'collections/documents.images.bson.gz'];
  const names = [...own, `files/${key.slice(-2)}/${key}.gz`];
  const hostile = [
    ...HOSTILE_KEYS.flatMap((each) => [
      each,
      `collections/${String(each)}/x.bson.gz`,
      `files/${String(each)}.gz`,
      `files/aa/${String(each)}.gz`,
      `../${String(each)}`,
    ]),
    'collections/system.users.bson.gz',
    'collections/files.chunks.bson.gz',
    'collections/../manifest.bson.gz',
    'collections/.hidden.bson.gz',
    `files/zz/${key}.gz`,
    'manifest.json/',
    './manifest.json',
  ];

  it('has the names of a backup and no others', () => {
    expect(names.filter((name) => !isEntryName(name))).toEqual([]);
    expect(hostile.filter(isEntryName)).toEqual([]);
  });

  it('reads and writes no other name, in a folder and in a bucket', async () => {
    const folder = await temporaryFolder();
    await writeFile(path.join(folder, 'sentinel'), 'outside');
    const inside = path.join(folder, 'a', 'backup');
    await mkdir(inside, { recursive: true });
    const everything = {
      read: () => Promise.reject(new Error('it was read')),
      put: () => Promise.reject(new Error('it was written')),
    };
    const bucket = storagePlace(everything as unknown as FileStorage, 's3://bucket', path.join(folder, 'spool'));
    for (const place of [folderPlace(inside), bucket])
      for (const name of hostile) {
        await expect(place.read(name as string), String(name)).rejects.toThrow('is not a file of a backup');
        await expect(place.write(name as string), String(name)).rejects.toThrow('is not a file of a backup');
      }
    expect((await filesBelow(folder)).map((file) => path.relative(folder, file))).toEqual(['sentinel']);
  });

  it('reads neither links out of it nor pipes', async () => {
    const folder = await temporaryFolder();
    const inside = path.join(folder, 'backup');
    await mkdir(path.join(folder, 'elsewhere'));
    await mkdir(inside);
    await writeFile(path.join(folder, 'sentinel'), 'outside');
    await writeFile(path.join(folder, 'elsewhere/roles.bson.gz'), 'outside');
    await symlink(path.join(folder, 'sentinel'), path.join(inside, 'manifest.json'));
    await symlink(path.join(folder, 'elsewhere'), path.join(inside, 'collections'));
    await symlink('/dev/zero', path.join(inside, 'files.ndjson.gz'));
    execFileSync('mkfifo', [path.join(inside, 'changes.bson.gz')]);
    const place = folderPlace(inside);
    for (const name of ['manifest.json', 'collections/roles.bson.gz', 'files.ndjson.gz'])
      await expect(place.read(name), name).rejects.toThrow('is a link out of the backup');
    await expect(place.read('changes.bson.gz')).rejects.toThrow('is not an ordinary file');
    // The folder itself may be reached by a link.
    await symlink(inside, path.join(folder, 'latest'));
    await expect(folderPlace(path.join(folder, 'latest')).read('changes.bson.gz')).rejects.toThrow('ordinary');
  });
});
