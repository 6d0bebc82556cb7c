// A form as a page: its fields with what was entered and what is wrong with it (D323).
import { isJson } from './document.ts';
import { errorPage } from './error-page.ts';
import type { FormField } from './schema-field.ts';

export interface ShownField extends FormField {
  text: string;
  faults: readonly string[];
  /** Lines of a text area. */
  rows: number;
}

export interface FormPage {
  heading: string;
  /** Where the form is sent. */
  action: string;
  submit: string;
  cancel: string;
  csrf: string;
  /** ETag of what is changed, so that nothing that somebody else did meanwhile is overwritten. */
  etag: string;
  main: readonly ShownField[];
  minor: readonly ShownField[];
  /** Something in `minor` is wrong. */
  isMinorOpen: boolean;
  /** What is wrong with none of the fields, and what to do. */
  failure: { title: string; details: readonly string[]; advice: string } | undefined;
  /** Fields that have faults, for links to them. */
  faulty: readonly ShownField[];
}

const MIN_ROWS = 3;
const MAX_ROWS = 14;
const LINE = 80;

/** As many as there are lines, and some for a text that may be long. */
function rowsOf({ kind, maxLength }: FormField, text: string): number {
  const lines = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE)), 0);
  const least = kind === 'multiline' && maxLength !== undefined ? MIN_ROWS : 1;
  return Math.min(MAX_ROWS, Math.max(least, lines));
}

const NAMED = /^\/data\/attributes\/([^/]+)/;

export interface Failure {
  status: number;
  body: unknown;
}

const unescaped = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');

/** Faults by field, those of no field under `''`. */
function faultsByField({ body, status }: Failure, fields: readonly FormField[]): Map<string, string[]> {
  const faults = new Map<string, string[]>();
  const page = errorPage(body, status);
  const all = isJson(body) && page.faults.length > 0 ? page.faults : [{ source: undefined, detail: page.detail }];
  for (const { source, detail } of all) {
    const name = unescaped(NAMED.exec(source ?? '')?.[1] ?? '');
    const key = fields.some((field) => field.name === name) ? name : '';
    faults.set(key, [...(faults.get(key) ?? []), detail]);
  }
  return faults;
}

/** What the service answered to a form: at the fields that it names, the rest apart. */
export function shownForm(
  fields: readonly FormField[],
  textOf: (field: FormField) => string,
  wrong: { failure?: Failure | undefined; faults?: Readonly<Record<string, string>> } = {},
): Pick<FormPage, 'main' | 'minor' | 'isMinorOpen' | 'failure' | 'faulty'> {
  const { failure, faults: own = {} } = wrong;
  const faults = failure ? faultsByField(failure, fields) : new Map<string, string[]>();
  const shown = fields.map((field) => ({
    ...field,
    text: textOf(field),
    rows: rowsOf(field, textOf(field)),
    faults: [...(Object.hasOwn(own, field.name) ? [own[field.name] ?? ''] : []), ...(faults.get(field.name) ?? [])],
  }));
  const general = faults.get('') ?? [];
  const page = failure && errorPage(failure.body, failure.status);
  const minor = shown.filter(({ isMinor }) => isMinor);
  const faulty = shown.filter((field) => field.faults.length > 0);
  return {
    main: shown.filter(({ isMinor }) => !isMinor),
    minor,
    isMinorOpen: minor.some((field) => field.faults.length > 0),
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
