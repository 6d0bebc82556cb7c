// GET and DELETE below /auth, and tokens that must not work (service.md 5, D15 to D17).
import { createHmac, createPublicKey, generateKeyPairSync } from 'node:crypto';
import supertest from 'supertest';
import { describe, expect, it } from 'vitest';
import { errorCodes, openTestService, PASSWORD, serviceForTests } from '../../support/service.ts';

const SECRET = 'a secret of more than thirty-two characters';

const test = serviceForTests();

interface Meta {
  jwt: string;
  renew: string;
  expires_in: number;
}
const signIn = async (username = 'reader', at = test): Promise<Meta> => {
  const body = { username, password: PASSWORD };
  const response = await at.anonymous.post('/auth', body, { 'Content-Type': 'application/json' });
  return (response.body as { meta: Meta }).meta;
};
const renew = (refresh_token: string, at = test) =>
  at.anonymous.post('/auth', { grant_type: 'refresh_token', refresh_token }, { 'Content-Type': 'application/json' });
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

describe('GET /auth', () => {
  it('returns the remaining seconds of the access token', async () => {
    const { jwt } = await signIn();
    test.clock.advance(300_000);
    const response = await test.anonymous.get('/auth', bearer(jwt));
    expect([response.status, response.headers['cache-control']]).toEqual([200, 'no-store']);
    const { links, meta, ...others } = response.body as { links: { self: string }; meta: object };
    expect([meta, others, links.self.endsWith('/auth')]).toEqual([{ expires_in: 900 }, {}, true]);
  });

  it('returns them in the legacy envelope for Accept: application/json', async () => {
    const { jwt } = await signIn();
    const { body } = await test.anonymous.get('/auth', { ...bearer(jwt), Accept: 'application/json' });
    const data = { access_token: jwt, expires_in: 1200 };
    expect(body).toMatchObject({ api: 'auth', method: 'get', params: [], data, meta: { expires_in: 1200 } });
    expect((body as { url: string }).url).toMatch(/\/auth$/);
  });

  it('accepts the token in the query; the header takes precedence', async () => {
    const { jwt } = await signIn();
    const response = await test.anonymous.get(`/auth?access_token=${jwt}`);
    expect([response.status, response.text.includes(jwt)]).toEqual([200, false]);
    expect((await test.anonymous.get('/auth?token=bad', bearer(jwt))).status).toBe(200);
  });

  it('is 401 without a token', async () => {
    expect(errorCodes(await test.anonymous.get('/auth'))[0]).toBe('authentication_required');
  });
});

describe('DELETE /auth/{refresh_token}', () => {
  it('revokes the token, once', async () => {
    const { jwt, renew: token } = await signIn();
    expect((await test.anonymous.delete(`/auth/${token}`, bearer(jwt))).status).toBe(204);
    expect((await renew(token)).status).toBe(401);
    // Its access token has ended with it.
    expect((await test.anonymous.delete(`/auth/${token}`, bearer(jwt))).status).toBe(401);
    const other = await signIn();
    expect((await test.anonymous.delete(`/auth/${token}`, bearer(other.jwt))).status).toBe(404);
  });

  it('is 404 for a token of another user and for an unknown token, 401 for anonymous callers', async () => {
    const { renew: token } = await signIn('editor');
    const { jwt } = await signIn('reader');
    expect((await test.anonymous.delete(`/auth/${token}`, bearer(jwt))).status).toBe(404);
    expect((await test.admin.delete(`/auth/${token}`)).status).toBe(404);
    expect((await test.admin.delete('/auth/nothing')).status).toBe(404);
    expect((await test.anonymous.delete(`/auth/${token}`)).status).toBe(401);
    expect((await renew(token)).status).toBe(200);
  });

  it('does not show the token in links, messages and the log (D17)', async () => {
    const token = 'abcdefghijklmnopqrstuvwxyz0123456789';
    const paths = [
      ['delete', `/auth/${token}`],
      ['delete', `/auth/${token}?page=x`],
      ['delete', `/auth/${token}/more`],
      ['delete', `/auth/${token}%zz`],
      ['get', `/auth/${token}`],
    ] as const;
    for (const [method, path] of paths) {
      for (const client of [test.anonymous, test.reader]) {
        const response = await client.request(method, path);
        expect([path, response.status >= 400, response.text.includes(token)]).toEqual([path, true, false]);
      }
    }
    // The description has no such spelling to check the response against.
    const spelled = await supertest(test.service.app).delete(`/%61uth/${token}`);
    expect([spelled.status, spelled.text.includes(token)]).toEqual([401, false]);
    const { renew: real, jwt } = await signIn();
    await test.anonymous.delete(`/auth/${real}`, bearer(jwt));
    const log = JSON.stringify(test.audited) + test.loggedErrors.join('');
    expect([log.includes(token), log.includes(real), log.includes('deleteRefreshToken')]).toEqual([false, false, true]);
  });
});

describe('an invalid token', () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const seconds = () => Math.floor(test.clock.now().getTime() / 1000);
  const unsigned = (alg: string) =>
    `${part({ alg, typ: 'JWT' })}.${part({ id: 1, application: null, iss: 'colophon', iat: seconds(), exp: seconds() + 600, jti: 'x' })}`;
  const signed = (alg: string, hash: string, key: string | Buffer) => {
    const text = unsigned(alg);
    return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`;
  };
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })).export({
    type: 'spki',
    format: 'pem',
  });

  it.each([
    ['none', () => `${unsigned('none')}.`],
    ['HS512', () => signed('HS512', 'sha512', SECRET)],
    ['HS384', () => signed('HS384', 'sha384', SECRET)],
    ['RS256 with the secret as its key', () => signed('RS256', 'sha256', SECRET)],
    ['HS256 with a public key', () => signed('HS256', 'sha256', pem)],
    ['HS256 with no key', () => signed('HS256', 'sha256', '')],
  ])('is a token with the algorithm %s', async (_what, make) => {
    const response = await test.anonymous.get('/documents', bearer(make()));
    expect([response.status, errorCodes(response)[0]]).toEqual([401, 'invalid_token']);
  });

  it('is a refresh token in place of an access token, and vice versa', async () => {
    const { jwt, renew: token } = await signIn();
    expect(errorCodes(await test.anonymous.get('/documents', bearer(token)))[0]).toBe('invalid_token');
    expect((await renew(jwt)).status).toBe(401);
  });

  it('is a token of a deleted user, even if it was used a moment before', async () => {
    const users = test.service.services.store.documents('users');
    const { jwt, renew: token } = await signIn();
    expect((await test.anonymous.get('/documents', bearer(jwt))).status).toBe(200);
    const user = await users.findOneAndDelete({ username: 'reader' });
    expect((await test.anonymous.get('/documents', bearer(jwt))).status).toBe(401);
    expect((await renew(token)).status).toBe(401);
    if (user) await users.insertOne(user);
    expect((await test.anonymous.get('/documents', bearer(jwt))).status).toBe(200);
  });

  it('is a token signed with another JWT_SECRET, even if it was valid before', async () => {
    const { jwt } = await signIn();
    expect((await test.anonymous.get('/documents', bearer(jwt))).status).toBe(200);
    const env = { JWT_SECRET: 'another secret of more than thirty-two characters' };
    const other = await openTestService({ beside: test, clock: test.clock, env });
    expect(errorCodes(await other.anonymous.get('/documents', bearer(jwt)))[0]).toBe('invalid_token');
    await other.close();
  });

  it('has the code of EXPIRED_TOKEN_CODE when it has expired', async () => {
    const env = { EXPIRED_TOKEN_CODE: 'be_token_expired' };
    const other = await openTestService({ beside: test, clock: test.clock, env });
    const { jwt } = await signIn('reader', other);
    test.clock.advance(1_200_000);
    // Its code is not one of the published table, so the response is not checked against that.
    const response = await other.anonymous.get('/documents', bearer(jwt)).catch((error: Error) => error.message);
    expect(String(response)).toContain('"title":"Expired token","code":"be_token_expired"');
    await other.close();
  });
});

describe('REFRESH_TTL', () => {
  it('ends refresh tokens, used or not', async () => {
    const brief = await openTestService({ env: { REFRESH_TTL: '2h' } });
    const { renew: token } = await signIn('reader', brief);
    brief.clock.advance(7_199_000);
    expect((await renew(token, brief)).status).toBe(200);
    brief.clock.advance(1000);
    const response = await renew(token, brief);
    expect([response.status, errorCodes(response)[0]]).toEqual([401, 'login_failed']);
    await brief.close();
  });

  it('applies to tokens issued before it was set', async () => {
    const { renew: token } = await signIn('reader');
    const env = { REFRESH_TTL: '1h' };
    const brief = await openTestService({ beside: test, clock: test.clock, env });
    test.clock.advance(3_600_000);
    expect((await renew(token, brief)).status).toBe(401);
    expect((await renew(token)).status).toBe(200);
    await brief.close();
  });

  it('makes the database remove expired tokens', async () => {
    const indexes = await test.service.services.store.refreshTokens.indexes();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { expires: 1 }, expireAfterSeconds: 0 }));
  });
});
