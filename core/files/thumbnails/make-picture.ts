// A thumbnail from a picture on the disk, with sharp: rotated by EXIF, in sRGB, without metadata.
import { PICTURE_SECONDS, type Sharp } from '../media/sharp-work.ts';
import { planPicture, type Size } from './picture-plan.ts';
import type { Format, ThumbnailOptions } from './thumbnail-options.ts';
import { asError } from '../../values.ts';

/** The picture cannot be converted. */
export class UnusablePicture extends Error {
  /** @param always true when no options can give a thumbnail */
  constructor(
    message: string,
    readonly always: boolean,
  ) {
    super(message);
    this.name = 'UnusablePicture';
  }
}

export interface MadePicture extends Size {
  mime_type: string;
  /** Bytes. */
  file_size: number;
}

/** Source formats by their names in sharp, with the default format of their thumbnails. */
const FORMAT_OF_SOURCE: Readonly<Record<string, Format>> = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  // Its first picture.
  gif: 'gif',
  heif: 'jpg',
  tiff: 'png',
};

const MIME_TYPES: Readonly<Record<Format, string>> = {
  jpg: 'image/jpeg',
  pjpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
};

/** Extension of a thumbnail's name. */
export const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
};

type Pipeline = ReturnType<Sharp>;

const isJpeg = (format: Format): boolean => format === 'jpg' || format === 'pjpg';

function encoded(image: Pipeline, format: Format, q: number | undefined): Pipeline {
  switch (format) {
    case 'jpg':
    case 'pjpg':
      return image.jpeg({ quality: q ?? 85, progressive: format === 'pjpg' });
    case 'png':
      return image.png();
    case 'gif':
      return image.gif();
    case 'webp':
      return image.webp({ quality: q ?? 80 });
    case 'avif':
      // More effort takes many times as long and saves little.
      return image.avif({ quality: q ?? 55, effort: 2 });
  }
}

function unusable(error: unknown): UnusablePicture {
  const { message } = asError(error);
  if (/exceeds pixel limit/i.test(message)) return new UnusablePicture('The picture has too many pixels.', true);
  if (/timeout/i.test(message)) return new UnusablePicture('The picture takes too long.', false);
  return new UnusablePicture('The picture cannot be read.', true);
}

/** Errors of this machine, which do not depend on the picture. */
const isOfMachine = (error: unknown): boolean => /no space left|ENOSPC|EMFILE|ENOMEM/i.test(asError(error).message);

async function orUnusable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isOfMachine(error) ? error : unusable(error);
  }
}

/**
 * Writes a thumbnail of the picture `source` to `target`, both paths of files.
 * @param maxPixels of the source
 * @throws UnusablePicture
 */
export async function makePicture(
  sharp: Sharp,
  { source, target }: { source: string; target: string },
  options: ThumbnailOptions,
  maxPixels: number,
): Promise<MadePicture> {
  const input = { limitInputPixels: maxPixels, failOn: 'error' } as const;
  const { format: sourceFormat, ...found } = await orUnusable(sharp(source, input).metadata());
  const ownFormat = FORMAT_OF_SOURCE[sourceFormat];
  if (!ownFormat) throw new UnusablePicture('Thumbnails cannot be made of pictures of this format.', true);
  const format = options.fm ?? ownFormat;
  let image = sharp(source, input);
  let size: Size = { width: found.width, height: found.height };
  if (options.or === 'auto') {
    image = image.autoOrient();
    size = found.autoOrient;
  } else if (options.or !== '0') {
    // sharp rotates clockwise.
    image = image.rotate(360 - Number(options.or));
    if (options.or !== '180') size = { width: size.height, height: size.width };
  }
  const plan = planPicture(size, options);
  if (!plan) throw new UnusablePicture('The part to crop lies outside of the picture.', false);
  const { region, margins, width, height } = plan;
  const isWhole = region.width === size.width && region.height === size.height;
  if (!isWhole) image = image.extract(region);
  image = image.resize({ width, height, fit: 'fill' });
  if (margins)
    image = image.extend({ ...margins, background: { r: 255, g: 255, b: 255, alpha: isJpeg(format) ? 1 : 0 } });
  if (options.blur) image = image.blur(Math.max(0.3, options.blur / 2));
  if (isJpeg(format)) image = image.flatten({ background: '#ffffff' });
  const { size: fileSize, ...made } = await orUnusable(
    encoded(image.timeout({ seconds: PICTURE_SECONDS }), format, options.q).toFile(target),
  );
  return { mime_type: MIME_TYPES[format], width: made.width, height: made.height, file_size: fileSize };
}
