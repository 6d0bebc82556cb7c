import { describe, expect, it } from 'vitest';
import {
  errorCodes,
  errorSources,
  JSON_API,
  PASSWORD,
  type ResourceData,
  serviceForTests,
} from '../../support/service.ts';

const test = serviceForTests();

const JSON_TYPE = { 'Content-Type': 'application/json' };
let counter = 0;

async function signIn(username: string, password = PASSWORD) {
  const response = await test.anonymous.post('/auth', { username, password }, JSON_TYPE);
  const { jwt, renew } = (response.body as { meta: { jwt: string; renew: string } }).meta;
  const headers = { Authorization: `Bearer ${jwt}` };
  return {
    renew,
    get: (query = '', more = {}) => test.anonymous.get(`/auth/user${query}`, { ...headers, ...more }),
    patch: (content: unknown, more: Record<string, string> = JSON_TYPE) =>
      test.anonymous.patch('/auth/user', content, { ...headers, ...more }),
  };
}

async function newSession(more: object = {}) {
  const username = `owner${++counter}`;
  const attributes = { username, password: PASSWORD, uname: `user-${username}`, status: 'on', ...more };
  const { id } = await test.admin.create('/users', attributes);
  return { id, username, ...(await signIn(username)) };
}

const dataOf = (response: { body: unknown }): ResourceData => (response.body as { data: ResourceData }).data;
const canSignIn = async (username: string, password: string) =>
  (await test.anonymous.post('/auth', { username, password }, JSON_TYPE)).status === 200;

describe('GET /auth/user', () => {
  it('returns the signed-in user, with roles and private attributes', async () => {
    const response = await test.editor.get('/auth/user');
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      data: {
        type: 'users',
        attributes: { username: 'editor', email: null },
        meta: { num_login_err: 0 },
        relationships: { roles: { data: [{ type: 'roles', id: '2' }] } },
      },
      included: [{ type: 'roles', id: '2', attributes: { name: 'editor' } }],
      links: { self: expect.stringMatching(/\/auth\/user$/) as unknown },
    });
    expect(dataOf(await test.reader.get('/auth/user')).attributes['username']).toBe('reader');
  });

  it('accepts fields and include, and returns 304', async () => {
    const session = await newSession();
    const { attributes } = dataOf(await session.get('?fields[users]=username&include=roles'));
    expect(attributes).toEqual({ username: session.username });
    expect((await session.get('?include=nothing')).status).toBe(400);
    const host = { Host: 'localhost' };
    const tag = String((await session.get('', host)).headers['etag']);
    expect((await session.get('', { ...host, 'If-None-Match': tag })).status).toBe(304);
  });

  it('is 401 without a token, or with a bad one', async () => {
    expect((await test.anonymous.get('/auth/user')).status).toBe(401);
    expect((await test.anonymous.get('/auth/user', { Authorization: 'Bearer x' })).status).toBe(401);
  });
});

describe('PATCH /auth/user', () => {
  it('changes attributes sent as flat JSON, or in a JSON:API resource', async () => {
    const session = await newSession();
    const flat = await session.patch({ name: 'Mary', surname: 'Anning' });
    expect(dataOf(flat).attributes).toMatchObject({ name: 'Mary', title: 'Mary Anning' });
    const resource = { data: { type: 'users', id: session.id, attributes: { pseudonym: 'M' } } };
    const response = await session.patch(resource, { 'Content-Type': JSON_API });
    expect(dataOf(response).attributes).toMatchObject({ name: 'Mary', pseudonym: 'M' });
    const bad = await session.patch({ name: '<b>' });
    expect([bad.status, ...errorSources(bad)]).toEqual([400, '/name']);
    const wrong = (data: object) => session.patch({ data: { attributes: {}, ...data } });
    expect((await wrong({ type: 'roles' })).status).toBe(409);
    expect((await wrong({ type: 'users', id: '1' })).status).toBe(409);
    expect((await session.patch('[]')).status).toBe(400);
    expect((await session.patch({ name: 'X' }, { 'Content-Type': 'text/plain' })).status).toBe(415);
    expect((await session.patch({ name: 'X' }, { ...JSON_TYPE, 'If-Match': '"99.x"' })).status).toBe(412);
    expect((await test.anonymous.patch('/auth/user', { name: 'X' }, JSON_TYPE)).status).toBe(401);
  });

  it('changes neither user name, status, roles and blocks, nor an existing address', async () => {
    const email = `existing${counter}@example.com`;
    const session = await newSession({ email });
    const sent = {
      username: 'admin2',
      status: 'off',
      password_hash: 'x',
      role_ids: [1],
      roles: [1],
      blocked: true,
    };
    const relationships = { roles: { data: [{ type: 'roles', id: '1' }] } };
    for (const [name, value] of Object.entries(sent)) {
      const flat = await session.patch({ [name]: value });
      expect([flat.status, errorSources(flat)]).toEqual([400, [`/${name}`]]);
      const nested = await session.patch({ data: { attributes: { [name]: value } } });
      expect([nested.status, errorSources(nested)]).toEqual([400, [`/data/attributes/${name}`]]);
    }
    for (const [more, pointer] of [
      [{ meta: { blocked: true } }, '/data/meta/blocked'],
      [{ relationships }, '/data/relationships/roles'],
    ] as const) {
      const refused = await session.patch({ data: { attributes: {}, ...more } });
      expect([refused.status, errorSources(refused)]).toEqual([400, [pointer]]);
    }
    const same = { username: session.username, status: 'on', email };
    for (const body of [same, { data: dataOf(await session.get('')) }]) {
      const response = await session.patch(body);
      expect([response.status, dataOf(response).attributes]).toMatchObject([200, same]);
    }
    const again = await session.patch({ email: 'other@example.com' });
    expect([again.status, errorSources(again)]).toEqual([400, ['/email']]);
    const other = await newSession();
    const taken = await other.patch({ old_password: PASSWORD, email: email.toUpperCase() });
    expect([taken.status, errorCodes(taken)[0], ...errorSources(taken)]).toEqual([400, 'already_exists', '/email']);
  });

  it('accepts a new password only with the old one', async () => {
    const session = await newSession();
    const missing = await session.patch({ password: 'a new password' });
    expect([missing.status, missing.text]).toEqual([400, expect.stringContaining('Missing current password')]);
    const wrong = await session.patch({ password: 'a new password', old_password: 'wrong' });
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('Wrong password')]);
    expect(errorSources(wrong)).toEqual(['/old_password']);
    for (const old_password of [{ $ne: '' }, null, '', 7]) {
      expect((await session.patch({ password: 'a new password', old_password })).status).toBe(400);
    }
    expect(await canSignIn(session.username, PASSWORD)).toBe(true);
    const done = await session.patch({ password: 'a new password', old_password: PASSWORD });
    expect(done.status).toBe(200);
    expect(done.text).not.toContain('a new password');
    expect(await canSignIn(session.username, PASSWORD)).toBe(false);
    expect(await canSignIn(session.username, 'a new password')).toBe(true);
    // The session goes on, and so does its token (D743).
    const renewal = { grant_type: 'refresh_token', refresh_token: session.renew };
    expect((await test.anonymous.post('/auth', renewal, JSON_TYPE)).status).toBe(200);
    expect((await session.get()).status).toBe(200);
    const row = await test.service.services.store.changes.find({ resource_id: session.id }).sort({ _id: -1 }).next();
    expect(row?.changed).toMatchObject({ password: '*****' });
    expect(JSON.stringify(row)).not.toContain(PASSWORD);
  });

  it('counts wrong old passwords for the session, concurrent ones too, and locks no sign-in (D741)', async () => {
    const session = await newSession();
    const guess = () => session.patch({ password: 'a new password', old_password: 'wrong' });
    const responses = await Promise.all(Array.from({ length: 14 }, guess));
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 400).length).toBe(10);
    expect(statuses.filter((status) => status === 429).length).toBe(4);
    const right = await session.patch({ password: 'a new password', old_password: PASSWORD });
    expect([right.status, Number(right.headers['retry-after']) > 0]).toEqual([429, true]);
    expect(await canSignIn(session.username, PASSWORD)).toBe(true);
    test.clock.advance(16 * 60_000);
    expect((await session.patch({ password: 'a new password', old_password: PASSWORD })).status).toBe(200);
  });
});
