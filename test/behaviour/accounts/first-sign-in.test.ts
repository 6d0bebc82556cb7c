// The user for a first sign-in through a provider: none, a user with the same address, or a new one (D123, D124).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { permit } from '../../support/writes/attribute-world.ts';
import { openLoopbackServer, type LoopbackServer } from '../../support/clients/loopback-server.ts';
import { openProviderTest, type ProviderTest } from '../../support/accounts/provider-sign-in.ts';
import { signupTools } from '../../support/accounts/signups.ts';

let test: ProviderTest;
let server: LoopbackServer;
/** The provider's response about every user. */
let profile: Record<string, unknown>;

beforeAll(async () => {
  [test, server] = await Promise.all([openProviderTest(), openLoopbackServer()]);
  server.answer((_request, response) =>
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(profile)),
  );
});
afterAll(() => Promise.all([test.close(), server.close()]));

const provide = (params: Record<string, unknown>) =>
  test.provide({ name: 'legacy', auth_class: 'OAuth2', url: server.url, params });
const signIn = (provider_username: string) =>
  test.signIn({ auth_provider: 'legacy', provider_username, access_token: 'a-token' });
const first = (id: string, more: object = {}) => {
  profile = { id, ...more };
  return signIn(id);
};

describe('a first sign-in', () => {
  it('creates a user if the provider is configured so, with the named roles except admin', async () => {
    await provide({ create: true, roles: ['editor', 'admin', 'nothing'] });
    const claims = { email: 'Ada@Example.org', email_verified: true, given_name: 'Ada', family_name: 'Lovelace' };
    const response = await first('ada', claims);
    expect(response.status).toBe(200);
    const user = await test.userOf(response);
    expect(user).toMatchObject({
      username: 'Ada@Example.org',
      name: 'Ada',
      surname: 'Lovelace',
      role_ids: [2],
      status: 'on',
    });
    expect(user).toMatchObject({ email: 'Ada@Example.org', verified: test.clock.now() });
    expect((await test.userOf(await first('ada')))?._id).toBe(user?._id);
    const row = await test.store.externalAuth.findOne({ provider_username: 'ada' });
    const change = { resource_type: 'external_auth', resource_id: String(row?._id), user_action: 'create' as const };
    expect(await test.store.changes.countDocuments(change)).toBe(1);
  });

  it('creates a user with the values of the provider, even if they are restricted to roles (D579)', async () => {
    await provide({ create: true });
    await permit({ test }, 'users', { name: { write: [] }, email: { read: [] } });
    const claims = { email: 'eve@example.org', email_verified: true, given_name: 'Eve' };
    expect(await test.userOf(await first('eve', claims))).toMatchObject({ name: 'Eve', email: 'eve@example.org' });
    await permit({ test }, 'users', null);
  });

  it('does not accept an unverified e-mail address', async () => {
    await provide({ create: true, link: 'email' });
    const id = await test.addUser('victim', { email: 'victim@example.org' });
    for (const email_verified of [false, undefined, 'true', 1]) {
      const user = await test.userOf(
        await first(`thief-${String(email_verified)}`, { email: 'victim@example.org', email_verified }),
      );
      expect([user?._id === id, user?.['email'] ?? null]).toEqual([false, null]);
    }
  });

  it('links the active user with the same e-mail address, in any letter case, and only if configured', async () => {
    const id = await test.addUser('mary', { email: 'mary@example.org' });
    const claims = { email: 'Mary@Example.ORG', email_verified: true };
    await provide({ create: true });
    expect((await first('mary-1', claims)).status).toBe(401);
    await provide({ link: 'email' });
    expect((await test.userOf(await first('mary-1', claims)))?._id).toBe(id);
    expect((await first('mary-2', { email: 'unknown@example.org', email_verified: true })).status).toBe(401);
  });

  it.each([
    ['blocked', { blocked: true }],
    ['in the trash', { trashed: true }],
    ['not verified here', { verified: null }],
  ])('neither links nor creates a second user for an address whose user is %s', async (what, fields) => {
    const email = `${what.replaceAll(' ', '-')}@example.org`;
    await test.addUser(`user ${what}`, { email, ...fields });
    await provide({ link: 'email', create: true });
    expect((await first(`first ${what}`, { email, email_verified: true })).status).toBe(401);
  });

  it('ends the pending signup with the address, if it creates users (D337)', async () => {
    const { signUp, activate, stored } = signupTools(() => test);
    const { id, uuid } = await signUp({ email: 'squatted@example.org' });
    const claims = { email: 'Squatted@example.org', email_verified: true };
    await provide({ link: 'email' });
    expect((await first('owner', claims)).status).toBe(401);
    expect(await stored(id)).not.toBeNull();
    await provide({ create: true });
    const response = await first('owner', claims);
    expect(response.status).toBe(200);
    expect(await test.userOf(response)).toMatchObject({ email: 'Squatted@example.org', status: 'on' });
    expect(await stored(id)).toBeNull();
    expect((await activate(uuid)).status).toBe(404);
  });

  it('ends no signup whose address the provider has not verified', async () => {
    const { signUp, stored } = signupTools(() => test);
    const { id } = await signUp({ email: 'kept@example.org' });
    await provide({ create: true });
    expect((await first('kept', { email: 'kept@example.org', email_verified: false })).status).toBe(200);
    expect(await stored(id)).not.toBeNull();
  });

  it('finds a free user name', async () => {
    await provide({ create: true });
    const user = await test.userOf(await first('another-admin', { preferred_username: 'admin' }));
    expect(user?.['username']).toMatch(/^admin-[0-9a-f]{6}$/);
    const odd = await test.userOf(await first('odd', { preferred_username: '<b> . x</b>' }));
    expect(odd?.['username']).toBe('-b-.x-b-');
  });

  it('creates one user for concurrent sign-ins', async () => {
    await provide({ create: true });
    profile = { id: 'twin', email: 'twin@example.org', email_verified: true };
    const responses = await Promise.all(Array.from({ length: 8 }, () => signIn('twin')));
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    const users = await Promise.all(responses.map((response) => test.userOf(response)));
    expect(new Set(users.map((user) => user?._id)).size).toBe(1);
    expect(await test.store.documents('users').countDocuments({ email: 'twin@example.org' })).toBe(1);
  });
});
