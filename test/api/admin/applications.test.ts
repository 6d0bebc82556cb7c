import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  changesOf,
  dataOf,
  expectAdminsOnly,
  HOSTILE,
  listOf,
  outcome,
  resourceAt,
} from '../../support/database/rows.ts';
import { serviceForTests } from '../../support/service.ts';
import type { RefreshTokenRow } from '../../../core/store/store.ts';

const PATH = '/admin/applications';
const SECRET = 'a secret of an application';
const sessionRow = (id: string, owner: { user_id: number | null; application_id: number }): RefreshTokenRow => {
  const now = new Date();
  return { _id: id, token_hash: id, ...owner, revision: 1, created: now, modified: now, address: '', device: null };
};

const test = serviceForTests();
const applications = resourceAt(() => test, PATH);
const stored = (id: string) => test.service.services.store.applications.findOne({ _id: Number(id) });

describe('POST /admin/applications', () => {
  it('creates an application with a key', async () => {
    const response = await applications.post({ name: 'shop', description: 'A shop' });
    expect(response.status).toBe(201);
    const { id, attributes, meta } = dataOf(response);
    expect(attributes).toEqual({
      name: 'shop',
      description: 'A shop',
      enabled: true,
      expires: null,
      read_only: false,
      endpoints: null,
    });
    expect(meta).toMatchObject({ api_key: expect.stringMatching(/^[0-9a-f]{40}$/), has_client_secret: false });
    expect(response.headers['location']).toMatch(new RegExp(`${PATH}/${id}$`));
    const withKey = await test.anonymous.get('/documents', { 'X-Api-Key': String(meta['api_key']) });
    expect(withKey.status).toBe(200);
  });

  it('stores the hash of a client secret, and neither shows nor records the secret or the key', async () => {
    const response = await applications.post({ name: 'secretive', client_secret: SECRET });
    const { id, meta } = dataOf(response);
    expect(response.text).not.toContain(SECRET);
    expect(meta['has_client_secret']).toBe(true);
    const hash = createHash('sha256').update(SECRET).digest('hex');
    expect((await stored(id))?.client_secret_hash).toBe(hash);
    await applications.patch(id, { client_secret: null });
    const changes = await changesOf(test, 'applications', id);
    expect(changes.map((row) => row.changed)).toEqual([
      {
        name: 'secretive',
        description: null,
        enabled: true,
        expires: null,
        read_only: false,
        endpoints: null,
        api_key: '*****',
        has_client_secret: true,
      },
      { has_client_secret: false },
    ]);
    expect(JSON.stringify(changes)).not.toMatch(new RegExp(`${hash}|${String(meta['api_key'])}|${SECRET}`));
  });

  it('refuses invalid applications', async () => {
    await applications.create({ name: 'taken' });
    expect(await outcome(applications.post({ name: 'taken' }))).toBe('400 already_exists /data/attributes/name');
    expect(await outcome(applications.post({}))).toBe('400 invalid_data /data/attributes/name');
    expect(await outcome(applications.post({ name: '' }))).toBe('400 invalid_data /data/attributes/name');
    expect(await outcome(applications.post({ name: 'x'.repeat(256) }))).toBe('400 invalid_data /data/attributes/name');
    expect(await outcome(applications.post({ name: 'a', enabled: 'yes' }))).toBe(
      '400 invalid_data /data/attributes/enabled',
    );
    expect(await outcome(applications.post({ name: 'a', client_secret: 'short' }))).toBe(
      '400 invalid_data /data/attributes/client_secret',
    );
    expect(await outcome(applications.post({ name: 'a' }, '9'))).toBe('403 client_id_forbidden /data/id');
    expect(await outcome(test.admin.post(PATH, { data: { type: 'endpoints', attributes: {} } }))).toMatch(/^400|^409/);
    for (const name of HOSTILE) expect(await outcome(applications.post({ name }))).toMatch(/^400 /);
    expect(await outcome(test.admin.post(PATH, '{"data":{"type":"applications","__proto__":{"id":"1"}}}'))).toMatch(
      /^400 invalid_key/,
    );
  });

  it('creates one application when two requests create it at once', async () => {
    const outcomes = await Promise.all([1, 2, 3].map(() => outcome(applications.post({ name: 'rush' }))));
    expect(outcomes.filter((each) => each === '201')).toHaveLength(1);
    expect(await test.service.services.store.applications.countDocuments({ name: 'rush' })).toBe(1);
  });
});

describe('/admin/applications', () => {
  it('is for admins', async () => {
    const { id } = await applications.create({ name: 'guarded' });
    await expectAdminsOnly(test, PATH, id, { name: 'changed', description: 'x' });
  });

  it('filters, sorts, searches and pages', async () => {
    await applications.create({ name: 'zebra', description: 'Striped' });
    await applications.create({ name: 'zebu', enabled: false });
    const names = async (query: string) => (await applications.list(query)).map((each) => each.attributes['name']);
    expect(await names('filter[name][like]=zeb&sort=-name')).toEqual(['zebu', 'zebra']);
    expect(await names('filter[name][like]=zeb&filter[enabled]=false')).toEqual(['zebu']);
    expect(await names('q=striped')).toEqual(['zebra']);
    expect(await names('sort=id&page_size=1')).toEqual(['default']);
  });

  it.each([
    'filter[api_key]=a',
    'sort=client_secret_hash',
    'filter[client_secret_hash][like]=a',
    'filter[name][$ne]=a',
  ])('refuses ?%s', async (query) => {
    expect((await test.admin.get(`${PATH}?${query}`)).status).toBe(400);
  });

  it('shows keys to admins only, also when other roles have access', async () => {
    const permissions = resourceAt(() => test, '/admin/endpoint_permissions');
    const { id } = await permissions.create({ endpoint_name: 'admin', role_name: 'editor', read: true });
    try {
      const response = await test.editor.get(`${PATH}/1`);
      expect(response.status).toBe(200);
      expect(dataOf(response).meta).not.toHaveProperty('api_key');
      expect((await test.editor.get(PATH)).text).not.toContain('api_key');
      expect(await outcome(test.editor.delete(`${PATH}/1`))).toBe('403 forbidden');
    } finally {
      await permissions.remove(id);
    }
  });
});

describe('PATCH /admin/applications/{application_id}', () => {
  it('changes the sent attributes, by id and name, and writes nothing without a change', async () => {
    const { id } = await applications.create({ name: 'movable', client_secret: SECRET });
    expect(await outcome(applications.patch('movable', { description: 'Moved' }))).toBe('200');
    const before = await stored(id);
    expect(await outcome(applications.patch(id, { description: 'Moved', client_secret: SECRET }))).toBe('200');
    expect(await stored(id)).toEqual(before);
    expect(await changesOf(test, 'applications', id)).toHaveLength(2);
    expect(await outcome(applications.patch(id, { enabled: false }, { 'If-Match': '"1.x"' }))).toBe(
      '412 precondition_failed If-Match',
    );
    expect(await outcome(applications.patch(id, { name: 'default' }))).toBe('400 already_exists /data/attributes/name');
    expect(await outcome(applications.patch('nothing', {}))).toBe('404 not_found');
  });

  it('disables a key at once', async () => {
    const { id, meta } = await applications.create({ name: 'switchable' });
    const listWithKey = () => test.anonymous.get('/documents', { 'X-Api-Key': String(meta['api_key']) });
    expect((await listWithKey()).status).toBe(200);
    await applications.patch(id, { enabled: false });
    expect(await outcome(listWithKey())).toBe('403 invalid_api_key');
    await applications.patch(id, { enabled: true });
    expect((await listWithKey()).status).toBe(200);
  });

  it('ends the tokens that were issued with the old client secret', async () => {
    const { id } = await applications.create({ name: 'rotating', client_secret: SECRET });
    const { refreshTokens } = test.service.services.store;
    await refreshTokens.insertMany([
      sessionRow('of the application', { user_id: null, application_id: Number(id) }),
      sessionRow('of a user', { user_id: 1, application_id: Number(id) }),
    ]);
    await applications.patch(id, { client_secret: `another ${SECRET}` });
    expect((await refreshTokens.find({ application_id: Number(id) }).toArray()).map((row) => row._id)).toEqual([
      'of a user',
    ]);
  });

  it('neither disables nor deletes the first application, nor that of the request', async () => {
    expect(await outcome(applications.patch('1', { enabled: false }))).toBe('403 immutable');
    expect(await outcome(applications.remove('default'))).toBe('403 immutable');
    const { id, meta } = await applications.create({ name: 'own' });
    const headers = { 'X-Api-Key': String(meta['api_key']) };
    expect(await outcome(applications.patch(id, { enabled: false }, headers))).toBe('403 immutable');
    expect(await outcome(applications.remove(id, headers))).toBe('403 immutable');
    expect(await outcome(applications.patch(id, { description: 'Own' }, headers))).toBe('200');
  });
});

describe('DELETE /admin/applications/{application_id}', () => {
  it('removes its permissions, configuration and tokens, each with a change row', async () => {
    const { store } = test.service.services;
    const { id, meta } = await applications.create({ name: 'leaving' });
    const permission = await test.admin.create('/admin/endpoint_permissions', { application_name: 'leaving' });
    const entry = await test.admin.create('/admin/config', { name: 'Own', content: 'x', application: 'leaving' });
    await store.refreshTokens.insertOne(sessionRow('x', { user_id: 1, application_id: Number(id) }));
    expect(await outcome(applications.remove(id, { 'If-Match': '"7.x"' }))).toBe('412 precondition_failed If-Match');
    expect(await outcome(applications.remove(id))).toBe('204');
    const own = { application_id: Number(id) };
    expect([
      await store.endpointPermissions.countDocuments(own),
      await store.config.countDocuments(own),
      await store.refreshTokens.countDocuments(own),
    ]).toEqual([0, 0, 0]);
    for (const [type, each] of [
      ['endpoint_permissions', permission.id],
      ['config', entry.id],
      ['applications', id],
    ] as const) {
      expect((await changesOf(test, type, each)).map((row) => row.user_action)).toEqual(['create', 'remove']);
    }
    const key = { 'X-Api-Key': String(meta['api_key']) };
    expect(await outcome(test.anonymous.get('/documents', key))).toBe('403 invalid_api_key');
    expect(await outcome(applications.remove(id))).toBe('404 not_found');
  });
});

describe('/applications', () => {
  it('shows id, name and description of enabled applications to all callers', async () => {
    await applications.create({ name: 'hidden', enabled: false });
    await applications.create({ name: 'open', description: 'Open to all', client_secret: SECRET });
    const response = await test.anonymous.get('/applications?page_size=100');
    const shown = listOf(response);
    expect(shown.map((each) => each.attributes['name'])).toContain('open');
    expect(shown.map((each) => each.attributes['name'])).not.toContain('hidden');
    for (const { attributes, meta } of shown)
      expect([Object.keys(attributes), meta]).toEqual([['name', 'description'], {}]);
    expect(dataOf(await test.anonymous.get('/applications/open')).attributes['description']).toBe('Open to all');
    expect(await outcome(test.anonymous.get('/applications/hidden'))).toBe('404 not_found');
    expect(await outcome(test.admin.get('/applications?filter[enabled]=false'))).toMatch(/^400 invalid_filter/);
    expect(await outcome(test.admin.get('/applications?filter[api_key]=a'))).toMatch(/^400 invalid_filter/);
  });

  it('is read-only', async () => {
    expect((await test.admin.request('post', '/applications')).status).toBe(405);
    expect((await test.admin.request('delete', '/applications/1')).status).toBe(405);
  });
});
