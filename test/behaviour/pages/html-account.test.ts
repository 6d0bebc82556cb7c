// The page of the user's own account (D586): second factors are added and removed there, and sessions ended.
import { TOTP, Secret } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openBrowserClient, unescaped, type BrowserClient } from '../../support/clients/browser-client.ts';
import { openTestService, PASSWORD, type TestService } from '../../support/service.ts';
import { createSoftAuthenticator, type SoftAuthenticator } from '../../support/accounts/soft-authenticator.ts';

const PATH = '/html/account';
const FLAT = { 'Content-Type': 'application/json' };
const MINUTE = 60_000;
const PAGE = { origin: 'http://localhost' };

let test: TestService;
let browser: BrowserClient;
let device: SoftAuthenticator;
let username: string;
let userId: number;
let serial = 0;
beforeAll(async () => {
  test = await openTestService({ env: { JWT_TTL: '30d', PUBLIC_URL: PAGE.origin } });
});
afterAll(() => test.close());
beforeEach(async () => {
  browser = openBrowserClient(test);
  device = createSoftAuthenticator();
  username = `owner${++serial}`;
  const { id } = await test.admin.create('/users', { username, uname: username, password: PASSWORD, status: 'on' });
  userId = Number(id);
  expect((await browser.signIn(username)).status).toBe(303);
});

type Page = Awaited<ReturnType<BrowserClient['get']>>;
const hidden = ({ text }: Page): Record<string, string> => {
  const main = text.slice(text.indexOf('<main'));
  const inputs = [...main.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)];
  return Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, unescaped(value)]));
};
const send = async (step: string, fields: Record<string, string> = {}): Promise<Page> =>
  browser.send(PATH, { csrf: await browser.csrf(), do: step, ...fields });
const codeOf = (secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: test.clock.now().getTime() });
const codesIn = ({ text }: Page): string[] => [...text.matchAll(/<li><code>([^<]+)/g)].map(([, code = '']) => code);
const factors = async () => {
  const row = await test.service.services.store.credentials.findOne({ _id: userId });
  return { app: row?.second_factor !== undefined, passkeys: row?.passkeys?.map(({ name }) => name) ?? [] };
};

async function addApp(): Promise<{ secret: string; codes: string[] }> {
  const fields = hidden(await send('begin-app', { password: PASSWORD }));
  const { secret = '' } = fields;
  const done = await browser.send(PATH, { ...fields, code: codeOf(secret) });
  expect(done.status).toBe(200);
  test.clock.advance(MINUTE);
  return { secret, codes: codesIn(done) };
}

async function addPasskey(name: string, page?: Page): Promise<Page> {
  const begun = page ?? (await send('begin-passkey', { password: PASSWORD }));
  const [, json = ''] = /data-passkey="create" data-options="([^"]*)"/.exec(begun.text) ?? [];
  const options = JSON.parse(unescaped(json)) as Parameters<SoftAuthenticator['create']>[0];
  return browser.send(PATH, { ...hidden(begun), name, passkey: JSON.stringify(device.create(options, PAGE)) });
}

describe('the page of the own account', () => {
  it('is for the signed-in user, is never cached, and is linked from every page', async () => {
    const page = await browser.get(PATH);
    expect([page.status, page.headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect(page.text).toContain('You sign in with your password alone.');
    expect(page.text).not.toContain('<script');
    expect((await browser.get('/home')).text).toContain(`<a href="${PATH}">Account</a>`);
    const stranger = await openBrowserClient(test).get(PATH);
    expect([stranger.status, stranger.text.includes('Second factors')]).toEqual([401, false]);
  });

  it('refuses forms of other pages and of other sessions', async () => {
    const fields = { do: 'begin-app', password: PASSWORD };
    expect((await browser.send(PATH, fields)).status).toBe(403);
    expect((await browser.send(PATH, { ...fields, csrf: 'x' })).status).toBe(403);
    const foreign = { Origin: 'https://evil.example' };
    expect((await browser.send(PATH, { ...fields, csrf: await browser.csrf() }, foreign)).status).toBe(403);
    expect((await send('constructor')).status).toBe(200);
    expect(await factors()).toEqual({ app: false, passkeys: [] });
  });

  it('adds an app by its first code, and shows recovery codes once', async () => {
    const wrong = await send('begin-app', { password: 'a wrong password' });
    expect([wrong.status, wrong.text.includes('Wrong password')]).toEqual([400, true]);
    expect((await send('begin-app')).status).toBe(400);
    const begun = await send('begin-app', { password: PASSWORD });
    expect([begun.headers['cache-control'], begun.text.includes('<svg xmlns=')]).toEqual(['private, no-store', true]);
    expect(begun.text).not.toContain(PASSWORD);
    const fields = hidden(begun);
    const refused = await browser.send(PATH, { ...fields, code: '000000' });
    expect([refused.status, hidden(refused)]).toEqual([400, fields]);
    const made = { ...fields, code: '000000', secret: '"><script>', uri: 'javascript:alert(1)' };
    expect((await browser.send(PATH, made)).text).not.toMatch(/"><script>|javascript:|<svg/);
    const done = await browser.send(PATH, { ...fields, code: codeOf(fields['secret'] ?? '') });
    expect([done.status, codesIn(done).length, done.headers['cache-control']]).toEqual([200, 10, 'private, no-store']);
    const page = await browser.get(PATH);
    expect(page.text).toContain('Recovery codes left: 10.');
    expect(codesIn(page)).toEqual([]);
    expect(page.text).not.toContain('value="begin-app"');
    expect(await factors()).toEqual({ app: true, passkeys: [] });
  });

  it('adds passkeys, names them as text, and removes one', async () => {
    const begun = await send('begin-passkey', { password: PASSWORD });
    expect(begun.headers['content-security-policy']).toContain("script-src 'sha256-");
    const first = await addPasskey('<b>Laptop</b>', begun);
    expect([first.status, codesIn(first).length]).toEqual([200, 10]);
    const second = await addPasskey('Key');
    expect([second.status, second.headers['location']]).toEqual([303, `${PATH}#saved`]);
    const page = await browser.get(PATH);
    expect(page.text).toContain('&lt;b&gt;Laptop&lt;/b&gt;');
    expect(page.text).not.toContain('<b>');
    const [, id = ''] = /name="passkey_id" value="([^"]+)"/.exec(page.text) ?? [];
    expect((await send('remove-passkey', { passkey_id: id })).status).toBe(303);
    expect(await factors()).toEqual({ app: false, passkeys: ['Key'] });
    expect((await send('remove-passkey', { passkey_id: '../second_factor' })).status).toBe(404);
    expect((await send('remove-passkey')).status).toBe(404);
    expect((await send('finish-passkey', { passkey: '{' })).status).toBe(400);
  });

  it('requires a new confirmation of the factor, and then executes the original request', async () => {
    const { secret } = await addApp();
    test.clock.advance(16 * MINUTE);
    const confirmPage = await send('begin-passkey', { password: PASSWORD });
    expect([confirmPage.status, confirmPage.text.includes('<h1>Confirm that it is you</h1>')]).toEqual([403, true]);
    expect(confirmPage.text).toContain(`<a href="${PATH}">Account</a>`);
    const begun = await browser.send(PATH, { ...hidden(confirmPage), code: codeOf(secret) });
    expect((await addPasskey('Key', begun)).status).toBe(303);
    test.clock.advance(16 * MINUTE);
    const [, id = ''] = /name="passkey_id" value="([^"]+)"/.exec((await browser.get(PATH)).text) ?? [];
    expect((await send('remove-passkey', { passkey_id: id })).status).toBe(403);
    expect(await factors()).toEqual({ app: true, passkeys: ['Key'] });
  });

  it('creates new recovery codes and shows them once, after a confirmation if the last one is old', async () => {
    const { secret, codes: former } = await addApp();
    const csrf = await browser.csrf();
    expect((await browser.send(PATH, { do: 'renew-codes' })).status).toBe(403);
    const made = await browser.send(PATH, { csrf, do: 'renew-codes' });
    expect([made.status, made.headers['cache-control'], codesIn(made).length]).toEqual([200, 'private, no-store', 10]);
    expect(codesIn(made).some((code) => former.includes(code))).toBe(false);
    test.clock.advance(16 * MINUTE);
    const confirmPage = await send('renew-codes');
    expect([confirmPage.status, codesIn(confirmPage)]).toEqual([403, []]);
    const again = await browser.send(PATH, { ...hidden(confirmPage), code: codeOf(secret) });
    expect([again.status, codesIn(again).length]).toEqual([200, 10]);
    expect((await browser.get(PATH)).text).toContain('Recovery codes left: 10.');
    expect((await send('remove-all', { code: codesIn(made)[0] ?? '' })).status).toBe(401);
  });

  it('removes only the app; passkeys remain', async () => {
    expect((await send('renew-codes')).status).toBe(404);
    expect((await send('remove-app')).status).toBe(404);
    await addApp();
    expect((await browser.get(PATH)).text).toContain('It is your only second factor');
    await addPasskey('Key');
    expect((await browser.get(PATH)).text).toContain('Passkeys and recovery codes stay.');
    test.clock.advance(16 * MINUTE);
    expect((await send('remove-app')).status).toBe(403);
    expect(await factors()).toEqual({ app: true, passkeys: ['Key'] });
    const confirmPage = await send('remove-app');
    const [, options = ''] = /data-passkey="get" data-options="([^"]*)"/.exec(confirmPage.text) ?? [];
    const signed = device.get(JSON.parse(unescaped(options)) as Parameters<SoftAuthenticator['get']>[0], PAGE);
    expect((await browser.send(PATH, { ...hidden(confirmPage), passkey: JSON.stringify(signed) })).status).toBe(303);
    expect(await factors()).toEqual({ app: false, passkeys: ['Key'] });
    const page = await browser.get(PATH);
    expect([page.text.includes('Recovery codes left: 10.'), page.text.includes('value="remove-app"')]).toEqual([
      true,
      false,
    ]);
    expect(page.text).toContain('value="begin-app"');
  });

  it('removes all factors by a code, and counts wrong ones', async () => {
    const { secret, codes } = await addApp();
    const wrong = await send('remove-all', { code: '000000' });
    expect([wrong.status, wrong.text.includes('The code is wrong')]).toEqual([401, true]);
    expect((await send('remove-all')).status).not.toBe(303);
    for (let attempt = 0; attempt < 9; attempt++) await send('remove-all', { code: '000000' });
    expect((await send('remove-all', { code: codeOf(secret) })).status).toBe(429);
    expect(await factors()).toEqual({ app: true, passkeys: [] });
    test.clock.advance(16 * MINUTE);
    expect((await send('remove-all', { code: codes[0] ?? '' })).status).toBe(303);
    expect(await factors()).toEqual({ app: false, passkeys: [] });
  });

  it('lists only the user’s own sessions, for administrators too, and ends them', async () => {
    const other = openBrowserClient(test);
    expect((await other.signIn(username)).status).toBe(303);
    const page = await browser.get(PATH);
    const ends = [...page.text.matchAll(/href="(\/html\/delete\/auth\/sessions\/[^"]+)"/g)].map(([, href]) => href);
    expect([ends.length, page.text.includes('>this one<')]).toEqual([1, true]);
    expect((await browser.get(ends[0] ?? '')).status).toBe(200);
    const admin = openBrowserClient(test);
    expect((await admin.signIn('admin')).status).toBe(303);
    expect((await admin.get(PATH)).text).not.toContain(ends[0]);
    expect((await send('end-others')).status).toBe(303);
    expect((await other.get(PATH)).status).toBe(401);
    expect((await browser.get(PATH)).status).toBe(200);
  });
});

describe('ending sessions long after the sign-in', () => {
  it('requires the password, and then executes the original request', async () => {
    const other = openBrowserClient(test);
    expect((await other.signIn(username)).status).toBe(303);
    test.clock.advance(16 * MINUTE);
    const confirmPage = await send('end-others');
    expect([confirmPage.status, confirmPage.text.includes('type="password"')]).toEqual([403, true]);
    const wrong = await browser.send(PATH, { ...hidden(confirmPage), password: 'a wrong password' });
    expect([wrong.status, wrong.text.includes('Wrong password'), wrong.text.includes('type="password"')]).toEqual([
      400,
      true,
      true,
    ]);
    expect(wrong.text).not.toContain('a wrong password');
    expect((await other.get(PATH)).status).toBe(200);
    expect((await browser.send(PATH, { ...hidden(wrong), password: PASSWORD })).status).toBe(303);
    expect((await other.get(PATH)).status).toBe(401);
    expect((await browser.get(PATH)).status).toBe(200);
  });
});

describe('wrong passwords on the page of the own account', () => {
  const sign = (password: string) => test.anonymous.post('/auth', { username, password }, FLAT);

  it('are limited for the session, on all forms together, and lock no sign-in (D741)', async () => {
    for (let index = 0; index < 10; index++) {
      const step = index % 2 === 0 ? 'begin-app' : 'begin-passkey';
      expect((await send(step, { password: 'a wrong password' })).status, String(index)).toBe(400);
    }
    const refused = await send('begin-app', { password: PASSWORD });
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    expect(refused.text).not.toContain('<svg');
    expect((await send('begin-passkey', { password: PASSWORD })).text).not.toContain('data-passkey');
    expect((await sign(PASSWORD)).status).toBe(200);
    expect(await factors()).toEqual({ app: false, passkeys: [] });
    const row = await test.service.services.store.credentials.findOne({ _id: userId });
    expect(row?.pending_factor).toBeUndefined();
    // The session continues, and so does the rest of the page.
    expect((await browser.get(PATH)).status).toBe(200);
    test.clock.advance(15 * MINUTE);
    expect((await send('begin-app', { password: PASSWORD })).status).toBe(200);
  });

  it('are limited for concurrent forms', async () => {
    const csrf = await browser.csrf();
    const wrong = { csrf, do: 'begin-app', password: 'a wrong password' };
    const sent = await Promise.all(Array.from({ length: 15 }, () => browser.send(PATH, wrong)));
    expect(sent.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(10);
    expect(sent.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(5);
    test.clock.advance(15 * MINUTE);
  });

  it('do not affect other users', async () => {
    for (let attempt = 0; attempt < 11; attempt++) await send('begin-passkey', { password: 'a wrong password' });
    expect((await send('begin-passkey', { password: PASSWORD })).status).toBe(429);
    expect((await openBrowserClient(test).signIn('reader')).status).toBe(303);
    test.clock.advance(15 * MINUTE);
  });
});

describe('the last factor of a user whose role requires one', () => {
  it('may be removed; dangerous requests and the next sign-in then require another one', async () => {
    const env = { SECOND_FACTOR_ROLES: 'editor', SECOND_FACTOR_GRACE: '1d', JWT_TTL: '30d', PUBLIC_URL: PAGE.origin };
    const shared = test;
    const strict = await openTestService({ env });
    try {
      [test, browser] = [strict, openBrowserClient(strict)];
      const attributes = { username, uname: username, password: PASSWORD, status: 'on' };
      const { id } = await strict.admin.create('/users', attributes);
      await strict.admin.post(`/users/${id}/relationships/roles`, {
        data: ['1', '2'].map((role) => ({ type: 'roles', id: role })),
      });
      expect((await browser.signIn(username)).status).toBe(303);
      expect((await browser.get(PATH)).text).toContain('Your role needs a second factor by');
      const { codes } = await addApp();
      strict.clock.advance(2 * 24 * 60 * MINUTE);
      const page = await browser.signIn(username);
      expect(page.status).toBe(401);
      const step = { ...hidden(page), code: codes[0] ?? '' };
      expect((await browser.send('/html/sign-in', step)).status).toBe(303);
      expect((await send('remove-all', { code: codes[1] ?? '' })).status).toBe(303);
      const refused = await browser.send('/html/new/roles', {
        csrf: await browser.csrf(),
        'field.name': 'strict_role',
      });
      expect(refused.status).toBe(403);
      const again = await openBrowserClient(strict).signIn(username);
      expect(again.text).toContain('Your role needs a second factor');
    } finally {
      test = shared;
      await strict.close();
    }
  });
});
