// Permissions to read versions, and to restore them (D506).
import { describe, expect, it } from 'vitest';
import { type Client, serviceForTests } from '../../support/service.ts';
import { at, attributesOf, list, numbers, patch, read, restore } from '../../support/database/versions.ts';

const test = serviceForTests({ env: { JWT_TTL: '9999d' } });

describe('visibility of versions', () => {
  it('callers who see the object see the states in which it was visible to them', async () => {
    const made = await test.editor.create('/documents', { title: 'Not for all', status: 'draft' });
    for (const client of [test.anonymous, test.reader]) {
      expect((await client.get(at(made))).status).toBe(404);
      expect((await client.get(at(made, '/1'))).status).toBe(404);
    }
    await patch(test.editor, made, { title: 'For all', status: 'on' });
    await patch(test.editor, made, { body: 'Text' });
    for (const client of [test.anonymous, test.reader]) {
      const { data, meta } = await list(client, made);
      expect([data.map((each) => each.meta.number), meta.pagination.count]).toEqual([[2, 3], 2]);
      expect((await client.get(at(made, '/1'))).status).toBe(404);
      expect((await read(client, made, 2)).attributes).toMatchObject({ title: 'For all' });
      expect((await client.get(at(made, '/2?compare=1'))).body).toMatchObject({ errors: [{ code: 'not_found' }] });
    }
    expect(await numbers(test.editor, made)).toEqual([1, 2, 3]);
  });

  it('authors see all versions of their objects, others those within publication dates', async () => {
    const role = Number((await test.admin.create('/roles', { name: 'authors' })).id);
    const rule = { endpoint_id: null, application_id: null, role_id: role, read: true, write: 'mine' };
    await test.admin.create('/admin/endpoint_permissions', rule);
    const [author, other] = [await test.addClient('author', [role]), await test.addClient('other', [role])];
    const made = await author.create('/documents', { title: 'Draft', status: 'draft' });
    await patch(author, made, { title: 'Later', status: 'on', publish_start: '2099-01-01T00:00:00Z' });
    await patch(author, made, { title: 'Now', publish_start: null });
    expect(await numbers(author, made)).toEqual([1, 2, 3]);
    for (const client of [other, test.anonymous]) {
      expect(await numbers(client, made)).toEqual([3]);
      for (const number of [1, 2]) expect((await client.get(at(made, `/${number}`))).status).toBe(404);
    }
    expect((await restore(other, made, 3)).status).toBe(403);
    expect((await restore(author, made, 1)).status).toBe(200);
    expect((await other.get(at(made))).status).toBe(404);
  });

  it('only callers who may change the object restore it', async () => {
    const made = await test.editor.create('/documents', { title: 'One', status: 'on' });
    await patch(test.editor, made, { title: 'Two' });
    expect((await restore(test.anonymous, made, 1)).status).toBe(401);
    expect((await restore(test.reader, made, 1)).status).toBe(403);
    await test.admin.create('/object_permissions', { object_id: Number(made.id), role_id: 1, permission: 'write' });
    expect((await restore(test.editor, made, 1)).status).toBe(403);
    expect(await numbers(test.editor, made)).toEqual([1, 2, 3]);
    expect((await restore(test.admin, made, 1)).status).toBe(200);
  });

  it('objects for certain roles have versions for these roles only', async () => {
    const made = await test.admin.create('/documents', { title: 'One', status: 'on' });
    await test.admin.create('/object_permissions', { object_id: Number(made.id), role_id: 1, permission: 'read' });
    for (const path of [at(made), at(made, '/1')]) expect((await test.editor.get(path)).status).toBe(403);
    expect((await test.anonymous.get(at(made, '/1'))).status).toBe(401);
    expect(await numbers(test.admin, made)).toEqual([1, 2]);
  });
});

describe('versions of users', () => {
  const account = {
    username: 'wilma',
    password: 'a long password',
    uname: 'wilma',
    email: 'w@example.org',
    surname: 'W',
    status: 'on',
  };

  it('show no secrets, and private attributes only to admins and the user', async () => {
    const made = await test.admin.create('/users', account);
    await patch(test.admin, made, { password: 'another long one', email: 'new@example.org' });
    const [ofEditor, ofAdmin] = [await read(test.editor, made, 1), await read(test.admin, made, 1, 'compare=2')];
    expect(ofAdmin.attributes).toMatchObject({ username: 'wilma', email: 'w@example.org' });
    expect(ofAdmin.meta.differences).toEqual({ email: { value: 'w@example.org', other: 'new@example.org' } });
    expect(ofEditor.attributes).not.toHaveProperty('email');
    const changed = async (client: Client) => (await list(client, made)).data[1]?.meta.changed.sort();
    expect(await changed(test.admin)).toEqual(expect.arrayContaining(['email', 'password']));
    expect(await changed(test.editor)).not.toContain('email');
    expect(JSON.stringify([ofEditor, ofAdmin])).not.toMatch(/ long/);
    expect((await test.anonymous.get(at(made))).status).toBe(401);
    expect((await test.reader.get(at(made))).status).toBe(404);
  });

  it('are restored as by PATCH: names remain unique, passwords unchanged', async () => {
    const made = await test.admin.create('/users', {
      ...account,
      username: 'betty',
      uname: 'betty',
      email: 'b@example.org',
    });
    await patch(test.admin, made, { username: 'betty2', surname: 'B', password: 'another long one' });
    const taken = await test.admin.create('/users', {
      ...account,
      username: 'betty',
      uname: 'b2',
      email: 'b2@example.org',
    });
    const refused = await restore(test.admin, made, 1);
    expect(refused.body).toMatchObject({ errors: [{ source: { pointer: '/data/attributes/username' } }] });
    await patch(test.admin, taken, { username: 'freed' });
    const answer = await restore(test.admin, made, 1);
    expect(answer.body).toMatchObject({ data: { type: 'users', attributes: { username: 'betty', surname: 'W' } } });
    expect(answer.headers['etag']).toBe((await test.admin.get(`/users/${made.id}`)).headers['etag']);
    const signIn = (password: string) =>
      test.anonymous.request('post', '/auth', (request) =>
        request.set('Content-Type', 'application/json').send(JSON.stringify({ username: 'betty', password })),
      );
    expect((await signIn('another long one')).status).toBe(200);
    expect((await signIn(account.password)).status).toBe(401);
    expect((await restore(test.editor, made, 1)).status).toBe(403);
  });

  it('the first user has versions from the start', async () => {
    const first = { type: 'users', id: '1' };
    const { data } = await list(test.admin, first);
    expect(data[0]?.meta).toMatchObject({ number: 1, user_action: 'create', user_id: null });
    expect((await read(test.admin, first, 1)).attributes).toEqual(await attributesOf(test.admin, first));
  });
});
