import { beforeAll, describe, expect, it } from 'vitest';
import {
  isNode,
  METHODS,
  nodeAt,
  type Json,
  type Node,
  type OpenApiDocument,
} from '../../../core/description/openapi-document.ts';
import { assertTrusted } from '../../../scripts/sdk/source/trusted-description.ts';
import {
  danglingRefs,
  lint,
  operation,
  operationIds,
  propertiesOf,
  schemasOf,
} from '../../core/description/descriptions.ts';
import { serviceForTests } from '../../support/service.ts';

const test = serviceForTests();
let served: OpenApiDocument;
let made: OpenApiDocument;
beforeAll(async () => {
  await test.admin.create('/model/object_types', { name: 'countries', singular: 'country' });
  // Two tags that clients distinguish only by a number.
  await test.admin.create('/model/object_types', { name: 'sea_lion', singular: 'sea_lion_one' });
  await test.admin.create('/model/object_types', { name: 'sealion', singular: 'sealion_one' });
  for (const [name, property_type_name] of [
    ['iso_code', 'string'],
    ['population', 'integer'],
  ] as const)
    await test.admin.create('/model/properties', { name, property_type_name, object_type_name: 'countries' });
  served = (await test.admin.get('/openapi.json?side=all')).body as OpenApiDocument;
  made = (await test.admin.get('/openapi.json')).body as OpenApiDocument;
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
  it('has no operation whose response no generated client can read', () => {
    const mediaTypes = new Set(nodesIn(made).flatMap(({ content }) => (isNode(content) ? Object.keys(content) : [])));
    expect([...mediaTypes].filter((each) => each.includes('yaml'))).toEqual([]);
    expect(Object.keys(nodeAt(made, 'paths'))).toContain('/openapi.json');
  });

  it('is accepted by npm run sdk', () => {
    expect(() => assertTrusted(made)).not.toThrow();
  });

  it('is a valid OpenAPI 3.0 document without broken references', async () => {
    expect(danglingRefs(made)).toEqual([]);
    expect(await lint(made)).toEqual([]);
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

  it('adds only filters and sparse fields of one type each', () => {
    const known = new Set(operationsOf(served).map(([path, method]) => `${method} ${path}`));
    const extra = operationsOf(made).filter(([path, method]) => !known.has(`${method} ${path}`));
    expect(extra).toEqual([]);
    const added = operationsOf(made).flatMap(([path, method]) => {
      if (method !== 'get') return [];
      const before = new Set(namesOf(served, path));
      return namesOf(made, path).filter((name) => !before.has(name));
    });
    const form = /^(filter\[\w+(\.\w+)?\](\[(ne|[gl]te?|n?in|null|like)\])?|(fields|options)\[\w+\])$/;
    expect(added.filter((name) => !form.test(name))).toEqual([]);
    expect(added.length).toBeGreaterThan(1000);
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
    expect(typed['filter[iso_code][like]']).toEqual({ type: 'string' });
    expect(typed['filter[iso_code][nin]']).toEqual({ type: 'array', items: { type: 'string' } });
    expect(typed['filter[population][gte]']).toEqual({ type: 'integer' });
    expect(typed['filter[status][in]']).toEqual({
      type: 'array',
      items: { type: 'string', enum: ['on', 'off', 'draft'] },
    });
    expect(typed['filter[poster.title]']).toEqual({ type: 'string' });
    expect(typed['fields[countries]']).toEqual({ type: 'array', items: { type: 'string' } });
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
      if (method !== 'get' || path.includes('{') || !namesOf(made, path).includes('page_size')) return [];
      const before = new Set(namesOf(served, path));
      const added = parametersOf(made, path).filter(({ name }) => !before.has(String(name)));
      // `filter[area]` with `filter[area][lt]` is refused, since both together are a mistake.
      return [
        /^filter\[\w+\]$|^fields/,
        /^filter\[[\w.]+\]$/,
        ...['null', 'ne', 'like', 'n?in', '[gl]t', '[gl]te'].map((operator) => new RegExp(`\\[${operator}\\]$`)),
      ].flatMap((form) => {
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

function sample({ type, format, enum: values, items }: Node): string {
  if (isNode(items)) return sample(items);
  if (Array.isArray(values)) return String(values[0]);
  if (format === 'date') return '2020-01-01';
  if (format === 'date-time') return '2020-01-01T00:00:00Z';
  return { integer: '1', number: '1.5', boolean: 'true' }[String(type)] ?? 'x';
}

/** Constructs that some generator has no code for. */
describe('what generators stumble on', () => {
  const bodies = () => nodesIn(made).filter(({ content }) => isNode(content));

  it('is absent: unions without a discriminator, a null object, other members beside named ones', () => {
    const faults = nodesIn(made).filter(
      (node) =>
        ((Array.isArray(node['oneOf']) || Array.isArray(node['anyOf'])) && !isNode(node['discriminator'])) ||
        (isNode(node['not']) && node['type'] !== 'object') ||
        (node['nullable'] === true && node['maxProperties'] === 0) ||
        (isNode(node['properties']) && isNode(node['additionalProperties'])) ||
        node['style'] === 'deepObject' ||
        (node['in'] === 'query' &&
          Array.isArray(nodeAt(node, 'schema')['enum']) &&
          JSON.stringify(node).includes('""')),
    );
    expect(faults).toEqual([]);
    expect(bodies().length).toBeGreaterThan(100);
  });

  it('is absent in names of schemas, members for tools and media types', () => {
    expect(Object.keys(schemasOf(made)).filter((name) => /^Nullable|[^A-Za-z0-9]/.test(name))).toEqual([]);
    const types = bodies().flatMap(({ content }) => Object.keys(content as Node));
    expect(types.filter((name) => /[*"]/.test(name))).toEqual([]);
    expect(JSON.stringify(made)).not.toMatch(/"x-(?!api-key)[a-z-]+":/i);
  });

  it('is no operation without a description', () => {
    expect(operationsOf(made).filter(([, , { description }]) => !description)).toEqual([]);
  });
});

describe('a part of the description (D952)', () => {
  const read = async (query: string): Promise<OpenApiDocument> =>
    (await test.admin.get(`/openapi.json?${query}`)).body as OpenApiDocument;
  const combinations = ['jsonapi', 'legacy', 'all'].flatMap((side) =>
    ['', 'types=countries', 'types=documents,images&tags=auth', 'tags=folders,objects'].flatMap((part) =>
      ['read', 'write', 'all'].map((kind) => [`side=${side}&operations=${kind}${part && '&'}${part}`]),
    ),
  );

  it.each(combinations)('is valid and has what it refers to: %s', async (query) => {
    const document = await read(query);
    expect(danglingRefs(document)).toEqual([]);
    const used = new Set(nodesIn(document).flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : [])));
    for (const kind of ['schemas', 'parameters', 'responses', 'requestBodies', 'headers'])
      for (const name of Object.keys(nodeAt(document, 'components', kind)))
        expect(used).toContain(`#/components/${kind}/${name}`);
    const kinds = new Set(operationsOf(document).map(([, method]) => method === 'get'));
    if (query.includes('read')) expect(kinds).not.toContain(false);
    if (query.includes('write')) expect(kinds).not.toContain(true);
    const ids = operationIds(document);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is valid OpenAPI', async () => {
    for (const query of ['types=countries', 'tags=auth&operations=write', 'side=legacy', 'side=all&types=countries'])
      expect(await lint(await read(query))).toEqual([]);
  });

  it('has the operations of the types and tags, with the types that their relations lead to', async () => {
    const document = await read('types=countries&tags=auth');
    const paths = Object.keys(nodeAt(document, 'paths'));
    expect(paths.filter((path) => !/^\/(countries|auth)(\/|$)/.test(path))).toEqual([]);
    expect(paths).toEqual(expect.arrayContaining(['/auth', '/countries', '/countries/{object_id}']));
    const types = Object.keys(nodeAt(schemasOf(document), 'AnyObject', 'discriminator', 'mapping'));
    expect(types).toContain('countries');
  });

  it('is chosen by each tag as it is shown', async () => {
    const shown = (made['tags'] as Node[]).map(({ name }) => String(name));
    expect(shown).toContain('sealion 2');
    const paths = Object.keys(nodeAt(await read(`tags=${shown.map(encodeURIComponent).join()}`), 'paths'));
    expect(paths).toEqual(Object.keys(nodeAt(made, 'paths')));
    const [path] = Object.keys(nodeAt(await read('tags=sealion+2'), 'paths'));
    expect(path).toBe('/sealion');
  });

  it('is refused for a type or a tag that does not exist, and for other sides', async () => {
    for (const [query, parameter] of [
      ['types=countries,contries', 'types'],
      ['tags=auht', 'tags'],
      ['side=left', 'side'],
      ['operations=some', 'operations'],
    ]) {
      const { status, body } = await test.admin.get(`/openapi.json?${query}`);
      expect([status, body]).toMatchObject([400, { errors: [{ source: { parameter } }] }]);
    }
  });
});
