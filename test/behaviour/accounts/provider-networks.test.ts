// Requests to providers do not reach private networks, as those of webhooks do not (D745).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProviderFetch } from '../../../core/accounts/providers/provider-request.ts';
import { openLoopbackServer, type LoopbackServer } from '../../support/clients/loopback-server.ts';
import { openProviderTest, type ProviderTest } from '../../support/accounts/provider-sign-in.ts';
import { errorCodes, errorSources } from '../../support/service.ts';

const HINT = 'PROVIDER_PRIVATE_NETWORKS';
const ADDRESSES = [
  'https://127.0.0.1/',
  'https://10.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://169.254.169.254/latest',
  'https://[fd00::1]/',
];

let test: ProviderTest;
let server: LoopbackServer;
let asked = 0;
beforeAll(async () => {
  server = await openLoopbackServer();
  server.answer((_request, response) => {
    asked++;
    response.end('{}');
  });
  test = await openProviderTest({ env: { PROVIDER_PRIVATE_NETWORKS: 'off' } });
});
afterAll(async () => {
  await test.close();
  await server.close();
});

const fetchStrictly = createProviderFetch({ allowsPrivate: false });

describe('a provider in a private network', () => {
  it.each([...ADDRESSES, 'https://localhost/', 'http://localhost/'])('is not asked at %s', async (url) => {
    await expect(fetchStrictly(url, { method: 'GET', headers: {} })).rejects.toThrow(HINT);
  });

  it.each(ADDRESSES)('is not stored with the url %s', async (url) => {
    const attributes = { name: 'inside', auth_class: 'OpenIDConnect', url, params: {} };
    const made = await test.admin.post('/admin/auth_providers', { data: { type: 'auth_providers', attributes } });
    expect([made.status, errorSources(made), made.text.includes(HINT)]).toEqual([400, ['/data/attributes/url'], true]);
  });

  it('is 503 for each of its addresses, and the log names the setting', async () => {
    const inside = server.url;
    const name = 'inside';
    const byToken = { auth_provider: name, provider_username: 'ada', access_token: 'token' };
    const rows = {
      url: { auth_class: 'OAuth2', url: inside, params: {} },
      introspection_endpoint: {
        auth_class: 'OAuth2',
        url: 'https://login.invalid/',
        params: { introspection_endpoint: inside, client_id: 'a', client_secret: 'b' },
      },
      tokeninfo_endpoint: {
        auth_class: 'OAuth2',
        url: 'https://login.invalid/',
        params: { tokeninfo_endpoint: inside, client_id: 'a' },
      },
    };
    for (const [what, row] of Object.entries(rows)) {
      test.logged.length = 0;
      await test.provide({ name, ...row });
      const response = await test.signIn(byToken);
      expect([what, response.status, errorCodes(response)[0]]).toEqual([what, 503, 'service_unavailable']);
      if (what === 'url') expect(test.logged.join('')).toContain(HINT);
    }
    await test.provide({ name, auth_class: 'OpenIDConnect', url: inside, params: { client_id: 'a' } });
    const begun = await test.begin({ auth_provider: name, redirect_uri: 'http://localhost:8080/in' });
    expect([begun.status, asked]).toEqual([503, 0]);
  });
});
