// Parameters of links: validated by the JSON Schema of their relation, with its defaults filled in (D542).
import { ApiError, type Fault } from '../errors.ts';
import { describe, encodePointer, errorPath } from './schemas/attribute-validator.ts';
import { assertContentSize } from './content-size.ts';
import { inlineRefs } from './schemas/inline-refs.ts';
import { compileSchema, type SchemaValidator } from './schemas/schema-validator.ts';
import type { JsonSchema } from '../json/json-schema.ts';
import type { RelationRow } from '../store/rows/model-rows.ts';
import { escapeKeys } from '../store/stored-keys.ts';

export type LinkParams = Record<string, unknown>;

/** By the text of the schema, so that a schema is compiled once for each revision of its relation. */
const compiled = new Map<string, SchemaValidator>();
const MAX_COMPILED = 200;

function validatorOf(schema: JsonSchema): SchemaValidator {
  const key = JSON.stringify(schema);
  let validate = compiled.get(key);
  if (!validate) {
    if (compiled.size >= MAX_COMPILED) compiled.clear();
    validate = compileSchema({ type: 'object', ...inlineRefs(schema) }, { useDefaults: true });
    compiled.set(key, validate);
  }
  return validate;
}

/**
 * The stored params of a new or changed link (D414); null for a relation without params.
 * @param pointer to them in the body
 * @throws ApiError invalid_data
 */
export function readParams(
  relation: Pick<RelationRow, 'name' | 'params'>,
  given: LinkParams | null | undefined,
  pointer: string,
): LinkParams | null {
  if (given) assertContentSize(given, 'params', pointer);
  const params = structuredClone(given ?? {});
  if (relation.params === null) {
    if (Object.keys(params).length === 0) return null;
    const detail = `[params.allowed]: Links of relation "${relation.name}" have no params.`;
    throw new ApiError('invalid_data', { detail, source: { pointer } });
  }
  const errors = validatorOf(relation.params)(params);
  if (errors.length === 0) return escapeKeys(params);
  const faults = errors.map((error): Fault => {
    const place = errorPath(error);
    const { rule, message } = describe(error, false);
    const steps = place.map((step) => `/${encodePointer(step)}`).join('');
    return { detail: `[${['params', ...place, rule].join('.')}]: ${message}`, source: { pointer: pointer + steps } };
  });
  throw new ApiError('invalid_data', faults);
}
