// Alternative forms of values in a body (D415): PHP writes an empty object as `[]`, and HTML forms send text for numbers,
// booleans and null.
import { castBoolean, castInteger, castNumber, isEmptyNull } from '../model/attribute-values.ts';

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

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isOfType(type: string | undefined, value: unknown): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
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
function readChoice(choices: readonly Schema[], value: unknown): unknown {
  const meant = choices.find((choice) => isMeant(choice, value));
  if (meant) return readForms(meant, value);
  for (const choice of choices) {
    const read = readForms(choice, value);
    if (read !== value && isMeant(choice, read)) return read;
  }
  return value;
}

/** If an object cannot be empty and null is allowed, as for a to-one relationship, `[]` means null. */
const emptyObject = ({ nullable, required = [] }: Schema): object | null =>
  nullable && required.length > 0 ? null : {};

/** The same object when no member changes. */
function readMembers(
  { properties = {}, additionalProperties: others }: Schema,
  value: Record<string, unknown>,
): unknown {
  let isChanged = false;
  const entries = Object.entries(value).map(([name, member]): [string, unknown] => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : others;
    const read = typeof schema === 'object' ? readForms(schema, member) : member;
    isChanged ||= read !== member;
    return [name, read];
  });
  return isChanged ? Object.fromEntries(entries) : value;
}

function readItems(items: Schema, value: readonly unknown[]): readonly unknown[] {
  const read = value.map((item) => readForms(items, item));
  return read.some((item, index) => item !== value[index]) ? read : value;
}

function readForms(schema: Schema, given: unknown): unknown {
  const { type, nullable, allOf = [], items } = schema;
  let value = allOf.reduce((read: unknown, each) => readForms(each, read), given);
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) value = readChoice(choices, value);
  if (value === '' && nullable && isEmptyNull(schema)) return null;
  const isEmptyList = Array.isArray(value) && value.length === 0;
  if (type === 'object' && isEmptyList) return emptyObject(schema);
  if (isObject(value)) return readMembers(schema, value);
  if (Array.isArray(value)) return items ? readItems(items, value) : value;
  return CASTS.get(type)?.(value) ?? value;
}

/** The body with each value in the form of its schema, as far as possible; validation refuses the rest. */
export const readAcceptedForms = (schema: unknown, body: unknown): unknown =>
  isObject(schema) && isObject(body) ? readForms(schema, body) : body;
