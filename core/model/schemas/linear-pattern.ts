// Regular expressions of a project, matched in linear time (D780). V8 needs exponential time for some patterns, and a
// schema of a property type meets the values of any writer.
import { RE2JS } from 're2js';

/** Limits the program of a pattern, as well as what administrators read. */
const MAX_LENGTH = 1000;

export interface LinearPattern {
  test(text: string): boolean;
  /** Instructions of its program: at worst each is tried at each character. */
  size: number;
}

/** The white space of JavaScript, as members of a character class of RE2, whose `\s` is that of ASCII. */
const SPACE = '\\t-\\r\\p{Z}\\x{feff}';
const NOT_SPACE =
  '\\x00-\\x08\\x0e-\\x1f!-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}' +
  '\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}';

const OUTSIDE: ReadonlyMap<string, string> = new Map([
  ['\\s', `[${SPACE}]`],
  ['\\S', `[^${SPACE}]`],
  ['.', '[^\\n\\r\\x{2028}\\x{2029}]'],
]);
const INSIDE: ReadonlyMap<string, string> = new Map([
  ['\\s', SPACE],
  ['\\S', NOT_SPACE],
  // RE2 would read `[:alpha:]` within a class as another class.
  ['[', '\\['],
]);

/** RE2 knows the values of properties without their names, `\p{Greek}` for `\p{Script=Greek}`. */
const TOKENS = /\\[pP]\{(?:Script|sc|General_Category|gc)=|\\[^]|[[\].]/gu;

/** Escapes, classes and dots as RE2 writes them; the rest is the same in both. */
function translate(pattern: string): string {
  let isInside = false;
  const own = pattern.replace(TOKENS, (token) => {
    if (token.endsWith('=')) return token.slice(0, 3);
    if (token === ']') isInside = false;
    const read = (isInside ? INSIDE : OUTSIDE).get(token) ?? token;
    if (token === '[') isInside = true;
    return read;
  });
  return RE2JS.translateRegExp(own);
}

const UNSUPPORTED: readonly [form: RegExp, name: string][] = [
  [/\(\?[=!]/u, 'lookaheads'],
  [/\(\?<[=!]/u, 'lookbehinds'],
  [/\\(?:[1-9]|k<)/u, 'backreferences'],
];

/** Without escaped characters other than backreferences, and without classes. */
const structure = (pattern: string): string => pattern.replace(/\\[^1-9k]|\[(?:\\[^]|[^\\\]])*\]/gu, '');

/**
 * A pattern of JSON Schema: the syntax of JavaScript with the flag `u`, as far as it can be matched in linear time.
 * @throws Error with the reason, to be appended to a name
 */
export function linearPattern(pattern: string): LinearPattern {
  if (pattern.length > MAX_LENGTH) throw new Error(`a pattern must not be longer than ${MAX_LENGTH} characters`);
  const name = `pattern ${JSON.stringify(pattern)}`;
  try {
    new RegExp(pattern, 'u');
  } catch {
    throw new Error(`${name} is not a regular expression`);
  }
  const unsupported = UNSUPPORTED.find(([form]) => form.test(structure(pattern)));
  if (unsupported) throw new Error(`${name} has ${unsupported[1]}, which are not supported: they take too long`);
  try {
    const compiled = RE2JS.compile(translate(pattern));
    return { test: (text) => compiled.test(text), size: compiled.programSize() };
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unsupported';
    throw new Error(`${name} is not supported by RE2: ${why}`, { cause: error });
  }
}
