// The header Range (RFC 9110 14). A server may leave it alone: so is done with several ranges, with other units and with what
// is no range, and the answer is the whole file.
import type { ByteRange } from '../binary-body.ts';

const SINGLE = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i;

/** @param size of the file, bytes @returns undefined for the whole file, null when the file has no bytes there */
export function parseRange(header: string, size: number): ByteRange | null | undefined {
  const [, first = '', last = ''] = SINGLE.exec(header) ?? [];
  if (first === '' && last === '') return undefined;
  // The last so many bytes; of a shorter file, all.
  if (first === '')
    return Number(last) === 0 || size === 0 ? null : { start: Math.max(0, size - Number(last)), end: size - 1 };
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start < size ? { start, end } : null;
}
