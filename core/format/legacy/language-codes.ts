// Language codes of the legacy side: three letters (ISO 639-2/T) for the two-letter ones that are stored (D56). Pure.
import { iso6393To1 } from 'iso-639-3/iso6393-to-1.js';

const threeLetters: ReadonlyMap<string, string> = new Map(
  Object.entries(iso6393To1).map(([long, short]) => [short, long]),
);

/** `en` and `en-GB` are `eng`; text other than a two-letter code is unchanged. */
export function legacyLanguage(tag: string): string {
  const [language = tag, ...rest] = tag.split('-');
  const long = threeLetters.get(language.toLowerCase());
  return long === undefined || rest.some((part) => part === '') ? tag : long;
}

/** The stored form of a code of two or three letters; other text is unchanged. */
export const storedLanguage = (code: string): string => {
  const short = code.toLowerCase();
  return Object.hasOwn(iso6393To1, short) ? (iso6393To1[short] ?? short) : short;
};
