import { describe, expect, it } from 'vitest';
import { errorCodes, errorSources, PASSWORD, type ResourceData, serviceForTests } from '../../support/service.ts';
import { userTools, type Attributes } from '../../support/accounts/users.ts';

const test = serviceForTests({ env: { JWT_TTL: '30d' } });

const { nameOf, attributesOf, body, create, usernameOf, patch, dataOf, roles, auth, signIn } = userTools(() => test);

describe('POST /users', () => {
  it('creates a user who can sign in, and shows all attributes but the password', async () => {
    const response = await test.admin.post(
      '/users',
      body(attributesOf('ada', { name: 'Ada', surname: 'Lovelace', email: 'ada@example.com' })),
    );
    expect(response.status).toBe(201);
    const { id, attributes, meta } = dataOf(response);
    expect(response.headers['location']).toMatch(new RegExp(`/users/${id}$`));
    expect(attributes).toMatchObject({ username: 'ada', title: 'Ada Lovelace', uname: 'user-ada', status: 'on' });
    expect(attributes).toMatchObject({ email: 'ada@example.com', company: false });
    expect(meta).toMatchObject({
      blocked: false,
      verified: null,
      last_login: null,
      last_login_err: null,
      num_login_err: 0,
      locked: false,
      created_by: 1,
      external_auth: [],
    });
    expect(attributes).not.toHaveProperty('password');
    expect(response.text).not.toContain(PASSWORD);
    expect(response.body).toMatchObject({
      data: {
        relationships: { roles: { links: { related: expect.stringMatching(/\/users\/\d+\/roles$/) as unknown } } },
      },
      meta: { schema: { users: { revision: expect.any(String) as unknown } } },
    });
    await signIn('ada');
  });

  it('creates drafts, who cannot sign in, unless a status is given', async () => {
    const user = await create({ status: undefined });
    expect(user.attributes['status']).toBe('draft');
    expect((await auth(usernameOf(user))).status).toBe(401);
  });

  it.each(['username', 'password', 'uname'])('refuses a user without %s (D11)', async (name) => {
    const attributes = attributesOf(nameOf());
    delete attributes[name];
    const response = await test.admin.post('/users', body(attributes));
    expect([response.status, ...errorSources(response)]).toEqual([400, `/data/attributes/${name}`]);
  });

  const bad: [string, Attributes, string][] = [
    ['an empty user name', { username: '' }, 'username'],
    ['a user name with <', { username: 'a<b' }, 'username'],
    ['a user name with :', { username: 'a:b' }, 'username'],
    ['a user name with a slash', { username: 'a/b' }, 'username'],
    ['a user name with =', { username: 'a=b' }, 'username'],
    ['a user name with blanks around a dot', { username: 'a. b' }, 'username'],
    ['a user name with blanks at its ends', { username: ' admin' }, 'username'],
    ['a user name with a control character', { username: 'a\u0000b' }, 'username'],
    ['a long user name', { username: 'a'.repeat(101) }, 'username'],
    ['a reserved user name', { username: '__deleted-7' }, 'username'],
    ['a reserved uname', { uname: '__deleted-7' }, 'uname'],
    ['a numeric uname', { uname: '12345' }, 'uname'],
    ['a uname of nothing', { uname: '!!!' }, 'uname'],
    ['an empty password', { password: '' }, 'password'],
    ['a long password', { password: 'a'.repeat(1025) }, 'password'],
    ['a password that is null', { password: null }, 'password'],
    ['a bad e-mail address', { email: 'not an address' }, 'email'],
    ['a status that is none', { status: 'gone' }, 'status'],
  ];
  it.each(bad)('refuses %s', async (_what, attributes, field) => {
    const response = await test.admin.post('/users', body({ ...attributesOf(nameOf()), ...attributes }));
    expect([response.status, errorCodes(response)[0]]).toEqual([400, 'invalid_data']);
    expect(errorSources(response)).toContain(`/data/attributes/${field}`);
  });

  it('accepts an e-mail address as the user name', async () => {
    const user = await create({ username: 'grace@example.com' });
    await signIn('grace@example.com');
    expect(usernameOf(user)).toBe('grace@example.com');
  });

  it('refuses operators and keys of prototypes everywhere', async () => {
    const base = attributesOf(nameOf());
    for (const attributes of [
      { ...base, username: { $gt: '' } },
      { ...base, password: { $ne: null } },
      { ...base, email: { $regex: '.' } },
    ]) {
      expect((await test.admin.post('/users', body(attributes))).status).toBe(400);
    }
    const proto = `{"data":{"type":"users","attributes":{"__proto__":{"role_ids":[1]},"username":"x"}}}`;
    expect(errorCodes(await test.admin.post('/users', proto))[0]).toBe('invalid_key');
  });

  it('refuses a taken name or address, in any letter case, naming each', async () => {
    const user = await create({ email: `${nameOf()}@example.com` });
    const response = await test.admin.post(
      '/users',
      body(
        attributesOf(nameOf(), {
          username: usernameOf(user).toUpperCase(),
          email: String(user.attributes['email']).toUpperCase(),
        }),
      ),
    );
    expect([response.status, errorCodes(response)[0]]).toEqual([400, 'already_exists']);
    expect(errorSources(response)).toEqual(['/data/attributes/username', '/data/attributes/email']);
  });

  it.each(['username', 'email'])(
    'creates one of two users with the same %s at the same moment, and nothing of the other',
    async (field) => {
      const { store } = test.service.services;
      const value = field === 'email' ? `${nameOf()}@example.com` : nameOf();
      const [first, second] = [nameOf(), nameOf()];
      const responses = await Promise.all(
        [first, second].map((name) => test.admin.post('/users', body(attributesOf(name, { [field]: value })))),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([201, 400]);
      const unames = [`user-${first}`, `user-${second}`];
      const users = await store
        .documents('users')
        .find({ uname: { $in: unames } })
        .toArray();
      expect(users.length).toBe(1);
      const ids = users.map((user) => user._id);
      expect(await store.objects.countDocuments({ uname: { $in: unames } })).toBe(1);
      expect(await store.credentials.countDocuments({ _id: { $in: ids } })).toBe(1);
      expect(await store.usernames.countDocuments({ user_id: { $in: ids } })).toBe(1);
      expect(await store.usernames.countDocuments({ _id: { $in: [first, second, value] } })).toBe(1);
    },
  );

  it('refuses an id, another type, unknown attributes, and callers who are not admins', async () => {
    const attributes = attributesOf(nameOf());
    expect((await test.admin.post('/users', body(attributes, { id: '77' }))).status).toBe(403);
    expect((await test.admin.post('/users', { data: { type: 'profiles', attributes } })).status).toBe(409);
    expect((await test.editor.post('/users', body(attributes))).status).toBe(403);
    expect((await test.reader.post('/users', body(attributes))).status).toBe(403);
    expect((await test.anonymous.post('/users', body(attributes))).status).toBe(401);
    const more = { role_ids: [1], roles: [1], blocked: true, verified: '2020-01-01' };
    const refused = await test.admin.post('/users', body({ ...attributes, ...more }));
    const pointers = Object.keys(more).map((name) => `/data/attributes/${name}`);
    expect([refused.status, ...errorSources(refused)]).toEqual([400, ...pointers]);
  });

  it('gives the roles named in the same request', async () => {
    const relationships = { roles: { data: [{ type: 'roles', id: 'editor' }] } };
    const attributes = attributesOf(nameOf());
    const made = await test.admin.post('/users', body(attributes, { relationships }));
    expect(made.status).toBe(201);
    const { id } = (made.body as { data: ResourceData }).data;
    expect(await roles(id)).toEqual(['editor']);
    const history = (await test.admin.get(`/history?filter[resource_id]=${id}`)).body as { data: ResourceData[] };
    expect(
      history.data.map(({ meta }) => [meta['user_action'], (meta['changed'] as { roles: number[] }).roles]),
    ).toEqual([['create', [2]]]);
    const change = (data: object[]) =>
      test.admin.patch(`/users/${id}`, { data: { type: 'users', id, relationships: { roles: { data } } } });
    expect((await change([{ type: 'roles', id: '1' }])).status).toBe(200);
    expect(await roles(id)).toEqual(['admin']);
    expect((await change([])).status).toBe(200);
    expect(await roles(id)).toEqual([]);
  });

  it('creates no user when a role is unknown, or the caller may not give it', async () => {
    const count = () => test.service.services.store.documents('users').countDocuments({});
    const before = await count();
    for (const [data, status, pointer] of [
      [[{ type: 'roles', id: '999' }], 404, '/data/relationships/roles/data/0/id'],
      [[{ type: 'users', id: '1' }], 409, '/data/relationships/roles/data/0/type'],
    ] as const) {
      const refused = await test.admin.post(
        '/users',
        body(attributesOf(nameOf()), { relationships: { roles: { data } } }),
      );
      expect([refused.status, errorSources(refused)]).toEqual([status, [pointer]]);
    }
    expect(await count()).toBe(before);
  });

  it('gives another uname if one is taken', async () => {
    const user = await create();
    const other = await create({ uname: user.attributes['uname'] });
    expect(other.attributes['uname']).toMatch(new RegExp(`^${String(user.attributes['uname'])}-[0-9a-f]{6}$`));
  });

  it('follows the policy for passwords', async () => {
    const { access, store } = test.service.services;
    const now = new Date();
    const row = {
      _id: 'Auth',
      name: 'Auth',
      context: 'core',
      application_id: null,
      revision: 1,
      created: now,
      modified: now,
    };
    const content = JSON.stringify({ passwordPolicy: { rule: '/^.{12,}$/', message: 'Twelve at least' } });
    await access.change(async (transaction) => {
      await store.config.insertOne({ ...row, content }, { session: transaction });
    });
    const response = await test.admin.post('/users', body(attributesOf(nameOf(), { password: 'short' })));
    await access.change(async (transaction) => {
      await store.config.deleteOne({ _id: 'Auth' }, { session: transaction });
    });
    expect(response.status).toBe(400);
    expect(response.text).toContain('Twelve at least');
  });
});

describe('secrets of users', () => {
  it('are in no response, log, change row or document', async () => {
    const secret = 'a password that is nowhere';
    const user = await create({ password: secret });
    const next = 'another one that is nowhere';
    const changed = await patch(user.id, { password: next });
    const { store } = test.service.services;
    const { db } = store;
    for (const { name } of await db.listCollections().toArray()) {
      const rows = JSON.stringify(await db.collection(name).find({}).toArray());
      expect([name, rows.includes(secret), rows.includes(next)]).toEqual([name, false, false]);
      if (name !== 'credentials') expect([name, rows.includes('$argon2')]).toEqual([name, false]);
    }
    const rows = await store.changes.find({ resource_id: user.id }).toArray();
    expect(rows.map((row) => row.changed['password'])).toEqual(['*****', '*****']);
    expect(changed.text + JSON.stringify(test.loggedErrors)).not.toContain('nowhere');
    expect((await test.admin.get(`/users/${user.id}?fields=password,password_hash`)).text).not.toContain('argon');
    for (const query of ['filter[password]=a', 'filter[password_hash]=a', 'sort=password', 'filter[role_ids]=1']) {
      expect([query, (await test.admin.get(`/users?${query}`)).status]).toEqual([query, 400]);
    }
  });
});
