// Makes thumbnails and stores them (D33). Concurrent requests make each thumbnail once: within a process they share the work,
// among processes the first one to write the row wins. Work is queued (core/files/media/sharp-work.ts) up to a limit; further
// requests get 503 with `Retry-After`.
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { makeFolder, OWNER_ONLY } from '../../disk/make-folder.ts';
import type { Clock } from '../../clock.ts';
import type { Store, StreamRow, ThumbnailRow } from '../../store/store.ts';
import { isDuplicateKey } from '../../store/transactions/transaction.ts';
import type { FileStore } from '../file-store.ts';
import { isQueueFull, MAX_PICTURES_WAITING, pictureWork } from '../media/sharp-work.ts';
import { FileMissing } from '../storage/file-storage.ts';
import { makePicture, UnusablePicture, type MadePicture } from './make-picture.ts';
import { thumbnailHash, type ThumbnailOptions } from './thumbnail-options.ts';
import type { WantedThumbnail } from './thumbnail-settings.ts';

/** Maximum of thumbnails of a stream with free options, to protect the storage; presets do not count. */
export const MAX_PER_STREAM = 100;

/** Time that a request waits for a thumbnail; the work continues after it. */
const PATIENCE_MS = 20_000;

/** Time limit for fetching the source. */
const FETCH_MS = 60_000;

/** Concurrent sources on the disk: one is fetched while another one is processed. */
const SOURCES_AT_ONCE = 2;

/** Pictures that cannot be converted, as this process remembers them, and for how long: the fault may be the machine's. */
const MAX_REMEMBERED = 1000;
const REMEMBERED_MS = 10 * 60_000;

/** The thumbnail, or the reason why there is none: final, or temporary. */
export type Thumbnail = { row: ThumbnailRow } | { refused: string } | { later: string };

export type ThumbnailMaker = ReturnType<typeof createThumbnailMaker>;

export interface ThumbnailMakerParts {
  store: Store;
  fileStore: FileStore;
  clock: Clock;
  /** Maximum of pixels of a picture. */
  limits: { imageMaxPixels: number };
  /** Folder for temporary files of this machine; the sweeper of uploads removes its remains. */
  uploadFolder: string;
}

const LATER = { later: 'The thumbnail is not ready yet.' };
const FULL = { refused: `There are ${MAX_PER_STREAM} thumbnails of this file already; use a preset.` };

const idOf = (stream: StreamRow, { options }: WantedThumbnail): string =>
  `${stream._id}-${thumbnailHash(stream.file_key, options)}`;

/** The stream has other bytes now, or is deleted. */
class StreamChanged extends Error {}
class TooMany extends Error {}
class SourceTooSlow extends Error {}

/** Copies the source to this machine. @throws FileMissing, SourceTooSlow */
async function fetchSource({ storage }: FileStore, stream: StreamRow, source: string): Promise<void> {
  const signal = AbortSignal.timeout(FETCH_MS);
  try {
    const content = await storage.read(stream.file_key);
    await pipeline(content, createWriteStream(source, { flags: 'wx', mode: 0o600 }), { signal });
  } catch (error) {
    throw signal.aborted ? new SourceTooSlow() : error;
  }
}

/** Writes the thumbnail to `target`, without waiting for the storage. @throws UnusablePicture, FileMissing */
async function draw(
  { fileStore, limits }: ThumbnailMakerParts,
  stream: StreamRow,
  options: ThumbnailOptions,
  target: string,
): Promise<MadePicture> {
  const source = `${target}.source.part`;
  try {
    await fetchSource(fileStore, stream, source);
    return await pictureWork('thumbnail', (sharp) =>
      makePicture(sharp, { source, target }, options, limits.imageMaxPixels),
    );
  } finally {
    await rm(source, { force: true });
  }
}

/** @throws StreamChanged, TooMany */
async function insert({ store, fileStore }: ThumbnailMakerParts, row: ThumbnailRow, isPreset: boolean): Promise<void> {
  await store.transaction(async (transaction) => {
    // Conflicts with transactions that remove the stream or change its bytes, and with others that make thumbnails of it.
    const filter = { _id: row.stream_id, file_key: row.made_of };
    const { matchedCount } = await store.streams.updateOne(filter, { $inc: { fence: 1 } }, { session: transaction });
    if (matchedCount === 0) throw new StreamChanged();
    const ofStream = { stream_id: row.stream_id };
    if (!isPreset && (await store.thumbnails.countDocuments(ofStream, { session: transaction })) >= MAX_PER_STREAM) {
      throw new TooMany();
    }
    await fileStore.commit(row.file_key, transaction);
    await store.thumbnails.insertOne(row, { session: transaction });
  });
}

/** Stores the file and writes its row. */
async function keepPicture(
  parts: ThumbnailMakerParts,
  { id, stream, isPreset }: { id: string; stream: StreamRow; isPreset: boolean },
  { path: file, ...picture }: MadePicture & { path: string },
): Promise<Thumbnail> {
  const { store, fileStore, clock } = parts;
  const file_key = await fileStore.put({ path: file, size: picture.file_size });
  const row: ThumbnailRow = {
    _id: id,
    stream_id: stream._id,
    made_of: stream.file_key,
    file_key,
    ...picture,
    created: clock.now(),
  };
  try {
    await insert(parts, row, isPreset);
    return { row };
  } catch (error) {
    await fileStore.purge([file_key]);
    if (error instanceof StreamChanged) return LATER;
    if (error instanceof TooMany) return FULL;
    const winner = isDuplicateKey(error) ? await store.thumbnails.findOne({ _id: id }) : null;
    if (!winner) throw error;
    return { row: winner };
  }
}

/** The result, or LATER after the time that a request waits. */
async function inPatience(making: Promise<Thumbnail>): Promise<Thumbnail> {
  const enough = new AbortController();
  const patience = sleep(PATIENCE_MS, LATER, { signal: enough.signal, ref: false }).catch(() => LATER);
  try {
    return await Promise.race([making, patience]);
  } finally {
    enough.abort();
  }
}

export function createThumbnailMaker(parts: ThumbnailMakerParts) {
  const { store, clock, uploadFolder } = parts;
  const underWay = new Map<string, Promise<Thumbnail>>();
  const refusals = new LRUCache<string, string>({
    max: MAX_REMEMBERED,
    ttl: REMEMBERED_MS,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  });
  const sources = pLimit(SOURCES_AT_ONCE);

  const isFull = async (stream: StreamRow): Promise<boolean> =>
    (await store.thumbnails.countDocuments({ stream_id: stream._id })) >= MAX_PER_STREAM;

  async function make(id: string, stream: StreamRow, { options, isPreset }: WantedThumbnail): Promise<Thumbnail> {
    await makeFolder(uploadFolder, OWNER_ONLY);
    const file = path.join(uploadFolder, `${randomUUID()}.part`);
    try {
      const made = await sources(async () => {
        // Another process may have made it since.
        const row = await store.thumbnails.findOne({ _id: id });
        return row ? { row } : draw(parts, stream, options, file);
      });
      return 'row' in made ? made : await keepPicture(parts, { id, stream, isPreset }, { ...made, path: file });
    } catch (error) {
      if (error instanceof FileMissing || error instanceof SourceTooSlow) return LATER;
      if (!(error instanceof UnusablePicture)) throw error;
      refusals.set(error.always ? stream.file_key : id, error.message);
      return { refused: error.message };
    } finally {
      await rm(file, { force: true });
    }
  }

  return {
    /** Existing ones, by the ids of their streams, in one read. */
    async findMade(streams: readonly StreamRow[], wanted: WantedThumbnail): Promise<Map<string, ThumbnailRow>> {
      const ids = streams.map((stream) => idOf(stream, wanted));
      const rows = ids.length === 0 ? [] : await store.thumbnails.find({ _id: { $in: ids } }).toArray();
      return new Map(rows.map((row) => [row.stream_id, row]));
    },
    /** Makes the thumbnail of a picture for which `findMade` has found none. */
    async thumbnailOf(stream: StreamRow, wanted: WantedThumbnail): Promise<Thumbnail> {
      const id = idOf(stream, wanted);
      const refused = refusals.get(stream.file_key) ?? refusals.get(id);
      if (refused !== undefined) return { refused };
      let making = underWay.get(id);
      if (!making) {
        if (!wanted.isPreset && (await isFull(stream))) return FULL;
        making = underWay.get(id);
      }
      if (!making) {
        if (underWay.size >= MAX_PICTURES_WAITING || isQueueFull('thumbnail')) return LATER;
        making = make(id, stream, wanted).finally(() => underWay.delete(id));
        underWay.set(id, making);
        // It may fail after the last request has stopped waiting.
        making.catch(() => undefined);
      }
      return inPatience(making);
    },
  };
}
