// Picture processing: sharp, loaded at first use and set up once for the process, and a queue, so that pictures leave processor
// time for other requests.
import pLimit, { type LimitFunction } from 'p-limit';
import type { default as sharpModule } from 'sharp';

/** The purpose of the work. Each has its own queue, so that neither waits for many jobs of the other. */
export type PictureTask = 'upload' | 'thumbnail';

/** Maximum length of each queue. */
export const MAX_PICTURES_WAITING = 40;

/** Time limit of one step (decoding and processing), seconds. */
export const PICTURE_SECONDS = 20;

export type Sharp = typeof sharpModule;

let loaded: Promise<Sharp> | undefined;

async function load(): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  // One thread for each picture; no caches of memory or open files.
  sharp.concurrency(1);
  sharp.cache(false);
  // Formats that ImageMagick and similar libraries would read are blocked, and so is SVG, which may refer to files of
  // the server. Not all builds have all of these.
  sharp.block({
    operation: ['VipsForeignLoadMagick', 'VipsForeignLoadPdf', 'VipsForeignLoadOpenslide', 'VipsForeignLoadSvg'],
  });
  return sharp;
}

/** One picture at a time. At most one job of each purpose is in this queue, so that they alternate. */
const turns = pLimit(1);
const queues: Readonly<Record<PictureTask, LimitFunction>> = { upload: pLimit(1), thumbnail: pLimit(1) };

/** Runs work on a picture when its turn has come. @returns the result of the work */
export const pictureWork = <T>(task: PictureTask, work: (sharp: Sharp) => Promise<T>): Promise<T> =>
  queues[task](() => turns(async () => work(await (loaded ??= load()))));

/** Jobs of a purpose that are waiting. */
export const picturesWaiting = (task: PictureTask): number => queues[task].pendingCount;

/** The queue is full; the client should retry later. */
export const isQueueFull = (task: PictureTask): boolean => picturesWaiting(task) >= MAX_PICTURES_WAITING;
