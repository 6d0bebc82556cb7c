// Words and quoted phrases of a search text (D7).
import { ApiError } from '../errors.ts';
import type { SearchParameter } from '../list-request.ts';
import { isUnspaced, withSpaces } from './word-segments.ts';
import type { Document, Filter } from '../store/store.ts';

const MAX_TERMS = 20;
/** Texts whose words take a quarter of the time to find. */
const IS_ASCII = /^[\0-\x7f]*$/;

/** Soft hyphens, zero-width characters and others that nobody sees are not part of a word. */
const visible = (text: string): string => text.replace(/\p{Default_Ignorable_Code_Point}+/gu, '');

/**
 * Words in lower case and without accents, separated and enclosed by single spaces; empty without a word. Search texts are
 * stored in this form and searched in it, so that ` art ` matches a word and no part of another.
 */
export function fold(text: string): string {
  const words = IS_ASCII.test(text)
    ? text.toLowerCase().match(/[a-z0-9]+/g)
    : // Composed first: words of a squared or narrow form are found as those of the letters that it stands for.
      withSpaces(visible(text).normalize('NFKC'))
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .toLowerCase()
        .replace(/\p{M}+/gu, '')
        .replaceAll('ß', 'ss')
        .match(/[\p{L}\p{N}]+/gu);
  return words ? ` ${words.join(' ')} ` : '';
}

export interface TextQuery {
  /** For `$text`. A single plain word needs no quotes, and no second check of the text. */
  search: string;
  /** Folded terms that must occur in the texts: quoted terms of `$text` also match inside words. */
  terms: readonly string[];
}

/**
 * Every word and phrase of a search text must match. Terms are quoted, since unquoted ones are alternatives.
 * @throws ApiError `invalid_filter`
 */
export function textQuery(text: string): TextQuery {
  const terms = searchTerms(text).map(fold);
  const [first = ''] = terms;
  if (terms.length === 1 && !first.trim().includes(' ')) return { search: first.trim(), terms: [] };
  return { search: terms.map((term) => `"${term.trim()}"`).join(' '), terms };
}

/**
 * Words of at least two characters, or of one where a character can be a word, and quoted phrases, in the order given.
 * @throws ApiError `invalid_filter` when none is usable or there are too many
 */
export function searchTerms(text: string, parameter: SearchParameter = 'filter[query]'): string[] {
  const terms: string[] = [];
  for (const [, phrase, word] of visible(text).matchAll(/"([^"]*)"|([^"\s]+)/gu)) {
    if (phrase !== undefined) {
      const trimmed = phrase.trim().replace(/\s+/gu, ' ');
      if (/[\p{L}\p{N}]/u.test(trimmed)) terms.push(trimmed);
    } else {
      for (const part of (word ?? '').split(/[^\p{L}\p{N}\p{M}]+/u))
        if ([...part].length > 1 || isUnspaced(part)) terms.push(part);
    }
  }
  if (terms.length > 0 && terms.length <= MAX_TERMS) return terms;
  const fault = terms.length === 0 ? 'no word of two or more characters' : `more than ${MAX_TERMS} words`;
  throw new ApiError('invalid_filter', { detail: `The search text has ${fault}.`, source: { parameter } });
}

/** Text as a pattern that matches it literally. */
export const escapeRegExp = (text: string): string =>
  text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&').replaceAll('\0', '\\x00');

/** @throws ApiError `invalid_filter` without a usable word */
export function searchCondition(text: string, fields: readonly string[]): Filter<Document> {
  return {
    $and: searchTerms(text).map((term) => ({
      $or: fields.map((field) => ({ [field]: { $regex: escapeRegExp(term), $options: 'i' } })),
    })),
  };
}
