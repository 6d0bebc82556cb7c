// Files with a row are never removed, others always (core/files/file-store.ts); with the real database.
import { randomUUID } from 'node:crypto';
import { stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../core/clock.ts';
import { createFileStore, LEASE_MS, type FileStore } from '../../../core/files/file-store.ts';
import { receiveFile, sweepUploads } from '../../../core/files/receive-file.ts';
import type { FileStorage } from '../../../core/files/storage/file-storage.ts';
import { createLocalStorage } from '../../../core/files/storage/local-storage.ts';
import { unusedFileRemoval, sweepOwnUploads } from '../../../core/files/sweeper.ts';
import { ensureIndexes } from '../../../core/store/indexes/collection-indexes.ts';
import type { Store } from '../../../core/store/store.ts';
import { filesBelow, newFile, temporaryFolder } from '../../support/files/storages.ts';
import { emptyDatabase, testLog } from '../../support/database/stores.ts';

const database = emptyDatabase();
let store: Store;
let folder: string;
let uploads: string;
let now: number;
let storage: FileStorage;
let fileStore: FileStore;

const clock = { now: () => new Date(now) };
const stored = () => filesBelow(folder);
const rows = () => store.unclaimedFiles.find().toArray();
const put = async (): Promise<string> => fileStore.put(await newFile(uploads, 10));
/** A row that names a file, written by a transaction that commits it. */
const commit = (key: string, of: FileStore = fileStore): Promise<void> =>
  store.transaction((transaction) => of.commit(key, transaction));

beforeAll(async () => {
  store = await database.openStore();
  await ensureIndexes(store);
});

beforeEach(async () => {
  folder = await temporaryFolder();
  uploads = await temporaryFolder();
  now = Date.parse('2026-05-13T07:09:23Z');
  storage = createLocalStorage(folder);
  fileStore = createFileStore({ store, storage, clock, log: testLog });
  await store.unclaimedFiles.deleteMany({});
});

afterAll(() => database.close());

describe('a file', () => {
  it('remains after it is committed, at any later time', async () => {
    const key = await put();
    await commit(key);
    now += 10 * LEASE_MS;
    expect(await fileStore.sweep()).toBe(0);
    expect(await stored()).toHaveLength(1);
    expect(await rows()).toEqual([]);
  });

  it('that is not committed is removed when its lease has expired, and not before', async () => {
    await put();
    now += LEASE_MS - 1;
    expect(await fileStore.sweep()).toBe(0);
    now += 1;
    expect(await fileStore.sweep()).toBe(1);
    expect(await stored()).toEqual([]);
    expect(await rows()).toEqual([]);
  });

  it('is committed once', async () => {
    const key = await put();
    await commit(key);
    await expect(commit(key)).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  it('that is swept can no longer be committed', async () => {
    const key = await put();
    now += LEASE_MS;
    await fileStore.sweep();
    await expect(commit(key)).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  it('that is released is removed at once', async () => {
    const key = await put();
    await commit(key);
    await store.transaction((transaction) => fileStore.release([key], transaction));
    await fileStore.purge([key]);
    expect(await stored()).toEqual([]);
    expect(await rows()).toEqual([]);
  });

  it('that is released by a failed transaction remains', async () => {
    const key = await put();
    await commit(key);
    const failing = store.transaction(async (transaction) => {
      await fileStore.release([key], transaction);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await fileStore.purge([key]);
    now += LEASE_MS;
    expect(await fileStore.sweep()).toBe(0);
    expect(await stored()).toHaveLength(1);
  });

  it('remains when a request believes that its commit failed', async () => {
    const key = await put();
    await commit(key);
    await fileStore.purge([key]);
    expect(await stored()).toHaveLength(1);
  });

  it('remains, or its commit fails, when it is removed during the transaction', async () => {
    for (let round = 0; round < 20; round++) {
      const key = await put();
      const before = (await stored()).length;
      const [committed] = await Promise.allSettled([commit(key), fileStore.purge([key])]);
      expect((await stored()).length).toBe(committed.status === 'fulfilled' ? before : before - 1);
      expect(await rows()).toEqual([]);
    }
  });

  it('is not removed before a transaction that commits it has ended', async () => {
    const key = await put();
    let removing: Promise<void> | undefined;
    await store.transaction(async (transaction) => {
      await fileStore.commit(key, transaction);
      removing = fileStore.purge([key]);
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(await stored()).toHaveLength(1);
    });
    await removing;
    expect(await stored()).toHaveLength(1);
  });

  it('is removed by one of many concurrent sweeps', async () => {
    for (let file = 0; file < 20; file++) await put();
    now += LEASE_MS;
    const sweeps = await Promise.all(Array.from({ length: 5 }, () => fileStore.sweep()));
    expect(sweeps.reduce((sum, removed) => sum + removed, 0)).toBe(20);
    expect(await stored()).toEqual([]);
    expect(await rows()).toEqual([]);
  });
});

describe('storing', () => {
  /** A storage with a delayed `put`. */
  function slow(): { slowStore: FileStore; go: () => void; begun: Promise<unknown> } {
    let go = (): void => undefined;
    let begin = (): void => undefined;
    const wait = new Promise<void>((resolve) => (go = resolve));
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const slowStorage: FileStorage = {
      ...storage,
      async put(key, file) {
        begin();
        await wait;
        await storage.put(key, file);
      },
    };
    return { slowStore: createFileStore({ store, storage: slowStorage, clock, log: testLog }), go, begun };
  }

  it('by a process that was suspended for too long leaves nothing', async () => {
    const { slowStore, go, begun } = slow();
    const storing = slowStore.put(await newFile(uploads, 10));
    const refused = expect(storing).rejects.toMatchObject({ code: 'service_unavailable' });
    await begun;
    now += LEASE_MS;
    expect(await fileStore.sweep()).toBe(1);
    go();
    await refused;
    expect(await stored()).toEqual([]);
    expect(await rows()).toEqual([]);
  });

  it('that takes longer than its lease is not removed', async () => {
    const lease = 2_000;
    const file = await newFile(uploads, 10);
    await utimes(file.path, 0, 0);
    const slowStorage: FileStorage = {
      ...storage,
      async put(key, local) {
        await sleep(2 * lease);
        await storage.put(key, local);
      },
    };
    const its = createFileStore({ store, storage: slowStorage, clock: systemClock, log: testLog, lease });
    const storing = its.put(file);
    await sleep(lease * 1.5);
    expect(await its.sweep()).toBe(0);
    expect((await stat(file.path)).mtimeMs).toBeGreaterThan(Date.now() - lease);
    await commit(await storing, its);
    expect(await stored()).toHaveLength(1);
  });

  it('is announced before the first byte', async () => {
    const { slowStore, go, begun } = slow();
    const storing = slowStore.put(await newFile(uploads, 10));
    await begun;
    expect(await rows()).toHaveLength(1);
    go();
    expect((await rows())[0]?._id).toBe(await storing);
  });

  it('that fails leaves nothing', async () => {
    const before = await rows();
    await expect(fileStore.put({ path: path.join(uploads, 'not there'), size: 1 })).rejects.toThrow('cannot be used');
    await expect(fileStore.copy(randomUUID())).rejects.toThrow('has no file');
    expect(await stored()).toEqual([]);
    expect(await rows()).toEqual(before);
  });
});

describe('a storage that fails', () => {
  it('keeps released files for a later removal', async () => {
    let broken = true;
    const remove = (key: string): Promise<void> => (broken ? Promise.reject(new Error('broken')) : storage.remove(key));
    const its = createFileStore({ store, storage: { ...storage, remove }, clock, log: testLog });
    const key = await its.put(await newFile(uploads, 10));
    await its.purge([key]);
    expect(await rows()).toMatchObject([{ _id: key, taken: true }]);
    await expect(commit(key, its)).rejects.toMatchObject({ code: 'service_unavailable' });
    now += LEASE_MS;
    expect(await its.sweep()).toBe(0);
    broken = false;
    expect(await its.sweep()).toBe(0);
    now += LEASE_MS;
    expect(await its.sweep()).toBe(1);
    expect(await stored()).toEqual([]);
  });

  it('with one file is swept of the others; after several failures the sweep stops', async () => {
    const broken = new Set<string>();
    let tries = 0;
    const remove = (key: string): Promise<void> => {
      tries++;
      return broken.has(key) ? Promise.reject(new Error('broken')) : storage.remove(key);
    };
    const its = createFileStore({ store, storage: { ...storage, remove }, clock, log: testLog });
    for (let n = 0; n < 30; n++) {
      const key = await its.put(await newFile(uploads, 10));
      if (n === 0) broken.add(key);
      now += 1;
    }
    now += LEASE_MS;
    expect(await its.sweep()).toBe(29);
    expect(await rows()).toMatchObject([{ _id: [...broken][0], taken: true }]);
    tries = 0;
    for (let n = 0; n < 29; n++) broken.add(await its.put(await newFile(uploads, 10)));
    now += 2 * LEASE_MS;
    expect(await its.sweep()).toBe(0);
    expect(tries).toBe(20);
  });
});

describe('the folder of uploads', () => {
  it('removes uploads without writes for a long time', async () => {
    const [old, young] = ['old.part', 'young.part'].map((name) => path.join(uploads, name));
    await writeFile(old ?? '', 'x');
    await writeFile(young ?? '', 'x');
    await utimes(old ?? '', new Date(now - 1), new Date(now - 1));
    await utimes(young ?? '', new Date(now), new Date(now));
    expect(await sweepUploads(uploads, now)).toBe(1);
    expect(await filesBelow(uploads)).toEqual([young]);
  });

  it('keeps a file that is in use, for any time', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const content = Readable.from([Buffer.from('wombat')]);
      const upload = {
        open: () => content,
        mediaType: undefined,
        length: undefined,
        base64: false,
        hasLeft: () => false,
      };
      const receiving = { folder: uploads, limit: 100, idle: 60_000 };
      const left = await receiveFile(upload, receiving, async ({ path: file }) => {
        await utimes(file, new Date(0), new Date(0));
        vi.advanceTimersByTime(LEASE_MS / 2);
        await vi.waitFor(async () => expect((await stat(file)).mtimeMs).toBeGreaterThan(Date.now() - LEASE_MS));
        expect(await sweepUploads(uploads, Date.now() - LEASE_MS)).toBe(0);
        return filesBelow(uploads);
      });
      expect(left).toHaveLength(1);
      expect(await filesBelow(uploads)).toEqual([]);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('may be missing', async () => {
    expect(await sweepUploads(path.join(uploads, 'none'), now)).toBe(0);
  });
});

describe('remains of uploads', () => {
  it('are removed again and again, from the store in one process and from the folder in each', async () => {
    const services = { store, fileStore, clock, uploadFolder: uploads };
    const removal = unusedFileRemoval(services, testLog);
    for (let round = 0; round < 2; round++) {
      await put();
      const left = path.join(uploads, 'left.part');
      await writeFile(left, 'x');
      await utimes(left, new Date(now), new Date(now));
      now += 2 * LEASE_MS;
      await removal.run(new AbortController().signal);
      expect(await stored()).toEqual([]);
      expect(await filesBelow(uploads)).toEqual([left]);
      await sweepOwnUploads(services, testLog);
      expect(await filesBelow(uploads)).toEqual([]);
    }
  });
});
