// Checks JSON Schemas of administrators: property types and parameters of relations.

import { inlineRefs } from './inline-refs.ts';
import { subschemas, type JsonSchema } from '../../json/json-schema.ts';
import { linearPattern } from './linear-pattern.ts';
import { createAjv } from './schema-validator.ts';
import { isRecord, asError } from '../../values.ts';

const MAX_LENGTH = 65536;
const MAX_DEPTH = 32;
const DIALECTS = /^https?:\/\/json-schema\.org\/draft-0[67]\/schema#?$/;

const ajv = createAjv({ allErrors: true });

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((member) => isDeeper(member, depth - 1));
}

function checkPattern(pattern: unknown): string | undefined {
  if (typeof pattern !== 'string') return '"pattern" must be a string';
  try {
    linearPattern(pattern);
    return undefined;
  } catch (error) {
    return asError(error).message;
  }
}

/** Names of members that programs which read the description, such as `npm run sdk`, take for code or follow (D788). */
const MEMBER = /^\$?[^\p{C}'"`\\$*<>{};]{1,200}$/u;
const FOLLOWED: ReadonlySet<string> = new Set(['$ref', 'operationRef']);

function checkMember(name: string): string | undefined {
  if (MEMBER.test(name) && !FOLLOWED.has(name)) return undefined;
  return `a member of "properties" must not be called ${JSON.stringify(name.slice(0, 100))}: generated clients cannot have it`;
}

/** Data in a schema without references that would be followed. */
function hasReference(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, member]) => FOLLOWED.has(name) || hasReference(member));
}

/** Errors that Ajv would accept, or notice only with a value. */
function checkKeywords(schema: JsonSchema): string | undefined {
  const { $async: isAsync, $schema: dialect, format, pattern, patternProperties } = schema;
  if (isAsync !== undefined) return 'must not be asynchronous';
  if (dialect !== undefined && !(typeof dialect === 'string' && DIALECTS.test(dialect))) {
    return '"$schema" must be that of draft-06 or draft-07';
  }
  if (format !== undefined && !(typeof format === 'string' && Object.hasOwn(ajv.formats, format))) {
    return `format ${JSON.stringify(format)} is not known`;
  }
  const patterns = [
    ...(pattern === undefined ? [] : [pattern]),
    ...(isRecord(patternProperties) ? Object.keys(patternProperties) : []),
  ];
  const names = isRecord(schema['properties']) ? Object.keys(schema['properties']) : [];
  return (
    firstProblem(patterns, checkPattern) ??
    firstProblem(names, checkMember) ??
    firstProblem(subschemas(schema), checkKeywords)
  );
}

function firstProblem<Item>(items: readonly Item[], check: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const problem = check(item);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/**
 * The error of a JSON Schema (draft-06 or 07), to be appended to its name; undefined for an acceptable one.
 * It must be an object of modest size and depth, compile, and refer only to its own definitions, without cycles.
 */
export function validateJsonSchema(schema: unknown): string | undefined {
  if (!isRecord(schema)) return 'must be an object';
  if (isDeeper(schema, MAX_DEPTH)) return `must not be nested deeper than ${MAX_DEPTH} levels`;
  if (JSON.stringify(schema).length > MAX_LENGTH) return `must not be longer than ${MAX_LENGTH} characters`;
  const problem = checkKeywords(schema);
  if (problem !== undefined) return problem;
  try {
    // Inlining drops unused definitions, so the whole schema is checked before.
    const { $schema: _dialect, ...rest } = schema;
    if (!ajv.validateSchema(rest)) return `is not a JSON Schema: ${ajv.errorsText(ajv.errors, { dataVar: 'schema' })}`;
    const inlined = inlineRefs(schema);
    if (hasReference(inlined)) return 'must not have "$ref" or "operationRef" in values: readers would follow them';
    ajv.compile(inlined);
    ajv.removeSchema(inlined);
    return undefined;
  } catch (error) {
    return asError(error).message;
  }
}
