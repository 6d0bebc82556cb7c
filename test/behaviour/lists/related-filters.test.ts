// `filter[relation.field]`: objects by their related objects (D463). It finds no more than a caller could find in a
// list of the related objects.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeEndpoint } from '../../support/permissions/close-endpoint.ts';
import { multiply } from '../../support/database/multiplied.ts';
import { type Client, errorCodes, errorSources, type ResourceData, serviceForTests } from '../../support/service.ts';

const test = serviceForTests({ env: { JWT_TTL: '9999d' } });
const ids: Record<string, string> = {};
const names = new Map<string, string>();

async function make(key: string, type: string, attributes: object): Promise<void> {
  const { id } = await test.admin.create(`/${type}`, { title: key, status: 'on', ...attributes });
  ids[key] = id;
  names.set(id, key);
}
const link = (key: string, relation: string, others: [string, string][], type = 'documents') =>
  test.admin.post(`/${type}/${ids[key]}/relationships/${relation}`, {
    data: others.map(([other, otherType]) => ({ type: otherType, id: ids[other] })),
  });

async function relation(attributes: Record<string, unknown>, left: string[], right: string[]): Promise<void> {
  const { id } = await test.admin.create('/model/relations', attributes);
  for (const [side, types] of Object.entries({ left, right })) {
    const data = types.map((type) => ({ type: 'object_types', id: type }));
    await test.admin.patch(`/model/relations/${id}/relationships/${side}_object_types`, { data });
  }
}

beforeAll(async () => {
  const { admin } = test;
  await admin.create('/model/object_types', { name: 'bands', singular: 'band' });
  const property = (object_type_name: string, name: string, property_type_name: string) =>
    admin.create('/model/properties', { object_type_name, name, property_type_name });
  await property('profiles', 'fame', 'integer');
  await property('bands', 'members', 'integer');
  await property('bands', 'secret', 'string');
  await relation({ name: 'written_by', inverse_name: 'wrote' }, ['documents', 'events'], ['profiles', 'bands']);
  await relation({ name: 'near', inverse_name: 'near' }, ['documents'], ['documents']);
  await relation({ name: 'owned_by', inverse_name: 'owns' }, ['documents'], ['users']);
  await make('ada', 'profiles', { name: 'Ada', surname: 'Byron', fame: 9 });
  await make('bob', 'profiles', { name: 'Bob', surname: 'Byron', fame: 2 });
  await make('cyd', 'profiles', { name: 'Cyd', surname: 'Draft', status: 'draft', fame: 7 });
  await make('duo', 'bands', { members: 2, secret: 'x', description: 'loud' });
  for (const key of ['one', 'two', 'three', 'four', 'alone']) await make(key, 'documents', {});
  await make('party', 'events', {});
  await link('one', 'written_by', [['ada', 'profiles']]);
  await link('two', 'written_by', [
    ['ada', 'profiles'],
    ['bob', 'profiles'],
  ]);
  await link('three', 'written_by', [
    ['duo', 'bands'],
    ['bob', 'profiles'],
  ]);
  await link('four', 'written_by', [['cyd', 'profiles']]);
  await link('party', 'written_by', [['ada', 'profiles']], 'events');
  await link('one', 'near', [['two', 'documents']]);
  await link('one', 'owned_by', []);
  const editor = ((await test.editor.get('/auth/user')).body as { data: { id: string } }).data.id;
  await admin.post(`/documents/${ids['one']}/relationships/owned_by`, { data: [{ type: 'users', id: editor }] });
});
afterAll(async () => {
  expect(test.loggedErrors).toEqual([]);
});

/** Keys of the objects in a list, whose total is checked. */
async function found(query: string, client: Client = test.anonymous, path = '/documents'): Promise<string> {
  const response = await client.get(encodeURI(`${path}?page_size=100&${query}`));
  if (response.status !== 200) throw new Error(`${query}: ${response.text}`);
  const { data, meta } = response.body as { data: ResourceData[]; meta: { pagination: { count: number } } };
  expect([query, meta.pagination.count]).toEqual([query, data.length]);
  return data.map(({ id }) => names.get(id)).join();
}

describe('filter[relation.field]', () => {
  it.each<[string, string]>([
    ['filter[written_by.name]=Ada', 'one,two'],
    ['filter[written_by.name]=Ada,Bob', 'one,two,three'],
    ['filter[written_by.name][]=Ada&filter[written_by.name][]=Bob', 'one,two,three'],
    ['filter[written_by.name][in]=Bob', 'two,three'],
    ['filter[written_by.name][like]=AD', 'one,two'],
    ['filter[written_by.name][ne]=Ada', 'two,three'],
    ['filter[written_by.name][null]=0', 'one,two,three'],
    ['filter[written_by.fame]=9', 'one,two'],
    ['filter[written_by.fame][gt]=1&filter[written_by.fame][lt]=5', 'two,three'],
    ['filter[written_by.members]=2', 'three'],
    ['filter[written_by.title]=duo,ada', 'one,two,three'],
    ['filter[written_by.created][gt]=2020-01-01', 'one,two,three'],
    ['filter[written_by.surname]=Byron&filter[written_by.name]=Bob', 'two,three'],
    ['filter[written_by.name]=Nobody', ''],
    ['filter[near.title]=two', 'one'],
    ['filter[near.title]=one', 'two'],
    ['filter[written_by.name]=Ada&filter[near.title]=one', 'two'],
    ['filter[written_by.name]=Bob&filter[title]=three', 'three'],
    ['filter[written_by.name]=Bob&sort=-title', 'two,three'],
    ['filter[written_by.name]=Ada&q=two', 'two'],
  ])('%s finds %s', async (query, expected) => {
    expect(await found(query)).toBe(expected);
  });

  it('works from the other side, over all types, for related lists and by id', async () => {
    expect(await found('filter[wrote.title]=one', test.anonymous, '/profiles')).toBe('ada');
    expect(await found('filter[wrote.title]=party', test.anonymous, '/objects')).toBe('ada');
    expect(await found('filter[written_by.name]=Ada', test.anonymous, '/objects')).toBe('one,two,party');
    expect(await found('filter[written_by.name]=Bob', test.anonymous, `/profiles/${ids['ada']}/wrote`)).toBe('two');
    expect(await found(`filter[written_by.id]=${ids['duo']}`)).toBe('three');
  });

  it('needs one related object that matches all filters of a relation', async () => {
    expect(await found('filter[written_by.name]=Ada&filter[written_by.fame]=2')).toBe('');
    expect(await found('filter[written_by.name]=Bob&filter[written_by.members]=2')).toBe('');
  });

  it('counts each object once, on pages too', async () => {
    const response = await test.anonymous.get(
      encodeURI('/documents?filter[written_by.surname]=Byron&page_size=2&page=2'),
    );
    const { data, meta } = response.body as { data: ResourceData[]; meta: { pagination: object } };
    expect([data.map(({ id }) => names.get(id)), meta.pagination]).toMatchObject([
      ['three'],
      { count: 3, page_count: 2 },
    ]);
  });
});

describe('data hidden from the caller', () => {
  it('do not match among related objects: drafts, the trash, objects for certain roles', async () => {
    expect(await found('filter[written_by.surname]=Draft')).toBe('');
    expect(await found('filter[written_by.surname][ne]=Byron&filter[written_by.fame]=7')).toBe('');
    expect(await found('filter[written_by.surname]=Draft', test.editor)).toBe('four');
    const guard = { object_id: Number(ids['duo']), role_id: 1, permission: 'read' };
    const { id } = await test.admin.create('/object_permissions', guard);
    expect(await found('filter[written_by.members]=2')).toBe('');
    expect(await found('filter[written_by.members]=2', test.admin)).toBe('three');
    await test.admin.delete(`/object_permissions/${id}`);
    expect(await found('filter[written_by.members]=2')).toBe('three');
    await test.admin.delete(`/profiles/${ids['bob']}`);
    expect(await found('filter[written_by.name]=Bob', test.admin)).toBe('');
    await test.admin.patch(`/trash/${ids['bob']}`, { data: { type: 'profiles', id: ids['bob'] } });
    expect(await found('filter[written_by.name]=Bob')).toBe('two,three');
  });

  it('do not match as types either', async () => {
    const reopen = await closeEndpoint(test, 'bands');
    try {
      expect(await found('filter[written_by.members]=2', test.reader)).toBe('');
      expect(await found('filter[written_by.title]=duo,ada', test.reader)).toBe('one,two');
    } finally {
      await reopen();
    }
    expect(await found('filter[written_by.members]=2', test.reader)).toBe('three');
  });

  it('are unknown as fields: hidden attributes of a type, private attributes of users', async () => {
    const hide = (hidden: string[] | null) =>
      test.admin.patch('/model/object_types/bands', {
        data: { type: 'object_types', id: bandsId, attributes: { hidden } },
      });
    const bandsId = ((await test.admin.get('/model/object_types/bands')).body as { data: { id: string } }).data.id;
    expect(await found('filter[written_by.secret]=x&filter[written_by.description]=loud')).toBe('three');
    await hide(['secret', 'description']);
    const path = encodeURI('/documents?filter[written_by.secret]=x');
    for (const client of [test.anonymous, test.admin]) {
      const response = await client.get(path);
      expect([response.status, errorSources(response)]).toEqual([400, ['filter[written_by.secret]']]);
      expect(await found('filter[written_by.description]=loud', client)).toBe('');
    }
    await hide(null);
    const byMail = encodeURI('/documents?filter[owned_by.email][null]=1');
    expect((await test.reader.get(byMail)).status).toBe(400);
    expect(await found('filter[owned_by.email][null]=1', test.admin)).toBe('one');
    expect((await test.admin.get(encodeURI('/documents?filter[owned_by.password]=x'))).status).toBe(400);
  });
});

describe('an invalid filter', () => {
  it.each([
    ['written_by.wombat]=1', 'filter[written_by.wombat]'],
    ['wombat.title]=1', 'filter[wombat.title]'],
    ['wrote.title]=1', 'filter[wrote.title]'],
    ['parents.title]=1', 'filter[parents.title]'],
    ['created_by_user.title]=1', 'filter[created_by_user.title]'],
    ['title.name]=1', 'filter[title.name]'],
    ['written_by.wrote.title]=1', 'filter[written_by.wrote.title]'],
    ['written_by.]=1', 'filter[written_by.]'],
    ['.title]=1', 'filter[.title]'],
    ['.]=1', 'filter[.]'],
    ['written_by.constructor]=1', 'filter[written_by.constructor]'],
    ['written_by.$where]=1', 'filter[written_by.$where]'],
    ['written_by.custom.fame]=1', 'filter[written_by.custom.fame]'],
    ['written_by.name][$gt]=', 'filter[written_by.name][$gt]'],
    ['written_by.name][wombat]=1', 'filter[written_by.name][wombat]'],
    ['written_by.name][eq][eq]=1', 'filter[written_by.name][eq]'],
    ['written_by.fame]=many', 'filter[written_by.fame]'],
    ['written_by.fame][like]=1', 'filter[written_by.fame][like]'],
    ['written_by.type]=profiles', 'filter[written_by.type]'],
    ['written_by.fame]=many&filter[written_by.members]=2', 'filter[written_by.fame]'],
  ])('is 400 with its parameter: filter[%s', async (query, parameter) => {
    const response = await test.anonymous.get(encodeURI(`/documents?filter[${query}`));
    expect([query, response.status, errorCodes(response)[0], errorSources(response)]).toEqual([
      query,
      400,
      'invalid_filter',
      [parameter],
    ]);
  });

  it.each(['__proto__.title', 'written_by.__proto__'])('is 400 like any invalid key: filter[%s]', async (name) => {
    const response = await test.anonymous.get(encodeURI(`/documents?filter[${name}]=1`));
    expect([response.status, errorCodes(response)[0]]).toEqual([400, 'invalid_key']);
  });

  it('reads no value as an operator', async () => {
    for (const value of ['{"$gt":""}', '$ne', '[object Object]'])
      expect(await found(`filter[written_by.name]=${value}`)).toBe('');
  });

  it('is unknown to lists of other resources than objects', async () => {
    for (const path of ['/model/tags', '/history', '/roles', '/model/properties'])
      expect((await test.admin.get(encodeURI(`${path}?filter[written_by.name]=1`))).status).toBe(400);
  });
});

it('Server-Timing names fields of related objects without an index', async () => {
  const { headers } = await test.anonymous.get(encodeURI('/documents?filter[written_by.fame]=9&filter[near.title]=x'));
  expect(headers['server-timing']).toContain('no-index;desc="property fame of profiles: set indexed"');
  expect(headers['server-timing']).not.toContain('title');
});

it('too many related objects are refused, as by their own ids (D176)', async () => {
  const { store } = test.service.services;
  const documents = store.db.collection<{ _id: number }>('documents.profiles');
  // They would take most of the time. The database is dropped at the end.
  await documents.dropIndexes();
  await multiply(documents, Number(ids['ada']), { first: 5_000_000, count: 100_001, changed: { name: 'Crowd' } });
  const response = await test.anonymous.get(encodeURI('/documents?filter[written_by.name]=Crowd'));
  expect([response.status, errorCodes(response)[0]]).toEqual([400, 'query_too_expensive']);
});
