// JSON Schemas of resources other than objects (service.md 9.2, D25), made from the description by `npm run generate`.
import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { JsonSchema } from '../../json/json-schema.ts';

/** A type whose attributes have a schema, for `meta.schema` of responses. */
export interface SchemaOwner {
  name: string;
  /** Changes exactly when the schema does (D25). */
  revision: string;
}

// cast: generated from the description by the build
const generated = JSON.parse(
  readFileSync(new URL('../../../generated/resource-schemas.json', import.meta.url), 'utf8'),
) as Record<string, { schema: JsonSchema; revision: string } | string>;

/** By the name of the type. */
export const RESOURCE_SCHEMAS: ReadonlyMap<string, SchemaOwner & { schema: JsonSchema }> = new Map(
  Object.entries(generated).flatMap(([name, owner]) =>
    typeof owner === 'string' ? [] : [[name, { name, ...owner }] as const],
  ),
);

/** Changes when any of the schemas does: responses with them change too. */
export const RESOURCE_SCHEMAS_REVISION = crc32(
  [...RESOURCE_SCHEMAS.values()].map(({ revision }) => revision).join(),
).toString(36);
