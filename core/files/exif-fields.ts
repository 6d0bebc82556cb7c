// What a camera wrote into a picture, as a flat object that is safe to store and to show: never where it was taken.
import type { Exif } from 'exif-reader';
import { isReadableExif } from './exif-bounds.ts';

type Field = string | number | boolean | number[];

const MAX_FIELDS = 80;
const MAX_TEXT = 500;
const MAX_NUMBERS = 16;

/** Places of other parts of the file, and what is no fact of the picture. */
const LEFT_OUT = /^(?:GPS.*|.*Tag|.*Offset.*|.*ByteCounts|JPEG.*|MakerNote|UserComment|Padding|PrintImageMatching)$/;

const CONTROL = /[\u0000-\u001f\u007f-\u009f]+/g;

function fieldOf(value: unknown): Field | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'string')
    return value.toWellFormed().replaceAll(CONTROL, ' ').trim().slice(0, MAX_TEXT) || undefined;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_NUMBERS) return undefined;
  return value.every((item): item is number => Number.isFinite(item)) ? [...value] : undefined;
}

/** Fields of the picture itself (`Image`) and of how it was taken (`Photo`), by their names in EXIF; null for none and for what is too much. */
export async function exifFields(exif: Buffer): Promise<Record<string, unknown> | null> {
  if (!isReadableExif(exif)) return null;
  const { default: readExif } = await import('exif-reader');
  let found: Exif;
  try {
    found = readExif(exif);
  } catch {
    // A picture is no worse for it.
    return null;
  }
  const fields: Record<string, Field> = {};
  for (const [name, value] of Object.entries({ ...found.Image, ...found.Photo })) {
    if (!/^[A-Za-z]\w{0,60}$/.test(name) || LEFT_OUT.test(name)) continue;
    const field = fieldOf(value);
    if (field !== undefined && Object.keys(fields).length < MAX_FIELDS) fields[name] = field;
  }
  return Object.keys(fields).length > 0 ? fields : null;
}
