// Work on pictures: sharp, loaded at first use and set up once for the whole process, and turns, so that pictures never take
// more of the processor than other requests can spare.
import type { default as sharpModule } from 'sharp';
import { ApiError } from '../errors.ts';
import { createPictureTurns, type PictureQueue } from './picture-turns.ts';

/** Uploads that may wait for their turn; each has a file on the disk. */
const MAX_UPLOADS = 20;

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

const turns = createPictureTurns();

/** Runs work on a picture when its turn has come. @returns what the work gives */
const workFor = <T>(queue: PictureQueue, work: (sharp: Sharp) => Promise<T>): Promise<T> =>
  turns.run(queue, async () => work(await loadSharp()));

/** For thumbnails. */
export const pictureWork = <T>(work: (sharp: Sharp) => Promise<T>): Promise<T> => workFor('thumbnails', work);

/** Looks at a picture that comes in. @throws ApiError service_unavailable when too many wait for it */
export async function uploadWork<T>(work: (sharp: Sharp) => Promise<T>): Promise<T> {
  if (turns.waiting('uploads') >= MAX_UPLOADS) {
    throw new ApiError('service_unavailable', 'Too many pictures come in just now; try again.', {
      'Retry-After': '10',
    });
  }
  return workFor('uploads', work);
}

/** Thumbnails that wait for their turn. */
export const thumbnailsWaiting = (): number => turns.waiting('thumbnails');
