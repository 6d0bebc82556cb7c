// Names of the model that generated clients can have as members of classes (D788; bugs 17, 18).
import { describe, expect, it } from 'vitest';
import { assertNoLookAlikes, findLookAlikes } from '../../../core/model/name-clashes.ts';
import { assertPropertyName, assertRelationName } from '../../../core/model/names.ts';
import { countries, modelWith } from './model-rows.ts';

const property = { object_type_name: 'countries', property_type_name: 'string' };

describe('a name', () => {
  it.each([
    ['field1', 'field_1'],
    ['title', 'title_'],
    ['iso_code', 'isocode'],
    ['class', 'get_class'],
    ['area', 'set_area'],
    ['area', 'has_area'],
    ['area', 'get_area_ok'],
    ['area', 'unset_area'],
    ['book', 'get_book'],
  ])('%s is the same as %s in some clients', (one, other) => {
    expect(findLookAlikes(['motto', one, other])).toEqual([one, other]);
    expect(findLookAlikes(['motto', other])).toBeUndefined();
  });

  it('of a new property is refused, unless the model had both before', () => {
    const before = countries([{ ...property, name: 'iso_code' }]);
    const after = countries([
      { ...property, name: 'iso_code' },
      { ...property, name: 'isocode' },
    ]);
    expect(() => assertNoLookAlikes({ before, after })).toThrow(/"iso_code" and "isocode" of type "countries"/);
    expect(() => assertNoLookAlikes({ before: after, after })).not.toThrow();
    const beside = countries([{ ...property, name: 'title_' }]);
    expect(() => assertNoLookAlikes({ before, after: beside })).toThrow(/"title" and "title_"/);
  });

  it('of a shipped attribute or relation is no other one', () => {
    for (const type of modelWith().types.values()) {
      expect([type.name, findLookAlikes(type.attributes.map(({ name }) => name))]).toEqual([type.name, undefined]);
      expect([type.name, findLookAlikes(type.relations.map(({ name }) => name))]).toEqual([type.name, undefined]);
      for (const { name, custom } of type.attributes) if (custom) expect(() => assertPropertyName(name)).not.toThrow();
    }
  });

  it.each([
    ['true', 'Java'],
    ['additional_properties', 'Python'],
    ['to_dict', 'Python'],
    ['todict', 'Python'],
    ['model_config', 'Python'],
    ['to_map', 'Go'],
    ['model_name', 'Python'],
    ['open_api_nullables', 'PHP'],
    ['constructor', 'JavaScript'],
  ])('%s means something else in %s', (name, language) => {
    expect(() => assertPropertyName(name)).toThrow(language);
    if (language !== 'JavaScript') expect(() => assertRelationName('name', name)).toThrow(language);
  });
});
