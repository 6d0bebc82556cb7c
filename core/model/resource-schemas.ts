// JSON Schemas of resources that are no objects, in the shape of those of object types (reference/jsonapi.md 3.7).
import type { Attribute, JsonSchema } from './model.ts';
import { objectTypeSchema } from './object-type-schema.ts';

/** A type whose attributes have a schema, as `meta.schema` of answers names it. */
export interface SchemaOwner {
  name: string;
  /** Changes exactly when the schema does (D25). */
  revision: string;
}

interface ResourceSchema extends SchemaOwner {
  schema: JsonSchema;
}

type Described = Partial<Pick<Attribute, 'nullable' | 'readOnly' | 'required' | 'default'>>;

function attribute(name: string, schema: JsonSchema, described: Described = {}): Attribute {
  const title = name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');
  const plain = { nullable: false, readOnly: false, required: false, default: null, description: null };
  const kind = schema['type'] as Attribute['kind'];
  return { ...plain, name, kind, custom: false, path: name, schema, title, translatable: false, ...described };
}

const READ_ONLY = { readOnly: true };
const MEASURED = { readOnly: true, nullable: true };
const TEXT = { type: 'string' };
const NAME = { type: 'string', maxLength: 255 };
const COUNT = { type: 'integer', minimum: 1 };
const TIME = { type: 'string', format: 'date-time' };
const TIMES = [attribute('created', TIME, READ_ONLY), attribute('modified', TIME, READ_ONLY)];

function resourceSchema(name: string, attributes: readonly Attribute[]): ResourceSchema {
  const parts = { attributes: [...attributes, ...TIMES], associations: new Set<never>(), relations: [] };
  return { name, ...objectTypeSchema(parts) };
}

/** Of the files of media objects. */
export const STREAMS_SCHEMA = resourceSchema('streams', [
  attribute('file_name', NAME, { required: true }),
  attribute('mime_type', TEXT, { required: true }),
  attribute('version', COUNT, READ_ONLY),
  attribute('file_size', COUNT, READ_ONLY),
  attribute('hash_md5', TEXT, READ_ONLY),
  attribute('hash_sha1', TEXT, READ_ONLY),
  attribute('width', { type: 'integer' }, MEASURED),
  attribute('height', { type: 'integer' }, MEASURED),
  attribute('duration', { type: 'number' }, MEASURED),
  attribute('file_metadata', { type: 'object' }, MEASURED),
  attribute('private_url', { type: 'boolean' }, READ_ONLY),
  attribute('url', { type: 'string', format: 'uri' }, MEASURED),
]);

/** By the name of the type. */
export const RESOURCE_SCHEMAS: ReadonlyMap<string, ResourceSchema> = new Map(
  [
    resourceSchema('applications', [
      attribute('name', NAME, { required: true }),
      attribute('description', { type: 'string', maxLength: 10_000 }, { nullable: true }),
      attribute('enabled', { type: 'boolean' }, { default: true }),
      attribute(
        'client_secret',
        { type: 'string', minLength: 16, maxLength: 255, writeOnly: true },
        { nullable: true },
      ),
      attribute('has_client_secret', { type: 'boolean' }, READ_ONLY),
      attribute('api_key', { type: 'string', pattern: '^[0-9a-f]{40}$' }, READ_ONLY),
    ]),
    resourceSchema('roles', [
      attribute('name', { ...NAME, pattern: '^[a-z][a-z0-9_]{1,200}$' }, { required: true }),
      attribute('description', { type: 'string', maxLength: 1000 }, { nullable: true }),
      attribute('unchangeable', { type: 'boolean' }, { default: false }),
      attribute('priority', { type: 'integer' }),
    ]),
    STREAMS_SCHEMA,
  ].map((each) => [each.name, each]),
);
