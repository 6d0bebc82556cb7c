// generated/model-files.schema.json: openapi/model-files.yaml with the attributes of the description, as JSON Schema.
import { isNode, type Json, type Node } from '../../core/description/openapi-document.ts';

type Schemas = Readonly<Record<string, Node>>;

const strings = (value: Json | undefined): string[] => (Array.isArray(value) ? value.map(String) : []);

/** A schema of the description. @throws Error for one that does not exist */
function schemaNamed(schemas: Schemas, name: string): Node {
  const schema = schemas[name];
  if (!schema) throw new Error(`openapi/model-files.yaml: the description has no schema "${name}"`);
  return schema;
}

/** The attributes of a schema, as the only members of an object. */
function attributesOf(node: Node, schemas: Schemas): Node {
  const { properties, required } = schemaNamed(schemas, String(node['x-attributes']));
  const without = new Set(strings(node['without']));
  const optional = new Set([...without, ...strings(node['optional'])]);
  const own = Object.entries(isNode(properties) ? properties : {}).filter(([name]) => !without.has(name));
  const more = isNode(node['with']) ? node['with'] : {};
  const needed = strings(required).filter((name) => !optional.has(name));
  return {
    type: 'object',
    additionalProperties: false,
    ...(needed.length > 0 && { required: needed }),
    properties: { ...Object.fromEntries(own), ...more },
  };
}

function nameOf(node: Node, schemas: Schemas): Node {
  const { properties } = schemaNamed(schemas, String(node['x-name-of']));
  const name = isNode(properties) && isNode(properties['name']) ? properties['name'] : {};
  const { pattern, maxLength } = name;
  return { ...(pattern !== undefined && { pattern }), ...(maxLength !== undefined && { maxLength }) };
}

/** OpenAPI 3.0 as JSON Schema: references in place, `nullable` as a type. */
export function modelFilesSchema(value: Json, schemas: Schemas): Json {
  if (Array.isArray(value)) return value.map((each) => modelFilesSchema(each, schemas));
  if (!isNode(value)) return value;
  if ('x-attributes' in value) return modelFilesSchema(attributesOf(value, schemas), schemas);
  if ('x-name-of' in value) return nameOf(value, schemas);
  const { $ref: reference, nullable, ...rest } = value;
  if (typeof reference === 'string')
    return modelFilesSchema(schemaNamed(schemas, reference.split('/').at(-1) ?? ''), schemas);
  const members = Object.entries(rest).map(([name, each]) => [name, modelFilesSchema(each, schemas)] as const);
  const schema: Node = Object.fromEntries(members);
  return nullable === true ? { ...schema, type: [schema['type'] ?? 'object', 'null'] } : schema;
}
