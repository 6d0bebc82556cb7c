// Pages for reading (D321, D369 to D371): links back, columns of lists, refusals with their reasons, texts of editors.
import { beforeAll, describe, expect, it } from 'vitest';
import { openBrowserClient, type BrowserClient } from '../../support/clients/browser-client.ts';
import sharp from 'sharp';
import { type ResourceData, serviceForTests } from '../../support/service.ts';

const test = serviceForTests();
let browser: BrowserClient;
let admin: BrowserClient;
let id: string;

beforeAll(async () => {
  browser = openBrowserClient(test);
  admin = openBrowserClient(test);
  await admin.signIn('admin');
  const made = await test.admin.create('/documents', { title: 'The title', uname: 'the-name', status: 'on' });
  id = made.id;
});

const headsIn = (text: string): string[] =>
  [...text.matchAll(/<th scope="col"[^>]*>(?:<a [^>]*>)?([^<]*)/g)].map(([, head = '']) => head);

/** The breadcrumbs of a page: `label` or `label -> address`. */
function crumbsIn(text: string): string[] {
  const list = /<nav class="crumbs"[\s\S]*?<\/nav>/.exec(text)?.[0] ?? '';
  return [...list.matchAll(/<li>(?:<a href="([^"]*)">)?(?:<span[^>]*>)?([^<]*)/g)].map(([, href, label]) =>
    href === undefined ? String(label) : `${label} -> ${href}`,
  );
}

const ABOVE_FORM = ['Home -> /home', 'documents -> /documents', 'The title -> /documents/the-name'];

describe('breadcrumbs', () => {
  it.each([
    ['/model/relations', ['Home -> /home', 'model', 'relations']],
    ['/admin/config', ['Home -> /home', 'admin', 'config']],
    ['/documents/the-name', ['Home -> /home', 'documents -> /documents', 'The title']],
    [
      '/documents/the-name/relationships/poster',
      ['Home -> /home', 'documents -> /documents', 'The title -> /documents/the-name', 'relationships', 'poster'],
    ],
    ['/html/new/documents', ['Home -> /home', 'documents -> /documents', 'Create a document']],
    ['/html/edit/documents/the-name', [...ABOVE_FORM, 'Edit The title']],
    ['/html/delete/documents/the-name', [...ABOVE_FORM, 'Delete']],
    [
      '/html/relate/documents/the-name/relationships/poster',
      [...ABOVE_FORM, 'relationships', 'poster -> /documents/the-name/relationships/poster', 'Change'],
    ],
  ])('of %s are links only if a page exists', async (path, expected) => {
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
  it('of an address never appear in a page', async () => {
    const { status, text } = await browser.get('/documents/a%00b%1b%7f');
    expect(status).toBeGreaterThanOrEqual(400);
    expect(text).not.toMatch(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/);
    expect(text).toContain('a\u2400b\u241b\u2421');
  });

  it('of a value are shown by a symbol, and kept by a form that does not change the field', async () => {
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
  it('links to its section of the reference', async () => {
    const { text } = await browser.get('/documents/999999');
    expect(text).toContain('<a href="/docs/errors#not_found"><code>not_found</code></a>');
    expect((await browser.get('/docs/errors')).text).toContain('id="not_found"');
  });
});

describe('headings', () => {
  it('have the title of the object that a list belongs to', async () => {
    const { text } = await browser.get('/documents/the-name/poster');
    expect(text).toContain('<h1>Poster of The title</h1>');
    expect((await browser.get(`/documents/${id}/relationships/poster`)).text).toContain(
      '<h1>Poster of The title: links</h1>',
    );
  });
});

describe('the creator of an object', () => {
  it('is a link by name, for callers who may see users', async () => {
    const { text } = await admin.get('/documents/the-name');
    expect(text).toMatch(/Created by<\/th><td><a href="\/users\/1">admin<\/a>/);
    expect((await browser.get('/documents/the-name')).text).toMatch(/Created by<\/th><td>(?:user 1|admin)<\/td>/);
  });
});

describe('the columns of a list', () => {
  it('of translations are language and text', async () => {
    const attributes = { object_id: Number(id), lang: 'it', status: 'on', translated_fields: { title: 'Il titolo' } };
    const made = await test.admin.create('/translations', attributes);
    const { text } = await admin.get('/translations');
    expect(headsIn(text)).toEqual(['Title', 'Language', 'Status', 'Object', 'Modified']);
    expect(text).toContain(`<th scope="row"><a href="/translations/${made.id}">Il titolo</a>`);
    expect(text).toContain(`<td data-label="Object"><a href="/objects/${id}">object ${id}</a></td>`);
  });

  it('of the history show time, action, resource and author', async () => {
    const { text } = await admin.get(`/history?filter[resource_id]=${id}`);
    expect(headsIn(text)).toEqual(['Created', 'Action', 'What', 'Changed', 'By']);
    expect(text).toMatch(/<th scope="row"><a href="\/history\?[^"]*">\d{4}-\d\d-\d\d \d\d:\d\d UTC</);
    expect(text).toMatch(
      /<td data-label="Action">create<\/td>\s*<td[^>]*><a href="[^"]*">\w+ \d+<\/a><\/td>\s*<td[^>]*>[^<]*title/,
    );
    expect(text).toContain('<td data-label="By"><a href="/users/1">admin</a></td>');
  });

  it('of events have their dates', async () => {
    const date_ranges = [
      { start_date: '2026-05-01T10:00:00+00:00', end_date: '2026-05-01T12:00:00+00:00' },
      { start_date: '2026-06-01T10:00:00+00:00', end_date: null },
    ];
    await test.admin.create('/events', { title: 'Meeting', status: 'on', date_ranges });
    const { text } = await browser.get('/events');
    expect(headsIn(text)).toEqual(['Title', 'Status', 'When', 'Modified', 'Id']);
    expect(text).toContain('<td data-label="When">2026-05-01 10:00 UTC \u2013 2026-05-01 12:00 UTC, and 1 more</td>');
  });

  it('of a custom type follow the description, with its labels', async () => {
    await test.admin.create('/model/object_types', { name: 'cakes', singular: 'cake', associations: [] });
    const kinds = {
      cake_kind: { type: 'string', enum: ['dry', 'wet'] },
      cake_code: { type: 'string', pattern: '^[A-Z]$' },
    };
    for (const [name, params] of Object.entries(kinds)) {
      await test.admin.create('/model/property_types', { name, params });
      const property = {
        name: `${name}_of`,
        property_type_name: name,
        object_type_name: 'cakes',
        label: `The ${name}`,
      };
      await test.admin.create('/model/properties', property);
    }
    for (const [index, kind] of ['dry', 'wet', 'dry'].entries()) {
      const code = 'ABC'[index];
      await test.admin.create('/cakes', {
        title: `Cake ${index}`,
        status: 'on',
        cake_kind_of: kind,
        cake_code_of: code,
      });
    }
    const { text } = await browser.get('/cakes');
    expect(headsIn(text)).toEqual(['Title', 'Status', 'The cake_kind', 'The cake_code', 'Modified', 'Id']);
    expect(text).toContain('<span class="badge status-on">on</span>');
    expect(headsIn((await browser.get('/cakes?filter[uname]=cake-1')).text)).toContain('Unique name');
  });

  it('begin with thumbnails of images, requested together', async () => {
    const content = await sharp({ create: { width: 9, height: 6, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    const uploaded = await test.admin.request('post', '/images/upload/teal.png', (request) =>
      request.set('Content-Type', 'image/png').send(content),
    );
    const image = (uploaded.body as { data: ResourceData }).data;
    expect((await admin.get('/images')).text).not.toContain('class="thumb"');
    await test.admin.patch(`/images/${image.id}`, { data: { ...image, attributes: { status: 'on' } } });
    const { text } = await admin.get('/images');
    const src = /<img class="thumb" src="([^"]+)" alt="" loading="lazy">/.exec(text)?.[1] ?? '';
    expect(src).toContain(`/media/thumbs/${image.id}/`);
    expect((await admin.get(src)).headers['content-type']).toBe('image/png');
  });
});

describe('HTML of editors', () => {
  it('is shown as text, with its source', async () => {
    const body =
      '<h2>A &amp; B</h2><p>One<br>two</p><ul><li>three</li></ul><script>four()</script><p onclick="five()">six';
    const { id: written } = await test.admin.create('/documents', { title: 'Written', status: 'on', body });
    const { text } = await browser.get(`/documents/${written}`);
    expect(text).toContain('<div class="long">A &amp; B\nOne\ntwo\n\u2022 three\nsix</div>');
    expect(text).toContain('<pre class="value">&lt;h2&gt;A &amp;amp; B&lt;/h2&gt;');
    expect(text).not.toMatch(/<script|<p onclick/);
  });
});

describe('the filters of a list', () => {
  it('offer the fields of the type with operators in words, and the possible values', async () => {
    const { text } = await browser.get('/cakes?filter[cake_kind_of]=dry&filter[status_level]=all');
    const { text: fields } = { text: /<select id="any-field"[\s\S]*?<\/select>/.exec(text)?.[0] ?? '' };
    for (const name of ['title', 'cake_kind_of', 'cake_code_of', 'created', 'id']) {
      expect(fields).toContain(`<option value="${name}">`);
    }
    expect(fields).not.toContain('value="extra"');
    expect(text).toContain('<option value="gte">is at least</option>');
    expect(text).toMatch(
      /<select id="filter-\d+" name="filter\[cake_kind_of\]"><option value="">any<\/option><option value="dry" selected>dry<\/option><option value="wet">/,
    );
    expect(text).toMatch(/name="filter\[status_level\]"[^>]*>[^]*?<option value="all" selected>all<\/option>/);
    expect(text).toMatch(/name="filter\[status\]"[^>]*><option value="">any<\/option><option value="on">/);
    expect(text).toMatch(/class="chip"[^>]*><span[^>]*>Remove <\/span>The cake_kind is dry /);
  });

  it('are removed one by one, and the list begins at its first page again', async () => {
    const { text } = await browser.get('/cakes?filter[cake_kind_of]=dry&sort=title&page[number]=1&page[size]=5');
    const [, href = ''] = /class="chip" href="([^"]*)"/.exec(text) ?? [];
    expect(new URL(href.replaceAll('&amp;', '&'), 'http://x').search).toBe('?sort=title&page%5Bsize%5D=5');
  });

  it('name only fields with filters', async () => {
    const withoutChoice: string[] = [];
    for (const list of [
      'documents',
      'cakes',
      'users',
      'roles',
      'streams',
      'translations',
      'model/properties',
      'objects',
      'documents/the-name/poster',
      'documents/the-name/parents',
      'history',
    ]) {
      const { text } = await admin.get(`/${list}`);
      const select = /<select id="any-field"[\s\S]*?<\/select>/.exec(text)?.[0] ?? '';
      const names = [...select.matchAll(/<option value="([^"]+)">/g)].map(([, name = '']) => name);
      expect([list, text.includes('id="any-field"')]).toEqual([list, true]);
      if (names.length === 0) withoutChoice.push(list);
      for (const name of names) {
        const { status } = await test.admin.get(`/${list}?page_size=1&filter[${name}][null]=0`);
        expect([list, name, status]).toEqual([list, name, 200]);
      }
    }
    // A name is entered on that page.
    expect(withoutChoice).toEqual(['users', 'roles', 'history']);
  });

  it('that are refused are explained: the fault, the list without it, the available fields', async () => {
    const { status, text } = await browser.get('/cakes?filter[nope]=1&filter[status]=on');
    expect(status).toBe(400);
    expect(text).toContain('filter[nope]: filter &quot;nope&quot; was not found.');
    expect(text).toContain('Take the condition away, or choose a field');
    expect(text).not.toContain('named below');
    expect(text).toContain('<a class="chip" href="/cakes?filter%5Bstatus%5D=on">Nope is 1 ');
    expect(text).toContain('<a href="/cakes">Cakes: all of them</a>');
    expect(text).toContain('<li><code>cake_kind_of</code> The cake_kind</li>');
    expect((await browser.get('/cakes?sort=nope')).text).toContain('<code>cake_code_of</code>');
  });
});
