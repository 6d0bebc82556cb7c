// Validates `data.attributes` by the JSON Schema of their type, and words the errors.
import type { ErrorObject } from 'ajv';
import type { Fault } from '../../errors.ts';
import { toWire } from '../attribute-values.ts';
import type { Attribute, ResolvedType } from '../model.ts';
import { inputSchema } from './object-type-schema.ts';
import { faultText } from './fault-text.ts';
import { compileSchema, type SchemaValidator } from './schema-validator.ts';

export type InputMode = 'create' | 'change';

const decodePointer = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');
export const encodePointer = (step: string): string => step.replaceAll('~', '~0').replaceAll('/', '~1');

/** Path of an error: for a missing or additional member Ajv points at the object. */
export function errorPath(error: ErrorObject): string[] {
  const path = error.instancePath.split('/').slice(1).map(decodePointer);
  const member: unknown = error.params['missingProperty'] ?? error.params['additionalProperty'];
  return typeof member === 'string' ? [...path, member] : path;
}

/** The expected types; null is omitted for a client that sent another type. */
function typesOf({ params }: ErrorObject): string[] {
  const type: string | string[] = params['type'] ?? [];
  return [type].flat().filter((name) => name !== 'null');
}

const MISSING = { rule: '_required', message: 'This field is required' };

/** Rule name and message; those of D531 are fixed, the others are Ajv's keywords. */
export function describe(error: ErrorObject, isRequired: boolean): { rule: string; message: string } {
  switch (error.keyword) {
    case 'required':
      return MISSING;
    case 'type':
      if (error.data === null) {
        return { rule: isRequired ? '_required' : '_empty', message: 'This field cannot be left empty' };
      }
      return { rule: 'type', message: `must be ${typesOf(error).join(' or ')}` };
    case 'enum':
      return { rule: 'inList', message: faultText(error) };
    case 'additionalProperties':
      return { rule: 'additionalProperties', message: 'This field is not known' };
    default:
      return { rule: error.keyword, message: faultText(error) };
  }
}

const toFault = (place: readonly string[], { rule, message }: { rule: string; message: string }): Fault => ({
  detail: `[${[...place, rule].join('.')}]: ${message}`,
  source: { pointer: ['/data/attributes', ...place.map(encodePointer)].join('/') },
});

/** The branch for null adds no useful error to those of the other one. */
const isNullBranch = (error: ErrorObject): boolean => /^#\/anyOf(?:\/0\/type)?$/.test(error.schemaPath);

/** Errors without those that only repeat another one: the null branch, and further ones once the type is wrong. */
function withoutNoise(errors: readonly ErrorObject[]): ErrorObject[] {
  const wrongTypes = new Set(
    errors.filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath),
  );
  const isOnlyNull = errors.every(isNullBranch);
  return errors.filter((error) => {
    if (error.data === null && error.keyword !== 'type') return !wrongTypes.has(error.instancePath);
    return isOnlyNull || !isNullBranch(error);
  });
}

/** Types share the attributes they inherit, so each is compiled once; a change of the model makes new attributes. */
const compiled = new WeakMap<Attribute, SchemaValidator>();

function validatorOf(attribute: Attribute): SchemaValidator {
  const known = compiled.get(attribute) ?? compileSchema(inputSchema(attribute));
  compiled.set(attribute, known);
  return known;
}

function faultsOf(attribute: Attribute, stored: unknown): Fault[] {
  const errors = validatorOf(attribute)(toWire(attribute, stored));
  if (errors.length === 0) return [];
  const faults = withoutNoise(errors).map((error) => {
    const place = [attribute.name, ...errorPath(error)];
    return toFault(place, describe(error, place.length === 1 && attribute.required));
  });
  return [...new Map(faults.map((fault) => [fault.detail, fault])).values()];
}

/**
 * Faults of attributes after `readAttributes` or `toStored`, Dates included; empty for valid ones. Each value is validated in
 * its wire form, which the schemas describe.
 * @param mode `create` requires the required ones, `change` accepts any; unknown and read-only ones are ignored
 */
export function validateAttributes(
  type: ResolvedType,
  mode: InputMode,
  attributes: Readonly<Record<string, unknown>>,
): Fault[] {
  const required = mode === 'create' ? type.attributes.filter((each) => each.required && !each.readOnly) : [];
  const missing = required.filter(({ name }) => attributes[name] === undefined);
  const faults = missing.map(({ name }) => toFault([name], MISSING));
  for (const [name, value] of Object.entries(attributes)) {
    const attribute = type.attribute.get(name);
    if (attribute && !attribute.readOnly && value !== undefined) faults.push(...faultsOf(attribute, value));
  }
  return faults;
}
