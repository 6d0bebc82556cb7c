// File names: stored and shown unchanged, and never used as paths.
import { invalidParameter } from '../errors.ts';

const MAX_LENGTH = 255;

/** Marks that reorder the text around them, and so disguise a name. */
const REORDERING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** Invisible characters that change a name; not the joiners (U+200C, U+200D), which scripts and emoji need. */
const UNSEEN = /[\u200b\ufeff]/;

const NONCHARACTER = /\p{Noncharacter_Code_Point}/u;

const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** @returns the name in its composed form (NFC) @throws ApiError bad_request */
export function checkFileName(given: string): string {
  const name = given.normalize('NFC');
  const fault = faultOf(name);
  if (fault) throw invalidParameter('file_name', `The file name ${fault}.`);
  return name;
}

function faultOf(name: string): string | undefined {
  if (name.trim() === '') return 'is empty';
  if ([...name].length > MAX_LENGTH) return `is longer than ${MAX_LENGTH} characters`;
  if (!name.isWellFormed()) return 'has an unpaired surrogate';
  if (CONTROL.test(name)) return 'has a control character';
  if (NONCHARACTER.test(name)) return 'has a code point that is not a character';
  if (UNSEEN.test(name)) return 'has an invisible character';
  if (REORDERING.test(name)) return 'has a mark that reorders text';
  if (/[/\\]/.test(name) || name === '.' || name === '..') return 'is a path';
  return undefined;
}
