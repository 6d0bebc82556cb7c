// Requests of existing clients, replayed over a socket: the PHP SDK of BEdita 4 and beapi.js 0.9.5 of BEdita 3 (D520).
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstKey } from '../../support/accounts/first-key.ts';
import { PASSWORD, serviceForTests } from '../../support/service.ts';

const test = serviceForTests({ env: { EXPIRED_TOKEN_CODE: 'be_token_expired' } });
let server: Server;
let base: string;
let apiKey: string;
beforeAll(async () => {
  server = createServer(test.service.app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  apiKey = await firstKey(test);
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
});

interface Answer {
  status: number;
  type: string | null;
  body: Record<string, never> & {
    meta: { jwt: string; renew: string };
    data: Record<string, unknown>;
    error?: { status: string; code: string; title: string; detail: string };
  };
}

async function call(method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<Answer> {
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(base + path, { method, headers, ...init });
  const text = await response.text();
  const answer: unknown = text === '' ? {} : JSON.parse(text);
  return { status: response.status, type: response.headers.get('content-type'), body: answer as Answer['body'] };
}

/** As `BaseClient` of bedita/php-sdk 4.2 does it. */
function phpClient() {
  let tokens: { jwt?: string; renew?: string } = {};
  const send = (method: string, path: string, token: string | undefined, body?: object): Promise<Answer> =>
    call(
      method,
      path,
      {
        Accept: 'application/vnd.api+json',
        'X-Api-Key': apiKey,
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      body,
    );
  const log: string[] = [];
  return {
    log,
    async authenticate(username: string, password: string): Promise<Answer> {
      tokens = {};
      const answer = await send('POST', '/auth', undefined, { username, password, grant_type: 'password' });
      tokens = answer.body.meta;
      return answer;
    },
    async refreshTokens(): Promise<void> {
      const answer = await send('POST', '/auth', tokens.renew, { grant_type: 'refresh_token' });
      log.push(`renew ${answer.status}`);
      tokens = answer.body.meta;
    },
    async request(method: string, path: string, body?: object): Promise<Answer> {
      const answer = await send(method, path, tokens.jwt, body);
      log.push(`${method} ${answer.status}`);
      if (answer.status !== 401 || answer.body.error?.code !== 'be_token_expired') return answer;
      await this.refreshTokens();
      return send(method, path, tokens.jwt, body);
    },
  };
}

describe('the PHP SDK', () => {
  it('signs in, and writes JSON:API bodies as application/json', async () => {
    const client = phpClient();
    const { status, type, body } = await client.authenticate('editor', PASSWORD);
    expect([status, type, Object.keys(body).sort()]).toEqual([200, 'application/vnd.api+json', ['links', 'meta']]);
    const saved = await client.request('POST', '/documents', {
      data: { type: 'documents', attributes: { title: 'From PHP', status: 'on' } },
    });
    expect([saved.status, saved.body.data['attributes']]).toEqual([
      201,
      expect.objectContaining({ title: 'From PHP' }),
    ]);
  });

  it('renews an expired token with the refresh token as bearer, and repeats the request', async () => {
    const client = phpClient();
    await client.authenticate('editor', PASSWORD);
    test.clock.advance(1_200_000);
    const saved = await client.request('POST', '/documents', { data: { type: 'documents', attributes: {} } });
    expect([client.log, saved.status]).toEqual([['POST 401', 'renew 200'], 201]);
    test.clock.advance(86_400_000);
    expect((await client.request('GET', '/documents')).status).toBe(200);
  });

  it('reads the message of a failed sign-in for its exception', async () => {
    const { status, body } = await phpClient().authenticate('editor', 'wrong');
    expect([status, body.error]).toEqual([
      401,
      { status: '401', code: 'login_failed', title: 'Login request not successful', detail: expect.any(String) },
    ]);
  });
});

/** As beapi.js 0.9.5 does it: application/json both ways, the legacy envelope, times in seconds. */
describe('beapi.js', () => {
  const json = { Accept: 'application/json, text/javascript, */*; q=0.01', 'Content-Type': 'application/json' };
  const auth = (body: object, headers: Record<string, string> = {}) =>
    call('POST', '/auth', { ...json, ...headers }, body);

  it('signs in, renews, reads the remaining time, and signs out', async () => {
    const { status, type, body } = await auth({ username: 'reader', password: PASSWORD });
    expect([status, type, body['api'], body['method']]).toEqual([200, 'application/json', 'auth', 'post']);
    const { access_token, refresh_token, expires_in } = body.data;
    expect([typeof access_token, typeof refresh_token, expires_in]).toEqual(['string', 'string', 1200]);

    test.clock.advance(1_200_000);
    const renewed = await auth({ grant_type: 'refresh_token', refresh_token });
    expect([renewed.status, renewed.body.data['refresh_token']]).toEqual([200, refresh_token]);
    const bearer = { Authorization: `Bearer ${String(renewed.body.data['access_token'])}` };

    test.clock.advance(60_000);
    const left = await call('GET', '/auth', { ...json, ...bearer });
    expect([left.status, left.body.data['expires_in']]).toEqual([200, 1140]);

    const gone = await call('DELETE', `/auth/${String(refresh_token)}`, { ...json, ...bearer });
    expect(gone.status).toBe(204);
    expect((await auth({ grant_type: 'refresh_token', refresh_token })).status).toBe(401);
  });
});
