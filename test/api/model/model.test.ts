import { describe, expect, it } from 'vitest';
import { RESOURCE_SCHEMAS } from '../../../core/format/jsonapi/resource-schemas.ts';
import { serviceForTests } from '../../support/service.ts';

const test = serviceForTests();

describe('GET /model/schema/{type_name}', () => {
  it('is the JSON Schema of the type, with an ETag that changes with it (D25)', async () => {
    const Host = 'localhost:4711';
    const read = (headers: Record<string, string> = {}) =>
      test.anonymous.get('/model/schema/documents', { Host, ...headers });
    const first = await read({ Accept: 'text/plain' });
    expect(first.headers['content-type']).toBe('application/schema+json');
    expect(first.body).toMatchObject({
      $id: 'http://localhost:4711/model/schema/documents',
      type: 'object',
      associations: ['Categories', 'Tags'],
    });
    const unchanged = { 'If-None-Match': String(first.headers['etag']) };
    expect((await read(unchanged)).status).toBe(304);
    await test.admin.create('/model/properties', {
      name: 'isbn',
      property_type_name: 'string',
      object_type_name: 'documents',
    });
    const second = await read(unchanged);
    expect(second.status).toBe(200);
    expect((second.body as { revision: string }).revision).not.toBe((first.body as { revision: string }).revision);
  });

  it.each([
    ['streams', ['file_name', 'mime_type']],
    ['roles', ['name']],
    ['applications', ['name']],
    ['translations', ['object_id', 'lang']],
    ['annotations', ['object_id', 'description']],
    ['auth_providers', ['name']],
    ['async_jobs', ['service']],
    ['config', ['name']],
    ['endpoints', ['name']],
    ['endpoint_permissions', []],
    ['external_auth', ['user_id', 'auth_provider_id', 'provider_username']],
    ['object_permissions', ['object_id', 'role_id']],
    ['object_types', ['name', 'singular']],
    ['properties', ['name', 'object_type_name', 'property_type_name']],
    ['property_types', ['name', 'params']],
    ['relations', ['name', 'inverse_name']],
    ['categories', ['name', 'object_type_name']],
    ['tags', ['name']],
  ])('exists for %s as well, which are not objects', async (name, required) => {
    const first = await test.anonymous.get(`/model/schema/${name}`);
    const { $id, revision, properties } = first.body as { $id: string; revision: string; properties: object };
    expect(first.body).toMatchObject({ type: 'object', associations: [], relations: {}, definitions: {} });
    expect((first.body as { required: string[] }).required).toEqual([...required].sort());
    expect([$id, Object.keys(properties)]).toEqual([
      `http://localhost/model/schema/${name}`,
      expect.arrayContaining([...required, 'created', 'modified']),
    ]);
    expect(revision).toMatch(/^\d+$/);
    const unchanged = { 'If-None-Match': String(first.headers['etag']) };
    expect((await test.anonymous.get(`/model/schema/${name}`, unchanged)).status).toBe(304);
  });

  it('is false for an abstract type, 404 for an unknown one', async () => {
    expect((await test.anonymous.get('/model/schema/objects')).body).toBe(false);
    expect((await test.anonymous.get('/model/schema/nothing')).status).toBe(404);
  });
});

describe('meta.schema', () => {
  interface Shown {
    id: string;
    type: string;
    attributes: object;
    meta: object;
  }
  interface Answer {
    data: Shown | Shown[];
    included?: Shown[];
    meta?: { schema?: Record<string, { $id: string; revision: string }> };
  }
  const check = async (path: string) => {
    const { status, body } = await test.admin.get(path);
    expect([path, status]).toEqual([path, 200]);
    const { data, included = [], meta } = body as Answer;
    const shown = [...(Array.isArray(data) ? data : [data]), ...included];
    expect([path, shown.length > 0]).toEqual([path, true]);
    const types = [...new Set(shown.map(({ type }) => type))].sort();
    expect([path, Object.keys(meta?.schema ?? {}).sort()]).toEqual([path, types]);
    for (const type of types) {
      const schema = (await test.admin.get(`/model/schema/${type}`)).body as { revision: string; properties: object };
      const reference = { $id: `http://localhost/model/schema/${type}`, revision: schema.revision };
      expect([path, meta?.schema?.[type]]).toEqual([path, reference]);
      if (!RESOURCE_SCHEMAS.has(type)) continue;
      const known = new Set(Object.keys(schema.properties));
      const members = shown.filter((each) => each.type === type);
      for (const { attributes, meta: more } of members) {
        expect([path, Object.keys({ ...attributes, ...more }).filter((name) => !known.has(name))]).toEqual([path, []]);
      }
    }
    return shown;
  };

  it('names the schema of each resource type in a response, included ones too (service.md 2.1, 9.2)', async () => {
    const document = await test.admin.create('/documents', { title: 'Schemas' });
    const objectId = Number(document.id);
    await test.admin.create('/translations', {
      object_id: objectId,
      lang: 'it',
      translated_fields: { title: 'Schemi' },
    });
    await test.admin.create('/annotations', { object_id: objectId, description: 'A remark' });
    await test.admin.create('/object_permissions', { object_id: objectId, role_id: 2 });
    await test.admin.create('/model/tags', { name: 'schemas' });
    await test.admin.create('/model/categories', { name: 'schemas', object_type_name: 'documents' });
    await test.admin.create('/admin/config', { name: 'SchemaTest', context: 'app', content: '1' });
    await test.admin.create('/admin/auth_providers', { name: 'schemas', auth_class: 'Uuid' });
    await test.admin.create('/admin/external_auth', {
      user_id: 1,
      auth_provider_id: 1,
      provider_username: 'schemas',
    });
    await test.admin.create('/admin/async_jobs', { service: 'nothing' });
    const lists = [
      '/roles?include=users',
      '/users?include=roles',
      '/translations?include=object',
      '/annotations?include=object',
      '/applications',
      '/config',
      '/history',
      '/object_permissions',
      ...[
        'applications',
        'auth_providers',
        'config',
        'endpoints',
        'endpoint_permissions',
        'external_auth',
        'async_jobs',
      ].map((name) => `/admin/${name}`),
      ...['object_types', 'properties', 'property_types', 'relations', 'categories', 'tags'].map(
        (name) => `/model/${name}`,
      ),
      '/model/object_types?include=left_relations',
      '/documents?include=translations',
    ];
    for (const path of lists) {
      const [first] = await check(path);
      const [collection = ''] = path.split('?');
      if (collection !== '/history') await check(`${collection}/${first?.id}`);
    }
    await check('/auth/user');
    await check('/model/object_types/documents/parent');
    const [category] = await check('/model/categories');
    await check(`/model/categories/${category?.id}/object_type`);
  });
});

describe('GET /model/project', () => {
  it('is the whole model without ids, dates and revisions', async () => {
    const parent = await test.admin.create('/model/categories', { name: 'sweet', object_type_name: 'news' });
    await test.admin.create('/model/categories', {
      name: 'cakes',
      object_type_name: 'news',
      parent_id: Number(parent.id),
    });
    const response = await test.admin.get('/model/project', { Accept: 'application/json' });
    expect(response.status).toBe(200);
    const project = response.body as Record<string, Record<string, unknown>[]>;
    expect(Object.keys(project).sort()).toEqual([
      'applications',
      'categories',
      'object_types',
      'properties',
      'property_types',
      'relations',
      'roles',
    ]);
    expect(project['roles']).toContainEqual({ name: 'admin', description: expect.any(String) as string });
    expect(project['categories']).toContainEqual({
      name: 'cakes',
      labels: { default: 'Cakes' },
      enabled: true,
      object_type_name: 'news',
      parent: 'sweet',
    });
    expect(project['relations']?.[0]).toMatchObject({ name: 'poster', left_object_types: ['objects'] });
    const keys = new Set(Object.values(project).flatMap((rows) => rows.flatMap((row) => Object.keys(row))));
    expect(
      [...keys].filter((key) => ['_id', 'id', 'created', 'modified', 'revision', 'parent_id'].includes(key)),
    ).toEqual([]);
  });

  it('is plain JSON only', async () => {
    expect((await test.anonymous.get('/model/project', { Accept: 'application/vnd.api+json' })).status).toBe(406);
  });
});
