// Whether a default value is valid for its property type.
import { invalidData } from '../errors.ts';
import { inlineRefs } from './inline-refs.ts';
import { createAjv } from './json-schema-check.ts';
import type { JsonSchema } from '../json-schema.ts';

/**
 * Null means no default, and is always valid.
 * @param propertyName only for a property other than that of the body
 * @throws ApiError invalid_data
 */
export function assertDefault(params: JsonSchema, value: unknown, propertyName?: string): void {
  if (value === null || value === undefined) return;
  const ajv = createAjv();
  if (ajv.validate(inlineRefs(params), value)) return;
  const problem = ajv.errorsText(ajv.errors, { dataVar: 'default_value' });
  if (propertyName === undefined)
    throw invalidData('/data/attributes/default_value', `[default_value.valid]: ${problem}`);
  throw invalidData(
    '/data/attributes/params',
    `[params.valid]: The default of property "${propertyName}" does not fit: ${problem}`,
  );
}
