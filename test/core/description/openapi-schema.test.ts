import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../../core/json/json-schema.ts';
import { toOpenApiSchema } from '../../../core/description/openapi-schema.ts';

/** The input, and the output; `nullable` when the attribute may be null. */
const conversions: { what: string; given: JsonSchema; nullable?: boolean; want: object }[] = [
  { what: 'a plain type stays', given: { type: 'string', maxLength: 5 }, want: { type: 'string', maxLength: 5 } },
  { what: 'any value stays any value', given: {}, nullable: true, want: {} },
  { what: 'null becomes nullable', given: { type: ['string', 'null'] }, want: { type: 'string', nullable: true } },
  {
    what: 'null in oneOf becomes nullable',
    given: { oneOf: [{ type: 'null' }, { type: 'integer' }] },
    want: { type: 'integer', nullable: true },
  },
  {
    what: 'a nullable enum lists null',
    given: { type: 'string', enum: ['a'] },
    nullable: true,
    want: { type: 'string', nullable: true, enum: ['a', null] },
  },
  { what: 'an enum gets its type', given: { enum: ['a', 'b'] }, want: { type: 'string', enum: ['a', 'b'] } },
  {
    what: 'an enum of several types is split by type',
    given: { enum: ['a', 1] },
    want: {
      anyOf: [
        { type: 'string', enum: ['a'] },
        { type: 'integer', enum: [1] },
      ],
    },
  },
  { what: 'const is an enum of one', given: { const: 'a' }, want: { type: 'string', enum: ['a'] } },
  {
    what: 'several types become anyOf, each with its own keywords',
    given: { type: ['string', 'integer'], maxLength: 3, minimum: 1 },
    nullable: true,
    want: {
      anyOf: [
        { type: 'string', nullable: true, maxLength: 3 },
        { type: 'integer', nullable: true, minimum: 1 },
      ],
    },
  },
  {
    what: 'object or array has no type, and is none of the others',
    given: { type: ['object', 'array'], title: 'T' },
    nullable: true,
    want: { not: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] }, title: 'T' },
  },
  {
    what: 'array or integer leaves numbers alone',
    given: { type: ['array', 'integer'], not: { maxItems: 1 } },
    nullable: false,
    want: {
      not: {},
      allOf: [{ not: { anyOf: [{ type: 'string' }, { type: 'boolean' }, { type: 'object' }] } }],
    },
  },
  {
    what: 'all types are any value',
    given: { type: ['string', 'number', 'boolean', 'array', 'object'] },
    nullable: false,
    want: {},
  },
  {
    what: 'exclusive limits become flags',
    given: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 9 },
    want: { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: true },
  },
  {
    what: 'of two limits the narrower one stays',
    given: { type: 'number', minimum: 5, exclusiveMinimum: 0 },
    want: { type: 'number', minimum: 5 },
  },
  {
    what: 'local references are replaced',
    given: {
      $schema: 'x',
      $id: 'y',
      definitions: { a: { type: 'string' } },
      type: 'array',
      items: { $ref: '#/definitions/a' },
    },
    want: { type: 'array', items: { type: 'string' } },
  },
  { what: 'a reference to nowhere becomes any value', given: { $ref: '#/definitions/a' }, want: {} },
  { what: 'an array without items has any', given: { type: 'array' }, want: { type: 'array', items: {} } },
  {
    what: 'a tuple has any items',
    given: { type: 'array', items: [{ type: 'string' }] },
    want: { type: 'array', items: {} },
  },
  {
    what: 'pattern properties become free ones',
    given: { type: 'object', patternProperties: { '^a': { type: 'string' } }, additionalProperties: false },
    want: { type: 'object', additionalProperties: { type: 'string' } },
  },
  {
    what: 'several kinds of free properties become anyOf',
    given: {
      type: 'object',
      patternProperties: { '^a': { type: 'string' } },
      additionalProperties: { type: 'integer' },
    },
    want: { type: 'object', additionalProperties: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
  },
  {
    what: 'free properties beside named ones are open',
    given: { type: 'object', properties: { b: {} }, additionalProperties: { type: 'integer' } },
    want: { type: 'object', properties: { b: {} } },
  },
  {
    what: 'closed objects stay closed',
    given: { type: 'object', properties: { b: { type: 'string' } }, required: ['b'], additionalProperties: false },
    want: { type: 'object', required: ['b'], properties: { b: { type: 'string' } }, additionalProperties: false },
  },
  {
    what: 'an empty list of required members is left out',
    given: { type: 'object', required: [] },
    want: { type: 'object' },
  },
  {
    what: 'properties alone mean an object',
    given: { properties: { a: {} } },
    want: { type: 'object', properties: { a: {} } },
  },
  {
    what: 'examples become one',
    given: { type: 'string', examples: ['a', 'b'] },
    want: { type: 'string', example: 'a' },
  },
  {
    what: 'what 3.0 cannot say is left out',
    given: { type: 'string', if: { minLength: 1 }, then: {}, contentMediaType: 'text/html', $comment: 'x' },
    want: { type: 'string' },
  },
  {
    what: 'null is allowed in each branch, and oneOf becomes anyOf',
    given: { oneOf: [{ type: 'integer' }, { type: 'boolean' }] },
    nullable: true,
    want: {
      anyOf: [
        { type: 'integer', nullable: true },
        { type: 'boolean', nullable: true },
      ],
    },
  },
  {
    what: 'branches are converted',
    given: { allOf: [{ type: 'number', exclusiveMinimum: 0 }, { not: { const: 5 } }] },
    want: { allOf: [{ type: 'number', minimum: 0, exclusiveMinimum: true }, { not: { type: 'integer', enum: [5] } }] },
  },
  {
    what: 'a schema of false is one that nothing meets',
    given: { type: 'array', items: false },
    want: { type: 'array', items: { not: {} } },
  },
];

describe('toOpenApiSchema', () => {
  it.each(conversions)('$what', ({ given, nullable, want }) => {
    expect(toOpenApiSchema(given, nullable)).toEqual(want);
  });
});
