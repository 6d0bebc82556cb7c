// An administrator can always sign in: user 1, and the last active administrator (D21, D381).
import { inTrash } from '../../../core/objects/visibility/audiences.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  JSON_API,
  errorCodes,
  errorSources,
  openTestService,
  PASSWORD,
  type Client,
  type TestService,
  serviceForTests,
} from '../../support/service.ts';

const test = serviceForTests();
let second: TestService;
let ada: { client: Client; id: string };
let bob: { client: Client; id: string };
beforeAll(async () => {
  second = await openTestService({ beside: test, clock: test.clock });
  ada = await newAdmin('ada');
  bob = await newAdmin('bob');
});
afterAll(async () => {
  await second.close();
});

const users = () => test.service.services.store.documents('users');
async function newAdmin(username: string): Promise<{ client: Client; id: string }> {
  const client = await test.addClient(username, [1]);
  const row = await test.service.services.store.usernames.findOne({ _id: username });
  return { client, id: String(row?.user_id) };
}
const set = (id: string, fields: Record<string, unknown>) => users().updateOne({ _id: Number(id) }, { $set: fields });
const ACTIVE = { status: 'on', blocked: false, trashed: false };
/** Users 2 and 3 are the editor and the reader. */
afterEach(async () => {
  for (const id of ['1', ada.id, bob.id]) await set(id, { ...ACTIVE, role_ids: [1] });
  await users().updateMany({ username: { $in: ['editor', 'reader'] } }, { $set: { role_ids: [2] } });
});

const patch = (client: Pick<Client, 'patch'>, id: string, attributes: object, meta: object = {}) =>
  client.patch(`/users/${id}`, { data: { type: 'users', id, attributes, meta } });
const role = { type: 'roles', id: '1' };
const user = (id: string) => ({ type: 'users', id });

/** Requests that remove an administrator. */
const WAYS: [string, (client: Client, id: string) => ReturnType<Client['patch']>, string[]][] = [
  ['blocked', (client, id) => patch(client, id, {}, { blocked: true }), ['/data/meta/blocked']],
  ['switched off', (client, id) => patch(client, id, { status: 'off' }), ['/data/attributes/status']],
  ['made a draft', (client, id) => patch(client, id, { status: 'draft' }), ['/data/attributes/status']],
  ['trashed', (client, id) => client.delete(`/users/${id}`), []],
  ['without role 1', (client, id) => client.delete(`/users/${id}/relationships/roles`, {}, { data: role }), []],
  ['given other roles', (client, id) => client.patch(`/users/${id}/relationships/roles`, { data: [] }), []],
  ['taken from role 1', (client, id) => client.delete('/roles/1/relationships/users', {}, { data: user(id) }), []],
];

describe('user 1', () => {
  it.each(WAYS)('is not %s, by itself or by another administrator', async (_what, way, sources) => {
    for (const client of [ada.client, test.admin]) {
      const response = await way(client, '1');
      expect([response.status, errorCodes(response)[0]]).toEqual([403, 'immutable']);
      expect(errorSources(response)).toEqual(sources);
    }
    expect(await users().findOne({ _id: 1 })).toMatchObject({ ...ACTIVE, role_ids: [1] });
    expect((await test.admin.get('/auth/user')).status).toBe(200);
  });

  it('is not purged or restored by a request, nor changed in bulk', async () => {
    const edit = { data: { attributes: { status: 'off' }, objects: { users: ['1'] } } };
    const edited = await ada.client.post('/bulk/edit', edit);
    expect((edited.body as { data: { saved: string[] } }).data.saved).toEqual([]);
    expect((await ada.client.delete('/users?ids=1')).status).toBeGreaterThanOrEqual(400);
    await set('1', { trashed: true });
    const { objects } = test.service.services.store;
    const { audiences = [] } = (await objects.findOne({ _id: 1 })) ?? {};
    await objects.updateOne({ _id: 1 }, { $set: { trashed: true, audiences: audiences.map(inTrash) } });
    expect(errorCodes(await ada.client.delete('/trash/1'))[0]).toBe('immutable');
    expect((await ada.client.delete('/trash?ids=1')).status).toBe(403);
    await objects.updateOne({ _id: 1 }, { $set: { trashed: false, audiences } });
    expect((await ada.client.delete('/roles/1')).status).toBe(403);
  });

  it('can be changed in other ways, and unblocked', async () => {
    expect((await patch(ada.client, '1', { name: 'Root', status: 'on' }, { blocked: false })).status).toBe(200);
    await set('1', { blocked: true, status: 'off' });
    expect((await patch(ada.client, '1', { name: 'First', status: 'on' }, { blocked: false })).status).toBe(200);
    expect(await users().findOne({ _id: 1 })).toMatchObject(ACTIVE);
  });
});

describe('the last active administrator', () => {
  it.each(WAYS)('is not %s', async (_what, way) => {
    await set('1', { status: 'off' });
    expect((await way(ada.client, bob.id)).status).toBeLessThan(300);
    const refused = await way(ada.client, ada.id);
    // Users cannot trash their own account.
    expect([403, 400]).toContain(refused.status);
    if (refused.status === 403) {
      expect(errorCodes(refused)[0]).toBe('immutable');
      expect(refused.text).toContain('no active administrator left');
    }
    expect(await users().findOne({ _id: Number(ada.id) })).toMatchObject({ ...ACTIVE, role_ids: [1] });
    expect((await ada.client.get('/admin/endpoints')).status).toBe(200);
    if ((await users().findOne({ _id: Number(bob.id) }))?.['trashed'])
      await ada.client.patch(`/trash/${bob.id}`, { data: user(bob.id) });
  });

  it('is not a user who is blocked, off or in the trash', async () => {
    await set('1', { status: 'off' });
    for (const fields of [{ blocked: true }, { status: 'draft' }, { trashed: true }]) {
      await set(bob.id, fields);
      expect(errorCodes(await patch(ada.client, ada.id, { status: 'off' }))[0]).toBe('immutable');
      await set(bob.id, ACTIVE);
    }
  });

  it('is not removed with all others from the role, and the request writes nothing', async () => {
    await set('1', { status: 'off', role_ids: [] });
    const path = '/roles/1/relationships/users';
    const all = [user(ada.id), user(bob.id)];
    for (const response of [
      await ada.client.patch(path, { data: [] }),
      await ada.client.delete(path, {}, { data: all }),
    ]) {
      expect([response.status, errorCodes(response)[0]]).toEqual([403, 'immutable']);
    }
    const rows = await users()
      .find({ role_ids: 1 } as Record<string, unknown>)
      .toArray();
    expect(rows.map(({ _id }) => String(_id))).toEqual([ada.id, bob.id]);
  });

  it('may be replaced by another one in the same request', async () => {
    await set('1', { status: 'off', role_ids: [] });
    const editor = String((await users().findOne({ username: 'editor' }))?._id);
    const response = await ada.client.patch('/roles/1/relationships/users', { data: [user(editor)] });
    expect(response.status).toBe(200);
    expect((await test.editor.get('/admin/endpoints')).status).toBe(200);
    expect((await ada.client.get('/admin/endpoints')).status).toBe(403);
  });

  it('remains when two remove each other concurrently, in one process or in two', async () => {
    await set('1', { status: 'off' });
    for (let round = 0; round < 4; round++) {
      const [meta, attributes] = round % 2 === 0 ? [{ blocked: true }, {}] : [{}, { status: 'off' }];
      const one = await signIn(test, 'ada');
      const two = await signIn(round < 2 ? test : second, 'bob');
      const responses = await Promise.all([patch(one, bob.id, attributes, meta), patch(two, ada.id, attributes, meta)]);
      const statuses = responses.map(({ status }) => status).sort();
      // The user that was removed first may already be unknown.
      expect([statuses[0], [401, 403].includes(statuses[1] ?? 0)]).toEqual([200, true]);
      expect(await users().countDocuments({ ...ACTIVE, role_ids: 1 } as Record<string, unknown>)).toBe(1);
      for (const { id } of [ada, bob]) await set(id, ACTIVE);
    }
  });
});

/** A new sign-in, since disabling the user has ended all sessions. */
async function signIn({ anonymous }: TestService, username: string): Promise<Pick<Client, 'patch'>> {
  const json = { 'Content-Type': 'application/json' };
  const response = await anonymous.post('/auth', { username, password: PASSWORD }, json);
  const { jwt } = (response.body as { meta: { jwt: string } }).meta;
  const headers = { Authorization: `Bearer ${jwt}`, 'Content-Type': JSON_API };
  return { patch: (path, body) => anonymous.patch(path, body, headers) };
}
