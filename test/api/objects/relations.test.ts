import { describe, expect, it } from 'vitest';
import { errorCodes, errorSources, type ResourceData, serviceForTests } from '../../support/service.ts';

const PATH = '/model/relations';
const test = serviceForTests();

const body = (id: string | undefined, attributes: object, type = 'relations') => ({ data: { type, id, attributes } });
const create = (name: string, more: object = {}) =>
  test.admin.create(PATH, { name, inverse_name: `${name}_of`, ...more });
const code = async (response: Promise<{ body: unknown }>): Promise<string | undefined> =>
  errorCodes((await response) as never)[0];
const types = (...names: string[]) => ({ data: names.map((id) => ({ type: 'object_types', id })) });
const left = (id: string) => `${PATH}/${id}/relationships/left_object_types`;
const namesOf = async (path: string): Promise<unknown[]> =>
  ((await test.anonymous.get(path)).body as { data: ResourceData[] }).data.map((each) => each.attributes['name']);

describe('GET /model/relations', () => {
  it('lists the shipped ones (D26), with their types included', async () => {
    expect(await namesOf(PATH)).toEqual(['poster', 'attach', 'see_also', 'download', 'has_media']);
    const response = await test.anonymous.get(
      `${PATH}?filter[name]=poster&include=left_object_types,right_object_types.parent`,
    );
    const { data, included } = response.body as { data: { relationships: object }[]; included: ResourceData[] };
    expect(data[0]?.relationships).toMatchObject({
      left_object_types: { data: [{ id: '1', type: 'object_types' }] },
      right_object_types: { data: [{ id: '9', type: 'object_types' }] },
    });
    expect(included.map((each) => each.attributes['name'])).toEqual(['objects', 'images', 'media']);
  });

  it('reads relations by the paths of their types', async () => {
    const response = await test.anonymous.get(`${PATH}/poster?include=right_object_types.right_relations`);
    const { included } = response.body as { included: ResourceData[] };
    expect(included.map((each) => each.attributes['name'])).toEqual([
      'images',
      'attach',
      'see_also',
      'download',
      'has_media',
    ]);
  });

  it('searches names and labels', async () => {
    expect(await namesOf(`${PATH}?q=posters`)).toEqual([]);
    expect(await namesOf(`${PATH}?q=poster+of`)).toEqual(['poster']);
  });
});

describe('POST /model/relations', () => {
  it('creates a relation with labels from its names', async () => {
    const response = await test.admin.post(
      PATH,
      body(undefined, { name: 'ingredient', inverse_name: 'ingredient_of', params: { type: 'object' } }),
    );
    expect(response.status).toBe(201);
    expect((response.body as { data: ResourceData }).data.attributes).toEqual({
      name: 'ingredient',
      label: 'Ingredient',
      inverse_name: 'ingredient_of',
      inverse_label: 'Ingredient of',
      description: null,
      params: { type: 'object' },
    });
  });

  it('creates a symmetric relation (D48)', async () => {
    const response = await test.admin.post(PATH, body(undefined, { name: 'borders', inverse_name: 'borders' }));
    expect(response.status).toBe(201);
    expect(await code(test.admin.post(PATH, body(undefined, { name: 'borders', inverse_name: 'other' })))).toBe(
      'already_exists',
    );
  });

  it.each<[string, object, string, string]>([
    ['no inverse name', { name: 'one' }, 'invalid_data', 'inverse_name'],
    ['a name that is an inverse name', { name: 'poster_of', inverse_name: 'one' }, 'already_exists', 'name'],
    ['an inverse name that is a name', { name: 'one', inverse_name: 'poster' }, 'already_exists', 'inverse_name'],
    ['a name that is a path', { name: 'relationships', inverse_name: 'one' }, 'invalid_data', 'name'],
    ['a name that is an attribute', { name: 'title', inverse_name: 'one' }, 'invalid_data', 'name'],
    [
      'params that are no JSON Schema',
      { name: 'one', inverse_name: 'two', params: { type: 'nothing' } },
      'invalid_data',
      'params',
    ],
    [
      'params of something else',
      { name: 'one', inverse_name: 'two', params: { type: 'string' } },
      'invalid_data',
      'params',
    ],
  ])('refuses %s', async (_case, attributes, want, field) => {
    const response = await test.admin.post(PATH, body(undefined, attributes));
    expect([response.status, errorCodes(response)[0], errorSources(response)[0]]).toEqual([
      400,
      want,
      `/data/attributes/${field}`,
    ]);
  });

  it('refuses an id, another type, and callers who are not admins', async () => {
    const attributes = { name: 'one', inverse_name: 'two' };
    expect(await code(test.admin.post(PATH, body('7', attributes)))).toBe('client_id_forbidden');
    expect(await code(test.admin.post(PATH, body(undefined, attributes, 'tags')))).toBe('type_conflict');
    expect((await test.editor.post(PATH, body(undefined, attributes))).status).toBe(403);
  });
});

describe('GET, PATCH and DELETE /model/relations/{relation_id}', () => {
  it('find it by id, name and inverse name', async () => {
    for (const id of ['1', 'poster', 'poster_of']) {
      expect((await test.anonymous.get(`${PATH}/${id}`)).body).toMatchObject({
        data: { id: '1', attributes: { name: 'poster' } },
      });
    }
    expect((await test.anonymous.get(`${PATH}/nothing`)).status).toBe(404);
    expect((await test.anonymous.get(`${PATH}/1?include=nothing`)).status).toBe(400);
  });

  it('change the sent attributes', async () => {
    const { id } = await create('cover');
    const response = await test.admin.patch(`${PATH}/cover_of`, body(id, { label: 'Front', inverse_name: 'front_of' }));
    expect((response.body as { data: ResourceData }).data.attributes).toMatchObject({
      label: 'Front',
      inverse_name: 'front_of',
    });
    expect(await code(test.admin.patch(`${PATH}/cover`, body(id, { name: 'poster' })))).toBe('already_exists');
    expect(await code(test.admin.patch(`${PATH}/cover`, body(id, { params: { type: 'nothing' } })))).toBe(
      'invalid_data',
    );
    expect(await code(test.admin.patch(`${PATH}/cover`, body('1', {})))).toBe('id_conflict');
    expect((await test.admin.patch(`${PATH}/cover`, body(id, { label: 'Front' }))).status).toBe(200);
  });

  it('delete it, and remove it from its types', async () => {
    await create('temporary');
    await test.admin.post(left('temporary'), types('documents'));
    const relations = async () =>
      ((await test.anonymous.get('/model/object_types/documents')).body as { data: ResourceData }).data.meta[
        'relations'
      ];
    expect(await relations()).toContain('temporary');
    expect((await test.admin.delete(`${PATH}/temporary`)).status).toBe(204);
    expect(await relations()).not.toContain('temporary');
    expect((await test.admin.delete(`${PATH}/temporary`)).status).toBe(404);
  });
});

describe('the object types of a relation', () => {
  it('are added, replaced and removed: 200 when something changed, 204 when not', async () => {
    await create('part');
    const path = left('part');
    expect((await test.admin.post(path, types('documents', '6'))).status).toBe(200);
    expect((await test.admin.post(path, types('documents'))).status).toBe(204);
    expect(await namesOf(`${PATH}/part/left_object_types`)).toEqual(['documents', 'news']);
    expect((await test.admin.patch(path, types('news', 'documents'))).status).toBe(204);
    expect((await test.admin.patch(path, types('events'))).status).toBe(200);
    expect((await test.anonymous.get(path)).body).toMatchObject({ data: [{ id: '7', type: 'object_types' }] });
    expect((await test.admin.delete(path, {}, types('documents'))).status).toBe(204);
    expect((await test.admin.delete(path, {}, types('events'))).status).toBe(200);
    expect((await test.admin.patch(path, types())).status).toBe(204);
  });

  it('can be on the right as well, and change the schema of the types', async () => {
    await create('guest');
    const revision = async () =>
      ((await test.anonymous.get('/model/schema/profiles')).body as { revision: string }).revision;
    const before = await revision();
    const path = `${PATH}/guest/relationships/right_object_types`;
    expect((await test.admin.post(path, types('profiles'))).status).toBe(200);
    expect((await test.admin.post(path, types('profiles'))).status).toBe(204);
    expect(await revision()).not.toBe(before);
    expect(await namesOf(`${PATH}/guest/right_object_types`)).toEqual(['profiles']);
    expect((await test.anonymous.get(path)).body).toMatchObject({
      links: { available: expect.stringMatching(/\/model\/object_types$/) as string },
    });
    expect((await test.admin.patch(path, types('users'))).status).toBe(200);
    expect((await test.admin.patch(path, types('users'))).status).toBe(204);
    expect((await test.admin.delete(path, {}, types('users'))).status).toBe(200);
  });

  it('must be existing object types', async () => {
    await create('wrong');
    expect(await code(test.admin.post(left('wrong'), types('nothing')))).toBe('not_found');
    expect(await code(test.admin.post(left('wrong'), { data: [{ type: 'roles', id: '1' }] }))).toBe('type_conflict');
    expect(await code(test.admin.post(left('nothing'), types('documents')))).toBe('not_found');
    expect((await test.editor.post(left('wrong'), types('documents'))).status).toBe(403);
  });
});
