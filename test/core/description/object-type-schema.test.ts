import { describe, expect, it } from 'vitest';
import { inputSchema, withSchemaId } from '../../../core/model/schemas/object-type-schema.ts';
import { resolveModel } from '../../../core/model/resolve-model.ts';
import { countries, modelWith, rowsWith, typeOf } from './model-rows.ts';

const area = { name: 'area', object_type_name: 'countries', property_type_name: 'integer' };

describe('the JSON Schema of a type', () => {
  const type = typeOf(
    countries([
      { ...area, is_nullable: false, description: 'Square kilometres', label: 'Size' },
      { ...area, name: 'code', property_type_name: 'string', read_only: true, default_value: 'IT' },
    ]),
    'countries',
  );
  const properties = type.schema['properties'] as Record<string, unknown>;

  it('has the members of reference 3.7, and $id if it is given', () => {
    expect(Object.keys(withSchemaId(type.schema, 'http://host/model/schema/countries'))).toEqual([
      'definitions',
      '$id',
      '$schema',
      'type',
      'properties',
      'required',
      'associations',
      'relations',
      'translatable',
      'revision',
    ]);
    expect(type.schema['$schema']).toBe('http://json-schema.org/draft-06/schema#');
  });

  it('describes each property', () => {
    expect(properties['area']).toEqual({
      type: 'integer',
      $id: '/properties/area',
      title: 'Size',
      description: 'Square kilometres',
    });
    expect(properties['code']).toEqual({
      oneOf: [{ type: 'null' }, { type: 'string' }],
      $id: '/properties/code',
      title: 'Code',
      default: 'IT',
      readOnly: true,
    });
    expect(properties['status']).toMatchObject({ enum: ['on', 'off', 'draft'], default: 'draft' });
  });

  it('lists required properties, associations, relations and translatable properties', () => {
    expect(type.schema['required']).toEqual(['area']);
    expect(type.schema['associations']).toEqual(['Categories', 'Tags']);
    expect(type.schema['relations']).toMatchObject({
      attach: { label: 'Attach', params: { type: 'object' }, types: ['media'] },
      poster: { label: 'Poster', params: null, types: ['images'] },
    });
    expect(type.schema['translatable']).toEqual(expect.arrayContaining(['title', 'body', 'subject']));
  });
});

describe('the revision (D25)', () => {
  const revisionOf = (additions: Parameters<typeof rowsWith>[0], name = 'countries'): string =>
    typeOf(modelWith({ types: [{ name: 'countries', singular: 'country' }], ...additions }), name).revision;
  const base = revisionOf({ properties: [area] });

  it('is an unsigned number of 32 bits in decimal', () => {
    expect(base).toMatch(/^\d{1,10}$/);
    expect(Number(base)).toBeLessThan(2 ** 32);
  });

  it('stays without a change, and with a changed description', () => {
    expect(revisionOf({ properties: [area] })).toBe(base);
    expect(revisionOf({ properties: [{ ...area, description: 'Other' }] })).toBe(base);
  });

  it('stays with another order of rows', () => {
    const other = { ...area, name: 'code' };
    const rows = rowsWith({ types: [{ name: 'countries', singular: 'country' }], properties: [area, other] });
    const reversed = {
      object_types: [...rows.object_types].reverse(),
      properties: [...rows.properties].reverse(),
      property_types: [...rows.property_types].reverse(),
      relations: [...rows.relations].reverse(),
    };
    const expected = typeOf(resolveModel(rows, 1), 'countries').revision;
    expect(typeOf(resolveModel(reversed, 1), 'countries').revision).toBe(expected);
  });

  it.each([
    ['a property is added', { properties: [area, { ...area, name: 'code' }] }],
    ['a property may not be null any more', { properties: [{ ...area, is_nullable: false }] }],
    ['a property becomes read-only', { properties: [{ ...area, read_only: true }] }],
    ['a property has another type', { properties: [{ ...area, property_type_name: 'number' }] }],
    ['a property has another label', { properties: [{ ...area, label: 'Size' }] }],
    ['a property has a default', { properties: [{ ...area, default_value: 1 }] }],
    ['an ancestor has a new property', { properties: [area, { ...area, name: 'code', object_type_name: 'objects' }] }],
    ['a relation is added', { properties: [area], relations: [{ name: 'has', inverse_name: 'is_in' }] }],
    [
      'an association is added',
      { types: [{ name: 'countries', singular: 'country', associations: ['Tags' as const] }], properties: [area] },
    ],
  ])('changes when %s', (_what, additions) => {
    expect(revisionOf(additions)).not.toBe(base);
  });

  it('of other types does not change', () => {
    expect(revisionOf({ properties: [area, { ...area, name: 'code' }] }, 'documents')).toBe(
      revisionOf({ properties: [area] }, 'documents'),
    );
  });
});

describe('inputSchema', () => {
  const type = typeOf(
    countries(
      [
        { ...area, is_nullable: false },
        { ...area, name: 'kind', property_type_name: 'status' },
        { ...area, name: 'any', property_type_name: 'json' },
        { ...area, name: 'either', property_type_name: 'either' },
      ],
      [{ name: 'either', params: { oneOf: [{ type: 'integer' }, { type: 'boolean' }] } }],
    ),
    'countries',
  );
  const schemaOf = (name: string) => {
    const attribute = type.attribute.get(name);
    return attribute && inputSchema(attribute);
  };

  it('allows null where an attribute may be null', () => {
    expect(schemaOf('area')).toEqual({ type: 'integer' });
    expect(schemaOf('kind')).toEqual({ type: ['string', 'null'], enum: ['on', 'off', 'draft', null] });
    expect(schemaOf('any')).toEqual({});
    expect(schemaOf('either')).toEqual({
      anyOf: [{ type: 'null' }, { oneOf: [{ type: 'integer' }, { type: 'boolean' }] }],
    });
  });

  it('has the password of users, which responses never show', () => {
    const password = typeOf(modelWith(), 'users').attribute.get('password');
    expect(password && inputSchema(password)).toMatchObject({ writeOnly: true });
  });
});
