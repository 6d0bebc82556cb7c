// A form as a page: its fields with input and errors (D323).
import { controlOf } from '../fields/controls.ts';
import { rowInput, rowsToShow } from '../fields/rows.ts';
import type { FormField } from '../fields/form-field.ts';
import type { Suggestion, Suggestions } from './suggestions.ts';
import { isMarkup } from '../pages/markup.ts';
import { errorPage } from '../pages/error-page.ts';
import { isRecord } from '../../values.ts';

/** One input, or one for each of a few values. */
export interface ShownField extends FormField {
  id: string;
  text: string;
  /** Element of the control, and its own attributes as HTML. */
  element: string;
  attributes: string;
  faults: readonly string[];
  /** Its present value as a text, when another user has changed it since the form was opened. */
  theirs: string | undefined;
  lines: number;
  suggestions: readonly Suggestion[];
  /** Of a table: its rows, and some empty ones. */
  rows: readonly { label: string; cells: readonly ShownField[] }[];
}

/** The input for a file. */
export interface FileInput {
  hint: string;
  required: boolean;
  faults: readonly string[];
  /** Its visibility: `true` for signed-in callers only. */
  private: string;
  /** The value that it was sent with, or `''` to keep the present one. */
  privateOptions: readonly { value: string; label: string }[];
}

/** A change by another user while the form was open. */
export interface ConcurrentChange {
  label: string;
  id: string;
  theirs: string;
  yours: string;
  /** Both have changed it. */
  isConflict: boolean;
}

const MAX_LINES = 14;
const LINE = 80;

/** The number of lines, and more for a text that may be long. */
function linesOf(field: FormField, text: string): number {
  const lines = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE)), 0);
  return Math.min(MAX_LINES, Math.max(controlOf(field).minLines?.(field) ?? 1, lines));
}

/** In a resource, or in a flat body. */
const NAMED = /^(?:\/data\/(attributes|meta)|(?!\/data(?:\/|$)))\/([^/]+)/;

export interface Failure {
  status: number;
  body: unknown;
}

const unescaped = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');

/** Faults by input, those without a field under `''`. */
function faultsByField({ body, status }: Failure, fields: readonly FormField[]): Map<string, string[]> {
  const faults = new Map<string, string[]>();
  const page = errorPage(body, status);
  const all = isRecord(body) && page.faults.length > 0 ? page.faults : [{ source: undefined, detail: page.detail }];
  for (const { source, detail } of all) {
    const [, place = 'attributes', step = ''] = NAMED.exec(source ?? '') ?? [];
    const name = unescaped(step);
    const key = fields.find((field) => field.place === place && field.name === name)?.input ?? '';
    faults.set(key, [...(faults.get(key) ?? []), detail]);
  }
  return faults;
}

function shownRows(field: FormField, text: string): ShownField['rows'] {
  if (field.kind !== 'rows') return [];
  return rowsToShow(field, text).map((row, index) => ({
    label: `${field.label}, ${index + 1}`,
    cells: field.columns.map((column) =>
      shownField({ ...column, required: false, input: rowInput(field, index, column) }, row?.[column.name] ?? ''),
    ),
  }));
}

/** HTML, and the empty text that is always HTML; a plain text would lose its lines in an editor of rich text (D968). */
const isRich = ({ name, kind }: FormField, text: string): boolean =>
  kind === 'multiline' && (isMarkup(text) || (text === '' && name === 'body'));

/** An `input` cannot hold a text of several lines. */
const elementOf = (field: FormField, text: string): Pick<ShownField, 'element' | 'attributes'> => {
  const { element, attributes = '' } = controlOf(field);
  return {
    element: element === 'text' && text.includes('\n') ? 'textarea' : element,
    attributes:
      (typeof attributes === 'string' ? attributes : attributes(field)) + (isRich(field, text) ? ' data-rich' : ''),
  };
};

const shownField = (
  field: FormField,
  text: string,
  { faults = [], theirs, suggestions = [] }: Partial<Pick<ShownField, 'faults' | 'theirs' | 'suggestions'>> = {},
): ShownField => ({
  ...field,
  ...elementOf(field, text),
  ...(field.kind === 'names' && suggestions.length > 0 && { element: 'names', hint: 'Choose, or enter others.' }),
  suggestions,
  id: field.input.replaceAll('.', '-'),
  text,
  faults,
  theirs,
  lines: linesOf(field, text),
  rows: shownRows(field, text),
});

export interface InvalidInput {
  failure?: Failure | undefined;
  /** By name of the input. */
  faults?: Readonly<Record<string, string>> | undefined;
  /** Present values of fields that another user has changed, as texts, by name of the input. */
  theirs?: Readonly<Record<string, string>> | undefined;
  suggestions?: Suggestions | undefined;
}

/**
 * The fields of a form by their places on its page, with the errors of the service's response: at the fields, or above the
 * form.
 */
export function shownForm(
  fields: readonly FormField[],
  textOf: (field: FormField) => string,
  { failure, faults: own = {}, theirs = {}, suggestions = {} }: InvalidInput = {},
) {
  const faults = failure ? faultsByField(failure, fields) : new Map<string, string[]>();
  const shown = fields.map((field) => {
    const all = [
      ...(Object.hasOwn(own, field.input) ? [own[field.input] ?? ''] : []),
      ...(faults.get(field.input) ?? []),
    ];
    const around = { theirs: theirs[field.input], suggestions: suggestions[field.input] ?? [] };
    return shownField(field, textOf(field), { faults: all, ...around });
  });
  const general = faults.get('') ?? [];
  const page = failure && errorPage(failure.body, failure.status);
  const attributes = shown.filter(({ place }) => place === 'attributes');
  const minor = attributes.filter(({ isMinor }) => isMinor);
  const faulty = shown.filter((field) => field.faults.length > 0);
  return {
    main: attributes.filter(({ isMinor }) => !isMinor),
    minor,
    meta: shown.filter(({ place }) => place === 'meta'),
    /** A field in `minor` has an error. */
    isMinorOpen: minor.some((field) => field.faults.length > 0 || field.theirs !== undefined),
    /** Errors outside of all fields, with advice. */
    failure:
      page || faulty.length > 0
        ? {
            title: page?.title ?? 'Invalid data',
            details: general,
            advice: general.length > 0 ? (page?.advice ?? '') : '',
          }
        : undefined,
    faulty,
  };
}

/** Length of a long text, in characters. */
const SHOWN = 300;

/** The readable text of a field. */
export function textInWords(field: FormField, text: string): string {
  if (text === '') return 'nothing';
  const words = controlOf(field).inWords?.(text) ?? text;
  return words.length > SHOWN ? `${words.slice(0, SHOWN)} …` : words;
}
