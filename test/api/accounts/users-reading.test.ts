import { describe, expect, it } from 'vitest';
import { type Client, errorCodes, type ResourceData, serviceForTests } from '../../support/service.ts';
import { userTools } from '../../support/accounts/users.ts';

const test = serviceForTests({ env: { JWT_TTL: '30d' } });

const { create, usernameOf, dataOf, listOf, signIn } = userTools(() => test);

describe('GET /users', () => {
  it('shows all users to admins and editors, and only themselves to others', async () => {
    const user = await create();
    const ids = async (client: Client) =>
      listOf(await client.get('/users?page_size=100')).map((each) => usernameOf(each));
    expect(await ids(test.admin)).toEqual(expect.arrayContaining(['admin', 'editor', 'reader', usernameOf(user)]));
    expect(await ids(test.editor)).toEqual(expect.arrayContaining(['admin', 'editor', 'reader', usernameOf(user)]));
    expect(await ids(test.reader)).toEqual(['reader']);
    expect((await test.anonymous.get('/users')).status).toBe(401);
    const all = await test.admin.get('/objects?page_size=100');
    expect(listOf(all).filter(({ type }) => type === 'users')).toEqual([]);
    expect((await test.admin.get(`/objects/${user.id}`)).status).toBe(404);
  });

  it('shows private attributes only to admins and the user concerned (D19)', async () => {
    const user = await create({ email: 'secret.mail@example.com', phone: '555', name: 'Emmy' });
    const own = await signIn(usernameOf(user));
    for (const client of [test.admin, own]) {
      const { attributes, meta } = dataOf(await client.get(`/users/${user.id}`));
      expect(attributes).toMatchObject({ email: 'secret.mail@example.com', phone: '555' });
      expect(meta).toMatchObject({ blocked: false, num_login_err: 0 });
      expect(meta['last_login']).not.toBeNull();
    }
    for (const path of [`/users/${user.id}`, '/users?page_size=100', '/roles/2?include=users']) {
      const response = await test.editor.get(path);
      expect(response.status).toBe(200);
      expect(response.text).not.toContain('secret.mail');
    }
    const { attributes, meta } = dataOf(await test.editor.get(`/users/${user.id}`));
    expect(attributes).toMatchObject({ name: 'Emmy', username: usernameOf(user) });
    for (const name of ['email', 'phone', 'user_preferences']) expect(attributes).not.toHaveProperty(name);
    for (const name of ['blocked', 'last_login', 'num_login_err', 'verified']) expect(meta).not.toHaveProperty(name);
  });

  it('does not let others filter, sort or search by private attributes', async () => {
    await create({ email: 'findme@example.org' });
    for (const client of [test.editor, test.reader]) {
      for (const query of ['filter[email]=findme@example.org', 'filter[email][like]=findme', 'filter[blocked]=false']) {
        expect(errorCodes(await client.get(`/users?${query}`))[0]).toBe('invalid_filter');
      }
      expect(errorCodes(await client.get('/users?sort=email'))[0]).toBe('unsupported_sort');
      expect(errorCodes(await client.get('/users?q=person1&sort=-last_login'))[0]).toBe('unsupported_sort');
      expect(listOf(await client.get('/users?q=findme'))).toEqual([]);
    }
    expect(listOf(await test.admin.get('/users?filter[email]=findme@example.org')).length).toBe(1);
    expect((await test.admin.get('/users?sort=-last_login')).status).toBe(200);
  });

  it('finds by user name and name, filters by roles, and counts the matches', async () => {
    const user = await create({ name: 'Rosalind', surname: 'Franklin' });
    const ids = async (query: string) => listOf(await test.editor.get(`/users?${query}`)).map(({ id }) => id);
    expect(await ids('q=rosalind')).toEqual([user.id]);
    expect(await ids(`q=${usernameOf(user)}`)).toEqual([user.id]);
    await test.admin.create('/roles', { name: 'chemists' });
    await test.admin.post(`/users/${user.id}/relationships/roles`, { data: { type: 'roles', id: 'chemists' } });
    expect(await ids('filter[roles]=chemists')).toEqual([user.id]);
    expect(await ids('filter[roles]=chemists&q=franklin')).toEqual([user.id]);
    expect(await ids('filter[roles][]=1&filter[roles][]=chemists')).toEqual(['1', user.id]);
    expect(await ids('filter[roles]=unknown')).toEqual([]);
    expect(await ids('filter[mine]')).toEqual(['2']);
    expect(await ids(`filter[username]=${usernameOf(user)}`)).toEqual([user.id]);
    for (const query of ['filter[roles]=', 'filter[roles][x]=1', 'filter[nothing]=1']) {
      expect(errorCodes(await test.admin.get(`/users?${query}`))[0]).toBe('invalid_filter');
    }
    const page = (await test.admin.get('/users?filter[roles]=chemists')).body as { meta: { pagination: object } };
    expect(page.meta.pagination).toMatchObject({ count: 1 });
  });

  it('includes roles', async () => {
    const response = await test.admin.get('/users/1?include=roles');
    expect(response.body).toMatchObject({
      data: { relationships: { roles: { data: [{ type: 'roles', id: '1' }] } } },
      included: [{ type: 'roles', id: '1', attributes: { name: 'admin' } }],
    });
    const list = (await test.editor.get('/users?include=roles')).body as { included: ResourceData[] };
    expect(list.included.map(({ id }) => id)).toEqual(expect.arrayContaining(['1', '2']));
    expect((await test.admin.get('/users?include=nothing')).status).toBe(400);
    const nested = (await test.admin.get('/users/1?include=roles.users')).body as { included: ResourceData[] };
    expect(nested.included.map(({ type }) => type)).toEqual(['roles']);
  });

  it('with ?id returns one user, or its roles (D42)', async () => {
    for (const id of ['1', 'user-admin']) {
      const { body: one } = await test.admin.get(`/users?id=${id}&fields=username`);
      expect(one).toMatchObject({ data: { id: '1', attributes: { username: 'admin' } } });
      const { body: some } = await test.admin.get(`/users?id=${id}/roles`);
      expect(some).toMatchObject({ data: [{ type: 'roles', id: '1' }], meta: { pagination: { count: 1 } } });
    }
    expect((await test.admin.get('/users?id=99999')).status).toBe(404);
    expect((await test.admin.get('/users?id=99999/roles')).status).toBe(404);
    expect((await test.reader.get('/users?id=1')).status).toBe(404);
    for (const id of ['', '1/other', '1/roles/2', '/roles']) {
      expect([id, (await test.admin.get(`/users?id=${encodeURIComponent(id)}`)).status]).toEqual([id, 400]);
    }
  });

  it.each(['page=2', 'page_size=5', 'limit=5', 'sort=nothing', 'filter[id]=2', 'q=nobody', 'page[after]='])(
    'with ?id refuses %s, which has no effect (D807)',
    async (parameter) => {
      for (const path of ['/users', '/roles']) {
        const response = await test.admin.get(`${path}?id=1&${parameter}`);
        expect([response.status, errorCodes(response)[0]]).toEqual([400, 'unknown_parameter']);
      }
    },
  );
});

describe('GET /users/{user_id}', () => {
  it('is 404 for another user when the caller sees only itself, and for objects that are not users', async () => {
    expect((await test.reader.get('/users/1')).status).toBe(404);
    expect((await test.reader.get('/users/user-reader')).status).toBe(200);
    expect((await test.editor.get('/users/1')).status).toBe(200);
    expect((await test.anonymous.get('/users/1')).status).toBe(401);
    const document = await test.editor.create('/documents', { title: 'No user' });
    expect((await test.admin.get(`/users/${document.id}`)).status).toBe(404);
    expect((await test.admin.get('/users/__proto__')).status).toBe(404);
  });

  it('is 304 until the shown values change, also by a sign-in', async () => {
    const user = await create();
    const path = `/users/${user.id}`;
    const headers = { Host: 'localhost' };
    const tag = String((await test.admin.get(path, headers)).headers['etag']);
    expect((await test.admin.get(path, { ...headers, 'If-None-Match': tag })).status).toBe(304);
    await signIn(usernameOf(user));
    expect((await test.admin.get(path, { ...headers, 'If-None-Match': tag })).status).toBe(200);
    expect((await test.editor.get(path, headers)).headers['etag']).not.toBe(tag);
  });
});
