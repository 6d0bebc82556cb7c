// Signing in at a real OpenID provider, with its pages (D121).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOpenIdConnect } from '../../../core/accounts/providers/openid-connect.ts';
import { createProviderFetch } from '../../../core/accounts/providers/provider-request.ts';
import { firstKey } from '../../support/accounts/first-key.ts';
import { openOpenIdProvider, signInAtProvider, type OpenIdProvider } from '../../support/accounts/openid-provider.ts';
import { CLIENT, openProviderTest, type Begun, type ProviderTest } from '../../support/accounts/provider-sign-in.ts';
import { errorCodes, errorSources } from '../../support/service.ts';

let test: ProviderTest;
let provider: OpenIdProvider;
let apiKey: Record<string, string>;

beforeAll(async () => {
  [test, provider] = await Promise.all([openProviderTest(), openOpenIdProvider()]);
  apiKey = { 'X-Api-Key': await firstKey(test) };
});
afterAll(() => Promise.all([test.close(), provider.close()]));

const { client_id, client_secret, redirect_uri } = CLIENT;
const provide = (params: Record<string, unknown> = {}, more = {}) =>
  test.provide({
    name: 'company',
    url: provider.url,
    params: { client_id, client_secret, redirect_uris: [redirect_uri], create: true, ...params },
    ...more,
  });
beforeEach(() => provide());

async function begin(auth_provider = 'company', headers: Record<string, string> = {}): Promise<Begun> {
  const response = await test.begin({ auth_provider, redirect_uri }, headers);
  expect(response.status).toBe(200);
  return (response.body as { meta: Begun }).meta;
}

interface Returned {
  auth_provider: string;
  code: string;
  state: string;
  iss: string;
  code_verifier: string;
}

/** Up to the request in which the application sends its data. */
async function comeBack(login: string): Promise<Returned> {
  const { authorization_url, code_verifier } = await begin();
  const returned = await signInAtProvider(authorization_url, login);
  return { auth_provider: 'company', ...returned, code_verifier } as Returned;
}
const signInAs = async (login: string) => test.signIn(await comeBack(login));
const refused = (response: { status: number; body: unknown }) =>
  expect([response.status, errorCodes(response as never)[0]]).toEqual([401, 'login_failed']);

describe('POST /auth/authorization', () => {
  it('returns the address for the user, with state, nonce and PKCE, and stores only their hashes', async () => {
    const { authorization_url, state, code_verifier, expires_in } = await begin();
    const url = new URL(authorization_url);
    expect(url.origin + url.pathname).toBe(`${provider.url}/auth`);
    const { nonce, code_challenge, ...query } = Object.fromEntries(url.searchParams);
    expect(query).toEqual({
      client_id,
      redirect_uri,
      response_type: 'code',
      scope: 'openid email profile',
      state,
      code_challenge_method: 'S256',
    });
    expect([nonce?.length, code_challenge?.length, code_verifier.length, expires_in]).toEqual([43, 43, 43, 600]);
    expect(authorization_url).not.toContain(code_verifier);
    const rows = JSON.stringify(await test.store.authorizationRequests.find().toArray());
    expect([rows.includes(state), rows.includes(code_verifier)]).toEqual([false, false]);
  });

  it('requests the scope of the provider, and always openid', async () => {
    await provide({ scope: 'email groups' });
    expect(new URL((await begin()).authorization_url).searchParams.get('scope')).toBe('openid email groups');
  });

  it('redirects users only to the listed addresses of the provider', async () => {
    await provide({ redirect_uris: [redirect_uri, 'app.example:/back'] });
    for (const allowed of [redirect_uri, 'app.example:/back']) {
      expect((await test.begin({ auth_provider: 'company', redirect_uri: allowed })).status).toBe(200);
    }
    for (const other of ['https://evil.example.org/', `${redirect_uri}/`, `${redirect_uri}?a=b`, `${redirect_uri}#a`]) {
      const response = await test.begin({ auth_provider: 'company', redirect_uri: other });
      expect([other, response.status, errorSources(response)]).toEqual([other, 400, ['/redirect_uri']]);
    }
  });

  it('redirects users only to pages of this machine if the provider lists none, and sends no requests over http', async () => {
    for (const none of [undefined, null, [], 'https://app.example.org/signed-in']) {
      await provide({ redirect_uris: none });
      expect((await test.begin({ auth_provider: 'company', redirect_uri })).status).toBe(400);
      expect((await test.begin({ auth_provider: 'company', redirect_uri: 'app://localhost/' })).status).toBe(400);
      expect((await test.begin({ auth_provider: 'company', redirect_uri: 'http://localhost:8080/in' })).status).toBe(
        200,
      );
    }
    const { providers } = test.service.services;
    const { ownPages } = providers;
    providers.ownPages = { ...ownPages, publicUrl: 'https://cms.example.org', ownUrl: () => 'https://cms.example.org' };
    const local = await test.begin({ auth_provider: 'company', redirect_uri: 'http://localhost:8080/in' });
    providers.ownPages = ownPages;
    expect([local.status, errorSources(local)]).toEqual([400, ['/redirect_uri']]);
    const strict = createOpenIdConnect({ fetch: createProviderFetch({ allowsPrivate: true }), clock: test.clock });
    const row = { id: 1, revision: 1, name: 'a', class: 'OpenIDConnect', params: { client_id } } as const;
    await expect(strict.start({ ...row, url: 'http://login.example.org' }, redirect_uri)).rejects.toThrow('https');
  });

  it.each([
    ['that does not exist', 'nothing'],
    ['that is disabled', 'disabled'],
    ['of another class', 'legacy'],
  ])('is 400 for a provider %s', async (_what, auth_provider) => {
    await provide({}, { name: 'disabled', enabled: false });
    await test.provide({ name: 'legacy', auth_class: 'OAuth2', url: provider.url });
    const response = await test.begin({ auth_provider, redirect_uri });
    expect([response.status, errorSources(response)]).toEqual([400, ['/auth_provider']]);
  });

  it.each([
    [{}, '/auth_provider'],
    [{ auth_provider: 'company' }, '/redirect_uri'],
    [{ auth_provider: 'company', redirect_uri: 'here' }, '/redirect_uri'],
  ])('is 400 with %o', async (body, pointer) => {
    const response = await test.begin(body);
    expect([response.status, errorSources(response)[0]]).toEqual([400, pointer]);
  });

  it('is 429 for an address with a hundred in progress', async () => {
    const from = { 'X-Forwarded-For': '192.0.2.50' };
    const responses = await Promise.all(
      Array.from({ length: 103 }, () => test.begin({ auth_provider: 'company', redirect_uri }, from)),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(100);
    const response = await test.begin({ auth_provider: 'company', redirect_uri }, from);
    expect([response.status, response.headers['retry-after']]).toEqual([429, '600']);
    test.clock.advance(600_000);
    expect((await test.begin({ auth_provider: 'company', redirect_uri }, from)).status).toBe(200);
  });
});

describe('POST /auth with the code of a provider', () => {
  it('returns the tokens of a user who is created at the first sign-in and found at the next', async () => {
    provider.accounts.set('grace', {
      preferred_username: 'grace',
      email: 'grace@example.org',
      email_verified: true,
      given_name: 'Grace',
      family_name: 'Hopper',
    });
    const response = await signInAs('grace');
    expect(response.status).toBe(200);
    expect((response.body as { meta: object }).meta).toMatchObject({ expires_in: 1200 });
    const user = await test.userOf(response);
    expect(user).toMatchObject({ username: 'grace', email: 'grace@example.org', name: 'Grace', surname: 'Hopper' });
    expect((await test.userOf(await signInAs('grace')))?._id).toBe(user?._id);
    expect(await test.store.externalAuth.findOne({ provider_username: 'grace' })).toMatchObject({ user_id: user?._id });
    expect(test.audited.at(-1)).toMatchObject({ event: 'sign_in', grant_type: 'auth_provider', user_id: user?._id });
    const { jwt } = (response.body as { meta: { jwt: string } }).meta;
    expect((await test.anonymous.get('/home', { Authorization: `Bearer ${jwt}` })).status).toBe(200);
  });

  it('returns the legacy envelope for Accept: application/json', async () => {
    const response = await test.signIn(await comeBack('grace'), { Accept: 'application/json' });
    const { data, meta } = response.body as { data: object; meta: { jwt: string; renew: string } };
    expect(data).toEqual({ access_token: meta.jwt, expires_in: 1200, refresh_token: meta.renew });
  });

  it('links the user with the same e-mail address only when the provider has verified it', async () => {
    await provide({ create: false, link: 'email' });
    const id = await test.addUser('linked', { email: 'linked@example.org' });
    provider.accounts.set('liar', { email: 'linked@example.org', email_verified: false });
    refused(await signInAs('liar'));
    provider.accounts.set('owner', { email: 'linked@example.org', email_verified: true });
    expect((await test.userOf(await signInAs('owner')))?._id).toBe(id);
  });

  it('links no administrator by e-mail; an admin does it by a row of external_auth', async () => {
    await provide({ link: 'email' });
    const email = 'owner@example.org';
    const id = await test.addUser('second-admin', { email, role_ids: [2, 1] });
    provider.accounts.set('666', { email, email_verified: true });
    refused(await signInAs('666'));
    expect(await test.store.externalAuth.countDocuments({ user_id: id })).toBe(0);
    expect(await test.store.documents('users').countDocuments({ email })).toBe(1);
    const row = await test.store.authProviders.findOne({ name: 'company' });
    const account = { user_id: id, auth_provider_id: row?._id, provider_username: '666' };
    await test.admin.create('/admin/external_auth', account);
    expect((await test.userOf(await signInAs('666')))?._id).toBe(id);
  });

  it('is 401 for an unknown user when the provider creates none, and for a blocked user', async () => {
    await signInAs('soon-blocked');
    await test.store.documents('users').updateOne({ username: 'soon-blocked' }, { $set: { blocked: true } });
    refused(await signInAs('soon-blocked'));
    await provide({ create: false });
    refused(await signInAs('nobody'));
  });

  it('creates one user for two concurrent sign-ins', async () => {
    const both = await Promise.all([comeBack('twins'), comeBack('twins')]);
    const responses = await Promise.all(both.map((body) => test.signIn(body)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    const [one, other] = await Promise.all(responses.map((response) => test.userOf(response)));
    expect(one?._id).toBe(other?._id);
    expect(await test.store.externalAuth.countDocuments({ user_id: one?._id ?? 0 })).toBe(1);
  });

  it('finds the user by the configured claim', async () => {
    await provide({ username_claim: 'email' });
    provider.accounts.set('by-mail', { email: 'by-mail@example.org', email_verified: true });
    expect((await signInAs('by-mail')).status).toBe(200);
    expect(await test.store.externalAuth.countDocuments({ provider_username: 'by-mail@example.org' })).toBe(1);
    provider.accounts.set('by-mail', { email: 'by-mail@example.org', email_verified: false });
    refused(await signInAs('by-mail'));
  });
});

describe('an authorization is valid', () => {
  it('once', async () => {
    const body = await comeBack('grace');
    expect((await test.signIn(body)).status).toBe(200);
    refused(await test.signIn(body));
  });

  it('once, also when it is sent twice concurrently', async () => {
    const body = await comeBack('grace');
    const statuses = (await Promise.all([test.signIn(body), test.signIn(body)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 401]);
  });

  it('for ten minutes', async () => {
    const [early, late] = [await comeBack('grace'), await comeBack('grace')];
    test.clock.advance(599_000);
    expect((await test.signIn(early)).status).toBe(200);
    test.clock.advance(1000);
    refused(await test.signIn(late));
  });

  it('with all its parts, and an incomplete attempt does not consume it', async () => {
    const body = await comeBack('grace');
    const other = await begin();
    await provide({}, { name: 'twin' });
    for (const wrong of [
      { state: other.state },
      { state: 'made up' },
      { code_verifier: other.code_verifier },
      { redirect_uri: 'https://app.example.org/' },
      { auth_provider: 'twin' },
    ]) {
      refused(await test.signIn({ ...body, ...wrong }));
    }
    expect((await test.signIn({ ...body, redirect_uri })).status).toBe(200);
  });

  it('for the application that began it', async () => {
    const body = await comeBack('grace');
    refused(await test.signIn(body, apiKey));
    expect((await test.signIn(body)).status).toBe(200);
    const { authorization_url, code_verifier } = await begin('company', apiKey);
    const returned = await signInAtProvider(authorization_url, 'grace');
    const response = await test.signIn({ auth_provider: 'company', ...returned, code_verifier }, apiKey);
    const { jwt } = (response.body as { meta: { jwt: string } }).meta;
    expect(JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({ application: 1 });
  });

  it('not with the code of another, another issuer, or a missing issuer', async () => {
    const [mine, yours] = [await comeBack('grace'), await comeBack('mallory')];
    refused(await test.signIn({ ...mine, code: yours.code }));
    refused(await test.signIn({ ...(await comeBack('grace')), iss: 'https://login.example.org' }));
    const { iss, ...without } = await comeBack('grace');
    expect(iss).toBe(provider.url);
    refused(await test.signIn(without));
  });

  it('not when the provider is disabled in the meantime', async () => {
    const body = await comeBack('grace');
    await provide({}, { enabled: false });
    refused(await test.signIn(body));
  });

  it.each(['code', 'state', 'code_verifier'])('not without %s: 400', async (name) => {
    const body = { auth_provider: 'company', code: 'a', state: 'b', code_verifier: 'c', [name]: undefined };
    const response = await test.signIn(body);
    expect([response.status, errorSources(response)[0]]).toEqual([400, `/${name}`]);
  });
});

it('leaves no secret, code, state or token in the log, audit lines, change rows and error responses', async () => {
  const good = await comeBack('quiet');
  const tokens = (await test.signIn(good)).body as { meta: { jwt: string; renew: string } };
  const again = (await test.signIn(good)).text;
  const bad = { ...(await comeBack('quiet')), iss: 'https://login.example.org' };
  const failed = (await test.signIn(bad)).text;
  const changes = await test.store.changes.find().toArray();
  const everything = JSON.stringify([test.logged, test.audited, changes, again, failed, test.loggedErrors]);
  const secrets = [client_secret, good.code, good.state, good.code_verifier, bad.code, bad.state];
  for (const secret of [...secrets, tokens.meta.jwt, tokens.meta.renew]) expect(everything).not.toContain(secret);
  expect(test.logged.length).toBeGreaterThan(0);
});
