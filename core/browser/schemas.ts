// Schemas of the description, for forms.
import type { JsonValue } from './json-api-document.ts';
import { isRecord, itemsIn } from '../values.ts';

const MAX_STEPS = 10;

function at(document: JsonValue, reference: string): JsonValue {
  const found = reference
    .slice(2)
    .split('/')
    .reduce<unknown>((node, step) => (isRecord(node) ? node[step] : undefined), document);
  return isRecord(found) ? found : {};
}

/** A schema with its references followed; an `allOf` with one member is that member. */
export function resolveSchema(schema: unknown, document: JsonValue): JsonValue {
  let found = isRecord(schema) ? schema : {};
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const reference = found['$ref'];
    const only = Array.isArray(found['allOf']) && found['allOf'].length === 1 ? itemsIn(found['allOf'])[0] : undefined;
    if (typeof reference === 'string') found = at(document, reference);
    else if (isRecord(only)) found = { ...resolveSchema(only, document), ...found, allOf: undefined };
    else return found;
  }
  return found;
}

export type Option = string | number | boolean;

const isOption = (value: unknown): value is Option | null => typeof value !== 'object' || value === null;

/** The values of an enum; undefined for open schemas. */
export function optionsOf(schema: JsonValue): readonly Option[] | undefined {
  const { enum: values, oneOf } = schema;
  if (Array.isArray(values) && values.every(isOption)) return values.filter((value) => value !== null);
  if (schema['type'] === 'boolean') return [true, false];
  if (!Array.isArray(oneOf)) return undefined;
  const lists = oneOf.map((each) => (isRecord(each) ? optionsOf(each) : undefined));
  return lists.every((list) => list !== undefined) ? lists.flat() : undefined;
}

export const isString = ({ type }: JsonValue): boolean => type === 'string';

/** Of a list: the schema of its items. */
export const itemsOf = (schema: JsonValue, document: JsonValue): JsonValue | undefined =>
  schema['type'] === 'array' ? resolveSchema(schema['items'], document) : undefined;

export const membersOf = (schema: JsonValue): JsonValue => (isRecord(schema['properties']) ? schema['properties'] : {});
/** Names of the required members, with commas. */
export const requiredOf = (schema: JsonValue): string =>
  Array.isArray(schema['required']) ? schema['required'].join() : '';
