// Tables in a form: a row for each item of a list, a column for each editable member (D341). Like every field, a table has one
// text: JSON of the texts in its cells.
import type { FormField } from './form-field.ts';
import { humanName } from '../json-api-document.ts';

/** Texts of one row by column; null for an emptied row. */
export type RowText = Readonly<Record<string, string>> | null;

export const MAX_ROWS = 1_000;

/** Empty rows below those of the list. */
const EMPTY_ROWS = 2;

/** The text of some rows; `''` for none. */
export function rowsToText(rows: readonly RowText[]): string {
  const last = rows.findLastIndex((row) => row !== null);
  return last < 0 ? '' : JSON.stringify(rows.slice(0, last + 1));
}

/** The rows of a text from `rowsToText`. */
export const textToRows = (text: string): RowText[] => (text === '' ? [] : JSON.parse(text));

export function rowOf(columns: readonly FormField[], textOf: (column: FormField) => string): RowText {
  const texts = columns.map((column) => [column.name, textOf(column)] as const).filter(([, text]) => text !== '');
  return texts.length > 0 ? Object.fromEntries(texts) : null;
}

/** Rows of a form: each keeps its index, emptied ones included, since the index identifies the item. */
export function rowsToShow({ maxItems = MAX_ROWS }: FormField, text: string): RowText[] {
  const rows = textToRows(text);
  const count = Math.max(rows.length, Math.min(maxItems, MAX_ROWS, rows.length + EMPTY_ROWS));
  return Array.from({ length: count }, (_, index) => rows[index] ?? null);
}

/** Name of the input of one column of one row. */
export const rowInput = ({ input }: FormField, index: number, column: FormField): string =>
  `${input}.${index}.${column.name}`;

/** The number of rows in a form; 0 for an invalid one. */
export const rowCount = (text: string): number => (/^\d+$/.test(text) ? Number(text) : 0);

/** @param textOf text of a cell, from its column and the content of its input */
export function sentRows(
  field: FormField,
  form: URLSearchParams,
  textOf: (column: FormField, sent: string) => string,
): string {
  const { input, columns } = field;
  const count = Math.min(MAX_ROWS, rowCount(form.get(input) ?? ''));
  // The form is searched once, not for each of the cells.
  const cells = new Map([...form].filter(([name]) => name.startsWith(`${input}.`)));
  return rowsToText(
    Array.from({ length: count }, (_, index) =>
      rowOf(columns, (column) => textOf(column, cells.get(rowInput(field, index, column)) ?? '')),
    ),
  );
}

/** The rows of a text in readable form, a line each. */
export const rowsInWords = (text: string): string =>
  textToRows(text)
    .flatMap((row) => (row ? [Object.entries(row).map(cellInWords).join(', ')] : []))
    .join('\n');

const cellInWords = ([name, value]: [string, string]): string =>
  `${humanName(name).toLowerCase()} ${value.replace('T', ' ')}`;
