// JSON Schema (draft-06/07) -> schema of OpenAPI 3.0. Features that 3.0 lacks are omitted, so that the result is at
// least as permissive: a valid value is never described as invalid.

import { inlineRefs } from '../model/schemas/inline-refs.ts';
import type { JsonSchema } from '../json/json-schema.ts';
import type { Json, Node } from './openapi-document.ts';
import { splitNull } from '../model/value-kind.ts';
import { isList, isRecord } from '../values.ts';

/** Keywords with the same meaning in both, by the type of value. */
const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  string: ['maxLength', 'minLength', 'pattern', 'format'],
  number: ['multipleOf', 'maximum', 'minimum'],
  array: ['maxItems', 'minItems', 'uniqueItems'],
  object: ['maxProperties', 'minProperties', 'required'],
};
const ANNOTATIONS = ['title', 'description', 'default', 'deprecated', 'readOnly', 'writeOnly'] as const;
const TYPES: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object']);

const typeOfValue = (value: unknown): string => {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return value === null ? 'null' : typeof value;
};

const asSchema = (schema: unknown): JsonSchema => {
  if (isRecord(schema)) return schema;
  return schema === false ? { not: {} } : {};
};

const convertList = (schemas: unknown, nullable: boolean): Json[] =>
  Array.isArray(schemas) ? schemas.map((schema) => convert(asSchema(schema), nullable)) : [];

const convertMap = (schemas: JsonSchema): Node =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, convert(asSchema(schema), false)]));

/** draft-06 has numbers where 3.0 has a flag beside `minimum` and `maximum`; of two limits the narrower one stays. */
function convertLimits(schema: JsonSchema): Node {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below } = schema;
  const isAbove = typeof above === 'number' && !(typeof minimum === 'number' && minimum > above);
  const isBelow = typeof below === 'number' && !(typeof maximum === 'number' && maximum < below);
  return {
    ...(isAbove ? { minimum: above, exclusiveMinimum: true } : {}),
    ...(isBelow ? { maximum: below, exclusiveMaximum: true } : {}),
  };
}

/** Named properties beside typed free ones break generated clients, so the free ones become untyped. */
function convertMembers(schema: JsonSchema): Node {
  const { properties, patternProperties, additionalProperties: additional } = schema;
  const named = isRecord(properties) ? convertMap(properties) : {};
  const hasNames = Object.keys(named).length > 0;
  const byPattern = isRecord(patternProperties) ? Object.values(patternProperties) : [];
  const free = [...byPattern, ...(isRecord(additional) ? [additional] : [])];
  const isOpen =
    free.length === 0 || hasNames || (byPattern.length > 0 && additional !== false && !isRecord(additional));
  const members: Node = hasNames ? { properties: named } : {};
  if (!isOpen) {
    const [first, ...others] = convertList(free, false);
    return {
      ...members,
      additionalProperties: others.length === 0 ? (first ?? {}) : { anyOf: [first ?? {}, ...others] },
    };
  }
  return additional === false && free.length === 0 ? { ...members, additionalProperties: false } : members;
}

function convertItems(schema: JsonSchema): Node {
  const { items } = schema;
  // A tuple: 3.0 has one schema for all items.
  if (Array.isArray(items)) return { items: {} };
  return { items: items === undefined ? {} : convert(asSchema(items), false) };
}

function convertType(type: string, schema: JsonSchema, nullable: boolean): Node {
  const group = type === 'integer' ? 'number' : type;
  const node: Node = { type, ...(nullable ? { nullable: true } : {}) };
  for (const keyword of KEYWORDS[group] ?? []) {
    // cast: a schema is JSON, and so are the values of its keywords
    const given = schema[keyword] as Json | undefined;
    // Values of the format may be relative (D783).
    const value = keyword === 'format' && given === 'uri' ? 'uri-reference' : given;
    if (value !== undefined && !(Array.isArray(value) && value.length === 0)) node[keyword] = value;
  }
  const values = schema['enum'];
  if (Array.isArray(values)) {
    // cast: a schema is JSON, and so are the values of its enum
    const fitting = (values as Json[]).filter((value) => isOfType(value, type));
    node['enum'] = nullable ? [...fitting, null] : fitting;
  }
  if (group === 'number') Object.assign(node, convertLimits(schema));
  if (group === 'array') Object.assign(node, convertItems(schema));
  if (group === 'object') Object.assign(node, convertMembers(schema));
  return node;
}

const isOfType = (value: unknown, type: string): boolean => {
  const actual = typeOfValue(value);
  return actual === type || (type === 'number' && actual === 'integer');
};

/** The types of the values: the named ones, or those of the enum; undefined without either. */
function typesOf(schema: JsonSchema): string[] | undefined {
  const { type, enum: values, properties } = schema;
  const isType = (name: unknown): name is string => typeof name === 'string' && TYPES.has(name);
  const named = (isList(type) ? type : [type]).filter(isType);
  if (named.length > 0) return named;
  if (Array.isArray(values) && values.length > 0) return [...new Set(values.map(typeOfValue))];
  return isRecord(properties) ? ['object'] : undefined;
}

const otherTypes = (types: readonly string[]): Node[] =>
  ['string', 'number', 'boolean', 'array', 'object']
    .filter((type) => !types.includes(type) && !(type === 'number' && types.includes('integer')))
    .map((type) => ({ type }));

/** `anyOf`; with arrays or objects among them `not` the others: generators break on such unions, and ignore `not`. */
function convertTypes(types: readonly string[], schema: JsonSchema, nullable: boolean): Node {
  const [first] = types;
  if (types.length === 1 && first !== undefined) return convertType(first, schema, nullable);
  if (types.includes('null')) return {};
  if (types.some((type) => type === 'array' || type === 'object')) {
    const others = otherTypes(types);
    return others.length > 0 ? { not: { anyOf: others } } : {};
  }
  return { anyOf: types.map((type) => convertType(type, schema, nullable)) };
}

function convertCombinations(schema: JsonSchema, nullable: boolean): Node {
  const node: Node = {};
  if (Array.isArray(schema['allOf'])) node['allOf'] = convertList(schema['allOf'], nullable);
  if (Array.isArray(schema['anyOf'])) node['anyOf'] = convertList(schema['anyOf'], nullable);
  // Null matches each nullable branch, and `oneOf` allows only one match.
  if (Array.isArray(schema['oneOf'])) node[nullable ? 'anyOf' : 'oneOf'] = convertList(schema['oneOf'], nullable);
  if (isRecord(schema['not'])) node['not'] = convert(schema['not'], false);
  return node;
}

function convert(nullableSchema: JsonSchema, isNullable: boolean): Node {
  const split = splitNull(nullableSchema);
  const nullable = isNullable || split.nullable;
  const schema = 'const' in split.schema ? { ...split.schema, enum: [split.schema['const']] } : split.schema;
  const types = typesOf(schema);
  const combinations = convertCombinations(schema, nullable);
  const { allOf } = combinations;
  const typed = types ? convertTypes(types, schema, nullable) : {};
  // Both may have become `anyOf` or `not`, of which a schema holds one.
  const isDouble = Object.keys(typed).some((keyword) => keyword in combinations);
  const node: Node = isDouble
    ? { ...combinations, allOf: [typed, ...(Array.isArray(allOf) ? allOf : [])] }
    : { ...typed, ...combinations };
  for (const keyword of ANNOTATIONS) {
    // cast: a schema is JSON, and so are its annotations
    const value = schema[keyword] as Json | undefined;
    if (value !== undefined) node[keyword] = value;
  }
  const examples = schema['examples'];
  // cast: a schema is JSON, and so are its examples
  if (Array.isArray(examples) && examples.length > 0) node['example'] = examples[0] as Json;
  return node;
}

/** Local references are replaced by their targets; a schema with unresolvable ones becomes `{}`. */
export function toOpenApiSchema(schema: JsonSchema, nullable = false): Node {
  try {
    return convert(inlineRefs(schema), nullable);
  } catch {
    return {};
  }
}
