import { describe, expect, it } from 'vitest';
import { errorCodes, serviceForTests } from '../../support/service.ts';
import { userTools } from '../../support/accounts/users.ts';

const test = serviceForTests({ env: { JWT_TTL: '30d' } });

const { body, create, usernameOf, dataOf, roles, signIn } = userTools(() => test);

describe('/users/{user_id}/relationships/roles', () => {
  const path = (id: string) => `/users/${id}/relationships/roles`;
  const role = (id: string) => ({ type: 'roles', id });

  it('gives, replaces and removes roles, with effect on the next request', async () => {
    const user = await create();
    const session = await signIn(usernameOf(user));
    const write = () => session.post('/documents', { data: { type: 'documents', attributes: { title: 'Mine' } } });
    expect((await write()).status).toBe(403);
    const added = await test.admin.post(path(user.id), { data: role('editor') });
    expect([added.status, Object.keys(added.body as object)]).toEqual([200, ['links']]);
    expect((await write()).status).toBe(201);
    expect((await test.admin.post(path(user.id), { data: [role('2')] })).status).toBe(200);
    expect((await test.admin.patch(path(user.id), { data: [role('2')] })).status).toBe(204);
    expect((await test.admin.patch(path(user.id), { data: [role('1')] })).status).toBe(200);
    expect(await roles(user.id)).toEqual(['admin']);
    const links = await test.admin.get(path(user.id));
    expect(links.body).toMatchObject({
      data: [{ type: 'roles', id: '1' }],
      links: { available: expect.stringMatching(/\/roles$/) as unknown },
    });
    expect((await test.admin.delete(path(user.id), {}, { data: [role('1'), role('2')] })).status).toBe(200);
    expect((await test.admin.delete(path(user.id), {}, { data: role('1') })).status).toBe(200);
    expect(await roles(user.id)).toEqual([]);
    expect((await write()).status).toBe(403);
  });

  it('raises the revision, writes a change row, and checks If-Match', async () => {
    const user = await create();
    const { headers } = await test.admin.get(`/users/${user.id}`);
    const tag = { 'If-Match': String(headers['etag']) };
    expect((await test.admin.post(path(user.id), { data: role('2') }, tag)).status).toBe(200);
    expect((await test.admin.post(path(user.id), { data: role('1') }, tag)).status).toBe(412);
    const rows = await test.service.services.store.changes.find({ resource_id: user.id }).sort({ _id: 1 }).toArray();
    expect(rows.at(-1)).toMatchObject({ user_action: 'update', user_id: 1, changed: { roles: [2] } });
  });

  it('keeps the results of concurrent changes', async () => {
    const user = await create();
    const names = ['one_a', 'two_b', 'three_c', 'four_d'];
    await Promise.all(names.map((name) => test.admin.create('/roles', { name })));
    await Promise.all(names.map((name) => test.admin.post(path(user.id), { data: role(name) })));
    expect(((await roles(user.id)) as string[]).sort()).toEqual([...names].sort());
  });

  it('refuses unknown roles, other types, invalid bodies, and callers without permission', async () => {
    const user = await create();
    expect((await test.admin.post(path(user.id), { data: role('999') })).status).toBe(404);
    expect((await test.admin.post(path('99999'), { data: role('2') })).status).toBe(404);
    expect((await test.admin.post(path(user.id), { data: [{ type: 'users', id: '1' }] })).status).toBe(409);
    for (const data of [null, 'x', {}, [1], [{ type: 'roles' }]]) {
      expect([data, (await test.admin.post(path(user.id), { data })).status]).toEqual([data, 400]);
    }
    expect((await test.editor.post(path(user.id), { data: role('2') })).status).toBe(403);
    expect((await test.reader.post(path('3'), { data: role('1') })).status).toBe(403);
    expect((await test.anonymous.post(path(user.id), { data: role('2') })).status).toBe(401);
    expect(await roles(user.id)).toEqual([]);
  });

  it('does not remove role 1 from user 1, from either side', async () => {
    expect(errorCodes(await test.admin.delete(path('1'), {}, { data: role('1') }))[0]).toBe('immutable');
    expect(errorCodes(await test.admin.patch(path('1'), { data: [] }))[0]).toBe('immutable');
    const users = '/roles/1/relationships/users';
    expect(errorCodes(await test.admin.delete(users, {}, { data: { type: 'users', id: '1' } }))[0]).toBe('immutable');
    expect(errorCodes(await test.admin.patch(users, { data: [] }))[0]).toBe('immutable');
  });
});

describe('callers who may change users, but are not admins', () => {
  it('give no role that is stronger than theirs, and change no user who has one', async () => {
    const { access, store } = test.service.services;
    const { id: roleId } = await test.admin.create('/roles', { name: 'managers' });
    const { id: weakId } = await test.admin.create('/roles', { name: 'helpers' });
    const strong = { type: 'roles', id: roleId, attributes: {}, meta: { priority: 50 } };
    expect((await test.admin.patch(`/roles/${roleId}`, { data: strong })).status).toBe(200);
    const now = new Date();
    const rule = { application_id: null, role_id: Number(roleId), anonymous: false, read: true, write: true };
    const endpoints = await store.endpoints.find({ name: { $in: ['users', 'roles'] } }).toArray();
    await access.change(async (transaction) => {
      for (const [index, { _id }] of endpoints.entries()) {
        const row = { _id: 9000 + index, endpoint_id: _id, ...rule, revision: 1, created: now, modified: now };
        await store.endpointPermissions.insertOne(row, { session: transaction });
      }
    });
    const manager = await create();
    const user = await create();
    await test.admin.post(`/users/${manager.id}/relationships/roles`, { data: { type: 'roles', id: roleId } });
    const session = await signIn(usernameOf(manager));
    const give = (userId: string, role: string) =>
      session.post(`/users/${userId}/relationships/roles`, { data: { type: 'roles', id: role } });
    expect((await give(user.id, weakId)).status).toBe(200);
    expect((await give(user.id, '1')).status).toBe(403);
    expect((await give(manager.id, '1')).status).toBe(403);
    expect(
      (await session.post('/roles/1/relationships/users', { data: { type: 'users', id: manager.id } })).status,
    ).toBe(403);
    expect((await session.patch('/users/1', body({ password: 'taken over by us' }, { id: '1' }))).status).toBe(403);
    expect((await session.delete('/users/1')).status).toBe(403);
    expect((await session.patch(`/users/${user.id}`, body({ name: 'Fine' }, { id: user.id }))).status).toBe(200);
    const blocked = await session.patch(`/users/${user.id}`, body({}, { id: user.id, meta: { blocked: true } }));
    expect(blocked.status).toBe(403);
    const givenRole = { relationships: { roles: { data: [{ type: 'roles', id: '1' }] } } };
    expect((await session.patch(`/users/${user.id}`, body({}, { id: user.id, ...givenRole }))).status).toBe(403);
    expect(dataOf(await test.admin.get(`/users/${user.id}`)).meta['blocked']).toBe(false);
    expect((await session.delete('/roles/1')).status).toBe(403);
  });
});
