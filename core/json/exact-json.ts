// JSON text whose numbers keep their values: JavaScript changes integers beyond 2^53 without a word (D784).

export const INEXACT = `Integers are exact from -${Number.MAX_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER} only; send larger ones as text.`;

/** Digits without leading and trailing zeros, by which numbers of the same magnitude are compared. */
const digitsOf = (number: string): string =>
  number.replace(/e.*$/iu, '').replace(/[-+.]/gu, '').replace(/^0+/u, '').replace(/0+$/u, '');

/** False for an integer beyond 2^53, unless it has an exponent and keeps its value, such as 1e300. */
export function isExact(number: string): boolean {
  const value = Number(number);
  if (!Number.isFinite(value) || !Number.isInteger(value) || Number.isSafeInteger(value)) return true;
  return /e/iu.test(number) && digitsOf(number) === digitsOf(String(value));
}

/** Fewer digits are exact. */
const MANY_DIGITS = /[\d.]{16}/u;

const TOKEN = /"((?:[^"\\]|\\.)*)"|(-?\d[-+.\deE]*)|[[\]{},:]/gsu;

interface Open {
  isList: boolean;
  /** Of the value that is being read. */
  step: string | number;
}

const pointerOf = (open: readonly Open[]): string =>
  open.map(({ step }) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** The object or list around the value after a token. */
function follow(token: string, open: Open[]): void {
  const inside = open.at(-1);
  if (token === '{' || token === '[') open.push({ isList: token === '[', step: 0 });
  else if (token === '}' || token === ']') open.pop();
  else if (token === ',' && inside?.isList) inside.step = Number(inside.step) + 1;
}

/** The first integer that would be changed, as written, and the JSON pointer to it. @param json valid JSON */
export function findInexact(json: string): { pointer: string; number: string } | undefined {
  if (!MANY_DIGITS.test(json)) return undefined;
  const open: Open[] = [];
  let isName = false;
  for (const [token, text, number] of json.matchAll(TOKEN)) {
    const inside = open.at(-1);
    if (number !== undefined && !isExact(number)) return { pointer: pointerOf(open), number };
    if (text !== undefined && isName && inside) inside.step = String(JSON.parse(token));
    follow(token, open);
    isName = token === '{' || (token === ',' && inside?.isList === false);
  }
  return undefined;
}

/** The value of a JSON text. @throws SyntaxError for text that is no JSON, or with an integer that would be changed */
export function parseExact(json: string): unknown {
  const value: unknown = JSON.parse(json);
  if (findInexact(json)) throw new SyntaxError(INEXACT);
  return value;
}
