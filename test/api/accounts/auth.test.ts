// POST /auth, and the places in which tokens are sent (service.md 5, D15 to D17, D22).
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { errorCodes, errorSources, PASSWORD, serviceForTests } from '../../support/service.ts';

const SECRET = 'a secret of more than thirty-two characters';
const JSON_BODY = { 'Content-Type': 'application/json' };

const test = serviceForTests({ env: { TRUST_PROXY: '1' } });

interface Tokens {
  links: { self: string; home: string };
  meta: { jwt: string; renew: string; expires_in: number };
}
let lastAddress = 0;
/** Every call from a separate address, unless one is given. */
const signIn = (body: unknown, address = `10.0.0.${++lastAddress}`, headers: Record<string, string> = {}) =>
  test.anonymous.post('/auth', body, { ...JSON_BODY, 'X-Forwarded-For': address, ...headers });
const tokensOf = async (username = 'reader'): Promise<Tokens['meta']> =>
  ((await signIn({ username, password: PASSWORD })).body as Tokens).meta;
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const seconds = () => Math.floor(test.clock.now().getTime() / 1000);

describe('POST /auth with a password', () => {
  it.each([{}, { grant_type: 'password' }])('returns links and tokens, also with %o', async (more) => {
    const response = await signIn({ username: 'editor', password: PASSWORD, ...more });
    expect(response.status).toBe(200);
    const { links, meta } = response.body as Tokens;
    expect(Object.keys(response.body as object).sort()).toEqual(['links', 'meta']);
    expect([links.self.endsWith('/auth'), meta.expires_in]).toEqual([true, 1200]);
    const posted = await test.anonymous.post('/documents', { data: { type: 'documents' } }, bearer(meta.jwt));
    expect(posted.status).toBe(201);
  });

  it('returns the legacy envelope with meta and links for Accept: application/json (D15)', async () => {
    const { body } = await signIn({ username: 'editor', password: PASSWORD }, undefined, {
      Accept: 'application/json',
    });
    const { data, meta } = body as Tokens & { data?: object };
    expect(data).toEqual({ access_token: meta.jwt, expires_in: 1200, refresh_token: meta.renew });
  });

  it('creates HS256 access tokens with id, sid, iss, iat, exp, jti, and opaque refresh tokens stored as a hash only', async () => {
    const { jwt, renew } = await tokensOf('admin');
    const [header, payload] = jwt
      .split('.')
      .slice(0, 2)
      .map((part) => Buffer.from(part, 'base64url').toString());
    expect(JSON.parse(header ?? '')).toMatchObject({ alg: 'HS256' });
    const { application, jti, sid, iss, ...claims } = JSON.parse(payload ?? '') as Record<string, unknown>;
    expect(claims).toEqual({ id: 1, iat: seconds(), exp: seconds() + 1200 });
    expect([application, typeof jti, typeof sid, typeof iss]).toEqual([null, 'string', 'string', 'string']);
    expect(Buffer.from(renew, 'base64url').length).toBe(32);
    const { refreshTokens } = test.service.services.store;
    expect(JSON.stringify(await refreshTokens.find().toArray())).not.toContain(renew);
  });

  it.each([
    ['a wrong password', { username: 'reader', password: 'wrong' }],
    ['an unknown user', { username: 'nobody', password: PASSWORD }],
    ['a name that is an operator', { username: '$ne', password: PASSWORD }],
  ])('returns the same 401 for %s', async (_what, body) => {
    const response = await signIn(body);
    expect([response.status, errorCodes(response)[0]]).toEqual([401, 'login_failed']);
    const { error } = response.body as { error: { detail: string } };
    expect(error.detail).toBe('The user name or the password is wrong, or the account is not active.');
  });

  // oxfmt-ignore
  it.each([
    [{ password: PASSWORD }, '/username'], [{ username: 'reader' }, '/password'],
    [{ username: { $ne: null }, password: PASSWORD }, '/username'],
    [{ username: ['reader'], password: PASSWORD }, '/username'], [{ username: 'reader', password: 7 }, '/password'],
    [{ grant_type: 'magic' }, '/grant_type'], [{ grant_type: 'refresh_token' }, '/refresh_token'], [[], ''],
  ])('returns 400 for %o, pointing at %s', async (body, pointer) => {
    const response = await signIn(body);
    expect([response.status, errorSources(response)[0]]).toEqual([400, pointer]);
  });

  it('accepts application/json only (D57)', async () => {
    const body = { username: 'reader', password: PASSWORD };
    const response = await signIn(body, undefined, { 'Content-Type': 'application/vnd.api+json' });
    expect([response.status, errorSources(response)]).toEqual([415, ['Content-Type']]);
  });

  it('counts failures on the user and resets the count on success', async () => {
    const users = test.service.services.store.documents('users');
    await signIn({ username: 'reader', password: 'wrong' });
    const failed = await users.findOne({ username: 'reader' });
    expect(failed).toMatchObject({ num_login_err: expect.any(Number), last_login_err: test.clock.now() });
    expect(failed?.['num_login_err']).toBeGreaterThan(0);
    await tokensOf('reader');
    expect(await users.findOne({ username: 'reader' })).toMatchObject({
      num_login_err: 0,
      last_login: test.clock.now(),
    });
  });
});

describe('POST /auth with a refresh token', () => {
  it('returns a new access token and the same refresh token, from the body or as bearer, after the old access token expired', async () => {
    const { renew } = await tokensOf();
    test.clock.advance(86_400_000);
    const byBody = await signIn({ grant_type: 'refresh_token', refresh_token: renew });
    for (const response of [byBody, await signIn({ grant_type: 'refresh_token' }, undefined, bearer(renew))]) {
      const { meta } = response.body as Tokens;
      expect([response.status, meta.renew]).toEqual([200, renew]);
      expect((await test.anonymous.get('/documents', bearer(meta.jwt))).status).toBe(200);
    }
  });

  it('returns 401 for an unknown refresh token, and for an access token in its place', async () => {
    const { jwt } = await tokensOf();
    for (const refresh_token of ['nonsense', jwt]) {
      const response = await signIn({ grant_type: 'refresh_token', refresh_token });
      expect([response.status, errorCodes(response)[0]]).toEqual([401, 'login_failed']);
    }
  });
});

describe('access tokens', () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  /** Signed as the service does it, but for the deviation. */
  function forged(claims: object, { secret = SECRET, alg = 'HS256', hash = 'sha256' } = {}): string {
    const standard = { id: 1, application: null, iss: 'colophon', iat: seconds(), exp: seconds() + 600, jti: 'x' };
    const text = `${part({ alg, typ: 'JWT' })}.${part({ ...standard, ...claims })}`;
    return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`;
  }

  it('are accepted when signed with the secret', async () => {
    expect((await test.anonymous.get('/documents', bearer(forged({})))).status).toBe(200);
  });

  // oxfmt-ignore
  it.each([
    ['no algorithm and no signature', () => forged({}, { alg: 'none' }).replace(/[^.]+$/, '')],
    ['no algorithm', () => forged({}, { alg: 'none' })],
    ['another key', () => forged({}, { secret: SECRET.toUpperCase() })],
    ['another algorithm', () => forged({}, { alg: 'HS512', hash: 'sha512' })],
    ['another issuer', () => forged({ iss: 'somebody else' })], ['no issuer', () => forged({ iss: undefined })],
    ['no end', () => forged({ exp: undefined })], ['no jti', () => forged({ jti: undefined })],
    ['a user who does not exist', () => forged({ id: 987_654 })],
    ['an operator for an id', () => forged({ id: { $gt: 0 } })], ['a text for an id', () => forged({ id: '1' })],
    ['a changed payload', () => forged({ id: 3 }).replace(/\.[^.]+\./, /\.[^.]+\./.exec(forged({}))?.[0] ?? '')],
    ['garbage', () => 'abc'], ['dots', () => '..'],
  ])('with %s are 401 invalid_token, even on a public GET', async (_what, make) => {
    const token = make();
    const byHeader = await test.anonymous.get('/documents', bearer(token));
    const byQuery = await test.anonymous.get(`/home?access_token=${token}`);
    for (const response of [byHeader, byQuery]) {
      expect([response.status, errorCodes(response)[0]]).toEqual([401, 'invalid_token']);
      expect(response.headers['www-authenticate']).toContain('invalid_token');
    }
  });

  it.each(['Basic YWRtaW46eA==', 'Bearer', 'bearer a b', 'Token x'])('are 401 in a header "%s"', async (header) => {
    expect((await test.anonymous.get('/documents', { Authorization: header })).status).toBe(401);
  });

  it('are expired_token from the second of exp on', async () => {
    const { jwt } = await tokensOf('editor');
    test.clock.advance(1_199_000);
    expect((await test.anonymous.get('/documents', bearer(jwt))).status).toBe(200);
    test.clock.advance(1000);
    const response = await test.anonymous.get('/documents', bearer(jwt));
    expect([response.status, ...new Set(errorCodes(response))]).toEqual([401, 'expired_token']);
  });

  it('work as ?access_token= and ?token=; the header takes precedence, and links omit them', async () => {
    const { jwt } = await tokensOf('editor');
    for (const name of ['access_token', 'token']) {
      const response = await test.anonymous.get(`/documents?page_size=1&${name}=${jwt}`);
      expect([response.status, response.text.includes(jwt), response.text.includes(name)]).toEqual([200, false, false]);
      const refused = await test.anonymous.get(`/documents/0?${name}=${jwt}`);
      expect([refused.status, refused.text.includes(jwt)]).toEqual([404, false]);
      const posted = await test.anonymous.post(`/documents?${name}=${jwt}`, { data: { type: 'documents' } });
      expect(posted.status).toBe(201);
      expect((await test.anonymous.get(`/documents?${name}=${jwt}`, bearer('bad'))).status).toBe(401);
      expect((await test.anonymous.get(`/documents?${name}=bad`, bearer(jwt))).status).toBe(200);
    }
  });

  it('do not appear in the links of an error (D17)', async () => {
    const response = await test.anonymous.get('/documents/0?access_token=bad&fields=title');
    expect((response.body as Tokens).links.self).toMatch(/\/documents\/0\?fields=title$/);
  });

  it.each<[string, Record<string, boolean | string>]>([
    ['blocked', { blocked: true }],
    ['in the trash', { trashed: true }],
    ['off', { status: 'off' }],
    ['a draft', { status: 'draft' }],
  ])('of a user who is %s stop working at once; so do refresh token and password', async (_what, state) => {
    const users = test.service.services.store.documents('users');
    const { jwt, renew } = await tokensOf('reader');
    await users.updateOne({ username: 'reader' }, { $set: state as Record<string, never> });
    expect(errorCodes(await test.anonymous.get('/documents', bearer(jwt)))[0]).toBe('invalid_token');
    expect((await signIn({ grant_type: 'refresh_token', refresh_token: renew })).status).toBe(401);
    expect((await signIn({ username: 'reader', password: PASSWORD })).status).toBe(401);
    await users.updateOne({ username: 'reader' }, { $set: { blocked: false, trashed: false, status: 'on' } });
    expect((await test.anonymous.get('/documents', bearer(jwt))).status).toBe(200);
  });

  it('have the new roles at once after a change (D16)', async () => {
    const users = test.service.services.store.documents('users');
    const { jwt } = await tokensOf('reader');
    const write = async () =>
      (await test.anonymous.post('/documents', { data: { type: 'documents' } }, bearer(jwt))).status;
    expect(await write()).toBe(403);
    await users.updateOne({ username: 'reader' }, { $set: { role_ids: [2] } });
    expect(await write()).toBe(201);
    await users.updateOne({ username: 'reader' }, { $set: { role_ids: [] } });
    expect(await write()).toBe(403);
  });
});
