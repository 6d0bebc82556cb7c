// Names for an object type in the description: stable when other types come or go, and free of collisions.

/** Words for one and for many, as in a sentence. */
export interface Words {
  one: string;
  many: string;
}

export const OBJECT_WORDS: Words = { one: 'object', many: 'objects' };

/**
 * `news_items` -> `NewsItems`. An underscore that no letter follows stays, so that different names of types never
 * become the same: `a_1` -> `A_1`, `a1` -> `A1`.
 */
export const toPascal = (name: string): string =>
  name.replace(/(^|_)([a-z])/g, (_match, _underscore, letter: string) => letter.toUpperCase());

export const wordsOf = ({ name, singular }: { name: string; singular: string }): Words => ({
  one: singular.replaceAll('_', ' ').trim(),
  many: name.replaceAll('_', ' ').trim(),
});

/**
 * Middle parts that make two types collide: with schemas `CountriesResponse` and `CountriesListResponse`, a type
 * `countries_list` would get the second name too. From `Response` and `ListResponse` follows `List`.
 */
export const ambiguousTails = (suffixes: readonly string[]): string[] => [
  ...new Set(
    suffixes.flatMap((long) =>
      suffixes.filter((short) => short !== long && long.endsWith(short)).map((short) => long.slice(0, -short.length)),
    ),
  ),
];

/** The name with underscores appended until it is neither ambiguous nor taken. */
export function freeName(pascal: string, tails: readonly string[], isTaken: (name: string) => boolean): string {
  const stem = pascal.replace(/_+$/, '');
  let name = tails.some((tail) => tail !== '' && stem !== tail && stem.endsWith(tail)) ? `${pascal}_` : pascal;
  while (isTaken(name)) name += '_';
  return name;
}

const article = (word: string): string => (/^[aeiou]/i.test(word) ? 'an' : 'a');

const patterns = new Map<string, RegExp>();

function patternOf({ one, many }: Words): RegExp {
  const source = `\\b(?:(an?) )?(?:(${many})|(${one}))\\b`;
  const pattern = patterns.get(source) ?? new RegExp(source, 'gi');
  patterns.set(source, pattern);
  return pattern;
}

/** Replaces the words of one type with those of another: `Move an object to the trash` -> `Move a country to the trash`. */
export function renameWords(text: string, from: Words, to: Words): string {
  return text.replace(patternOf(from), (_match, before: string | undefined, many: string | undefined) => {
    const word = many === undefined ? to.one : to.many;
    if (before === undefined) return word;
    const fitting = article(word);
    return `${before.startsWith('A') ? fitting.replace('a', 'A') : fitting} ${word}`;
  });
}
