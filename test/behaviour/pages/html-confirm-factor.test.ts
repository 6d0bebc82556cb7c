// Forms whose change needs a recently confirmed second factor: the page requests it, and executes the sent form (D583,
// D694).
import { TOTP, Secret } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import { openBrowserClient, unescaped, type BrowserClient } from '../../support/clients/browser-client.ts';
import { metaOf, PASSWORD, serviceForTests } from '../../support/service.ts';
import { createSoftAuthenticator } from '../../support/accounts/soft-authenticator.ts';

const FLAT = { 'Content-Type': 'application/json' };
const MINUTE = 60_000;
const PAGE = { origin: 'http://localhost' };

const test = serviceForTests({ env: { JWT_TTL: '30d', PUBLIC_URL: PAGE.origin } });
let browser: BrowserClient;
let headers: Record<string, string>;
let username: string;
let userId: string;
let secret: string;
let recoveryCode: string;
let serial = 0;

const code = (): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: test.clock.now().getTime() });
const hidden = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(([, name = '', value = '']) => [
      name,
      unescaped(value),
    ]),
  );

beforeEach(async () => {
  browser = openBrowserClient(test);
  username = `confirming${++serial}`;
  const attributes = { username, uname: username, password: PASSWORD, status: 'on' };
  ({ id: userId } = await test.admin.create('/users', attributes));
  await test.admin.post(`/users/${userId}/relationships/roles`, { data: [{ type: 'roles', id: '1' }] });
  const { jwt } = metaOf<{ jwt: string }>(await test.anonymous.post('/auth', { username, password: PASSWORD }, FLAT));
  headers = { ...FLAT, Authorization: `Bearer ${jwt}` };
  const begun = await test.anonymous.post('/auth/second_factor', { password: PASSWORD }, headers);
  ({ secret } = metaOf<{ secret: string }>(begun));
  const enrolled = await test.anonymous.patch('/auth/second_factor', { code: code() }, headers);
  [recoveryCode = ''] = metaOf<{ recovery_codes: string[] }>(enrolled).recovery_codes;
  test.clock.advance(MINUTE);
  const second = hidden((await browser.signIn(username)).text);
  expect((await browser.send('/html/sign-in', { ...second, code: code() })).status).toBe(303);
  test.clock.advance(16 * MINUTE);
});

const send = async (path: string, fields: Record<string, string>) =>
  browser.send(path, { csrf: await browser.csrf(), ...fields });
const openConfirmPage = async (path: string, fields: Record<string, string>) => {
  const page = await send(path, fields);
  expect([page.status, page.text.includes('<h1>Confirm that it is you</h1>')]).toEqual([403, true]);
  expect(page.headers['cache-control']).toBe('private, no-store');
  return page;
};
const rolesCalled = async (name: string): Promise<number> =>
  ((await test.admin.get(`/roles?filter[name]=${name}`)).body as { data: unknown[] }).data.length;

describe('a change that needs a fresh second factor', () => {
  it('is executed unchanged once the code is confirmed', async () => {
    const name = `made${serial}`;
    const page = await openConfirmPage('/html/new/roles', { 'field.name': name });
    expect(await rolesCalled(name)).toBe(0);
    const { csrf = '', held = '' } = hidden(page.text);
    const done = await browser.send('/html/new/roles', { csrf, held, code: code() });
    expect([done.status, done.headers['location']]).toEqual([303, expect.stringMatching(/^\/roles\/\d+#saved$/)]);
    expect(await rolesCalled(name)).toBe(1);
    // It stays fresh.
    expect((await send('/html/new/roles', { 'field.name': `${name}b` })).status).toBe(303);
  });

  it('can be confirmed again after a wrong code, and by a recovery code', async () => {
    const name = `again${serial}`;
    const fields = hidden((await openConfirmPage('/html/new/roles', { 'field.name': name })).text);
    const wrong = await browser.send('/html/new/roles', { ...fields, code: '000000' });
    expect([wrong.status, wrong.text.includes('The code is wrong')]).toEqual([400, true]);
    const unknown = await browser.send('/html/new/roles', { ...hidden(wrong.text), code: '<b>abc' });
    expect([unknown.status, unknown.text.includes('<b>')]).toEqual([400, false]);
    expect(await rolesCalled(name)).toBe(0);
    expect((await browser.send('/html/new/roles', { ...hidden(unknown.text), code: recoveryCode })).status).toBe(303);
    expect(await rolesCalled(name)).toBe(1);
  });

  it('keeps typed secrets without showing them', async () => {
    const other = { username: `other${serial}`, uname: `other${serial}`, password: PASSWORD, status: 'on' };
    const { id } = await test.admin.create('/users', other);
    await test.admin.post(`/users/${id}/relationships/roles`, { data: [{ type: 'roles', id: '1' }] });
    const password = 'a quite new secret 8';
    const page = await openConfirmPage(`/html/edit/users/${id}`, { 'field.password': password });
    expect(page.text).not.toContain(password);
    const done = await browser.send(`/html/edit/users/${id}`, { ...hidden(page.text), code: code() });
    expect(done.status).toBe(303);
    const signedIn = await test.anonymous.post('/auth', { username: other.username, password }, FLAT);
    expect(signedIn.status).toBe(200);
  });

  it('applies to forms that delete and relate as well, and shows other errors', async () => {
    const { id } = await test.admin.create('/roles', { name: `gone${serial}` });
    const related = await openConfirmPage(`/html/relate/roles/${id}/relationships/users`, {
      method: 'post',
      related: `users ${userId}`,
    });
    expect(
      (await browser.send(`/html/relate/roles/${id}/relationships/users`, { ...hidden(related.text), code: code() }))
        .status,
    ).toBe(303);
    test.clock.advance(16 * MINUTE);
    const removing = await openConfirmPage(`/html/delete/roles/${id}`, {});
    expect((await browser.send(`/html/delete/roles/${id}`, { ...hidden(removing.text), code: code() })).status).toBe(
      303,
    );
    test.clock.advance(16 * MINUTE);
    const nameless = await openConfirmPage('/html/new/roles', { 'field.name': 'admin' });
    const form = await browser.send('/html/new/roles', { ...hidden(nameless.text), code: code() });
    expect([form.status, form.text.includes('value="admin"')]).toEqual([400, true]);
  });

  it('accepts a passkey', async () => {
    metaOf(await test.anonymous.post('/auth/second_factor/check', { code: code() }, headers));
    const device = createSoftAuthenticator();
    const begun = await test.anonymous.post('/auth/passkeys', { password: PASSWORD }, headers);
    const { challenge, options } = metaOf<{ challenge: string; options: Parameters<typeof device.create>[0] }>(begun);
    metaOf(
      await test.anonymous.patch('/auth/passkeys', { challenge, credential: device.create(options, PAGE) }, headers),
    );
    const name = `keyed${serial}`;
    const page = await openConfirmPage('/html/new/roles', { 'field.name': name });
    expect(page.headers['content-security-policy']).toContain("script-src 'sha256-");
    const [, json = ''] = /data-passkey="get" data-options="([^"]*)"/.exec(page.text) ?? [];
    const passkey = JSON.stringify(device.get(JSON.parse(unescaped(json)) as { challenge: string }, PAGE));
    const broken = await browser.send('/html/new/roles', { ...hidden(page.text), passkey: 'x' });
    expect(broken.status).toBe(400);
    expect((await browser.send('/html/new/roles', { ...hidden(page.text), passkey })).status).toBe(303);
    expect(await rolesCalled(name)).toBe(1);
  });

  it('belongs to one session, and expires', async () => {
    const name = `stale${serial}`;
    const { held = '' } = hidden((await openConfirmPage('/html/new/roles', { 'field.name': name })).text);
    const other = openBrowserClient(test);
    expect((await other.signIn('admin')).status).toBe(303);
    const foreign = await other.send('/html/new/roles', { csrf: await other.csrf(), held, code: code() });
    expect(foreign.status).toBe(403);
    expect((await send('/html/new/roles', { held: `${held}x`, code: code() })).status).toBe(403);
    test.clock.advance(61 * MINUTE);
    const late = await send('/html/new/roles', { held, code: code() });
    expect([late.status, late.text.includes('form has expired')]).toEqual([403, true]);
    expect(await rolesCalled(name)).toBe(0);
  });
});

describe('a change that needs a recent sign-in', () => {
  it('is executed once the password is sent, for users without a second factor; wrong ones are limited', async () => {
    const plain = `plain${serial}`;
    await test.admin.create('/users', { username: plain, uname: plain, password: PASSWORD, status: 'on' });
    const [here, there] = [openBrowserClient(test), openBrowserClient(test)];
    for (const each of [here, there]) expect((await each.signIn(plain)).status).toBe(303);
    test.clock.advance(16 * MINUTE);
    const [, path = ''] =
      /href="(\/html\/delete\/auth\/sessions\/[^"]+)"/.exec((await here.get('/html/account')).text) ?? [];
    const page = await here.send(path, { csrf: await here.csrf() });
    expect([page.status, page.text.includes('type="password"')]).toEqual([403, true]);
    expect((await there.get('/html/account')).status).toBe(200);
    // A code is none of this user's.
    expect((await here.send(path, { ...hidden(page.text), code: '123456' })).status).toBe(404);
    for (let attempt = 0; attempt < 9; attempt++) {
      const wrong = await here.send(path, { ...hidden(page.text), password: 'a wrong password' });
      expect([wrong.status, wrong.text.includes('Wrong password')]).toEqual([400, true]);
    }
    expect((await here.send(path, { ...hidden(page.text), password: PASSWORD })).status).toBe(303);
    expect((await there.get('/html/account')).status).toBe(401);
    test.clock.advance(16 * MINUTE);
    const again = await here.send('/html/account', { csrf: await here.csrf(), do: 'end-others' });
    for (let attempt = 0; attempt < 10; attempt++)
      await here.send('/html/account', { ...hidden(again.text), password: 'a wrong password' });
    expect((await here.send('/html/account', { ...hidden(again.text), password: PASSWORD })).status).toBe(429);
    test.clock.advance(15 * MINUTE);
  });
});
