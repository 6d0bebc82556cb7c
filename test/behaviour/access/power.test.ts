// Power does not spread (D761): a caller gives and manages only roles that are weaker than its strongest or its own, by every
// operation that names a user or a role; and permits only what it may do itself.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, errorSources, PASSWORD, type ResourceData, serviceForTests } from '../../support/service.ts';

const test = serviceForTests({ env: { JWT_TTL: '9999d' } });
let hr: Client;
let hrId: string;
let ops: Client;
const roles: Record<string, number> = {};
const endpoints = new Map<string, number>();

const permit = (role: string, endpoint: string) =>
  test.admin.create('/admin/endpoint_permissions', {
    endpoint_id: endpoints.get(endpoint),
    application_id: null,
    role_id: roles[role],
    read: true,
    write: true,
  });
const role = async (name: string, priority?: number) => {
  const data = { type: 'roles', attributes: { name }, ...(priority && { meta: { priority } }) };
  const answer = await test.admin.post('/roles', { data });
  roles[name] = Number((answer.body as { data: ResourceData }).data.id);
};

let count = 0;
/** A user with some roles. */
async function user(...names: string[]): Promise<string> {
  const username = `user-${++count}`;
  const { id } = await test.admin.create('/users', { username, password: PASSWORD, uname: username, status: 'on' });
  for (const name of names)
    await test.admin.post(`/roles/${roles[name]}/relationships/users`, { data: { type: 'users', id } });
  return id;
}
const rolesOf = async (id: string): Promise<unknown> => {
  const { store } = test.service.services;
  return (await store.documents('users').findOne({ _id: Number(id) }))?.['role_ids'] ?? [];
};

beforeAll(async () => {
  roles['admin'] = 1;
  roles['editor'] = 2;
  await role('hr');
  await role('ops');
  await role('stronger', 50);
  await role('weaker', 200);
  for (const { _id, name } of await test.service.services.store.endpoints.find().toArray()) endpoints.set(name, _id);
  for (const endpoint of ['users', 'roles', 'trash']) await permit('hr', endpoint);
  for (const endpoint of ['admin', 'applications']) await permit('ops', endpoint);
  hr = await test.addClient('hr', [roles['hr'] ?? 0]);
  ops = await test.addClient('ops', [roles['ops'] ?? 0]);
  const found = await test.service.services.store.documents('users').findOne({ username: 'hr' } as never);
  hrId = String(found?._id);
});
afterAll(async () => {
  expect(test.loggedErrors).toEqual([]);
});

const toMany = (type: string, id: unknown) => ({ data: [{ type, id: String(id) }] });

/** Each way to give a role to a user or to take it. */
const GIVING: Record<string, (userId: string, roleId: number, how: 'post' | 'patch') => Promise<{ status: number }>> = {
  'POST /users/{id}/relationships/roles': (id, roleId) =>
    hr.post(`/users/${id}/relationships/roles`, toMany('roles', roleId)),
  'PATCH /users/{id}/relationships/roles': (id, roleId) =>
    hr.patch(`/users/${id}/relationships/roles`, toMany('roles', roleId)),
  'POST /roles/{id}/relationships/users': (id, roleId) =>
    hr.post(`/roles/${roleId}/relationships/users`, toMany('users', id)),
  'PATCH /users/{id} with relationships': (id, roleId) =>
    hr.patch(`/users/${id}`, {
      data: { id, type: 'users', attributes: {}, relationships: { roles: toMany('roles', roleId) } },
    }),
  'PATCH /roles/{id} with relationships': async (id, roleId) => {
    const { store } = test.service.services;
    const holders = await store
      .documents('users')
      .find({ role_ids: roleId } as never)
      .toArray();
    const users = [...holders.map(({ _id }) => String(_id)), id].map((each) => ({ type: 'users', id: each }));
    return hr.patch(`/roles/${roleId}`, {
      data: { id: String(roleId), type: 'roles', attributes: {}, relationships: { users: { data: users } } },
    });
  },
};

describe.each(Object.entries(GIVING))('%s', (_name, give) => {
  it.each(['admin', 'stronger', 'ops', 'editor'])('does not give the role %s', async (name) => {
    for (const id of [hrId, await user()]) {
      const before = await rolesOf(id);
      expect((await give(id, roles[name] ?? 0, 'post')).status).toBe(403);
      expect(await rolesOf(id)).toEqual(before);
    }
  });

  it.each(['weaker', 'hr'])('gives the role %s', async (name) => {
    const id = await user();
    expect([200, 204]).toContain((await give(id, roles[name] ?? 0, 'post')).status);
    expect(await rolesOf(id)).toEqual([roles[name]]);
  });
});

it('POST /users makes users with such roles only', async () => {
  const make = (name: string) => {
    const username = `made-${++count}`;
    const attributes = { username, password: PASSWORD, uname: username, status: 'on' };
    const relationships = { roles: toMany('roles', roles[name]) };
    return hr.post('/users', { data: { type: 'users', attributes, relationships } });
  };
  for (const name of ['admin', 'stronger', 'ops', 'editor']) expect((await make(name)).status).toBe(403);
  for (const name of ['weaker', 'hr']) expect((await make(name)).status).toBe(201);
});

/** Each way to change a user. */
const MANAGING: Record<string, (id: string) => Promise<{ status: number }>> = {
  'a password': (id) =>
    hr.patch(`/users/${id}`, { data: { id, type: 'users', attributes: { password: 'another long password' } } }),
  'an address': (id) =>
    hr.patch(`/users/${id}`, { data: { id, type: 'users', attributes: { email: `u${id}@example.org` } } }),
  'an earlier version': async (id) => {
    const data = { id, type: 'users', attributes: { name: 'Changed' } };
    await test.admin.patch(`/users/${id}`, { data });
    return hr.request('post', `/users/${id}/versions/1/actions/restore`);
  },
  'the roles': (id) => hr.delete(`/users/${id}/relationships/roles`, {}, toMany('roles', roles['hr'])),
  'the trash': (id) => hr.delete(`/users/${id}`),
};

describe.each(Object.entries(MANAGING))('users are managed by their roles: %s', (_name, change) => {
  it.each(['admin', 'stronger', 'ops', 'editor'])('not users with the role %s', async (name) => {
    const id = await user('hr', name);
    const stateOf = async () => {
      const found = await test.service.services.store.documents('users').findOne({ _id: Number(id) });
      return [found?.trashed, found?.['email'], found?.['role_ids'], found?.['password_modified']];
    };
    const before = await stateOf();
    expect((await change(id)).status).toBe(403);
    expect(await stateOf()).toEqual(before);
  });

  it.each(['weaker', 'hr'])('users with the role %s', async (name) => {
    const id = await user(...new Set(['hr', name]));
    expect([200, 204]).toContain((await change(id)).status);
  });
});

describe('roles themselves', () => {
  it('are changed and deleted if they are weaker or own; a new one is weaker than its creator', async () => {
    const change = (name: string) =>
      hr.patch(`/roles/${roles[name]}`, {
        data: { id: String(roles[name]), type: 'roles', attributes: { description: 'Changed' } },
      });
    for (const name of ['admin', 'stronger', 'ops', 'editor']) {
      expect((await change(name)).status).toBe(403);
      expect((await hr.delete(`/roles/${roles[name]}`)).status).toBe(403);
    }
    for (const name of ['weaker', 'hr']) expect((await change(name)).status).toBe(200);
    const made = await hr.create('/roles', { name: 'trainees' });
    expect(made.meta['priority']).toBe(101);
    const trainee = await user();
    expect((await hr.post(`/users/${trainee}/relationships/roles`, toMany('roles', made.id))).status).toBe(200);
    expect((await hr.delete(`/roles/${made.id}`)).status).toBe(204);
    expect((await test.admin.create('/roles', { name: 'others' })).meta['priority']).toBe(100);
  });
});

describe('a role that writes /admin', () => {
  const rule = (changes: object) => ({
    endpoint_id: endpoints.get('admin'),
    application_id: null,
    role_id: roles['weaker'],
    read: true,
    write: false,
    ...changes,
  });
  const send = (attributes: object) =>
    ops.post('/admin/endpoint_permissions', { data: { type: 'endpoint_permissions', attributes } });

  it('permits only what it may do itself, to roles that it may manage', async () => {
    const refused = [
      { endpoint_id: endpoints.get('users') },
      { endpoint_id: endpoints.get('trash'), write: 'mine' },
      { endpoint_id: endpoints.get('users'), read: 'block' },
      { endpoint_id: null },
      { role_id: null },
      { role_id: null, anonymous: true },
      { role_id: roles['hr'] },
      { role_id: roles['stronger'] },
      { role_id: 1 },
      { endpoint_id: undefined, endpoint_name: 'users' },
      { role_id: undefined, role_name: 'hr' },
    ];
    for (const changes of refused) {
      const { status, text } = await send(rule(changes));
      expect([changes, status, text]).toEqual([changes, 403, text]);
    }
    const made = await send(rule({}));
    expect(made.status).toBe(201);
    const { id } = (made.body as { data: ResourceData }).data;
    const change = (attributes: object) =>
      ops.patch(`/admin/endpoint_permissions/${id}`, { data: { id, type: 'endpoint_permissions', attributes } });
    for (const attributes of [{ role_id: roles['hr'] }, { endpoint_id: endpoints.get('users') }])
      expect((await change(attributes)).status).toBe(403);
    expect((await change({ write: true })).status).toBe(200);
    expect((await ops.delete(`/admin/endpoint_permissions/${id}`)).status).toBe(204);
  });

  it('changes no rule of others, and ends no block of its own', async () => {
    const block = await test.admin.create('/admin/endpoint_permissions', {
      endpoint_id: endpoints.get('history'),
      application_id: null,
      role_id: roles['ops'],
      read: 'block',
      write: false,
    });
    const { data } = (await test.admin.get('/admin/endpoint_permissions?page_size=100')).body as {
      data: ResourceData[];
    };
    const others = data.filter(({ attributes }) => attributes['role_id'] !== roles['ops']);
    expect(others.length).toBeGreaterThan(5);
    for (const { id } of [...others, block]) {
      const attributes = { read: true, write: true };
      const body = { data: { id, type: 'endpoint_permissions', attributes } };
      expect((await ops.patch(`/admin/endpoint_permissions/${id}`, body)).status).toBe(403);
      expect((await ops.delete(`/admin/endpoint_permissions/${id}`)).status).toBe(403);
    }
  });

  it('gets no application, provider, account or webhook', async () => {
    const application = await test.admin.create('/admin/applications', { name: 'robot', read_only: true });
    const change = (attributes: object) =>
      ops.patch(`/admin/applications/${application.id}`, {
        data: { id: application.id, type: 'applications', attributes },
      });
    const powers = [
      { client_secret: 'a secret of the caller' },
      { renew_key: true },
      { read_only: false },
      { endpoints: ['users'] },
      { expires: '2099-01-01T00:00:00Z' },
      { enabled: false },
    ];
    for (const attributes of powers) expect((await change(attributes)).status).toBe(403);
    expect((await change({ description: 'Robot', read_only: true, endpoints: null })).status).toBe(200);
    const others: [string, string, object][] = [
      ['/admin/auth_providers', 'auth_providers', { name: 'p', auth_class: 'OAuth2', url: 'https://example.org' }],
      ['/admin/external_auth', 'external_auth', { user_id: 1, auth_provider_id: 1, provider_username: 'me' }],
      ['/admin/webhooks', 'webhooks', { name: 'hook', url: 'https://example.org/' }],
      ['/admin/config', 'config', { name: 'Signup.roles', context: 'core', content: '["ops"]' }],
    ];
    for (const [path, type, attributes] of others)
      expect([path, (await ops.post(path, { data: { type, attributes } })).status]).toEqual([path, 403]);
  });
});

it.each(['/admin/async_jobs', '/async_jobs'])('only administrators send mails: POST %s', async (path) => {
  if (path === '/async_jobs') await permit('ops', 'async_jobs');
  const payload = { to: 'victim@example.org', subject: 'Your account', text: 'Please sign in at https://evil.example' };
  const send = (client: Client, service: string) =>
    client.post(path, { data: { type: 'async_jobs', attributes: { service, payload } } });
  const mails = () => test.service.services.store.asyncJobs.countDocuments({ service: 'mail' });
  const before = await mails();
  const refused = await send(ops, 'mail');
  expect([refused.status, errorSources(refused)]).toEqual([403, ['/data/attributes/service']]);
  const other = await send(ops, 'other');
  expect(other.status).toBe(201);
  const { id } = (other.body as { data: ResourceData }).data;
  const change = { data: { id, type: 'async_jobs', attributes: { service: 'mail' } } };
  expect((await ops.patch(`/admin/async_jobs/${id}`, change)).status).toBe(403);
  const part = { op: 'add', data: { type: 'async_jobs', attributes: { service: 'mail', payload } } };
  const atomic = await ops.post(
    '/operations',
    { 'atomic:operations': [part] },
    {
      'Content-Type': 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"',
    },
  );
  expect(atomic.status).toBeGreaterThanOrEqual(400);
  expect(await mails()).toBe(before);
  const sent = await send(test.admin, 'mail');
  expect(sent.status).toBe(201);
  const mail = (sent.body as { data: ResourceData }).data.id;
  const changed = {
    data: { id: mail, type: 'async_jobs', attributes: { payload: { ...payload, to: 'x@example.org' } } },
  };
  expect((await ops.patch(`/admin/async_jobs/${mail}`, changed)).status).toBe(403);
});

it('a role that writes the model opens no attribute to itself', async () => {
  await permit('ops', 'model');
  const types = (await test.admin.get('/model/object_types?filter[name]=documents')).body as { data: ResourceData[] };
  const [type] = types.data;
  const change = (client: Client, attributes: object) =>
    client.patch(`/model/object_types/${type?.id}`, { data: { id: type?.id, type: 'object_types', attributes } });
  const rule = { note: { read: ['editor'], write: null } };
  expect((await change(test.admin, { attribute_permissions: rule })).status).toBe(200);
  for (const attribute_permissions of [null, {}, { note: { read: ['ops'], write: null } }])
    expect((await change(ops, { attribute_permissions })).status).toBe(403);
  const shown = (await ops.get(`/model/object_types/${type?.id}`)).body as { data: ResourceData };
  const { attribute_permissions } = shown.data.attributes;
  expect(attribute_permissions).toEqual(rule);
  expect((await change(ops, { attribute_permissions, description: 'Texts' })).status).toBe(200);
  const after = (await test.admin.get(`/model/object_types/${type?.id}`)).body as { data: ResourceData };
  expect(after.data.attributes['attribute_permissions']).toEqual(rule);
});
