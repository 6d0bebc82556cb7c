// HTML for browsers (service.md 4.1 rule 1, D3, D321, D322): the requests that get it, and the content of the pages.
import { beforeAll, describe, expect, it } from 'vitest';
import { ACCEPT, openBrowserClient, type BrowserClient } from '../../support/clients/browser-client.ts';
import { JSON_API, openTestService, serviceForTests } from '../../support/service.ts';

const test = serviceForTests();
let browser: BrowserClient;
let id: string;

const NASTY = '<script>alert(1)</script>"\'><img src=x onerror=alert(1)>';

beforeAll(async () => {
  browser = openBrowserClient(test);
  const made = await test.admin.create('/documents', {
    title: NASTY,
    description: 'It finds the text, whose script is none to search.',
    uname: 'nasty',
    status: 'on',
    body: `<p onclick="alert(1)">${NASTY}</p>`,
    extra: { link: 'javascript:alert(1)', [NASTY]: NASTY },
    rights: 'javascript:alert(1)',
    license: 'https://example.org/a?b=1&c=2',
    publisher: 'http://localhost//evil.example/',
    creator: 'http://localhost/\\evil.example/',
  });
  id = made.id;
  for (const title of ['First', 'Second', 'Third']) await test.admin.create('/documents', { title, status: 'on' });
});

const typeOf = ({ headers }: { headers: Record<string, string> }): string | undefined => headers['content-type'];
const HTML = 'text/html; charset=utf-8';

describe('a caller that asks for HTML', () => {
  it.each([
    'text/html',
    'application/xhtml+xml',
    'application/xhtml',
    'text/xhtml',
    ACCEPT,
    'text/html;q=0.9, application/json;q=0.8',
    'text/html, */*',
  ])('gets it for Accept: %s', async (Accept) => {
    const answer = await test.anonymous.get('/documents', { Accept });
    expect([answer.status, typeOf(answer)]).toEqual([200, HTML]);
  });

  it.each([
    ['*/*', JSON_API],
    [`${JSON_API}, text/html`, JSON_API],
    ['application/json, text/html;q=0.9', 'application/json'],
    ['text/html;q=0, */*', JSON_API],
    ['text/*, */*;q=0.1', JSON_API],
  ])('does not get it for Accept: %s', async (Accept, type) => {
    expect(typeOf(await test.anonymous.get('/documents', { Accept }))).toBe(type);
  });

  it('gets no HTML for methods other than GET', async () => {
    const body = { data: { type: 'documents', attributes: { title: 'x' } } };
    const answer = await test.anonymous.post('/documents', body, { Accept: 'text/html, application/json;q=0.1' });
    expect([answer.status, typeOf(answer)]).toEqual([401, 'application/json']);
  });

  it('gets files and YAML unchanged', async () => {
    expect(typeOf(await browser.get('/openapi.yaml'))).toBe('application/yaml');
    expect(typeOf(await browser.get('/openapi.json'))).toMatch(/json$/);
    expect(typeOf(await browser.get('/docs'))).toBe(HTML);
  });

  it('has the rights of the token in the request, with any session cookie', async () => {
    const other = openBrowserClient(test);
    await other.signIn('admin');
    const headers = { Authorization: `Bearer ${test.reader.token}` };
    expect((await other.get('/admin/applications')).status).toBe(200);
    expect((await other.get('/admin/applications', headers)).status).toBe(403);
  });
});

describe('a page', () => {
  it('runs no scripts, and neither loads from nor sends to other hosts', async () => {
    const { headers, text } = await browser.get('/home');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self' data:; media-src 'self'; form-action 'self'; " +
        "base-uri 'none'; frame-ancestors 'none'",
    );
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cache-control': 'private, no-cache',
      vary: 'Accept, Cookie',
    });
    // Titles of objects are text, whatever is in them.
    expect(text.replaceAll(/>[^<]+</g, '><')).not.toMatch(/<script|style=|\son\w+=/i);
  });

  it.each([
    '/home',
    '/documents',
    '/documents/nasty',
    '/nothing',
    '/roles',
    '/html/sign-in',
    '/status',
    '/model/project',
  ])('%s has a language, one heading, landmarks and a link to its content', async (path) => {
    const { text } = await browser.get(path);
    expect(text).toMatch(/^<!doctype html>\s*<html lang="en">/);
    expect(text.match(/<h1/g)).toHaveLength(1);
    expect(text).toMatch(/<a class="skip" href="#content">/);
    expect(text).toMatch(/<main id="content"/);
    expect(text).toMatch(/<title>[^<]+<\/title>/);
  });

  it('has a stylesheet that caches may keep permanently, named by its content', async () => {
    const { text } = await browser.get('/home');
    const path = /href="(\/html\/style-[0-9a-f]{16}\.css)"/.exec(text)?.[1] ?? '';
    const { headers, status } = await browser.get(path);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/css; charset=utf-8',
      'public, max-age=31536000, immutable',
    ]);
    expect((await browser.get('/html/style-0000000000000000.css')).status).toBe(404);
  });

  it('has the JSON of the API, and a curl line without secrets', async () => {
    const { text } = await browser.get(`/documents/${id}?access_token=${test.admin.token}`);
    expect(text).toContain(`&#39;http://localhost/documents/${id}&#39;`);
    expect(text).not.toContain(test.admin.token);
    expect(text).toContain(
      '<span class="json-key">&quot;uname&quot;</span>: <span class="json-string">&quot;nasty&quot;</span>',
    );
  });

  it('is not sent again while it is unchanged, for the same user', async () => {
    const { headers } = await browser.get('/documents/nasty');
    const etag = headers['etag'] ?? '';
    const json = await test.anonymous.get('/documents/nasty');
    expect(etag).not.toBe(json.headers['etag']);
    expect((await browser.get('/documents/nasty', { 'If-None-Match': etag })).status).toBe(304);
    expect((await test.anonymous.get('/documents/nasty', { 'If-None-Match': etag })).status).toBe(200);
    const admin = openBrowserClient(test);
    await admin.signIn('admin');
    const own = await admin.get('/documents/nasty', { 'If-None-Match': etag });
    expect(own.status).toBe(200);
    expect(own.headers['etag']).not.toBe(etag);
  });

  it('has the same headers without a body for HEAD', async () => {
    const page = await browser.get('/documents');
    const { status, headers, text } = await browser.head('/documents');
    expect([status, headers['etag'], headers['content-length'], text]).toEqual([
      200,
      page.headers['etag'],
      page.headers['content-length'],
      '',
    ]);
  });

  it('needs one request of the API for a list with all its content', async () => {
    const limited = await openTestService({ env: { RATE_LIMIT: '1000/1h' }, beside: test });
    try {
      const remaining = async (path: string): Promise<number> =>
        Number(/r=(\d+)/.exec((await openBrowserClient(limited).get(path)).headers['ratelimit'] ?? '')?.[1]);
      const first = await remaining('/documents');
      expect(first).toBeGreaterThan(0);
      expect(await remaining('/documents?page_size=4')).toBe(first - 1);
    } finally {
      await limited.close();
    }
  });
});

describe('content of users', () => {
  it.each([
    '/documents',
    '/documents/nasty',
    '/objects?q=finds',
    `/documents?filter[title]=${encodeURIComponent(NASTY)}`,
  ])('is text on %s, with any content', async (path) => {
    const { text, status } = await browser.get(path);
    expect(status).toBe(200);
    expect(text).not.toMatch(/<script|<img src=x|<p onclick|href="javascript:|href='javascript:/i);
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  it('is a link only for http or https addresses', async () => {
    const { text } = await browser.get('/documents/nasty');
    expect(text).toContain(
      '<a href="https://example.org/a?b=1&amp;c=2" rel="noreferrer noopener nofollow external">https://example.org/a?b=1&amp;c=2</a>',
    );
    expect(text).toContain('javascript:alert(1)');
    expect(text).not.toMatch(/href="\/[/\\]/);
  });

  it.each(['//evil.example', '/\\evil.example', '//evil.example/%2e%2e'])('is not a link: %s', async (path) => {
    for (const form of ['find', 'new', 'edit']) {
      const { status, headers } = await browser.get(`/html/${form}${path}`);
      expect([status, headers['location']]).toEqual([404, undefined]);
    }
  });

  it('is text in paths and queries too', async () => {
    for (const path of [
      '/%3Cscript%3Ealert(1)',
      '/documents?sort=%3Cscript%3E',
      '/documents/%22%3E%3Cscript%3E',
      '/html/%3Cscript%3E',
    ]) {
      const { text, status } = await browser.get(path);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(text).not.toContain('<script');
    }
  });
});

describe('a list', () => {
  it('is a table with a caption, whose heads sort it', async () => {
    const { text } = await browser.get('/documents?sort=title&page_size=2');
    expect(text).toMatch(/<caption>Documents: 1 to 2 of 4<\/caption>/);
    expect(text).toMatch(
      /<th scope="col" aria-sort="ascending"><a href="\/documents\?sort=-title&amp;page_size=2">Title/,
    );
    expect(text).toMatch(/<th scope="row"><a href="\/documents\/\d+">First<\/a>/);
    expect(text).toContain('<a href="/documents?sort=title&amp;page_size=2&amp;page=2">Next</a>');
    expect(text).toContain('Page 1 of 2');
  });

  it('has a form of the documented parameters, which omits empty ones', async () => {
    const { text } = await browser.get('/documents');
    for (const name of ['q', 'page_size', 'filter[status]', 'filter[parent]', 'include', 'any.field']) {
      expect(text).toContain(`name="${name}"`);
    }
    const query =
      'q=first&page_size=&filter%5Bstatus%5D=&flag.filter%5Bmine%5D=on&any.field=title&any.operator=like&any.value=F*';
    const { status, headers } = await browser.get(`/html/find/documents?${query}`);
    expect([status, headers['location']]).toEqual([
      303,
      '/documents?q=first&filter%5Bmine%5D=&filter%5Btitle%5D%5Blike%5D=F*',
    ]);
  });

  it('shows the active filters, with a link to remove each', async () => {
    const { text } = await browser.get('/documents?filter[status]=on&q=first');
    expect(text).toContain('<a class="chip" href="/documents?q=first">');
    expect(text).toContain('value="first"');
  });

  it('shows a message when it is empty', async () => {
    expect((await browser.get('/documents?q=nowhere')).text).toContain(
      'There is nothing here that fits all conditions.',
    );
  });
});

describe('an object', () => {
  it('shows its attributes by type, and links to related objects', async () => {
    const { text } = await browser.get('/documents/nasty');
    expect(text).toMatch(/<th scope="row">Uname<\/th><td>nasty<\/td>/);
    expect(text).toContain(`<a href="/documents/${id}/parents">Parents</a>`);
    expect(text).toContain('<a href="/model/schema/documents">Schema</a>');
    expect(text).toContain('<a href="/documents">documents</a>');
  });
});

describe('an error', () => {
  it.each([
    ['/nothing', 404, 'route_not_found'],
    ['/documents/999999', 404, 'not_found'],
    ['/documents?sort=nope', 400, 'unsupported_sort'],
    ['/documents?page=99', 404, 'page_not_found'],
    ['/%ff', 400, 'invalid_encoding'],
    ['/signup', 405, 'method_not_allowed'],
    ['/html/nothing', 404, 'route_not_found'],
    ['/html/sign-out', 405, 'method_not_allowed'],
  ])('of %s is %i, explained', async (path, expected, code) => {
    const answer = await browser.get(path);
    expect([answer.status, typeOf(answer)]).toEqual([expected, HTML]);
    expect(answer.text).toContain(`<code>${code}</code>`);
    expect(answer.text).toMatch(/<h2>What you can do<\/h2>\s*<p>[^<]+<\/p>/);
    expect(answer.headers['etag']).toBeUndefined();
  });

  it('ends only its request, with any Host header', async () => {
    for (const Host of ['a:99999', 'b:0', '[::1]:70000', 'x'.repeat(300)]) {
      expect((await browser.get('/html/nothing', { Host })).status).toBe(404);
      expect((await browser.get('/home', { Host })).status).toBe(200);
    }
  });

  it('of a path with a thousand segments has a short page', async () => {
    const { text } = await browser.get(`/html/${'a/'.repeat(990)}`);
    expect(text.length).toBeLessThan(50_000);
  });

  it('that requires a sign-in has the form for it, with 401', async () => {
    const { status, text, headers } = await browser.get('/roles?page=1');
    expect(status).toBe(401);
    expect(headers['www-authenticate']).toBe('Bearer');
    expect(text).toContain('action="/html/sign-in?return=%2Froles%3Fpage%3D1"');
  });

  it('names the allowed methods', async () => {
    expect((await browser.get('/signup')).headers['allow']).toBe('POST, OPTIONS');
  });
});

describe('BROWSER_UI=off', () => {
  it('disables HTML, as in production', async () => {
    for (const env of [{ BROWSER_UI: 'off' }, { NODE_ENV: 'production', PUBLIC_URL: 'http://localhost' }]) {
      const off = await openTestService({ env, beside: test });
      try {
        expect(typeOf(await off.anonymous.get('/documents', { Accept: ACCEPT }))).toBe(JSON_API);
        const refused = await off.anonymous.get('/documents', { Accept: 'text/html' });
        expect([refused.status, typeOf(refused)]).toEqual([406, JSON_API]);
        expect((await off.anonymous.get('/html/sign-in')).status).toBe(404);
      } finally {
        await off.close();
      }
    }
  });

  it('can be enabled in production', async () => {
    const env = { NODE_ENV: 'production', BROWSER_UI: 'on', PUBLIC_URL: 'http://localhost' };
    const on = await openTestService({ env, beside: test });
    try {
      expect(typeOf(await on.anonymous.get('/documents', { Accept: ACCEPT }))).toBe(HTML);
    } finally {
      await on.close();
    }
  });
});
