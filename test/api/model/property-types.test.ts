import { describe, expect, it } from 'vitest';
import { errorCodes, errorSources, type ResourceData, serviceForTests } from '../../support/service.ts';

const PATH = '/model/property_types';
const test = serviceForTests();

const create = (name: string, params: object = { type: 'integer', minimum: 1, maximum: 5 }) =>
  test.admin.create(PATH, { name, params });
const body = (id: string | number | undefined, attributes: object, type = 'property_types') => ({
  data: { type, id, attributes },
});
const code = async (response: Promise<{ body: unknown }>): Promise<string | undefined> =>
  errorCodes((await response) as never)[0];

describe('GET /model/property_types', () => {
  it('lists the shipped ones, filtered, sorted and searched', async () => {
    const names = async (query: string) =>
      ((await test.anonymous.get(`${PATH}?${query}`)).body as { data: ResourceData[] }).data.map(
        (each) => each.attributes['name'],
      );
    expect((await names('page_size=50')).slice(0, 3)).toEqual(['string', 'text', 'status']);
    expect(await names('filter[core_type]=true&sort=-name&page_size=2')).toEqual(['url', 'text']);
    expect(await names('q=children')).toEqual(['children_order']);
  });
});

describe('POST /model/property_types', () => {
  it('creates a type that properties can use', async () => {
    const response = await test.admin.post(
      PATH,
      body(undefined, { name: 'rating', params: { type: 'integer', minimum: 1, maximum: 5 } }),
    );
    expect(response.status).toBe(201);
    expect((response.body as { data: ResourceData }).data).toMatchObject({
      attributes: { name: 'rating', params: { type: 'integer', minimum: 1, maximum: 5 } },
      meta: { core_type: false },
    });
    await test.admin.create('/model/properties', {
      name: 'stars',
      property_type_name: 'rating',
      object_type_name: 'news',
    });
    const wrong = await test.editor.post('/news', { data: { type: 'news', attributes: { title: 'A', stars: 6 } } });
    expect(errorSources(wrong)).toEqual(['/data/attributes/stars']);
  });

  it.each<[string, object]>([
    ['no params', { name: 'one' }],
    ['params that are no JSON Schema', { name: 'one', params: { type: 'nothing' } }],
    ['a pattern that is none', { name: 'one', params: { type: 'string', pattern: '(' } }],
    ['a name that is none', { name: 'One', params: {} }],
  ])('refuses %s', async (_case, attributes) => {
    const response = await test.admin.post(PATH, body(undefined, attributes));
    expect([response.status, errorCodes(response)[0]]).toEqual([400, 'invalid_data']);
  });

  it('refuses a taken name, an id, another type, and callers who are not admins', async () => {
    expect(await code(test.admin.post(PATH, body(undefined, { name: 'string', params: {} })))).toBe('already_exists');
    expect(await code(test.admin.post(PATH, body('7', { name: 'one', params: {} })))).toBe('client_id_forbidden');
    expect(await code(test.admin.post(PATH, body(undefined, { name: 'one', params: {} }, 'tags')))).toBe(
      'type_conflict',
    );
    expect((await test.editor.post(PATH, body(undefined, { name: 'one', params: {} }))).status).toBe(403);
  });
});

describe('GET /model/property_types/{property_type_id}', () => {
  it('finds a type by id and by name', async () => {
    expect((await test.anonymous.get(`${PATH}/1`)).body).toMatchObject({ data: { attributes: { name: 'string' } } });
    expect((await test.anonymous.get(`${PATH}/string`)).body).toMatchObject({ data: { id: '1' } });
    expect((await test.anonymous.get(`${PATH}/nothing`)).status).toBe(404);
  });
});

describe('PATCH /model/property_types/{property_type_id}', () => {
  it('changes params, and the name everywhere', async () => {
    const { id } = await create('score');
    await test.admin.create('/model/properties', {
      name: 'points',
      property_type_name: 'score',
      object_type_name: 'events',
      default_value: 3,
    });
    expect(
      (await test.admin.patch(`${PATH}/score`, body(id, { name: 'marks', params: { type: 'integer' } }))).status,
    ).toBe(200);
    const properties = await test.anonymous.get('/model/properties?filter[name]=points');
    expect(properties.body).toMatchObject({ data: [{ attributes: { property_type_name: 'marks' } }] });
    expect(await code(test.admin.patch(`${PATH}/${id}`, body(id, { params: { type: 'string' } })))).toBe(
      'invalid_data',
    );
  });

  it('refuses changes of core types, but not requests without a change (D46)', async () => {
    expect(await code(test.admin.patch(`${PATH}/string`, body('string', { params: {} })))).toBe('immutable');
    expect((await test.admin.patch(`${PATH}/string`, body(1, { params: { type: 'string' } }))).status).toBe(200);
  });

  it('checks If-Match', async () => {
    const { id } = await create('weight');
    const response = test.admin.patch(`${PATH}/${id}`, body(id, { params: {} }), { 'If-Match': '"7.x"' });
    expect(await code(response)).toBe('precondition_failed');
  });
});

describe('DELETE /model/property_types/{property_type_id}', () => {
  it('removes an unused type', async () => {
    const { id } = await create('height');
    expect((await test.admin.delete(`${PATH}/${id}`)).status).toBe(204);
    expect((await test.admin.delete(`${PATH}/${id}`)).status).toBe(404);
  });

  it('is refused for core types and while properties use it', async () => {
    await create('mood');
    await test.admin.create('/model/properties', {
      name: 'mood',
      property_type_name: 'mood',
      object_type_name: 'links',
    });
    expect(await code(test.admin.delete(`${PATH}/mood`))).toBe('in_use');
    expect(await code(test.admin.delete(`${PATH}/json`))).toBe('immutable');
  });
});
