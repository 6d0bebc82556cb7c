import { describe, expect, it } from 'vitest';
import { expandDescription } from '../../../core/description/expand-description.ts';
import { expandShipped } from '../../../core/description/expand-shipped.ts';
import { nodeAt } from '../../../core/description/openapi-document.ts';
import type { Node } from '../../../core/description/openapi-document.ts';
import type { Model } from '../../../core/model/model.ts';
import { resolveModel } from '../../../core/model/resolve-model.ts';
import { shippedRows } from '../../../core/model/shipped.ts';
import { bundle, danglingRefs, lint, operation, operationIds, propertiesOf, schemasOf } from './descriptions.ts';
import { countries, rowsWith } from './model-rows.ts';
import type { Additions } from './model-rows.ts';

const sorts: Additions['propertyTypes'] = [
  { name: 'maybe', params: { oneOf: [{ type: 'null' }, { type: 'string', format: 'date-time' }] } },
  { name: 'union', params: { type: ['string', 'integer', 'null'] } },
  { name: 'choice', params: { oneOf: [{ type: 'integer' }, { type: 'boolean' }] } },
  { name: 'fixed', params: { const: 'x' } },
  { name: 'enumerated', params: { enum: ['a', 1, null] } },
  { name: 'coded', params: { type: 'string', pattern: '^[A-Z]{2}$' } },
  { name: 'range', params: { type: 'number', exclusiveMinimum: 0, maximum: 10, multipleOf: 0.5 } },
  {
    name: 'list',
    params: {
      type: 'array',
      items: { type: 'object', required: ['a'], properties: { a: { type: 'string' } } },
      minItems: 1,
    },
  },
  { name: 'tuple', params: { type: 'array', items: [{ type: 'string' }, { type: 'integer' }] } },
  {
    name: 'map',
    params: { type: 'object', patternProperties: { '^a': { type: 'string' } }, additionalProperties: false },
  },
  {
    name: 'nested',
    params: {
      definitions: { p: { type: 'object', properties: { x: { type: 'number' } } } },
      type: 'object',
      properties: { from: { $ref: '#/definitions/p' } },
    },
  },
  { name: 'conditional', params: { type: 'object', if: { required: ['a'] }, then: { required: ['b'] } } },
];
const everySort = [...shippedRows(new Date(0)).property_types.map((row) => row.name), ...sorts.map((row) => row.name)];
const withSorts = (names: readonly string[]): Model =>
  countries(
    names.flatMap((sort) => [
      { name: `some_${sort}`, object_type_name: '', property_type_name: sort, description: `A ${sort}` },
      { name: `read_${sort}`, object_type_name: '', property_type_name: sort, read_only: true },
    ]),
    sorts,
  );
const allSorts = withSorts(everySort);

function deeplyFrozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deeplyFrozen);
  return value;
}

describe('expandDescription', () => {
  const expanded = expandDescription(bundle, allSorts);

  it('changes neither the bundle nor parts that types share', () => {
    const frozen = deeplyFrozen(structuredClone(bundle));
    const first = JSON.stringify(expandDescription(frozen, allSorts));
    expect(JSON.stringify(expandDescription(frozen, allSorts))).toBe(first);
    expect(first).toBe(JSON.stringify(expanded));
  });

  it('is a valid OpenAPI 3.0 document with valid examples, for the shipped types', async () => {
    expect(await lint(expandShipped(bundle))).toEqual([]);
  });

  it('is valid for custom properties of every type', async () => {
    // Redocly checks examples as 3.1 does, where exclusive limits are numbers; the flags of 3.0 stop it.
    expect((await lint(expanded)).filter((message) => !message.includes('exclusiveMinimum'))).toEqual([]);
    const others = withSorts(everySort.filter((name) => name !== 'range'));
    expect(await lint(expandDescription(bundle, others))).toEqual([]);
  });

  it('has no template and no broken reference', () => {
    expect(Object.keys(nodeAt(expanded, 'paths')).filter((path) => path.includes('object_type_name'))).toEqual([]);
    expect(nodeAt(expanded, 'components', 'parameters')).not.toHaveProperty('ObjectTypeName');
    expect(danglingRefs(expanded)).toEqual([]);
  });

  it('does not change the bundle', () => {
    const before = JSON.stringify(bundle);
    expandDescription(bundle, allSorts);
    expect(JSON.stringify(bundle)).toBe(before);
  });

  it('gives each served type paths instead of the template', () => {
    const paths = Object.keys(nodeAt(expanded, 'paths'));
    expect(paths).toEqual(
      expect.arrayContaining([
        '/documents',
        '/documents/{object_id}',
        '/countries',
        '/countries/{object_id}',
        '/images',
      ]),
    );
    expect(paths.indexOf('/countries')).toBeLessThan(paths.indexOf('/model/project'));
  });

  it('shows the objects of the types below an abstract type', () => {
    const schema = (name: string): Node => nodeAt(expanded, 'components', 'schemas', name);
    const concrete = ['images', 'videos', 'audio', 'files'];
    expect(operation(expanded, '/media', 'get')['operationId']).toBe('listMedia');
    expect(Object.keys(nodeAt(schema('MediaResource'), 'discriminator', 'mapping'))).toEqual(concrete);
    expect(nodeAt(schema('MediaUpdateData'), 'properties', 'type')['enum']).toEqual(concrete);
    expect(Object.keys(nodeAt(schema('AnyObject'), 'discriminator', 'mapping'))).not.toContain('media');
  });

  it('names operations, tags and summaries after the type', () => {
    expect(operation(expanded, '/countries', 'get')).toMatchObject({
      operationId: 'listCountries',
      tags: ['countries'],
      summary: 'List countries',
    });
    expect(operation(expanded, '/countries', 'post')).toMatchObject({
      operationId: 'createCountry',
      summary: 'Create a country',
    });
    const item = '/countries/{object_id}';
    expect(['get', 'patch', 'delete'].map((method) => operation(expanded, item, method)['operationId'])).toEqual([
      'getCountry',
      'updateCountry',
      'deleteCountry',
    ]);
    expect(operation(expanded, '/events/{object_id}', 'delete')['summary']).toBe('Move an event to the trash');
    expect((expanded['tags'] as Node[]).map((tag) => tag['name'])).toEqual(
      expect.arrayContaining(['documents', 'countries']),
    );
    expect((expanded['tags'] as Node[]).map((tag) => tag['name'])).not.toContain('typed');
  });

  it('has every operationId once', () => {
    const ids = operationIds(expanded);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('omits filters that a type does not have', () => {
    const refs = (path: string): string[] =>
      (operation(expanded, path, 'get')['parameters'] as Node[]).map(
        (parameter) => String(parameter['$ref']).split('/').pop() ?? '',
      );
    expect(refs('/documents')).toEqual(expect.arrayContaining(['FilterTags', 'FilterCategories']));
    expect(refs('/documents')).not.toContain('FilterGeoCenter');
    expect(refs('/documents')).not.toContain('FilterDateFrom');
    expect(refs('/locations')).toContain('FilterGeoCenter');
    expect(refs('/events')).toContain('FilterDateFrom');
  });
});

describe('the schemas of a type', () => {
  const model = countries([
    { name: 'area', object_type_name: '', property_type_name: 'integer', is_nullable: false, label: 'Size' },
    { name: 'founded', object_type_name: '', property_type_name: 'date', default_value: '1861-03-17' },
    { name: 'visits', object_type_name: '', property_type_name: 'integer', read_only: true },
  ]);
  const expanded = expandDescription(bundle, model);
  const schemas = schemasOf(expanded);

  it('are flat, with the type as the only value', () => {
    expect(propertiesOf(expanded, 'CountriesResource')['type']).toEqual({ type: 'string', enum: ['countries'] });
    expect(propertiesOf(expanded, 'CountriesResource')['attributes']).toEqual({
      $ref: '#/components/schemas/CountriesAttributes',
    });
    expect(propertiesOf(expanded, 'CountriesListResponse')['data']).toEqual({
      type: 'array',
      items: { $ref: '#/components/schemas/CountriesResource' },
    });
  });

  it('type the attributes in OpenAPI form', () => {
    expect(propertiesOf(expanded, 'CountriesAttributes')).toMatchObject({
      area: { type: 'integer', title: 'Size' },
      founded: { type: 'string', format: 'date', nullable: true },
      publish_start: { type: 'string', format: 'date-time', nullable: true },
      categories: { type: 'array' },
    });
  });

  it('require attributes, and have defaults, on create only', () => {
    expect(schemas['CountriesCreateAttributes']).toMatchObject({
      required: ['area'],
      properties: { founded: { default: '1861-03-17' } },
    });
    expect(schemas['CountriesUpdateAttributes']).not.toHaveProperty('required');
    expect(propertiesOf(expanded, 'CountriesUpdateAttributes')['founded']).not.toHaveProperty('default');
    const required = (name: string): unknown => nodeAt(schemas, name)['required'];
    expect(required('CountriesCreateData')).toEqual(['type', 'attributes']);
    expect(required('DocumentsCreateData')).toEqual(['type']);
  });

  it('show read-only properties in meta, which is shared by types without any', () => {
    expect(propertiesOf(expanded, 'CountriesAttributes')).not.toHaveProperty('visits');
    expect(propertiesOf(expanded, 'CountriesCreateAttributes')).not.toHaveProperty('visits');
    expect(propertiesOf(expanded, 'CountriesMeta')).toMatchObject({
      visits: { type: 'integer' },
      created: { format: 'date-time' },
    });
    expect(propertiesOf(expanded, 'CountriesResource')['meta']).toEqual({ $ref: '#/components/schemas/CountriesMeta' });
    expect(propertiesOf(expanded, 'DocumentsResource')['meta']).toEqual(
      propertiesOf(bundle, 'TypedObjectsResource')['meta'],
    );
  });

  it('form the mixed list, distinguished by type', () => {
    const union = nodeAt(schemas, 'AnyObject');
    expect(union['oneOf']).toContainEqual({ $ref: '#/components/schemas/CountriesResource' });
    expect(union['discriminator']).toMatchObject({
      propertyName: 'type',
      mapping: {
        documents: '#/components/schemas/DocumentsResource',
        countries: '#/components/schemas/CountriesResource',
      },
    });
  });

  it('are part of a mixed list with other resources, distinguished by type', () => {
    const mixed = nodeAt(schemas, 'CategoriesIncludedResource');
    expect(mixed).not.toHaveProperty('anyOf');
    expect(mixed['oneOf']).not.toContainEqual({ $ref: '#/components/schemas/AnyObject' });
    expect(nodeAt(mixed, 'discriminator', 'mapping')).toMatchObject({
      categories: '#/components/schemas/CategoriesResource',
      countries: '#/components/schemas/CountriesResource',
    });
  });

  it('are generic in the mixed list when no type is served', () => {
    const rows = rowsWith({});
    const none = resolveModel(
      { ...rows, object_types: rows.object_types.map((row) => ({ ...row, enabled: false })) },
      1,
    );
    const empty = expandDescription(bundle, none);
    expect(nodeAt(schemasOf(empty), 'AnyObject')).toEqual(nodeAt(schemasOf(bundle), 'AnyObject'));
    expect(nodeAt(schemasOf(empty), 'CategoriesIncludedResource')['oneOf']).toHaveLength(3);
    expect(danglingRefs(empty)).toEqual([]);
  });

  it('include a type with an authored schema in the mixed list', () => {
    const authored = structuredClone(bundle);
    schemasOf(authored)['FoldersResource'] = {
      type: 'object',
      properties: { type: { type: 'string', enum: ['folders'] } },
    };
    const union = nodeAt(schemasOf(expandDescription(authored, model)), 'AnyObject');
    expect(nodeAt(union, 'discriminator', 'mapping')['folders']).toBe('#/components/schemas/FoldersResource');
  });
});
