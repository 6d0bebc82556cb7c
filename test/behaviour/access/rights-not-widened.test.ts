// Attempts of users to gain more permissions: each was possible once.
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MAILED_SERVICES } from '../../../core/accounts/credentials/credentials.ts';
import { type Client, errorSources, PASSWORD, serviceForTests } from '../../support/service.ts';

const FLAT = { 'Content-Type': 'application/json' };

const test = serviceForTests({ env: { TRUST_PROXY: '1' } });
let member: Client;
let memberId: string;
const MEMBER_ROLE = 3;
beforeAll(async () => {
  expect((await test.admin.create('/roles', { name: 'members' })).id).toBe(String(MEMBER_ROLE));
  member = await test.addClient('member', [MEMBER_ROLE]);
  memberId = await idOf('member');
});

const idOf = async (username: string): Promise<string> =>
  String((await test.service.services.store.usernames.findOne({ _id: username }))?.user_id);

/** Permissions of the members for one test. */
const rows: string[] = [];
async function permit(endpoint_name: string, read: unknown, write: unknown): Promise<void> {
  await test.admin.post('/admin/endpoints', { data: { type: 'endpoints', attributes: { name: endpoint_name } } });
  const attributes = { endpoint_name, role_name: 'members', read, write };
  rows.push((await test.admin.create('/admin/endpoint_permissions', attributes)).id);
}
afterEach(async () => {
  for (const id of rows.splice(0)) await test.admin.delete(`/admin/endpoint_permissions/${id}`);
});

const resource = (type: string, attributes: object, id?: string) => ({ data: { type, id, attributes } });
let lastAddress = 0;
const flat = (method: 'post' | 'patch', path: string, body: object) =>
  test.anonymous[method](path, body, { ...FLAT, 'X-Forwarded-For': `10.3.0.${++lastAddress}` });
const signIn = async (username: string, password = PASSWORD) =>
  (await flat('post', '/auth', { username, password })).status;

describe('a caller who may write jobs', () => {
  it('creates and sees no rows that permit access', async () => {
    await permit('async_jobs', true, true);
    for (const service of MAILED_SERVICES) {
      const job = { service, payload: { user_id: 1 }, expires: '2030-01-01' };
      for (const client of [member, test.admin]) {
        const refused = await client.post('/async_jobs', resource('async_jobs', job));
        expect([service, refused.status]).toEqual([service, 400]);
        expect(errorSources(refused)).toContain('/data/attributes/service');
      }
    }
    await test.admin.patch('/users/1', resource('users', { email: 'boss@example.org' }, '1'));
    await flat('post', '/auth/change', { contact: 'boss@example.org', change_url: 'http://localhost:8080/' });
    await member.patch('/auth/user', { email: 'mine@example.org', old_password: PASSWORD }, FLAT);
    const account = { username: 'newcomer', password: PASSWORD, email: 'newcomer@example.org' };
    await flat('post', '/signup', { ...account, activation_url: 'http://localhost:8080/' });
    const made = await test.service.services.store.asyncJobs.find().toArray();
    const services = new Set(made.map(({ service }) => service));
    expect([...services].sort()).toEqual([...MAILED_SERVICES, 'mail'].sort());
    expect((await member.get('/async_jobs')).body.data).toEqual([]);
    const listed = (await test.admin.get('/admin/async_jobs')).body as { data: { id: string }[] };
    expect(listed.data.map((each) => each.id).sort()).toEqual(made.map(({ _id }) => _id).sort());
    for (const { _id: id } of made) {
      expect((await member.get(`/async_jobs/${id}`)).status).toBe(404);
      const moved = resource('async_jobs', { payload: { user_id: 2 } }, id);
      expect((await test.admin.patch(`/admin/async_jobs/${id}`, moved)).status).toBe(400);
    }
  });
});

describe('one’s own account', () => {
  it('is no longer verified with another address, and needs the password for a first one', async () => {
    const { store } = test.service.services;
    await store.documents('users').updateOne({ _id: Number(memberId) }, { $set: { verified: new Date() } });
    const give = (more: object) => member.patch('/auth/user', { email: 'somebody@example.org', ...more }, FLAT);
    expect((await give({})).status).toBe(400);
    expect((await give({ old_password: PASSWORD })).status).toBe(200);
    expect((await store.documents('users').findOne({ _id: Number(memberId) }))?.['verified']).toBeNull();
  });

  it('does not create accounts, give roles or change permissions, with mine as the permission', async () => {
    await permit('users', 'mine', 'mine');
    await permit('roles', true, true);
    const account = { username: 'second', password: PASSWORD, uname: 'second', status: 'on' };
    expect((await member.post('/users', resource('users', account))).status).toBe(403);
    const role = { data: [{ type: 'roles', id: '2' }] };
    expect((await member.post(`/users/${memberId}/relationships/roles`, role)).status).toBe(403);
    const self = { data: [{ type: 'users', id: memberId }] };
    expect((await member.post('/roles/2/relationships/users', self)).status).toBe(403);
    for (const attributes of [{ password: 'not to be taken' }, { email: 'x@example.org' }, { username: 'x' }]) {
      expect((await member.patch(`/users/${memberId}`, resource('users', attributes, memberId))).status).toBe(403);
    }
    expect((await member.patch(`/users/${memberId}`, resource('users', { name: 'M' }, memberId))).status).toBe(200);
  });
});

describe('a changed password', () => {
  it('invalidates all pending mails, and so do another address, blocking and the trash', async () => {
    await test.addClient('forgetful', []);
    const { asyncJobs } = test.service.services.store;
    const id = await idOf('forgetful');
    const change = (attributes: object, meta = {}) =>
      test.admin.patch(`/users/${id}`, { data: { type: 'users', id, attributes, meta } });
    const mailed = async (contact: string): Promise<string> => {
      await flat('post', '/auth/change', { contact, change_url: 'http://localhost:8080/' });
      return (await asyncJobs.findOne({ 'payload.user_id': Number(id), secret: { $exists: true } }))?.secret ?? '';
    };
    const use = async (uuid: string) =>
      (await flat('patch', '/auth/change', { uuid, password: 'taken over by us' })).status;
    // Mails about changes contain no link that grants access.
    const ofLinks = {
      'payload.user_id': Number(id),
      'payload.template': { $nin: ['password_changed', 'address_changed', 'new_sign_in'] },
    };
    const unsent = () => asyncJobs.countDocuments({ ...ofLinks, completed: null, due: { $ne: null } });
    const ended: string[] = [];
    const end = async (how: () => Promise<{ status: number }>): Promise<void> => {
      const uuid = await mailed('forgetful@example.org');
      expect([uuid, ended.includes(uuid)]).toEqual([expect.stringMatching(/^[0-9a-f]{40}$/), false]);
      ended.push(uuid);
      expect((await how()).status).toBeLessThan(300);
      expect([await unsent(), await use(uuid)]).toEqual([0, 404]);
    };
    await change({ email: 'forgetful@example.org' });
    await end(() => change({ password: 'a new password' }));
    expect(await signIn('forgetful', 'a new password')).toBe(200);
    await end(() => change({}, { blocked: true }));
    await change({}, { blocked: false });
    await end(() => change({ status: 'off' }));
    await change({ status: 'on' });
    await end(() => test.admin.delete(`/users/${id}`));
    await test.admin.patch(`/trash/${id}`, { data: { type: 'users', id } });
    await end(() => change({ email: 'another@example.org' }));
    expect(await asyncJobs.countDocuments({ secret: { $in: ended } })).toBe(0);
    const mail = await asyncJobs.findOne({ ...ofLinks, service: 'mail' });
    expect(mail?.results).toEqual([
      { data: { messages: ['The password was changed.'] }, success: false, attempt_number: 1 },
    ]);
  });

  it('issues no refresh token for the old one during the change', async () => {
    await test.addClient('hasty', []);
    const id = await idOf('hasty');
    const [statuses] = await Promise.all([
      Promise.all(Array.from({ length: 6 }, () => signIn('hasty'))),
      test.admin.patch(`/users/${id}`, resource('users', { password: 'another password' }, id)),
    ]);
    expect(statuses.every((status) => status === 200 || status === 401)).toBe(true);
    const left = await test.service.services.store.refreshTokens.countDocuments({ user_id: Number(id) });
    expect(left).toBe(0);
  });
});

describe('a password rule that takes very long', () => {
  it('is not evaluated before a valid UUID, and then with a time limit', async () => {
    const attributes = { name: 'Auth.passwordPolicy.rule', content: '/^(\\w+\\s?)+$/' };
    const { id } = await test.admin.create('/admin/config', attributes);
    const password = `${'a'.repeat(40)}!`;
    const uuid = '3f1e0f8e-3b1c-4d0a-9d0e-6a5f3e0c9b7a';
    expect((await flat('patch', '/auth/change', { uuid, password })).status).toBe(404);
    const user = { username: 'slow', password, uname: 'slow' };
    expect((await test.admin.post('/users', resource('users', user))).status).toBe(400);
    await test.admin.delete(`/admin/config/${encodeURIComponent(id)}`);
  });
});

describe('filters', () => {
  it('reveal changes of others only to callers who may read the history', async () => {
    const { id } = await test.admin.create('/profiles', { status: 'on', surname: 'Edited' });
    await test.editor.patch(`/profiles/${id}`, resource('profiles', { name: 'E.' }, id));
    const editorId = await idOf('editor');
    const found = async (client: Client) =>
      ((await client.get(`/profiles?filter[history_editor]=${editorId}`)).body as { data: { id: string }[] }).data
        .length;
    expect(await Promise.all([test.anonymous, test.reader].map(found))).toEqual([0, 0]);
    expect(await Promise.all([test.editor, test.admin].map(found))).toEqual([1, 1]);
  });

  it('reveal the holders of a role only to callers who see the role', async () => {
    const editorRow = { endpoint_name: 'roles', role_name: 'editor', read: 'block', write: false };
    const { id } = await test.admin.create('/admin/endpoint_permissions', editorRow);
    rows.push(id);
    const found = async (client: Client) =>
      ((await client.get('/users?filter[roles]=admin')).body as { data: unknown[] }).data.length;
    expect(await found(test.editor)).toBe(0);
    expect(await found(test.admin)).toBe(1);
  });
});

describe('rules', () => {
  it('that are removed give no write access', async () => {
    for (const name of ['model', 'config']) await test.admin.delete(`/admin/endpoints/${name}`);
    const tag = resource('tags', { name: 'free' });
    expect((await test.editor.post('/model/tags', tag)).status).toBe(403);
    expect((await test.editor.post('/config', resource('config', { name: 'a', content: 'b' }))).status).toBe(403);
    expect((await test.anonymous.get('/model/tags')).status).toBe(200);
  });

  it('show object permissions of own objects only with `mine`', async () => {
    await permit('object_permissions', 'mine', 'mine');
    expect((await member.get('/object_permissions')).status).toBe(403);
  });

  it('allow only administrators to change administrators, configure providers, or connect accounts', async () => {
    await permit('users', true, true);
    await permit('roles', true, true);
    await permit('admin', true, true);
    const role = { data: { type: 'roles', attributes: { name: 'kings' }, meta: { priority: 0 } } };
    expect((await test.admin.post('/roles', role)).status).toBe(400);
    const admin = { data: { type: 'roles', id: '1' } };
    expect((await member.post(`/users/${memberId}/relationships/roles`, admin)).status).toBe(403);
    const mine = { name: 'mine', url: 'https://example.org' };
    expect((await member.post('/admin/auth_providers', resource('auth_providers', mine))).status).toBe(403);
    const provider = await test.admin.create('/admin/auth_providers', mine);
    const account = { user_id: 1, auth_provider_id: Number(provider.id), provider_username: 'me' };
    expect((await member.post('/admin/external_auth', resource('external_auth', account))).status).toBe(403);
  });
});

describe('anonymous callers', () => {
  it('cannot create more than a few refresh tokens of an application', async () => {
    const { meta } = await test.admin.create('/admin/applications', { name: 'Browser' });
    const body = { grant_type: 'client_credentials', client_id: meta['api_key'] };
    for (let count = 0; count < 24; count++) expect((await flat('post', '/auth', body)).status).toBe(200);
    expect(await test.service.services.store.refreshTokens.countDocuments({ user_id: null })).toBe(20);
  });
});
