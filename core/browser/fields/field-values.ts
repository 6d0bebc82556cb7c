// Values of a form: displayed ones, sent ones, and changed ones (D323, D341).
import { createHash } from 'node:crypto';
import type { JsonValue } from '../json-api-document.ts';
import { controlOf, sentText, textToValue, valueToText } from './controls.ts';
import type { FormField, ResourceMember } from './form-field.ts';
import { MAX_ROWS, rowCount } from './rows.ts';

const isHeld = (field: FormField, value: unknown): boolean =>
  value === null || value === undefined || (controlOf(field).holds?.(value, field) ?? true);

/**
 * The fields of a form of an existing resource: those whose controls cannot represent their values are JSON. Their inputs then
 * have other names, so that a sent text is parsed as it was displayed, even if the value has changed since.
 * @param sent undefined for a new form
 */
export function fittingFields(
  fields: readonly FormField[],
  values: FieldValues,
  sent: URLSearchParams | undefined,
): FormField[] {
  return fields.map((field) => {
    const json: FormField = { ...field, kind: 'json', input: `${field.input}.json`, hint: 'JSON.' };
    return (sent ? sent.has(json.input) : !isHeld(field, fieldValue(field, values))) ? json : field;
  });
}

const emptyValue = (field: FormField): unknown => (field.nullable ? null : (controlOf(field).empty ?? ''));

/** The values of a resource, by field. */
export type FieldValues = Partial<Readonly<Record<ResourceMember, JsonValue>>>;

export function fieldValue({ place, name }: FormField, values: FieldValues): unknown {
  const members = values[place] ?? {};
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

/** More than any form has: `opened` is untrusted input. */
const MAX_FIELDS = 5_000;

const fingerprint = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 12);

/** A digest of the fields of a form when it was opened, which the form carries to show which fields were changed. */
export const fingerprints = (fields: readonly FormField[], values: FieldValues): string =>
  fields.map((field) => `${field.input}=${fingerprint(valueToText(field, fieldValue(field, values)))}`).join(' ');

/** Whether a text differs from the original one of its field; without `opened`, from the present one. */
export function isChanged(
  field: FormField,
  text: string,
  { opened, values }: { opened: string; values: FieldValues },
): boolean {
  const known = opened.split(' ', MAX_FIELDS).find((each) => each.startsWith(`${field.input}=`));
  if (known === undefined) return text !== valueToText(field, fieldValue(field, values));
  return known !== `${field.input}=${fingerprint(text)}`;
}

export interface Submitted {
  /** The values to send: by member of the resource, then by name. */
  values: Partial<Record<ResourceMember, Record<string, unknown>>>;
  /** By name of the input: errors that are found before sending. */
  faults: Record<string, string>;
}

/**
 * The values that a form sends: of a new resource all that are given, of an existing one the changed ones. Emptied fields
 * become null where allowed, else an empty list, object or text.
 * @param current of an existing resource
 */
export function submitted(fields: readonly FormField[], form: URLSearchParams, current: FieldValues = {}): Submitted {
  const values: Submitted['values'] = {};
  const faults: Record<string, string> = {};
  const opened = form.get('opened') ?? '';
  for (const field of fields) {
    const text = sentText(field, form);
    if (field.kind === 'rows' && rowCount(form.get(field.input) ?? '') > MAX_ROWS) {
      faults[field.input] = `There are more than ${MAX_ROWS} rows.`;
      continue;
    }
    if (text === undefined || !isChanged(field, text, { opened, values: current })) continue;
    try {
      const value = text === '' ? emptyValue(field) : textToValue(field, text, fieldValue(field, current));
      (values[field.place] ??= {})[field.name] = value;
    } catch {
      faults[field.input] = 'This is not JSON.';
    }
  }
  return { values, faults };
}
