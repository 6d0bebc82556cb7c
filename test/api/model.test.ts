import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../support/service.ts';

let test: TestService;
beforeAll(async () => {
  test = await openTestService();
});
afterAll(() => test.close());

describe('GET /model/schema/{type_name}', () => {
  it('is the JSON Schema of the type, with an ETag that changes with it (D25)', async () => {
    const Host = 'colophon.test';
    const read = (headers: Record<string, string> = {}) =>
      test.anonymous.get('/model/schema/documents', { Host, ...headers });
    const first = await read({ Accept: 'text/plain' });
    expect(first.headers['content-type']).toBe('application/schema+json');
    expect(first.body).toMatchObject({
      $id: 'http://colophon.test/model/schema/documents',
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
  ])('is one for %s as well, which are no objects', async (name, required) => {
    const first = await test.anonymous.get(`/model/schema/${name}`);
    const { $id, revision, properties } = first.body as { $id: string; revision: string; properties: object };
    expect(first.body).toMatchObject({ type: 'object', required, associations: [], relations: {}, definitions: {} });
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

describe('GET /model/project', () => {
  it('is the whole model without ids, dates and revisions', async () => {
    const parent = await test.admin.create('/model/categories', { name: 'sweet', object_type_name: 'news' });
    await test.admin.create('/model/categories', {
      name: 'cakes',
      object_type_name: 'news',
      parent_id: Number(parent.id),
    });
    const response = await test.anonymous.get('/model/project', { Accept: 'application/json' });
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
