import { describe, expect, it } from 'vitest';
import { closeEndpoint } from '../../support/permissions/close-endpoint.ts';
import {
  type Client,
  errorCodes,
  errorSources,
  PASSWORD,
  type ResourceData,
  serviceForTests,
} from '../../support/service.ts';

const test = serviceForTests();

let counter = 0;
const nameOf = (): string => `role_${String.fromCharCode(97 + (counter % 26))}${++counter}`;

const body = (attributes: object, more: object = {}) => ({ data: { type: 'roles', attributes, ...more } });
const create = (more: object = {}): Promise<ResourceData> => test.admin.create('/roles', { name: nameOf(), ...more });
const patch = (id: string, attributes: object, more: object = {}, as: Client = test.admin) =>
  as.patch(`/roles/${id}`, body(attributes, { id, ...more }));
const dataOf = (response: { body: unknown }): ResourceData => (response.body as { data: ResourceData }).data;
const idsOf = (response: { body: unknown }): string[] =>
  (response.body as { data: ResourceData[] }).data.map(({ id }) => id);
const newUser = async (): Promise<ResourceData> => {
  const username = `member${++counter}`;
  return test.admin.create('/users', { username, password: PASSWORD, uname: username, status: 'on' });
};
const user = (id: string) => ({ type: 'users', id });
const usersPath = (id: string) => `/roles/${id}/relationships/users`;

describe('POST /roles', () => {
  it('creates a role, weaker than admin', async () => {
    const response = await test.admin.post('/roles', body({ name: 'writers', description: 'They write' }));
    expect(response.status).toBe(201);
    expect(dataOf(response)).toMatchObject({
      attributes: { name: 'writers', description: 'They write', unchangeable: false },
      meta: { priority: 100 },
      relationships: { users: { links: { related: expect.stringMatching(/\/roles\/\d+\/users$/) as unknown } } },
    });
    expect(response.headers['location']).toMatch(new RegExp(`/roles/${dataOf(response).id}$`));
    expect(dataOf(await test.admin.get('/roles/admin'))).toMatchObject({ id: '1', meta: { priority: 0 } });
  });

  it.each([
    ['none', undefined],
    ['an empty one', ''],
    ['a capital', 'Writers'],
    ['a blank', 'two words'],
    ['a digit first', '1st'],
    ['one letter', 'a'],
    ['null', null],
    ['an operator', { $gt: '' }],
    ['a long one', `a${'b'.repeat(255)}`],
  ])('refuses as the name: %s', async (_what, name) => {
    const response = await test.admin.post('/roles', body({ name }));
    expect(response.status).toBe(400);
  });

  it('refuses a taken name, also in concurrent requests, an id, another type, and non-admins', async () => {
    const { attributes } = await create();
    const taken = await test.admin.post('/roles', body({ name: attributes['name'] }));
    expect([errorCodes(taken)[0], ...errorSources(taken)]).toEqual(['already_exists', '/data/attributes/name']);
    const name = nameOf();
    const both = await Promise.all([1, 2].map(() => test.admin.post('/roles', body({ name }))));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect((await test.admin.post('/roles', body({ name: nameOf() }, { id: '9' }))).status).toBe(403);
    expect((await test.admin.post('/roles', { data: { type: 'users', attributes: { name } } })).status).toBe(409);
    expect((await test.editor.post('/roles', body({ name: nameOf() }))).status).toBe(403);
    expect((await test.anonymous.post('/roles', body({ name: nameOf() }))).status).toBe(401);
  });
});

describe('GET /roles', () => {
  it('is for signed-in callers', async () => {
    expect((await test.anonymous.get('/roles')).status).toBe(401);
    expect(idsOf(await test.reader.get('/roles?sort=id')).slice(0, 2)).toEqual(['1', '2']);
    expect(dataOf(await test.reader.get('/roles/editor')).id).toBe('2');
    expect((await test.reader.get('/roles/999')).status).toBe(404);
    expect((await test.reader.get('/roles/__proto__')).status).toBe(404);
  });

  it('filters, sorts and searches', async () => {
    const { id } = await create({ description: 'Keepers of the lighthouse' });
    expect(idsOf(await test.admin.get('/roles?q=lighthouse'))).toEqual([id]);
    expect(idsOf(await test.admin.get('/roles?filter[name]=admin,editor&sort=-name'))).toEqual(['2', '1']);
    expect(idsOf(await test.editor.get('/roles?filter[mine]'))).toEqual(['2']);
    expect(idsOf(await test.reader.get('/roles?filter[mine]=1'))).toEqual([]);
    expect((await test.admin.get('/roles?filter[nothing]=1')).status).toBe(400);
  });

  it('with ?id returns one role, or its users (D42)', async () => {
    for (const id of ['1', 'admin']) {
      expect(dataOf(await test.admin.get(`/roles?id=${id}`)).id).toBe('1');
      expect(idsOf(await test.admin.get(`/roles?id=${id}/users`))).toContain('1');
    }
    expect((await test.admin.get('/roles?id=999/users')).status).toBe(404);
    expect((await test.admin.get('/roles?id=1/roles')).status).toBe(400);
  });

  it('includes the users that the caller sees', async () => {
    const included = (response: { body: unknown }): string[] =>
      (response.body as { included: ResourceData[] }).included.map(({ id }) => id);
    expect(included(await test.admin.get('/roles?include=users&filter[name]=admin,editor'))).toEqual(['1', '2']);
    expect(included(await test.reader.get('/roles/2?include=users'))).toEqual([]);
    expect(included(await test.editor.get('/roles/2?include=users'))).toEqual(['2']);
  });
});

describe('PATCH /roles/{role_id}', () => {
  it('changes the sent attributes, and a new name takes effect at once', async () => {
    const { id } = await create();
    const name = nameOf();
    expect(dataOf(await patch(id, { name })).attributes['name']).toBe(name);
    expect(dataOf(await test.reader.get(`/roles/${name}`)).id).toBe(id);
    expect((await test.admin.get(`/users?filter[roles]=${name}`)).status).toBe(200);
    const same = await patch(id, { name });
    expect(String(same.headers['etag'])).toMatch(/^"2\./);
  });

  it('accepts a priority from admins only, and keeps that of role 1', async () => {
    const { id } = await create();
    expect(dataOf(await patch(id, {}, { meta: { priority: 7 } })).meta['priority']).toBe(7);
    expect((await patch(id, {}, { meta: { priority: -1 } })).status).toBe(400);
  });

  it('refuses an unchangeable role, until an admin clears the flag (D57)', async () => {
    const { id } = await create({ unchangeable: true });
    expect(errorCodes(await patch(id, { description: 'x' }))[0]).toBe('immutable');
    expect(errorCodes(await patch(id, { unchangeable: true }))[0]).toBe('immutable');
    expect(errorCodes(await test.admin.delete(`/roles/${id}`))[0]).toBe('immutable');
    const cleared = await patch(id, { unchangeable: false, description: 'x' });
    expect(dataOf(cleared).attributes).toMatchObject({ unchangeable: false, description: 'x' });
    expect((await test.admin.delete(`/roles/${id}`)).status).toBe(204);
  });

  it('refuses priority 0, which only the role admin has (D840)', async () => {
    const { id } = await create();
    const answer = await test.admin.patch(`/roles/${id}`, { data: { type: 'roles', id, meta: { priority: 0 } } });
    expect([answer.status, errorSources(answer)]).toEqual([400, ['/data/meta/priority']]);
    const made = { type: 'roles', attributes: { name: 'wombats' }, meta: { priority: 0 } };
    expect((await test.admin.post('/roles', { data: made })).status).toBe(400);
  });

  it('checks If-Match, and refuses wrong ids, names and callers', async () => {
    const { id } = await create();
    const tag = { 'If-Match': '"99.x"' };
    expect((await test.admin.patch(`/roles/${id}`, body({ description: 'x' }, { id }), tag)).status).toBe(412);
    expect((await test.admin.delete(`/roles/${id}`, tag)).status).toBe(412);
    expect((await patch(id, {}, { id: '1' })).status).toBe(409);
    expect((await patch(id, { name: 'Bad Name' })).status).toBe(400);
    expect(errorCodes(await patch(id, { name: 'editor' }))[0]).toBe('already_exists');
    expect((await patch(id, { description: 'x' }, {}, test.editor)).status).toBe(403);
    expect((await patch('999', {})).status).toBe(404);
  });
});

describe('DELETE /roles/{role_id}', () => {
  it('removes it from users, with a change row for each', async () => {
    const { id } = await create();
    const users = await Promise.all([newUser(), newUser(), newUser()]);
    await test.admin.post(usersPath(id), { data: users.map((each) => user(each.id)) });
    expect((await test.admin.delete(`/roles/${id}`)).status).toBe(204);
    expect((await test.admin.get(`/roles/${id}`)).status).toBe(404);
    expect((await test.admin.delete(`/roles/${id}`)).status).toBe(404);
    const { store } = test.service.services;
    for (const each of users) {
      expect((await store.documents('users').findOne({ _id: Number(each.id) }))?.['role_ids']).toEqual([]);
      const rows = await store.changes.find({ resource_id: each.id }).sort({ _id: 1 }).toArray();
      expect(rows.at(-1)?.changed).toEqual({ roles: [] });
    }
  });

  it('restricts objects that only it could read to administrators (D107)', async () => {
    const { access, store } = test.service.services;
    const { id } = await create();
    const role_id = Number(id);
    const reopen = await closeEndpoint(test, 'locations');
    const now = new Date();
    const kept = { revision: 1, created: now, modified: now };
    const rule = { application_id: null, role_id, anonymous: false, read: true, write: true, ...kept } as const;
    await access.change(async (transaction) => {
      await store.endpoints.insertOne(
        { _id: 900, name: 'locations', description: null, enabled: true, object_type_id: null, ...kept },
        { session: transaction },
      );
      await store.endpointPermissions.insertOne({ _id: 900, endpoint_id: 900, ...rule }, { session: transaction });
      const always = { visible_from: now, visible_to: now };
      const object = {
        type: 'documents',
        status: 'on' as const,
        ...always,
        trashed: false,
        created_by: 1,
        audiences: ['dated'],
      };
      const row = { permission: 'read' as const, ...kept, object };
      const rows = [
        { _id: 900, object_id: 5000, role_id, ...row },
        { _id: 901, object_id: 5001, role_id, ...row },
        { _id: 902, object_id: 5001, role_id: 2, ...row },
      ];
      await store.objectPermissions.insertMany(rows, { session: transaction });
    });
    expect((await test.editor.get('/locations')).status).toBe(403);
    expect((await test.admin.delete(`/roles/${id}`)).status).toBe(204);
    expect((await test.editor.get('/locations')).status).toBe(403);
    expect((await test.anonymous.get('/locations')).status).toBe(401);
    expect(await store.endpointPermissions.countDocuments({ role_id })).toBe(0);
    await reopen();
    const rows = await store.objectPermissions.find({}).sort({ _id: 1 }).toArray();
    expect(rows.map((row) => [row.object_id, row.role_id])).toEqual([
      [5000, 1],
      [5001, 2],
    ]);
  });

  it('refuses role 1', async () => {
    expect(errorCodes(await test.admin.delete('/roles/1'))[0]).toBe('immutable');
    expect(errorCodes(await test.admin.delete('/roles/admin'))[0]).toBe('immutable');
  });
});

describe('/roles/{role_id}/relationships/users', () => {
  it('gives the role to users and removes it', async () => {
    const { id } = await create();
    const [a, b, c] = await Promise.all([newUser(), newUser(), newUser()]);
    if (!a || !b || !c) throw new Error('no users');
    const ids = async () => idsOf(await test.admin.get(`/roles/${id}/users?sort=id`)).sort();
    expect((await test.admin.post(usersPath(id), { data: user(a.id) })).status).toBe(200);
    const unames = [user(String(b.attributes['uname'])), user(c.id), user(c.id)];
    expect((await test.admin.post(usersPath(id), { data: unames })).status).toBe(200);
    expect((await test.admin.post(usersPath(id), { data: unames })).status).toBe(200);
    expect(await ids()).toEqual([a.id, b.id, c.id].sort());
    expect(idsOf(await test.admin.get(usersPath(id)))).toHaveLength(3);
    expect((await test.admin.patch(usersPath(id), { data: [user(b.id)] })).status).toBe(200);
    expect((await test.admin.patch(usersPath(id), { data: [user(b.id)] })).status).toBe(204);
    expect(await ids()).toEqual([b.id]);
    expect((await test.admin.delete(usersPath(id), {}, { data: user(b.id) })).status).toBe(200);
    expect(await ids()).toEqual([]);
  });

  it('changes nothing when one of the users is unknown', async () => {
    const { id } = await create();
    const { id: userId } = await newUser();
    expect((await test.admin.post(usersPath(id), { data: [user(userId), user('99999')] })).status).toBe(404);
    expect((await test.admin.post(usersPath(id), { data: [{ type: 'roles', id: '1' }] })).status).toBe(409);
    expect((await test.admin.post(usersPath('999'), { data: user(userId) })).status).toBe(404);
    expect((await test.admin.post(usersPath(id), { data: user(userId) }, { 'If-Match': '"9.x"' })).status).toBe(412);
    expect((await test.editor.post(usersPath(id), { data: user('2') })).status).toBe(403);
    expect(idsOf(await test.admin.get(`/roles/${id}/users`))).toEqual([]);
  });

  it('shows the users that the caller sees, without private attributes', async () => {
    expect(idsOf(await test.reader.get('/roles/1/users'))).toEqual([]);
    expect(idsOf(await test.reader.get(usersPath('1')))).toEqual([]);
    const response = await test.editor.get('/roles/1/users?filter[username]=admin');
    expect(idsOf(response)).toEqual(['1']);
    expect(response.text).not.toContain('last_login');
    expect((await test.editor.get('/roles/1/users?filter[blocked]=false')).status).toBe(400);
    expect((await test.anonymous.get('/roles/1/users')).status).toBe(401);
  });
});
