// POST /auth with a provider of class OAuth2: an access token of the provider, which identifies its user (D558).
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createProviderFetch, providerUrl } from '../../../core/accounts/providers/provider-request.ts';
import { firstKey } from '../../support/accounts/first-key.ts';
import { openLoopbackServer, type LoopbackServer } from '../../support/clients/loopback-server.ts';
import { detailOf, openProviderTest, type ProviderTest } from '../../support/accounts/provider-sign-in.ts';
import { errorCodes, errorSources } from '../../support/service.ts';

const TOKEN = 'a-t0ken.of/the+provider=';
const SECRET = 'what the administrator wrote';

let test: ProviderTest;
let server: LoopbackServer;
let requests: IncomingMessage[] = [];
/** The provider's response to a valid token. */
let profile: Record<string, unknown>;

beforeAll(async () => {
  [test, server] = await Promise.all([openProviderTest(), openLoopbackServer()]);
});
afterAll(() => Promise.all([test.close(), server.close()]));

const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
const knowsToken = (request: IncomingMessage): boolean =>
  Object.values(request.headers).some((value) => String(value).split(' ').at(-1) === TOKEN) ||
  [...new URL(request.url ?? '/', server.url).searchParams.values()].includes(TOKEN);

beforeEach(async () => {
  requests = [];
  profile = { id: 'sue' };
  server.answer((request, response) => {
    requests.push(request);
    json(response, knowsToken(request) ? 200 : 401, knowsToken(request) ? profile : { error: 'invalid_token' });
  });
  await provide();
});

const provide = (params: Record<string, unknown> = {}, more = {}) =>
  test.provide({ name: 'legacy', auth_class: 'OAuth2', url: `${server.url}/me?v=2`, params, ...more });
const signIn = (more: object = {}, headers: Record<string, string> = {}) =>
  test.signIn({ auth_provider: 'legacy', provider_username: 'sue', access_token: TOKEN, ...more }, headers);

let serial = 0;
/** A user with a row of `external_auth`. */
async function known(provider_username: string, fields: Record<string, unknown> = {}): Promise<number> {
  const user_id = await test.addUser(`known-${++serial}`, fields);
  const provider = await test.store.authProviders.findOne({ name: 'legacy' });
  const now = test.clock.now();
  await test.store.externalAuth.insertOne({
    _id: await test.store.sequences.next('external_auth'),
    user_id,
    auth_provider_id: provider?._id ?? 0,
    provider_username,
    params: null,
    revision: 1,
    created: now,
    modified: now,
  });
  return user_id;
}

describe('POST /auth with an access token of a provider', () => {
  beforeAll(async () => {
    await provide();
    await known('sue');
  });

  it.each(['OAuth2', 'BEdita/API.OAuth2'])('returns the tokens of the user, with class %s', async (auth_class) => {
    await provide({}, { auth_class });
    const response = await signIn();
    expect([response.status, Object.keys((response.body as { meta: object }).meta)]).toEqual([
      200,
      ['jwt', 'renew', 'expires_in'],
    ]);
    const { jwt, renew } = (response.body as { meta: { jwt: string; renew: string } }).meta;
    expect((await test.anonymous.get('/home', { Authorization: `Bearer ${jwt}` })).status).toBe(200);
    const renewed = await test.signIn({ grant_type: 'refresh_token', refresh_token: renew });
    expect(renewed.status).toBe(200);
    expect(test.audited.at(-1)).toMatchObject({ event: 'sign_in', grant_type: 'auth_provider', username: 'sue' });
  });

  it('sends the token as bearer token to the URL of the provider', async () => {
    await signIn();
    expect(requests.map(({ method, url, headers }) => [method, url, headers.authorization])).toEqual([
      ['GET', '/me?v=2', `Bearer ${TOKEN}`],
    ]);
  });

  // oxfmt-ignore
  it.each<[Record<string, unknown>, string, Record<string, string>]>([
    [{ header: 'X-Token', headerPrefix: 'Token' }, '/me?v=2', { 'x-token': `Token ${TOKEN}` }],
    [{ headerPrefix: '' }, '/me?v=2', { authorization: TOKEN }],
    [{ mode: 'query' }, `/me?v=2&${new URLSearchParams({ access_token: TOKEN })}`, {}],
    [{ mode: 'query', queryParam: 'key' }, `/me?v=2&${new URLSearchParams({ key: TOKEN })}`, {}],
    [{ additionalHeaders: { 'X-Client': SECRET } }, '/me?v=2', { 'x-client': SECRET, authorization: `Bearer ${TOKEN}` }],
    [{ options: { mode: 'query' } }, `/me?v=2&${new URLSearchParams({ access_token: TOKEN })}`, {}],
  ])('sends the request by the params %o', async (params, url, headers) => {
    await provide(params);
    expect((await signIn()).status).toBe(200);
    expect([requests[0]?.url, requests[0]?.headers]).toEqual([url, expect.objectContaining(headers)]);
    if (params['mode'] === 'query') expect(requests[0]?.headers.authorization).toBeUndefined();
  });

  it('compares the field named by the params, also nested and as a number', async () => {
    await known('4711');
    await provide({ provider_username_field: 'data.number' });
    profile = { id: 'sue', data: { number: 4711 } };
    expect((await signIn({ provider_username: '4711' })).status).toBe(200);
    expect((await signIn()).status).toBe(401);
  });

  it('belongs to the application of the API key', async () => {
    const response = await signIn({}, { 'X-Api-Key': await firstKey(test) });
    const { jwt } = (response.body as { meta: { jwt: string } }).meta;
    expect(JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({ application: 1 });
  });
});

describe('is 401 login_failed', () => {
  const refused = async (body: object): Promise<void> => {
    const response = await signIn(body);
    expect([response.status, errorCodes(response)[0]]).toEqual([401, 'login_failed']);
    expect(test.audited.at(-1)).toMatchObject({ event: 'sign_in_failed', grant_type: 'auth_provider' });
  };

  it.each([
    ['another token', { access_token: 'another' }],
    ['a token that is none', { access_token: 'a\r\nb: c' }],
    ['the name of somebody else', { provider_username: 'tom' }],
    ['a provider that does not exist', { auth_provider: 'nothing' }],
    ['an operator as the provider', { auth_provider: '$ne' }],
  ])('for %s', (_what, body) => refused(body));

  it('for a member that only the prototype of the response has', async () => {
    await known('Object');
    await provide({ provider_username_field: 'constructor.name' });
    await refused({ provider_username: 'Object' });
  });

  it('for an unknown user', async () => {
    profile = { id: 'stranger' };
    await refused({ provider_username: 'stranger' });
  });

  it.each([
    ['disabled', { enabled: false }],
    ['of another class', { auth_class: 'BEdita/API.OTP' }],
  ])('for a provider that is %s', async (_what, more) => {
    await provide({}, more);
    const response = await signIn();
    expect([response.status, errorCodes(response)[0], requests.length]).toEqual([401, 'login_failed', 0]);
  });

  it.each([
    ['blocked', { blocked: true }],
    ['in the trash', { trashed: true }],
    ['a draft', { status: 'draft' }],
  ])('for a user who is %s', async (what, fields) => {
    profile = { id: what };
    await known(what, fields);
    expect((await signIn({ provider_username: what })).status).toBe(401);
  });
});

it('is 403 for a user without permission', async () => {
  const { access } = test.service.services;
  const auth = await test.store.endpoints.findOne({ name: 'auth' });
  const rule = { endpoint_id: auth?._id ?? 0 };
  const rows = await test.store.endpointPermissions.find(rule).toArray();
  await access.change((transaction) =>
    test.store.endpointPermissions.updateMany(rule, { $set: { read: false, write: false } }, { session: transaction }),
  );
  expect((await signIn()).status).toBe(403);
  // The sign-in page of a provider is visible without a sign-in.
  expect((await test.anonymous.get('/auth/providers')).status).toBe(200);
  await access.change(async (transaction) => {
    for (const row of rows)
      await test.store.endpointPermissions.replaceOne({ _id: row._id }, row, { session: transaction });
  });
  expect((await signIn()).status).toBe(200);
});

it.each([
  [{ provider_username: undefined }, '/provider_username'],
  [{ access_token: undefined }, '/access_token'],
  [{ access_token: 7 }, '/access_token'],
  [{ auth_provider: { $ne: '' } }, '/auth_provider'],
])('is 400 with %o', async (body, pointer) => {
  const response = await signIn(body);
  expect([response.status, errorSources(response)[0]]).toEqual([400, pointer]);
});

describe('failures', () => {
  it('are counted by user and address like those of passwords', async () => {
    const from = { 'X-Forwarded-For': '192.0.2.77' };
    for (let count = 0; count < 10; count++) expect((await signIn({ access_token: 'bad' }, from)).status).toBe(401);
    const refused = await signIn({}, from);
    expect([refused.status, errorCodes(refused)[0]]).toEqual([429, 'too_many_requests']);
    expect((await signIn({}, { 'X-Forwarded-For': '192.0.2.78' })).status).toBe(200);
    test.clock.advance(15 * 60_000);
    expect((await signIn({}, from)).status).toBe(200);
  });

  it('of fifty names from one address block the address for all', async () => {
    const from = { 'X-Forwarded-For': '192.0.2.90' };
    const wrong = (_: unknown, n: number) => signIn({ provider_username: `nobody-${n}` }, from);
    await Promise.all(Array.from({ length: 50 }, wrong));
    expect((await signIn({}, from)).status).toBe(429);
  });
});

describe('a provider that does not respond is 503', () => {
  const unavailable = async () => {
    const response = await signIn();
    expect([response.status, errorCodes(response)[0]]).toEqual([503, 'service_unavailable']);
    expect(detailOf(response)).toBe('The provider "legacy" cannot be reached; try again later.');
    expect(response.headers['retry-after']).toBe('30');
  };

  it.each<[string, (response: ServerResponse) => void]>([
    ['it fails', (response) => json(response, 500, { id: 'sue' })],
    ['its answer is no JSON', (response) => response.writeHead(200).end('id=sue')],
    ['its answer is a list', (response) => json(response, 200, ['sue'])],
    ['its answer is too large', (response) => json(response, 200, { id: 'sue', more: 'x'.repeat(300_000) })],
    ['it hangs up', (response) => response.destroy()],
  ])('when %s', async (_what, answer) => {
    server.answer((_request, response) => answer(response));
    await unavailable();
  });

  it('when it redirects, which the service never follows with the token', async () => {
    const other = await openLoopbackServer();
    let reached = 0;
    other.answer((_request, response) => {
      reached++;
      json(response, 200, { id: 'sue' });
    });
    for (const location of [other.url, '/elsewhere']) {
      server.answer((_request, response) => response.writeHead(302, { Location: location }).end());
      await unavailable();
    }
    expect(reached).toBe(0);
    await other.close();
  });

  it.each([
    ['is not there', 'http://127.0.0.1:1/'],
    ['has no URL', null],
    ['has one of another scheme', 'file:///etc/passwd'],
  ])('when it %s', async (_what, url) => {
    await provide({}, { url });
    await unavailable();
  });

  it('when its headers or body take too long', async () => {
    test.service.services.providers.fetch = createProviderFetch({ allowsPrivate: true, timeLimit: 100 });
    server.answer(() => undefined);
    await unavailable();
    server.answer((_request, response) => response.writeHead(200).write('{'));
    await unavailable();
    test.service.services.providers.fetch = createProviderFetch({ allowsPrivate: true });
  });
});

it('accepts http on the local machine only', () => {
  expect(providerUrl('http://127.0.0.1:9/a').href).toBe('http://127.0.0.1:9/a');
  for (const url of ['http://example.org/', 'http://127.0.0.1.example.org/', 'ftp://localhost/']) {
    expect(() => providerUrl(url)).toThrow('does not use https');
  }
});

it('leaves neither token nor secret in responses, the log, audit lines and change rows', async () => {
  await provide({ create: true, additionalHeaders: { 'X-Client': SECRET }, client_secret: SECRET });
  const answers: string[] = [];
  profile = { id: 'new one' };
  answers.push((await signIn({ provider_username: 'new one' })).text);
  answers.push((await signIn()).text);
  server.answer((_request, response) => response.destroy());
  answers.push((await signIn()).text, (await test.anonymous.get('/auth/providers')).text);
  const changes = await test.store.changes.find({ resource_type: 'external_auth' }).toArray();
  const everything = JSON.stringify([answers, test.logged, test.audited, changes, test.loggedErrors]);
  expect(test.logged.length).toBeGreaterThan(0);
  expect(everything).not.toContain(TOKEN);
  expect(everything).not.toContain(SECRET);
});

describe('GET /auth/providers', () => {
  it('lists names and classes of enabled and usable providers', async () => {
    await test.provide({ name: 'closed', enabled: false });
    await test.provide({ name: 'codes', auth_class: 'BEdita/API.OTP' });
    await test.provide({ name: 'company', url: 'https://login.example.org', params: { client_secret: SECRET } });
    await provide({}, { auth_class: 'BEdita/API.OAuth2' });
    const response = await test.anonymous.get('/auth/providers');
    expect(response.status).toBe(200);
    expect((response.body as { meta: object }).meta).toEqual({
      providers: [
        { name: 'company', auth_class: 'OpenIDConnect' },
        { name: 'legacy', auth_class: 'OAuth2' },
      ],
    });
  });
});
