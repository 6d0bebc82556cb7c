// Fields of forms, made from the schemas of the description: what a value looks like in a form and what comes back (D323).
import { humanName, isJson, type Json } from './document.ts';

export type FieldKind =
  | 'text'
  | 'multiline'
  | 'number'
  | 'integer'
  | 'flag'
  | 'choice'
  | 'date'
  | 'time'
  | 'email'
  | 'url'
  | 'secret'
  | 'json';

export interface FormField {
  /** Name of the attribute. */
  name: string;
  label: string;
  kind: FieldKind;
  hint: string;
  required: boolean;
  nullable: boolean;
  /** Of a choice. */
  options: readonly string[];
  maxLength: number | undefined;
  /** Seldom used, so it comes last. */
  isMinor: boolean;
}

/** A schema with its references followed; `allOf` of one is that one. */
export function resolveSchema(schema: unknown, document: Json): Json {
  let found = isJson(schema) ? schema : {};
  for (let steps = 0; steps < 10; steps++) {
    const reference = found['$ref'];
    const only =
      Array.isArray(found['allOf']) && found['allOf'].length === 1 ? (found['allOf'][0] as unknown) : undefined;
    if (typeof reference === 'string') found = at(document, reference);
    else if (isJson(only)) found = { ...resolveSchema(only, document), ...found, allOf: undefined };
    else return found;
  }
  return found;
}

function at(document: Json, reference: string): Json {
  const found = reference
    .slice(2)
    .split('/')
    .reduce<unknown>((node, step) => (isJson(node) ? node[step] : undefined), document);
  return isJson(found) ? found : {};
}

/** What most objects leave empty. */
const MINOR: ReadonlySet<string> = new Set(
  (
    'extra lang publish_start publish_end subject abstract note rights license creator publisher comments geo_tags name ' +
    'provider provider_uid provider_url provider_thumbnail provider_extra date_ranges coords children_order'
  ).split(' '),
);

const FORMATS: Readonly<Record<string, FieldKind>> = { date: 'date', 'date-time': 'time', email: 'email', uri: 'url' };
const LONG = 255;

function stringKind(schema: Json): FieldKind {
  if (schema['writeOnly'] === true) return 'secret';
  const format = FORMATS[String(schema['format'])];
  if (format) return format;
  const max = schema['maxLength'];
  const isShort = (typeof max === 'number' && max <= LONG) || schema['pattern'] !== undefined;
  return isShort ? 'text' : 'multiline';
}

function kindOf(schema: Json): FieldKind {
  if (Array.isArray(schema['enum']) && schema['enum'].every((value) => typeof value !== 'object' || value === null)) {
    return 'choice';
  }
  switch (schema['type']) {
    case 'boolean':
      return 'flag';
    case 'integer':
      return 'integer';
    case 'number':
      return 'number';
    case 'string':
      return stringKind(schema);
    default:
      return 'json';
  }
}

/** Titles are long by the schema, but of one line. */
const ONE_LINE: ReadonlySet<string> = new Set(['title', 'subject', 'label']);

const KIND_HINTS: Partial<Record<FieldKind, string>> = { json: 'JSON.', time: 'In UTC.' };

/** Descriptions are Markdown; what they mark is code. */
export const plainText = (text: unknown): string => String(text).replaceAll('`', '');

const isTelling = (text: unknown, label: string): boolean => typeof text === 'string' && text !== `${label}.`;

function fieldOf(name: string, schema: Json, required: boolean): FormField {
  const kind = kindOf(schema);
  const max = schema['maxLength'];
  const label = typeof schema['title'] === 'string' ? schema['title'] : humanName(name);
  return {
    name,
    label,
    kind: kind === 'multiline' && ONE_LINE.has(name) ? 'text' : kind,
    hint: [schema['description'], KIND_HINTS[kind]]
      .filter((text) => isTelling(text, label))
      .map(plainText)
      .join(' '),
    required,
    nullable: schema['nullable'] === true,
    options: kind === 'choice' ? (schema['enum'] as unknown[]).filter((value) => value !== null).map(String) : [],
    maxLength: typeof max === 'number' ? max : undefined,
    isMinor: MINOR.has(name) && !required,
  };
}

/**
 * @param attributes schema of the attributes that an operation takes
 * @param document the description, for references
 */
export function formFields(attributes: Json, document: Json): FormField[] {
  const required = Array.isArray(attributes['required']) ? (attributes['required'] as unknown[]) : [];
  const properties = isJson(attributes['properties']) ? attributes['properties'] : {};
  const fields = Object.entries(properties)
    .map(([name, schema]) => ({ name, schema: resolveSchema(schema, document) }))
    .filter(({ schema }) => schema['readOnly'] !== true)
    .map(({ name, schema }) => fieldOf(name, schema, required.includes(name)));
  const rank = (field: FormField): number => (field.isMinor ? 3 : field.name === 'title' ? 0 : field.required ? 1 : 2);
  return fields.sort((one, other) => rank(one) - rank(other));
}

const oneLineEnds = (text: string): string => text.replace(/\r\n?/g, '\n');

/** What a form shows of a value; `''` for none. */
export function valueToText({ kind }: FormField, value: unknown): string {
  if (value === null || value === undefined || kind === 'secret') return '';
  if (kind === 'json') return JSON.stringify(value, null, 2);
  if (kind === 'time' && typeof value === 'string') {
    const date = new Date(value);
    return Number.isNaN(date.getTime()) ? value : date.toISOString().replace(/\.\d+Z$/, '');
  }
  return oneLineEnds(typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean));
}

/** @throws SyntaxError for what is no JSON where JSON is expected */
function textToValue({ kind }: FormField, text: string): unknown {
  switch (kind) {
    case 'json':
      return JSON.parse(text) as unknown;
    case 'flag':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'number':
    case 'integer':
      // What is no number goes on as it is, so that the fault is that of the service.
      return /^\s*-?\d+(?:\.\d+)?(?:e[+-]?\d+)?\s*$/i.test(text) ? Number(text) : text;
    case 'time':
      return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) ? `${text}:00Z` : /T[\d:.]+$/.test(text) ? `${text}Z` : text;
    default:
      return text;
  }
}

export interface Submitted {
  attributes: Record<string, unknown>;
  /** By name of the field: what is wrong before it is sent. */
  faults: Record<string, string>;
}

/**
 * The attributes that a form sends: those that are given, of an existing resource those that differ from `current`.
 * Emptied ones become null where they may, else an empty text.
 */
export function submittedAttributes(
  fields: readonly FormField[],
  form: URLSearchParams,
  current: Json = {},
): Submitted {
  const attributes: Record<string, unknown> = {};
  const faults: Record<string, string> = {};
  for (const field of fields) {
    const sent = form.get(`field.${field.name}`);
    if (sent === null) continue;
    const text = oneLineEnds(sent);
    if (text === valueToText(field, Object.hasOwn(current, field.name) ? current[field.name] : undefined)) continue;
    try {
      attributes[field.name] = text === '' ? (field.nullable ? null : '') : textToValue(field, text);
    } catch {
      faults[field.name] = 'This is not JSON.';
    }
  }
  return { attributes, faults };
}
