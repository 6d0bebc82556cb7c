// One object type -> its JSON Schema, for /model/schema and `meta.schema`, and the schemas of its input. Attributes are
// converted to JSON Schema here only.

import { crc32 } from 'node:zlib';
import type { Attribute, ResolvedType } from '../model.ts';
import type { JsonSchema } from '../../json/json-schema.ts';
import { canonicalJson } from './linear-keywords.ts';
import { isList } from '../../values.ts';

export type SchemaParts = Pick<ResolvedType, 'attributes' | 'associations' | 'relations'>;

interface RenderedProperty {
  schema: JsonSchema;
  /** The same without description, in a canonical order of keys. */
  canonical: string;
}

function propertySchema(attribute: Attribute): JsonSchema {
  const { schema, nullable, name, title, description } = attribute;
  const isSet = attribute.default !== null && attribute.default !== undefined;
  return {
    ...(nullable ? { oneOf: [{ type: 'null' }, schema] } : schema),
    $id: `/properties/${name}`,
    title,
    ...(description === null ? {} : { description }),
    ...(isSet ? { default: attribute.default } : {}),
    ...(attribute.readOnly ? { readOnly: true } : {}),
  };
}

/** Types share the attributes they inherit, so each is rendered once. */
const rendered = new WeakMap<Attribute, RenderedProperty>();

function renderProperty(attribute: Attribute): RenderedProperty {
  const known = rendered.get(attribute);
  if (known) return known;
  const schema = propertySchema(attribute);
  const { description: _description, ...described } = schema;
  const property = { schema, canonical: canonicalJson(described) };
  rendered.set(attribute, property);
  return property;
}

const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1);

/**
 * The JSON Schema of a type in the form of D552, without `$id` (see `withSchemaId`), and its revision: unsigned CRC-32 in
 * decimal, of the schema without the descriptions of properties. It changes exactly when the schema does (D25), so it is
 * independent of the order of rows.
 * @param rules further rules that affect responses about its objects, as text; may be empty
 */
export function objectTypeSchema(parts: SchemaParts, rules = ''): { schema: JsonSchema; revision: string } {
  const attributes = [...parts.attributes].sort(byName);
  const relations = [...parts.relations].sort(byName);
  const frame = {
    required: attributes.filter((attribute) => attribute.required).map((attribute) => attribute.name),
    associations: [...parts.associations].sort(),
    relations: Object.fromEntries(
      relations.map(({ name, label, relation, types }) => [
        name,
        { label, params: relation.params, types: [...types].sort() },
      ]),
    ),
    translatable: attributes.filter((attribute) => attribute.translatable).map((attribute) => attribute.name),
  };
  const canonical = attributes.map((attribute) => `${attribute.name}:${renderProperty(attribute).canonical}`);
  const revision = String(crc32(`${canonical.join('\n')}\n${canonicalJson(frame)}${rules}`));
  const schema = {
    definitions: {},
    $schema: 'http://json-schema.org/draft-06/schema#',
    type: 'object',
    properties: Object.fromEntries(
      parts.attributes.map((attribute) => [attribute.name, renderProperty(attribute).schema]),
    ),
    ...frame,
    revision,
  };
  return { schema, revision };
}

/** The schema with its public address as `$id`, in the position that D552 defines. */
export function withSchemaId(schema: JsonSchema, url: string): JsonSchema {
  const { definitions, ...rest } = schema;
  return { definitions, $id: url, ...rest };
}

/** Keywords that restrict null too, so that adding `null` to `type` is not enough. */
const COMBINING = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'const'];

function allowNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values } = schema;
  if (type === undefined || COMBINING.some((keyword) => keyword in schema)) {
    return Object.keys(schema).length === 0 ? schema : { anyOf: [{ type: 'null' }, schema] };
  }
  return {
    ...schema,
    type: [...(isList(type) ? type : [type]), 'null'],
    ...(isList(values) ? { enum: [...values, null] } : {}),
  };
}

/** JSON Schema (draft-07) of a value in POST and PATCH. */
export const inputSchema = ({ schema, nullable }: Pick<Attribute, 'schema' | 'nullable'>): JsonSchema =>
  nullable ? allowNull(schema) : schema;
