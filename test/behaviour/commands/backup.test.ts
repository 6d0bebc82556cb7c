// `npm run backup` and `npm run restore`: all data that was acknowledged before the snapshot is restored after a
// complete loss.
import { randomBytes, randomUUID } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BackupOptions } from '../../../core/backup/dump-files.ts';
import { makeBackup } from '../../../core/backup/make-backup.ts';
import { folderPlace } from '../../../core/backup/places.ts';
import { restoreBackup, type RestoreOptions } from '../../../core/backup/restore-backup.ts';
import type { FileStorage } from '../../../core/files/storage/file-storage.ts';
import { createGridFsStorage } from '../../../core/files/storage/grid-fs-storage.ts';
import { createLocalStorage } from '../../../core/files/storage/local-storage.ts';
import { allMigrations } from '../../../core/migrations/all-migrations.ts';
import { systemClock } from '../../../core/clock.ts';
import { holdHistory, readHistoryWindow } from '../../../core/store/history/history-window.ts';
import { openGridFs } from '../../../core/store/grid-fs.ts';
import { migrate } from '../../../core/store/migrations.ts';
import { createStore, type Store } from '../../../core/store/store.ts';
import { fillWithAll, type Filled } from '../../support/clients/filled.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { readAll } from '../../support/files/storages.ts';
import { testLog } from '../../support/database/stores.ts';
import { addPicture, storeFile } from '../../support/files/uploads.ts';
import { faultsIn, verifiedDatabase } from '../../support/database/verified.ts';

let test: TestService;
let filled: Filled;
let folder: string;
/** Databases to drop at the end. */
const made: string[] = [];

const secret = { passphrase: 'dig deep, wombat' };
const backup = () => path.join(folder, 'backup');

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-backup-'));
  test = await openTestService();
  filled = await fillWithAll(test);
});
afterAll(async () => {
  const { client } = test.service.services.store;
  for (const name of made) await client.db(name).dropDatabase();
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

/** A new database, and a storage. */
function elsewhere(): { store: Store; storage: FileStorage } {
  const name = `test_${randomUUID().slice(0, 18)}`;
  made.push(name);
  const { client } = test.service.services.store;
  return { store: createStore(client, client.db(name)), storage: createLocalStorage(path.join(folder, name)) };
}

/** To a folder. */
const save = ({ out = backup(), ...options }: Partial<Omit<BackupOptions, 'out'>> & { out?: string } = {}) =>
  makeBackup(verifiedDatabase(test), { out: folderPlace(out), secret, version: '0.0.0', ...options });

const load = (
  target: Parameters<typeof restoreBackup>[0],
  { from = backup(), ...options }: Partial<Omit<RestoreOptions, 'from'>> & { from?: string } = {},
) =>
  restoreBackup(target, {
    from: folderPlace(from),
    secret,
    knownVersion: 1_000,
    uploadFolder: path.join(folder, 'uploads'),
    ...options,
  });

/** Rows of all collections but those that change all the time. */
async function contentOf(store: Store, names: readonly string[]): Promise<Record<string, unknown[]>> {
  const rows = names.map(
    async (name) => [name, await store.db.collection(name).find().sort({ _id: 1 }).toArray()] as const,
  );
  return Object.fromEntries(await Promise.all(rows));
}

describe('a backup under load', () => {
  it('restores all acknowledged writes before it, with their files, also files removed during the backup', async () => {
    const { admin } = test;
    const { store } = test.service.services;
    const media = await admin.create('/images', { title: 'Removed meanwhile', status: 'on' });
    const picture = await addPicture(test, admin, media);
    const key = (await store.streams.findOne({ _id: picture.id }))?.file_key ?? '';
    const text = await storeFile(admin, { content: 'kept' });
    const acknowledged = await admin.create('/documents', { title: 'Before the snapshot', status: 'on' });
    let isOver = false;
    const write = async (): Promise<void> => {
      for (let n = 0; !isOver; n++) await filled.writeSomething(n);
    };
    const writing = Promise.all([write(), write()]);
    writing.catch(() => undefined);
    let removed: Promise<unknown> | undefined;
    try {
      const manifest = await save({
        onProgress(_done, _total, what) {
          // The snapshot is read: objects that are purged now are in it.
          if (what !== 'files') return;
          removed ??= (async () => {
            await admin.delete(`/images/${media.id}`);
            await admin.delete(`/trash/${media.id}`);
          })();
        },
      });
      expect([manifest.missingFiles, manifest.encryption?.cipher]).toEqual([[], 'aes-256-gcm']);
    } finally {
      isOver = true;
      await writing;
      await removed;
    }
    const after = await admin.create('/documents', { title: 'After the snapshot', status: 'on' });
    expect(await store.streams.findOne({ _id: picture.id })).toBeNull();

    // Released files exist until the backup has ended.
    const { fileStore } = test.service.services.files;
    expect((await readAll(await fileStore.storage.read(key))).length).toBeGreaterThan(0);
    await store.state.deleteOne({ _id: 'backup' });
    await fileStore.sweep();
    await expect(fileStore.storage.read(key)).rejects.toThrow('has no file');

    // Into another kind of storage.
    const { store: otherStore } = elsewhere();
    const target = { store: otherStore, storage: createGridFsStorage(await openGridFs(otherStore.db)) };
    await load(target);
    const ids = [acknowledged, after].map(({ id }) => Number(id));
    const found = await target.store.objects.find({ _id: { $in: ids } }).toArray();
    expect(found.map(({ title }) => title)).toEqual(['Before the snapshot']);
    for (const { id } of [picture, text]) {
      const row = await target.store.streams.findOne({ _id: id });
      expect((await readAll(await target.storage.read(row?.file_key ?? ''))).length).toBe(row?.file_size);
    }
    expect(await faultsIn({ ...target, clock: test.clock })).toEqual([]);
  });

  it('resets the history window of the server, also when it ends early, or after a killed backup', async () => {
    const { client, state } = test.service.services.store;
    const before = await readHistoryWindow(client);
    const early = new AbortController();
    const windows: (number | undefined)[] = [];
    const out = path.join(folder, 'early');
    const shapes = save({
      out,
      signal: early.signal,
      onProgress: () => early.abort(new Error('ended early')),
    });
    await expect(shapes).rejects.toThrow('ended early');
    windows.push(await readHistoryWindow(client));
    // The remains of a killed backup.
    await client.db('admin').command({ setParameter: 1, minSnapshotHistoryWindowInSeconds: 600 });
    await state.updateOne({ _id: 'backup' }, { $set: { history: before ?? 0 } });
    expect(await readHistoryWindow(client)).toBe(600);
    await save({ out: path.join(folder, 'again') });
    windows.push(await readHistoryWindow(client));
    expect(windows).toEqual([before, before]);
    expect((await state.findOne({ _id: 'backup' }))?.history).toBeUndefined();
  });

  it('keeps the history window for concurrent backups, until the last one ends', async () => {
    const { client, state } = test.service.services.store;
    const before = (await readHistoryWindow(client)) ?? 0;
    await client.db('admin').command({ setParameter: 1, minSnapshotHistoryWindowInSeconds: 60 });
    const endFirst = await holdHistory({ client, state });
    // It began ten minutes ago.
    await state.updateOne({ _id: 'backup' }, [
      {
        $set: {
          holders: {
            $map: {
              input: '$holders',
              in: { $mergeObjects: ['$$this', { since: { $subtract: ['$$this.since', 600_000] } }] },
            },
          },
        },
      },
    ]);
    const windows: (number | undefined)[] = [];
    const look = async () => windows.push(await readHistoryWindow(client));
    const endSecond = await holdHistory({ client, state });
    await look();
    await endSecond();
    await look();
    await endFirst();
    await look();
    expect(windows.slice(0, 2).every((window) => Number(window) >= 900)).toBe(true);
    expect(windows[2]).toBe(60);
    expect((await state.findOne({ _id: 'backup' }))?.history).toBeUndefined();
    await client.db('admin').command({ setParameter: 1, minSnapshotHistoryWindowInSeconds: before });
  });

  it('gives the same database, on which a service starts', async () => {
    const { store, files } = test.service.services;
    const out = path.join(folder, 'whole');
    const { collections } = await save({ out, secret: undefined });
    const names = collections.map(({ name }) => name).filter((name) => name !== 'state');
    const before = await contentOf(store, names);
    const everything = { _id: '~everything:0' };
    const version = (await store.objectCounts.findOne(everything))?.version;
    const indexes = await store.objects.indexes();
    // All is destroyed: the database, and each file.
    await store.db.dropDatabase();
    for await (const key of files.fileStore.storage.keys()) await files.fileStore.storage.remove(key);

    await load({ store, storage: files.fileStore.storage }, { from: out, secret: undefined });
    // Responses that were kept before are given no longer (D910).
    expect((await store.objectCounts.findOne(everything))?.version).not.toBe(version);
    if (version !== undefined) await store.objectCounts.updateOne(everything, { $set: { version } });
    expect(await contentOf(store, names)).toEqual(before);
    expect(await store.objects.indexes()).toEqual(indexes);
    expect(await faultsIn(verifiedDatabase(test))).toEqual([]);
    const again = await openTestService({ beside: test, env: { DATA_DIR: test.dataDir } });
    try {
      expect((await again.admin.get(`/documents/${filled.document}`)).status).toBe(200);
      expect((await again.anonymous.get(`/streams/download/${filled.stream}`)).status).toBe(200);
      expect((await again.admin.create('/documents', { title: 'Written on it' })).id).toBeTruthy();
    } finally {
      await again.close();
    }
  });
});

describe('a restore', () => {
  const refused = (work: Promise<unknown>) => expect(work).rejects;

  it('is refused into a database that is not empty', async () => {
    await refused(load(verifiedDatabase(test))).toThrow(
      /^the database \S+ is not empty: drop it first, or name another one/,
    );
  });

  it('is refused without the key, with another one, and for a newer database', async () => {
    const target = elsewhere();
    await refused(load(target, { secret: undefined })).toThrow('the backup is encrypted: give its key or passphrase');
    await refused(load(target, { secret: { passphrase: 'other' } })).toThrow(/^the key or passphrase is not that of/);
    await refused(load(target, { secret: { key: randomBytes(32) } })).toThrow(
      /encrypted with a passphrase, not with a key/,
    );
    await refused(load(target, { knownVersion: 1 })).toThrow(/^the backup is of a database at version \d+, and this/);
  });

  it('is refused for other folders, and missing, truncated and changed files, before the first write', async () => {
    const target = elsewhere();
    await refused(load(target, { from: folder })).toThrow(
      /has no manifest.json: it is not a backup, or an incomplete one/,
    );
    const copy = path.join(folder, 'copy');
    const entry = path.join(copy, 'collections/objects.bson.gz');
    const spoil: [RegExp, () => Promise<unknown>][] = [
      [/^collections\/objects.bson.gz has 10 bytes, not \d+: the backup is incomplete/, () => truncate(entry, 10)],
      [
        /^collections\/objects.bson.gz is damaged/,
        async () => {
          const bytes = await readFile(entry);
          bytes[20] = (bytes[20] ?? 0) ^ 1;
          await writeFile(entry, bytes);
        },
      ],
      [/^collections\/objects.bson.gz is missing/, () => rm(entry)],
      [
        /its manifest was changed/,
        async () => {
          const file = path.join(copy, 'manifest.json');
          await writeFile(file, (await readFile(file, 'utf8')).replace('"rows": ', '"rows": 1'));
        },
      ],
      [/^manifest.json of \S+ is damaged/, () => truncate(path.join(copy, 'manifest.json'), 100)],
    ];
    for (const [said, change] of spoil) {
      await rm(copy, { recursive: true, force: true });
      await cp(backup(), copy, { recursive: true });
      await change();
      await refused(load(target, { from: copy })).toThrow(said);
    }
    expect(await target.store.db.listCollections().toArray()).toEqual([]);
  });

  it('that was interrupted prevents a start of the service, and begins again', async () => {
    const target = elsewhere();
    const cut = (done: number): void => {
      if (done > 5) throw new Error('cut off');
    };
    let isChecked = false;
    const onProgress = (done: number, _total: number, what: string): void => {
      if (what !== 'checksums') isChecked = true;
      if (isChecked) cut(done);
    };
    await refused(load(target, { onProgress })).toThrow('cut off');
    const migrations = allMigrations({
      clock: systemClock,
      publication: 'off',
      firstAccounts: { name: 'none', run: () => Promise.resolve() },
    });
    await refused(migrate(target.store, migrations, testLog)).toThrow(/^a restore into this database was interrupted/);
    const said: string[] = [];
    await load(target, { say: (line) => said.push(line) });
    expect(said).toEqual(['an earlier restore was interrupted: it begins again']);
    expect(await faultsIn({ ...target, clock: test.clock })).toEqual([]);
  });

  it('a backup into a folder that is not empty is refused', async () => {
    await refused(save()).toThrow(/is not empty$/);
    const file = path.join(folder, 'file');
    await writeFile(file, '');
    await refused(save({ out: path.join(file, 'backup') })).toThrow(/a part of the path is not a folder/);
  });
});
