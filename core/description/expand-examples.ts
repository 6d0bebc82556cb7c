// Example bodies for one object type: those of the template with type, attributes, names and links of this one.

import type { Attribute, ResolvedType } from '../model/model.ts';
import type { JsonSchema } from '../json/json-schema.ts';
import { wordsOf, type Words } from './expand-names.ts';
import { createSearch, isNode, type Json, type Node } from './openapi-document.ts';
import { isRecord, textIn } from '../values.ts';

const BY_FORMAT: Readonly<Record<string, string>> = {
  date: '2026-05-13',
  'date-time': '2026-05-13T07:09:23+00:00',
  email: 'ada@example.com',
  uri: 'https://example.com',
  uuid: '7d4c0ab1-6f0e-4ab1-8c3c-1c8d1cb5a1a5',
};

function exampleString(schema: JsonSchema): string | undefined {
  const { format, pattern, minLength, maxLength } = schema;
  if (pattern !== undefined) return undefined;
  if (format !== undefined) return BY_FORMAT[String(format)];
  const padded = 'text'.padEnd(typeof minLength === 'number' ? minLength : 0, '.');
  return typeof maxLength === 'number' ? padded.slice(0, maxLength) : padded;
}

function exampleNumber(schema: JsonSchema, fallback: number): number | undefined {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf: step } = schema;
  const lowest = typeof minimum === 'number' ? minimum : typeof above === 'number' ? above + 1 : undefined;
  const highest = typeof maximum === 'number' ? maximum : typeof below === 'number' ? below - 1 : undefined;
  const near = Math.min(Math.max(fallback, lowest ?? fallback), highest ?? Infinity);
  const value = typeof step === 'number' ? Math.ceil(near / step) * step : near;
  return value >= (lowest ?? value) && value <= (highest ?? value) ? value : undefined;
}

function exampleArray(schema: JsonSchema): Json | undefined {
  const { items, minItems } = schema;
  const item = isRecord(items) ? exampleOf(items) : 'text';
  const count = typeof minItems === 'number' ? minItems : 1;
  if (item === undefined || Array.isArray(items) || count > 1) return count === 0 ? [] : undefined;
  return [item];
}

function exampleObject(schema: JsonSchema): Json | undefined {
  const { properties, required } = schema;
  const example: Node = {};
  for (const [name, property] of Object.entries(isRecord(properties) ? properties : {})) {
    const value = isRecord(property) ? exampleOf(property) : undefined;
    if (value !== undefined) example[name] = value;
  }
  const isComplete = !Array.isArray(required) || required.every((name) => Object.hasOwn(example, String(name)));
  return isComplete && schema['minProperties'] === undefined ? example : undefined;
}

/** A value that matches a schema without references; undefined for schemas that are too complex. */
function exampleOf(schema: JsonSchema): Json | undefined {
  const given = [schema['examples'], schema['enum']].find((values) => Array.isArray(values) && values.length > 0);
  // cast: a stored schema is JSON, and so are its values
  if (Array.isArray(given)) return given[0] as Json;
  // cast: a stored schema is JSON, and so are its values
  if ('const' in schema) return schema['const'] as Json;
  if (['allOf', 'anyOf', 'oneOf', 'not', 'if', 'dependencies'].some((keyword) => keyword in schema)) return undefined;
  return EXAMPLE_OF.get([schema['type']].flat()[0])?.(schema);
}

const EXAMPLE_OF: ReadonlyMap<unknown, (schema: JsonSchema) => Json | undefined> = new Map([
  ['string', exampleString],
  ['integer', (schema: JsonSchema) => exampleNumber(schema, 1)],
  ['number', (schema: JsonSchema) => exampleNumber(schema, 1.5)],
  ['boolean', () => true],
  ['array', exampleArray],
  ['object', exampleObject],
]);

/** Static attributes are shown when openapi/types has an example of them, custom ones always. */
function attributeExample(attribute: Attribute, words: Words): Json | undefined {
  if (attribute.name === 'title') return `A first ${words.one}`;
  if (attribute.name === 'uname') return `a-first-${words.one.replaceAll(' ', '-')}`;
  if (!attribute.custom && !attribute.required && !Array.isArray(attribute.schema['examples'])) return undefined;
  return exampleOf(attribute.schema) ?? (attribute.custom && attribute.nullable ? null : undefined);
}

/** The attributes of a type in examples; made once for each type. */
interface TypeExamples {
  response: Node;
  create: Node;
  update: Node;
  meta: Node;
}

export function attributeExamples(type: ResolvedType): TypeExamples {
  const words = wordsOf(type);
  const examples: TypeExamples = { response: {}, create: {}, update: {}, meta: {} };
  for (const attribute of type.attributes) {
    const value = attributeExample(attribute, words);
    if (value === undefined) continue;
    if (attribute.readOnly) {
      examples.meta[attribute.name] = value;
      continue;
    }
    if (attribute.schema['writeOnly'] !== true) examples.response[attribute.name] = value;
    if (attribute.name !== 'uname') examples.create[attribute.name] = value;
  }
  const changed = type.attributes.find(({ name, custom }) => custom && Object.hasOwn(examples.create, name))?.name;
  if (Object.hasOwn(examples.create, 'title')) examples.update['title'] = `A better ${words.one}`;
  const sample = examples.create[changed ?? ''];
  if (changed !== undefined && sample !== undefined) examples.update[changed] = sample;
  return examples;
}

/** The first `type` of a resource in an example body: the type of the template. */
export function resourceTypeIn(body: Json | undefined): string | undefined {
  const [resource] = [isNode(body) ? body['data'] : undefined].flat();
  return textIn(isNode(resource) ? resource['type'] : undefined);
}

function retargetResource(resource: Node, typeName: string, examples: TypeExamples): void {
  const meta = resource['meta'];
  const kind = !('id' in resource) ? 'create' : isNode(meta) ? 'response' : 'update';
  resource['type'] = typeName;
  if (isNode(resource['attributes'])) resource['attributes'] = examples[kind];
  if (kind === 'response' && isNode(meta)) resource['meta'] = { ...meta, ...examples.meta };
}

/** Path segments only: `/documents/12` and `/model/schema/documents`, not `/documents_of`. */
const retargetLink = (url: string, from: string, to: string): string =>
  url
    .split('/')
    .map((step) => (step === from || step.startsWith(`${from}?`) ? `${to}${step.slice(from.length)}` : step))
    .join('/');

/** The type of the template's examples. */
export const EXAMPLE_TYPE = 'documents';

const isAddress = (value: Json): value is string => typeof value === 'string' && value.includes(`/${EXAMPLE_TYPE}/`);
const hasAddress = createSearch(isAddress);

/** An example of another resource below an object: only the addresses contain the type. Other parts are not copied. */
export function retargetAddress(body: Json, type: ResolvedType): Json {
  if (isAddress(body)) return retargetLink(body, EXAMPLE_TYPE, type.name);
  if (!hasAddress(body)) return body;
  if (Array.isArray(body)) return body.map((item) => retargetAddress(item, type));
  if (!isNode(body)) return body;
  const copy: Node = {};
  for (const [name, value] of Object.entries(body)) copy[name] = retargetAddress(value, type);
  return copy;
}

const mentionsType = createSearch(
  (value, name) =>
    name === EXAMPLE_TYPE ||
    value === EXAMPLE_TYPE ||
    (typeof value === 'string' && value.includes(`/${EXAMPLE_TYPE}`)),
);

/** @returns undefined when a required attribute has no example; parts without the type are not copied */
export function retargetExample(body: Json, type: ResolvedType, examples: TypeExamples): Json | undefined {
  const isComplete = type.attributes.every(({ name, required }) => !required || Object.hasOwn(examples.create, name));
  if (!isComplete) return undefined;
  const from = EXAMPLE_TYPE;
  const retarget = (value: Json): Json => {
    if (typeof value === 'string') return value.includes(`/${from}`) ? retargetLink(value, from, type.name) : value;
    if (!mentionsType(value)) return value;
    if (Array.isArray(value)) return value.map(retarget);
    if (!isNode(value)) return value;
    const copy: Node = {};
    for (const [name, item] of Object.entries(value)) copy[name === from ? type.name : name] = retarget(item);
    if (value['type'] === from) retargetResource(copy, type.name, examples);
    const reference = copy[type.name];
    if (isNode(reference) && 'revision' in reference) copy[type.name] = { ...reference, revision: type.revision };
    return copy;
  };
  return retarget(body);
}
