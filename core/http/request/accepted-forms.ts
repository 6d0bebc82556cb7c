// Other forms of values in a body (D415): PHP writes `[]` for an empty object, HTML forms text for other values.
import { readText } from '../../texts.ts';
import { castBoolean, castInteger, castNumber, isEmptyNull } from '../../model/attribute-values.ts';
import { isRecord } from '../../values.ts';

/** A dereferenced schema of OpenAPI 3.0. */
interface Schema {
  type?: string;
  nullable?: boolean;
  format?: string;
  enum?: readonly unknown[];
  required?: readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  allOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
}

const CASTS: ReadonlyMap<string | undefined, (value: unknown) => unknown> = new Map([
  ['integer', castInteger],
  ['number', castNumber],
  ['boolean', castBoolean],
]);

function isOfType(type: string | undefined, value: unknown): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isRecord(value);
  if (type === 'integer') return Number.isInteger(value);
  return type === undefined || typeof value === type;
}

/** Whether a schema applies to a value, by its type only. */
function isMeant(schema: Schema, value: unknown): boolean {
  if (value === null) return schema.nullable === true;
  const { allOf = [], anyOf, oneOf } = schema;
  const choices = oneOf ?? anyOf;
  return (
    isOfType(schema.type, value) &&
    (schema.enum?.includes(value) ?? true) &&
    allOf.every((each) => isMeant(each, value)) &&
    (choices?.some((each) => isMeant(each, value)) ?? true)
  );
}

/** The first schema that accepts the type of the value, else the first that accepts another form of it. */
function readChoice(choices: readonly Schema[], value: unknown, place: Place): unknown {
  const meant = choices.find((choice) => isMeant(choice, value));
  if (meant) return readForms(meant, value, place);
  for (const choice of choices) {
    const read = readForms(choice, value, place);
    if (read !== value && isMeant(choice, read)) return read;
  }
  return value;
}

/** If an object cannot be empty and null is allowed, as for a to-one relationship, `[]` means null. */
const emptyObject = ({ nullable, required = [] }: Schema): object | null =>
  nullable && required.length > 0 ? null : {};

/** The steps to a value; the body has none. */
type Place = { above: Place; step: string | number } | undefined;

const pointerTo = (place: Place): string =>
  place ? `${pointerTo(place.above)}/${String(place.step).replaceAll('~', '~0').replaceAll('/', '~1')}` : '';

/** The same object when no member changes. */
function readMembers(
  { properties = {}, additionalProperties: others }: Schema,
  value: Record<string, unknown>,
  place: Place,
): unknown {
  let isChanged = false;
  const entries = Object.entries(value).map(([name, member]): [string, unknown] => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : others;
    const read = typeof schema === 'object' ? readForms(schema, member, { above: place, step: name }) : member;
    isChanged ||= read !== member;
    return [name, read];
  });
  return isChanged ? Object.fromEntries(entries) : value;
}

function readItems(items: Schema, value: readonly unknown[], place: Place): readonly unknown[] {
  const read = value.map((item, step) => readForms(items, item, { above: place, step }));
  return read.some((item, index) => item !== value[index]) ? read : value;
}

/** A value without members, in its stored form. @throws ApiError invalid_data for a text with NUL */
function readPlain(type: string | undefined, value: unknown, place: Place): unknown {
  if (type === 'string' && typeof value === 'string') return readText(value, () => pointerTo(place));
  return CASTS.get(type)?.(value) ?? value;
}

function readForms(schema: Schema, given: unknown, place: Place): unknown {
  const { type, nullable, allOf = [], items } = schema;
  let value = allOf.reduce((read: unknown, each) => readForms(each, read, place), given);
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) value = readChoice(choices, value, place);
  if (value === '' && nullable && isEmptyNull(schema)) return null;
  const isEmptyList = Array.isArray(value) && value.length === 0;
  if (type === 'object' && isEmptyList) return emptyObject(schema);
  if (isRecord(value)) return readMembers(schema, value, place);
  if (Array.isArray(value)) return items ? readItems(items, value, place) : value;
  return readPlain(type, value, place);
}

/** The body with each value in the form of its schema, as far as possible. @throws ApiError invalid_data for NUL */
export const readAcceptedForms = (schema: unknown, body: unknown): unknown =>
  isRecord(schema) && isRecord(body) ? readForms(schema, body, undefined) : body;
