// Whether a default value is valid for its property type.
import { invalidData } from '../errors.ts';
import { inlineRefs } from './schemas/inline-refs.ts';
import { compileSchema, errorsText } from './schemas/schema-validator.ts';
import type { JsonSchema } from '../json/json-schema.ts';

/**
 * Null means no default, and is always valid.
 * @param propertyName only for a property other than that of the body
 * @throws ApiError invalid_data
 */
export function assertDefault(params: JsonSchema, value: unknown, propertyName?: string): void {
  if (value === null || value === undefined) return;
  const errors = compileSchema(inlineRefs(params))(value);
  if (errors.length === 0) return;
  const problem = errorsText(errors, 'default_value');
  if (propertyName === undefined)
    throw invalidData('/data/attributes/default_value', `[default_value.valid]: ${problem}`);
  const detail = `[params.valid]: The default of property "${propertyName}" does not fit: ${problem}`;
  throw invalidData('/data/attributes/params', detail);
}
