import { beforeAll, describe, expect, it } from 'vitest';
import { errorCodes, errorSources, type ResourceData, serviceForTests } from '../../support/service.ts';

const PATH = '/model/properties';
const test = serviceForTests({ env: { PROCESS_ROLE: 'all' } });
beforeAll(async () => {
  await test.admin.create('/model/object_types', { name: 'countries', singular: 'country' });
});

type List = { data: ResourceData[]; meta: { pagination: { count: number } } };
const listed = async (query: string): Promise<ResourceData[]> => {
  const response = await test.anonymous.get(`${PATH}?page_size=100&${query}`);
  expect(response.status).toBe(200);
  return (response.body as List).data;
};
const names = (resources: ResourceData[]) => resources.map((resource) => resource.attributes['name']);
const create = (name: string, more: object = {}) =>
  test.admin.create(PATH, { name, property_type_name: 'string', object_type_name: 'countries', ...more });
const post = (attributes: object) => test.admin.post(PATH, { data: { type: 'properties', attributes } });
const patch = (id: string, attributes: object) =>
  test.admin.patch(`${PATH}/${id}`, { data: { type: 'properties', id, attributes } });

describe('GET /model/properties', () => {
  it('lists custom and static properties, custom ones first', async () => {
    await create('capital');
    const all = await listed('');
    expect(names(all).slice(0, 2)).toEqual(['children_order', 'capital']);
    expect(all[0]?.id).toBe('1');
    expect(all.at(-1)?.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(all.at(-1)?.attributes['is_static']).toBe(true);
  });

  it('filters by kind, and by the own and inherited properties of a type', async () => {
    expect(names(await listed('filter[type]=dynamic&sort=-id')).slice(0, 2)).toEqual(['capital', 'children_order']);
    expect(
      (await listed('filter[type]=static&filter[object_type]=countries')).every((each) => each.attributes['is_static']),
    ).toBe(true);
    const ofCountries = names(await listed('filter[object_type]=countries'));
    expect(ofCountries).toEqual(expect.arrayContaining(['capital', 'title', 'subject']));
    expect(ofCountries).not.toContain('email');
    expect(names(await listed('filter[object_type]=country&filter[name]=capital'))).toEqual(['capital']);
    expect(names(await listed('q=e-mail&filter[object_type_name]=profiles'))).toEqual(['email']);
  });

  it('refuses unknown filters and sorts', async () => {
    const codes = async (query: string) => errorCodes(await test.anonymous.get(`${PATH}?${query}`))[0];
    expect(await codes('sort=nothing')).toBe('unsupported_sort');
    expect(await codes('filter%5Bobject_type%5D=nothing')).toBe('invalid_filter');
    expect(await codes('filter%5Bnothing%5D=1')).toBe('invalid_filter');
    expect((await test.anonymous.get(`${PATH}?filter%5Btype%5D=other`)).status).toBe(400);
    expect((await test.anonymous.get(`${PATH}?page=1000`)).status).toBe(404);
  });
});

describe('POST /model/properties', () => {
  it('adds an attribute to objects of the type at once', async () => {
    const response = await post({
      name: 'area',
      property_type_name: 'number',
      object_type_name: 'countries',
      label: 'Area',
    });
    expect(response.status).toBe(201);
    const { data } = response.body as { data: ResourceData };
    expect(data.attributes).toEqual({
      name: 'area',
      description: null,
      label: 'Area',
      property_type_name: 'number',
      object_type_name: 'countries',
      is_nullable: true,
      is_static: false,
      read_only: false,
      indexed: false,
      default_value: null,
    });
    expect(response.headers['location']).toMatch(new RegExp(`${PATH}/${data.id}$`));
    const italy = await test.editor.create('/countries', { title: 'Italy', area: '301340' });
    expect(italy.attributes['area']).toBe(301340);
  });

  it.each<[string, object, string, string]>([
    ['no object type', { name: 'one', property_type_name: 'string' }, 'invalid_data', 'object_type_name'],
    [
      'an unknown object type',
      { name: 'one', property_type_name: 'string', object_type_name: 'nothing' },
      'invalid_data',
      'object_type_name',
    ],
    [
      'an unknown property type',
      { name: 'one', property_type_name: 'nothing', object_type_name: 'countries' },
      'invalid_data',
      'property_type_name',
    ],
    [
      'a static attribute',
      { name: 'title', property_type_name: 'string', object_type_name: 'countries' },
      'already_exists',
      'name',
    ],
    [
      'an attribute below',
      { name: 'email', property_type_name: 'string', object_type_name: 'objects' },
      'already_exists',
      'name',
    ],
    [
      'a member of meta',
      { name: 'created', property_type_name: 'string', object_type_name: 'countries' },
      'invalid_data',
      'name',
    ],
    [
      'a name that is no name',
      { name: 'My-name', property_type_name: 'string', object_type_name: 'countries' },
      'invalid_data',
      'name',
    ],
    [
      'a default of another kind',
      { name: 'one', property_type_name: 'integer', object_type_name: 'countries', default_value: 'many' },
      'invalid_data',
      'default_value',
    ],
  ])('refuses %s', async (_case, attributes, code, field) => {
    const response = await post(attributes);
    expect([response.status, errorCodes(response)[0], errorSources(response)[0]]).toEqual([
      400,
      code,
      `/data/attributes/${field}`,
    ]);
  });

  it('refuses a property twice, above or below itself', async () => {
    await create('anthem');
    for (const object_type_name of ['countries', 'objects']) {
      const response = await post({ name: 'anthem', property_type_name: 'string', object_type_name });
      expect(errorCodes(response)[0]).toBe('already_exists');
    }
    const elsewhere = await post({ name: 'anthem', property_type_name: 'string', object_type_name: 'news' });
    expect(elsewhere.status).toBe(201);
  });

  it('refuses a required property for which objects would lack a value', async () => {
    await test.editor.create('/countries', { title: 'Malta' });
    const required = {
      name: 'currency',
      property_type_name: 'string',
      object_type_name: 'countries',
      is_nullable: false,
    };
    expect(errorCodes(await post(required))[0]).toBe('in_use');
    expect((await post({ ...required, default_value: 'EUR' })).status).toBe(201);
    expect((await test.editor.create('/countries', { title: 'Spain' })).attributes['currency']).toBe('EUR');
  });
});

describe('GET /model/properties/{property_id}', () => {
  it('finds a property of either kind', async () => {
    const [title] = await listed('filter[name]=title');
    expect((await test.anonymous.get(`${PATH}/${title?.id}`)).body).toMatchObject({
      data: title && { id: title.id, attributes: title.attributes },
    });
    expect((await test.anonymous.get(`${PATH}/1`)).body).toMatchObject({
      data: { attributes: { name: 'children_order' } },
    });
    expect((await test.anonymous.get(`${PATH}/9999`)).status).toBe(404);
    expect((await test.anonymous.get(`${PATH}/title`)).status).toBe(404);
  });
});

describe('PATCH /model/properties/{property_id}', () => {
  it('changes texts, and neither name nor object type', async () => {
    const { id } = await create('flag');
    expect((await patch(id, { description: 'Colours', name: 'flag' })).body).toMatchObject({
      data: { attributes: { description: 'Colours' } },
    });
    expect(errorCodes(await patch(id, { name: 'banner' }))[0]).toBe('immutable');
    expect(errorCodes(await patch(id, { object_type_name: 'news' }))[0]).toBe('immutable');
  });

  it('changes the property type only while no object has a value', async () => {
    const { id } = await create('founded');
    expect((await patch(id, { property_type_name: 'integer' })).status).toBe(200);
    await test.editor.create('/countries', { title: 'Portugal', founded: 1143 });
    expect(errorCodes(await patch(id, { property_type_name: 'string' }))[0]).toBe('in_use');
    expect(errorCodes(await patch(id, { is_nullable: false }))[0]).toBe('in_use');
    expect((await patch(id, { is_nullable: false, default_value: 1 })).status).toBe(200);
  });

  it('refuses static properties and other ids', async () => {
    const [title] = await listed('filter[name]=title');
    expect(errorCodes(await patch(title?.id ?? '', { label: 'Heading' }))[0]).toBe('immutable');
    const body = { data: { type: 'properties', id: '2', attributes: {} } };
    expect(errorCodes(await test.admin.patch(`${PATH}/1`, body))[0]).toBe('id_conflict');
    expect((await test.editor.patch(`${PATH}/1`, { data: { type: 'properties', id: '1' } })).status).toBe(403);
  });
});

describe('DELETE /model/properties/{property_id}', () => {
  it('removes the values too, so that a new property of that name is empty', async () => {
    const { id } = await create('motto');
    const object = await test.editor.create('/countries', { title: 'France', motto: 'Liberté' });
    expect((await test.admin.delete(`${PATH}/${id}`)).status).toBe(204);
    const without = await test.editor.get(`/countries/${object.id}`);
    expect((without.body as { data: ResourceData }).data.attributes).not.toHaveProperty('motto');
    await create('motto');
    const afterwards = await test.editor.get(`/countries/${object.id}`);
    expect((afterwards.body as { data: ResourceData }).data.attributes['motto']).toBeNull();
    const { store } = test.service.services;
    await expect.poll(() => store.state.findOne({ _id: 'model' })).toMatchObject({ cleanups: [] });
  });

  it('refuses static properties (403) and unknown ones (404)', async () => {
    const [title] = await listed('filter[name]=title');
    expect(errorCodes(await test.admin.delete(`${PATH}/${title?.id}`))[0]).toBe('immutable');
    expect((await test.admin.delete(`${PATH}/9999`)).status).toBe(404);
    expect((await test.anonymous.delete(`${PATH}/1`)).status).toBe(401);
  });
});
