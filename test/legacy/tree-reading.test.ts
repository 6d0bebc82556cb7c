// Lists of the tree in the legacy envelope: the contents of a section, its descendants, and the siblings of an object
// (service.md 4.3, D567, D47).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { legacy, make, openLegacyService, place, titlesOf } from '../support/writes/legacy-world.ts';
import type { TestService } from '../support/service.ts';

let test: TestService;
const ids: Record<string, number> = {};
// publication: news (b, a, sub (c, hidden (d), draft)), about; c is in about too.
beforeAll(async () => {
  test = await openLegacyService();
  const { admin } = test;
  const root = Number((await admin.get('/folders/publication')).body.data.id);
  ids['root'] = root;
  const folder = async (title: string, parent_id: number, status = 'on') => {
    ids[title] = await make(admin, 'folders', title, { parent_id, status });
    return ids[title];
  };
  const document = async (title: string, more: Record<string, unknown> = {}, ...folders: number[]) => {
    const id = (ids[title] = await make(admin, 'documents', title, more));
    for (const each of folders) await place(admin, each, ['documents', id]);
    return id;
  };
  const news = await folder('news', root);
  const about = await folder('about', root);
  await document('b', { description: 'Needle in the hay' }, news);
  await document('a', {}, news);
  const sub = await folder('sub', news);
  await document('c', {}, sub, about);
  const hidden = await folder('hidden', sub, 'off');
  await document('d', {}, hidden);
  await document('e', { status: 'draft' }, sub);
  await document('future', { publish_start: '2030-01-01T00:00:00Z' }, sub);
  ids['event'] = await make(admin, 'events', 'event');
  await place(admin, sub, ['events', ids['event']]);
  await document('lost');
});
afterAll(() => test.close());

const listed = (path: string) => titlesOf(test.anonymous, path);
const at = (title: string, part: string) => `/objects/${ids[title]}/${part}`;

describe('lists of the tree', () => {
  it('are in its order, at every level', async () => {
    expect(await listed(at('news', 'children'))).toEqual(['b', 'a', 'sub']);
    expect(await listed(at('news', 'sections'))).toEqual(['sub']);
    expect(await listed(at('news', 'contents'))).toEqual(['b', 'a']);
    expect(await listed(at('news', 'descendants'))).toEqual(['b', 'a', 'sub', 'c', 'event']);
    expect(await listed('/objects/publication/children')).toEqual(['news', 'about']);
    expect(await listed('/objects/publication/descendants')).toEqual(await listed('/objects'));
  });

  it('show each object once, at its first place', async () => {
    const all = ['news', 'b', 'a', 'sub', 'c', 'event', 'about'];
    const { body } = await legacy(test.anonymous, '/objects');
    expect(body.data.objects.map(({ title }) => title)).toEqual(all);
    expect(body.paging).toEqual({ page: 1, page_size: 20, page_count: 7, total: 7, total_pages: 1 });
  });

  it('show drafts and hidden objects to callers who see them', async () => {
    expect(await titlesOf(test.admin, at('sub', 'descendants'))).toEqual(['c', 'hidden', 'd', 'e', 'future', 'event']);
  });

  it('have pages, and an empty one past the end', async () => {
    expect(await listed('/objects?page=2&page_size=3')).toEqual(['sub', 'c', 'event']);
    const past = await legacy(test.anonymous, '/objects?page=9&page_size=3');
    expect([past.status, past.body.data.objects, past.body.paging]).toEqual([
      200,
      [],
      { page: 9, page_size: 3, page_count: 0, total: 7, total_pages: 3 },
    ]);
  });

  it('are filtered', async () => {
    expect(await listed('/objects?filter[object_type]=document,event')).toEqual(['b', 'a', 'c', 'event']);
    expect(await listed('/objects?filter[object_type]=documents')).toEqual(['b', 'a', 'c']);
    expect(await listed('/objects?filter[object_type]=section')).toEqual(['news', 'sub', 'about']);
    expect(await listed('/objects?filter[object_type]=area')).toEqual([]);
    expect(await listed('/objects?filter[query]=needle')).toEqual(['b']);
    expect(await listed(at('about', 'descendants?filter[query]=needle'))).toEqual([]);
    expect(await listed('/objects?filter[query]=EEDLE&filter[substring]=1')).toEqual(['b']);
    expect(await listed('/objects?filter[query]=S&filter[substring]=1')).toEqual(['news', 'sub']);
    expect(
      await listed(at('news', 'children?filter[query]=e&filter[substring]=1&filter[object_type]=document')),
    ).toEqual(['b']);
    expect(await listed(at('news', 'contents?filter[object_type]=event'))).toEqual([]);
    expect(await listed(at('sub', 'contents?filter[object_type]=event'))).toEqual(['event']);
  });

  it('of siblings are without the object, and those of its first place', async () => {
    expect(await listed(at('b', 'siblings'))).toEqual(['a', 'sub']);
    expect(await listed(at('c', 'siblings'))).toEqual(['event']);
    expect(await listed(at('about', 'siblings'))).toEqual(['news']);
    expect(await listed(at('a', 'siblings?filter[object_type]=section'))).toEqual(['sub']);
  });

  it('use the canonical place of an object for its siblings', async () => {
    const data = [{ type: 'documents', id: String(ids['c']), meta: { relation: { canonical: true } } }];
    await test.admin.post(`/folders/${ids['about']}/relationships/children`, { data });
    expect(await listed(at('c', 'siblings'))).toEqual([]);
  });

  it.each([
    ['/objects?page=0', 400],
    ['/objects?page_size=101', 400],
    ['/objects?page_size=1.5', 400],
    ['/objects?sort=title', 400],
    ['/objects?filter[object_type]=wombat', 400],
    ['/objects?filter[object_type]=user', 400],
    ['/objects?filter[title]=x', 400],
    ['/objects?filter[substring]=x', 400],
    ['/objects?id=1&page=1', 400],
    ['/objects?id=1&embed[relations]=poster', 400],
    ['/objects?id=1,,2', 400],
    ['{news}/children?id=1', 400],
    ['{news}/sections?filter[object_type]=section', 400],
    ['{news}/contents?filter[object_type]=document,section', 400],
    ['{news}/contents?filter[object_type]=folders', 400],
    ['{news}/children?embed[relations]=poster|100', 400],
    ['{news}/children?embed[relations]=wombat', 400],
    ['{news}/siblings?include=poster', 400],
    ['{a}/children', 400],
    ['{a}/sections', 400],
    ['{a}/contents', 400],
    ['{a}/descendants', 400],
    ['{a}/children/1', 400],
    ['/objects/publication/siblings', 404],
    ['{lost}/siblings', 404],
    ['{hidden}/children', 404],
    ['{d}', 404],
    ['{e}', 404],
    ['{future}', 404],
    ['{lost}', 404],
    ['/objects/999999/children', 404],
    ['{news}/wombats', 404],
    ['{news}/children/{a}/more', 404],
    ['{news}/children/wombat', 400],
    ['{news}/children/{c}', 404],
    ['{sub}/children/{e}', 404],
    ['{news}/children/{a}?page=1', 400],
  ])('refuses %s with %d', async (template, status) => {
    const path = template
      .replace(/^\{(\w+)\}/, (_match, title: string) => `/objects/${ids[title]}`)
      .replace(/\{(\w+)\}/, (_match, title: string) => String(ids[title]));
    const response = await test.anonymous.get(path, { Accept: 'application/json' });
    expect([path, response.status, response.text]).toEqual([path, status, response.text]);
  });
});

describe('the place of a child', () => {
  it('is among all children', async () => {
    const places = ['b', 'a', 'sub'].map(async (title) => {
      const { status, body } = await legacy(test.anonymous, at('news', `children/${ids[title]}`));
      expect([status, body['api'], body['method'], body['params']]).toEqual([200, 'objects', 'get', []]);
      return body.data;
    });
    expect(await Promise.all(places)).toEqual([{ priority: 1 }, { priority: 2 }, { priority: 3 }]);
  });
});

describe('a section', () => {
  it('has its parent, its path and counts of its children', async () => {
    const { body } = await legacy(test.anonymous, `/objects/${ids['sub']}`);
    const own = `http://localhost/objects/${ids['sub']}`;
    expect(body.data.object).toMatchObject({
      object_type: 'section',
      parent_id: ids['news'],
      parent_path: `/${ids['root']}/${ids['news']}`,
      children: {
        count: 2,
        url: `${own}/children`,
        contents: { count: 2, url: `${own}/contents` },
        sections: { count: 0, url: `${own}/sections` },
      },
    });
  });
});

describe('ids', () => {
  it('return only these objects, in their order and without paging', async () => {
    const { status, body } = await legacy(test.anonymous, `/objects?id=${ids['c']},publication,${ids['b']}`);
    expect(status).toBe(200);
    expect(body.data.objects.map(({ title }) => title)).toEqual(['c', 'Publication', 'b']);
    expect(body).not.toHaveProperty('paging');
  });

  it.each(['e', 'lost', 'd'])('fail as a whole for an unreachable one: %s', async (title) => {
    const { status } = await legacy(test.anonymous, `/objects?id=${ids['b']},${ids[title]}`);
    expect(status).toBe(404);
  });

  it('are limited by the maximum page size', async () => {
    const many = (count: number) => `/objects?id=${Array.from({ length: count }, () => ids['b']).join(',')}`;
    expect((await legacy(test.anonymous, many(100))).status).toBe(200);
    expect((await legacy(test.anonymous, many(101))).status).toBe(400);
  });
});

describe('one object', () => {
  it('accepts `lang` and `embed[relations]` (D841)', async () => {
    const path = `/objects/${ids['a']}?lang=ita&embed[relations]=poster`;
    const { status, body } = await legacy(test.anonymous, path);
    expect([status, body]).toMatchObject([200, { data: { object: { id: ids['a'] } } }]);
  });

  it('refuses ?id, which is of lists', async () => {
    const response = await legacy(test.anonymous, `/objects/${ids['a']}?id=1`);
    expect([response.status, response.body['error']]).toMatchObject([400, { code: 'unknown_parameter' }]);
  });

  it('is valid while it is on and its publication dates hold', async () => {
    const dates: [string, string, object, boolean][] = [
      ['now', 'on', {}, true],
      ['a draft', 'draft', {}, false],
      ['past', 'on', { publish_end: '2020-01-01T00:00:00Z' }, false],
      ['to come', 'on', { publish_start: '2060-01-01T00:00:00Z' }, false],
    ];
    for (const [title, status, more, valid] of dates) {
      const id = await make(test.admin, 'documents', title, { status, ...more });
      await place(test.admin, 'publication', ['documents', id]);
      const { body } = await legacy(test.admin, `/objects/${id}`);
      expect([title, body.data.object['valid']]).toEqual([title, valid]);
      await test.admin.delete(`/documents/${id}`);
    }
  });

  it('is not sent again while it is unchanged', async () => {
    const path = `/objects/${ids['a']}`;
    const first = await test.anonymous.get(path, { Accept: 'application/json' });
    const again = { Accept: 'application/json', 'If-None-Match': String(first.headers['etag']) };
    expect((await test.anonymous.get(path, again)).status).toBe(304);
    const image = await make(test.admin, 'images', 'A poster');
    const data = [{ type: 'images', id: String(image) }];
    await test.admin.post(`/documents/${ids['a']}/relationships/poster`, { data });
    expect((await test.anonymous.get(path, again)).status).toBe(200);
  });

  it.each(['page=1', 'filter[query]=x', 'embed[relations]=poster', 'id=1', 'lang=ita'])(
    'refuses ?%s in JSON:API',
    async (query) => {
      expect((await test.anonymous.get(`/objects/${ids['a']}?${query}`)).status).toBe(400);
    },
  );
});
