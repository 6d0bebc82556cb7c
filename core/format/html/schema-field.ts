// Fields of forms, made from the schemas of the description (D323, D341).
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
  /** An id or a name. */
  | 'key'
  /** Some of the options. */
  | 'choices'
  /** Texts. */
  | 'lines'
  /** What is known by its name, such as tags. */
  | 'names'
  /** Texts by name. */
  | 'pairs'
  /** Things of a few values each. */
  | 'rows'
  | 'json';

type Option = string | number | boolean;

/** Member of a resource that it is sent in. */
export type Place = 'attributes' | 'meta';

export interface FormField {
  place: Place;
  /** Name of the attribute. */
  name: string;
  /** Name of the input. */
  input: string;
  label: string;
  kind: FieldKind;
  hint: string;
  required: boolean;
  nullable: boolean;
  /** Of a choice. */
  options: readonly Option[];
  /** Of each row. */
  columns: readonly FormField[];
  maxItems: number | undefined;
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

const isOption = (value: unknown): value is Option | null => typeof value !== 'object' || value === null;

/** The values that a schema names; undefined where it leaves others open. */
function optionsOf(schema: Json): readonly Option[] | undefined {
  const { enum: values, oneOf } = schema;
  if (Array.isArray(values) && values.every(isOption)) return values.filter((value) => value !== null) as Option[];
  if (schema['type'] === 'boolean') return [true, false];
  if (!Array.isArray(oneOf)) return undefined;
  const lists = oneOf.map((each) => (isJson(each) ? optionsOf(each) : undefined));
  return lists.every((list) => list !== undefined) ? (lists as Option[][]).flat() : undefined;
}

/** An id in digits, or something else in letters. */
const isKey = ({ oneOf }: Json): boolean =>
  Array.isArray(oneOf) && oneOf.every((each) => isJson(each) && /^(?:integer|string)$/.test(String(each['type'])));

const SIMPLE: ReadonlySet<FieldKind> = new Set(['text', 'multiline', 'number', 'integer', 'date', 'time', 'url']);

function listKind(schema: Json, document: Json): FieldKind {
  const items = resolveSchema(schema['items'], document);
  if (items['type'] === 'string') return optionsOf(items) ? 'choices' : 'lines';
  const properties = isJson(items['properties']) ? items['properties'] : {};
  const required = Array.isArray(items['required']) ? items['required'].join() : '';
  if (required === 'name' && resolveSchema(properties['name'], document)['type'] === 'string') return 'names';
  // What is needed can be entered; the rest of an item stays as it is.
  const kinds = Object.entries(properties).map(([name, each]) => [
    name,
    kindOf(resolveSchema(each, document), document),
  ]);
  const simple = kinds.filter(([, kind]) => SIMPLE.has(kind as FieldKind)).map(([name]) => name);
  const isEntered = required.split(',').every((name) => name === '' || simple.includes(name));
  return simple.length > 0 && isEntered ? 'rows' : 'json';
}

function kindOf(schema: Json, document: Json): FieldKind {
  if (schema['type'] === 'boolean') return 'flag';
  if (optionsOf(schema)) return 'choice';
  switch (schema['type']) {
    case 'integer':
      return 'integer';
    case 'number':
      return 'number';
    case 'string':
      return stringKind(schema);
    case 'array':
      return listKind(schema, document);
    case 'object': {
      const values = resolveSchema(schema['additionalProperties'], document);
      return values['type'] === 'string' && schema['properties'] === undefined ? 'pairs' : 'json';
    }
    default:
      return isKey(schema) ? 'key' : 'json';
  }
}

/** Titles are long by the schema, but of one line. */
const ONE_LINE: ReadonlySet<string> = new Set(['title', 'subject', 'label', 'address']);

const KIND_HINTS: Partial<Record<FieldKind, string>> = {
  json: 'JSON.',
  time: 'In UTC.',
  lines: 'One a line.',
  names: 'One name a line.',
  pairs: 'One a line: its name, a colon, and the text.',
};

/** Descriptions are Markdown; what they mark is code. */
export const plainText = (text: unknown): string => String(text).replaceAll('`', '');

/** Names that are no words. */
const SPELLED: Readonly<Record<string, string>> = { lang: 'Language', uname: 'Unique name', username: 'User name' };

/** What matters to programs only: a form shows all that there is. */
const REPLACES = /[,;] (?:and )?the array replaces the set/;

const isTelling = (text: unknown, label: string): boolean => typeof text === 'string' && text !== `${label}.`;

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

interface Where {
  document: Json;
  place: Place;
  /** What the name of the input begins with. */
  prefix: string;
}

function fieldOf(name: string, schema: Json, required: boolean, { document, place, prefix }: Where): FormField {
  const kind = kindOf(schema, document);
  const label = typeof schema['title'] === 'string' ? schema['title'] : (SPELLED[name] ?? humanName(name));
  const items = resolveSchema(schema['items'], document);
  const input = `${prefix}.${name}`;
  const columns = kind === 'rows' ? fieldsOf(items, { document, place, prefix: input }) : [];
  return {
    place,
    name,
    input,
    label,
    kind: kind === 'multiline' && ONE_LINE.has(name) ? 'text' : kind,
    hint: [schema['description'], KIND_HINTS[kind]]
      .filter((text) => isTelling(text, label))
      .map((text) => plainText(text).replace(REPLACES, ''))
      .join(' '),
    required,
    nullable: schema['nullable'] === true,
    options: (kind === 'choices' ? optionsOf(items) : optionsOf(schema)) ?? [],
    columns: columns.filter((column) => SIMPLE.has(column.kind)),
    maxItems: numberOf(schema['maxItems']),
    maxLength: numberOf(schema['maxLength']),
    isMinor: MINOR.has(name) && !required,
  };
}

function fieldsOf(schema: Json, where: Where): FormField[] {
  const required = Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : [];
  const properties = isJson(schema['properties']) ? schema['properties'] : {};
  return Object.entries(properties)
    .map(([name, each]) => ({ name, schema: resolveSchema(each, where.document) }))
    .filter(({ schema: each }) => each['readOnly'] !== true)
    .map(({ name, schema: each }) => fieldOf(name, each, required.includes(name), where));
}

/**
 * @param attributes schema of the attributes that an operation takes
 * @param document the description, for references
 */
export function formFields(attributes: Json, document: Json): FormField[] {
  const rank = (field: FormField): number => (field.isMinor ? 3 : field.name === 'title' ? 0 : field.required ? 1 : 2);
  return fieldsOf(attributes, { document, place: 'attributes', prefix: 'field' }).sort(
    (one, other) => rank(one) - rank(other),
  );
}

/** @param meta schema of the `meta` that an operation takes */
export const metaFields = (meta: Json, document: Json): FormField[] =>
  fieldsOf(meta, { document, place: 'meta', prefix: 'meta' });

/**
 * What a link carries: its parameters where the relation describes them, then its place and the like.
 * @param relation schema of `meta.relation` of an identifier
 */
export function linkFields(relation: Json, document: Json): FormField[] {
  const own = fieldsOf(relation, { document, place: 'meta', prefix: 'link' });
  const properties = isJson(relation['properties']) ? relation['properties'] : {};
  const params = resolveSchema(properties['params'], document);
  const described = fieldsOf(params, { document, place: 'attributes', prefix: 'link.params' });
  const rest = described.length > 0 ? own.filter(({ name }) => name !== 'params') : own;
  // A link that is taken away has none of them.
  return [
    ...described.map((field) => ({ ...field, required: false, isMinor: false })),
    ...rest.map((field) => ({ ...field, isMinor: true })),
  ];
}
