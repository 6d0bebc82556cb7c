// Options of a thumbnail, named as in Glide (D33, D563), from a query or from the configuration. Pure.
import { createHash } from 'node:crypto';

/** Maximum side of a thumbnail in pixels. */
export const MAX_SIDE = 2048;

const POSITIONS = [
  'crop',
  'crop-top-left',
  'crop-top',
  'crop-top-right',
  'crop-left',
  'crop-center',
  'crop-right',
  'crop-bottom-left',
  'crop-bottom',
  'crop-bottom-right',
] as const;

export const FITS = ['contain', 'max', 'fill', 'fill-max', 'stretch', ...POSITIONS] as const;
export const ORIENTATIONS = ['auto', '0', '90', '180', '270'] as const;
export const FORMATS = ['jpg', 'pjpg', 'png', 'gif', 'webp', 'avif'] as const;

export type Fit = (typeof FITS)[number];
export type Format = (typeof FORMATS)[number];

/** In pixels of the source. */
export interface Region {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface ThumbnailOptions {
  /** Pixels, 1 to 2048; with one of the two the other follows from the proportions. */
  w?: number;
  h?: number;
  fit: Fit;
  /** By EXIF, or in degrees, counter-clockwise, without EXIF. */
  or: (typeof ORIENTATIONS)[number];
  crop?: Region;
  /** 1 to 100. */
  blur?: number;
  /** Quality, 1 to 100. */
  q?: number;
  /** By default that of the source, or the closest one that browsers display. */
  fm?: Format;
}

/** Default size of thumbnails. */
const DEFAULT_SIZE = { w: 768, h: 576 } as const;

type Reader = (text: string) => Partial<ThumbnailOptions> | string;

const number =
  (name: 'w' | 'h' | 'blur' | 'q', [least, most]: readonly [number, number]): Reader =>
  (text) => {
    const value = /^\d{1,4}$/.test(text) ? Number(text) : NaN;
    return value >= least && value <= most ? { [name]: value } : `a whole number from ${least} to ${most}`;
  };

const word =
  (name: 'fit' | 'or' | 'fm', words: readonly string[]): Reader =>
  (text) =>
    words.includes(text) ? { [name]: text } : `one of ${words.join(', ')}`;

const readCrop: Reader = (text) => {
  const [width = 0, height = 0, left = 0, top = 0] = /^\d{1,6}(?:,\d{1,6}){3}$/.test(text)
    ? text.split(',').map(Number)
    : [];
  return width > 0 && height > 0
    ? { crop: { left, top, width, height } }
    : 'width,height,x,y in pixels, such as 100,50,0,0';
};

const READERS: Readonly<Record<string, Reader>> = {
  w: number('w', [1, MAX_SIDE]),
  h: number('h', [1, MAX_SIDE]),
  fit: word('fit', FITS),
  or: word('or', ORIENTATIONS),
  crop: readCrop,
  blur: number('blur', [0, 100]),
  q: number('q', [1, 100]),
  fm: word('fm', FORMATS),
};

const isText = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';

/** Canonical form, so that no thumbnail is made twice. */
function normalised(given: Partial<ThumbnailOptions>): ThumbnailOptions {
  const { w, h, fit = 'contain', or = 'auto', crop, blur = 0, q, fm } = given;
  const hasQuality = q !== undefined && fm !== 'png' && fm !== 'gif';
  return {
    ...(w === undefined && h === undefined ? DEFAULT_SIZE : { ...(w && { w }), ...(h && { h }) }),
    fit: fit === 'crop-center' ? 'crop' : fit,
    or,
    ...(crop && { crop }),
    ...(blur > 0 && { blur }),
    ...(hasQuality && { q }),
    ...(fm && { fm }),
  };
}

/** @param input options by name, as texts or numbers @returns a fault without an option when the value holds none */
export function readOptions(
  input: unknown,
): { options: ThumbnailOptions } | { fault: { option?: string; detail: string } } {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return { fault: { detail: `Options are ${Object.keys(READERS).join(', ')}, such as options[w]=200.` } };
  }
  let given: Partial<ThumbnailOptions> = {};
  for (const [option, value] of Object.entries(input)) {
    const read = Object.hasOwn(READERS, option) ? READERS[option] : undefined;
    const shown = option.slice(0, 100);
    if (!read) return { fault: { option: shown, detail: `There is no option "${shown}".` } };
    const result = isText(value) ? read(String(value)) : 'one value';
    if (typeof result === 'string') return { fault: { option, detail: `${option} must be ${result}.` } };
    given = { ...given, ...result };
  }
  return { options: normalised(given) };
}

/** Key of a thumbnail of some bytes with these options. @param fileKey of the bytes */
export const thumbnailHash = (fileKey: string, options: ThumbnailOptions): string =>
  createHash('sha256')
    .update(JSON.stringify([fileKey, options]))
    .digest('hex')
    .slice(0, 24);
