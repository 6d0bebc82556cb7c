// The audience of the access token of a provider of class OAuth2 (D376).
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openLoopbackServer, type LoopbackServer } from '../../support/clients/loopback-server.ts';
import { openProviderTest, type ProviderTest } from '../../support/accounts/provider-sign-in.ts';

const TOKEN = 'a-t0ken.of/the+provider=';

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

const provide = (params: Record<string, unknown> = {}) =>
  test.provide({ name: 'legacy', auth_class: 'OAuth2', url: `${server.url}/me?v=2`, params });
const signIn = () => test.signIn({ auth_provider: 'legacy', provider_username: 'sue', access_token: TOKEN });

/** A user with a row of `external_auth`. */
async function known(provider_username: string): Promise<number> {
  const user_id = await test.addUser('known');
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

describe('a provider with an audience', () => {
  const MINE = 'client-of-this-service';
  beforeAll(async () => {
    await provide();
    await known('sue');
  });
  const outcomeOf = async () => (await signIn()).status;

  it.each([
    [{ aud: MINE }, 200],
    [{ aud: ['another', MINE] }, 200],
    [{ client_id: MINE, aud: 'account' }, 200],
    [{ azp: MINE }, 200],
    [{ aud: 'another' }, 401],
    [{ aud: `${MINE}-2` }, 401],
    [{ aud: { [MINE]: true } }, 401],
    [{}, 401],
  ])('with the response %o is %i', async (said, status) => {
    await provide({ audience: ['some-other', MINE] });
    profile = { id: 'sue', ...said };
    expect(await outcomeOf()).toBe(status);
    await provide({ options: { audience: MINE } });
    expect(await outcomeOf()).toBe(status);
  });

  it.each([
    [{ active: true, client_id: MINE }, 200],
    [{ active: true, client_id: 'another' }, 401],
    [{ active: false, client_id: MINE }, 401],
    [{ client_id: MINE }, 401],
    [{ active: 'true', aud: MINE }, 401],
  ])('with an introspection endpoint that returns %o is %i', async (said, status) => {
    let sent = '';
    server.answer((request, response) => {
      if (!request.url?.startsWith('/introspect')) return json(response, 200, { ...profile, aud: MINE });
      requests.push(request);
      request.on('data', (chunk: Buffer) => (sent += chunk.toString())).on('end', () => json(response, 200, said));
      return undefined;
    });
    const introspection_endpoint = `${server.url}/introspect`;
    await provide({ client_id: MINE, client_secret: 'a:b c', introspection_endpoint });
    expect(await outcomeOf()).toBe(status);
    expect([requests[0]?.method, new URLSearchParams(sent).get('token')]).toEqual(['POST', TOKEN]);
    const [, basic = ''] = requests[0]?.headers.authorization?.split(' ') ?? [];
    expect(Buffer.from(basic, 'base64').toString()).toBe(`${MINE}:a%3Ab+c`);
  });

  it('is 503 when its introspection endpoint refuses the service, or no audience is configured', async () => {
    server.answer((request, response) =>
      json(response, request.url?.startsWith('/introspect') ? 401 : 200, { id: 'sue', aud: MINE }),
    );
    await provide({ audience: MINE, introspection_endpoint: `${server.url}/introspect` });
    expect(await outcomeOf()).toBe(503);
    for (const params of [{ audience: [] }, { audience: '' }, { audience: 7 }, { tokeninfo_endpoint: server.url }]) {
      await provide(params);
      expect(await outcomeOf()).toBe(503);
    }
    await provide({ audience: MINE, introspection_endpoint: 'http://login.example.org/' });
    expect(await outcomeOf()).toBe(503);
  });

  it.each([
    [{ aud: MINE, azp: MINE }, 200],
    [{ aud: 'another', azp: 'another' }, 401],
  ])('with a tokeninfo endpoint that returns %o is %i', async (said, status) => {
    server.answer((request, response) => {
      requests.push(request);
      json(response, 200, request.url?.startsWith('/tokeninfo') ? said : { ...profile, aud: MINE });
    });
    await provide({ audience: MINE, tokeninfo_endpoint: `${server.url}/tokeninfo?v=3` });
    expect(await outcomeOf()).toBe(status);
    expect(requests[1]?.url).toBe(`/tokeninfo?v=3&${new URLSearchParams({ access_token: TOKEN })}`);
  });
});
