// Validation of values by JSON Schemas of a project (draft-06/07), with a bound of its work (D780, D781).
import { Ajv, type AnySchema, type ErrorObject, type Options } from 'ajv';
import { MAX_CONTENT } from '../content-size.ts';
import { addLinearKeywords } from './linear-keywords.ts';
import { addSchemaFormats } from './schema-formats.ts';
import { linearPattern } from './linear-pattern.ts';
import { subschemas, type JsonSchema } from '../../json/json-schema.ts';
import { itemsIn, isRecord } from '../../values.ts';

/** Characters of a value times the weight of its schema. */
const MAX_WORK = 5_000_000;

/** Characters; of a longer value only the first error is looked for, since all errors would need much memory. */
const ALL_ERRORS_WITHIN = 10_000;

/** A pattern in linear time, for Ajv, which names patterns by their text. @throws Error when it is not supported */
export function namedPattern(pattern: string): { test(text: string): boolean; toString(): string } {
  const { test } = linearPattern(pattern);
  return { test, toString: () => pattern };
}

/** Replaces what Ajv checks in more than linear time, patterns apart. */
export function addLinearChecks(ajv: Ajv): Ajv {
  addSchemaFormats(ajv);
  addLinearKeywords(ajv);
  return ajv;
}

/** An Ajv for draft-06 and 07: formats checked, unknown keywords ignored, each keyword in linear time. */
export function createAjv(options: Options = {}): Ajv {
  const regExp = Object.assign(namedPattern, { code: 'namedPattern' });
  return addLinearChecks(new Ajv({ strict: false, verbose: true, logger: false, ...options, code: { regExp } }));
}

const forFirst = new Map<boolean, Ajv>();
const forAll = new Map<boolean, Ajv>();

/** Validators are made by two Ajv for each setting, which keep none of the schemas. */
function compileWith(cache: Map<boolean, Ajv>, schema: JsonSchema, options: Options): ReturnType<Ajv['compile']> {
  const key = options.useDefaults === true;
  // Schemas were checked when they were stored (json-schema-check.ts).
  const ajv = cache.get(key) ?? createAjv({ ...options, validateSchema: false });
  cache.set(key, ajv);
  // cast: Ajv's type of a schema names members, ours leaves them open
  const known = schema as AnySchema;
  const validate = ajv.compile(known);
  ajv.removeSchema(known);
  return validate;
}

/** Characters of a value as JSON. */
const sizeOf = (value: unknown): number =>
  typeof value === 'string' ? value.length : typeof value === 'object' ? JSON.stringify(value).length : 1;

const tooMuchWork = (value: unknown): ErrorObject => ({
  keyword: 'size',
  instancePath: '',
  schemaPath: '#',
  params: {},
  message: 'is too large to be checked by its schema; shorten it',
  data: value,
});

/** @returns errors of a value, none if it is valid. Defaults are set in the value if that is asked for. */
export type SchemaValidator = (value: unknown) => readonly ErrorObject[];

/**
 * Values of a schema are validated in linear time: up to the first error, and short values again for all errors.
 * @throws Error when the schema does not compile
 */
export function compileSchema(schema: JsonSchema, options: { useDefaults?: boolean } = {}): SchemaValidator {
  const weight = weightOf(schema);
  const first = compileWith(forFirst, schema, { ...options, allErrors: false });
  let all: ReturnType<Ajv['compile']> | undefined;
  const isLight = weight * MAX_CONTENT <= MAX_WORK;
  return (value) => {
    if (!isLight && sizeOf(value) * weight > MAX_WORK) return [tooMuchWork(value)];
    if (first(value)) return [];
    if (sizeOf(value) > ALL_ERRORS_WITHIN) return first.errors ?? [];
    all ??= compileWith(forAll, schema, { ...options, allErrors: true });
    return all(value) ? [] : (all.errors ?? []);
  };
}

/** Errors as one text. @param name of the value */
export const errorsText = (errors: readonly ErrorObject[], name: string): string =>
  errors.map(({ instancePath, message }) => `${name}${instancePath} ${message ?? ''}`).join(', ');

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
const weights = (schemas: readonly unknown[]): number[] => schemas.filter(isRecord).map(weightOf);
const members = (map: unknown): unknown[] => (isRecord(map) ? Object.values(map) : []);

const stepsOf = (pattern: unknown): number => (typeof pattern === 'string' ? linearPattern(pattern).size : 0);

/**
 * At most so many schemas and steps of patterns are tried at one place of a value. Alternatives add up, and so do the
 * patterns of names; of the schemas of different members and items the heaviest counts, since each place has one.
 */
export function weightOf(schema: JsonSchema): number {
  const { allOf, anyOf, oneOf, not, if: test, then: yes, else: no, dependencies, contains, propertyNames } = schema;
  const { patternProperties, pattern } = schema;
  const together = [
    ...[allOf, anyOf, oneOf].flatMap(itemsIn),
    ...[not, test, yes, no, contains, propertyNames],
    ...[dependencies, patternProperties].flatMap(members),
  ];
  const counted = new Set(together.filter(isRecord));
  const apart = subschemas(schema).filter((each) => !counted.has(each));
  const names = isRecord(patternProperties) ? Object.keys(patternProperties) : [];
  return (
    1 +
    stepsOf(pattern) +
    sum(names.map(stepsOf)) +
    sum(weights([...counted])) +
    weights(apart).reduce((most, each) => Math.max(most, each), 0)
  );
}
