// What a value of a body, a query or a header should have been, in words for people (D953).
import type { ErrorObject } from 'ajv';
import { isRecord, itemsIn } from '../../values.ts';
import { LANGUAGE_TAG_TEXT, patternText, UUID_TEXT } from './pattern-text.ts';
import { SCHEMES } from './schema-formats.ts';

const LINK = `a relative reference, or a URL with one of the schemes ${[...SCHEMES].join(', ')}`;

/** What a text of each format is. Formats of ajv-formats that are not here are named as they are. */
const FORMATS: ReadonlyMap<string, string> = new Map([
  ['date-time', 'a date and time with a time zone, such as 2026-01-31T12:00:00Z'],
  ['date', 'a date, such as 2026-01-31'],
  ['time', 'a time with a time zone, such as 12:00:00Z'],
  ['duration', 'a duration, such as P1D or PT2H'],
  ['email', 'an e-mail address, such as ada@example.org'],
  ['hostname', 'the name of a host, such as www.example.org'],
  ['ipv4', 'an IPv4 address, such as 192.0.2.1'],
  ['ipv6', 'an IPv6 address, such as 2001:db8::1'],
  ['uri', LINK],
  ['uri-reference', LINK],
  ['url', 'a web address, such as https://www.example.org/page'],
  ['uuid', UUID_TEXT],
  ['regex', 'a regular expression'],
  ['json-pointer', 'a JSON pointer, such as /data/attributes/title'],
  ['language-tag', LANGUAGE_TAG_TEXT],
  ['byte', 'a text in base64'],
  ['int32', 'a whole number of at most 32 bits'],
  ['int64', 'a whole number of at most 64 bits'],
]);

/** Characters of the list of allowed values that an error names. */
const LONGEST_LIST = 500;

function oneOfText(values: readonly unknown[]): string {
  const texts = values.filter((value) => value !== null).map((value) => JSON.stringify(value));
  const all = `must be one of ${texts.join(', ')}`;
  return all.length > LONGEST_LIST ? `${all.slice(0, LONGEST_LIST)}…` : all;
}

/** @param count limit of the keyword @param one of what is counted */
function countOf(count: unknown, one: string): string {
  return `${String(count)} ${count === 1 ? one : `${one}s`}`;
}

function exampleOf(schema: unknown): string | undefined {
  const { examples, example } = isRecord(schema) ? schema : {};
  const [first = example] = itemsIn(examples);
  return typeof first === 'string' ? first : undefined;
}

function patternFault({ params, parentSchema }: ErrorObject): string {
  const pattern = String(params['pattern']);
  const words = patternText(pattern, exampleOf(parentSchema));
  return words === undefined ? `must match pattern "${pattern}"` : `must be ${words} (pattern "${pattern}")`;
}

function formatFault({ params }: ErrorObject): string {
  const format = String(params['format']);
  const words = FORMATS.get(format);
  return words === undefined ? `must match format "${format}"` : `must be ${words}`;
}

const COMPARED: Readonly<Record<string, string>> = {
  '>=': 'at least',
  '<=': 'at most',
  '>': 'greater than',
  '<': 'less than',
};
const comparison = ({ params }: ErrorObject): string =>
  `must be ${COMPARED[String(params['comparison'])] ?? ''} ${String(params['limit'])}`;

const atLeast =
  (one: string) =>
  ({ params }: ErrorObject): string =>
    params['limit'] === 1 ? 'must not be empty' : `must have at least ${countOf(params['limit'], one)}`;
const atMost =
  (one: string) =>
  ({ params }: ErrorObject): string =>
    `must have at most ${countOf(params['limit'], one)}`;
const choice = (): string => 'must have one of the forms that the description has for it';

/** By the keyword of JSON Schema. */
const TEXTS: Readonly<Record<string, (error: ErrorObject) => string>> = {
  pattern: patternFault,
  format: formatFault,
  enum: ({ params }) => oneOfText(Array.isArray(params['allowedValues']) ? params['allowedValues'] : []),
  const: ({ params }) => `must be ${JSON.stringify(params['allowedValue'])}`,
  minLength: atLeast('character'),
  maxLength: atMost('character'),
  minItems: atLeast('item'),
  maxItems: atMost('item'),
  minProperties: atLeast('member'),
  maxProperties: atMost('member'),
  minimum: comparison,
  maximum: comparison,
  exclusiveMinimum: comparison,
  exclusiveMaximum: comparison,
  multipleOf: ({ params }) => `must be a multiple of ${String(params['multipleOf'])}`,
  uniqueItems: ({ params }) =>
    `must not contain anything twice: items ${String(params['i'])} and ${String(params['j'])} are equal`,
  oneOf: choice,
  anyOf: choice,
  not: () => 'must not have this form',
};

/** @returns such as `must be two capital letters, such as IS (pattern "^[A-Z]{2}$")` */
export const faultText = (error: ErrorObject): string => TEXTS[error.keyword]?.(error) ?? error.message ?? 'is invalid';
