// The JSON Schema of each resource type other than object types, from the schemas of the description: attributes of responses and
// requests, `meta` as read-only properties (service.md 9.2, D25).
import type { Attribute } from '../../core/model/model.ts';
import type { JsonSchema } from '../../core/json/json-schema.ts';
import { objectTypeSchema } from '../../core/model/schemas/object-type-schema.ts';

interface Schema {
  [keyword: string]: unknown;
  $ref?: string;
  nullable?: boolean;
  properties?: Record<string, Schema>;
  required?: string[];
  enum?: unknown[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  not?: Schema;
  additionalProperties?: boolean | Schema;
}
type Schemas = Readonly<Record<string, Schema>>;

/** Keywords of OpenAPI that JSON Schema lacks, or that have another place in the result. */
const LEFT_OUT: ReadonlySet<string> = new Set(['nullable', 'example', 'discriminator', 'externalDocs', 'xml']);

const targetOf = (schemas: Schemas, schema: Schema): Schema => {
  if (schema.$ref === undefined) return schema;
  const target = schemas[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)];
  if (!target) throw new Error(`no schema ${schema.$ref}`);
  return targetOf(schemas, target);
};

/** The same in draft-06, references resolved. */
function toJsonSchema(schemas: Schemas, given: Schema): JsonSchema {
  const schema = targetOf(schemas, given);
  const convert = (each: Schema): JsonSchema => {
    const converted = toJsonSchema(schemas, each);
    return targetOf(schemas, each).nullable ? { oneOf: [{ type: 'null' }, converted] } : converted;
  };
  const entries = Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
    if (LEFT_OUT.has(keyword) || keyword.startsWith('x-')) return [];
    if (keyword === 'enum') return [[keyword, (value as unknown[]).filter((each) => each !== null)]];
    if (keyword === 'properties') {
      const properties = Object.entries(value as Record<string, Schema>);
      return [[keyword, Object.fromEntries(properties.map(([name, each]) => [name, convert(each)]))]];
    }
    if (keyword === 'oneOf' || keyword === 'anyOf' || keyword === 'allOf')
      return [[keyword, (value as Schema[]).map(convert)]];
    const isSchema =
      typeof value === 'object' && (keyword === 'items' || keyword === 'not' || keyword === 'additionalProperties');
    return [[keyword, isSchema ? convert(value as Schema) : value]];
  });
  return Object.fromEntries(entries);
}

const titleOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');

function attributesOf(schemas: Schemas, name: string): Attribute[] {
  const properties = (part: string): Record<string, Schema> => schemas[`${name}${part}`]?.properties ?? {};
  const inputs = ['CreateAttributes', 'UpdateAttributes'].map((part) => schemas[`${name}${part}`]);
  const isWritable = (property: string): boolean =>
    inputs.every((input) => !input) || inputs.some((input) => input?.properties?.[property] !== undefined);
  const shown = properties('Attributes');
  // The schema of requests has more limits than that of responses.
  const attributes = { ...shown, ...properties('UpdateAttributes'), ...properties('CreateAttributes') };
  const meta = properties('Meta');
  const inputMeta = properties('InputMeta');
  const always = schemas[`${name}Attributes`]?.['x-required'] as string[] | undefined;
  const required = new Set([...(schemas[`${name}CreateAttributes`]?.required ?? []), ...(always ?? [])]);
  return Object.entries({ ...attributes, ...inputMeta, ...meta }).map(([property, schema]) => {
    const target = targetOf(schemas, schema);
    const {
      description,
      default: preset,
      ...rest
    } = toJsonSchema(schemas, schema) as JsonSchema & { description?: string };
    const isShown = property in shown || property in meta;
    return {
      name: property,
      kind: (rest['type'] ?? 'object') as Attribute['kind'],
      path: property,
      custom: false,
      translatable: false,
      indexed: false,
      title: titleOf(property),
      description: description ?? schema.description?.toString() ?? null,
      schema: isShown ? rest : { ...rest, writeOnly: true },
      nullable: target.nullable === true,
      readOnly: property in meta ? !(property in inputMeta) : !isWritable(property),
      required: required.has(property),
      default: preset ?? null,
    };
  });
}

/**
 * @param objectTypes names of shipped object types, whose schemas follow from the model
 * @returns schema and revision by resource type
 */
export function resourceSchemas(
  schemas: Schemas,
  objectTypes: ReadonlySet<string>,
): Record<string, { schema: JsonSchema; revision: string }> {
  const result: Record<string, { schema: JsonSchema; revision: string }> = {};
  for (const [key, resource] of Object.entries(schemas)) {
    const [type, ...others] = (resource.properties?.['type']?.enum ?? []) as string[];
    const name = /^(?!Public)(\w+)Resource$/.exec(key)?.[1];
    if (name === undefined || type === undefined || others.length > 0 || objectTypes.has(type)) continue;
    if (!schemas[`${name}Attributes`]) continue;
    const parts = { attributes: attributesOf(schemas, name), associations: new Set<never>(), relations: [] };
    result[type] = objectTypeSchema(parts);
  }
  return Object.fromEntries(Object.entries(result).sort(([a], [b]) => (a < b ? -1 : 1)));
}
