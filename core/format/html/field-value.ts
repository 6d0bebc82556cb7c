// What a value looks like in a form, and what comes back (D323, D341). A field has one text, which stands for all of its inputs:
// that is what tells whether somebody has changed it.
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { withoutControls } from './control-characters.ts';
import { isJson, type Json } from './document.ts';
import type { FormField, Place } from './schema-field.ts';

const oneLineEnds = (text: string): string => text.replace(/\r\n?/g, '\n');

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** As they are written one a line. */
const linesText = (texts: readonly string[]): string => linesOf(oneLineEnds(texts.join('\n'))).join('\n');

const timeText = (text: string): string => {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? text : date.toISOString().replace(/\.\d+Z$/, '');
};

/** Texts of the columns of one row; null for a row that was emptied. */
export type RowText = Readonly<Record<string, string>> | null;

/** The text of some rows; `''` for none. */
function rowsText(rows: readonly RowText[]): string {
  const last = rows.findLastIndex((row) => row !== null);
  return last < 0 ? '' : JSON.stringify(rows.slice(0, last + 1));
}

/** The rows of a text that `rowsText` made. */
export const rowsOf = (text: string): RowText[] => (text === '' ? [] : (JSON.parse(text) as RowText[]));

function rowOf(columns: readonly FormField[], textOf: (column: FormField) => string): RowText {
  const texts = columns.map((column) => [column.name, textOf(column)] as const).filter(([, text]) => text !== '');
  return texts.length > 0 ? Object.fromEntries(texts) : null;
}

const nameOf = (value: unknown): string => (isJson(value) ? String(value['name']) : String(value));

/** The text of a list or of texts by name; undefined for another kind of field or value. */
function textOfMany({ kind, columns }: FormField, value: unknown): string | undefined {
  if (kind === 'pairs' && isJson(value)) {
    return linesText(Object.entries(value).map(([name, text]) => `${name}: ${String(text)}`));
  }
  if (!Array.isArray(value)) return undefined;
  if (kind === 'choices' || kind === 'lines') return linesText(value.map(String));
  if (kind === 'names') return linesText(value.map(nameOf));
  if (kind !== 'rows') return undefined;
  return rowsText(
    value.map((item) => rowOf(columns, (column) => valueToText(column, isJson(item) ? item[column.name] : undefined))),
  );
}

/** What a form shows of a value; `''` for none. */
export const valueToText = (field: FormField, value: unknown): string => withoutControls(rawText(field, value));

function rawText(field: FormField, value: unknown): string {
  const { kind } = field;
  if (value === null || value === undefined || kind === 'secret') return '';
  if (kind === 'json') return JSON.stringify(value, null, 2);
  if (kind === 'time' && typeof value === 'string') return timeText(value);
  const many = textOfMany(field, value);
  if (many !== undefined) return many;
  return oneLineEnds(typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean));
}

/** More than anybody enters by hand. */
export const MAX_ROWS = 1_000;

const rowCount = (text: string): number => (/^\d+$/.test(text) ? Number(text) : 0);

/** The text of a field in what a form sends; undefined when it has none. */
export function sentText(field: FormField, form: URLSearchParams): string | undefined {
  const { kind, input, columns } = field;
  const all = form.getAll(input);
  const [first] = all;
  if (first === undefined) return undefined;
  if (kind === 'choices') return all.filter((text) => text !== '').join('\n');
  if (kind === 'rows') {
    // The number of its rows stands for the field itself.
    const count = Math.min(MAX_ROWS, rowCount(first));
    // Looked through once, not for each of the cells.
    const cells = new Map([...form].filter(([name]) => name.startsWith(`${input}.`)));
    const texts = Array.from({ length: count }, (_, index) =>
      rowOf(columns, (column) => sentOne(column, cells.get(rowInput(field, index, column)) ?? '')),
    );
    return rowsText(texts);
  }
  return sentOne(field, first);
}

/** What was entered into a field of one input. */
function sentOne({ kind }: FormField, entered: string): string {
  const text = oneLineEnds(entered);
  if (kind === 'lines' || kind === 'names' || kind === 'pairs') return linesText([text]);
  // Browsers leave out seconds that are none.
  return kind === 'time' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) ? `${text}:00` : text;
}

/** Name of the input of one column of one row. */
export const rowInput = ({ input }: FormField, index: number, column: FormField): string =>
  `${input}.${index}.${column.name}`;

const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

/** What is there of a name stays as it is. */
function namesToValue(text: string, current: unknown): unknown[] {
  const known = itemsOf(current);
  return linesOf(text).map((name) => known.find((item) => isJson(item) && item['name'] === name) ?? { name });
}

/** Members that have no column stay as they are. */
function rowsToValue({ columns }: FormField, text: string, current: unknown): unknown[] {
  const known = itemsOf(current);
  return rowsOf(text).flatMap((row, index) => {
    if (row === null) return [];
    const before = known[index];
    const names = new Set(columns.map(({ name }) => name));
    const rest = Object.entries(isJson(before) ? before : {}).filter(([name]) => !names.has(name));
    const given = columns.flatMap((column) => {
      const entered = row[column.name];
      return entered === undefined ? [] : [[column.name, textToValue(column, entered)] as const];
    });
    return [Object.fromEntries([...rest, ...given])];
  });
}

/** A line that is no pair goes on as a name without a text, so that the fault is that of the service. */
const pairsToValue = (text: string): unknown =>
  Object.fromEntries(
    linesOf(text).map((line) => {
      const [, name = line, value = ''] = /^([^:]*):(.*)$/s.exec(line) ?? [];
      return [name.trim(), value.trim()] as const;
    }),
  );

const isNumber = (text: string): boolean => /^\s*-?\d+(?:\.\d+)?(?:e[+-]?\d+)?\s*$/i.test(text);

type ToValue = (text: string, field: FormField, current: unknown) => unknown;

// What is none of the options, or no number, goes on as it is, so that the fault is that of the service.
const toOption: ToValue = (text, { options }) => options.find((option) => String(option) === text) ?? text;
const toNumber: ToValue = (text) => (isNumber(text) ? Number(text) : text);

const TO_VALUE: Partial<Record<FormField['kind'], ToValue>> = {
  json: (text) => JSON.parse(text) as unknown,
  flag: toOption,
  choice: toOption,
  number: toNumber,
  integer: toNumber,
  key: (text) => (/^-?[1-9]\d{0,14}$/.test(text) ? Number(text) : text),
  time: (text) => (/T[\d:.]+$/.test(text) ? `${text}Z` : text),
  choices: linesOf,
  lines: linesOf,
  names: (text, _field, current) => namesToValue(text, current),
  pairs: pairsToValue,
  rows: (text, field, current) => rowsToValue(field, text, current),
};

/** @throws SyntaxError for what is no JSON where JSON is expected */
const textToValue = (field: FormField, text: string, current?: unknown): unknown =>
  (TO_VALUE[field.kind] ?? String)(text, field, current);

const LINES: ReadonlySet<FormField['kind']> = new Set(['lines', 'names', 'pairs']);

/** Whether the inputs of a field can hold all of a value: lines no ends of lines within a text, for one. */
function isHeld(field: FormField, value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (field.kind === 'rows') return itemsOf(value).length <= MAX_ROWS;
  return !LINES.has(field.kind) || isDeepStrictEqual(textToValue(field, valueToText(field, value), value), value);
}

/**
 * The fields of a form about what there is: those whose inputs cannot hold their values are JSON. They are called otherwise then, so
 * that what comes back is taken as what it was shown as, whatever the value is by then.
 * @param sent undefined for a form that is opened
 */
export function fittingFields(
  fields: readonly FormField[],
  values: Values,
  sent: URLSearchParams | undefined,
): FormField[] {
  return fields.map((field) => {
    const json: FormField = { ...field, kind: 'json', input: `${field.input}.json`, hint: 'JSON.' };
    return (sent ? sent.has(json.input) : !isHeld(field, valueOf(field, values))) ? json : field;
  });
}

const LISTS: ReadonlySet<FormField['kind']> = new Set(['choices', 'lines', 'names', 'rows']);

/** What stands for nothing. */
const emptyValue = ({ kind, nullable }: FormField): unknown =>
  nullable ? null : LISTS.has(kind) ? [] : kind === 'pairs' ? {} : '';

/** What a resource has, by the places of fields. */
export type Values = Partial<Readonly<Record<Place, Json>>>;

export function valueOf({ place, name }: FormField, values: Values): unknown {
  const members = values[place] ?? {};
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

/** More than any form has: what is sent as `opened` may be anything. */
const MAX_FIELDS = 5_000;

const fingerprint = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 12);

/** What the fields of a form had when it was opened, in short: a form carries it, so that it is known what was changed in it. */
export const fingerprints = (fields: readonly FormField[], values: Values): string =>
  fields.map((field) => `${field.input}=${fingerprint(valueToText(field, valueOf(field, values)))}`).join(' ');

/** Whether a text is not what its field had when the form was opened; without `opened`, whether it is not the present one. */
export function isChanged(
  field: FormField,
  text: string,
  { opened, values }: { opened: string; values: Values },
): boolean {
  const known = opened.split(' ', MAX_FIELDS).find((each) => each.startsWith(`${field.input}=`));
  if (known === undefined) return text !== valueToText(field, valueOf(field, values));
  return known !== `${field.input}=${fingerprint(text)}`;
}

export interface Submitted {
  /** What is sent: by place, then by name. */
  values: Partial<Record<Place, Record<string, unknown>>>;
  /** By name of the input: what is wrong before it is sent. */
  faults: Record<string, string>;
}

/**
 * What a form sends: of a new resource all that is given, of an existing one what was changed in the form. Emptied fields become
 * null where they may, else a list, an object or a text without anything.
 * @param current of an existing resource
 */
export function submitted(fields: readonly FormField[], form: URLSearchParams, current: Values = {}): Submitted {
  const values: Submitted['values'] = {};
  const faults: Record<string, string> = {};
  const opened = form.get('opened') ?? '';
  for (const field of fields) {
    const text = sentText(field, form);
    if (field.kind === 'rows' && rowCount(form.get(field.input) ?? '') > MAX_ROWS) {
      faults[field.input] = `These are more than ${MAX_ROWS} rows.`;
      continue;
    }
    if (text === undefined || !isChanged(field, text, { opened, values: current })) continue;
    try {
      const value = text === '' ? emptyValue(field) : textToValue(field, text, valueOf(field, current));
      (values[field.place] ??= {})[field.name] = value;
    } catch {
      faults[field.input] = 'This is not JSON.';
    }
  }
  return { values, faults };
}
