// Work on pictures: sharp, loaded at first use and set up once for the whole process, and turns, so that pictures never take
// more of the processor than other requests can spare.
import pLimit from 'p-limit';
import type { default as sharpModule } from 'sharp';

/** Pictures of which the work is under way at once. */
const AT_ONCE = 1;

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

const turns = pLimit(AT_ONCE);

/** Runs work on a picture when its turn has come. @returns what the work gives */
export const pictureWork = <T>(work: (sharp: Sharp) => Promise<T>): Promise<T> =>
  turns(async () => work(await loadSharp()));

/** Pieces of work that wait for their turn. */
export const picturesWaiting = (): number => turns.pendingCount;
