// Raster pictures: decoded once on upload, so that broken, truncated and oversized ones are found before they are stored.
import type { Metadata, Sharp as Picture, SharpOptions } from 'sharp';
import { ApiError } from '../../errors.ts';
import { exifFields } from './exif-fields.ts';
import type { Sample } from '../sample.ts';
import { isQueueFull, PICTURE_SECONDS, pictureWork, type Sharp } from './sharp-work.ts';

/** Types that can be decoded here; others are stored unchanged. */
const DECODED: ReadonlySet<string> = new Set(
  'image/jpeg image/png image/apng image/gif image/webp image/tiff image/avif'.split(' '),
);

/** Types whose pages are the frames of one picture. Pages of other types have different sizes, and the first one counts. */
const ANIMATED: ReadonlySet<string> = new Set(['image/gif', 'image/webp']);

const MAX_FRAMES = 2_000;

/**
 * Pixels of 8 bits per colour in pictures that are decoded as a whole, for some 256 MB of memory. Measured: AVIF needs 18 bytes
 * per pixel, WebP 8, progressive JPEG and interlaced PNG up to 8; line-by-line decoders need almost none.
 */
const MAX_WHOLE = 32_000_000;
const MAX_AVIF = 14_000_000;

const unreadable = (detail: string): ApiError => new ApiError('unreadable_file', detail);

/** Without messages of the library, which contain paths of the server. */
function refusal(error: unknown, maxPixels: number): ApiError {
  if (error instanceof ApiError) return error;
  const message = error instanceof Error ? error.message : '';
  if (/pixel limit/i.test(message)) return unreadable(`The picture has more than ${maxPixels} pixels.`);
  if (/timeout/i.test(message)) return unreadable(`The picture takes longer than ${PICTURE_SECONDS} s to read.`);
  return unreadable('The picture is corrupt or truncated.');
}

/** The library reports missing frames at the end as a shorter animation. */
function assertGifEnds({ tail }: Sample): void {
  const last = tail.findLast((byte) => byte !== 0);
  if (last !== 0x3b) throw unreadable('The picture is truncated.');
}

interface Reading {
  open: (options?: SharpOptions) => Picture;
  mimeType: string;
  maxPixels: number;
}

/** Maximum of pixels in memory; undefined for formats that are decoded line by line. */
function wholeLimit({ format, isProgressive, depth }: Metadata): number | undefined {
  const isWhole = isProgressive || format === 'webp' || format === 'heif' || format === 'gif';
  if (!isWhole) return undefined;
  return (format === 'heif' ? MAX_AVIF : MAX_WHOLE) / (depth === 'uchar' ? 1 : 2);
}

function assertMemory({ maxPixels }: Reading, first: Metadata): void {
  const limit = wholeLimit(first);
  if (limit === undefined || limit >= maxPixels) return;
  const frame = first.width * (first.pageHeight ?? first.height);
  // A GIF is decoded frame by frame.
  const atOnce = first.format === 'webp' ? frame * (first.pages ?? 1) : frame;
  if (atOnce <= limit) return;
  throw unreadable(`The picture has more than ${limit} pixels, and has a format that cannot be read line by line.`);
}

function assertFrames({ mimeType, maxPixels }: Reading, first: Metadata): void {
  const frames = first.pages ?? 1;
  if (!ANIMATED.has(mimeType)) return;
  if (frames > MAX_FRAMES) throw unreadable(`The picture has more than ${MAX_FRAMES} frames.`);
  if (first.width * (first.pageHeight ?? first.height) * frames > maxPixels) {
    throw unreadable(`The frames of the picture have more than ${maxPixels} pixels.`);
  }
}

async function decode(reading: Reading): Promise<Metadata> {
  const { open, mimeType } = reading;
  const metadata = await open().metadata();
  assertFrames(reading, metadata);
  assertMemory(reading, metadata);
  // All pixels are read, but never held together where the format allows it.
  await open({ animated: ANIMATED.has(mimeType) })
    .timeout({ seconds: PICTURE_SECONDS })
    .resize(8, 8, { fit: 'fill', fastShrinkOnLoad: false })
    .raw()
    .toBuffer();
  return metadata;
}

/**
 * @param maxPixels of the picture, all frames together
 * @returns its size in pixels after rotation, and its metadata; null where unknown
 * @throws ApiError unreadable_file; service_unavailable when the queue is full
 */
export async function readPicture(
  file: string,
  { mimeType, sample, maxPixels }: { mimeType: string; sample: Sample; maxPixels: number },
) {
  if (!DECODED.has(mimeType)) return { width: null, height: null, file_metadata: null };
  if (mimeType === 'image/gif') assertGifEnds(sample);
  if (isQueueFull('upload')) {
    throw new ApiError('service_unavailable', 'Too many pictures are being processed; try again.', {
      'Retry-After': '5',
    });
  }
  try {
    const metadata = await pictureWork('upload', (sharp: Sharp) => {
      const fixed = { failOn: 'error', sequentialRead: true, limitInputPixels: maxPixels } as const;
      return decode({ open: (options) => sharp(file, { ...fixed, ...options }), mimeType, maxPixels });
    });
    const { width, height } = metadata.autoOrient;
    const file_metadata = metadata.exif ? await exifFields(metadata.exif) : null;
    return { width, height, file_metadata };
  } catch (error) {
    throw refusal(error, maxPixels);
  }
}
