import { describe, expect, it } from 'vitest';
import { expandDescription } from '../../../core/description/expand-description.ts';
import { toPascal } from '../../../core/description/expand-names.ts';
import { nodeAt } from '../../../core/description/openapi-document.ts';
import type { Node } from '../../../core/description/openapi-document.ts';
import { bundle, danglingRefs, operation, operationIds, schemasOf } from './descriptions.ts';
import { countries, modelWith } from './model-rows.ts';

describe('examples', () => {
  const model = countries([{ name: 'area', object_type_name: '', property_type_name: 'integer', is_nullable: false }]);
  const text = JSON.stringify(nodeAt(expandDescription(bundle, model), 'paths', '/countries', 'post'));

  it('show the attributes, name and links of the type', () => {
    expect(text).toContain('"area":1');
    expect(text).toContain('"title":"A first country"');
    expect(text).toContain('/countries/12');
    expect(text).toContain('/model/schema/countries');
    expect(text).not.toContain('document');
  });

  it('are omitted when a required attribute has none', () => {
    const coded = countries(
      [{ name: 'code', object_type_name: '', property_type_name: 'coded', is_nullable: false }],
      [{ name: 'coded', params: { type: 'string', pattern: '^[A-Z]{2}$' } }],
    );
    const body = nodeAt(expandDescription(bundle, coded), 'paths', '/countries', 'post', 'requestBody', 'content');
    expect(Object.keys(body)).toContain('application/vnd.api+json');
    for (const mediaType of Object.values(body)) expect(mediaType).not.toHaveProperty('examples');
  });
});

describe('names', () => {
  const namesFor = (...names: string[]) => {
    const types = names.map((name) => ({ name, singular: `${name}_one` }));
    const expanded = expandDescription(bundle, modelWith({ types }));
    const resources = Object.entries(nodeAt(expanded, 'components', 'schemas')).filter(([name]) =>
      name.endsWith('Resource'),
    );
    const ids = operationIds(expanded);
    expect(new Set(ids).size).toBe(ids.length);
    expect(danglingRefs(expanded)).toEqual([]);
    return new Map(
      resources.map(([schemaName, schema]) => [
        String((nodeAt(schema as Node, 'properties', 'type')['enum'] as string[] | undefined)?.[0]),
        schemaName,
      ]),
    );
  };

  it.each([
    ['countries', 'Countries'],
    ['news_items', 'NewsItems'],
    ['a_1', 'A_1'],
    ['a1', 'A1'],
    ['a__b', 'A_B'],
    ['a_', 'A_'],
  ])('%s is %s', (name, pascal) => {
    expect(toPascal(name)).toBe(pascal);
  });

  it('of types never collide with those of another type', () => {
    const names = namesFor('countries', 'countries_list', 'countries_create', 'countries_list_');
    expect(names.get('countries')).toBe('CountriesResource');
    expect(names.get('countries_list')).toBe('CountriesList_Resource');
    expect(names.get('countries_list_')).toBe('CountriesList__Resource');
  });

  it('of a type are the same with any other types', () => {
    expect(namesFor('countries_list').get('countries_list')).toBe('CountriesList_Resource');
  });

  it('never collide with those of authored schemas, operations, tags and paths', () => {
    const names = namesFor('typed_objects', 'object_kinds', 'model', 'home');
    expect(names.get('typed_objects')).toBe('TypedObjects_Resource');
    const authored = structuredClone(bundle);
    schemasOf(authored)['CountriesResponse'] = { type: 'object' };
    nodeAt(authored, 'paths')['/other'] = { get: { operationId: 'getCountry', tags: ['model'], responses: {} } };
    const expanded = expandDescription(authored, countries());
    expect(operation(expanded, '/countries/{object_id}', 'get')['operationId']).toBe('getCountry_');
    expect(schemasOf(expanded)).toHaveProperty('Countries_Response');
  });

  it('do not change an authored path', () => {
    const expanded = expandDescription(bundle, modelWith({ types: [{ name: 'home', singular: 'house' }] }));
    // Of the facts, only those that clients can use are published (D880).
    const published = { anonymous: 'permitted', cost: 'cheap', idempotent: 'always' };
    expect(operation(expanded, '/home', 'get')).toEqual({
      ...operation(bundle, '/home', 'get'),
      'x-colophon': published,
    });
  });
});
