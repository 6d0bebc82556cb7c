// Purged users: their remaining data, and the protection of their names (D163, D539).
import { describe, expect, it } from 'vitest';
import { type Client, PASSWORD, type ResourceData, serviceForTests } from '../../support/service.ts';
import { assertTotals, everything } from '../../support/database/stored.ts';
import { faultLines } from '../../support/database/verified.ts';

const test = serviceForTests();

const store = () => test.service.services.store;
const create = (attributes: Record<string, unknown> = {}): Promise<ResourceData> =>
  test.editor.create('/documents', { title: 'A document', status: 'on', ...attributes });

describe('a purged user', () => {
  let counter = 0;
  const person = async (more: object = {}) => {
    const username = `gone${++counter}`;
    return test.admin.create('/users', {
      username,
      password: PASSWORD,
      uname: `user-${username}`,
      email: `${username}@example.org`,
      name: 'Ada',
      surname: `Lovelace${counter}`,
      status: 'on',
      ...more,
    });
  };
  const signIn = async (username: string): Promise<Client['get']> => {
    const headers = { 'Content-Type': 'application/json' };
    const response = await test.anonymous.post('/auth', { username, password: PASSWORD }, headers);
    const { jwt } = (response.body as { meta: { jwt: string } }).meta;
    return (path) => test.anonymous.get(path, { Authorization: `Bearer ${jwt}` });
  };
  const asUser = async (username: string) => {
    const headers = { 'Content-Type': 'application/json' };
    const response = await test.anonymous.post('/auth', { username, password: PASSWORD }, headers);
    const { jwt } = (response.body as { meta: { jwt: string } }).meta;
    return { Authorization: `Bearer ${jwt}` };
  };
  const purge = async (id: string): Promise<void> => {
    expect((await test.admin.delete(`/users/${id}`)).status).toBe(204);
    expect((await test.admin.delete(`/trash/${id}`)).status).toBe(204);
  };
  const provider = async () => (await test.admin.create('/admin/auth_providers', { name: `provider${++counter}` })).id;

  it('who wrote nothing is removed with all data of the user', async () => {
    const auth_provider_id = Number(await provider());
    const before = await everything(store());
    const { id, attributes } = await person();
    const read = await signIn(String(attributes['username']));
    // Changing the own record needs no other write permission.
    const headers = { ...(await asUser(String(attributes['username']))), 'Content-Type': 'application/json' };
    expect((await test.anonymous.patch('/auth/user', { pseudonym: 'A.' }, headers)).status).toBe(200);
    await test.admin.create('/admin/external_auth', {
      user_id: Number(id),
      auth_provider_id,
      provider_username: 'ada.elsewhere',
    });
    await test.admin.post(`/users/${id}/relationships/roles`, { data: { type: 'roles', id: '2' } });
    await purge(id);
    expect((await read('/auth/user')).status).toBe(401);
    const after = await everything(store());
    for (const name of Object.keys(before)) expect([name, after[name]]).toEqual([name, before[name]]);
    expect(await store().refreshTokens.countDocuments({ user_id: Number(id) })).toBe(0);
    expect(JSON.stringify(await store().changes.find().toArray())).not.toMatch(/Lovelace|ada\.elsewhere|gone\d+@/);
    await assertTotals(store(), 'users');
  });

  it('who wrote something remains as an author without a name, whose names are free again', async () => {
    const { id, attributes } = await person({ birthdate: '1815-12-10', extra: { note: 'Byron' } });
    const username = String(attributes['username']);
    await test.admin.post(`/users/${id}/relationships/roles`, { data: { type: 'roles', id: '2' } });
    const headers = await asUser(username);
    const body = { data: { type: 'documents', attributes: { title: 'By Ada', status: 'on' } } };
    const document = ((await test.anonymous.post('/documents', body, headers)).body as { data: ResourceData }).data;
    await purge(id);
    await assertTotals(store(), 'users');
    const left = await store()
      .documents('users')
      .findOne({ _id: Number(id) });
    expect(left).toMatchObject({
      username: `__deleted-${id}`,
      uname: `__deleted-${id}`,
      title: null,
      locked: true,
      trashed: true,
      status: 'off',
      role_ids: [],
    });
    const row = await store().objects.findOne({ _id: Number(id) });
    const changes = await store().changes.find({ resource_id: id }).toArray();
    // As a word: a hash may have these letters.
    const personal = new RegExp(String.raw`\bAda\b|Lovelace|Byron|1815-12|${username}`, 'i');
    expect(JSON.stringify([left, row, changes])).not.toMatch(personal);
    expect(row?.search).toEqual({ title: '', description: '', text: '' });
    const remaining = ['usernames', 'user_emails', 'refresh_tokens', 'external_auth'].map((name) =>
      store()
        .db.collection(name)
        .countDocuments({ user_id: Number(id) }),
    );
    expect(await Promise.all(remaining)).toEqual([0, 0, 0, 0]);
    expect(await store().credentials.findOne({ _id: Number(id) })).toBeNull();
    // Their objects keep the author.
    const written = (await test.anonymous.get(`/documents/${document.id}`)).body as { data: ResourceData };
    expect(written.data.meta['created_by']).toBe(Number(id));
    expect(await faultLines(test)).toEqual([]);
    // The author is in no list, and cannot be fetched, restored or purged.
    for (const path of [`/users/${id}`, `/trash/${id}`, `/trash/__deleted-${id}`]) {
      expect((await test.admin.get(path)).status).toBe(404);
    }
    expect(JSON.stringify((await test.admin.get('/trash?page_size=100')).body)).not.toContain('__deleted');
    expect((await test.admin.patch(`/trash/${id}`, { data: { id, type: 'users' } })).status).toBe(404);
    expect((await test.admin.delete(`/trash/${id}`)).status).toBe(404);
    // Names and address are free.
    const again = await test.admin.create('/users', { ...attributes, username, password: PASSWORD });
    expect(again.attributes).toMatchObject({ username, email: `${username}@example.org`, uname: `user-${username}` });
  });

  it('cannot be the first one, who is never in the trash', async () => {
    expect((await test.admin.delete('/users/1')).status).toBe(403);
    expect((await test.admin.delete('/trash/1')).status).toBe(404);
    expect((await test.admin.delete('/trash?ids=1')).status).toBe(204);
    expect((await test.admin.get('/users/1')).status).toBe(200);
  });
});

describe('names of purged users', () => {
  it.each(['__deleted-5', '__DELETED-x'])('%s is refused as a uname, on create and on change', async (uname) => {
    const { id } = await create();
    const attributes = { uname };
    for (const response of [
      await test.editor.post('/documents', { data: { type: 'documents', attributes } }),
      await test.editor.patch(`/documents/${id}`, { data: { id, type: 'documents', attributes } }),
      await test.admin.patch('/users/1', { data: { id: '1', type: 'users', attributes } }),
    ]) {
      expect(response.status).toBe(400);
      expect(response.text).toContain('[uname.reserved]');
    }
    const user = { data: { id: '1', type: 'users', attributes: { username: uname } } };
    expect((await test.admin.patch('/users/1', user)).text).toContain('[username.reserved]');
  });

  it('are not made from titles either', async () => {
    const { attributes } = await create({ title: '__deleted-7' });
    expect(String(attributes['uname'])).toMatch(/^deleted-7/);
  });
});
