// EXIF metadata of a picture, as a flat object that is safe to store and to show: camera settings and credits, never the place,
// nor names or serial numbers of a person's device.
import type { Exif } from 'exif-reader';
import { isReadableExif } from './exif-bounds.ts';

type Field = string | number | boolean | number[];

/** In order of priority, since the size is limited. */
const SHOWN: readonly string[] = (
  'Artist Copyright Make Model LensMake LensModel Orientation DateTimeOriginal DateTimeDigitized ' +
  'DateTime OffsetTimeOriginal ExposureTime FNumber ISOSpeedRatings FocalLength FocalLengthIn35mmFilm ' +
  'ExposureProgram ExposureMode ExposureBiasValue MeteringMode Flash WhiteBalance LightSource ' +
  'DigitalZoomRatio SceneCaptureType ColorSpace PixelXDimension PixelYDimension XResolution YResolution ' +
  'ResolutionUnit Software'
).split(' ');

const MAX_TEXT = 500;
const MAX_NUMBERS = 16;
/** As JSON. */
const MAX_BYTES = 4_096;

const CONTROL = /[\u0000-\u001f\u007f-\u009f]+/g;

function fieldOf(value: unknown): Field | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'string')
    return value.toWellFormed().replaceAll(CONTROL, ' ').trim().slice(0, MAX_TEXT) || undefined;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_NUMBERS) return undefined;
  return value.every((item): item is number => Number.isFinite(item)) ? [...value] : undefined;
}

/** Fields of the picture (`Image`) and of the exposure (`Photo`), by their names; null for none or for too many. */
export async function exifFields(exif: Buffer): Promise<Record<string, unknown> | null> {
  if (!isReadableExif(exif)) return null;
  const { default: readExif } = await import('exif-reader');
  let found: Exif;
  try {
    found = readExif(exif);
  } catch {
    // Errors do not affect the picture.
    return null;
  }
  const all: Record<string, unknown> = { ...found.Image, ...found.Photo };
  const fields: Record<string, Field> = {};
  for (const name of SHOWN) {
    const field = fieldOf(all[name]);
    if (field === undefined) continue;
    if (Buffer.byteLength(JSON.stringify({ ...fields, [name]: field })) <= MAX_BYTES) fields[name] = field;
  }
  return Object.keys(fields).length > 0 ? fields : null;
}
