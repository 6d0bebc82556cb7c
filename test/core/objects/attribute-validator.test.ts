import { describe, expect, it } from 'vitest';
import { validateAttributes } from '../../../core/model/schemas/attribute-validator.ts';
import { validateJsonSchema } from '../../../core/model/schemas/json-schema-check.ts';
import type { InputMode } from '../../../core/model/schemas/attribute-validator.ts';
import { readAttributes } from '../../../core/model/attribute-values.ts';
import type { Model } from '../../../core/model/model.ts';
import { countries, modelWith, typeOf } from '../description/model-rows.ts';

const property = { object_type_name: 'countries', property_type_name: 'integer' };
const model = countries(
  [
    { ...property, name: 'area', is_nullable: false },
    { ...property, name: 'motto', property_type_name: 'string' },
    { ...property, name: 'mail', property_type_name: 'email' },
    { ...property, name: 'kind', property_type_name: 'status' },
    { ...property, name: 'code', property_type_name: 'code' },
    { ...property, name: 'cities', property_type_name: 'cities' },
    { ...property, name: 'either', property_type_name: 'either' },
    { ...property, name: 'any', property_type_name: 'json' },
    { ...property, name: 'fixed', read_only: true, is_nullable: false },
  ],
  [
    { name: 'code', params: { type: 'string', pattern: '^[A-Z]{2}$' } },
    {
      name: 'cities',
      params: {
        $schema: 'http://json-schema.org/draft-06/schema#',
        definitions: {
          city: {
            type: 'object',
            required: ['name'],
            properties: { name: { type: 'string' } },
            additionalProperties: false,
          },
        },
        type: 'array',
        items: { $ref: '#/definitions/city' },
      },
    },
    { name: 'either', params: { oneOf: [{ type: 'integer' }, { type: 'boolean' }] } },
  ],
);

const faultsOf = (
  attributes: Record<string, unknown>,
  mode: InputMode = 'change',
  of: Model = model,
  name = 'countries',
) => validateAttributes(typeOf(of, name), mode, attributes);

describe('validateAttributes', () => {
  it('accepts valid attributes, and ignores unknown and read-only ones', () => {
    const attributes = {
      area: 1,
      title: null,
      cities: [{ name: 'Rome' }],
      any: [null],
      unknown: 1,
      fixed: 'x',
      either: true,
    };
    expect(faultsOf(attributes, 'create')).toEqual([]);
  });

  it('needs required attributes on create only', () => {
    expect(faultsOf({}, 'create')).toEqual([
      { detail: '[area._required]: This field is required', source: { pointer: '/data/attributes/area' } },
    ]);
    expect(faultsOf({})).toEqual([]);
    const users = validateAttributes(typeOf(modelWith(), 'users'), 'create', {});
    expect(users.map(({ source }) => source?.pointer)).toEqual([
      '/data/attributes/username',
      '/data/attributes/password',
    ]);
  });

  it.each([
    [{ area: 'x' }, '[area.type]: must be integer', '/data/attributes/area'],
    [{ area: 1.5 }, '[area.type]: must be integer', '/data/attributes/area'],
    [{ area: null }, '[area._required]: This field cannot be left empty', '/data/attributes/area'],
    [{ status: null }, '[status._empty]: This field cannot be left empty', '/data/attributes/status'],
    [{ status: 'maybe' }, '[status.inList]: must be one of "on", "off", "draft"', '/data/attributes/status'],
    [{ kind: 'maybe' }, '[kind.inList]: must be one of "on", "off", "draft"', '/data/attributes/kind'],
    [{ title: 5 }, '[title.type]: must be string', '/data/attributes/title'],
    [{ mail: 'x' }, '[mail.format]: must be an e-mail address, such as ada@example.org', '/data/attributes/mail'],
    [
      { code: 'it' },
      '[code.pattern]: must be two capital letters, such as AB (pattern "^[A-Z]{2}$")',
      '/data/attributes/code',
    ],
    [{ uname: 'x'.repeat(256) }, '[uname.maxLength]: must have at most 255 characters', '/data/attributes/uname'],
    [{ extra: 'x' }, '[extra.type]: must be object or array', '/data/attributes/extra'],
    [{ cities: [{ name: 1 }] }, '[cities.0.name.type]: must be string', '/data/attributes/cities/0/name'],
    [{ cities: [{}] }, '[cities.0.name._required]: This field is required', '/data/attributes/cities/0/name'],
    [
      { cities: [{ name: 'a', 'b/c': 1 }] },
      '[cities.0.b/c.additionalProperties]: This field is not known',
      '/data/attributes/cities/0/b~1c',
    ],
    [{ tags: [{}] }, '[tags.0.name._required]: This field is required', '/data/attributes/tags/0/name'],
  ])('%j: %s', (attributes, detail, pointer) => {
    expect(faultsOf(attributes)).toEqual([{ detail, source: { pointer } }]);
  });

  it('reports each fault once, and all of them', () => {
    const pointers = faultsOf({ area: 'x', title: 1, either: 'x' }).map((fault) => fault.source?.pointer);
    expect(new Set(pointers)).toEqual(
      new Set(['/data/attributes/area', '/data/attributes/title', '/data/attributes/either']),
    );
    expect(faultsOf({ either: 'x' }).map((fault) => fault.detail)).not.toContain('[either.type]: must be null');
  });

  it('accepts attributes from readAttributes, dates included', () => {
    const events = typeOf(modelWith(), 'events');
    const { values, faults } = readAttributes(events, { publish_start: '2016', date_ranges: [{ start_date: '2016' }] });
    expect(faults).toEqual([]);
    expect(validateAttributes(events, 'create', values)).toEqual([]);
    expect(validateAttributes(events, 'create', { date_ranges: [{}] })).toHaveLength(1);
  });

  it.each([
    ['POINT(11.3426 44.4949)', true],
    ['POINT(-180 -90)', true],
    ['POINT(180.0 90)', true],
    ['POINT(181 0)', false],
    ['POINT(0 91)', false],
    ['POINT(1,2)', false],
    ['1 2', false],
  ])('accepts %s as coordinates: %s', (coords, isValid) => {
    expect(faultsOf({ coords }, 'create', modelWith(), 'locations').length === 0).toBe(isValid);
  });

  it('applies a change of the model', () => {
    const strict = countries([{ ...property, name: 'area', property_type_name: 'string' }]);
    expect(faultsOf({ area: 'x' })).toHaveLength(1);
    expect(faultsOf({ area: 'x' }, 'change', strict)).toEqual([]);
    expect(faultsOf({ area: 'x' })).toHaveLength(1);
  });

  it('compiles for every shipped type', () => {
    expect(modelWith().types.size).toBeGreaterThan(10);
    for (const type of modelWith().types.values()) {
      expect(validateAttributes(type, 'change', { title: 'x' })).toEqual([]);
    }
  });
});

const nest = (depth: number): object => (depth === 0 ? { type: 'string' } : { type: 'array', items: nest(depth - 1) });
const definitions = Object.fromEntries(
  Array.from({ length: 12 }, (_, index) => [
    `d${index}`,
    index === 0
      ? { type: 'string' }
      : {
          type: 'object',
          properties: { a: { $ref: `#/definitions/d${index - 1}` }, b: { $ref: `#/definitions/d${index - 1}` } },
        },
  ]),
);

const named = <Row extends [unknown, ...unknown[]]>(rows: Row[]): [string, ...Row][] =>
  rows.map((row) => [JSON.stringify(row[0]).slice(0, 90), ...row]);

describe('validateJsonSchema', () => {
  it.each(
    named([
      [{}],
      [{ type: 'string', format: 'date-time' }],
      [
        {
          $schema: 'http://json-schema.org/draft-06/schema#',
          $id: 'http://host/x',
          type: 'integer',
          exclusiveMinimum: 0,
        },
      ],
      [{ $schema: 'http://json-schema.org/draft-07/schema#', if: { type: 'string' }, then: { minLength: 1 } }],
      [{ definitions: { a: { type: 'string' } }, items: { $ref: '#/definitions/a' } }],
      [{ properties: { pattern: { type: 'string' }, format: { type: 'string' }, $id: { type: 'string' } } }],
      [{ enum: [{ format: 'none', items: 'x' }] }],
      [{ patternProperties: { '^a': { type: 'string' } } }],
    ]),
  )('accepts %s', (_name, schema) => {
    expect(validateJsonSchema(schema)).toBeUndefined();
  });

  it.each(
    named<[unknown, RegExp]>([
      [null, /must be an object/],
      [true, /must be an object/],
      [[], /must be an object/],
      [{ type: 'text' }, /is not a JSON Schema/],
      [{ type: 'string', minLength: '1' }, /is not a JSON Schema/],
      [{ enum: [] }, /is not a JSON Schema/],
      [{ $ref: 'http://host/schema.json' }, /only refer to its own definitions/],
      [{ items: { $ref: 'other.json#/a' } }, /only refer to its own definitions/],
      [{ $ref: '#/definitions/a' }, /refers to nothing/],
      [{ $ref: '#/__proto__/a' }, /refers to nothing/],
      [{ items: { $ref: '#' } }, /only refer to its own definitions/],
      [
        { definitions: { a: { items: { $ref: '#/definitions/a' } } }, $ref: '#/definitions/a' },
        /must not refer to itself/,
      ],
      [{ definitions, $ref: '#/definitions/d11' }, /must not hold more than 2000 schemas/],
      [{ $async: true }, /asynchronous/],
      [{ properties: { a: { $async: true } } }, /asynchronous/],
      [{ $schema: 'https://json-schema.org/draft/2020-12/schema' }, /draft-06 or draft-07/],
      [{ type: 'string', format: 'colour' }, /format "colour" is not known/],
      [{ type: 'string', format: 'toString' }, /format "toString" is not known/],
      [{ type: 'string', pattern: '(' }, /is not a regular expression/],
      [{ type: 'string', pattern: 'a'.repeat(1001) }, /longer than 1000/],
      [{ patternProperties: { '[': {} } }, /is not a regular expression/],
      [{ properties: { $ref: { type: 'string' } } }, /must not be called "\$ref"/],
      [{ items: { properties: { operationRef: {} } } }, /must not be called "operationRef"/],
      [{ properties: { 'a"b': {} } }, /generated clients cannot have it/],
      [{ properties: { 'a\nb': {} } }, /generated clients cannot have it/],
      [{ enum: [{ a: [{ $ref: 'x' }] }] }, /readers would follow/],
      [{ default: { $ref: 'x' } }, /readers would follow/],
      [nest(40), /deeper than 32/],
      [{ description: 'x'.repeat(70000) }, /longer than 65536/],
    ]),
  )('refuses %s', (_name, schema, message) => {
    expect(validateJsonSchema(schema)).toMatch(message);
  });
});
