// The kind of value that a property-type schema describes, and whether null is allowed.

import type { JsonSchema } from '../json/json-schema.ts';
import type { ValueKind } from './model.ts';
import { isList, isRecord } from '../values.ts';

const isNullBranch = (branch: unknown): boolean =>
  isRecord(branch) && (branch['type'] === 'null' || ('const' in branch && branch['const'] === null));

/** Removes null from `type` and `enum`: `{type: [string, null]}` -> `{type: string}`. */
function splitNullType(schema: JsonSchema): { schema: JsonSchema; nullable: boolean } {
  const { type, enum: values } = schema;
  const types = isList(type) ? type : undefined;
  const typeAllows = types ? types.includes('null') : type === undefined || type === 'null';
  const enumAllows = Array.isArray(values) ? values.includes(null) : undefined;
  const nullable = typeAllows && (enumAllows ?? types !== undefined);
  if (!typeAllows && !enumAllows) return { schema, nullable: false };
  const left = types?.filter((name) => name !== 'null');
  return {
    schema: {
      ...schema,
      ...(left && left.length > 0 ? { type: left.length === 1 ? left[0] : left } : {}),
      ...(Array.isArray(values) ? { enum: values.filter((value) => value !== null) } : {}),
    },
    nullable,
  };
}

/**
 * Separates null from the other values: their schema, and whether null is allowed as well.
 * Knows `type` arrays, null in `enum`, and `oneOf`/`anyOf` with a null branch; `{}` is unchanged and not nullable.
 */
export function splitNull(schema: JsonSchema): { schema: JsonSchema; nullable: boolean } {
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    const branches = schema[keyword];
    if (!isList(branches) || !branches.some(isNullBranch)) continue;
    const { [keyword]: _branches, ...rest } = schema;
    const others = branches.filter((branch) => !isNullBranch(branch));
    const only = others[0];
    if (others.length === 1 && isRecord(only)) return { schema: { ...rest, ...only }, nullable: true };
    return { schema: others.length > 0 ? { ...rest, [keyword]: others } : rest, nullable: true };
  }
  return splitNullType(schema);
}

const STRING_FORMATS: Readonly<Record<string, ValueKind>> = { 'date-time': 'datetime', date: 'date' };

function kindOfType(type: unknown, schema: JsonSchema): ValueKind {
  switch (type) {
    case 'string':
      return STRING_FORMATS[String(schema['format'])] ?? 'string';
    case 'integer':
    case 'number':
    case 'boolean':
    case 'array':
    case 'object':
      return type;
    default:
      return 'json';
  }
}

function kindOfValue(value: unknown): ValueKind {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'boolean';
  return value === null ? 'json' : 'object';
}

/** One kind for several: equal ones are kept, integer and number are number, other mixtures are `json`. */
function commonKind(kinds: readonly ValueKind[]): ValueKind {
  const distinct = new Set(kinds);
  if (distinct.size === 2 && distinct.has('integer') && distinct.has('number')) return 'number';
  const first = kinds[0];
  return distinct.size === 1 && first ? first : 'json';
}

/** Kind of the values of a schema without references, ignoring null; `json` when it has none. */
export function valueKind(nullableSchema: JsonSchema): ValueKind {
  const { schema } = splitNull(nullableSchema);
  const type = schema['type'];
  if (typeof type === 'string') return kindOfType(type, schema);
  if (isList(type)) return commonKind(type.map((name) => kindOfType(name, schema)));
  if (isList(schema['enum'])) return commonKind(schema['enum'].map(kindOfValue));
  if ('const' in schema) return kindOfValue(schema['const']);
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    const branches = schema[keyword];
    if (Array.isArray(branches)) return commonKind(branches.filter(isRecord).map((branch) => valueKind(branch)));
  }
  if (Array.isArray(schema['allOf'])) {
    const kinds = schema['allOf'].filter(isRecord).map((branch) => valueKind(branch));
    return commonKind(kinds.filter((kind) => kind !== 'json'));
  }
  return 'json';
}
