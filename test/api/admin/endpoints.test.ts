import { describe, expect, it } from 'vitest';
import { changesOf, dataOf, expectAdminsOnly, HOSTILE, outcome, resourceAt } from '../../support/database/rows.ts';
import { serviceForTests } from '../../support/service.ts';

const PATH = '/admin/endpoints';
const test = serviceForTests();
const endpoints = resourceAt(() => test, PATH);

describe('POST /admin/endpoints', () => {
  it('creates an endpoint, with or without an object type', async () => {
    const types = (await test.admin.get('/model/object_types/links')).body as { data: { id: string } };
    const response = await endpoints.post({ name: 'links', object_type_id: Number(types.data.id) });
    expect(response.status).toBe(201);
    expect(dataOf(response).attributes).toEqual({
      name: 'links',
      description: null,
      enabled: true,
      object_type_id: Number(types.data.id),
    });
  });

  it('refuses invalid endpoints', async () => {
    await endpoints.create({ name: 'taken' });
    expect(await outcome(endpoints.post({ name: 'taken' }))).toBe('400 already_exists /data/attributes/name');
    expect(await outcome(endpoints.post({}))).toBe('400 invalid_data /data/attributes/name');
    for (const name of ['Big', 'two words', 'a/b', '1st', '', '$where', ...HOSTILE]) {
      expect(await outcome(endpoints.post({ name }))).toMatch(/^400 invalid_(data|key)/);
    }
    for (const id of [987654, 1.5, 'one', { $gt: 0 }]) {
      expect(await outcome(endpoints.post({ name: 'odd', object_type_id: id }))).toMatch(
        /^400 invalid_(data|key) \/data\/attributes\/object_type_id/,
      );
    }
    expect(await test.service.services.store.endpoints.countDocuments({ name: 'odd' })).toBe(0);
  });
});

describe('/admin/endpoints', () => {
  it('is for admins', async () => {
    const { id } = await endpoints.create({ name: 'guarded' });
    await expectAdminsOnly(test, PATH, id, { name: 'changed', description: 'x' });
  });

  it('filters, sorts and searches', async () => {
    const names = async (query: string) => (await endpoints.list(query)).map((each) => each.attributes['name']);
    expect(await names('filter[name]=auth,signup&sort=-name')).toEqual(['signup', 'auth']);
    expect(await names('q=later')).toEqual(['async_jobs']);
    expect(await names('filter[object_type_id][null]=1&page_size=1&sort=id')).toEqual(['auth']);
  });
});

describe('PATCH and DELETE /admin/endpoints/{endpoint_id}', () => {
  it('disable it at once, for all callers: 404', async () => {
    const { id } = await endpoints.create({ name: 'news' });
    expect((await test.anonymous.get('/news')).status).toBe(200);
    expect(await outcome(endpoints.patch(id, { enabled: false }))).toBe('200');
    for (const client of [test.anonymous, test.admin]) expect(await outcome(client.get('/news'))).toBe('404 not_found');
    expect(await outcome(endpoints.patch('news', { enabled: true }))).toBe('200');
    expect((await test.anonymous.get('/news')).status).toBe(200);
  });

  it('do not change admin and auth', async () => {
    for (const name of ['admin', 'auth']) {
      expect(await outcome(endpoints.patch(name, { enabled: false }))).toBe('403 immutable');
      expect(await outcome(endpoints.patch(name, { name: 'other' }))).toBe('403 immutable');
      expect(await outcome(endpoints.remove(name))).toBe('403 immutable');
      expect(await outcome(endpoints.patch(name, { name, description: 'Kept' }))).toBe('200');
    }
  });

  it('remove its permissions, and give no new access', async () => {
    const { store } = test.service.services;
    const { id } = await endpoints.get('async_jobs');
    const own = { endpoint_id: Number(id) };
    const [permission] = await store.endpointPermissions.find(own).toArray();
    expect(await outcome(endpoints.remove('async_jobs', { 'If-Match': '"7.x"' }))).toBe(
      '412 precondition_failed If-Match',
    );
    expect(await outcome(endpoints.remove('async_jobs'))).toBe('204');
    expect(await store.endpointPermissions.countDocuments(own)).toBe(0);
    const changes = await changesOf(test, 'endpoint_permissions', String(permission?._id));
    expect(changes.map((row) => row.user_action)).toEqual(['remove']);
    for (const client of [test.anonymous, test.reader, test.editor]) {
      expect((await client.get('/async_jobs')).status).toBeGreaterThanOrEqual(401);
    }
  });

  it('validate the body, and write nothing without a change', async () => {
    const { id } = await endpoints.create({ name: 'steady' });
    expect(await outcome(endpoints.patch(id, { enabled: true, description: null }))).toBe('200');
    expect(await changesOf(test, 'endpoints', id)).toHaveLength(1);
    expect(await outcome(endpoints.patch(id, { name: 'auth' }))).toBe('400 already_exists /data/attributes/name');
    expect(await outcome(endpoints.patch(id, { object_type_id: 987654 }))).toBe(
      '400 invalid_data /data/attributes/object_type_id',
    );
    expect(await outcome(endpoints.patch('987654', {}))).toBe('404 not_found');
    expect(await outcome(test.admin.patch(`${PATH}/${id}`, endpoints.body({}, '987654')))).toBe(
      '409 id_conflict /data/id',
    );
  });
});
