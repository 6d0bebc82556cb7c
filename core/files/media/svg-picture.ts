// SVG pictures: checked as text and never rendered on upload, so their references are not fetched.
import { ApiError } from '../../errors.ts';
import { decodeText, type Sample } from '../sample.ts';
import { atContentType } from './media-names.ts';

interface Size {
  width: number | null;
  height: number | null;
}

const unreadable = (detail: string): ApiError => new ApiError('unreadable_file', detail);

/** Allowed before the root: declarations, comments, a document type without internal definitions. */
const BEFORE_ROOT = /^\uFEFF?(?:\s+|<\?[^>]*\?>|<!--(?:(?!-->)[^])*-->|<!DOCTYPE\s+(?:[\w-]+:)?svg\b[^[>]*>)*/i;

const ROOT = /^<(?:[\w-]+:)?svg(?=[\s/>])(?:[^"'>]|"[^"]*"|'[^']*')*>/;

/** Pixels of each unit, by CSS. */
const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
};

const MAX_SIDE = 1_000_000;

function whole(pixels: number): number | null {
  const rounded = Math.round(pixels);
  return rounded >= 1 && rounded <= MAX_SIDE ? rounded : null;
}

function attribute(root: string, name: string): string | undefined {
  const [, double, single] = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(root) ?? [];
  return (double ?? single)?.trim();
}

function lengthOf(text: string | undefined): number | null {
  const [, digits, unit] = /^\+?(\d{1,9}(?:\.\d{1,9})?)([a-z]{0,2})$/.exec(text ?? '') ?? [];
  const factor = unit !== undefined && Object.hasOwn(UNITS, unit) ? UNITS[unit] : undefined;
  return factor === undefined ? null : whole(Number(digits) * factor);
}

function sizeOf(root: string): Size {
  const [width, height] = [lengthOf(attribute(root, 'width')), lengthOf(attribute(root, 'height'))];
  if (width !== null && height !== null) return { width, height };
  const box = (attribute(root, 'viewBox') ?? '').split(/[\s,]+/).map(Number);
  const [, , across = Number.NaN, down = Number.NaN] = box;
  if (width !== null) return { width, height: whole((width * down) / across) };
  if (height !== null) return { width: whole((height * across) / down), height };
  return { width: whole(across), height: whole(down) };
}

/**
 * Size in pixels by width, height and viewBox of the root.
 * @throws ApiError file_type_mismatch when it is no SVG, unreadable_file
 */
export function readSvg(sample: Sample): Size {
  const text = decodeText(sample);
  const before = text === undefined ? undefined : BEFORE_ROOT.exec(text)?.[0];
  const rest = text === undefined ? '' : text.slice(before?.length ?? 0);
  if (/^<!DOCTYPE\s+(?:[\w-]+:)?svg\b[^>]*\[/i.test(rest))
    throw unreadable('An SVG with definitions in its document type is not accepted.');
  const root = ROOT.exec(rest)?.[0];
  if (root === undefined) {
    const detail = 'It is declared as image/svg+xml, but the content is not an SVG document.';
    throw new ApiError('file_type_mismatch', atContentType(detail));
  }
  // NUL bytes are those of UTF-16.
  const end = sample.tail.toString('latin1').replaceAll('\0', '');
  if (!root.endsWith('/>') && !/<\/(?:[\w-]+:)?svg\s*>/.test(end)) throw unreadable('The SVG document ends too early.');
  return sizeOf(root);
}
