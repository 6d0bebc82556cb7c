// The objects in a category: /model/categories/{category_id}/object_categories (D84).
import { beforeAll, describe, expect, it } from 'vitest';
import { type Client, errorCodes, errorSources, type ResourceData, serviceForTests } from '../../support/service.ts';

const PATH = '/model/categories';
const test = serviceForTests();
/** Of documents: `soups` has three objects, of which one is a draft and one is not published yet. */
let soups: ResourceData;
let salads: ResourceData;
let empty: ResourceData;
let minestrone: ResourceData;
let gazpacho: ResourceData;

beforeAll(async () => {
  const category = (name: string, more: object = {}) =>
    test.admin.create(PATH, { name, object_type_name: 'documents', ...more });
  soups = await category('soups');
  salads = await category('salads', { parent_id: Number(soups.id) });
  empty = await category('empty');
  const object = (title: string, names: string[], more: object = {}) =>
    test.editor.create('/documents', {
      title,
      status: 'on',
      categories: names.map((name) => ({ name })),
      ...more,
    });
  minestrone = await object('Minestrone', ['soups'], { body: 'beans' });
  gazpacho = await object('Gazpacho', ['salads', 'soups']);
  await object('Borscht', ['soups'], { status: 'draft' });
  await object('Ramen', ['soups'], { publish_start: '2030-01-01' });
  await object('Caesar', ['salads']);
  await object('Bread', []);
});

/** Links are the same in every response. */
const HOST = { Host: 'localhost' };

interface List {
  data: ResourceData[];
  links: Record<string, string | null>;
  meta: { pagination: { count: number; page_count: number }; schema?: object };
}
const objectsOf = (category: ResourceData): string => `${PATH}/${category.id}/object_categories`;
const linksOf = (category: ResourceData): string => `${PATH}/${category.id}/relationships/object_categories`;
const list = async (client: Client, path: string): Promise<List> => {
  const response = await client.get(encodeURI(path), HOST);
  expect([path, response.status]).toEqual([path, 200]);
  return response.body as List;
};
const titles = async (client: Client, path: string): Promise<unknown[]> =>
  (await list(client, path)).data.map((each) => each.attributes['title']);

describe('GET /model/categories/{category_id}/object_categories', () => {
  it('lists objects like the list of their type', async () => {
    const { data, meta, links } = await list(test.anonymous, objectsOf(soups));
    expect(data).toEqual((await list(test.anonymous, `/documents?filter[categories]=soups`)).data);
    expect(data.map((each) => each.id)).toEqual([minestrone.id, gazpacho.id]);
    expect(meta.schema).toMatchObject({ documents: {} });
    expect(new URL(String(links['available'])).search).toBe('?filter%5Btype%5D%5B0%5D=documents');
  });

  it('has links to the objects', async () => {
    const available = new URL(String((await list(test.anonymous, objectsOf(soups))).links['available']));
    expect(await titles(test.anonymous, available.pathname + decodeURIComponent(available.search))).toContain('Bread');
  });

  it('shows and counts hidden objects only for callers who see them (D14)', async () => {
    for (const client of [test.anonymous, test.reader]) {
      const { data, meta } = await list(client, objectsOf(soups));
      expect([data.length, meta.pagination.count]).toEqual([2, 2]);
      expect((await list(client, `${objectsOf(soups)}?filter[status]=on`)).meta.pagination.count).toBe(2);
      expect((await list(client, `${objectsOf(soups)}?filter[status]=draft`)).meta.pagination.count).toBe(0);
    }
    const { data, meta } = await list(test.editor, objectsOf(soups));
    expect([data.length, meta.pagination.count]).toEqual([4, 4]);
    expect((await list(test.editor, `${objectsOf(soups)}?filter[status]=draft`)).meta.pagination.count).toBe(1);
  });

  it('omits objects in the trash', async () => {
    const leek = await test.editor.create('/documents', { title: 'Leek', categories: [{ name: 'empty' }] });
    expect(await titles(test.editor, objectsOf(empty))).toEqual(['Leek']);
    await test.editor.delete(`/documents/${leek.id}`);
    expect(await list(test.editor, objectsOf(empty))).toMatchObject({
      data: [],
      meta: { pagination: { count: 0, page_count: 1 } },
    });
  });

  it('accepts pages, sorts, fields, filters and a search', async () => {
    const path = objectsOf(soups);
    expect(await titles(test.anonymous, `${path}?sort=title`)).toEqual(['Gazpacho', 'Minestrone']);
    expect(await titles(test.anonymous, `${path}?sort=-title&page=2&page_size=1`)).toEqual(['Gazpacho']);
    expect((await list(test.anonymous, `${path}?page_size=1`)).meta.pagination).toMatchObject({
      count: 2,
      page_count: 2,
    });
    expect(await titles(test.anonymous, `${path}?filter[categories]=salads`)).toEqual(['Gazpacho']);
    expect(await titles(test.anonymous, `${path}?filter[title][like]=strone`)).toEqual(['Minestrone']);
    expect(await titles(test.anonymous, `${path}?q=beans`)).toEqual(['Minestrone']);
    expect(await titles(test.anonymous, `${path}?q=caesar`)).toEqual([]);
    const [first] = (await list(test.anonymous, `${path}?fields[documents]=title`)).data;
    expect(first?.attributes).toEqual({ title: 'Minestrone' });
  });

  it('lists every page of a large category', async () => {
    const { id } = await test.admin.create(PATH, { name: 'long', object_type_name: 'news' });
    const { store } = test.service.services;
    const first = await test.editor.create('/news', { title: 'A', status: 'on', categories: [{ name: 'long' }] });
    const document = await store.documents('news').findOne({ _id: Number(first.id) });
    if (!document) throw new Error('no document');
    const copies = Array.from({ length: 1000 }, (_, n) => ({ ...document, _id: 10_000 + n, uname: `copy-${n}` }));
    await store.documents('news').insertMany(copies);
    const path = `${PATH}/${id}/object_categories`;
    const { data, meta } = await list(test.anonymous, `${path}?page=11&page_size=100`);
    expect([data.map((each) => each.id), meta.pagination.count]).toEqual([['10999'], 1001]);
    const response = await test.anonymous.get(`${PATH}/${id}?include=object_categories`);
    expect([response.status, errorCodes(response)[0], errorSources(response)]).toEqual([
      400,
      'invalid_include',
      ['include'],
    ]);
    await store.documents('news').deleteOne({ _id: 10_000 });
    const { included } = (await test.anonymous.get(`${PATH}/${id}?include=object_categories`)).body as {
      included: ResourceData[];
    };
    expect(included).toHaveLength(1000);
  });

  it.each([
    ['?page=2', 404, 'page_not_found'],
    ['?page=0', 400, 'invalid_parameter'],
    ['?filter[nothing]=1', 400, 'invalid_filter'],
    ['?filter[title][$ne]=x', 400, 'invalid_filter'],
    ['?filter[$where]=1', 400, 'invalid_filter'],
    ['?filter[categories][$ne]=x', 400, 'invalid_filter'],
    ['?filter[geo][center]=1,1', 400, 'invalid_filter'],
    ['?sort=nothing', 400, 'unsupported_sort'],
    ['?nothing=1', 400, 'unknown_parameter'],
    ['?include=object_type', 400, 'unknown_parameter'],
    ['?q=', 400, 'invalid_filter'],
  ])('refuses %s, whether the category has objects or not', async (query, status, code) => {
    for (const category of [soups, empty]) {
      const response = await test.anonymous.get(encodeURI(objectsOf(category) + query));
      expect([response.status, errorCodes(response)[0]]).toEqual([status, code]);
    }
  });

  it.each(['0', '-1', '9999', '1.0', '01', 'soups', '99999999999999999999', '%24ne', '{}', '%5B%24ne%5D', 'a%2Fb'])(
    'is 404 for a category %s',
    async (id) => {
      for (const path of [`${PATH}/${id}/object_categories`, `${PATH}/${id}/relationships/object_categories`]) {
        const response = await test.anonymous.get(path);
        expect([path, response.status, errorCodes(response)[0]]).toEqual([path, 404, 'not_found']);
      }
    },
  );
});

describe('GET /model/categories/{category_id}/relationships/object_categories', () => {
  it('lists identifiers of the objects that the caller may see', async () => {
    const { data, meta, links } = await list(test.anonymous, linksOf(soups));
    expect(data).toEqual([minestrone, gazpacho].map(({ id }) => ({ id, type: 'documents' })));
    expect(meta).toEqual({ pagination: { count: 2, page: 1, page_count: 1, page_items: 2, page_size: 20 } });
    expect(links['available']).toContain('/objects?');
    expect((await list(test.editor, linksOf(soups))).meta.pagination.count).toBe(4);
  });

  it('accepts pages, and no other parameters', async () => {
    expect((await list(test.anonymous, `${linksOf(soups)}?page=2&page_size=1`)).data.map(({ id }) => id)).toEqual([
      gazpacho.id,
    ]);
    expect((await test.anonymous.get(`${linksOf(soups)}?page=2`)).status).toBe(404);
    expect((await test.anonymous.get(`${linksOf(soups)}?sort=title`)).status).toBe(400);
  });

  it('is read-only: categories of an object are set by its attribute', async () => {
    const data = [{ id: minestrone.id, type: 'documents' }];
    for (const method of ['post', 'patch', 'delete'] as const) {
      const response = await test.admin.request(method, linksOf(soups), (request) =>
        request.set('Content-Type', 'application/vnd.api+json').send(JSON.stringify({ data })),
      );
      expect([response.status, response.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS']);
    }
  });
});

describe('a category without objects to show', () => {
  const nothing = { data: [], meta: { pagination: { count: 0, page_count: 1 } } };

  it('is a disabled one, as its objects do not show it', async () => {
    const category = await test.admin.create(PATH, { name: 'seasonal', object_type_name: 'documents' });
    const object = await test.editor.create('/documents', {
      title: 'Pumpkin',
      status: 'on',
      categories: [{ name: 'seasonal' }],
    });
    const enable = (enabled: boolean) =>
      test.admin.patch(`${PATH}/${category.id}`, {
        data: { type: 'categories', id: category.id, attributes: { enabled } },
      });
    await enable(false);
    expect(await list(test.admin, objectsOf(category))).toMatchObject(nothing);
    expect(await list(test.admin, linksOf(category))).toMatchObject(nothing);
    expect((await test.admin.get(`${PATH}/${category.id}?include=object_categories`)).body).toMatchObject({
      data: { relationships: { object_categories: { data: [] } } },
      included: [],
    });
    await enable(true);
    expect((await list(test.anonymous, objectsOf(category))).data.map(({ id }) => id)).toEqual([object.id]);
  });

  it('is a category of a type without an endpoint, which has no links either', async () => {
    const type = { name: 'sketches', singular: 'sketch', associations: ['Categories'] };
    const { id } = await test.admin.create('/model/object_types', type);
    const drawings = await test.admin.create(PATH, { name: 'drawings', object_type_name: 'sketches' });
    const data = { id, type: 'object_types', attributes: { enabled: false } };
    expect((await test.admin.patch(`/model/object_types/${id}`, { data })).status).toBe(200);
    const answer = await list(test.admin, objectsOf(drawings));
    expect(answer).toMatchObject(nothing);
    expect(answer.links).not.toHaveProperty('available');
    expect((await test.admin.get(`${PATH}/${drawings.id}?include=object_categories`)).status).toBe(200);
  });
});

describe('include=object_categories', () => {
  interface Included {
    data: { id: string; relationships: { object_categories: { data: { id: string }[]; links: object } } }[];
    included: ResourceData[];
    meta: { schema?: object };
  }

  it('includes each object once, as its own list shows it, with the linkage of each category', async () => {
    const path = `${PATH}?filter[type]=documents&filter[name]=soups,salads,empty&include=object_categories`;
    const { data, included, meta } = (await test.anonymous.get(encodeURI(path), HOST)).body as Included;
    expect(included).toEqual((await list(test.anonymous, '/documents?filter[categories]=soups,salads')).data);
    const linkage = new Map(data.map((each) => [each.id, each.relationships.object_categories.data]));
    expect(linkage.get(soups.id)).toEqual([minestrone, gazpacho].map(({ id }) => ({ id, type: 'documents' })));
    expect(linkage.get(salads.id)).toHaveLength(2);
    expect(linkage.get(empty.id)).toEqual([]);
    expect(meta.schema).toMatchObject({ documents: {} });
  });

  it('works for a single category, for included children, and with hidden objects for callers who see them', async () => {
    const of = async (client: Client, include: string) =>
      (await client.get(`${PATH}/${soups.id}?include=${include}`)).body as Omit<Included, 'data'>;
    expect((await of(test.anonymous, 'object_categories')).included).toHaveLength(2);
    expect((await of(test.editor, 'object_categories')).included).toHaveLength(4);
    const { included, meta } = await of(test.anonymous, 'child_categories.object_categories');
    expect(included.map(({ type }) => type)).toEqual(['categories', 'documents', 'documents']);
    expect(meta).toMatchObject({ schema: { documents: {} } });
    expect(Object.keys((await of(test.anonymous, 'object_type')).meta?.schema ?? {})).toEqual([
      'categories',
      'object_types',
    ]);
  });

  it('changes the ETag when an object does', async () => {
    const path = `${PATH}/${salads.id}?include=object_categories`;
    const before = String((await test.anonymous.get(path, HOST)).headers['etag']);
    expect((await test.anonymous.get(path, { ...HOST, 'If-None-Match': before })).status).toBe(304);
    await test.editor.patch(`/documents/${gazpacho.id}`, {
      data: { type: 'documents', id: gazpacho.id, attributes: { description: 'Cold' } },
    });
    expect((await test.anonymous.get(path, { ...HOST, 'If-None-Match': before })).status).toBe(200);
  });

  it('has no deeper paths, as these objects list no relationships (D71)', async () => {
    const response = await test.anonymous.get(`${PATH}/${soups.id}?include=object_categories.poster`);
    expect([response.status, errorCodes(response)[0]]).toEqual([400, 'invalid_include']);
  });
});
