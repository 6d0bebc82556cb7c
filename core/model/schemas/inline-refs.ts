// Makes a schema self-contained: local references are replaced by their targets, ids removed.

import { mapSubschemas, type JsonSchema } from '../../json/json-schema.ts';
import { isRecord, memberOf } from '../../values.ts';

/** References can multiply a small schema without limit; this is the maximum of schemas in the result. */
const MAX_SCHEMAS = 2000;

const DROPPED: ReadonlySet<string> = new Set(['$schema', '$id', '$comment', 'definitions', '$defs']);
const ANNOTATIONS: ReadonlySet<string> = new Set(['title', 'description', 'default', 'examples']);

/** The target of `#/a/b` in a document; undefined without one, or when it is no schema. */
function lookUp(root: JsonSchema, ref: string): JsonSchema | undefined {
  const keys = ref.slice(2).split('/');
  const names = keys.map((key) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~'));
  const found = names.reduce<unknown>(memberOf, root);
  return isRecord(found) ? found : undefined;
}

const withoutDropped = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => !DROPPED.has(keyword)));

/**
 * The schema without `$ref`, `definitions`, `$id` and `$schema`.
 * @throws Error for a reference that is not local, has no target or is recursive, or when the result would be too large
 */
export function inlineRefs(root: JsonSchema): JsonSchema {
  let schemas = 0;
  const inline = (schema: JsonSchema, within: readonly string[]): JsonSchema => {
    schemas += 1;
    if (schemas > MAX_SCHEMAS) throw new Error(`must not hold more than ${MAX_SCHEMAS} schemas`);
    const ref = schema['$ref'];
    if (ref === undefined) return mapSubschemas(withoutDropped(schema), (subschema) => inline(subschema, within));
    if (typeof ref !== 'string' || !ref.startsWith('#/')) {
      throw new Error(`may only refer to its own definitions, not to ${JSON.stringify(ref)}`);
    }
    if (within.includes(ref)) throw new Error(`must not refer to itself: "${ref}"`);
    const target = lookUp(root, ref);
    if (!target) throw new Error(`refers to nothing with "${ref}"`);
    const { $ref: _ref, ...siblings } = withoutDropped(schema);
    const inlined = inline(target, [...within, ref]);
    if (Object.keys(siblings).every((keyword) => ANNOTATIONS.has(keyword))) return { ...inlined, ...siblings };
    return { allOf: [inlined, mapSubschemas(siblings, (subschema) => inline(subschema, within))] };
  };
  return inline(root, []);
}
