// Texts that are compared and searched: one form for each, whatever the keyboard of their author makes (D785).
import { invalidData } from './errors.ts';

/** Letters and their accents as one character each (NFC). */
export const composed = (text: string): string => text.normalize('NFC');

/**
 * A text from a client in its stored form.
 * @param path of the attribute, for the error
 * @throws ApiError invalid_data for a NUL, at which other programs end a text
 */
export function readText(text: string, pointer: () => string): string {
  if (!text.includes('\0')) return composed(text);
  const place = pointer();
  const name = place.split('/').at(-1) ?? '';
  throw invalidData(place, `[${name}.characters]: A text has no NUL characters.`);
}
