import { describe, expect, it } from 'vitest';
import { errorCodes, JSON_API, serviceForTests } from '../../support/service.ts';
import { userTools } from '../../support/accounts/users.ts';

const test = serviceForTests({ env: { JWT_TTL: '30d' } });

const { nameOf, attributesOf, body, create, usernameOf, patch, dataOf, auth, renew, signIn } = userTools(() => test);

describe('PATCH /users/{user_id}', () => {
  it('changes attributes, custom ones too, and writes nothing without a change (D46)', async () => {
    await test.admin.create('/model/properties', {
      object_type_name: 'users',
      name: 'badge_number',
      property_type_name: 'integer',
    });
    const user = await create();
    const response = await patch(user.id, { name: 'Sofia', badge_number: 7 });
    expect(dataOf(response).attributes).toMatchObject({ name: 'Sofia', badge_number: 7 });
    const before = await test.service.services.store.changes.countDocuments();
    const again = await patch(user.id, { name: 'Sofia', username: usernameOf(user) });
    expect([again.status, String(again.headers['etag'])]).toEqual([200, expect.stringMatching(/^"2\./)]);
    expect(await test.service.services.store.changes.countDocuments()).toBe(before);
  });

  it('with a new password makes the old one invalid, and ends all sessions (D16)', async () => {
    const user = await create();
    const session = await signIn(usernameOf(user));
    expect((await renew(session.renew)).status).toBe(200);
    test.clock.advance(60_000);
    const response = await patch(user.id, { password: 'a new password' });
    expect(dataOf(response).meta['password_modified']).toBe(dataOf(response).meta['modified']);
    expect((await renew(session.renew)).status).toBe(401);
    expect((await auth(usernameOf(user))).status).toBe(401);
    await signIn(usernameOf(user), 'a new password');
  });

  it('changes names: the old ones become free, the new ones are taken', async () => {
    const user = await create({ email: `${nameOf()}@example.com` });
    const [oldName, oldEmail] = [usernameOf(user), String(user.attributes['email'])];
    const newName = nameOf();
    expect((await patch(user.id, { username: newName, email: null })).status).toBe(200);
    expect((await auth(oldName)).status).toBe(401);
    await signIn(newName.toUpperCase());
    const other = await create({ username: oldName, email: oldEmail, uname: nameOf() });
    const clash = await patch(user.id, { username: oldName.toUpperCase(), email: oldEmail });
    expect([clash.status, ...errorCodes(clash)]).toEqual([400, 'already_exists', 'already_exists', 'already_exists']);
    expect((await patch(other.id, { username: oldName.toUpperCase() })).status).toBe(200);
    await signIn(oldName);
  });

  it('gives a name in concurrent requests to only one user', async () => {
    const users = await Promise.all([create(), create(), create()]);
    const wanted = nameOf();
    const responses = await Promise.all(users.map(({ id }) => patch(id, { username: wanted })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const { store } = test.service.services;
    const row = await store.usernames.findOne({ _id: wanted });
    const winner = users[responses.findIndex(({ status }) => status === 200)];
    expect(String(row?.user_id)).toBe(winner?.id);
    expect(await store.usernames.countDocuments({ user_id: { $in: users.map(({ id }) => Number(id)) } })).toBe(3);
  });

  it('blocks at once: no token works, and refresh tokens end permanently', async () => {
    const user = await create();
    const session = await signIn(usernameOf(user));
    expect((await session.get('/auth/user')).status).toBe(200);
    const blocked = await patch(user.id, {}, { meta: { blocked: true } });
    expect(dataOf(blocked).meta['blocked']).toBe(true);
    expect((await session.get('/auth/user')).status).toBe(401);
    expect((await renew(session.renew)).status).toBe(401);
    expect((await auth(usernameOf(user))).status).toBe(401);
    expect((await patch(user.id, {}, { meta: { blocked: false } })).status).toBe(200);
    expect((await renew(session.renew)).status).toBe(401);
    expect((await session.get('/auth/user')).status).toBe(401);
    const next = await signIn(usernameOf(user));
    expect((await next.get('/auth/user')).status).toBe(200);
    expect((await patch(user.id, { status: 'off' })).status).toBe(200);
    expect((await next.get('/auth/user')).status).toBe(401);
  });

  it('checks If-Match, and refuses wrong ids, types and callers', async () => {
    const user = await create();
    const stale = { 'If-Match': '"99.x"', 'Content-Type': JSON_API };
    const content = body({ name: 'Ann' }, { id: user.id });
    expect((await test.admin.patch(`/users/${user.id}`, content, stale)).status).toBe(412);
    expect((await test.admin.delete(`/users/${user.id}`, { 'If-Match': '"99.x"' })).status).toBe(412);
    expect((await patch(user.id, {}, { id: '1' })).status).toBe(409);
    expect((await patch(user.id, {}, { type: 'profiles' })).status).toBe(409);
    expect((await test.admin.patch(`/users/${user.id}`, body({}))).status).toBe(400);
    expect((await patch(user.id, { name: 'Ann' }, {}, test.editor)).status).toBe(403);
    expect((await patch('3', { status: 'on' }, {}, test.reader)).status).toBe(403);
    expect((await patch('99999', {})).status).toBe(404);
    for (const attributes of [{ username: null }, { password: null }, { email: 'x' }, { name: '<b>' }]) {
      expect((await patch(user.id, attributes)).status).toBe(400);
    }
  });

  it('keeps status and uname of a locked user', async () => {
    const user = await create();
    expect((await patch(user.id, {}, { meta: { locked: true } })).status).toBe(200);
    expect(errorCodes(await patch(user.id, { status: 'off' }))[0]).toBe('locked');
    expect(errorCodes(await test.admin.delete(`/users/${user.id}`))[0]).toBe('locked');
    expect((await patch(user.id, { name: 'Still' })).status).toBe(200);
  });
});

describe('DELETE /users/{user_id}', () => {
  it('ends all sessions of the user, and keeps the names', async () => {
    const user = await create({ email: `${nameOf()}@example.com` });
    const session = await signIn(usernameOf(user));
    expect((await test.admin.delete(`/users/${user.id}`)).status).toBe(204);
    expect((await test.admin.get(`/users/${user.id}`)).status).toBe(404);
    expect((await test.admin.delete(`/users/${user.id}`)).status).toBe(404);
    expect((await session.get('/auth/user')).status).toBe(401);
    expect((await renew(session.renew)).status).toBe(401);
    expect((await auth(usernameOf(user))).status).toBe(401);
    const again = await test.admin.post('/users', body(attributesOf(nameOf(), { username: usernameOf(user) })));
    expect([again.status, errorCodes(again)[0]]).toEqual([400, 'already_exists']);
    const email = await test.admin.post('/users', body(attributesOf(nameOf(), { email: user.attributes['email'] })));
    expect(email.status).toBe(400);
  });

  it('refuses user 1, and one’s own account', async () => {
    expect(errorCodes(await test.admin.delete('/users/1'))[0]).toBe('immutable');
    const user = await create();
    await test.admin.post(`/users/${user.id}/relationships/roles`, { data: { type: 'roles', id: '1' } });
    const session = await signIn(usernameOf(user));
    const own = await session.delete(`/users/${user.id}`);
    expect([own.status, errorCodes(own as never)[0]]).toEqual([400, 'bad_request']);
    expect((await session.delete('/users/1')).status).toBe(403);
  });
});
