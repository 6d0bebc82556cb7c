// Concurrent requests for thumbnails, while their pictures are removed and replaced (D33).
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ThumbnailEntry } from '../../../core/files/thumbnails/read-thumbnails.ts';
import { createThumbnailMaker, MAX_PER_STREAM } from '../../../core/files/thumbnails/thumbnail-maker.ts';
import { readOptions, type ThumbnailOptions } from '../../../core/files/thumbnails/thumbnail-options.ts';
import { removeStreams } from '../../../core/files/streams/remove-streams.ts';
import { writeScope } from '../../../core/resources/write-rows.ts';
import type { StreamRow } from '../../../core/store/store.ts';
import { configure } from '../../support/writes/configuration.ts';
import { addMedia, picture, type UploadedMedia } from '../../support/files/pictures.ts';
import { openTestService, type TestService } from '../../support/service.ts';

let test: TestService;
let folder: string;
beforeAll(async () => {
  // Only this test has running work there.
  folder = await mkdtemp(path.join(os.tmpdir(), 'thumbnails-'));
  test = await openTestService({ env: { DATA_DIR: folder } });
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});
afterEach(async () => {
  const { uploadFolder } = test.service.services.files;
  expect(await readdir(uploadFolder)).toEqual([]);
});

const files = () => test.service.services.files;
const streamOf = async ({ streamId }: UploadedMedia): Promise<StreamRow> =>
  (await files().store.streams.findOne({ _id: streamId })) as StreamRow;
const rowsOf = ({ streamId }: UploadedMedia) => files().store.thumbnails.find({ stream_id: streamId }).toArray();
const wantedOf = (input: Record<string, unknown>, isPreset = true) => ({
  options: (readOptions(input) as { options: ThumbnailOptions }).options,
  isPreset,
});

/** Counts the files that the storage writes and reads while `work` runs. */
async function countStorage(work: () => Promise<unknown>): Promise<{ kept: number; read: number; removed: number }> {
  const { storage } = files().fileStore;
  const { put, read, remove } = storage;
  const count = { kept: 0, read: 0, removed: 0 };
  storage.put = (...args) => (count.kept++, put.apply(storage, args));
  storage.read = (...args) => (count.read++, read.apply(storage, args));
  storage.remove = (...args) => (count.removed++, remove.apply(storage, args));
  try {
    await work();
  } finally {
    Object.assign(storage, { put, read, remove });
  }
  return count;
}

const requestEntry = async ({ objectId }: UploadedMedia, query = ''): Promise<ThumbnailEntry> => {
  const response = await test.anonymous.get(`/media/thumbs/${objectId}${query}`);
  expect(response.status, response.text).toBe(200);
  return (response.body as { meta: { thumbnails: [ThumbnailEntry] } }).meta.thumbnails[0];
};

describe('a thumbnail', () => {
  it('is made once for ten concurrent clients', async () => {
    const media = await addMedia(test, await picture());
    let entries: ThumbnailEntry[] = [];
    const count = await countStorage(async () => {
      entries = await Promise.all(Array.from({ length: 10 }, () => requestEntry(media)));
    });
    expect(count).toEqual({ kept: 1, read: 1, removed: 0 });
    expect(new Set(entries.map(({ url }) => url)).size).toBe(1);
    expect(await rowsOf(media)).toHaveLength(1);
    expect(await countStorage(() => requestEntry(media))).toEqual({ kept: 0, read: 0, removed: 0 });
  });

  it('has one row when several processes make it, and the others release their files', async () => {
    const media = await addMedia(test, await picture());
    const { store, fileStore, clock, limits, uploadFolder } = files();
    const stream = await streamOf(media);
    const makers = Array.from({ length: 4 }, () =>
      createThumbnailMaker({ store, fileStore, clock, limits, uploadFolder }),
    );
    // All of them check whether it exists before one has made it.
    const { storage } = fileStore;
    const { put } = storage;
    let waiting = 0;
    let open = (): void => undefined;
    const all = new Promise<void>((resolve) => (open = resolve));
    storage.put = async (...args) => {
      if (++waiting === makers.length) open();
      await all;
      return put.apply(storage, args);
    };
    // The queue slot ends before a file is stored, so that they conflict at that point.
    const made = await Promise.all(makers.map((maker) => maker.thumbnailOf(stream, wantedOf({ w: 33 }))));
    storage.put = put;
    expect(new Set(made.map((each) => ('row' in each ? each.row.file_key : ''))).size).toBe(1);
    expect(await rowsOf(media)).toHaveLength(1);
    expect(await store.unclaimedFiles.countDocuments()).toBe(0);
  });

  it('is removed when its stream was removed in the meantime', async () => {
    const media = await addMedia(test, await picture());
    const { fileStore, store } = files();
    const { put } = fileStore.storage;
    let stored: string[] = [];
    fileStore.storage.put = async (key, file) => {
      stored.push(key);
      await put.call(fileStore.storage, key, file);
      fileStore.storage.put = put;
      await removeAll(media);
    };
    expect(await requestEntry(media)).toMatchObject({ ready: false });
    expect(await rowsOf(media)).toEqual([]);
    expect(stored).toHaveLength(1);
    await expect(fileStore.storage.read(stored[0] ?? '')).rejects.toThrow('has no file');
    expect(await store.unclaimedFiles.countDocuments()).toBe(0);
  });

  it('is removed with its stream', async () => {
    const media = await addMedia(test, await picture());
    await requestEntry(media);
    const [row] = await rowsOf(media);
    await removeAll(media);
    expect(await rowsOf(media)).toEqual([]);
    await expect(files().fileStore.storage.read(row?.file_key ?? '')).rejects.toThrow('has no file');
  });

  it('is made again for a new file', async () => {
    const media = await addMedia(test, await picture());
    const first = await requestEntry(media);
    const other = await addMedia(test, await picture({ width: 10, height: 10 }));
    const { file_key } = await streamOf(other);
    await files().store.streams.updateOne({ _id: media.streamId }, { $set: { file_key } });
    expect((await requestEntry(media)).url).not.toBe(first.url);
  });

  it('is retried after a failure of the storage', async () => {
    const media = await addMedia(test, await picture());
    const { storage } = files().fileStore;
    const { read } = storage;
    storage.read = () => Promise.reject(new Error('no storage'));
    await expect(files().thumbnails.thumbnailOf(await streamOf(media), wantedOf({}))).rejects.toThrow('no storage');
    storage.read = read;
    expect(await requestEntry(media)).toMatchObject({ ready: true });
  });
});

async function removeAll({ streamId }: UploadedMedia): Promise<void> {
  const { store, fileStore, clock } = files();
  let keys: string[] = [];
  await store.transaction(async (transaction) => {
    const rows = await store.streams.find({ _id: streamId }, { session: transaction }).toArray();
    const context = { caller: { userId: 1, applicationId: null, roles: new Set<number>(), isAdmin: true } };
    keys = await removeStreams({ store, fileStore }, rows, writeScope({ clock }, context as never, transaction));
  });
  await fileStore.purge(keys);
}

describe('limits', () => {
  it('of thumbnails with free options, so that they cannot fill the storage; presets are always made', async () => {
    const media = await addMedia(test, await picture());
    const { store } = files();
    const { file_key } = await streamOf(media);
    const row = {
      stream_id: media.streamId,
      made_of: file_key,
      file_key: 'x',
      mime_type: 'image/png',
      width: 1,
      height: 1,
      file_size: 1,
      created: new Date(),
    };
    await store.thumbnails.insertMany(
      Array.from({ length: MAX_PER_STREAM - 1 }, (_, at) => ({ ...row, _id: `${media.streamId}-${at}` })),
    );
    await configure(test, 'Thumbnails.allowAny', 'true');
    const entries = await Promise.all([11, 12, 13].map((w) => requestEntry(media, `?options[w]=${w}`)));
    await configure(test, 'Thumbnails.allowAny', null);
    expect(entries.filter(({ ready }) => ready)).toHaveLength(1);
    expect(entries.filter(({ acceptable }) => acceptable === false)).toHaveLength(2);
    expect(await requestEntry(media)).toMatchObject({ ready: true });
    expect(await store.unclaimedFiles.countDocuments()).toBe(0);
  });

  it('of waiting pictures: further ones get Retry-After', async () => {
    const media = await addMedia(test, await picture());
    const stream = await streamOf(media);
    const { storage } = files().fileStore;
    const { read } = storage;
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    storage.read = async (...args) => {
      await gate;
      return read.apply(storage, args);
    };
    const pending = Array.from({ length: 60 }, (_, at) =>
      files().thumbnails.thumbnailOf(stream, wantedOf({ w: at + 1 })),
    );
    await sleep(300);
    const late = await files().thumbnails.thumbnailOf(stream, wantedOf({ w: 500 }));
    expect(late).toHaveProperty('later');
    open();
    storage.read = read;
    const made = await Promise.all(pending);
    expect(made.filter((each) => 'row' in each).length).toBeGreaterThanOrEqual(40);
    expect(made.filter((each) => 'later' in each).length).toBeGreaterThan(0);
    expect(await files().thumbnails.thumbnailOf(stream, wantedOf({ w: 500 }))).toHaveProperty('row');
  });

  it('of pixels: a picture stored under a larger limit is not decoded', async () => {
    const wide = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#123456' } })
      .png()
      .toBuffer();
    const media = await addMedia(test, wide);
    const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
      const started = performance.now();
      await work();
      return performance.now() - started;
    };
    const refused = async () =>
      expect(await requestEntry(media)).toMatchObject({
        ready: false,
        acceptable: false,
        message: 'The picture has too many pixels.',
      });
    await refused();
    expect(await timeOf(refused)).toBeLessThan(await timeOf(() => sharp(wide).resize(500).toBuffer()));
  });
});

describe('other requests', () => {
  it('are served while a large picture is scaled down', async () => {
    const large = await sharp({ create: { width: 7000, height: 7000, channels: 3, background: '#204060' } })
      .jpeg({ progressive: true })
      .toBuffer();
    const media = await addMedia(test, large, { mimeType: 'image/jpeg' });
    let isMade = false;
    const making = requestEntry(media).then((entry) => {
      isMade = true;
      return entry;
    });
    const times: number[] = [];
    do {
      const started = performance.now();
      expect((await test.anonymous.get('/home')).status).toBe(200);
      times.push(performance.now() - started);
    } while (!isMade);
    expect(await making).toMatchObject({ ready: true });
    expect(times.length).toBeGreaterThan(3);
    expect(times.sort((a, b) => a - b)[times.length >> 1]).toBeLessThan(500);
  });
});
