import { describe, expect, it } from 'vitest';
import { errorCodes, errorSources, type ResourceData, serviceForTests } from '../../support/service.ts';

const PATH = '/model/object_types';
const test = serviceForTests();

const names = (response: { body: unknown }) =>
  (response.body as { data: ResourceData[] }).data.map((resource) => resource.attributes['name']);
const ids = (response: { body: unknown }) =>
  (response.body as { data: ResourceData[] }).data.map((resource) => resource.id);
const create = (name: string, more: object = {}) =>
  test.admin.create(PATH, { name, singular: `${name}_item`, ...more });
const body = (id: string | number | undefined, attributes: object, type = 'object_types') => ({
  data: { type, id, attributes },
});

describe('GET /model/object_types', () => {
  it('lists the shipped types to every caller', async () => {
    const response = await test.anonymous.get(`${PATH}?page_size=100`);
    expect(response.status).toBe(200);
    expect(names(response)).toEqual(
      expect.arrayContaining(['objects', 'documents', 'users', 'folders', 'media', 'images', 'publications']),
    );
  });

  it.each([
    ['filter[parent]=media&sort=-name', ['videos', 'images', 'files', 'audio']],
    ['filter[name]=documents,news', ['documents', 'news']],
    ['filter[is_abstract]=true', ['objects', 'media']],
    ['filter[associations]=DateRanges', ['events']],
    ['filter[by_relation][name]=poster&filter[by_relation][side]=right', ['images']],
    ['filter[by_relation][name]=poster_of&filter[by_relation][side]=left', ['images']],
    [
      'filter[by_relation][name]=attach&filter[by_relation][side]=right&filter[by_relation][descendants]=1&sort=name',
      ['audio', 'files', 'images', 'media', 'videos'],
    ],
    ['q=reel+films', []],
    ['q=persons', ['profiles']],
    ['filter[object_id]=999999', []],
  ])('%s', async (query, want) => {
    const response = await test.anonymous.get(`${PATH}?${query}`);
    expect(response.status).toBe(200);
    expect(names(response)).toEqual(want);
  });

  it('finds the type of an object that the caller may see', async () => {
    const draft = await test.editor.create('/documents', { title: 'A draft' });
    const query = `${PATH}?filter[object_id]=${draft.id}`;
    expect(names(await test.editor.get(query))).toEqual(['documents']);
    expect(names(await test.anonymous.get(query))).toEqual([]);
  });

  it.each([
    ['filter[parent]=', 'invalid_filter'],
    ['filter[by_relation][name]=nothing', 'invalid_filter'],
    ['filter[nothing]=1', 'invalid_filter'],
    ['sort=nothing', 'unsupported_sort'],
    ['include=children', 'invalid_include'],
    ['nothing=1', 'unknown_parameter'],
  ])('%s is 400 %s', async (query, code) => {
    const response = await test.anonymous.get(`${PATH}?${query}`);
    expect([response.status, errorCodes(response)[0]]).toEqual([400, code]);
  });

  it('includes each related resource once, with linkage', async () => {
    const response = await test.anonymous.get(
      `${PATH}?filter[parent]=media&include=parent,right_relations.left_object_types`,
    );
    const { data, included } = response.body as {
      data: (ResourceData & { relationships: Record<string, { data: unknown }> })[];
      included: ResourceData[];
    };
    expect(data[0]?.relationships['parent']?.data).toEqual({ id: '2', type: 'object_types' });
    const keys = included.map(({ type, id }) => `${type}/${id}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(included.map(({ attributes }) => attributes['name'])).toEqual(
      expect.arrayContaining(['media', 'objects', 'poster', 'attach']),
    );
  });

  it('pages', async () => {
    const response = await test.anonymous.get(`${PATH}?page_size=4&page=2`);
    expect(ids(response)).toEqual(['5', '6', '7', '8']);
    expect((await test.anonymous.get(`${PATH}?page=99`)).status).toBe(404);
  });
});

describe('POST /model/object_types', () => {
  it('creates a type with its endpoint, schema and description at once', async () => {
    const response = await test.admin.post(
      PATH,
      body(undefined, { name: 'recipes', singular: 'recipe', associations: ['Categories'] }),
    );
    expect(response.status).toBe(201);
    const { data } = response.body as { data: ResourceData };
    expect(response.headers['location']).toMatch(new RegExp(`${PATH}/${data.id}$`));
    expect(data.attributes).toEqual({
      name: 'recipes',
      singular: 'recipe',
      description: null,
      table: 'BEdita/Core.Objects',
      associations: ['Categories'],
      hidden: null,
      attribute_permissions: null,
      is_abstract: false,
      parent_name: 'objects',
      enabled: true,
      translation_rules: null,
      is_translatable: true,
    });
    expect(data.meta).toMatchObject({ alias: 'Recipes', core_type: false });
    expect(data.meta['relations']).toEqual(expect.arrayContaining(['poster', 'see_also']));
    expect((await test.editor.create('/recipes', { title: 'Soup' })).type).toBe('recipes');
    expect((await test.anonymous.get('/model/schema/recipes')).status).toBe(200);
    const description = await test.anonymous.get('/openapi.json?side=all');
    expect((description.body as { paths: object }).paths).toHaveProperty('/recipes');
    expect((await test.anonymous.get('/recipe')).status).toBe(404);
  });

  it.each<[string, object, number, string]>([
    ['no name', { singular: 'thing' }, 400, 'invalid_data'],
    ['a name that is no name', { name: 'My Type', singular: 'thing' }, 400, 'invalid_data'],
    ['a reserved word', { name: 'trees', singular: 'thing' }, 400, 'invalid_data'],
    ['the name of a path', { name: 'home', singular: 'thing' }, 400, 'invalid_data'],
    ['a name that is taken', { name: 'documents', singular: 'thing' }, 400, 'already_exists'],
    ['a singular that is a name', { name: 'things', singular: 'documents' }, 400, 'already_exists'],
    ['an unknown table', { name: 'things', singular: 'thing', table: 'Nothing' }, 400, 'invalid_data'],
    ['a concrete parent', { name: 'things', singular: 'thing', parent_name: 'documents' }, 400, 'invalid_data'],
    ['an unknown association', { name: 'things', singular: 'thing', associations: ['Nothing'] }, 400, 'invalid_data'],
  ])('refuses %s', async (_case, attributes, status, code) => {
    const response = await test.admin.post(PATH, body(undefined, attributes));
    expect([response.status, errorCodes(response)[0]]).toEqual([status, code]);
    expect(errorSources(response)[0]).toMatch(/^\/data\/attributes\//);
  });

  it('refuses another type (409), an id (403), and callers who are not admins', async () => {
    const attributes = { name: 'things', singular: 'thing' };
    expect(errorCodes(await test.admin.post(PATH, body(undefined, attributes, 'relations')))[0]).toBe('type_conflict');
    expect(errorCodes(await test.admin.post(PATH, body('77', attributes)))[0]).toBe('client_id_forbidden');
    expect((await test.anonymous.post(PATH, body(undefined, attributes))).status).toBe(401);
    expect((await test.editor.post(PATH, body(undefined, attributes))).status).toBe(403);
  });
});

describe('GET /model/object_types/{object_type_id}', () => {
  it('finds a type by id and by name, with an ETag', async () => {
    const byName = await test.anonymous.get(`${PATH}/documents?include=parent`);
    // Links are built from the host, and so the tag depends on it.
    const Host = 'colophon.test';
    const byId = await test.anonymous.get(`${PATH}/3`, { Host });
    expect((byName.body as { data: ResourceData }).data.id).toBe('3');
    expect((byId.body as { data: ResourceData }).data.attributes['name']).toBe('documents');
    expect((byId.body as { data: object }).data).not.toHaveProperty('links');
    const again = await test.anonymous.get(`${PATH}/3`, { Host, 'If-None-Match': String(byId.headers['etag']) });
    expect(again.status).toBe(304);
  });

  it.each(['nothing', '9999', '0', 'document'])('%s is 404', async (id) => {
    expect((await test.anonymous.get(`${PATH}/${id}`)).status).toBe(404);
  });
});

describe('PATCH /model/object_types/{object_type_id}', () => {
  it('changes the sent attributes, by id or name, and writes nothing without a change (D46)', async () => {
    const { id } = await create('poems');
    const response = await test.admin.patch(`${PATH}/poems`, body(id, { description: 'Verse' }));
    expect((response.body as { data: ResourceData }).data.attributes).toMatchObject({
      description: 'Verse',
      name: 'poems',
    });
    test.clock.advance(5000);
    const same = await test.admin.patch(`${PATH}/${id}`, body(Number(id), { description: 'Verse' }));
    expect(same.status).toBe(200);
    expect((same.body as { data: ResourceData }).data.meta['modified']).toBe('2026-05-13T07:09:23+00:00');
  });

  it('refuses changes while objects exist, and of core types', async () => {
    await create('songs');
    await test.editor.create('/songs', { title: 'A song' });
    for (const attributes of [{ name: 'tunes' }, { is_abstract: true }, { enabled: false }, { parent_name: 'media' }]) {
      expect(errorCodes(await test.admin.patch(`${PATH}/songs`, body('songs', attributes)))[0]).toBe('in_use');
    }
    expect(errorCodes(await test.admin.patch(`${PATH}/news`, body('news', { name: 'newsy' })))[0]).toBe('immutable');
  });

  it('hides an endpoint and shows it again with `enabled`', async () => {
    await create('fables');
    await test.admin.patch(`${PATH}/fables`, body('fables', { enabled: false }));
    expect((await test.anonymous.get('/fables')).status).toBe(404);
    expect((await test.anonymous.get('/model/schema/fables')).body).toBe(false);
    await test.admin.patch(`${PATH}/fables`, body('fables', { enabled: true }));
    expect((await test.anonymous.get('/fables')).status).toBe(200);
  });

  it('checks the document and If-Match', async () => {
    const { id } = await create('odes');
    const etag = String((await test.anonymous.get(`${PATH}/${id}`)).headers['etag']);
    expect(errorCodes(await test.admin.patch(`${PATH}/${id}`, body('1', {})))[0]).toBe('id_conflict');
    expect(errorCodes(await test.admin.patch(`${PATH}/${id}`, body(id, {}, 'tags')))[0]).toBe('type_conflict');
    const first = await test.admin.patch(`${PATH}/${id}`, body(id, { description: 'One' }), { 'If-Match': etag });
    const second = await test.admin.patch(`${PATH}/${id}`, body(id, { description: 'Two' }), { 'If-Match': etag });
    expect([first.status, second.status]).toEqual([200, 412]);
  });
});

describe('DELETE /model/object_types/{object_type_id}', () => {
  it('removes the type, its endpoint and all references to it', async () => {
    const { id } = await create('gifts', { associations: ['Categories'] });
    await test.admin.create('/model/properties', {
      name: 'price',
      property_type_name: 'number',
      object_type_name: 'gifts',
    });
    const category = await test.admin.create('/model/categories', { name: 'small', object_type_name: 'gifts' });
    expect((await test.admin.delete(`${PATH}/${id}`)).status).toBe(204);
    expect((await test.admin.delete(`${PATH}/${id}`)).status).toBe(404);
    expect((await test.anonymous.get('/gifts')).status).toBe(404);
    expect((await test.anonymous.get(`/model/categories/${category.id}`)).status).toBe(404);
    expect((await test.anonymous.get('/model/properties?filter[name]=price')).body).toMatchObject({ data: [] });
  });

  it('is refused for core types, types with objects, and types with subtypes', async () => {
    await create('genres', { is_abstract: true });
    await create('tales', { parent_name: 'genres' });
    const tale = await test.editor.create('/tales', { title: 'A tale' });
    const codes = async (name: string) => errorCodes(await test.admin.delete(`${PATH}/${name}`))[0];
    expect([await codes('documents'), await codes('genres'), await codes('tales')]).toEqual([
      'immutable',
      'in_use',
      'in_use',
    ]);
    await test.editor.delete(`/tales/${tale.id}`);
    expect(await codes('tales')).toBe('in_use');
  });
});

describe('relationships of an object type', () => {
  it('are its relations on each side, inherited ones too', async () => {
    const left = await test.anonymous.get(`${PATH}/images/left_relations?page_size=50`);
    const right = await test.anonymous.get(`${PATH}/images/relationships/right_relations?page_size=50`);
    expect(names(left)).toEqual(['poster', 'attach', 'see_also', 'download', 'has_media']);
    expect((right.body as { data: object[] }).data[0]).toEqual({ id: '1', type: 'relations' });
    expect((await test.anonymous.get(`${PATH}/images/right_relations`)).status).toBe(200);
    expect((await test.anonymous.get(`${PATH}/images/relationships/left_relations`)).status).toBe(200);
  });

  it('are its parent, null for the root', async () => {
    const parent = await test.anonymous.get(`${PATH}/images/parent`);
    expect((parent.body as { data: ResourceData }).data.attributes['name']).toBe('media');
    expect((await test.anonymous.get(`${PATH}/objects/parent`)).body).toMatchObject({ data: null });
    expect((await test.anonymous.get(`${PATH}/objects/relationships/parent`)).body).toMatchObject({ data: null });
  });

  it('PATCH of the parent is 200, 204 without a change, and has the checks of a change', async () => {
    await create('genera', { is_abstract: true });
    await create('species');
    const path = `${PATH}/species/relationships/parent`;
    const to = (id: string | null, type = 'object_types') => test.admin.patch(path, { data: id && { id, type } });
    expect((await to('genera')).status).toBe(200);
    expect((await to('genera')).status).toBe(204);
    expect((await to(null)).status).toBe(200);
    expect((await test.anonymous.get(`${PATH}/species/parent`)).body).toMatchObject({
      data: { attributes: { name: 'objects' } },
    });
    expect(errorCodes(await to('documents'))[0]).toBe('invalid_data');
    expect(errorCodes(await to('nothing'))[0]).toBe('not_found');
    expect(errorCodes(await to('1', 'tags'))[0]).toBe('type_conflict');
  });
});
