import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { nodeAt, type Node, type OpenApiDocument } from '../../../core/description/openapi-document.ts';
import { danglingRefs, operation, operationIds, lint } from '../../core/description/descriptions.ts';
import { serviceForTests } from '../../support/service.ts';

const test = serviceForTests();

/** Links and ETags depend on it; supertest would use another port for each request. */
const HERE = { Host: 'localhost' };
const live = async (): Promise<OpenApiDocument> =>
  (await test.anonymous.get('/openapi.json?side=all', HERE)).body as OpenApiDocument;
const pathsOf = (document: OpenApiDocument): string[] => Object.keys(nodeAt(document, 'paths'));
const etag = async (): Promise<string> => String((await test.anonymous.get('/openapi.json', HERE)).headers['etag']);

/** Schema that a reference leads to; itself when it is none. */
function follow(document: OpenApiDocument, node: Node): Node {
  const reference = node['$ref'] ?? (node['allOf'] as Node[] | undefined)?.[0]?.['$ref'];
  return typeof reference === 'string' ? nodeAt(document, ...reference.slice(2).split('/')) : node;
}

function attributesOf(document: OpenApiDocument, path: string): Node {
  const body = nodeAt(
    operation(document, path, 'get'),
    'responses',
    '200',
    'content',
    'application/vnd.api+json',
    'schema',
  );
  const data = follow(document, nodeAt(follow(document, body), 'properties', 'data'));
  return follow(document, nodeAt(data, 'properties', 'attributes'));
}

describe('GET /openapi.json (D39)', () => {
  it('is a valid OpenAPI 3.0 document', async () => {
    const document = await live();
    expect(document['openapi']).toBe('3.0.3');
    expect(await lint(document)).toEqual([]);
  });

  it('names each operation once and has no broken references', async () => {
    const document = await live();
    const ids = operationIds(document);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(danglingRefs(document)).toEqual([]);
  });

  it('has the paths of each type instead of the template', async () => {
    const paths = pathsOf(await live());
    expect(paths).toEqual(expect.arrayContaining(['/documents', '/documents/{object_id}', '/news', '/events']));
    expect(paths.filter((path) => path.includes('object_type_name'))).toEqual([]);
    expect(paths.filter((path) => path.startsWith('/users'))).toEqual([
      '/users',
      '/users/{user_id}',
      '/users/{user_id}/roles',
      '/users/{user_id}/relationships/roles',
      '/users/{object_id}/versions',
      '/users/{object_id}/versions/{version_number}',
      '/users/{object_id}/versions/{version_number}/actions/restore',
    ]);
  });

  it('names the requested server, and does not show how it is generated', async () => {
    const response = await test.anonymous.get('/openapi.json', { Host: 'localhost:4711' });
    expect(response.body).toMatchObject({ servers: [{ url: 'http://localhost:4711' }] });
    expect(response.body).not.toHaveProperty('x-generated');
  });
});

describe('attributes in the description', () => {
  it('describe refused unames and tags, and values that are objects or arrays', async () => {
    const { properties } = nodeAt(await live(), 'components', 'schemas', 'ImagesCreateAttributes') as {
      properties: Record<string, Node>;
    };
    const name = nodeAt(properties['tags'] as Node, 'items', 'properties', 'name');
    const cases: [object, boolean][] = [
      [{ uname: '4 2' }, false],
      [{ uname: '4-2' }, true],
      [{ tags: [{ name: 'Two Words' }] }, false],
      [{ tags: [{ name: 'two-words' }] }, true],
      ...['extra', 'provider_extra'].flatMap((member): [object, boolean][] => [
        [{ [member]: 'text' }, false],
        [{ [member]: 0 }, false],
        [{ [member]: ['text'] }, true],
        [{ [member]: {} }, true],
        [{ [member]: null }, true],
      ]),
    ];
    for (const [attributes, isTaken] of cases) {
      const response = await test.editor.post('/images', { data: { type: 'images', attributes } });
      expect([attributes, response.status]).toEqual([attributes, isTaken ? 201 : 400]);
      const schema = { properties: { ...properties, tags: { items: { properties: { name } } } } };
      expect([attributes, new Ajv({ strict: false, validateFormats: false }).validate(schema, attributes)]).toEqual([
        attributes,
        isTaken,
      ]);
    }
  });
});

describe('a type with authored paths', () => {
  it('shows its attributes and added ones, each in its place', async () => {
    const property = { object_type_name: 'users', property_type_name: 'integer' };
    const { id } = await test.admin.create('/model/properties', { ...property, name: 'badge' });
    await test.admin.create('/model/properties', { ...property, name: 'visits', read_only: true });
    const document = await live();
    const { properties } = attributesOf(document, '/users/{user_id}') as { properties: Record<string, Node> };
    expect(properties['badge']).toMatchObject({ type: 'integer', nullable: true });
    expect(properties['username']).toMatchObject({ type: 'string', maxLength: 100 });
    expect(properties).not.toHaveProperty('password');
    const schemas = nodeAt(document, 'components', 'schemas');
    expect(nodeAt(schemas, 'UsersMeta', 'properties')['visits']).toMatchObject({ type: 'integer' });
    expect(nodeAt(schemas, 'UsersCreateAttributes')).toMatchObject({
      required: expect.arrayContaining(['username', 'password', 'uname']) as unknown,
      properties: { badge: { type: 'integer' }, password: { writeOnly: true } },
    });
    expect(await lint(document)).toEqual([]);
    await test.admin.delete(`/model/properties/${id}`);
  });
});

describe('GET /openapi.yaml', () => {
  it('is the same document', async () => {
    const response = await test.anonymous.get('/openapi.yaml?side=all', HERE);
    expect(response.headers['content-type']).toBe('application/yaml');
    expect(parse(response.text)).toEqual(await live());
  });
});

describe('the ETag of the description', () => {
  it.each(['/openapi.json', '/openapi.yaml'])('of %s gives 304 without a body', async (path) => {
    const tag = String((await test.anonymous.get(path, HERE)).headers['etag']);
    expect(tag).toMatch(/^"[^"]+"$/);
    const same = await test.anonymous.get(path, { ...HERE, 'If-None-Match': tag });
    expect([same.status, same.text, same.headers['etag']]).toEqual([304, '', tag]);
    expect((await test.anonymous.get(path, { ...HERE, 'If-None-Match': '"other"' })).status).toBe(200);
  });

  it('is the same without a change, and another one for another server', async () => {
    const other = await test.anonymous.get('/openapi.json', { Host: 'localhost:4711' });
    const again = await test.anonymous.get('/openapi.json', { Host: 'localhost:4711' });
    expect(again.headers['etag']).toBe(other.headers['etag']);
    expect(await etag()).not.toBe(other.headers['etag']);
  });
});

describe('a change of the model', () => {
  it('is in the description at once after the response, complete and typed', async () => {
    const before = await etag();
    await test.admin.create('/model/object_types', {
      name: 'islands',
      singular: 'island',
      description: 'Land in the sea',
    });
    const named = await live();
    expect(pathsOf(named)).toEqual(expect.arrayContaining(['/islands', '/islands/{object_id}']));
    expect(operationIds(named)).toEqual(
      expect.arrayContaining(['listIslands', 'createIsland', 'getIsland', 'updateIsland', 'deleteIsland']),
    );
    const withType = await etag();
    expect(withType).not.toBe(before);

    await test.admin.create('/model/property_types', {
      name: 'iso_code',
      params: { type: 'string', pattern: '^[A-Z]{2}$' },
    });
    const island = { object_type_name: 'islands' };
    await test.admin.create('/model/properties', { ...island, name: 'area', property_type_name: 'number' });
    await test.admin.create('/model/properties', {
      ...island,
      name: 'code',
      property_type_name: 'iso_code',
      is_nullable: false,
    });
    const document = await live();
    const { properties } = attributesOf(document, '/islands/{object_id}') as { properties: Record<string, Node> };
    expect(properties['area']).toMatchObject({ type: 'number', nullable: true });
    expect(properties['code']).toMatchObject({ type: 'string', pattern: '^[A-Z]{2}$' });
    expect(properties['code']).not.toHaveProperty('nullable', true);
    expect(properties['title']).toMatchObject({ type: 'string' });
    expect(attributesOf(document, '/documents/{object_id}')['properties']).not.toHaveProperty('area');
    expect(await etag()).not.toBe(withType);
    expect(await lint(document)).toEqual([]);
    expect(danglingRefs(document)).toEqual([]);
  });

  it('that disables or removes a type removes its paths', async () => {
    const { id } = await test.admin.create('/model/object_types', { name: 'lakes', singular: 'lake' });
    expect(pathsOf(await live())).toContain('/lakes');
    const disable = { data: { id, type: 'object_types', attributes: { enabled: false } } };
    expect((await test.admin.patch(`/model/object_types/${id}`, disable)).status).toBe(200);
    expect(pathsOf(await live())).not.toContain('/lakes');
    const enable = { data: { id, type: 'object_types', attributes: { enabled: true } } };
    expect((await test.admin.patch(`/model/object_types/${id}`, enable)).status).toBe(200);
    expect(pathsOf(await live())).toContain('/lakes');
    expect((await test.admin.delete(`/model/object_types/${id}`)).status).toBe(204);
    expect(pathsOf(await live())).not.toContain('/lakes');
  });

  it('that reverts another restores the description', async () => {
    const before = await etag();
    const { id } = await test.admin.create('/model/object_types', { name: 'rivers', singular: 'river' });
    expect(await etag()).not.toBe(before);
    await test.admin.delete(`/model/object_types/${id}`);
    expect(await etag()).toBe(before);
  });

  it('that is refused changes nothing', async () => {
    const before = await etag();
    const attributes = { name: 'model', singular: 'a_model' };
    const response = await test.admin.post('/model/object_types', { data: { type: 'object_types', attributes } });
    expect(response.status).toBe(400);
    expect(await etag()).toBe(before);
  });

  it('gives unusual names their own operations and schemas', async () => {
    const names = [
      ['any_object', 'any_object_item'],
      ['document_create', 'document_creates_one'],
      ['objects_list', 'object_list_item'],
      ['tag_s', 'tag_'],
    ] as const;
    for (const [name, singular] of names) await test.admin.create('/model/object_types', { name, singular });
    const document = await live();
    for (const [name] of names) expect(pathsOf(document)).toContain(`/${name}`);
    expect(await lint(document)).toEqual([]);
  });
});
