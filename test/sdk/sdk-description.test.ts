import { beforeAll, describe, expect, it } from 'vitest';
import {
  isNode,
  METHODS,
  nodeAt,
  type Json,
  type Node,
  type OpenApiDocument,
} from '../../core/description/openapi-document.ts';
import { sdkDescription } from '../../scripts/sdk/sdk-description.ts';
import { assertTrusted } from '../../scripts/sdk/trusted-description.ts';
import { danglingRefs, lint, operation, operationIds, propertiesOf, schemasOf } from '../core/descriptions.ts';
import { serviceForTests } from '../support/service.ts';

const test = serviceForTests();
let served: OpenApiDocument;
let made: OpenApiDocument;
beforeAll(async () => {
  await test.admin.create('/model/object_types', { name: 'countries', singular: 'country' });
  for (const [name, property_type_name] of [
    ['iso_code', 'string'],
    ['population', 'integer'],
  ] as const)
    await test.admin.create('/model/properties', { name, property_type_name, object_type_name: 'countries' });
  served = (await test.admin.get('/openapi.json')).body as OpenApiDocument;
  made = sdkDescription(served);
});

const operationsOf = (document: OpenApiDocument): [path: string, method: string, operation: Node][] =>
  Object.entries(nodeAt(document, 'paths')).flatMap(([path, item]) =>
    METHODS.flatMap((method): [string, string, Node][] => {
      const found = isNode(item) ? item[method] : undefined;
      return isNode(found) ? [[path, method, found]] : [];
    }),
  );

/** Every object inside a value. */
const nodesIn = (value: Json): Node[] =>
  Array.isArray(value)
    ? value.flatMap(nodesIn)
    : isNode(value)
      ? [value, ...Object.values(value).flatMap(nodesIn)]
      : [];

const parametersOf = (document: OpenApiDocument, path: string): Node[] =>
  ((operation(document, path, 'get')['parameters'] ?? []) as Node[]).map((parameter) => {
    const { $ref } = parameter;
    return typeof $ref === 'string' ? nodeAt(document, ...$ref.slice(2).split('/')) : parameter;
  });
const namesOf = (document: OpenApiDocument, path: string): string[] =>
  parametersOf(document, path).map(({ name }) => String(name));
/** As languages write names. */
const plain = (name: string): string => name.replace(/[^a-z0-9]/gi, '').toLowerCase();

describe('the description for clients (D297)', () => {
  it('is made of a description that is accepted', () => {
    expect(() => assertTrusted(served)).not.toThrow();
  });

  it('is a valid OpenAPI 3.0 document without broken references', async () => {
    expect(danglingRefs(made)).toEqual([]);
    expect(await lint(made)).toEqual([]);
  });

  it('does not change the served one', async () => {
    expect(served).toEqual((await test.admin.get('/openapi.json')).body);
  });

  it('has names that are distinct in every language', () => {
    const schemas = Object.keys(schemasOf(made));
    expect(new Set(schemas.map(plain)).size).toBe(schemas.length);
    expect(schemas.filter((name) => /[^A-Za-z0-9]|^Nullable/.test(name))).toEqual([]);
    const ids = operationIds(made);
    expect(new Set(ids.map(plain)).size).toBe(ids.length);
    expect(ids).toContain('addCountryAttach');
  });

  it('has one media type for each body', () => {
    const several = nodesIn(made).filter(
      ({ content }) => isNode(content) && Object.keys(content).filter((name) => name.includes('/')).length > 1,
    );
    expect(several).toEqual([]);
    const upload = nodeAt(made, 'components', 'requestBodies', 'FileBody', 'content');
    expect(Object.keys(upload)).toEqual(['application/octet-stream']);
  });

  it('has media types without quotes, and any value where a resource or identifiers are accepted', () => {
    const names = nodesIn(made).flatMap(({ content }) => (isNode(content) ? Object.keys(content) : []));
    expect(names).toContain('application/vnd.api+json; ext=https://jsonapi.org/ext/atomic');
    expect(names.filter((name) => name.includes('"'))).toEqual([]);
    for (const name of ['AtomicOperation', 'AtomicResult']) {
      const data = propertiesOf(made, name)['data'] as Node;
      expect(Object.keys(data)).toEqual(['description']);
    }
  });

  it('adds only filters by attributes to the served one', () => {
    const known = new Set(operationsOf(served).map(([path, method]) => `${method} ${path}`));
    const extra = operationsOf(made).filter(([path, method]) => !known.has(`${method} ${path}`));
    expect(extra).toEqual([]);
    const added = operationsOf(made).flatMap(([path, method, { parameters }]) => {
      const before = operation(served, path, method)['parameters'];
      const old = new Set((Array.isArray(before) ? before : []).map((one) => JSON.stringify(one)));
      return (Array.isArray(parameters) ? parameters : []).filter((one) => !old.has(JSON.stringify(one)));
    });
    expect(added.filter((one) => !(isNode(one) && /^filter\[\w+\](\[[gl]te?\])?$/.test(String(one['name']))))).toEqual(
      [],
    );
  });

  it('has neither the legacy format nor second spellings', () => {
    expect(Object.keys(schemasOf(made)).filter((name) => name.startsWith('Legacy'))).toEqual([]);
    expect(operationIds(made)).not.toContain('createObject');
    expect(namesOf(served, '/documents')).toEqual(
      expect.arrayContaining(['page[size]', 'q', 'filter', 'fields[type]']),
    );
    for (const name of ['page[size]', 'q', 'filter', 'fields[type]'])
      expect(namesOf(made, '/documents')).not.toContain(name);
  });

  it('gives a type added at run time its own tag, classes and typed filters', () => {
    expect(operation(made, '/countries', 'get')['tags']).toEqual(['countries']);
    expect(propertiesOf(made, 'CountriesAttributes')).toMatchObject({
      iso_code: { type: 'string' },
      population: { type: 'integer' },
    });
    expect(propertiesOf(made, 'CountriesResource')['type']).toMatchObject({
      enum: ['countries'],
      default: 'countries',
    });
    const typed = Object.fromEntries(parametersOf(made, '/countries').map(({ name, schema }) => [name, schema]));
    expect(typed['filter[iso_code]']).toEqual({ type: 'string' });
    expect(typed['filter[population][gte]']).toEqual({ type: 'integer' });
  });

  it('distinguishes every union of resources by type', () => {
    const unions = Object.entries(schemasOf(made)).filter(
      ([, schema]) => isNode(schema) && JSON.stringify(schema['oneOf'] ?? schema['anyOf'] ?? '').includes('Resource"'),
    );
    expect(unions.map(([name]) => name)).toEqual(expect.arrayContaining(['AnyObject', 'ObjectsIncludedResource']));
    for (const [, schema] of unions)
      expect(schema).toMatchObject({ discriminator: { propertyName: 'type', mapping: expect.anything() as unknown } });
    expect(nodeAt(schemasOf(made), 'AnyObject', 'discriminator', 'mapping')['countries']).toBe(
      '#/components/schemas/CountriesResource',
    );
  });

  it('has a list where one or several are accepted, and names nested objects', () => {
    expect(nodeAt(propertiesOf(made, 'AttachLinksBody'))['data']).toEqual({
      $ref: '#/components/schemas/AttachLinkInputs',
    });
    expect(propertiesOf(made, 'DocumentsAttributes')['tags']).toMatchObject({
      items: { $ref: '#/components/schemas/TagsItem' },
    });
  });

  it('has only filters that the service accepts', async () => {
    const addresses = operationsOf(made).flatMap(([path, method]) => {
      if (method !== 'get' || path.includes('{')) return [];
      const before = new Set(namesOf(served, path));
      const added = parametersOf(made, path).filter(({ name }) => !before.has(String(name)));
      // `filter[area]` with `filter[area][lt]` is refused, since both together are a mistake.
      return [/^filter\[\w+\]$/, /^filter\[\w+\]\[\w+\]$/].flatMap((form) => {
        const query = added
          .filter(({ name }) => form.test(String(name)))
          .map(({ name, schema }) => `${String(name)}=${encodeURIComponent(sample(schema as Node))}`);
        return query.length > 0 ? [`${path}?page_size=1&${query.join('&')}`] : [];
      });
    });
    expect(addresses.length).toBeGreaterThan(30);
    const refused: string[] = [];
    for (const address of addresses) {
      const { status, body } = await test.admin.get(address);
      if (status !== 200) refused.push(`${address.split('?')[0]} ${JSON.stringify(body)}`);
    }
    expect(refused).toEqual([]);
  });
});

function sample({ type, format, enum: values }: Node): string {
  if (Array.isArray(values)) return String(values[0]);
  if (format === 'date') return '2020-01-01';
  if (format === 'date-time') return '2020-01-01T00:00:00Z';
  return { integer: '1', number: '1.5', boolean: 'true' }[String(type)] ?? 'x';
}

it('has no members for tools, which some generators output as code', () => {
  const hostile = structuredClone(served);
  const schema = schemasOf(hostile)['CountriesAttributes'] as Node;
  schema['x-class-extra-annotation'] = '@Hostile';
  nodeAt(schema, 'properties')['x-ray'] = { type: 'string' };
  const cleaned = schemasOf(sdkDescription(hostile))['CountriesAttributes'] as Node;
  expect(Object.keys(cleaned)).not.toContain('x-class-extra-annotation');
  expect(nodeAt(cleaned, 'properties')).toHaveProperty('x-ray');
});
