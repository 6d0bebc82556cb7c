// Signing in with the browser (D324): the permitted uses of the cookie, and its protection from other sites.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { firstKey } from '../../support/accounts/first-key.ts';
import { openBrowserClient, type BrowserClient } from '../../support/clients/browser-client.ts';
import { openTestService, PASSWORD, serviceForTests } from '../../support/service.ts';

const test = serviceForTests();
let browser: BrowserClient;

beforeEach(() => {
  browser = openBrowserClient(test);
});

const setCookie = (response: { headers: Record<string, unknown> }): string =>
  (response.headers['set-cookie'] as string[] | undefined)?.join() ?? '';

const countOf = async (): Promise<number> => {
  const { body } = await test.admin.get('/documents?page_size=1');
  return (body as { meta: { pagination: { count: number } } }).meta.pagination.count;
};

describe('signing in by form', () => {
  it('sets one cookie that scripts cannot read, other sites cannot send, and that shows no token', async () => {
    const response = await browser.send('/html/sign-in?return=%2Fdocuments%3Fpage_size%3D2', {
      username: 'admin',
      password: PASSWORD,
    });
    expect([response.status, response.headers['location']]).toEqual([303, '/documents?page_size=2']);
    expect(setCookie(response)).toMatch(/^colophon_session=[\w-]+\.\.[\w.-]+; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(response.headers['cache-control']).toBe('private, no-store');
    const { text } = await browser.get('/home');
    expect(text).toContain('Signed in as <strong>admin</strong>');
    expect(text).toContain('/admin/applications');
  });

  it('uses a __Host- cookie, for https only, if the service has https', async () => {
    const env = { PUBLIC_URL: 'https://cms.example.org' };
    const secure = await openTestService({ env, beside: test });
    try {
      const other = openBrowserClient(secure);
      const body = { username: 'admin', password: PASSWORD };
      const response = await other.send('/html/sign-in', body, { Origin: 'https://cms.example.org' });
      expect(setCookie(response)).toMatch(/^__Host-colophon=.*; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
      expect((await other.get('/roles')).status).toBe(200);
    } finally {
      await secure.close();
    }
  });

  it('shows the error, with the status of the API, and repeats no password', async () => {
    const { status, text, headers } = await browser.signIn('admin', 'wrong<secret>');
    expect(status).toBe(401);
    expect(text).toContain('The user name or the password is wrong');
    expect(text).toContain('value="admin"');
    expect(text).not.toContain('secret');
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('is throttled like POST /auth, and counted with it', async () => {
    const own = await openTestService();
    try {
      const other = openBrowserClient(own);
      for (let guess = 0; guess < 5; guess++) await other.signIn('reader', 'wrong');
      const json = { 'Content-Type': 'application/json' };
      for (let guess = 0; guess < 5; guess++) {
        await own.anonymous.post('/auth', { username: 'reader', password: 'wrong' }, json);
      }
      const { status, headers, text } = await other.signIn('reader');
      expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
      expect(text).toContain('role="alert"');
      expect(own.audited.filter(({ audit }) => audit === 'sign_in_failed')).not.toHaveLength(0);
    } finally {
      await own.close();
    }
  });

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    '/\t/evil.example',
    '/..//evil.example',
    'javascript:alert(1)',
    '/html/sign-out',
    '/html/find//evil.example/',
    '',
  ])('redirects only to pages of this service: %s', async (place) => {
    const body = { username: 'reader', password: PASSWORD };
    const { headers } = await browser.send(`/html/sign-in?return=${encodeURIComponent(place)}`, body);
    expect(headers['location']).toMatch(/^\/(?:home|evil\.example)$/);
  });

  it('requires an API key with REQUIRE_API_KEY', async () => {
    const own = await openTestService({ env: { REQUIRE_API_KEY: 'on' } });
    try {
      const other = openBrowserClient(own);
      expect((await other.get('/html/sign-in')).text).toContain('name="api_key"');
      const fields = { username: 'admin', password: PASSWORD, api_key: await firstKey(own) };
      expect((await other.send('/html/sign-in', { ...fields, api_key: 'wrong' })).status).toBe(403);
      expect((await other.send('/html/sign-in', fields)).status).toBe(303);
      expect((await other.get('/documents')).status).toBe(200);
    } finally {
      await own.close();
    }
  });
});

describe('the sign-in page', () => {
  it('shows signed-in users a message, and offers to sign out', async () => {
    expect((await browser.get('/html/sign-in')).text).toContain('<h1>Sign in</h1>');
    await browser.signIn('editor');
    const { text, status } = await browser.get('/html/sign-in?return=%2Fdocuments');
    expect([status, text.includes('<h1>You are signed in</h1>')]).toEqual([200, true]);
    expect(text).toContain('<strong>editor</strong>');
    expect(text).toMatch(/<form class="actions" method="post" action="\/html\/sign-out">/);
    expect(text).toContain('<a class="button main" href="/documents">Go on</a>');
    expect(text).toContain('name="password"');
  });
});

describe('the cookie', () => {
  beforeEach(async () => {
    await browser.signIn('admin');
  });

  it('is not accepted by the API', async () => {
    const Cookie = browser.cookie ?? '';
    expect(Cookie).not.toBe('');
    const body = { data: { type: 'documents', attributes: { title: 'x' } } };
    expect((await test.anonymous.get('/roles', { Cookie })).status).toBe(401);
    expect((await test.anonymous.get('/roles', { Cookie, Accept: 'application/json' })).status).toBe(401);
    expect((await test.anonymous.post('/documents', body, { Cookie })).status).toBe(401);
    expect((await test.anonymous.post('/documents', body, { Cookie, Accept: 'text/html, */*;q=0.1' })).status).toBe(
      401,
    );
    expect((await test.anonymous.delete('/documents/1', { Cookie })).status).toBe(401);
  });

  it('is not an access token', async () => {
    const token = (browser.cookie ?? '').split('=')[1] ?? '';
    expect((await test.anonymous.get('/roles', { Authorization: `Bearer ${token}` })).status).toBe(401);
  });

  it('is invalid after a change', async () => {
    const [name, value = ''] = (browser.cookie ?? '').split('=');
    for (const forged of [`${value.slice(0, -4)}AAAA`, 'x', '', `a.b.c.d.e`]) {
      browser.cookie = `${name}=${forged}`;
      expect((await browser.get('/roles')).status).toBe(401);
    }
  });

  it('does not permit a form whose body the API does not read', async () => {
    const answer = await test.anonymous.request('post', '/documents', (send) =>
      send
        .set({ Cookie: browser.cookie ?? '', 'Content-Type': 'application/x-www-form-urlencoded' })
        .set('Authorization', `Bearer ${test.admin.token}`)
        .send('title=x'),
    );
    expect(answer.status).toBe(415);
  });

  it('is renewed while it is used, and ends eight hours after that', async () => {
    const start = test.clock.now().toISOString();
    try {
      test.clock.advance(25 * 60_000);
      expect((await browser.get('/roles')).status).toBe(200);
      test.clock.advance(7 * 3_600_000);
      expect((await browser.get('/roles')).status).toBe(200);
      test.clock.advance(8 * 3_600_000 + 1000);
      expect((await browser.get('/roles')).status).toBe(401);
    } finally {
      test.clock.set(start);
    }
  });

  it('ends when its refresh token is revoked, and when the user is blocked', async () => {
    const start = test.clock.now().toISOString();
    try {
      await test.service.services.store.refreshTokens.deleteMany({ user_id: 1 });
      test.clock.advance(25 * 60_000);
      const ended = await browser.get('/roles');
      expect([ended.status, setCookie(ended)]).toEqual([
        401,
        'colophon_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict',
      ]);
    } finally {
      test.clock.set(start);
    }
    await test.addClient('blocked', []);
    await browser.signIn('blocked');
    expect((await browser.get('/roles')).status).toBe(200);
    await test.service.services.store
      .documents('users')
      .updateOne({ username: 'blocked' }, { $set: { status: 'off' } });
    const refused = await browser.get('/documents');
    expect([refused.status, setCookie(refused)]).toEqual([401, expect.stringContaining('Max-Age=0')]);
    expect((await browser.get('/documents')).status).toBe(200);
  });
});

describe('signing out', () => {
  it('ends the session and its refresh token', async () => {
    await browser.signIn('editor');
    const cookie = browser.cookie;
    const tokens = test.service.services.store.refreshTokens;
    const before = await tokens.countDocuments();
    const { status, headers } = await browser.send('/html/sign-out', { csrf: await browser.csrf() });
    expect([status, headers['location'], browser.cookie]).toEqual([303, '/home', undefined]);
    expect(await tokens.countDocuments()).toBe(before - 1);
    expect(cookie).toBeDefined();
  });
});

describe('a form from another site', () => {
  const fields = { 'field.title': 'Forged', 'field.status': 'on' };
  let before: number;
  beforeEach(async () => {
    await browser.signIn('admin');
    before = await countOf();
  });
  afterEach(async () => {
    expect(await countOf()).toBe(before);
  });

  it('is refused without the token of the session', async () => {
    for (const csrf of [undefined, '', 'x', 'x'.repeat(32)]) {
      const { status } = await browser.send('/html/new/documents', { ...fields, ...(csrf !== undefined && { csrf }) });
      expect(status).toBe(403);
    }
  });

  it('is refused with the token of another session', async () => {
    const other = openBrowserClient(test);
    await other.signIn('editor');
    const csrf = await other.csrf();
    expect(csrf).not.toBe(await browser.csrf());
    expect((await browser.send('/html/new/documents', { ...fields, csrf })).status).toBe(403);
  });

  it.each([
    [{ Origin: 'https://evil.example' }],
    [{ Origin: 'null' }],
    [{ Origin: 'http://localhost.evil.example' }],
    [{ Origin: '' }],
    [{ 'Sec-Fetch-Site': 'cross-site' }],
    [{ 'Sec-Fetch-Site': 'same-site' }],
    [{ 'Sec-Fetch-Site': 'none' }],
  ])('is refused from other origins, even with the token: %j', async (headers) => {
    const csrf = await browser.csrf();
    expect(
      (await browser.send('/html/new/documents', { ...fields, csrf }, headers as Record<string, string>)).status,
    ).toBe(403);
    expect((await browser.send('/html/sign-out', { csrf }, headers as Record<string, string>)).status).toBe(403);
    const body = { username: 'admin', password: PASSWORD };
    expect((await browser.send('/html/sign-in', body, headers as Record<string, string>)).status).toBe(403);
  });

  it('is refused without an origin', async () => {
    const csrf = await browser.csrf();
    const answer = await test.anonymous.request('post', '/html/new/documents', (send) =>
      send
        .set({ Cookie: browser.cookie ?? '', 'Content-Type': 'application/x-www-form-urlencoded' })
        .send(new URLSearchParams({ ...fields, csrf }).toString()),
    );
    expect(answer.status).toBe(403);
  });

  it('is explained on a page, without JSON and curl line', async () => {
    const csrf = await browser.csrf();
    const foreign = await browser.send('/html/new/documents', { ...fields, csrf }, { Origin: 'https://evil.example' });
    const stale = await browser.send('/html/new/documents', { ...fields, csrf: 'x' });
    for (const { text } of [foreign, stale]) {
      expect(text).toContain('Nothing was changed.');
      expect(text).toContain('<a class="button main" href="/html/new/documents">Open the form again</a>');
      expect(text).not.toContain('curl');
      expect(text).not.toContain('Your roles do not allow this.');
    }
    expect(foreign.text).toContain('not sent from a page of this service');
    expect(stale.text).toContain('is of another session');
    const out = await browser.send('/html/sign-out', { csrf: 'x' });
    expect([out.status, out.text.includes('class="button main"')]).toEqual([403, false]);
  });

  it('is refused with another media type', async () => {
    const csrf = await browser.csrf();
    for (const type of ['text/plain', 'multipart/form-data; boundary=a', 'application/json']) {
      const { status } = await browser.send('/html/new/documents', { ...fields, csrf }, { 'Content-Type': type });
      expect(status).toBe(415);
    }
  });

  it('is refused without a session', async () => {
    browser.cookie = undefined;
    expect((await browser.send('/html/new/documents', fields)).status).toBe(401);
  });

  it('has no effect as a GET', async () => {
    const csrf = await browser.csrf();
    const query = new URLSearchParams({ ...fields, csrf }).toString();
    expect((await browser.get(`/html/new/documents?${query}`)).status).toBe(200);
    expect((await browser.get(`/html/sign-out?csrf=${csrf}`)).status).toBe(405);
    const made = await test.admin.create('/documents', { title: 'Stays' });
    before += 1;
    expect((await browser.get(`/html/delete/documents/${made.id}?csrf=${csrf}`)).status).toBe(200);
    expect((await browser.get(`/html/edit/documents/${made.id}?${query}`)).status).toBe(200);
    const { body } = await test.admin.get(`/documents/${made.id}`);
    expect((body as { data: { attributes: unknown } }).data.attributes).toMatchObject({ title: 'Stays' });
  });
});
