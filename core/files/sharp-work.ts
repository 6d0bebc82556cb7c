// Work on pictures: sharp, loaded at first use and set up once for the whole process, and turns, so that pictures never take
// more of the processor than other requests can spare.
import pLimit, { type LimitFunction } from 'p-limit';
import type { default as sharpModule } from 'sharp';

/** What the work is for. Each has its own queue, so that neither waits behind many of the other. */
export type PictureTask = 'upload' | 'thumbnail';

/** Pieces of work that wait for their turn, for each task. */
export const MAX_PICTURES_WAITING = 40;

/** Seconds that one step of work (a decode with what is made of it) may take. */
export const PICTURE_SECONDS = 20;

export type Sharp = typeof sharpModule;

let loaded: Promise<Sharp> | undefined;

async function load(): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  // One thread for each picture; nothing is kept after use, neither memory nor open files.
  sharp.concurrency(1);
  sharp.cache(false);
  // What programs such as ImageMagick would read has no business here, nor has SVG, which is never drawn: it may refer to files
  // of the server. Not all builds have all of these.
  sharp.block({
    operation: ['VipsForeignLoadMagick', 'VipsForeignLoadPdf', 'VipsForeignLoadOpenslide', 'VipsForeignLoadSvg'],
  });
  return sharp;
}

/** sharp, set up. */
const loadSharp = (): Promise<Sharp> => (loaded ??= load());

/** One picture at a time. At most one of each task stands in this queue, so that they take turns. */
const turns = pLimit(1);
const queues: Readonly<Record<PictureTask, LimitFunction>> = { upload: pLimit(1), thumbnail: pLimit(1) };

/** Runs work on a picture when its turn has come. @returns what the work gives */
export const pictureWork = <T>(task: PictureTask, work: (sharp: Sharp) => Promise<T>): Promise<T> =>
  queues[task](() => turns(async () => work(await loadSharp())));

/** Pieces of work of a task that have not begun. */
export const picturesWaiting = (task: PictureTask): number => queues[task].pendingCount;

/** The queue is full; the request is to be retried later. */
export const areManyWaiting = (task: PictureTask): boolean => picturesWaiting(task) >= MAX_PICTURES_WAITING;
