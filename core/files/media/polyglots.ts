// Files of two formats: a picture, film or sound that is also a page, a script, a PDF or an archive (D32).
import { ApiError } from '../../errors.ts';
import type { Sample } from '../sample.ts';
import { atContentType } from './media-names.ts';

const OTHERS = /<html|<script|<!doctype\s+html|<\?php|%pdf-/i;

const END_OF_ZIP = Buffer.from('PK\x05\x06', 'latin1');
const END_OF_ZIP_LENGTH = 22;

/** The end record of a ZIP archive, with values that fit its place. */
function isEndOfZip(tail: Buffer, at: number, before: number): boolean {
  if (at + END_OF_ZIP_LENGTH > tail.length) return false;
  const record = tail.subarray(at, at + END_OF_ZIP_LENGTH);
  const oneDisk = record.readUInt32LE(4) === 0 && record.readUInt16LE(8) === record.readUInt16LE(10);
  return oneDisk && record.readUInt32LE(12) <= before + at;
}

function hasZip(tail: Buffer, size: number): boolean {
  for (let at = tail.indexOf(END_OF_ZIP); at >= 0; at = tail.indexOf(END_OF_ZIP, at + 1)) {
    if (isEndOfZip(tail, at, size - tail.length)) return true;
  }
  return false;
}

/** Additions of phones, a smaller picture or a short film, are accepted. @param size in bytes @throws ApiError file_type_mismatch */
export function refusePolyglot(mimeType: string, { head, tail }: Sample, size: number): void {
  const found = OTHERS.exec(head.toString('latin1'))?.[0];
  if (found === undefined && !hasZip(tail, size)) return;
  const other = found === undefined ? 'a ZIP archive' : `"${found}"`;
  throw new ApiError('file_type_mismatch', atContentType(`The content is ${mimeType}, and contains ${other} as well.`));
}
