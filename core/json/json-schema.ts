// The places of subschemas in a JSON Schema, so that a walk does not treat names, enums and defaults as schemas.
import { isRecord } from '../values.ts';

/** A JSON Schema (draft-06/07 subset), as property types and relation params carry it. */
export type JsonSchema = { readonly [keyword: string]: unknown };

const LISTS: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'items']);
const MAPS: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'definitions', '$defs', 'dependencies']);
const SINGLES: ReadonlySet<string> = new Set([
  'items',
  'additionalItems',
  'additionalProperties',
  'contains',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
]);

/** A copy of a schema in which `change` has replaced each direct subschema. */
export function mapSubschemas(schema: JsonSchema, change: (subschema: JsonSchema) => JsonSchema): JsonSchema {
  const apply = (value: unknown): unknown => (isRecord(value) ? change(value) : value);
  const copy: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (Array.isArray(value) && LISTS.has(keyword)) copy[keyword] = value.map(apply);
    else if (isRecord(value) && SINGLES.has(keyword)) copy[keyword] = change(value);
    else if (isRecord(value) && MAPS.has(keyword)) {
      copy[keyword] = Object.fromEntries(Object.entries(value).map(([name, subschema]) => [name, apply(subschema)]));
    } else copy[keyword] = value;
  }
  return copy;
}

/** The direct subschemas of a schema. */
export function subschemas(schema: JsonSchema): JsonSchema[] {
  const found: JsonSchema[] = [];
  mapSubschemas(schema, (subschema) => {
    found.push(subschema);
    return subschema;
  });
  return found;
}
