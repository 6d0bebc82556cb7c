// The schemas of one object type: copies of the template's, `TypedObjectsResource` -> `CountriesResource`.

import type { RelationSchemas } from './expand-relations.ts';
import type { Attribute, ResolvedType } from '../model/model.ts';
import {
  copyJson,
  createSearch,
  isNode,
  nodeAt,
  schemaNameOf,
  schemaRef,
  textsAt,
  type Json,
  type Node,
} from './openapi-document.ts';
import { retargetRefs } from './retarget-refs.ts';
import { toOpenApiSchema } from './openapi-schema.ts';
import { mayHave } from '../model/name-clashes.ts';

export const TEMPLATE = 'TypedObjects';

/** Types share inherited attributes; each is converted once and copied. */
const converted = new WeakMap<Attribute, Node>();

function attributeSchema(attribute: Attribute): Node {
  const { description } = attribute;
  const schema = converted.get(attribute) ?? {
    ...toOpenApiSchema(attribute.schema, attribute.nullable),
    ...(attribute.custom && { title: attribute.title }),
    ...(description !== null && { description }),
  };
  converted.set(attribute, schema);
  return copyJson(schema);
}

/** Members for the attributes with `isShown`; a default only where a client may omit the member. */
function members(
  attributes: readonly Attribute[],
  isShown: (attribute: Attribute) => boolean,
  sent?: 'create' | 'update',
): Node {
  const properties: Node = {};
  for (const attribute of attributes) {
    if (!isShown(attribute)) continue;
    const schema = attributeSchema(attribute);
    // It may be sent without its scheme.
    if (sent && attribute.schema['x-default-scheme'] !== undefined) schema['format'] = 'uri-reference';
    if (sent === 'create' && attribute.default !== null && attribute.default !== undefined) {
      // cast: a default is stored as JSON
      schema['default'] = copyJson(attribute.default as Json);
    }
    properties[attribute.name] = schema;
  }
  return properties;
}

const isWritable = (attribute: Attribute): boolean => !attribute.readOnly;
const isInResponses = (attribute: Attribute): boolean => !attribute.readOnly && attribute.schema['writeOnly'] !== true;
const isInMeta = (attribute: Attribute): boolean => attribute.readOnly;

function attributeSchemas(type: ResolvedType): Record<string, Node> {
  const { attributes } = type;
  const required = attributes.filter((each) => each.required && isWritable(each)).map(({ name }) => name);
  const created = members(attributes, isWritable, 'create');
  return {
    Attributes: { properties: members(attributes, isInResponses) },
    CreateAttributes: { ...(required.length > 0 && { required }), properties: created },
    UpdateAttributes: { properties: members(attributes, isWritable, 'update') },
  };
}

/** Hand-written schemas of attributes and meta, with the attributes of the type. */
export function authoredSchemas(type: ResolvedType, prefix: string, authored: Node): Node {
  const made = { ...attributeSchemas(type), Meta: { properties: members(type.attributes, isInMeta) } };
  const schemas: Node = {};
  for (const [suffix, parts] of Object.entries(made)) {
    const schema = authored[`${prefix}${suffix}`];
    if (!isNode(schema)) continue;
    const needed = new Set([...textsAt(schema, 'required'), ...textsAt(parts, 'required')]);
    schemas[`${prefix}${suffix}`] = {
      ...schema,
      ...(needed.size > 0 && { required: [...needed] }),
      properties: { ...nodeAt(schema, 'properties'), ...nodeAt(parts, 'properties') },
    };
  }
  return schemas;
}

const refersToTemplate = createSearch(
  (value, name) => name === '$ref' && schemaNameOf({ $ref: value })?.startsWith(TEMPLATE) === true,
);

/** Parts without references to the schemas of the template, which are the same for all types. */
export const isShared = (node: Json): boolean => !refersToTemplate(node);

/** Objects of an abstract type are of one of its descendants; a literal type in the template is no object type. */
function fixType(schema: Node, { name, abstract, concreteTypes }: ResolvedType): void {
  const type = nodeAt(schema, 'properties', 'type');
  if (type['type'] === 'string') type['enum'] ??= abstract && concreteTypes.length > 0 ? [...concreteTypes] : [name];
}

/** `attributes` is required where some attribute is. */
function requireAttributes(schema: Node, schemaName: string): void {
  if (schemaNameOf(nodeAt(schema, 'properties')['attributes']) !== schemaName) return;
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  if (!required.includes('attributes')) schema['required'] = [...required, 'attributes'];
}

/** All relationships by name: the hand-written ones that the type has, and its relations. */
export function relationshipsSchema(authored: Node, type: ResolvedType, relations: RelationSchemas): Node {
  const { additionalProperties: _others, ...schema } = authored;
  const own = Object.entries(nodeAt(authored, 'properties')).filter(([name]) => mayHave(type, name));
  const properties: Node = Object.fromEntries(own);
  for (const [name, side] of type.sides) properties[name] = schemaRef(relations.sideOf(side).relationship);
  return { ...schema, properties };
}

/** `TypedObjectsAttributes` and so on, by what follows `TypedObjects`. */
export function templateSchemas(schemas: Node): Map<string, Node> {
  const templates = Object.keys(schemas).filter((name) => name.startsWith(TEMPLATE));
  return new Map(templates.map((name) => [name.slice(TEMPLATE.length), nodeAt(schemas, name)]));
}

/** References to the template's schemas with those to the schemas that start with `prefix`. */
export const schemaRenames = (suffixes: Iterable<string>, prefix: string): Map<string, string> =>
  new Map(
    [...suffixes].map((suffix) => [
      `#/components/schemas/${TEMPLATE}${suffix}`,
      `#/components/schemas/${prefix}${suffix}`,
    ]),
  );

interface TypeSchemaScope {
  templates: ReadonlyMap<string, Node>;
  /** All authored schemas. */
  schemas: Node;
  relations: RelationSchemas;
}

/** `meta` is a schema of its own only for a type with read-only properties, which are shown there. */
export function typeSchemas(
  type: ResolvedType,
  prefix: string,
  { templates, schemas: authored, relations }: TypeSchemaScope,
): Node {
  const rename = schemaRenames(templates.keys(), prefix);
  const attributes = attributeSchemas(type);
  const schemas: Node = {};
  for (const [suffix, template] of templates) {
    const schema = retargetRefs(template, rename);
    const description = schema['description'];
    if (typeof description === 'string') schema['description'] = description.replaceAll('{type_name}', type.name);
    fixType(schema, type);
    if (attributes['CreateAttributes']?.['required']) requireAttributes(schema, `${prefix}CreateAttributes`);
    schemas[`${prefix}${suffix}`] = { ...schema, ...attributes[suffix] };
  }
  const related = `${prefix}Relationships`;
  schemas[related] = relationshipsSchema(nodeAt(schemas, related), type, relations);
  const meta = members(type.attributes, isInMeta);
  const resource = nodeAt(schemas, `${prefix}Resource`, 'properties');
  const shared = schemaNameOf(resource['meta']);
  if (Object.keys(meta).length > 0 && shared !== undefined) {
    const base = copyJson(nodeAt(authored, shared.startsWith(prefix) ? `${TEMPLATE}Meta` : shared));
    schemas[`${prefix}Meta`] = { ...base, properties: { ...nodeAt(base, 'properties'), ...meta } };
    resource['meta'] = schemaRef(`${prefix}Meta`);
  }
  return schemas;
}
