// Accepted and refused data of an OpenID provider: ID tokens that no real provider would sign, and providers that fail.
// Tokens have the real time, independent of the service's stopped clock (D122).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sealParams } from '../../../core/accounts/sealed-secrets.ts';
import { openForgingIssuer, type Forgery, type ForgingIssuer } from '../../support/accounts/forging-issuer.ts';
import {
  CLIENT,
  detailOf,
  openProviderTest,
  type Begun,
  type GivenProvider,
  type ProviderTest,
} from '../../support/accounts/provider-sign-in.ts';
import { errorCodes } from '../../support/service.ts';

let test: ProviderTest;
let issuer: ForgingIssuer;

beforeAll(async () => {
  [test, issuer] = await Promise.all([openProviderTest(), openForgingIssuer()]);
});
afterAll(() => Promise.all([test.close(), issuer.close()]));

const { client_id, client_secret, redirect_uri } = CLIENT;
const provide = (params: Record<string, unknown> = {}) =>
  test.provide({
    name: 'forged',
    url: issuer.url,
    params: { client_id, client_secret, redirect_uris: [redirect_uri], create: true, ...params },
  });
beforeEach(async () => {
  issuer.forge({});
  await provide();
});

async function begin(auth_provider = 'forged'): Promise<Begun> {
  const response = await test.begin({ auth_provider, redirect_uri });
  expect(response.status).toBe(200);
  return (response.body as { meta: Begun }).meta;
}
const refused = (response: { status: number; body: unknown }) =>
  expect([response.status, errorCodes(response as never)[0]]).toEqual([401, 'login_failed']);

describe('an ID token', () => {
  const seconds = () => Math.floor(Date.now() / 1000);

  /** Signs in with a token of the forging issuer. */
  async function signInForged(forgery: Forgery | ((nonce: string) => Forgery)) {
    const { authorization_url, state, code_verifier } = await begin();
    const nonce = new URL(authorization_url).searchParams.get('nonce') ?? '';
    const given = typeof forgery === 'function' ? forgery(nonce) : forgery;
    issuer.forge({ ...given, claims: { nonce, ...given.claims } });
    return test.signIn({ auth_provider: 'forged', code: 'any', state, code_verifier });
  }

  it('is accepted when it is valid', async () => {
    expect((await signInForged({})).status).toBe(200);
  });

  it('is checked against the real time, not the clock of the service', async () => {
    expect(Math.abs(test.clock.now().getTime() - Date.now())).toBeGreaterThan(3_600_000);
    expect((await signInForged({ claims: { sub: 'in time', exp: seconds() + 60 } })).status).toBe(200);
  });

  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  it.each<[string, Forgery | ((nonce: string) => Forgery)]>([
    ['another nonce', { claims: { nonce: 'another' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['an end that has passed', { claims: { iat: seconds() - 600, exp: seconds() - 60 } }],
    ['no end', { claims: { exp: undefined } }],
    ['a beginning to come', { claims: { nbf: seconds() + 600 } }],
    ['another client as its audience', { claims: { aud: 'another client' } }],
    ['another client besides, for whom it was made', { claims: { aud: [client_id, 'another'], azp: 'another' } }],
    ['another issuer', { claims: { iss: 'https://login.example.org' } }],
    ['no subject', { claims: { sub: undefined } }],
    ['a key that the issuer does not publish', { foreignKey: true }],
    [
      'no signature',
      (nonce) => {
        const claims = { iss: issuer.url, aud: client_id, sub: 'x', iat: seconds(), exp: seconds() + 60, nonce };
        return { idToken: `${part({ alg: 'none' })}.${part(claims)}.` };
      },
    ],
    ['nothing of a token', { idToken: 'abc' }],
  ])('with %s is 401', async (_what, forgery) => {
    refused(await signInForged(forgery));
  });

  const PARAMS = { acr_values: 'gold silver', amr_values: ['mfa', 'hwk'], max_age: 300 };
  const right = () => ({ acr: 'silver', amr: ['pwd', 'mfa'], auth_time: seconds() - 60 });

  it('is accepted with the required strength (D633)', async () => {
    await provide(PARAMS);
    const { searchParams } = new URL((await begin()).authorization_url);
    expect([searchParams.get('acr_values'), searchParams.get('max_age')]).toEqual(['gold silver', '300']);
    expect((await signInForged({ claims: right() })).status).toBe(200);
  });

  it.each<[string, object]>([
    ['another acr', { acr: 'bronze' }],
    ['no acr', { acr: undefined }],
    ['a list as acr', { acr: ['silver'] }],
    ['other methods', { amr: ['pwd'] }],
    ['no methods', { amr: undefined }],
    ['a text as methods', { amr: 'mfa' }],
    ['a sign-in that is too long ago', { auth_time: seconds() - 4_000 }],
    ['no time of the sign-in', { auth_time: undefined }],
  ])('with %s is 401 where a strength is required', async (_what, claims) => {
    await provide(PARAMS);
    refused(await signInForged({ claims: { ...right(), ...claims } }));
  });

  it.each([{ acr_values: 5 }, { acr_values: '' }, { amr_values: [] }, { amr_values: ['mfa', 5] }, { max_age: '300' }])(
    'is not requested when the params %o have no valid strength',
    async (params) => {
      await provide(params);
      const response = await test.begin({ auth_provider: 'forged', redirect_uri });
      expect([response.status, errorCodes(response)[0]]).toEqual([503, 'service_unavailable']);
    },
  );

  it.each([
    [{}, 'Basic '],
    [{ token_endpoint_auth_method: 'client_secret_post' }, undefined],
    [{ client_secret: undefined }, undefined],
  ])('is requested with the secret by the params %o', async (params, authorization) => {
    await provide(params);
    expect((await signInForged({})).status).toBe(200);
    const { headers, form } = issuer.tokenRequests.at(-1) ?? {};
    expect(headers?.authorization?.slice(0, 6)).toBe(authorization);
    const secret = 'token_endpoint_auth_method' in params ? client_secret : undefined;
    expect([form?.['client_secret'], form?.['redirect_uri']]).toEqual([secret, redirect_uri]);
  });

  it('is 401 when the provider refuses the code, or sends no ID token', async () => {
    refused(await signInForged({ tokenResponse: [400, { error: 'invalid_grant' }] }));
    refused(await signInForged({ tokenResponse: [200, { access_token: 'x', token_type: 'Bearer' }] }));
  });

  it.each<[string, [number, unknown]]>([
    ['fails', [500, { error: 'server_error' }]],
    ['does not know the service', [401, { error: 'invalid_client' }]],
    ['has no such page', [404, {}]],
  ])('is 503 when the provider %s', async (_what, tokenResponse) => {
    const response = await signInForged({ tokenResponse });
    expect([response.status, errorCodes(response)[0]]).toEqual([503, 'service_unavailable']);
  });
});

describe('a provider', () => {
  it('is discovered once for each of its revisions, for all waiting requests', async () => {
    const discoveries = () => issuer.requests.get('/.well-known/openid-configuration') ?? 0;
    await provide();
    const before = discoveries();
    await Promise.all(Array.from({ length: 5 }, () => begin()));
    await begin();
    expect(discoveries() - before).toBe(1);
    await provide({ scope: 'openid' });
    expect(new URL((await begin()).authorization_url).searchParams.get('scope')).toBe('openid');
    expect(discoveries() - before).toBe(2);
    test.clock.advance(24 * 3_600_000);
    await begin();
    expect(discoveries() - before).toBe(3);
  });

  it.each<[string, () => GivenProvider]>([
    ['is not there', () => ({ url: 'http://127.0.0.1:1' })],
    ['says that it is another', () => ({ url: issuer.url.replace('127.0.0.1', 'localhost') })],
    ['has no client_id', () => ({ params: { redirect_uris: [redirect_uri] } })],
    ['has no URL', () => ({ url: null })],
  ])('that %s is 503, and is queried again', async (_what, wrong) => {
    const right = { url: issuer.url, params: { client_id, redirect_uris: [redirect_uri] } };
    await test.provide({ name: 'broken', ...right, ...wrong() });
    const response = await test.begin({ auth_provider: 'broken', redirect_uri });
    const detail = 'The provider "broken" cannot be reached; try again later.';
    expect([response.status, detailOf(response)]).toEqual([503, detail]);
    // The same revision, so that only the failure can be the reason.
    await test.store.authProviders.updateOne(
      { name: 'broken' },
      {
        $set: { url: right.url, params: sealParams(test.service.services.sealer, right.params) },
      },
    );
    await begin('broken');
  });
});
