// POST /auth for applications, the rules for sign-ins, and their entries in the audit trail (D15, D18, D86).
import { createHash, randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { firstKey } from '../../support/accounts/first-key.ts';
import { configure } from '../../support/writes/configuration.ts';
import { errorCodes, openTestService, PASSWORD, serviceForTests } from '../../support/service.ts';

const test = serviceForTests({ env: { TRUST_PROXY: '1' } });
/** API keys by name of the application. */
const keys: Record<string, string> = {};
const SECRET = 'the secret of the shop';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const addApplication = (id: number, name: string, secretHash: string | null) => {
  const key = randomBytes(20).toString('hex');
  keys[name] = key;
  return {
    _id: id,
    name,
    description: null,
    enabled: true,
    api_key_hash: sha256(key),
    expires: null,
    read_only: false,
    endpoints: null,
    last_used: null,
    client_secret_hash: secretHash,
    revision: 1,
    created: test.clock.now(),
    modified: test.clock.now(),
  };
};

beforeAll(async () => {
  const { access, store } = test.service.services;
  await access.change(async (transaction) => {
    const rows = [
      addApplication(11, 'site', null),
      addApplication(12, 'shop', sha256(SECRET)),
      addApplication(13, 'gone', null),
    ];
    await store.applications.insertMany(rows, { session: transaction });
  });
});
beforeEach(() => {
  test.audited.length = 0;
});

interface Meta {
  jwt: string;
  renew: string;
  expires_in: number;
}
const signIn = (body: object, headers: Record<string, string> = {}) =>
  test.anonymous.post('/auth', body, { 'Content-Type': 'application/json', ...headers });
const metaOf = (response: { body: unknown }): Meta => (response.body as { meta: Meta }).meta;
const claimsOf = (jwt: string): unknown => JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const credentials = (name: string, secret?: string) => ({
  grant_type: 'client_credentials',
  client_id: keys[name],
  ...(secret === undefined ? {} : { client_secret: secret }),
});
const setEnabled = (id: number, enabled: boolean) =>
  test.service.services.access.change(async (transaction) => {
    await test.service.services.store.applications.updateOne(
      { _id: id },
      { $set: { enabled } },
      { session: transaction },
    );
  });
const config = (name: string, content: string | null) => configure(test, name, content);

describe('POST /auth with the key of an application', () => {
  it('returns tokens of the application alone, which read public content and write nothing', async () => {
    const response = await signIn(credentials('site'));
    expect(response.status).toBe(200);
    expect(response.headers['cache-control']).toBe('no-store');
    const { jwt, renew, expires_in } = metaOf(response);
    expect([claimsOf(jwt), expires_in]).toEqual([expect.objectContaining({ id: null, application: 11 }), 1200]);
    expect((await test.anonymous.get('/documents', bearer(jwt))).status).toBe(200);
    expect((await test.anonymous.post('/documents', { data: { type: 'documents' } }, bearer(jwt))).status).toBe(401);
    expect((await test.anonymous.get('/auth', bearer(jwt))).status).toBe(401);
    const renewed = metaOf(await signIn({ grant_type: 'refresh_token', refresh_token: renew }));
    expect(renewed.renew).toBe(renew);
    expect(claimsOf(renewed.jwt)).toMatchObject({ id: null, application: 11 });
  });

  it('requires the secret of an application with a secret, and refuses a secret for one without', async () => {
    expect((await signIn(credentials('shop', SECRET))).status).toBe(200);
    for (const body of [
      credentials('shop'),
      credentials('shop', ''),
      credentials('shop', SECRET.toUpperCase()),
      credentials('site', 'any'),
      credentials('nobody'),
    ].map((each) => ({ ...each, client_id: each.client_id ?? '0'.repeat(40) }))) {
      const response = await signIn(body);
      expect([response.status, errorCodes(response)[0]]).toEqual([401, 'login_failed']);
    }
  });

  it('is 401 for a disabled application, and so are its tokens at once', async () => {
    const { jwt, renew } = metaOf(await signIn(credentials('gone')));
    const user = metaOf(await signIn({ username: 'reader', password: PASSWORD }, { 'X-Api-Key': keys['gone'] ?? '' }));
    await setEnabled(13, false);
    expect(errorCodes(await signIn(credentials('gone')))[0]).toBe('login_failed');
    for (const token of [jwt, user.jwt]) {
      expect(errorCodes(await test.anonymous.get('/documents', bearer(token)))[0]).toBe('invalid_token');
    }
    for (const refresh_token of [renew, user.renew]) {
      const response = await signIn({ grant_type: 'refresh_token', refresh_token });
      expect([response.status, errorCodes(response)[0]]).toEqual([401, 'application_unauthorized']);
      expect((response.body as { error: { title: string } }).error.title).toBe('Application unauthorized');
    }
    await test.service.services.access.change(async (transaction) => {
      await test.service.services.store.applications.deleteOne({ _id: 13 }, { session: transaction });
    });
    expect((await test.anonymous.get('/documents', bearer(jwt))).status).toBe(401);
    expect((await signIn({ grant_type: 'refresh_token', refresh_token: renew })).status).toBe(401);
  });

  it.each([
    [{ grant_type: 'client_credentials' }, '/client_id'],
    [{ grant_type: 'client_credentials', client_id: { $ne: '' } }, '/client_id'],
    [{ grant_type: 'authorization_code' }, '/grant_type'],
  ])('is 400 for %o', async (body, pointer) => {
    const response = await signIn(body);
    expect(response.status).toBe(400);
    expect((response.body as { errors: { source: object }[] }).errors[0]?.source).toEqual({ pointer });
  });

  it('is refused with the API key of another application', async () => {
    const response = await signIn(credentials('site'), { 'X-Api-Key': keys['shop'] ?? '' });
    expect(errorCodes(response)[0]).toBe('application_unauthorized');
  });
});

describe('the application of the API key', () => {
  it('is part of tokens, which another application cannot use', async () => {
    const key = { 'X-Api-Key': keys['site'] ?? '' };
    const { jwt, renew } = metaOf(await signIn({ username: 'reader', password: PASSWORD }, key));
    expect(claimsOf(jwt)).toMatchObject({ application: 11 });
    const other = { 'X-Api-Key': keys['shop'] ?? '' };
    expect((await test.anonymous.get('/documents', { ...bearer(jwt), ...other })).status).toBe(401);
    const renewal = { grant_type: 'refresh_token', refresh_token: renew };
    expect(errorCodes(await signIn(renewal, other))[0]).toBe('application_unauthorized');
    for (const headers of [key, {}]) {
      expect(claimsOf(metaOf(await signIn(renewal, headers)).jwt)).toMatchObject({ application: 11 });
    }
  });

  it('is required with REQUIRE_API_KEY, unless the grant names it', async () => {
    const strict = await openTestService({ env: { REQUIRE_API_KEY: 'on' } });
    const post = (body: object, headers = {}) =>
      strict.anonymous.post('/auth', body, { 'Content-Type': 'application/json', ...headers });
    const key = await firstKey(strict);
    const password = { username: 'reader', password: PASSWORD };
    const refused = await post(password);
    expect([refused.status, errorCodes(refused)[0]]).toEqual([403, 'missing_api_key']);
    const granted = await post({ grant_type: 'client_credentials', client_id: key });
    expect(granted.status).toBe(200);
    const { renew } = metaOf(await post(password, { 'X-Api-Key': key }));
    expect((await post({ grant_type: 'refresh_token' }, bearer(renew))).status).toBe(200);
    await strict.close();
  });
});

describe('an application that has signed in as itself', () => {
  it('revokes its own refresh token, by its key or its access token', async () => {
    for (const by of ['key', 'token'] as const) {
      const { renew, jwt } = metaOf(await signIn(credentials('shop', SECRET)));
      const own = by === 'key' ? { 'X-Api-Key': keys['shop'] ?? '' } : bearer(jwt);
      expect((await test.anonymous.delete(`/auth/${renew}`)).status).toBe(401);
      const other = await test.anonymous.delete(`/auth/${renew}`, { 'X-Api-Key': keys['site'] ?? '' });
      expect([other.status, errorCodes(other)[0]]).toEqual([404, 'not_found']);
      expect((await test.reader.delete(`/auth/${renew}`)).status).toBe(404);
      const statuses = [204, 404];
      for (const status of statuses) expect((await test.anonymous.delete(`/auth/${renew}`, own)).status).toBe(status);
      const renewed = await signIn({ grant_type: 'refresh_token' }, bearer(renew));
      expect(renewed.status).toBe(401);
    }
  });

  it('cannot revoke the token of a user, not even of one who signed in with it', async () => {
    const shop = { 'X-Api-Key': keys['shop'] ?? '' };
    const { renew } = metaOf(await signIn({ username: 'reader', password: PASSWORD }, shop));
    expect((await test.anonymous.delete(`/auth/${renew}`, shop)).status).toBe(404);
    expect((await signIn({ grant_type: 'refresh_token' }, bearer(renew))).status).toBe(200);
  });
});

describe('who may sign in', () => {
  it('is decided by the permissions of that user for /auth (D86)', async () => {
    const { access, store } = test.service.services;
    const { renew } = metaOf(await signIn({ username: 'reader', password: PASSWORD }));
    const auth = await store.endpoints.findOne({ name: 'auth' });
    const rows = { endpoint_id: auth?._id ?? 0 };
    await access.change(async (transaction) => {
      // Editors only, from now on.
      await store.endpointPermissions.updateMany(
        rows,
        { $set: { role_id: 2, anonymous: false } },
        { session: transaction },
      );
    });
    for (const body of [
      { username: 'reader', password: PASSWORD },
      { grant_type: 'refresh_token', refresh_token: renew },
      credentials('site'),
    ]) {
      const response = await signIn(body);
      expect([response.status, response.text.includes('Identity is not authorized')]).toEqual([403, true]);
    }
    expect((await signIn({ username: 'reader', password: 'wrong' })).status).toBe(401);
    expect((await signIn({ username: 'editor', password: PASSWORD })).status).toBe(200);
    expect((await signIn({ username: 'admin', password: PASSWORD })).status).toBe(200);
    await access.change(async (transaction) => {
      await store.endpointPermissions.updateMany(
        rows,
        { $set: { role_id: null, anonymous: true } },
        { session: transaction },
      );
    });
    expect((await signIn({ username: 'reader', password: PASSWORD })).status).toBe(200);
  });

  it('includes drafts with Login.draft, also for renewals and requests', async () => {
    const users = test.service.services.store.documents('users');
    await users.updateOne({ username: 'reader' }, { $set: { status: 'draft' } });
    const attempt = () => signIn({ username: 'reader', password: PASSWORD });
    expect((await attempt()).status).toBe(401);
    await config('Login', '{"draft": true}');
    const response = await attempt();
    expect(response.status).toBe(200);
    const { jwt, renew } = metaOf(response);
    expect((await test.anonymous.get('/documents', bearer(jwt))).status).toBe(200);
    expect((await signIn({ grant_type: 'refresh_token', refresh_token: renew })).status).toBe(200);
    await config('Login', null);
    expect((await test.anonymous.get('/documents', bearer(jwt))).status).toBe(401);
    await users.updateOne({ username: 'reader' }, { $set: { status: 'on' } });
  });
});

describe('the audit trail', () => {
  it('has the user, the method and the address of a sign-in', async () => {
    const headers = { 'X-Forwarded-For': '192.0.2.77', 'X-Api-Key': keys['site'] ?? '' };
    await signIn({ username: 'admin', password: PASSWORD }, headers);
    expect(test.audited).toEqual([
      expect.objectContaining({
        audit: 'sign_in',
        user_id: 1,
        application_id: 11,
        grant_type: 'password',
        address: '192.0.2.77',
      }),
    ]);
  });

  it('has failed sign-ins, but no name that is not a user: it may be a password', async () => {
    await signIn({ username: 'admin', password: 'wrong' });
    await signIn({ username: PASSWORD, password: 'admin' });
    await signIn({ grant_type: 'refresh_token', refresh_token: 'a stolen token' });
    await signIn(credentials('shop', 'a wrong secret'));
    expect(test.audited).toMatchObject([
      { audit: 'sign_in_failed', user_id: 1, username: 'admin', code: 'login_failed', grant_type: 'password' },
      { audit: 'sign_in_failed', code: 'login_failed', grant_type: 'password' },
      { audit: 'sign_in_failed', code: 'login_failed', grant_type: 'refresh_token' },
      { audit: 'sign_in_failed', application_id: 12, code: 'login_failed', grant_type: 'client_credentials' },
    ]);
    const text = JSON.stringify(test.audited);
    for (const secret of [PASSWORD, 'a stolen token', 'a wrong secret', SECRET, keys['shop'] ?? 'none', '"wrong"']) {
      expect(text).not.toContain(secret);
    }
    const counted = JSON.stringify(await test.service.services.store.loginFailures.find().toArray());
    expect(counted).not.toContain(PASSWORD);
  });
});
