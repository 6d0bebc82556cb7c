// The pure rules of the model: valid types, permitted changes, and separate names of properties.
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../core/errors.ts';
import { changedLabels, newLabels } from '../../../core/taxonomy/labels.ts';
import type { Model } from '../../../core/model/model.ts';
import type { ObjectTypeRow } from '../../../core/store/rows/model-rows.ts';
import { assertChangeable, assertObjectType, assertRemovable } from '../../../core/modeling/object-type-rules.ts';
import { findPropertyClash } from '../../../core/model/name-clashes.ts';
import { staticProperties, uuidOf } from '../../../core/modeling/static-properties.ts';
import { modelWith, rowsWith } from './model-rows.ts';

const code = (work: () => void): string => {
  try {
    work();
    return 'allowed';
  } catch (error) {
    return error instanceof ApiError ? error.code : String(error);
  }
};

const rowNamed = (model: Model, name: string): ObjectTypeRow => {
  const row = model.types.get(name)?.row;
  if (!row) throw new Error(`no type ${name}`);
  return row;
};

const unused = { objects: 0, subtypes: 0 };

describe('a new object type', () => {
  const model = modelWith({
    types: [
      { name: 'meals', singular: 'meal', is_abstract: true },
      { name: 'gone', singular: 'gone_item', is_abstract: true, enabled: false },
    ],
    properties: [{ name: 'chef', object_type_name: 'meals', property_type_name: 'string' }],
  });
  const [template] = rowsWith({ types: [{ name: 'recipes', singular: 'recipe' }] }).object_types.slice(-1) as [
    ObjectTypeRow,
  ];
  const check = (fields: Partial<ObjectTypeRow>): string =>
    code(() => assertObjectType({ ...template, _id: 0, ...fields }, undefined, model));

  it.each<[string, Partial<ObjectTypeRow>, string]>([
    ['with names of its own', {}, 'allowed'],
    ['below an abstract type', { parent_name: 'meals' }, 'allowed'],
    ['named like another type', { name: 'documents' }, 'already_exists'],
    ['named like the singular of another', { name: 'document' }, 'already_exists'],
    ['with the singular of another', { singular: 'document' }, 'already_exists'],
    ['with the name of another as singular', { singular: 'documents' }, 'already_exists'],
    ['with one name for both', { name: 'fish', singular: 'fish' }, 'invalid_data'],
    ['with a reserved word', { singular: 'tag' }, 'invalid_data'],
    ['below a type that is not abstract', { parent_name: 'documents' }, 'invalid_data'],
    ['below a type that is disabled', { parent_name: 'gone' }, 'invalid_data'],
    ['below nothing', { parent_name: 'nothing' }, 'invalid_data'],
  ])('%s', (_case, fields, want) => {
    expect(check(fields)).toBe(want);
  });

  it('is refused when an attribute of its table has the name of an inherited property', () => {
    const properties = [{ name: 'email', object_type_name: 'meals', property_type_name: 'email' }];
    const other = modelWith({ types: [{ name: 'meals', singular: 'meal', is_abstract: true }], properties });
    const candidate = { ...template, _id: 0, parent_name: 'meals', table: 'BEdita/Core.Profiles' as const };
    expect(code(() => assertObjectType(candidate, undefined, other))).toBe('invalid_data');
  });
});

describe('a change of an object type', () => {
  const model = modelWith({
    types: [
      { name: 'recipes', singular: 'recipe' },
      { name: 'meals', singular: 'meal', is_abstract: true },
    ],
  });
  const check = (name: string, fields: Partial<ObjectTypeRow>, used = unused): string =>
    code(() => assertChangeable(rowNamed(model, name), { ...rowNamed(model, name), ...fields }, used));
  const withObjects = { objects: 3, subtypes: 0 };
  const withSubtypes = { objects: 0, subtypes: 1 };

  it.each<[string, [string, Partial<ObjectTypeRow>, typeof unused], string]>([
    ['the name of a core type', ['documents', { name: 'texts' }, unused], 'immutable'],
    ['the table of a core type', ['documents', { table: 'BEdita/Core.Links' }, unused], 'immutable'],
    ['the description of a core type', ['documents', { description: 'Texts' }, withObjects], 'allowed'],
    ['the name without objects', ['recipes', { name: 'dishes' }, unused], 'allowed'],
    ['the name with objects', ['recipes', { name: 'dishes' }, withObjects], 'in_use'],
    ['the parent with objects', ['recipes', { parent_name: 'meals' }, withObjects], 'in_use'],
    ['the table with objects', ['recipes', { table: 'BEdita/Core.Links' }, withObjects], 'in_use'],
    ['the associations with objects', ['recipes', { associations: ['Tags'] }, withObjects], 'allowed'],
    ['to abstract with objects', ['recipes', { is_abstract: true }, withObjects], 'in_use'],
    ['to concrete with subtypes', ['meals', { is_abstract: false }, withSubtypes], 'in_use'],
    ['to disabled with objects', ['recipes', { enabled: false }, withObjects], 'in_use'],
    ['to disabled with subtypes', ['meals', { enabled: false }, withSubtypes], 'in_use'],
    ['to disabled without either', ['recipes', { enabled: false }, unused], 'allowed'],
  ])('%s', (_case, change, want) => {
    expect(check(...change)).toBe(want);
  });

  it('cannot place it below itself', () => {
    const ring = modelWith({
      types: [
        { name: 'meals', singular: 'meal', is_abstract: true },
        { name: 'hot_meals', singular: 'hot_meal', is_abstract: true, parent_name: 'meals' },
      ],
    });
    const current = rowNamed(ring, 'meals');
    for (const parent_name of ['meals', 'hot_meals']) {
      expect(code(() => assertObjectType({ ...current, parent_name }, current, ring))).toBe('invalid_data');
    }
  });

  it('removes only what is neither core nor in use', () => {
    const remove = (name: string, used: typeof unused) => code(() => assertRemovable(rowNamed(model, name), used));
    expect([
      remove('documents', unused),
      remove('recipes', withObjects),
      remove('meals', withSubtypes),
      remove('recipes', unused),
    ]).toEqual(['immutable', 'in_use', 'in_use', 'allowed']);
  });
});

describe('custom properties', () => {
  const clash = (name: string, typeName: string, others: [string, string][] = []): string | undefined => {
    const all = [...others, [name, typeName] as const];
    const properties = all.map(([each, object_type_name]) => ({
      name: each,
      object_type_name,
      property_type_name: 'string',
    }));
    return findPropertyClash(modelWith({ properties }))?.typeName;
  };

  it.each<[string, string, [string, string][], boolean]>([
    ['area', 'documents', [], false],
    ['area', 'documents', [['area', 'news']], false],
    ['title', 'documents', [], true],
    ['email', 'profiles', [], true],
    ['email', 'documents', [], false],
    ['email', 'objects', [], true],
    ['categories', 'documents', [], true],
    ['area', 'documents', [['area', 'objects']], true],
    ['area', 'objects', [['area', 'documents']], true],
  ])('%s of %s with %j clashes: %s', (name, typeName, others, want) => {
    expect(clash(name, typeName, others) !== undefined).toBe(want);
  });
});

describe('static properties', () => {
  it('are listed once, at the topmost type that has them, with constant ids', () => {
    const properties = staticProperties(modelWith());
    const titles = properties.filter((property) => property.name === 'title');
    expect(titles.map((property) => property.object_type_name)).toEqual(['objects']);
    expect(titles[0]?._id).toBe(uuidOf('objects.title'));
    expect(titles[0]?._id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set(properties.map((property) => property._id)).size).toBe(properties.length);
  });

  it('are of a shipped property type', () => {
    const model = modelWith();
    const types = new Set(staticProperties(model).map((property) => property.property_type_name));
    expect([...types].filter((name) => !model.propertyTypes.has(name))).toEqual([]);
  });
});

describe('labels', () => {
  it('of a new row have a default text', () => {
    expect(newLabels('big-cats', {})).toEqual({ default: 'Big cats' });
    expect(newLabels('cats', { label: 'Cats' })).toEqual({ default: 'Cats' });
    expect(newLabels('cats', { labels: { default: 'Cats', it: 'Gatti' } })).toEqual({ default: 'Cats', it: 'Gatti' });
  });

  it('are replaced by `labels`, and a single text by `label`', () => {
    const current = { default: 'Cats', it: 'Gatti' };
    expect(changedLabels(current, {})).toEqual(current);
    expect(changedLabels(current, { label: 'Felines' })).toEqual({ default: 'Felines', it: 'Gatti' });
    expect(changedLabels(current, { label: null })).toEqual({ it: 'Gatti' });
    expect(changedLabels(current, { labels: { de: 'Katzen' } })).toEqual({ de: 'Katzen' });
  });
});
