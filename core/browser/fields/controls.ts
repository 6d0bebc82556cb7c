// The controls of forms (D323, D341). A row of CONTROLS describes a kind of control: its schemas, its element, and the
// conversions between value and text. Invalid texts are sent unchanged, so that the service reports the error.
import { parseExact } from '../../json/exact-json.ts';
import { isDeepStrictEqual } from 'node:util';
import { withoutControls } from '../control-characters.ts';
import type { JsonValue } from '../json-api-document.ts';
import { isString, itemsOf, membersOf, optionsOf, requiredOf, resolveSchema } from '../schemas.ts';
import type { FieldKind, FormField } from './form-field.ts';
import { MAX_ROWS, rowOf, rowsInWords, rowsToText, sentRows, textToRows } from './rows.ts';
import { itemsIn, isRecord } from '../../values.ts';

interface Control {
  /** Whether the control is for a schema; the first match is used. */
  fits(schema: JsonValue, document: JsonValue): boolean;
  /** `textarea`, `select`, `checkboxes` or `rows`, else a type of `input`. */
  element: string;
  /** Attributes of the element, as HTML. */
  attributes?: string | ((field: Pick<FormField, 'name'>) => string);
  hint?: string;
  /** It can be in a cell of a table. */
  isCell?: boolean;
  /** Lists can have conditions on its values. */
  isComparable?: boolean;
  /** Minimum of lines of a `textarea`. */
  minLines?(field: FormField): number;
  /** The value of an empty one, where null is not allowed; by default an empty text. */
  empty?: readonly never[] | JsonValue;
  /** undefined for a value of another kind, which is converted like any text. */
  toText?(value: unknown, field: FormField): string | undefined;
  /** The text of a browser's input for it. */
  sent?(text: string, field: FormField, form: URLSearchParams): string;
  /** @throws SyntaxError for invalid JSON in a JSON field */
  toValue?(text: string, field: FormField, current: unknown): unknown;
  /** Whether it can represent a value completely. */
  holds?(value: unknown, field: FormField): boolean;
  inWords?(text: string): string;
}

const LONG = 255;
const LIST_LINES = 3;

const hasFormat = (name: string) => (schema: JsonValue) => isString(schema) && schema['format'] === name;
const isShort = ({ maxLength, pattern }: JsonValue): boolean =>
  (typeof maxLength === 'number' && maxLength <= LONG) || pattern !== undefined;

const oneLineEnds = (text: string): string => text.replace(/\r\n?/g, '\n');

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

const linesText = (texts: readonly string[]): string => linesOf(oneLineEnds(texts.join('\n'))).join('\n');

const nameOf = (value: unknown): string => (isRecord(value) ? String(value['name']) : String(value));

const timeText = (text: string): string => {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? text : date.toISOString().replace(/\.\d+Z$/, '');
};

const toNumber = (text: string): unknown => (/^\s*-?\d+(?:\.\d+)?(?:e[+-]?\d+)?\s*$/i.test(text) ? Number(text) : text);

const toOption = (text: string, { options }: FormField): unknown =>
  options.find((option) => String(option) === text) ?? text;

/** Existing names keep the rest of their items. */
function toNames(text: string, _field: FormField, current: unknown): unknown[] {
  const known = itemsIn(current);
  return linesOf(text).map((name) => known.find((item) => isRecord(item) && item['name'] === name) ?? { name });
}

/** Members without a column are unchanged. */
function toItems(text: string, { columns }: FormField, current: unknown): unknown[] {
  const known = itemsIn(current);
  const names = new Set(columns.map(({ name }) => name));
  return textToRows(text).flatMap((row, index) => {
    if (row === null) return [];
    const before = known[index];
    const rest = Object.entries(isRecord(before) ? before : {}).filter(([name]) => !names.has(name));
    const given = columns.flatMap((column) => {
      const entered = row[column.name];
      return entered === undefined ? [] : [[column.name, textToValue(column, entered)] as const];
    });
    return [Object.fromEntries([...rest, ...given])];
  });
}

/** A line without a colon is a name with an empty text. */
const toPairs = (text: string): unknown =>
  Object.fromEntries(
    linesOf(text).map((line) => {
      const [, name = line, value = ''] = /^([^:]*):(.*)$/s.exec(line) ?? [];
      return [name.trim(), value.trim()] as const;
    }),
  );

/** One per line: a text with line breaks cannot be represented, for example. */
const IN_LINES = {
  element: 'textarea',
  minLines: () => LIST_LINES,
  sent: (text) => linesText([text]),
  holds: (value, field) => isDeepStrictEqual(textToValue(field, valueToText(field, value), value), value),
} satisfies Partial<Control>;

const CELL = { isCell: true, isComparable: true };

/** In the order of preference. */
const CONTROLS: Readonly<Record<FieldKind, Control>> = {
  flag: {
    fits: ({ type }) => type === 'boolean',
    element: 'select',
    isComparable: true,
    toValue: toOption,
    inWords: (text) => (text === 'true' ? 'yes' : 'no'),
  },
  choice: {
    fits: (schema) => optionsOf(schema) !== undefined,
    element: 'select',
    isComparable: true,
    toValue: toOption,
  },
  integer: { ...CELL, fits: ({ type }) => type === 'integer', element: 'number', toValue: toNumber },
  number: {
    ...CELL,
    fits: ({ type }) => type === 'number',
    element: 'number',
    attributes: ' step="any"',
    toValue: toNumber,
  },
  secret: {
    fits: (schema) => isString(schema) && (schema['writeOnly'] === true || schema['format'] === 'password'),
    element: 'password',
    // Password managers fill in the present one, and suggest a new one.
    attributes: ({ name }) => ` autocomplete="${name === 'old_password' ? 'current' : 'new'}-password"`,
    // Secrets are not repeated.
    toText: () => '',
  },
  date: { ...CELL, fits: hasFormat('date'), element: 'date' },
  time: {
    ...CELL,
    fits: hasFormat('date-time'),
    element: 'datetime-local',
    attributes: ' step="1"',
    hint: 'In UTC.',
    toText: (value) => (typeof value === 'string' ? timeText(value) : undefined),
    // Browsers leave out seconds that are zero.
    sent: (text) => (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) ? `${text}:00` : text),
    toValue: (text) => (/T[\d:.]+$/.test(text) ? `${text}Z` : text),
    inWords: (text) => `${text.replace('T', ' ')} UTC`,
  },
  email: { fits: hasFormat('email'), element: 'email', isComparable: true },
  // Browsers refuse relative references in a field of the type url.
  url: {
    ...CELL,
    fits: (schema) => hasFormat('uri')(schema) || hasFormat('uri-reference')(schema),
    element: 'text',
    attributes: ' inputmode="url"',
  },
  text: { ...CELL, fits: (schema) => isString(schema) && isShort(schema), element: 'text' },
  multiline: {
    ...CELL,
    fits: isString,
    element: 'textarea',
    minLines: ({ maxLength }) => (maxLength === undefined ? 1 : LIST_LINES),
  },
  choices: {
    fits(schema, document) {
      const items = itemsOf(schema, document);
      return items !== undefined && isString(items) && optionsOf(items) !== undefined;
    },
    element: 'checkboxes',
    isComparable: true,
    empty: [],
    toText: (value) => (Array.isArray(value) ? linesText(value.map(String)) : undefined),
    sent: (_text, { input }, form) =>
      form
        .getAll(input)
        .filter((text) => text !== '')
        .join('\n'),
    toValue: linesOf,
  },
  lines: {
    ...IN_LINES,
    fits: (schema, document) => isString(itemsOf(schema, document) ?? {}),
    hint: 'One per line.',
    isComparable: true,
    empty: [],
    toText: (value) => (Array.isArray(value) ? linesText(value.map(String)) : undefined),
    toValue: linesOf,
  },
  names: {
    ...IN_LINES,
    fits(schema, document) {
      const items = itemsOf(schema, document) ?? {};
      return requiredOf(items) === 'name' && isString(resolveSchema(membersOf(items)['name'], document));
    },
    hint: 'One name per line.',
    sent: (_text, { input }, form) => linesText([...new Set(form.getAll(input))]),
    empty: [],
    toText: (value) => (Array.isArray(value) ? linesText(value.map(nameOf)) : undefined),
    toValue: toNames,
  },
  rows: {
    fits(schema, document) {
      const items = itemsOf(schema, document) ?? {};
      const members = Object.entries(membersOf(items));
      const entered = members.filter(([, each]) => isCell(kindOf(resolveSchema(each, document), document)));
      const names = entered.map(([name]) => name);
      const required = requiredOf(items).split(',').filter(Boolean);
      return names.length > 0 && required.every((name) => names.includes(name));
    },
    element: 'rows',
    empty: [],
    toText: (value, { columns }) =>
      Array.isArray(value)
        ? rowsToText(
            value.map((item) =>
              rowOf(columns, (column) => valueToText(column, isRecord(item) ? item[column.name] : undefined)),
            ),
          )
        : undefined,
    sent: (_count, field, form) => sentRows(field, form, (column, text) => sentCell(column, text, form)),
    toValue: toItems,
    holds: (value) => itemsIn(value).length <= MAX_ROWS,
    inWords: rowsInWords,
  },
  pairs: {
    ...IN_LINES,
    fits: (schema, document) =>
      schema['type'] === 'object' &&
      schema['properties'] === undefined &&
      isString(resolveSchema(schema['additionalProperties'], document)),
    hint: 'One per line: its name, a colon, and the text.',
    empty: {},
    toText: (value) =>
      isRecord(value) ? linesText(Object.entries(value).map(([name, text]) => `${name}: ${String(text)}`)) : undefined,
    toValue: toPairs,
  },
  key: {
    fits: ({ oneOf }) =>
      Array.isArray(oneOf) &&
      oneOf.every((each) => isRecord(each) && /^(?:integer|string)$/.test(String(each['type']))),
    element: 'text',
    isComparable: true,
    toValue: (text) => (/^-?[1-9]\d{0,14}$/.test(text) ? Number(text) : text),
  },
  json: {
    fits: () => true,
    element: 'textarea',
    attributes: ' class="code" spellcheck="false"',
    hint: 'JSON.',
    toText: (value) => JSON.stringify(value, null, 2),
    toValue: parseExact,
  },
};

// cast: Object.entries widens the keys of a record to text
const KINDS = Object.entries(CONTROLS) as [FieldKind, Control][];

export const controlOf = ({ kind }: Pick<FormField, 'kind'>): Control => CONTROLS[kind];

/** @param schema with its references followed */
export const kindOf = (schema: JsonValue, document: JsonValue): FieldKind =>
  KINDS.find(([, { fits }]) => fits(schema, document))?.[0] ?? 'json';

export const isCell = (kind: FieldKind): boolean => controlOf({ kind }).isCell === true;

/** The text of a value in a form; `''` for none. */
export const valueToText = (field: FormField, value: unknown): string =>
  value === null || value === undefined
    ? ''
    : withoutControls(controlOf(field).toText?.(value, field) ?? plainText(value));

const plainText = (value: unknown): string =>
  oneLineEnds(typeof value === 'object' ? JSON.stringify(value) : String(value));

/** @throws SyntaxError for invalid JSON in a JSON field */
export const textToValue = (field: FormField, text: string, current?: unknown): unknown =>
  (controlOf(field).toValue ?? String)(text, field, current);

const sentCell = (column: FormField, text: string, form: URLSearchParams): string =>
  controlOf(column).sent?.(oneLineEnds(text), column, form) ?? oneLineEnds(text);

/** The text of a field in what a form sends; undefined when it has none. */
export function sentText(field: FormField, form: URLSearchParams): string | undefined {
  const first = form.get(field.input);
  return first === null ? undefined : sentCell(field, first, form);
}
