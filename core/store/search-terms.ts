// Words and quoted phrases of a search text (D7).
import { ApiError } from '../errors.ts';

const MAX_TERMS = 20;

interface Term {
  text: string;
  /** One plain word; a phrase needs its quotes. */
  word: boolean;
}

/**
 * Search text for `$text`: every word and phrase must match. Terms are quoted, since unquoted ones are alternatives; a
 * single plain word needs no quotes and is found without reading the text again.
 * @throws ApiError `invalid_filter`
 */
export function textSearch(text: string): string {
  const terms = parseTerms(text);
  const [first] = terms;
  return terms.length === 1 && first?.word ? first.text : terms.map((term) => `"${term.text}"`).join(' ');
}

/**
 * Words of at least two characters and quoted phrases, in the order given.
 * @throws ApiError `invalid_filter` when none is usable or there are too many
 */
export const searchTerms = (text: string): string[] => parseTerms(text).map((term) => term.text);

function parseTerms(text: string): Term[] {
  const terms: Term[] = [];
  for (const [, phrase, word] of text.matchAll(/"([^"]*)"|([^"\s]+)/gu)) {
    if (phrase !== undefined) {
      const trimmed = phrase.trim().replace(/\s+/gu, ' ');
      if (/[\p{L}\p{N}]/u.test(trimmed)) terms.push({ text: trimmed, word: false });
    } else {
      for (const part of (word ?? '').split(/[^\p{L}\p{N}\p{M}]+/u))
        if ([...part].length > 1) terms.push({ text: part, word: true });
    }
  }
  if (terms.length === 0 || terms.length > MAX_TERMS) {
    const detail =
      terms.length === 0
        ? 'The search text has no word of two or more characters.'
        : `The search text has more than ${MAX_TERMS} words.`;
    throw new ApiError('invalid_filter', { detail, source: { parameter: 'filter[query]' } });
  }
  return terms;
}
