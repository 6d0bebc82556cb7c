import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeEndpoint } from '../../support/permissions/close-endpoint.ts';
import { changesOf, dataOf, expectAdminsOnly, outcome, resourceAt, type Answer } from '../../support/database/rows.ts';
import { openTestService, type TestService, serviceForTests } from '../../support/service.ts';

const PATH = '/admin/endpoint_permissions';
const test = serviceForTests();
let other: TestService;
beforeAll(async () => {
  other = await openTestService({ beside: test, clock: test.clock });
});
afterAll(async () => {
  await other.close();
});
const permissions = resourceAt(() => test, PATH);
const idOf = async (name: string) => Number((await resourceAt(() => test, '/admin/endpoints').get(name)).id);

/** Repeats the request until it has the expected status, which other processes have soon. */
async function within(send: () => Promise<Answer>, status: number): Promise<number> {
  const end = performance.now() + 300_000;
  for (;;) {
    const response = await send();
    if (response.status === status || performance.now() > end) return response.status;
    await sleep(20);
  }
}

describe('POST /admin/endpoint_permissions', () => {
  it('accepts ids or names', async () => {
    const endpoint_id = await idOf('annotations');
    const response = await permissions.post({
      endpoint_name: 'annotations',
      role_name: 'editor',
      read: true,
      write: 'mine',
    });
    expect(response.status).toBe(201);
    const { id, attributes } = dataOf(response);
    const want = { endpoint_id, application_id: null, role_id: 2, read: true, write: 'mine', anonymous: false };
    expect(attributes).toEqual(want);
    await permissions.remove(id);
    const again = dataOf(await permissions.post({ endpoint_id, role_id: 2, application_id: 1, read: 'block' }));
    expect(again.attributes).toEqual({ ...want, application_id: 1, read: 'block', write: false });
    await permissions.remove(again.id);
  });

  it('refuses unknown resources, contradictory ids and names, and existing rows', async () => {
    const pointer = (field: string) => `400 invalid_data /data/attributes/${field}`;
    for (const field of ['endpoint_id', 'application_id', 'role_id']) {
      expect(await outcome(permissions.post({ [field]: 987654 }))).toBe(pointer(field));
      expect(await outcome(permissions.post({ [field]: 'one' }))).toBe(pointer(field));
      expect(await outcome(permissions.post({ [field]: { $gt: 0 } }))).toMatch(/^400 invalid_(key|data)/);
    }
    for (const field of ['endpoint_name', 'application_name', 'role_name']) {
      expect(await outcome(permissions.post({ [field]: 'nothing' }))).toBe('404 not_found');
    }
    expect(await outcome(permissions.post({ role_id: 2, role_name: 'admin' }))).toBe(pointer('role_id'));
    for (const read of ['yes', 'all', 2, null, { $ne: 1 }]) {
      expect(await outcome(permissions.post({ role_id: 2, application_id: 1, read }))).toMatch(
        /^400 invalid_(data|key) \/data\/attributes\/read/,
      );
    }
    expect(await outcome(permissions.post({ endpoint_name: 'admin', role_id: 1, read: true }))).toBe(
      '400 already_exists /data/attributes/endpoint_id',
    );
    expect(await outcome(permissions.post({ read: true, anonymous: true }))).toMatch(/^400 already_exists/);
  });

  it('creates one row when several requests create it at once', async () => {
    const outcomes = await Promise.all(
      [test, other, test, other].map((each) =>
        outcome(each.admin.post(PATH, permissions.body({ endpoint_name: 'trash', application_id: 1, role_id: 2 }))),
      ),
    );
    expect(outcomes.filter((each) => each === '201')).toHaveLength(1);
  });
});

describe('/admin/endpoint_permissions', () => {
  it('is for admins', async () => {
    const [first] = await permissions.list('page_size=1');
    await expectAdminsOnly(test, PATH, first?.id ?? '', { read: true, anonymous: true });
  });

  it('filters by endpoint, role and application', async () => {
    const endpoint_id = await idOf('admin');
    const about = async (query: string) =>
      (await permissions.list(query)).map(({ attributes: { endpoint_id: id, role_id } }) => [id, role_id]);
    expect(await about(`filter[endpoint_id]=${endpoint_id}`)).toEqual([[endpoint_id, 1]]);
    expect(await about('filter[endpoint_id][null]=1&filter[role_id][null]=0&sort=role_id')).toEqual([
      [null, 1],
      [null, 2],
    ]);
    expect(await about('filter[application_id]=987654')).toEqual([]);
    expect((await permissions.list('filter[read]=mine')).every(({ attributes }) => attributes['read'] === 'mine')).toBe(
      true,
    );
    expect(await outcome(test.admin.get(`${PATH}?filter[query]=mine`))).toMatch(/^400 invalid_filter/);
    expect(await outcome(test.admin.get(`${PATH}?q=mine`))).toMatch(/^400/);
    expect(await outcome(test.admin.get(`${PATH}?filter[role_id][$gt]=0`))).toMatch(/^400/);
  });
});

describe('a permission takes effect', () => {
  it('with the next request, and within a second in another process', async () => {
    await test.admin.create('/admin/endpoints', { name: 'links' });
    expect((await test.reader.post('/links', {})).status).toBe(403);
    const { id } = await permissions.create({ endpoint_name: 'links', role_name: null, read: true, write: true });
    expect((await test.reader.post('/links', {})).status).toBe(400);
    expect((await test.anonymous.post('/links', {})).status).toBe(401);
    expect(await within(() => other.reader.post('/links', {}), 400)).toBe(400);
    await permissions.patch(id, { role_name: 'editor' });
    expect((await test.reader.post('/links', {})).status).toBe(403);

    await permissions.patch(id, { read: 'block' });
    expect((await test.editor.get('/links')).status).toBe(403);
    expect(await within(() => other.editor.get('/links'), 403)).toBe(403);

    await permissions.patch(id, { role_id: null, anonymous: true, read: true });
    expect((await test.anonymous.get('/links')).status).toBe(200);
    expect(await within(() => other.anonymous.get('/links'), 200)).toBe(200);
    expect((await test.reader.get('/links')).status).toBe(200);

    await resourceAt(() => test, '/admin/endpoints').patch('links', { enabled: false });
    expect(await within(() => other.admin.get('/links'), 404)).toBe(404);
  });

  it('for the caller’s own records', async () => {
    const { id } = await test.editor.create('/locations', { title: 'Of the editor', status: 'on' });
    await test.admin.create('/admin/endpoints', { name: 'locations' });
    const reopen = await closeEndpoint(test, 'locations');
    const permission = await permissions.create({ endpoint_name: 'locations', role_name: null, read: 'mine' });
    expect((await test.editor.get(`/locations/${id}`)).status).toBe(200);
    expect((await test.reader.get(`/locations/${id}`)).status).toBe(404);
    expect((await test.anonymous.get('/locations')).status).toBe(401);
    await permissions.remove(permission.id);
    await reopen();
    expect((await test.anonymous.get(`/locations/${id}`)).status).toBe(200);
  });

  it('`mine` gives no access on endpoints whose records have no owner', async () => {
    const { id } = await permissions.create({
      endpoint_name: 'admin',
      role_name: 'editor',
      read: 'mine',
      write: 'mine',
    });
    expect((await test.editor.get('/admin/applications')).status).toBe(403);
    expect((await test.editor.delete('/admin/config/nothing')).status).toBe(403);
    await permissions.remove(id);
  });

  it('administrators keep access even with a block', async () => {
    const { id } = await permissions.create({ application_id: null, role_id: 1, endpoint_name: 'auth', read: 'block' });
    const all = await permissions.list('filter[endpoint_id][null]=1&filter[role_id]=1');
    await permissions.patch(all[0]?.id ?? '', { read: 'block', write: 'block' });
    expect((await test.admin.get(PATH)).status).toBe(200);
    expect((await test.admin.get('/documents')).status).toBe(403);
    expect(await outcome(permissions.patch(all[0]?.id ?? '', { read: true, write: true }))).toBe('200');
    expect(await outcome(permissions.remove(id))).toBe('204');
    expect((await test.admin.get('/documents')).status).toBe(200);
  });

  it('no general row opens /admin when the rows of /admin are removed', async () => {
    const [row] = await permissions.list(`filter[endpoint_id]=${await idOf('admin')}`);
    expect(await outcome(permissions.remove(row?.id ?? ''))).toBe('204');
    for (const client of [test.anonymous, test.reader, test.editor]) {
      expect((await client.get('/admin/applications')).status).toBeGreaterThanOrEqual(401);
    }
    expect((await test.admin.get('/admin/applications')).status).toBe(200);
    await permissions.create({ endpoint_name: 'admin', role_name: 'admin', read: true, write: true });
  });
});

describe('PATCH and DELETE /admin/endpoint_permissions/{endpoint_permission_id}', () => {
  it('validate the body, and write nothing without a change', async () => {
    const { id } = await permissions.create({ endpoint_name: 'signup', role_id: 2, read: true });
    expect(await outcome(permissions.patch(id, { role_name: 'editor', read: true }))).toBe('200');
    expect(await changesOf(test, 'endpoint_permissions', id)).toHaveLength(1);
    expect(await outcome(permissions.patch(id, { read: false }, { 'If-Match': '"9.x"' }))).toBe(
      '412 precondition_failed If-Match',
    );
    expect(await outcome(permissions.patch(id, { role_name: 'nothing' }))).toBe('404 not_found');
    expect(await outcome(permissions.patch(id, { role_id: null, anonymous: true }))).toMatch(/^400 already_exists/);
    expect(await outcome(permissions.patch('signup', {}))).toBe('404 not_found');
    expect(await outcome(permissions.remove(id))).toBe('204');
    expect(await outcome(permissions.remove(id))).toBe('404 not_found');
  });
});
