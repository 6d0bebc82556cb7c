// The sessions of users, and their end (D681).
import { describe, expect, it } from 'vitest';
import { errorCodes, PASSWORD, serviceForTests } from '../../support/service.ts';

const FLAT = { 'Content-Type': 'application/json' };

const test = serviceForTests();

interface Tokens {
  jwt: string;
  renew: string;
}
interface Session {
  id: string;
  attributes: Record<string, unknown>;
  meta: Record<string, unknown>;
  links: { self: string };
}
const signIn = async (username: string, agent = 'Test/1.0'): Promise<Tokens> => {
  const headers = { ...FLAT, 'User-Agent': agent };
  const response = await test.anonymous.post('/auth', { username, password: PASSWORD }, headers);
  return (response.body as { meta: Tokens }).meta;
};
const bearer = ({ jwt }: Pick<Tokens, 'jwt'>) => ({ Authorization: `Bearer ${jwt}` });
const renew = ({ renew: refresh_token }: Pick<Tokens, 'renew'>, headers: Record<string, string> = {}) =>
  test.anonymous.post('/auth', { grant_type: 'refresh_token', refresh_token }, { ...FLAT, ...headers });
const list = async (tokens: Tokens, query = ''): Promise<Session[]> => {
  const response = await test.anonymous.get(`/auth/sessions${query}`, bearer(tokens));
  expect(response.status).toBe(200);
  return (response.body as { data: Session[] }).data;
};
const current = async (tokens: Tokens): Promise<Session> => {
  const found = (await list(tokens)).find(({ meta }) => meta['current']);
  if (!found) throw new Error('no session is the current one');
  return found;
};
const statusOf = async (tokens: Tokens): Promise<[number, number]> => [
  (await test.anonymous.get('/auth/user', bearer(tokens))).status,
  (await renew(tokens)).status,
];

let serial = 0;
async function newUser(): Promise<{ id: string; username: string }> {
  const username = `seated${++serial}`;
  const attributes = { username, password: PASSWORD, uname: username, status: 'on' };
  const { id } = await test.admin.create('/users', attributes);
  return { id, username };
}

describe('GET /auth/sessions', () => {
  it('has a session for each sign-in, with device, address and times, and marks that of the request', async () => {
    const { id, username } = await newUser();
    const here = await signIn(username, 'Here/1.0');
    test.clock.advance(60_000);
    await signIn(username, `There/2.0 \u00e9${'x'.repeat(300)}`);
    const found = await list(here, '?sort=-modified');
    expect(found.map(({ meta }) => meta['current'])).toEqual([false, true]);
    const [there, own] = found;
    expect(own?.attributes).toEqual({
      user_id: Number(id),
      application_id: null,
      address: expect.stringMatching(/127\.0\.0\.1|::1/) as string,
      device: 'Here/1.0',
      // REFRESH_IDLE_TTL, 90 days.
      expires: '2026-08-11T07:09:23+00:00',
    });
    expect(String(there?.attributes['device'])).toMatch(/^There\/2\.0 x{200,}$/);
    expect(String(there?.attributes['device'])).toHaveLength(255);
    expect(own?.links.self).toMatch(new RegExp(`/auth/sessions/${own?.id}$`));
    expect(JSON.stringify(found)).not.toMatch(/hash|rotation|generation/);
  });

  it('shows the latest renewal with its address', async () => {
    const { username } = await newUser();
    const tokens = await signIn(username, 'Old/1.0');
    const before = await current(tokens);
    test.clock.advance(300_000);
    expect((await renew(tokens, { 'User-Agent': 'New/1.0' })).status).toBe(200);
    const after = await current(tokens);
    expect([after.id, after.meta['created'], after.attributes['device']]).toEqual([
      before.id,
      before.meta['created'],
      'New/1.0',
    ]);
    const times = [before, after].map(({ meta }) => Date.parse(String(meta['modified'])));
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBe(300_000);
  });

  it('lists those of others for administrators only', async () => {
    const [one, two] = [await newUser(), await newUser()];
    const tokens = await signIn(one.username);
    await signIn(two.username);
    expect(await list(tokens)).toHaveLength(1);
    expect(await list(tokens, `?filter[user_id]=${two.id}`)).toEqual([]);
    const response = await test.admin.get(`/auth/sessions?filter[user_id]=${two.id}`);
    expect((response.body as { data: Session[] }).data.map(({ attributes }) => attributes['user_id'])).toEqual([
      Number(two.id),
    ]);
  });

  it('reads a single session with an ETag, and is 404 for that of another user', async () => {
    const [one, two] = [await newUser(), await newUser()];
    const [mine, theirs] = [await signIn(one.username), await signIn(two.username)];
    const { id } = await current(mine);
    const path = `/auth/sessions/${id}`;
    const response = await test.anonymous.get(path, bearer(mine));
    expect([response.status, (response.body as { data: Session }).data.id]).toEqual([200, id]);
    const etag = String(response.headers['etag']);
    expect((await test.anonymous.get(path, { ...bearer(mine), 'If-None-Match': etag })).status).toBe(304);
    // Not the current one of another session.
    const second = await signIn(one.username);
    expect((await test.anonymous.get(path, { ...bearer(second), 'If-None-Match': etag })).status).toBe(200);
    expect(errorCodes(await test.anonymous.get(path, bearer(theirs)))[0]).toBe('not_found');
    expect((await test.admin.get(path)).status).toBe(200);
  });
});

describe('DELETE /auth/sessions/{session_id}', () => {
  it('ends its access tokens and its refresh token at once, and those of no other session', async () => {
    const { username } = await newUser();
    const [one, two] = [await signIn(username), await signIn(username)];
    const renewed = ((await renew(one)).body as { meta: Tokens }).meta;
    const { id } = await current(one);
    expect((await test.anonymous.delete(`/auth/sessions/${id}`, bearer(two))).status).toBe(204);
    for (const ended of [one, renewed]) {
      expect(errorCodes(await test.anonymous.get('/documents', bearer(ended)))[0]).toBe('invalid_token');
    }
    expect(await statusOf(one)).toEqual([401, 401]);
    expect(await statusOf(two)).toEqual([200, 200]);
    expect((await test.anonymous.delete(`/auth/sessions/${id}`, bearer(two))).status).toBe(404);
  });

  it('is 404 for a session of another user, which continues; an administrator ends it', async () => {
    const [one, two] = [await newUser(), await newUser()];
    const [mine, theirs] = [await signIn(one.username), await signIn(two.username)];
    const { id } = await current(theirs);
    expect((await test.anonymous.delete(`/auth/sessions/${id}`, bearer(mine))).status).toBe(404);
    expect(await statusOf(theirs)).toEqual([200, 200]);
    expect((await test.admin.delete(`/auth/sessions/${id}`)).status).toBe(204);
    expect(await statusOf(theirs)).toEqual([401, 401]);
    const line = test.audited.findLast(({ operation }) => operation === 'deleteSession');
    expect(line).toMatchObject({ audit: 'changed', params: { session_id: id }, status: 204 });
  });

  it('remains in effect when the user is changed, and when the user signs in again', async () => {
    const { id, username } = await newUser();
    const tokens = await signIn(username);
    const session = await current(tokens);
    expect((await test.admin.delete(`/auth/sessions/${session.id}`)).status).toBe(204);
    const body = { data: { type: 'users', id, attributes: { name: 'Ada' } } };
    expect((await test.admin.patch(`/users/${id}`, body)).status).toBe(200);
    const again = await signIn(username);
    expect(await statusOf(tokens)).toEqual([401, 401]);
    expect(await statusOf(again)).toEqual([200, 200]);
  });
});

describe('DELETE /auth/sessions', () => {
  it('ends all sessions of the caller, that of the request too; with except=current all others', async () => {
    const { username } = await newUser();
    const [one, two, three] = [await signIn(username), await signIn(username), await signIn(username)];
    expect((await test.anonymous.delete('/auth/sessions?except=current', bearer(two))).status).toBe(204);
    expect(await statusOf(one)).toEqual([401, 401]);
    expect(await statusOf(three)).toEqual([401, 401]);
    expect(await list(two)).toHaveLength(1);
    expect((await test.anonymous.delete('/auth/sessions', bearer(two))).status).toBe(204);
    expect(await statusOf(two)).toEqual([401, 401]);
    expect(await statusOf(await signIn(username))).toEqual([200, 200]);
  });

  it('ends those of another user for an administrator, who is named in the audit trail, and is 403 for others', async () => {
    const [one, two] = [await newUser(), await newUser()];
    const [mine, theirs] = [await signIn(one.username), await signIn(two.username)];
    const path = `/auth/sessions?user_id=${two.id}`;
    expect(errorCodes(await test.anonymous.delete(path, bearer(mine)))[0]).toBe('forbidden');
    expect(await statusOf(theirs)).toEqual([200, 200]);
    expect((await test.admin.delete(path)).status).toBe(204);
    expect(await statusOf(theirs)).toEqual([401, 401]);
    expect(await statusOf(mine)).toEqual([200, 200]);
    const line = test.audited.findLast(({ audit }) => audit === 'sessions_ended');
    expect(line).toMatchObject({ user_id: 1, params: { user_id: two.id } });
  });

  it('ends more sessions than a user document can record', async () => {
    const { id, username } = await newUser();
    const [first, here] = [await signIn(username), await signIn(username)];
    const { refreshTokens } = test.service.services.store;
    const row = await refreshTokens.findOne({ user_id: Number(id) });
    if (!row) throw new Error('there is no session');
    const more = Array.from({ length: 120 }, (_, n) => ({ ...row, _id: `${row._id}-${n}`, token_hash: `${n}-${id}` }));
    await refreshTokens.insertMany(more);
    expect((await test.anonymous.delete('/auth/sessions?except=current', bearer(here))).status).toBe(204);
    expect(await statusOf(first)).toEqual([401, 401]);
    // The session of the request goes on (D743).
    expect(await statusOf(here)).toEqual([200, 200]);
    const renewed = ((await renew(here)).body as { meta: Tokens }).meta;
    expect(await statusOf(renewed)).toEqual([200, 200]);
    const [user] = await test.service.services.store
      .documents('users')
      .find({ _id: Number(id) })
      .toArray();
    expect(user).not.toHaveProperty('ended_sessions');
  });

  it('is 400 for another value of except, and for a token without a session', async () => {
    expect((await test.admin.delete('/auth/sessions?except=all')).status).toBe(400);
    const { accessTokens } = test.service.services.signIn;
    const { token } = await accessTokens.issue({ userId: 1, applicationId: null, generation: 0 });
    const refused = await test.anonymous.delete('/auth/sessions?except=current', { Authorization: `Bearer ${token}` });
    expect(errorCodes(refused)[0]).toBe('invalid_parameter');
  });
});

describe('the sessions of a user', () => {
  const rowsOf = (id: string) => test.service.services.store.refreshTokens.countDocuments({ user_id: Number(id) });

  it('are at most a hundred: one more ends that without use for the longest time (D744)', async () => {
    const [{ id, username }, other] = [await newUser(), await newUser()];
    const [unused, used, others] = [await signIn(username), await signIn(username), await signIn(other.username)];
    test.clock.advance(60_000);
    const { refreshTokens } = test.service.services.store;
    const row = await refreshTokens.findOne({ user_id: Number(id) });
    if (!row) throw new Error('there is no session');
    const modified = test.clock.now();
    const more = Array.from({ length: 98 }, (_, n) => ({
      ...row,
      _id: `${row._id}-${n}`,
      token_hash: `${n}-${id}`,
      modified,
    }));
    await refreshTokens.insertMany(more);
    test.clock.advance(60_000);
    expect((await renew(used)).status).toBe(200);
    const newest = await signIn(username);
    expect([await rowsOf(id), await rowsOf(other.id)]).toEqual([100, 1]);
    expect((await renew(unused)).status).toBe(401);
    for (const tokens of [used, newest, others]) expect(await statusOf(tokens)).toEqual([200, 200]);
    await Promise.all(Array.from({ length: 6 }, () => signIn(username)));
    expect(await rowsOf(id)).toBe(100);
  });
});

describe('DELETE /auth/{refresh_token}', () => {
  it('ends the access tokens of its session as well', async () => {
    const { username } = await newUser();
    const [one, two] = [await signIn(username), await signIn(username)];
    expect((await test.anonymous.delete(`/auth/${one.renew}`, bearer(one))).status).toBe(204);
    expect(await statusOf(one)).toEqual([401, 401]);
    expect(await statusOf(two)).toEqual([200, 200]);
  });
});

// Last, since all access tokens expire.
describe('sessions', () => {
  it('end without use for ninety days, and never while they are used', async () => {
    const { username } = await newUser();
    const [unused, used] = [await signIn(username), await signIn(username)];
    for (let month = 0; month < 12; month++) {
      test.clock.advance(30 * 86_400_000);
      expect((await renew(used)).status).toBe(200);
    }
    expect((await renew(unused)).status).toBe(401);
  });
});
