// A backup is not trusted: with a key only a sealed one is read, and a forged one writes nothing outside of the storage
// (D820, D821).
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { BSON } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BackupError } from '../../../core/backup/backup-error.ts';
import type { Secret } from '../../../core/backup/encryption.ts';
import { rowsOf } from '../../../core/backup/entries.ts';
import { makeBackup } from '../../../core/backup/make-backup.ts';
import { makeIncrement } from '../../../core/backup/make-increment.ts';
import { folderPlace } from '../../../core/backup/places.ts';
import { restoreBackup } from '../../../core/backup/restore-backup.ts';
import { systemClock } from '../../../core/clock.ts';
import type { FileStorage } from '../../../core/files/storage/file-storage.ts';
import { createLocalStorage } from '../../../core/files/storage/local-storage.ts';
import { createStore, type Store } from '../../../core/store/store.ts';
import { HOSTILE_KEYS } from '../../support/files/hostile-keys.ts';
import { filesBelow, newFile, temporaryFolder } from '../../support/files/storages.ts';
import { emptyDatabase } from '../../support/database/stores.ts';

const database = emptyDatabase();
const made: string[] = [];
let folder: string;
let source: { store: Store; storage: FileStorage; clock: typeof systemClock };
const key = randomUUID();

const secret: Secret = { passphrase: 'dig deep, wombat' };
const at = (name: string): string => path.join(folder, name);

beforeAll(async () => {
  folder = await temporaryFolder();
  const store = await database.openStore();
  source = { store, storage: createLocalStorage(at('source')), clock: systemClock };
  await source.storage.put(key, await newFile(folder, 100));
  const insert = (name: string, row: object) => store.db.collection(name).insertOne(row);
  await insert('streams', { _id: 'a' as never, file_key: key });
  await insert('thumbnails', { _id: 'b' as never, file_key: randomUUID() });
  await insert('upload_tokens', { _id: 'c' as never, stream: { file_key: randomUUID() } });
  await save('plain');
  await save('sealed', secret);
  await insert('streams', { _id: 'd' as never, file_key: key });
  await follow('plain', 'plain-1');
  await follow('sealed', 'sealed-1', secret);
});
afterAll(async () => {
  for (const name of made) await source.store.client.db(name).dropDatabase();
  await database.close();
});

const save = (name: string, given?: Secret) =>
  makeBackup(source, { out: folderPlace(at(name)), secret: given, version: '0.0.0' });
const follow = (since: string, name: string, given?: Secret) =>
  makeIncrement(source, {
    since: folderPlace(at(since)),
    out: folderPlace(at(name)),
    secret: given,
    version: '0.0.0',
  });

/** Into a new database and a storage two folders deep. */
function load([from = '', ...increments]: string[], given?: Secret): Promise<unknown> {
  const name = `test_${randomUUID().slice(0, 18)}`;
  made.push(name);
  const { client } = source.store;
  const target = {
    store: createStore(client, client.db(name)),
    storage: createLocalStorage(at(path.join('restored', name, 'files'))),
  };
  return restoreBackup(target, {
    from: folderPlace(at(from)),
    increments: increments.map((each) => folderPlace(at(each))),
    secret: given,
    knownVersion: 1_000,
    uploadFolder: at(path.join('restored', name, 'uploads')),
  });
}

const readManifest = async (name: string) =>
  JSON.parse(await readFile(path.join(at(name), 'manifest.json'), 'utf8')) as {
    manifest: Record<string, unknown> & { collections: { name: string; entry: Entry }[]; fileList: Entry };
    seal: string | null;
  };
type Entry = { path: string; size: number; sha256: string };

async function copyOf(name: string): Promise<string> {
  await rm(at('forged'), { recursive: true, force: true });
  await cp(at(name), at('forged'), { recursive: true });
  return 'forged';
}

async function forge(
  name: string,
  change: (sealed: Awaited<ReturnType<typeof readManifest>>) => void,
): Promise<string> {
  const sealed = await readManifest(name);
  change(sealed);
  const copy = await copyOf(name);
  await writeFile(path.join(at(copy), 'manifest.json'), JSON.stringify(sealed));
  return copy;
}

describe('with a key or a passphrase', () => {
  const secrets: [string, Secret][] = [
    ['a passphrase', secret],
    ['a key', { key: randomBytes(32) }],
  ];
  const NOT_ENCRYPTED = /^the backup in \S+ is not encrypted, so anybody could have put it there/;

  it.each(secrets)('a backup without encryption is refused by each reader: %s', async (_name, given) => {
    const readers: [string, () => Promise<unknown>][] = [
      ['a restore', () => load(['plain'], given)],
      ['a restore of increments', () => load(['plain', 'plain-1'], given)],
      ['an increment', () => follow('plain', `none-${randomUUID()}`, given)],
    ];
    for (const [reader, read] of readers) await expect(read(), reader).rejects.toThrow(NOT_ENCRYPTED);
  });

  it('an increment without encryption does not follow a sealed backup', async () => {
    const { manifest } = await readManifest('sealed');
    const forged = await forge('plain-1', (sealed) => {
      Object.assign(sealed.manifest, { since: { id: manifest['id'], moment: manifest['moment'] } });
    });
    await expect(load(['sealed', forged], secret)).rejects.toThrow(NOT_ENCRYPTED);
    await expect(load(['sealed', 'sealed-1'], secret)).resolves.toMatchObject({
      files: 1,
      missingFiles: { length: 2 },
    });
  });

  it('a seal that is missing, of another key or of another manifest is refused', async () => {
    const changes: ((sealed: Awaited<ReturnType<typeof readManifest>>) => void)[] = [
      (sealed) => (sealed.seal = null),
      (sealed) => (sealed.seal = ''),
      (sealed) => (sealed.seal = [] as never),
      (sealed) => (sealed.seal = '0'.repeat(64)),
      (sealed) => (sealed.manifest['files'] = 0),
      (sealed) => sealed.manifest.collections.pop(),
    ];
    for (const change of changes)
      await expect(load([await forge('sealed', change)], secret), String(change)).rejects.toThrow(
        'or its manifest was changed',
      );
  });

  it('without them both kinds are as they were: a plain one is restored, a sealed one needs its key', async () => {
    await expect(load(['plain', 'plain-1'])).resolves.toMatchObject({ files: 1, missingFiles: { length: 2 } });
    await expect(load(['sealed'])).rejects.toThrow('the backup is encrypted: give its key or passphrase');
  });
});

/** Each place of a value, by the names to it. */
function* placesIn(value: unknown, before: string[] = []): Generator<string[]> {
  if (before.length > 0) yield before;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) yield* placesIn(member, [...before, name]);
}

function put(value: unknown, place: readonly string[], hostile: unknown): void {
  let holder = value as Record<string, unknown>;
  for (const name of place.slice(0, -1)) holder = holder[name] as Record<string, unknown>;
  holder[place.at(-1) ?? ''] = hostile;
}

describe('a forged backup', () => {
  /** Outside of the restored storages. */
  const outside = async (): Promise<string[]> =>
    (await filesBelow(folder)).filter((file) => !file.startsWith(at('forged')) && !file.startsWith(at('restored')));

  /** Refused with a reason before the first write, or restored where it does no harm. */
  async function isHarmless(names: string[], what: string, reason = /./): Promise<boolean> {
    const error: unknown = await load(names).catch((reason: unknown) => reason);
    if (!(error instanceof Error)) return false;
    expect(error, `${what}: ${String(error.stack)}`).toBeInstanceOf(BackupError);
    expect(error.message, what).toMatch(reason);
    expect(error.message.includes('\n'), what).toBe(false);
    const db = source.store.client.db(made.at(-1));
    expect(await db.listCollections().toArray(), what).toEqual([]);
    return true;
  }

  it('with any other member of its manifest is refused in one line, or does no harm', async () => {
    const before = await outside();
    const values = ['../../../sentinel', -1, 1e300, null, {}, []];
    for (const name of ['plain', 'plain-1']) {
      const { manifest } = await readManifest(name);
      for (const place of placesIn(manifest)) {
        // Options and indexes are MongoDB's own form.
        if (/^collections\.\d+\.(options|indexes)/.test(place.join('.'))) continue;
        for (const hostile of values) {
          const forged = await forge(name, (sealed) => put(sealed.manifest, place, hostile));
          await isHarmless(name === 'plain' ? [forged] : ['plain', forged], `${place.join('.')}: ${String(hostile)}`);
        }
      }
    }
    expect(await outside()).toEqual(before);
  });

  it('with a collection of MongoDB or of the bytes of files is refused', async () => {
    for (const hostile of ['system.users', 'system.js', 'files.files', 'files.chunks', 'admin/x', '$cmd', 'a\0b', '']) {
      const forged = await forge('plain', ({ manifest }) =>
        Object.assign(manifest.collections[0] ?? {}, { name: hostile }),
      );
      expect(await isHarmless([forged], hostile, /names the collection|damaged/), hostile).toBe(true);
    }
  });

  /** Replaces the bytes of an entry, with the checksum that belongs to them. */
  async function replaceEntry(name: string, entryOf: (manifest: never) => Entry, bytes: Uint8Array): Promise<string> {
    const stored = gzipSync(bytes);
    let file = '';
    const forged = await forge(name, ({ manifest }) => {
      const entry = entryOf(manifest as never);
      Object.assign(entry, { size: stored.length, sha256: createHash('sha256').update(stored).digest('hex') });
      file = entry.path;
    });
    await writeFile(path.join(at(forged), file), stored);
    return forged;
  }

  type Collections = { collections: { name: string; entry: Entry }[] };
  const entryOf = (name: string) => (manifest: Collections) =>
    manifest.collections.find((each) => each.name === name)?.entry as Entry;

  const ROWS: Record<string, (hostile: unknown) => object> = {
    streams: (hostile) => ({ _id: 'a', file_key: hostile }),
    thumbnails: (hostile) => ({ _id: 'b', file_key: hostile }),
    upload_tokens: (hostile) => ({ _id: 'c', stream: { file_key: hostile } }),
  };
  const NO_KEY = /names the file .* is not the key of a file$/;
  const NO_CHANGE = /is not the key of a file$|has a change of the collection/;
  const hostileKeys = HOSTILE_KEYS.filter((each) => each !== null && each !== undefined);

  it('whose rows or files have keys that are no keys of files is refused', async () => {
    const before = await outside();
    for (const hostile of hostileKeys) {
      for (const [collection, row] of Object.entries(ROWS)) {
        const forged = await replaceEntry('plain', entryOf(collection) as never, BSON.serialize(row(hostile)));
        expect(await isHarmless([forged], `${collection} ${String(hostile)}`, NO_KEY)).toBe(true);
      }
      const listed = JSON.stringify({ key: hostile, path: 'manifest.json', size: 1, sha256: '0'.repeat(64) });
      const list = (manifest: { fileList: Entry }) => manifest.fileList;
      const forged = await replaceEntry('plain', list as never, Buffer.from(`${listed}\n`));
      expect(await isHarmless([forged], `list ${String(hostile)}`, /the list of files/)).toBe(true);
    }
    expect(await outside()).toEqual(before);
  });

  /** The insertion of a stream. */
  async function someChange(): Promise<object> {
    const { entry } = (await readManifest('plain-1')).manifest['changes'] as { entry: Entry };
    const stored = gunzipSync(await readFile(path.join(at('plain-1'), entry.path)));
    for await (const row of rowsOf(Readable.from([stored]))) {
      const change = BSON.deserialize(row);
      if (change['id'] === 'd') return change;
    }
    throw new Error('the stream was not inserted');
  }

  const changes = (manifest: { changes: { entry: Entry; count: number } }): Entry => {
    manifest.changes.count = 1;
    return manifest.changes.entry;
  };

  it('whose changes have keys that are no keys of files, or other collections, is refused', async () => {
    const change = await someChange();
    const hostile: object[] = [
      ...hostileKeys.map((each) => ({ row: { _id: 'd', file_key: each } })),
      { kind: 'update', row: undefined, update: { updatedFields: { file_key: '../../x' } } },
      { collection: 'upload_tokens', row: { _id: 'd', stream: { file_key: '../../x' } } },
      { collection: 'files.files' },
      { collection: 'system.users' },
      { kind: 'rename', to: 'system.js' },
    ];
    for (const each of hostile) {
      const bytes = BSON.serialize({ ...change, ...each }, { ignoreUndefined: true });
      const forged = await replaceEntry('plain-1', changes as never, bytes);
      expect(await isHarmless(['plain', forged], JSON.stringify(each), NO_CHANGE)).toBe(true);
    }
  });

  it('whose changes hide a key in an ambiguous path stores no such file', async () => {
    const change = await someChange();
    const update = { updatedFields: { x: '../../../sentinel' }, disambiguatedPaths: { x: ['file_key'] } };
    const bytes = BSON.serialize(
      { ...change, kind: 'update', id: 'a', row: undefined, update },
      { ignoreUndefined: true },
    );
    const before = await outside();
    const forged = await replaceEntry('plain-1', changes as never, bytes);
    await expect(load(['plain', forged])).rejects.toThrow('is not the key of a file');
    expect(await outside()).toEqual(before);
  });
});
