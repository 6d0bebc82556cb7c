import { describe, expect, it } from 'vitest';
import { ASSOCIATIONS, TABLES } from '../../../core/store/rows/model-rows.ts';
import { shippedRows } from '../../../core/model/shipped.ts';
import { attributeOf, modelWith, typeOf } from './model-rows.ts';

const names = (attributes: readonly { name: string }[]): string[] => attributes.map(({ name }) => name);

describe('the shipped rows', () => {
  const rows = shippedRows(new Date(0));

  it('name existing tables, associations, parents and types', () => {
    const typeNames = new Set(names(rows.object_types));
    expect(Math.min(rows.object_types.length, rows.relations.length)).toBeGreaterThan(0);
    for (const type of rows.object_types) {
      expect(TABLES).toContain(type.table);
      expect(ASSOCIATIONS).toEqual(expect.arrayContaining(type.associations ?? []));
      if (type.parent_name !== null) expect(typeNames).toContain(type.parent_name);
      expect(type.singular).not.toBe(type.name);
    }
    for (const relation of rows.relations) {
      for (const name of [...relation.left_object_types, ...relation.right_object_types])
        expect(typeNames).toContain(name);
    }
  });

  it('are new at each call', () => {
    expect(shippedRows(new Date(0)).object_types[0]).not.toBe(rows.object_types[0]);
  });

  it('resolve to types with distinct attributes and relations', () => {
    expect(modelWith().types.size).toBe(rows.object_types.length);
    for (const type of modelWith().types.values()) {
      expect(new Set(names(type.attributes)).size).toBe(type.attributes.length);
      expect(new Set(names(type.relations)).size).toBe(type.relations.length);
    }
  });
});

describe('inheritance', () => {
  const model = modelWith({
    types: [
      { name: 'places', singular: 'place', is_abstract: true, associations: ['Tags'] },
      { name: 'countries', singular: 'country', parent_name: 'places', associations: ['Categories'] },
    ],
    properties: [
      { name: 'area', object_type_name: 'countries', property_type_name: 'integer' },
      { name: 'code', object_type_name: 'places', property_type_name: 'string' },
      { name: 'origin', object_type_name: 'objects', property_type_name: 'string' },
      { name: 'title', object_type_name: 'countries', property_type_name: 'integer' },
    ],
    relations: [
      { name: 'borders', inverse_name: 'bordered_by', left_object_types: ['places'], right_object_types: ['places'] },
    ],
  });
  const type = typeOf(model, 'countries');

  it('gives a type the properties of its ancestors, root first, its own last', () => {
    expect(names(type.attributes).slice(-5)).toEqual(['tags', 'categories', 'origin', 'code', 'area']);
    expect(attributeOf(type, 'area').path).toBe('custom.area');
    expect(names(typeOf(model, 'places').attributes)).not.toContain('area');
  });

  it('never places a custom property before a static one', () => {
    expect(attributeOf(type, 'title')).toMatchObject({ custom: false, kind: 'string' });
  });

  it('gives a type the relations and associations of its ancestors', () => {
    expect(names(type.relations)).toEqual(expect.arrayContaining(['borders', 'bordered_by', 'poster']));
    expect([...type.associations].sort()).toEqual(['Categories', 'Tags']);
  });

  it('lists ancestors from the parent up', () => {
    expect(type.ancestors).toEqual(['places', 'objects']);
  });

  it('resolves an abstract type to its descendants and a concrete one to itself', () => {
    expect(typeOf(model, 'places').concreteTypes).toEqual(['countries']);
    expect(type.concreteTypes).toEqual(['countries']);
    expect(typeOf(model, 'media').concreteTypes).toEqual(['images', 'videos', 'audio', 'files']);
    expect(typeOf(model, 'objects').concreteTypes).toContain('images');
    expect(typeOf(model, 'objects').concreteTypes).not.toContain('media');
  });

  it('finds types by their singular name and relations by both names', () => {
    expect(model.plurals.get('country')).toBe('countries');
    expect(model.relations.get('bordered_by')).toBe(model.relations.get('borders'));
  });
});

describe('attributes', () => {
  it('have the legacy texts on all types but the root, users and folders (D56)', () => {
    const model = modelWith();
    const without = [...model.types.values()].filter((type) => !type.attribute.has('subject')).map((type) => type.name);
    expect(without).toEqual(['objects', 'users', 'folders']);
  });

  it('of the table of an ancestor are inherited too', () => {
    const model = modelWith({ types: [{ name: 'scans', singular: 'scan', parent_name: 'media' }] });
    expect(typeOf(model, 'scans').attribute.has('provider')).toBe(true);
    expect(typeOf(model, 'scans').served).toBe(true);
    expect(typeOf(model, 'scans').associations.has('Streams')).toBe(true);
  });

  it('that a type hides are absent', () => {
    const model = modelWith({ types: [{ name: 'notes', singular: 'note', hidden: ['body'] }] });
    expect(typeOf(model, 'notes').attribute.has('body')).toBe(false);
  });

  it('are required when they can neither be null nor have a default', () => {
    const property = { object_type_name: 'documents', property_type_name: 'integer', is_nullable: false };
    const type = typeOf(
      modelWith({
        properties: [
          { ...property, name: 'pages' },
          { ...property, name: 'copies', default_value: 1 },
          { ...property, name: 'views', read_only: true },
        ],
      }),
      'documents',
    );
    expect(type.attributes.filter((attribute) => attribute.required).map(({ name }) => name)).toEqual(['pages']);
  });

  it('may be null if the property type allows it', () => {
    const type = typeOf(
      modelWith({
        propertyTypes: [{ name: 'maybe', params: { oneOf: [{ type: 'null' }, { type: 'integer' }] } }],
        properties: [{ name: 'pages', object_type_name: 'documents', property_type_name: 'maybe', is_nullable: false }],
      }),
      'documents',
    );
    expect(attributeOf(type, 'pages')).toMatchObject({ nullable: true, kind: 'integer', schema: { type: 'integer' } });
  });

  it('are translatable if they are texts, unless the rules of the type differ', () => {
    const model = modelWith({
      types: [
        { name: 'notes', singular: 'note', translation_rules: { body: false, lang: true } },
        { name: 'codes', singular: 'code', is_translatable: false },
      ],
    });
    const translatable = (name: string): string[] =>
      typeOf(model, name)
        .attributes.filter((attribute) => attribute.translatable)
        .map((attribute) => attribute.name);
    expect(translatable('notes').slice(0, 3)).toEqual(['title', 'description', 'lang']);
    expect(translatable('codes')).toEqual([]);
  });

  it('of an unknown property type accept any value', () => {
    const type = typeOf(
      modelWith({
        propertyTypes: [{ name: 'broken', params: { $ref: '#/definitions/none' } }],
        properties: [{ name: 'any', object_type_name: 'documents', property_type_name: 'broken' }],
      }),
      'documents',
    );
    expect(attributeOf(type, 'any').kind).toBe('json');
  });
});

describe('relations', () => {
  it('that are symmetric are listed once, with the types of both sides (D48)', () => {
    const model = modelWith({
      relations: [
        {
          name: 'near',
          inverse_name: 'near',
          left_object_types: ['events'],
          right_object_types: ['events', 'locations'],
        },
      ],
    });
    const near = (name: string) => typeOf(model, name).relations.filter((relation) => relation.name === 'near');
    expect(near('events')).toMatchObject([{ side: 'left', types: ['events', 'locations'] }]);
    expect(near('locations')).toMatchObject([{ side: 'right', types: ['events'] }]);
  });

  it('show the inverse name and label from the other side', () => {
    const images = typeOf(modelWith(), 'images');
    const posterOf = images.relations.find((relation) => relation.name === 'poster_of');
    expect(posterOf).toMatchObject({ label: 'Poster of', side: 'right', types: ['objects'] });
  });
});

describe('enabled', () => {
  it('is false for a type that is disabled, below a disabled one, or not connected to the root', () => {
    const model = modelWith({
      types: [
        { name: 'places', singular: 'place', is_abstract: true, enabled: false },
        { name: 'countries', singular: 'country', parent_name: 'places' },
        { name: 'orphans', singular: 'orphan', parent_name: 'nowhere' },
        { name: 'rings', singular: 'ring', parent_name: 'rounds', is_abstract: true },
        { name: 'rounds', singular: 'round', parent_name: 'rings', is_abstract: true },
      ],
    });
    for (const name of ['places', 'countries', 'orphans', 'rings', 'rounds']) {
      expect(typeOf(model, name)).toMatchObject({ enabled: false, served: false, concreteTypes: [] });
    }
    expect(typeOf(model, 'objects').concreteTypes).not.toContain('countries');
  });

  it('is true for each shipped type, and false for another type on the table of users', () => {
    const others = modelWith({ types: [{ name: 'members', singular: 'member', table: 'BEdita/Core.Users' }] });
    expect(others.types.get('members')).toMatchObject({ enabled: true, served: false });
    const unserved = [...modelWith().types.values()].filter((type) => !type.served).map((type) => type.name);
    expect(unserved).toEqual([]);
  });
});
