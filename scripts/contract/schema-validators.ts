// Validators of the schemas of descriptions. Descriptions of one project before and after a change of its model share most schemas:
// each is compiled once, under a name that contains a hash of it and of all schemas that it refers to.
import { createHash } from 'node:crypto';
import { Ajv, type AnySchema, type ValidateFunction } from 'ajv';
import { addSchemaFormats } from '../../core/model/schemas/schema-formats.ts';
import { isRecord } from '../../core/values.ts';

export type Node = Record<string, unknown>;

export type SchemaValidators = ReturnType<typeof createSchemaValidators>;

/** Compiled schemas that are kept. */
const MAX_COMPILED = 3_000;
const NAMED = '#/components/schemas/';

const hashOf = (texts: Iterable<string>): string => {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\0');
  return hash.digest('base64url');
};

/** A schema without what validators ignore, the hash of its text, and the names of the schemas that it refers to. */
interface ReadSchema {
  schema: unknown;
  hash: string;
  references: ReadonlySet<string>;
}

/** OpenAPI 3.0 expresses exclusive bounds with a flag, draft-07 with a number. */
function toDraft07(value: unknown, references: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => toDraft07(item, references));
  if (!isRecord(value)) return value;
  const copy: Node = {};
  for (const [key, item] of Object.entries(value))
    if (key !== 'discriminator' && key !== 'examples') copy[key] = toDraft07(item, references);
  if (typeof copy['$ref'] === 'string' && copy['$ref'].startsWith(NAMED))
    references.add(copy['$ref'].slice(NAMED.length));
  for (const [flag, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (typeof copy[flag] !== 'boolean') continue;
    if (copy[flag]) {
      copy[flag] = copy[bound];
      delete copy[bound];
    } else delete copy[flag];
  }
  return copy;
}

/** With the references of a schema replaced by the ids of what they name. */
function withIds(value: unknown, idOf: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => withIds(item, idOf));
  if (!isRecord(value)) return value;
  const copy: Node = {};
  for (const [key, item] of Object.entries(value)) copy[key] = withIds(item, idOf);
  if (typeof copy['$ref'] === 'string' && copy['$ref'].startsWith(NAMED))
    copy['$ref'] = idOf(copy['$ref'].slice(NAMED.length));
  return copy;
}

function readSchema(given: unknown): ReadSchema {
  const references = new Set<string>();
  const schema = toDraft07(given, references);
  return { schema, hash: hashOf([JSON.stringify(schema) ?? '']), references };
}

/** Relationships of a resource are described by name; a schema allows others unless it forbids them. */
const closeRelationships = (name: string, schema: unknown): unknown =>
  name.endsWith('Relationships') && isRecord(schema) && isRecord(schema['properties'])
    ? { additionalProperties: false, ...schema }
    : schema;

function createAjv(): Ajv {
  // Lint has checked the schemas. Most validators are used a few times only: optimizing them takes longer than running them.
  const code = { optimize: false };
  const ajv = new Ajv({ strict: false, allErrors: true, logger: false, validateSchema: false, code });
  // Those of the service: `email` has international domains, for example.
  addSchemaFormats(ajv);
  return ajv;
}

/** Longer bodies are rarely the same, and would fill the memory. */
const LONGEST_SEEN = 20_000;
const MOST_SEEN = 2_000;

/** Bodies that a schema has admitted already, as they were sent. */
function createSeenBodies() {
  const bodies = new WeakMap<ValidateFunction, Set<string>>();
  return {
    has: (validator: ValidateFunction, text: string): boolean => bodies.get(validator)?.has(text) === true,
    add(validator: ValidateFunction, text: string): void {
      if (text.length > LONGEST_SEEN) return;
      const found = bodies.get(validator) ?? new Set();
      if (found.size >= MOST_SEEN) found.clear();
      bodies.set(validator, found.add(text));
    },
  };
}

export function createSchemaValidators() {
  let ajv = createAjv();
  const added = new Set<string>();
  const validators = new Map<string, ValidateFunction>();
  /** Descriptions of one service share the objects of the schemas that no model changes. */
  const known = new WeakMap<object, ReadSchema>();

  function readOnce(name: string, schema: unknown): ReadSchema {
    const closed = closeRelationships(name, schema);
    if (!isRecord(closed)) return readSchema(closed);
    const made = known.get(closed) ?? readSchema(closed);
    known.set(closed, made);
    return made;
  }

  function forget(): void {
    ajv = createAjv();
    added.clear();
    validators.clear();
  }

  return {
    seen: createSeenBodies(),
    /** @param schemas `components/schemas` of a description @returns the validator of a schema that refers to these */
    of(schemas: Node): (schema: unknown) => ValidateFunction {
      const read = new Map<string, ReadSchema>();
      const ids = new Map<string, string>();

      function named(name: string): ReadSchema {
        let found = read.get(name);
        if (!found) read.set(name, (found = readOnce(name, schemas[name])));
        return found;
      }

      /** A schema's own hash, and those of all that it refers to, directly or not. */
      function hashOfAll({ hash, references }: ReadSchema): string {
        const reached = new Set(references);
        for (const name of reached) for (const further of named(name).references) reached.add(further);
        return hashOf([hash, ...[...reached].sort().map((name) => `${name} ${named(name).hash}`)]);
      }

      function idOf(name: string): string {
        let id = ids.get(name);
        if (id === undefined) ids.set(name, (id = `http://description/${name}/${hashOfAll(named(name))}`));
        return id;
      }

      function complete({ schema, references }: ReadSchema): AnySchema {
        for (const name of references) {
          const id = idOf(name);
          if (added.has(id)) continue;
          added.add(id);
          ajv.addSchema(complete(named(name)), id);
        }
        return withIds(schema, idOf) as AnySchema;
      }

      return (schema) => {
        const wanted = readSchema(schema);
        const key = hashOfAll(wanted);
        let found = validators.get(key);
        if (!found) {
          if (added.size > MAX_COMPILED) forget();
          validators.set(key, (found = ajv.compile(complete(wanted))));
        }
        return found;
      };
    },
  };
}
