// Validates `data.attributes` by the JSON Schema of their type, and words the errors.

import type { AnySchema, ErrorObject, ValidateFunction } from 'ajv';
import type { Fault } from '../errors.ts';
import { toWire } from './attribute-values.ts';
import { createAjv } from './json-schema-check.ts';
import type { JsonSchema } from '../json-schema.ts';
import type { ResolvedType } from './model.ts';
import { inputSchemas } from './object-type-schema.ts';

export { validateJsonSchema } from './json-schema-check.ts';

export type InputMode = 'create' | 'change';

export interface AttributeValidators {
  /**
   * Faults of attributes after `readAttributes` or `toStored`, Dates included; empty for valid ones.
   * `create` requires the required ones, `change` accepts any. Unknown and read-only attributes are ignored.
   */
  validate(type: ResolvedType, mode: InputMode, attributes: Readonly<Record<string, unknown>>): Fault[];
}

interface Compiled {
  revision: string;
  schemas: Record<InputMode, JsonSchema>;
  functions: Partial<Record<InputMode, ValidateFunction>>;
}

/** Maximum of faults in one response. */
const MAX_FAULTS = 50;

const decodePointer = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');
export const encodePointer = (step: string): string => step.replaceAll('~', '~0').replaceAll('/', '~1');

/** Path of an error: for a missing or additional member Ajv points at the object. */
export function errorPath(error: ErrorObject): string[] {
  const path = error.instancePath.split('/').slice(1).map(decodePointer);
  const params = error.params as Record<string, unknown>;
  const member = params['missingProperty'] ?? params['additionalProperty'];
  return typeof member === 'string' ? [...path, member] : path;
}

/** The expected types; null is omitted for a client that sent another type. */
function typesOf({ params }: ErrorObject): string[] {
  const type = (params as { type?: string | string[] }).type ?? [];
  return [type].flat().filter((name) => name !== 'null');
}

/** Rule name and message; those of D531 are fixed, the others are Ajv's keywords. */
export function describe(error: ErrorObject, isRequired: boolean): { rule: string; message: string } {
  switch (error.keyword) {
    case 'required':
      return { rule: '_required', message: 'This field is required' };
    case 'type':
      if (error.data === null) {
        return { rule: isRequired ? '_required' : '_empty', message: 'This field cannot be left empty' };
      }
      return { rule: 'type', message: `must be ${typesOf(error).join(' or ')}` };
    case 'enum': {
      const allowed = ((error.params as { allowedValues?: unknown[] }).allowedValues ?? []).filter((v) => v !== null);
      return { rule: 'inList', message: `must be one of ${allowed.map((value) => JSON.stringify(value)).join(', ')}` };
    }
    case 'additionalProperties':
      return { rule: 'additionalProperties', message: 'This field is not known' };
    default:
      return { rule: error.keyword, message: error.message ?? 'The provided value is invalid' };
  }
}

function toFault(error: ErrorObject, type: ResolvedType): Fault {
  const place = errorPath(error);
  const { rule, message } = describe(
    error,
    place.length === 1 && type.attribute.get(place[0] ?? '')?.required === true,
  );
  return {
    detail: `[${[...place, rule].join('.')}]: ${message}`,
    source: { pointer: ['/data/attributes', ...place.map(encodePointer)].join('/') },
  };
}

/** The branch for null adds no useful error to those of the other one. */
const isNullBranch = (error: ErrorObject): boolean =>
  /^#\/properties\/[^/]+\/anyOf(?:\/0\/type)?$/.test(error.schemaPath);

/** Errors that only repeat another one: the null branch, and further ones once the type is wrong. */
function isNoise(error: ErrorObject, errors: readonly ErrorObject[]): boolean {
  if (error.data === null && error.keyword !== 'type') {
    return errors.some((other) => other.keyword === 'type' && other.instancePath === error.instancePath);
  }
  if (!isNullBranch(error)) return false;
  return errors.some((other) => !isNullBranch(other) && other.instancePath.startsWith(error.instancePath));
}

/** Stored values in their wire form, which the schemas describe; the same object when no value differs. */
function toDescribed(type: ResolvedType, attributes: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const described: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(attributes)) {
    const attribute = type.attribute.get(name);
    if (attribute && !attribute.readOnly && value !== undefined) described[name] = toWire(attribute, value);
  }
  return described;
}

/** Validators of all types, each compiled at first use and again when the revision of its type has changed. */
export function createAttributeValidators(): AttributeValidators {
  const ajv = createAjv();
  const compiled = new Map<string, Compiled>();

  const forget = ({ schemas }: Compiled): void => {
    ajv.removeSchema(schemas.create as AnySchema);
    ajv.removeSchema(schemas.change as AnySchema);
  };

  const validatorOf = (type: ResolvedType, mode: InputMode): ValidateFunction => {
    let entry = compiled.get(type.name);
    if (entry?.revision !== type.revision) {
      if (entry) forget(entry);
      entry = { revision: type.revision, schemas: inputSchemas(type), functions: {} };
      compiled.set(type.name, entry);
    }
    return (entry.functions[mode] ??= ajv.compile(entry.schemas[mode] as AnySchema));
  };

  return {
    validate(type, mode, attributes) {
      const isValid = validatorOf(type, mode);
      if (isValid(toDescribed(type, attributes))) return [];
      const errors = isValid.errors ?? [];
      const faults = errors.filter((error) => !isNoise(error, errors)).map((error) => toFault(error, type));
      const distinct = new Map(faults.map((fault) => [fault.detail, fault]));
      return [...distinct.values()].slice(0, MAX_FAULTS);
    },
  };
}
