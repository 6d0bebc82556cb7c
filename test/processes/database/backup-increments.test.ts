// Backups of changes (`npm run backup -- --since`): together with the previous full backup they restore the exact
// database of their time. The test has its own mongod, since a backup sets a parameter of it.
import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MongoServerError, Timestamp } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBackup } from '../../../core/backup/make-backup.ts';
import { makeIncrement } from '../../../core/backup/make-increment.ts';
import { folderPlace } from '../../../core/backup/places.ts';
import { restoreBackup, type RestoreOptions } from '../../../core/backup/restore-backup.ts';
import type { FileStorage } from '../../../core/files/storage/file-storage.ts';
import { createLocalStorage } from '../../../core/files/storage/local-storage.ts';
import { startEmbeddedServer, type EmbeddedServer } from '../../../core/store/mongod/embedded-server.ts';
import { createStore, type Store } from '../../../core/store/store.ts';
import { fillWithAll, type Filled } from '../../support/clients/filled.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { readAll } from '../../support/files/storages.ts';
import { storeFile } from '../../support/files/uploads.ts';
import { faultsIn, verifiedDatabase } from '../../support/database/verified.ts';

let mongod: EmbeddedServer;
let test: TestService;
let filled: Filled;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-increments-'));
  mongod = await startEmbeddedServer({
    dataDir: path.join(folder, 'mongod'),
    mongod: undefined,
    throwaway: true,
    onProgress: () => undefined,
  });
  test = await openTestService({ mongodbUri: mongod.uri });
  filled = await fillWithAll(test);
});
afterAll(async () => {
  await test.close();
  await mongod.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Target {
  store: Store;
  storage: FileStorage;
}

/** A new database, and a storage. */
function elsewhere(): Target {
  const name = `test_${randomUUID().slice(0, 18)}`;
  const { client } = test.service.services.store;
  return { store: createStore(client, client.db(name)), storage: createLocalStorage(path.join(folder, name)) };
}

const secret = { passphrase: 'dig deep, wombat' };
const placeOf = (name: string) => folderPlace(path.join(folder, name));

const whole = (out: string) => makeBackup(verifiedDatabase(test), { out: placeOf(out), secret, version: '0.0.0' });
const since = (base: string, out: string) =>
  makeIncrement(verifiedDatabase(test), { since: placeOf(base), out: placeOf(out), secret, version: '0.0.0' });

function load(target: Target, [from = '', ...increments]: string[], options: Partial<RestoreOptions> = {}) {
  return restoreBackup(target, {
    from: placeOf(from),
    increments: increments.map(placeOf),
    secret,
    knownVersion: 1_000,
    uploadFolder: path.join(folder, 'uploads'),
    ...options,
  });
}

/** The whole database, by collection. `state` also records that a backup is running. */
async function contentOf({ db }: Store): Promise<Record<string, unknown>> {
  const listed = await db.listCollections({}, { nameOnly: true }).toArray();
  const names = listed.map(({ name }) => name).filter((name) => !name.startsWith('system.') && name !== 'state');
  const content = names.sort().map(async (name) => {
    // A restore raises the version of everything, so that no response of before is given again (D910).
    const rows = await db
      .collection<{ _id: string }>(name)
      .find({ _id: { $ne: '~everything:0' } })
      .sort({ _id: 1 })
      .toArray();
    const indexes = (await db.collection(name).indexes()).sort((a, b) => (String(a.name) < String(b.name) ? -1 : 1));
    return [name, { rows, indexes }] as const;
  });
  return Object.fromEntries(await Promise.all(content));
}

/** Writes all the time, to the end of the work. */
async function underLoad<T>(work: () => Promise<T>): Promise<T> {
  let isOver = false;
  const write = async (): Promise<void> => {
    for (let n = 0; !isOver; n++) await filled.writeSomething(n);
  };
  const writing = Promise.all([write(), write()]);
  writing.catch(() => undefined);
  try {
    return await work();
  } finally {
    isOver = true;
    await writing;
  }
}

const titlesOf = async ({ store }: Target, ids: readonly string[]): Promise<unknown[]> => {
  const rows = store.objects.find({ _id: { $in: ids.map(Number) } }).sort({ _id: 1 });
  return (await rows.toArray()).map(({ title }) => title);
};

describe('backups of changes', () => {
  it('restore all acknowledged writes before them, and none after, under load and with changes of the model', async () => {
    const { admin } = test;
    const bytes: Record<string, string> = {};
    const upload = async (content: string): Promise<string> => {
      const { id } = await storeFile(admin, { content });
      bytes[id] = content;
      return id;
    };
    const written: string[] = [];
    const create = async (title: string): Promise<void> =>
      void written.push((await admin.create('/documents', { title, status: 'on' })).id);
    const released = await upload('removed before the first changes');
    await underLoad(async () => {
      await create('Before the whole one');
      await whole('whole');
      await create('Before the first changes');
      await admin.create('/model/object_types', { name: 'burrows', singular: 'burrow', parent_name: 'objects' });
      await admin.create('/model/properties', {
        object_type_name: 'burrows',
        name: 'depth',
        property_type_name: 'integer',
      });
      await admin.create('/burrows', { title: 'Deep', status: 'on', depth: 7 });
      await upload('kept with the first changes');
      await admin.delete(`/streams/${released}`);
      await since('whole', 'first');
      await create('Before the second changes');
    });
    delete bytes[released];
    await upload('kept with the second changes');
    await since('first', 'second');
    const expected = await contentOf(test.service.services.store);
    await create('After all of them');

    const first = elsewhere();
    await load(first, ['whole', 'first']);
    expect(await titlesOf(first, written)).toEqual(['Before the whole one', 'Before the first changes']);
    expect(await faultsIn({ ...first, clock: test.clock })).toEqual([]);

    const last = elsewhere();
    const restored = await load(last, ['whole', 'first', 'second']);
    expect(restored).toMatchObject({ missingFiles: [] });
    expect(restored.changes).toBeGreaterThan(20);
    expect(await contentOf(last.store)).toEqual(expected);
    expect(await faultsIn({ ...last, clock: test.clock })).toEqual([]);
    for (const [id, content] of Object.entries(bytes)) {
      const row = await last.store.streams.findOne({ _id: id });
      expect((await readAll(await last.storage.read(row?.file_key ?? ''))).toString()).toBe(content);
    }
  });

  it('can be restored up to a given second', async () => {
    const { admin } = test;
    await whole('timed');
    const times: Date[] = [];
    const ids: string[] = [];
    for (const title of ['One', 'Two', 'Three']) {
      ids.push((await admin.create('/documents', { title })).id);
      times.push(new Date());
      await sleep(1_500);
    }
    await since('timed', 'timed-changes');
    for (const [at, titles] of [['One'], ['One', 'Two'], ['One', 'Two', 'Three']].entries()) {
      const target = elsewhere();
      await load(target, ['timed', 'timed-changes'], { until: times[at] });
      expect(await titlesOf(target, ids)).toEqual(titles);
      expect(await faultsIn({ ...target, clock: test.clock })).toEqual([]);
    }
    const outside = load(elsewhere(), ['timed', 'timed-changes'], { until: new Date('2020-01-01T00:00:00Z') });
    await expect(outside).rejects.toThrow(
      /^the backups reach from \S+ to \S+, and 2020-01-01T00:00:00.000Z is outside/,
    );
  });
});

describe('backups that do not belong together', () => {
  const refused = (work: Promise<unknown>) => expect(work).rejects;

  it('are refused before the first write', async () => {
    await whole('other');
    await since('other', 'other-changes');
    await since('other-changes', 'later-changes');
    const target = elsewhere();
    await refused(load(target, ['other-changes'])).toThrow(/has changes only: give the whole backup first$/);
    await refused(load(target, ['other', 'later-changes'])).toThrow(/has the changes since another backup than/);
    await refused(load(target, ['other', 'timed'])).toThrow(/is a whole backup: only the first one may be one$/);
    const damaged = path.join(folder, 'damaged');
    await cp(path.join(folder, 'other-changes'), damaged, { recursive: true });
    const entry = path.join(damaged, 'changes.bson.gz');
    const bytes = await readFile(entry);
    bytes[bytes.length - 9] = (bytes[bytes.length - 9] ?? 0) ^ 1;
    await writeFile(entry, bytes);
    await refused(load(target, ['other', 'damaged'])).toThrow('changes.bson.gz is damaged');
    expect((await target.store.db.listCollections().toArray()).length).toBe(0);
  });

  it('and those whose changes the database no longer has, or whose database was dropped, are refused', async () => {
    const { store, storage, clock } = verifiedDatabase(test);
    /** The error of the server when its oplog begins later. */
    const lost = new MongoServerError({ message: 'the resume point may no longer be in the oplog', code: 286 });
    const streamOf = (tryNext: () => Promise<unknown>) => {
      const db = Object.create(store.db) as typeof store.db;
      Object.assign(db, { watch: () => ({ tryNext, close: () => Promise.resolve() }) });
      return { store: { ...store, db }, storage, clock };
    };
    const later = new Timestamp({ t: 4_000_000_000, i: 1 });
    const follow = (tryNext: () => Promise<unknown>, out: string) =>
      makeIncrement(streamOf(tryNext), { since: placeOf('other'), out: placeOf(out), secret, version: '0.0.0' });
    await refused(follow(() => Promise.reject(lost), 'lost')).toThrow(
      /^the database no longer has the changes since \d{4}-\d\d-\d\dT\S+: make a whole backup, and then/,
    );
    const dropped = { operationType: 'dropDatabase', clusterTime: later };
    await refused(follow(() => Promise.resolve(dropped), 'dropped')).toThrow(
      /^the database was dropped or replaced since/,
    );
  });

  it('and those that cannot start a series are refused', async () => {
    const old = path.join(folder, 'old');
    await cp(path.join(folder, 'other'), old, { recursive: true });
    await makeBackup(verifiedDatabase(test), { out: placeOf('plain'), version: '0.0.0' });
    const manifest = path.join(folder, 'plain', 'manifest.json');
    const sealed = JSON.parse(await readFile(manifest, 'utf8')) as { manifest: { id?: string; moment?: string } };
    delete sealed.manifest.id;
    await writeFile(manifest, JSON.stringify(sealed));
    const options = { since: placeOf('plain'), out: placeOf('none'), version: '0.0.0' };
    await refused(makeIncrement(verifiedDatabase(test), options)).toThrow(
      /is a backup of an earlier release, which no changes can follow$/,
    );
  });
});
