import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../../core/json/json-schema.ts';
import type { ValueKind } from '../../../core/model/model.ts';
import { splitNull, valueKind } from '../../../core/model/value-kind.ts';

const kinds: [JsonSchema, ValueKind][] = [
  [{ type: 'string' }, 'string'],
  [{ type: 'string', contentMediaType: 'text/html' }, 'string'],
  [{ type: 'string', format: 'email' }, 'string'],
  [{ type: 'string', format: 'date-time' }, 'datetime'],
  [{ type: 'string', format: 'date' }, 'date'],
  [{ type: 'string', enum: ['a', 'b'] }, 'string'],
  [{ enum: ['a', 'b'] }, 'string'],
  [{ enum: [1, 2] }, 'integer'],
  [{ enum: [1, 2.5] }, 'number'],
  [{ enum: ['a', null] }, 'string'],
  [{ enum: ['a', 1] }, 'json'],
  [{ const: true }, 'boolean'],
  [{ type: 'integer' }, 'integer'],
  [{ type: 'number' }, 'number'],
  [{ type: ['integer', 'number'] }, 'number'],
  [{ type: 'boolean' }, 'boolean'],
  [{ type: 'array' }, 'array'],
  [{ type: 'object' }, 'object'],
  [{ type: ['string', 'null'] }, 'string'],
  [{ type: ['null', 'string'], format: 'date-time' }, 'datetime'],
  [{ type: ['object', 'array'] }, 'json'],
  [{ oneOf: [{ type: 'null' }, { type: 'string', format: 'date' }] }, 'date'],
  [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'integer'],
  [{ oneOf: [{ type: 'integer' }, { type: 'number' }] }, 'number'],
  [{ oneOf: [{ type: 'integer' }, { type: 'string' }] }, 'json'],
  [{ allOf: [{ type: 'string' }, { minLength: 2 }] }, 'string'],
  [{ type: 'null' }, 'json'],
  [{}, 'json'],
];

describe('valueKind', () => {
  it.each(kinds)('%j is %s', (schema, kind) => {
    expect(valueKind(schema)).toBe(kind);
  });
});

const splits: [JsonSchema, JsonSchema, boolean][] = [
  [{ type: 'string' }, { type: 'string' }, false],
  [{ type: ['string', 'null'], maxLength: 3 }, { type: 'string', maxLength: 3 }, true],
  [{ type: ['string', 'integer', 'null'] }, { type: ['string', 'integer'] }, true],
  [{ oneOf: [{ type: 'null' }, { type: 'string' }], title: 'T' }, { title: 'T', type: 'string' }, true],
  [
    { oneOf: [{ type: 'null' }, { type: 'string' }, { type: 'integer' }] },
    { oneOf: [{ type: 'string' }, { type: 'integer' }] },
    true,
  ],
  [{ enum: ['a', null] }, { enum: ['a'] }, true],
  [{ type: ['string', 'null'], enum: ['a', null] }, { type: 'string', enum: ['a'] }, true],
  [{ type: ['string', 'null'], enum: ['a'] }, { type: 'string', enum: ['a'] }, false],
  [{ type: 'string', enum: ['a', null] }, { type: 'string', enum: ['a'] }, false],
  [{}, {}, false],
];

describe('splitNull', () => {
  it.each(splits)('%j is %j, null allowed: %s', (schema, rest, nullable) => {
    expect(splitNull(schema)).toEqual({ schema: rest, nullable });
  });
});
