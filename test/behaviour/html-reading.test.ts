// Pages for reading (D321, D369 to D371): ways back, what lists show, what is refused and why, texts of editors.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowserClient, type BrowserClient } from '../support/browser-client.ts';
import { openTestService, type TestService } from '../support/service.ts';

let test: TestService;
let browser: BrowserClient;
let admin: BrowserClient;
let id: string;

beforeAll(async () => {
  test = await openTestService();
  browser = openBrowserClient(test);
  admin = openBrowserClient(test);
  await admin.signIn('admin');
  const made = await test.admin.create('/documents', { title: 'The title', uname: 'the-name', status: 'on' });
  id = made.id;
});
afterAll(() => test.close());

/** The breadcrumbs of a page: `label` or `label -> address`. */
function crumbsIn(text: string): string[] {
  const list = /<nav class="crumbs"[\s\S]*?<\/nav>/.exec(text)?.[0] ?? '';
  return [...list.matchAll(/<li>(?:<a href="([^"]*)">)?(?:<span[^>]*>)?([^<]*)/g)].map(([, href, label]) =>
    href === undefined ? String(label) : `${label} -> ${href}`,
  );
}

describe('breadcrumbs', () => {
  it.each([
    ['/model/relations', ['Home -> /home', 'model', 'relations']],
    ['/admin/config', ['Home -> /home', 'admin', 'config']],
    ['/documents/the-name', ['Home -> /home', 'documents -> /documents', 'The title']],
    [
      '/documents/the-name/relationships/poster',
      ['Home -> /home', 'documents -> /documents', 'The title -> /documents/the-name', 'relationships', 'poster'],
    ],
  ])('of %s are links only where there is a page', async (path, expected) => {
    const { status, text } = await admin.get(path);
    expect(status).toBe(200);
    expect(crumbsIn(text)).toEqual(expected);
  });

  it('lead to pages', async () => {
    for (const path of ['/model/relations', '/admin/config', `/documents/${id}/relationships/poster`, '/trees/x/y']) {
      const { text } = await admin.get(path);
      for (const crumb of crumbsIn(text)) {
        const [, href] = crumb.split(' -> ');
        if (href !== undefined) expect([href, (await admin.get(href)).status]).not.toEqual([href, 405]);
      }
    }
    expect(crumbsIn((await admin.get('/trees/x/y')).text)).toContain('trees');
  });
});

describe('control characters', () => {
  it('of an address are never put into a page', async () => {
    const { status, text } = await browser.get('/documents/a%00b%1b%7f');
    expect(status).toBeGreaterThanOrEqual(400);
    expect(text).not.toMatch(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/);
    expect(text).toContain('a\u2400b\u241b\u2421');
  });

  it('of a value are shown by a symbol, and not changed by a form that leaves them alone', async () => {
    const { id: odd } = await test.admin.create('/documents', { title: 'Bell \u0007 rings', description: 'x' });
    expect((await admin.get(`/documents/${odd}`)).text).toContain('Bell \u2407 rings');
    const { text } = await admin.get(`/html/edit/documents/${odd}`);
    const opened = /name="opened" value="([^"]*)"/.exec(text)?.[1] ?? '';
    const etag = (/name="etag" value="([^"]*)"/.exec(text)?.[1] ?? '').replaceAll('&quot;', '"');
    const fields = {
      opened,
      etag,
      csrf: await admin.csrf(),
      'field.title': 'Bell \u2407 rings',
      'field.description': 'y',
    };
    expect((await admin.send(`/html/edit/documents/${odd}`, fields)).status).toBe(303);
    const { body } = await test.admin.get(`/documents/${odd}`);
    expect((body as { data: { attributes: object } }).data.attributes).toMatchObject({
      title: 'Bell \u0007 rings',
      description: 'y',
    });
  });
});

describe('the code of an error', () => {
  it('leads to what the reference says of it', async () => {
    const { text } = await browser.get('/documents/999999');
    expect(text).toContain('<a href="/docs/errors#not_found"><code>not_found</code></a>');
    expect((await browser.get('/docs/errors')).text).toContain('id="not_found"');
  });
});

describe('headings', () => {
  it('have the title of what a list belongs to', async () => {
    const { text } = await browser.get('/documents/the-name/poster');
    expect(text).toContain('<h1>Poster of The title</h1>');
    expect((await browser.get(`/documents/${id}/relationships/poster`)).text).toContain(
      '<h1>Poster of The title: links</h1>',
    );
  });
});

describe('who made an object', () => {
  it('is a link by name, for those who may see users', async () => {
    const { text } = await admin.get('/documents/the-name');
    expect(text).toMatch(/Created by<\/th><td><a href="\/users\/1">admin<\/a>/);
    expect((await browser.get('/documents/the-name')).text).toMatch(/Created by<\/th><td>(?:user 1|admin)<\/td>/);
  });
});
