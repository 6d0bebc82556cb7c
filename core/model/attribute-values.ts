// Conversion of attribute values: from requests (`toStored`), to responses (`toWire`) and in filters
// (`castQueryValue`). It casts as far as possible; attribute-validator.ts checks the result against the schema.

import { ApiError, invalidData, type Fault } from '../errors.ts';
import { escapeKeys, unescapeKeys } from '../store/stored-keys.ts';
import { INEXACT, isExact, parseExact } from '../json/exact-json.ts';
import { LANGUAGE_TAG } from '../languages.ts';
import { composed, readText } from '../texts.ts';
import { formatDateTime, parseDate, parseDateTime, parseTimeSpan, type TimeSpan } from '../date-values.ts';
import type { Attribute, ResolvedType, ValueKind } from './model.ts';
import { subschemas, type JsonSchema } from '../json/json-schema.ts';
import { assertContentSize } from './content-size.ts';
import { isRecord } from '../values.ts';

const INTEGER = /^[+-]?\d+$/;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

const BOOLEANS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ['true', true],
  ['1', true],
  [1, true],
  ['false', false],
  ['0', false],
  [0, false],
]);

/** Formats in which an empty string means null (D532, D415). */
const EMPTY_IS_NULL = new Set<unknown>(['email', 'uri', 'uri-reference', 'date', 'date-time', LANGUAGE_TAG]);

const NEVER_TEXT: ReadonlySet<unknown> = new Set(['array', 'object', 'integer', 'number', 'boolean', 'null']);

/** Whether an empty string for a value of a schema can only mean null. */
export function isEmptyNull(schema: { type?: unknown; format?: unknown; enum?: unknown }): boolean {
  const { type, format, enum: values } = schema;
  if (Array.isArray(values)) return !values.includes('');
  const types: unknown[] = [type].flat();
  return types.every((each) => NEVER_TEXT.has(each)) || EMPTY_IS_NULL.has(format);
}

/** A parsed date, or the fault of the value at this place, such as `[date_ranges.0.start_date.dateTime]`. */
function expectDate<Value>(
  date: Value | undefined,
  path: readonly string[],
  rule: 'date' | 'dateTime',
  value: unknown,
): Value {
  if (date !== undefined) return date;
  const shown = (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 100);
  const detail = `[${[...path, rule].join('.')}]: Invalid date or datetime "${shown}"`;
  throw invalidData(`/data/attributes/${path.join('/')}`, detail);
}

const castForm = (value: unknown, form: RegExp): unknown => {
  if (typeof value !== 'string' || !form.test(value.trim()) || !isExact(value.trim())) return value;
  const number = Number(value);
  return Number.isFinite(number) ? number : value;
};

/** The number or boolean that a text spells; other text is unchanged. */
export const castInteger = (value: unknown): unknown => castForm(value, INTEGER);
export const castNumber = (value: unknown): unknown => castForm(value, NUMBER);
export const castBoolean = (value: unknown): unknown => BOOLEANS.get(value) ?? value;

/** PHP writes an empty object as `[]` (D415). */
const castObject = (value: unknown): unknown => (Array.isArray(value) && value.length === 0 ? {} : value);

/** A reference to a path, a query or a fragment of the page that shows it; `//host` is none. */
const RELATIVE = /^(?:\/(?!\/)|[.?#])/;

function castString(schema: JsonSchema, value: unknown): unknown {
  const scheme = schema['x-default-scheme'];
  if (typeof value !== 'string' || typeof scheme !== 'string' || SCHEME.test(value) || RELATIVE.test(value)) {
    return value;
  }
  return `${scheme}://${value.replace(/^\/\//, '')}`;
}

/** The number, if it is one that the service keeps. @throws ApiError invalid_data for an integer beyond 2^53 */
function expectExact(value: unknown, { name }: Attribute): unknown {
  const text = typeof value === 'number' && !Number.isSafeInteger(value) ? String(value) : value;
  const isChanged =
    typeof text === 'string' && (typeof value === 'string' ? !isExact(text.trim()) : Number.isInteger(value));
  if (isChanged) throw invalidData(`/data/attributes/${name}`, `[${name}.exact]: ${INEXACT}`);
  return value;
}

const withDates = new WeakMap<JsonSchema, boolean>();

/** True when a schema contains a date-time at any depth, so that its values must be traversed. */
function hasDates(schema: JsonSchema): boolean {
  const known = withDates.get(schema);
  if (known !== undefined) return known;
  const found = schema['format'] === 'date-time' || subschemas(schema).some(hasDates);
  withDates.set(schema, found);
  return found;
}

/** Makes Dates of the date-times inside an array or object, such as those of `date_ranges`. */
function storeNested(schema: JsonSchema, value: unknown, path: readonly string[]): unknown {
  if (!hasDates(schema) || value === null) return value;
  if (schema['format'] === 'date-time') {
    return value === '' ? null : expectDate(parseDateTime(value), path, 'dateTime', value);
  }
  const { items, properties } = schema;
  if (Array.isArray(value) && isRecord(items)) {
    return value.map((item, index) => storeNested(items, item, [...path, String(index)]));
  }
  if (!isRecord(value) || !isRecord(properties)) return value;
  const stored: Record<string, unknown> = { ...value };
  for (const [name, property] of Object.entries(properties)) {
    if (Object.hasOwn(value, name) && isRecord(property)) {
      stored[name] = storeNested(property, value[name], [...path, name]);
    }
  }
  return stored;
}

/** A value whose described texts, at any depth, have their stored form (D785). */
function readTexts(value: unknown, schema: JsonSchema, path: readonly string[]): unknown {
  const { type, items, properties } = schema;
  if (typeof value === 'string') {
    return [type].flat().includes('string') ? readText(value, () => `/data/attributes/${path.join('/')}`) : value;
  }
  if (Array.isArray(value) && isRecord(items)) {
    return value.map((item, index) => readTexts(item, items, [...path, String(index)]));
  }
  if (!isRecord(value) || !isRecord(properties)) return value;
  const members = Object.entries(value).map(([name, member]): [string, unknown] => {
    const described = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return [name, isRecord(described) ? readTexts(member, described, [...path, name]) : member];
  });
  return Object.fromEntries(members);
}

/** Conversion of a value that is neither null nor empty, by kind; `json` is stored unchanged. */
const CASTS: Readonly<Partial<Record<ValueKind, (value: unknown, attribute: Attribute) => unknown>>> = {
  datetime: (value, { name }) => expectDate(parseDateTime(value), [name], 'dateTime', value),
  date: (value, { name }) => expectDate(parseDate(value), [name], 'date', value),
  integer: (value, attribute) => expectExact(castInteger(value), attribute),
  number: castNumber,
  boolean: castBoolean,
  string: (value, { schema, name }) => readTexts(castString(schema, value), schema, [name]),
  // Custom values are free JSON: their dates are stored as written.
  array: (value, { schema, name, custom }) =>
    custom ? value : storeNested(schema, readTexts(value, schema, [name]), [name]),
  object: (value, { schema, name, custom }) =>
    custom ? castObject(value) : storeNested(schema, readTexts(castObject(value), schema, [name]), [name]),
};

/**
 * The stored form of a value from a client (D532, D45): date-times become Dates, dates `YYYY-MM-DD`, an empty string
 * null if it has no other meaning, and strings that spell a number or boolean are cast. Validation refuses values that
 * cannot be cast; only a wrong date and an oversized value throw, an ApiError `invalid_data`. Keys of values are
 * escaped (D414).
 */
export function toStored(attribute: Attribute, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (value === '' && isEmptyNull(attribute.schema)) return null;
  if (typeof value === 'object') assertContentSize(value, attribute.name, `/data/attributes/${attribute.name}`);
  const cast = CASTS[attribute.kind];
  return escapeKeys(cast ? cast(value, attribute) : value);
}

function wireNested(value: unknown): unknown {
  if (value instanceof Date) return formatDateTime(value);
  if (Array.isArray(value)) return value.map(wireNested);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, wireNested(member)]));
}

/** The wire form of a stored value, with its keys as they are stored. */
export function toStoredWire(attribute: Attribute, stored: unknown): unknown {
  if (stored === undefined || stored === null) return null;
  if (stored instanceof Date) return formatDateTime(stored);
  const isNested = attribute.kind === 'array' || attribute.kind === 'object';
  return isNested && !attribute.custom && hasDates(attribute.schema) ? wireNested(stored) : stored;
}

/** The wire form of a stored value: Dates as `2016-05-13T07:09:23+00:00`, an absent value as null. */
export const toWire = (attribute: Attribute, stored: unknown): unknown => unescapeKeys(toStoredWire(attribute, stored));

/**
 * Reads `data.attributes` of a body: the known writable attributes, converted by `toStored`, and a fault for each value
 * that it refuses. Unknown and read-only ones are omitted (D532).
 */
export function readAttributes(
  type: Pick<ResolvedType, 'attribute'>,
  input: Readonly<Record<string, unknown>>,
): { values: Record<string, unknown>; faults: Fault[] } {
  const values: Record<string, unknown> = {};
  const faults: Fault[] = [];
  for (const [name, value] of Object.entries(input)) {
    const attribute = type.attribute.get(name);
    if (!attribute || attribute.readOnly || value === undefined) continue;
    try {
      values[name] = toStored(attribute, value);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      faults.push(...error.faults);
    }
  }
  return { values, faults };
}

/** A `+` of an offset that was not percent-encoded arrives as a space. */
const restorePlus = (text: string): string =>
  text.replace(/(\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?) (\d{2}(?::?\d{2})?)$/, '$1+$2');

/** The span of time that a text of a query string stands for. @throws Error with the expected type */
export const castTimeSpan = (text: string): TimeSpan =>
  expectCast(parseTimeSpan(restorePlus(text)), text, 'a date or datetime');

function castJson(text: string): unknown {
  try {
    return parseExact(text);
  } catch (error) {
    if (error instanceof SyntaxError && error.message === INEXACT) throw error;
    return text;
  }
}

function expectCast<Value>(value: Value | undefined, text: string, what: string): Value {
  if (value === undefined) throw new Error(`"${text.slice(0, 100)}" is not ${what}`);
  return value;
}

function queryText(text: string): string {
  if (text.includes('\0')) throw new Error('a text has no NUL characters');
  return composed(text);
}

function castQueryNumber(text: string, form: RegExp): number | undefined {
  const number = form.test(text) && isExact(text) ? Number(text) : NaN;
  return Number.isFinite(number) ? number : undefined;
}

/**
 * The value to compare with for a text of a query string. For an array or `json` the text is parsed as JSON if possible
 * (`12`, `true`, `"12"`), else used as a string.
 * @throws Error with the expected type
 */
export function castQueryValue(kind: ValueKind, text: string): unknown {
  switch (kind) {
    case 'string':
      return queryText(text);
    case 'integer':
      return expectCast(castQueryNumber(text, INTEGER), text, 'an integer from -(2^53 - 1) to 2^53 - 1');
    case 'number':
      return expectCast(castQueryNumber(text, NUMBER), text, 'a number that is exact here');
    case 'boolean':
      return expectCast(BOOLEANS.get(text), text, 'a boolean: true, false, 1 or 0');
    case 'datetime':
      return castTimeSpan(text).from;
    case 'date':
      return expectCast(parseDate(restorePlus(text)), text, 'a date');
    case 'object': {
      const value = castJson(text);
      return expectCast(isRecord(value) ? value : undefined, text, 'a JSON object');
    }
    case 'array':
    case 'json':
      return castJson(text);
  }
}
