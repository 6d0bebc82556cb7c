// A form as a page: its fields with what was entered and what is wrong with it (D323).
import { humanName, isJson } from './document.ts';
import { errorPage } from './error-page.ts';
import { MAX_ROWS, rowInput, rowsOf } from './field-value.ts';
import type { FormField } from './schema-field.ts';

/** One input, or one for each of a few values. */
export interface ShownField extends FormField {
  id: string;
  text: string;
  faults: readonly string[];
  /** What somebody else has made of it meanwhile, as a text. */
  theirs: string | undefined;
  /** Lines of a text area. */
  lines: number;
  /** Of a field of rows: those that there are, and some to fill in. */
  rows: readonly { label: string; cells: readonly ShownField[] }[];
}

/** The input for a file. */
export interface FileInput {
  hint: string;
  required: boolean;
  faults: readonly string[];
  /** Who may have it: `true` for who is signed in only. */
  private: string;
  /** What it was sent as, with `''` where that stays as it is. */
  privateOptions: readonly { value: string; label: string }[];
}

/** What somebody else changed while a form was open. */
export interface Meanwhile {
  label: string;
  id: string;
  theirs: string;
  yours: string;
  /** Both have changed it. */
  isConflict: boolean;
}

export interface FormPage {
  heading: string;
  /** What has been done already. */
  notice: string | undefined;
  /** Where the form is sent. */
  action: string;
  submit: string;
  cancel: string;
  csrf: string;
  /** ETag of what is changed, so that nothing that somebody else did meanwhile is overwritten. */
  etag: string;
  /** What the fields had when the form was opened. */
  opened: string;
  main: readonly ShownField[];
  minor: readonly ShownField[];
  meta: readonly ShownField[];
  /** Something in `minor` is wrong. */
  isMinorOpen: boolean;
  /** What is wrong with none of the fields, and what to do. */
  failure: { title: string; details: readonly string[]; advice: string } | undefined;
  /** Fields that have faults, for links to them. */
  faulty: readonly ShownField[];
  /** undefined when nobody else did anything. */
  meanwhile: readonly Meanwhile[] | undefined;
  file: FileInput | undefined;
}

const MIN_LINES = 3;
const MAX_LINES = 14;
const LINE = 80;

const MANY: ReadonlySet<FormField['kind']> = new Set(['lines', 'names', 'pairs']);

/** As many as there are lines, and some for a text that may be long. */
function linesOf({ kind, maxLength }: FormField, text: string): number {
  const lines = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE)), 0);
  const isLong = kind === 'multiline' && maxLength !== undefined;
  return Math.min(MAX_LINES, Math.max(isLong || MANY.has(kind) ? MIN_LINES : 1, lines));
}

/** In a resource, or in a flat body. */
const NAMED = /^(?:\/data\/(attributes|meta)|(?!\/data(?:\/|$)))\/([^/]+)/;

export interface Failure {
  status: number;
  body: unknown;
}

const unescaped = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');

/** Faults by input, those of no field under `''`. */
function faultsByField({ body, status }: Failure, fields: readonly FormField[]): Map<string, string[]> {
  const faults = new Map<string, string[]>();
  const page = errorPage(body, status);
  const all = isJson(body) && page.faults.length > 0 ? page.faults : [{ source: undefined, detail: page.detail }];
  for (const { source, detail } of all) {
    const [, place = 'attributes', step = ''] = NAMED.exec(source ?? '') ?? [];
    const name = unescaped(step);
    const key = fields.find((field) => field.place === place && field.name === name)?.input ?? '';
    faults.set(key, [...(faults.get(key) ?? []), detail]);
  }
  return faults;
}

/** Of a list that may grow. */
const EMPTY_ROWS = 2;

function shownRows(field: FormField, text: string): ShownField['rows'] {
  if (field.kind !== 'rows') return [];
  // Each keeps its place, those that were emptied as well: by that it is known which one it is.
  const given = rowsOf(text);
  const count = Math.max(given.length, Math.min(field.maxItems ?? MAX_ROWS, MAX_ROWS, given.length + EMPTY_ROWS));
  const rows = Array.from({ length: count }, (_, index) => given[index] ?? null);
  return rows.map((row, index) => ({
    label: `${field.label}, ${index + 1}`,
    cells: field.columns.map((column) =>
      shownField({ ...column, required: false, input: rowInput(field, index, column) }, row?.[column.name] ?? ''),
    ),
  }));
}

const shownField = (field: FormField, text: string, faults: readonly string[] = [], theirs?: string): ShownField => ({
  ...field,
  id: field.input.replaceAll('.', '-'),
  text,
  faults,
  theirs,
  lines: linesOf(field, text),
  rows: shownRows(field, text),
});

export interface Wrong {
  failure?: Failure | undefined;
  /** By name of the input. */
  faults?: Readonly<Record<string, string>> | undefined;
  /** What somebody else has made of fields meanwhile, as texts, by name of the input. */
  theirs?: Readonly<Record<string, string>> | undefined;
}

type ShownForm = Pick<FormPage, 'main' | 'minor' | 'meta' | 'isMinorOpen' | 'failure' | 'faulty'>;

/** What the service answered to a form: at the fields that it names, the rest apart. */
export function shownForm(
  fields: readonly FormField[],
  textOf: (field: FormField) => string,
  { failure, faults: own = {}, theirs = {} }: Wrong = {},
): ShownForm {
  const faults = failure ? faultsByField(failure, fields) : new Map<string, string[]>();
  const shown = fields.map((field) => {
    const all = [
      ...(Object.hasOwn(own, field.input) ? [own[field.input] ?? ''] : []),
      ...(faults.get(field.input) ?? []),
    ];
    return shownField(field, textOf(field), all, theirs[field.input]);
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
    isMinorOpen: minor.some((field) => field.faults.length > 0 || field.theirs !== undefined),
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

/** Long texts are told apart by how they begin. */
const SHOWN = 300;

const rowsInWords = (text: string): string =>
  rowsOf(text)
    .flatMap((row) =>
      row
        ? [
            Object.entries(row)
              .map(([name, value]) => `${humanName(name).toLowerCase()} ${value.replace('T', ' ')}`)
              .join(', '),
          ]
        : [],
    )
    .join('\n');

/** A text of a field as a person reads it. */
export function textInWords({ kind }: FormField, text: string): string {
  const words = kind === 'rows' ? rowsInWords(text) : kind === 'time' ? `${text.replace('T', ' ')} UTC` : text;
  if (text === '') return 'nothing';
  if (kind === 'flag') return text === 'true' ? 'yes' : 'no';
  return words.length > SHOWN ? `${words.slice(0, SHOWN)} …` : words;
}
