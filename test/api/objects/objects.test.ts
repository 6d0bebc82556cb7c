// /objects and /objects/{object_id} (service.md 4.4, D10, D50, D51, D529).
import { describe, expect, it } from 'vitest';
import { errorCodes, type ResourceData, serviceForTests } from '../../support/service.ts';

const test = serviceForTests();

interface List {
  data: (ResourceData & { links: { self: string } })[];
  links: { self: string; home: string };
  meta: { pagination: { count: number }; schema?: Record<string, unknown> };
}
const list = (response: { body: unknown }): List => response.body as List;
const ids = (response: { body: unknown }): string[] => list(response).data.map((each) => each.id);

describe('GET /objects', () => {
  it('lists objects of all types by id, each with its real type, its own URL and its schema', async () => {
    const made = [
      await test.editor.create('/news', { title: 'First', status: 'on' }),
      await test.editor.create('/documents', { title: 'Second', status: 'on' }),
      await test.editor.create('/profiles', { name: 'Third', status: 'on' }),
    ];
    const { data, links, meta } = list(await test.anonymous.get('/objects'));
    const base = links.home.replace('/home', '');
    expect(data.map(({ id, type, links: own }) => [id, type, own.self])).toEqual(
      made.map(({ id, type }) => [id, type, `${base}/${type}/${id}`]),
    );
    expect(Object.keys(meta.schema ?? {}).sort()).toEqual(['documents', 'news', 'profiles']);
    expect(meta.pagination.count).toBe(3);
  });

  it('shows base attributes only', async () => {
    await test.editor.create('/locations', { title: 'Rome', status: 'on', address: 'Via Appia', extra: { a: 1 } });
    const { data } = list(await test.anonymous.get('/objects?filter[type]=locations'));
    const base = ['body', 'description', 'extra', 'lang', 'publish_end', 'publish_start', 'status', 'title', 'uname'];
    expect(Object.keys(data[0]?.attributes ?? {}).sort()).toEqual(base);
    expect(data[0]?.attributes['extra']).toEqual({ a: 1 });
    expect(Object.keys(data[0]?.meta ?? {})).toEqual(
      expect.arrayContaining(['created', 'modified', 'created_by', 'modified_by']),
    );
  });

  it('never shows users to any caller', async () => {
    for (const caller of ['anonymous', 'admin'] as const) {
      const response = await test[caller].get('/objects?page_size=100');
      expect(list(response).data.filter((each) => each.type === 'users')).toEqual([]);
      expect(list(await test[caller].get('/objects?filter[type]=users')).data).toEqual([]);
      expect((await test[caller].get('/objects/1')).status).toBe(404);
    }
    expect(list(await test.admin.get('/objects?q=admin')).data).toEqual([]);
  });

  it('omits objects in the trash, for all callers', async () => {
    const { id } = await test.editor.create('/documents', { status: 'on' });
    const { count } = list(await test.admin.get('/objects')).meta.pagination;
    await test.editor.delete(`/objects/${id}`);
    const response = await test.admin.get('/objects?page_size=100');
    expect([ids(response).includes(id), list(response).meta.pagination.count]).toEqual([false, count - 1]);
  });

  it('filters by types: plural, singular, id or abstract parent, also by exclusion', async () => {
    const id = (await test.admin.get('/model/object_types/news')).body as { data: { id: string } };
    const typesOf = async (query: string) =>
      [
        ...new Set(list(await test.anonymous.get(`/objects?page_size=100&${query}`)).data.map((each) => each.type)),
      ].sort();
    expect(await typesOf('filter[type]=news')).toEqual(['news']);
    expect(await typesOf('filter[type]=news_item,document')).toEqual(['documents', 'news']);
    expect(await typesOf('filter[type][]=news&filter[type][]=profiles')).toEqual(['news', 'profiles']);
    expect(await typesOf(`filter[type]=${id.data.id}`)).toEqual(['news']);
    expect(await typesOf('filter[type]=objects')).toEqual(await typesOf(''));
    expect(await typesOf('filter[type][ne]=news')).toEqual((await typesOf('')).filter((name) => name !== 'news'));
    expect(await typesOf('filter[type]=media')).toEqual([]);
  });

  it('is 406, 401 for a bad token, and 405 with Allow', async () => {
    expect((await test.anonymous.get('/objects', { Accept: 'text/csv' })).status).toBe(406);
    expect((await test.anonymous.get('/objects', { Authorization: 'Bearer nonsense' })).status).toBe(401);
    const response = await test.admin.request('patch', '/objects');
    expect([response.status, response.headers['allow']]).toEqual([405, 'GET, HEAD, POST, DELETE, OPTIONS']);
  });
});

describe('POST /objects', () => {
  const body = { data: { type: 'objects', attributes: { title: 'x' } } };
  it('is 403 for callers who may write, since the type is abstract', async () => {
    const response = await test.admin.post('/objects', body);
    expect([response.status, errorCodes(response)[0]]).toEqual([403, 'abstract_type']);
    expect((await test.admin.post('/objects', { data: { type: 'documents', attributes: {} } })).status).toBe(403);
  });

  it('is 401 for anonymous callers and 403 for a caller without a role', async () => {
    expect((await test.anonymous.post('/objects', body)).status).toBe(401);
    expect(errorCodes(await test.reader.post('/objects', body))[0]).toBe('forbidden');
  });

  it('is 415 for unsupported media types', async () => {
    expect((await test.admin.post('/objects', body, { 'Content-Type': 'text/plain' })).status).toBe(415);
  });
});

describe('GET /objects/{object_id}', () => {
  it('returns the object of any type by id or uname, with the attributes of its type', async () => {
    const { id } = await test.editor.create('/locations', { uname: 'forum', address: 'Foro Romano', status: 'on' });
    for (const key of [id, 'forum']) {
      const { data, links } = (await test.anonymous.get(`/objects/${key}`)).body as {
        data: ResourceData;
        links: { self: string };
      };
      expect(data).toMatchObject({ id, type: 'locations', attributes: { address: 'Foro Romano', coords: null } });
      expect(data).not.toHaveProperty('links');
      expect(links.self).toMatch(new RegExp(`/objects/${key}$`));
    }
  });

  it.each(['999999', 'no-such-uname', '0', '-4', 'a b'])('is 404 for %s', async (key) => {
    expect((await test.admin.get(`/objects/${encodeURIComponent(key)}`)).status).toBe(404);
  });

  it('is 405 for PATCH and POST, with Allow', async () => {
    for (const method of ['patch', 'post', 'put'] as const) {
      const response = await test.admin.request(method, '/objects/1');
      expect([response.status, response.headers['allow']]).toEqual([405, 'GET, HEAD, DELETE, OPTIONS']);
    }
  });
});

describe('DELETE /objects/{object_id}', () => {
  it.each([
    ['anonymous', 401],
    ['reader', 403],
    ['editor', 204],
    ['admin', 204],
  ] as const)('as %s is %i', async (caller, status) => {
    const { id } = await test.editor.create('/documents', { status: 'on' });
    const response = await test[caller].delete(`/objects/${id}`);
    expect([response.status, status === 204 ? response.text : '']).toEqual([status, '']);
    expect((await test.editor.get(`/documents/${id}`)).status).toBe(status === 204 ? 404 : 200);
  });

  it('accepts a uname and a body, and is 404 the second time', async () => {
    await test.editor.create('/news', { uname: 'old-news' });
    expect((await test.editor.delete('/objects/old-news', {}, { data: [] })).status).toBe(204);
    expect((await test.editor.delete('/objects/old-news')).status).toBe(404);
  });

  it('is 404 for a user', async () => {
    expect((await test.admin.delete('/objects/1')).status).toBe(404);
  });
});
