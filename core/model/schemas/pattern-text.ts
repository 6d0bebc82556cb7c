// What a regular expression expects, in words, with an example: "two capital letters, such as AB".

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const numberText = (count: number): string => NUMBERS[count] ?? String(count);

/** What stands between the brackets of a class, as one of it and several, and one as an example. */
const CLASSES: Readonly<Record<string, readonly [one: string, several: string, examples: string]>> = {
  'A-Z': ['capital letter', 'capital letters', 'ABCDEFGH'],
  'a-z': ['lower-case letter', 'lower-case letters', 'abcdefgh'],
  'A-Za-z': ['letter', 'letters', 'abcdefgh'],
  '0-9': ['digit', 'digits', '12345678'],
  '1-9': ['digit from 1 to 9', 'digits from 1 to 9', '12345678'],
  '0-9A-Fa-f': ['hexadecimal digit', 'hexadecimal digits', '0a1b2c3d'],
  'a-f0-9': ['hexadecimal digit of 0 to 9 and a to f', 'hexadecimal digits of 0 to 9 and a to f', '0a1b2c3d'],
  'a-z0-9': ['lower-case letter or digit', 'lower-case letters or digits', 'abcdefgh'],
  'A-Z0-9': ['capital letter or digit', 'capital letters or digits', 'AB12CD34'],
  'A-Za-z0-9': ['letter or digit', 'letters or digits', 'abcdefgh'],
  'a-z0-9_': ['lower-case letter, digit or _', 'lower-case letters, digits or _', 'abcdefgh'],
  'a-z0-9_-': ['lower-case letter, digit, _ or -', 'lower-case letters, digits, _ or -', 'abcdefgh'],
  '45': ['4 or 5', 'of 4 and 5', '44444444'],
};
const OTHER_SPELLINGS: Readonly<Record<string, string>> = {
  'a-zA-Z': 'A-Za-z',
  '\\d': '0-9',
  '0-9a-f': 'a-f0-9',
  '0-9a-fA-F': '0-9A-Fa-f',
  'a-fA-F0-9': '0-9A-Fa-f',
  '0-9a-z': 'a-z0-9',
  'a-zA-Z0-9': 'A-Za-z0-9',
  '0-9A-Z': 'A-Z0-9',
};

/** A class or a literal character, and how often it comes. */
const PART =
  /(?:\[([^\]^[]+)\]|(\\d)|\\([.+*?()[\]{}|^$\\/-])|([\w \-/:=@#,;<>]))(?:\{(\d+)(?:(,)(\d*))?\}|([*+?]))?/uy;
const LONGEST_EXAMPLE = 20;

interface Part {
  text: string;
  /** Undefined where it would be long. */
  example: string | undefined;
}

function countText([one, several]: readonly [string, string, string], least: number, most: number): string {
  if (least === most) return `${numberText(least)} ${least === 1 ? one : several}`;
  if (most === Infinity) return least === 0 ? `any number of ${several}` : `${numberText(least)} or more ${several}`;
  return least === 0 ? `at most ${numberText(most)} ${several}` : `${least} to ${most} ${several}`;
}

function partOf(groups: readonly (string | undefined)[]): Part | undefined {
  const [, inside, digit, escaped, plain, low, comma, high, sign] = groups;
  const literal = escaped ?? plain;
  const [least, most] = ((): [number, number] => {
    if (low !== undefined) return [Number(low), comma === undefined ? Number(low) : high ? Number(high) : Infinity];
    if (sign === undefined) return [1, 1];
    return [sign === '+' ? 1 : 0, sign === '?' ? 1 : Infinity];
  })();
  if (literal !== undefined)
    return least === 1 && most === 1 ? { text: JSON.stringify(literal), example: literal } : undefined;
  const name = inside ?? digit ?? '';
  const known = CLASSES[OTHER_SPELLINGS[name] ?? name];
  if (!known) return undefined;
  const length = Math.max(least, 1);
  const example = length > LONGEST_EXAMPLE ? undefined : known[2].repeat(3).slice(0, length);
  return { text: countText(known, least, most), example };
}

export const LANGUAGE_TAG_TEXT = 'a language tag, such as en or pt-BR';
export const UUID_TEXT = 'a UUID, such as 123e4567-e89b-12d3-a456-426614174000';

/** Patterns of the description that no rule above puts into words. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['^( *$|[0-9 ]*[^0-9 ])', 'a name that has not only digits, such as news-2026'],
  ['^[^<>:/=]*$', 'a text without the characters < > : / ='],
  ['^https?://', 'an address that begins with https:// or http://'],
  ['^/', 'a path that begins with /'],
  ['^[a-zA-Z]{2,3}([-_][a-zA-Z]{2})?$', 'a language, such as en or pt-BR'],
  ['^[a-zA-Z]{2}([-_][a-zA-Z]{2})?$', 'a language, such as en or pt-BR'],
  ['^[^/]+(/users)?$', 'a name without /, or one with /users behind it'],
  ['^[^/]+(/roles)?$', 'a name without /, or one with /roles behind it'],
  ['^[0-9]*[a-z_-][0-9a-z_-]*$', 'lower-case letters, digits, _ or -, of which one at least is no digit'],
]);
/** By their begin, since they are long. */
const LONG_WORDS: ReadonlyMap<string, string> = new Map([
  ['^([A-Za-z]{2,3}|[A-Za-z]{5,8})(-[A-Za-z]{4})?', LANGUAGE_TAG_TEXT],
  ['^POINT ?', 'a point of longitude and latitude, such as POINT(12.5 41.9)'],
  ['^[0-9A-Fa-f]{8}-([0-9A-Fa-f]{4}-){3}', UUID_TEXT],
  ['^(?!\\.{1,2}$)(?=.*\\S)[^/\\\\', 'a file name without /, \\ and invisible characters, such as picture.png'],
  ['^(\\x22([\\x20\\x21', 'at most 255 visible ASCII characters, or a text in quotes, such as order-17'],
  ['^\\.*(?:[^\\s.<>:/=', 'a name without the characters < > : / =, such as Ada Lovelace'],
]);

function knownWords(pattern: string): string | undefined {
  const long = [...LONG_WORDS].find(([begin]) => pattern.startsWith(begin));
  return WORDS.get(pattern) ?? long?.[1];
}

/**
 * @param given an example of the schema, which is better than one that is made of the pattern
 * @returns undefined for an expression that has no simple words
 */
export function patternText(pattern: string, given?: string): string | undefined {
  const words = knownWords(pattern);
  if (words !== undefined) return words;
  if (!pattern.startsWith('^') || !pattern.endsWith('$')) return undefined;
  const body = pattern.slice(1, -1);
  const parts: Part[] = [];
  for (let at = 0; at < body.length; at = PART.lastIndex) {
    PART.lastIndex = at;
    const found = PART.exec(body);
    const part = found ? partOf(found) : undefined;
    if (!part) return undefined;
    parts.push(part);
  }
  if (parts.length === 0) return undefined;
  const examples = parts.flatMap((part) => part.example ?? []);
  const example = given ?? (examples.length === parts.length ? examples.join('') : undefined);
  return parts.map(({ text }) => text).join(', then ') + (example === undefined ? '' : `, such as ${example}`);
}
