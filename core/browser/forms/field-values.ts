// Values of a form: which of them it shows, what it sends, and what was changed in it (D323, D341).
import { createHash } from 'node:crypto';
import type { Json } from '../json-api-document.ts';
import { controlOf, sentText, textToValue, valueToText } from './controls.ts';
import type { FormField, Place } from './form-field.ts';
import { MAX_ROWS, rowCount } from './rows.ts';

/** Whether the control of a field can hold all of a value. */
const isHeld = (field: FormField, value: unknown): boolean =>
  value === null || value === undefined || (controlOf(field).holds?.(value, field) ?? true);

/**
 * The fields of a form of an existing resource: those whose controls cannot hold their values are JSON. Their inputs have other
 * names then, so that a sent text is read as it was shown, whatever the value is by then.
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

/** What an empty control stands for. */
const emptyValue = (field: FormField): unknown => (field.nullable ? null : (controlOf(field).empty ?? ''));

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
