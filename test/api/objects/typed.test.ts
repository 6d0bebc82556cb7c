// /{object_type_name} and /{object_type_name}/{object_id} (service.md 4.4, D1, D2, D4, D12, D532).
import { describe, expect, it } from 'vitest';
import { errorCodes, errorSources, JSON_API, serviceForTests } from '../../support/service.ts';
import type { ResourceData } from '../../support/service.ts';

const test = serviceForTests();

interface Single {
  data: ResourceData & { links?: unknown };
  links: { self: string; home: string };
  meta: { schema: Record<string, { $id: string; revision: string }> };
}
/** So that links are the same in every response. */
const HOST = { Host: 'localhost' };
const AT = '2026-05-13T07:09:23+00:00';
const single = (response: { body: unknown }): Single => response.body as Single;
const document = (deviation: Record<string, unknown> = {}) => ({
  data: { type: 'documents', attributes: { title: 'A document' }, ...deviation },
});

describe('POST /{object_type_name}', () => {
  it('is 201 with the whole resource, its URL in Location and links.self, and its schema', async () => {
    const response = await test.editor.post('/documents', document(), HOST);
    expect(response.status).toBe(201);
    const { data, links, meta } = single(response);
    const base = links.home.replace(/\/home$/, '');
    expect(data.id).toMatch(/^\d+$/);
    expect(response.headers['location']).toBe(`${base}/documents/${data.id}`);
    expect(links.self).toBe(`${base}/documents/${data.id}`);
    expect(meta.schema).toEqual({
      documents: { $id: `${base}/model/schema/documents`, revision: expect.stringMatching(/^\d{1,10}$/) },
    });
    const read = await test.editor.get(`/documents/${data.id}`, HOST);
    expect(single(read).data).toEqual(data);
    expect(read.headers['etag']).toBeDefined();
  });

  it('creates a draft, with null for missing attributes, and authors and times in meta', async () => {
    const { data } = single(await test.editor.post('/documents', document()));
    expect(data).not.toHaveProperty('links');
    expect(data.attributes).toMatchObject({ title: 'A document', status: 'draft', body: null, extra: null, tags: [] });
    const { created_by, modified_by, ...meta } = data.meta;
    expect([created_by, created_by === modified_by]).toEqual([expect.any(Number), true]);
    expect(meta).toEqual({ locked: false, created: AT, modified: AT, published: null });
  });

  it('refuses unknown and read-only attributes, each by its pointer', async () => {
    const attributes = {
      id: 7,
      type: 'news',
      nonsense: 1,
      created: '2001-01-01',
      created_by: 99,
      trashed: true,
      revision: 9,
    };
    const response = await test.editor.post('/documents', document({ attributes }));
    const pointers = Object.keys(attributes).map((name) => `/data/attributes/${name}`);
    expect([response.status, ...errorSources(response)]).toEqual([400, ...pointers]);
  });

  it('creates an object without any attributes', async () => {
    const response = await test.editor.post('/documents', { data: { type: 'documents' } });
    expect([response.status, single(response).data.attributes['title']]).toEqual([201, null]);
  });

  it.each([['application/json'], [`${JSON_API}; charset=utf-8`], ['application/json;charset=UTF-8']])(
    'reads a body of type %s',
    async (type) => {
      expect((await test.editor.post('/documents', document(), { 'Content-Type': type })).status).toBe(201);
    },
  );

  it('tolerates top-level members beside data', async () => {
    const body = { ...document(), meta: {}, included: [], jsonapi: { version: '1.1' }, other: 1 };
    expect((await test.editor.post('/documents', body)).status).toBe(201);
  });

  // oxfmt-ignore
  const refusals: [string, unknown, [number, string, string]][] = [
    ['another type', document({ type: 'news' }), [409, 'type_conflict', '/data/type']],
    ['a client-generated id', document({ id: '77' }), [403, 'client_id_forbidden', '/data/id']],
    ['a missing data', {}, [400, 'invalid_data', '/data']],
    ['a missing type', { data: { attributes: {} } }, [400, 'invalid_data', '/data/type']],
    ['a list of resources', { data: [document().data] }, [400, 'invalid_data', '/data']],
    ['attributes that are no object', document({ attributes: 'x' }), [400, 'invalid_data', '/data/attributes']],
  ];
  it.each(refusals)('refuses %s', async (_what, body, expected) => {
    const response = await test.editor.post('/documents', body);
    expect([response.status, errorCodes(response)[0], ...errorSources(response)]).toEqual(expected);
  });

  // oxfmt-ignore
  it.each([
    [{ 'Content-Type': 'text/plain' }, 415], [{ 'Content-Type': `${JSON_API}; foo=bar` }, 415],
    [{ 'Content-Type': 'application/json; charset=latin1' }, 415], [{ Accept: 'text/csv' }, 406],
    [{ Accept: `${JSON_API}; foo=bar` }, 406],
  ])('refuses with headers %o: %i', async (headers, status) => {
    const response = await test.editor.post('/documents', document(), headers);
    expect([response.status, response.text.includes(JSON_API)]).toEqual([status, true]);
  });

  it('is 415 for a body without Content-Type (D50)', async () => {
    const response = await test.editor.request('post', '/documents', (request) =>
      request.unset('Content-Type').set('Content-Type', '').send(JSON.stringify(document())),
    );
    expect(response.status).toBe(415);
  });
});

describe('callers of /{object_type_name}', () => {
  it.each([
    ['anonymous', [200, 401, 401, 401]],
    ['reader', [200, 403, 403, 403]],
    ['editor', [200, 201, 200, 204]],
    ['admin', [200, 201, 200, 204]],
  ] as const)('as %s get %o for GET, POST, PATCH, DELETE', async (caller, statuses) => {
    const { id } = await test.admin.create('/documents', { status: 'on' });
    const path = `/documents/${id}`;
    const change = { data: { id, type: 'documents', attributes: { body: 'x' } } };
    const client = test[caller];
    const patched = [
      await client.get(path),
      await client.post('/documents', document()),
      await client.patch(path, change),
    ];
    const responses = [...patched, await client.delete(path)];
    expect(responses.map((response) => response.status)).toEqual(statuses);
    const challenged = responses.filter((response) => response.headers['www-authenticate']?.startsWith('Bearer'));
    expect(challenged).toHaveLength(caller === 'anonymous' ? 3 : 0);
    expect((await test.admin.get(path)).status).toBe(statuses[3] === 204 ? 404 : 200);
  });
});

describe('GET /{object_type_name}/{object_id}', () => {
  it('finds an object by id and by uname, and every response varies by Accept and Accept-Encoding', async () => {
    const { id } = await test.editor.create('/documents', { uname: 'known-by-name', status: 'on' });
    for (const key of [id, 'known-by-name']) {
      const response = await test.anonymous.get(`/documents/${key}`);
      const { data, links } = single(response);
      expect([data.id, links.self]).toEqual([id, `${links.home.replace('/home', '')}/documents/${key}`]);
      const { vary, 'content-type': type, 'referrer-policy': policy } = response.headers;
      expect([vary, type, policy]).toEqual(['Accept, Accept-Encoding', JSON_API, 'no-referrer']);
    }
  });

  it('returns the same document as application/json on request', async () => {
    const { id } = await test.editor.create('/documents', { status: 'on' });
    const response = await test.anonymous.get(`/documents/${id}`, { Accept: 'application/json' });
    expect([response.headers['content-type'], single(response).data.type]).toEqual(['application/json', 'documents']);
  });

  it('is 404 for an object of another type, and for a missing one', async () => {
    const { id } = await test.editor.create('/news', { status: 'on', uname: 'only-news' });
    expect((await test.admin.get(`/documents/${id}`)).status).toBe(404);
    expect(errorCodes(await test.admin.get('/documents/only-news'))[0]).toBe('not_found');
    expect((await test.admin.get('/documents/987654')).status).toBe(404);
  });

  it('has HEAD like GET, and OPTIONS with Allow', async () => {
    const { id } = await test.editor.create('/documents', { status: 'on' });
    const Host = 'colophon.test';
    const head = await test.anonymous.request('head', `/documents/${id}`, (request) => request.set({ Host }));
    const { etag, 'content-type': type } = (await test.anonymous.get(`/documents/${id}`, { Host })).headers;
    expect([head.status, head.headers['content-type'], head.headers['etag']]).toEqual([200, type, etag]);
    const options = await test.anonymous.request('options', `/documents/${id}`);
    expect(options.status).toBe(204);
    expect(options.headers['allow']?.split(', ').sort()).toEqual(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH']);
  });
});

describe('PATCH /{object_type_name}/{object_id}', () => {
  const change = (deviation: Record<string, unknown>) => ({
    data: { type: 'documents', attributes: { title: 'Changed' }, ...deviation },
  });

  it('changes the sent attributes and keeps the others, by id or uname, with data.id as string or integer', async () => {
    const { id } = await test.editor.create('/documents', { title: 'Before', body: 'kept', uname: 'to-be-changed' });
    test.clock.advance(60_000);
    const response = await test.admin.patch('/documents/to-be-changed', change({ id: Number(id) }), HOST);
    expect(response.status).toBe(200);
    const { data } = single(response);
    expect(data.attributes).toMatchObject({ title: 'Changed', body: 'kept', uname: 'to-be-changed' });
    expect(data.meta).toMatchObject({ created: AT, modified: '2026-05-13T07:10:23+00:00', modified_by: 1 });
    expect(data.meta['created_by']).not.toBe(1);
    expect((await test.admin.patch(`/documents/${id}`, change({ id }))).status).toBe(200);
    expect(single(await test.admin.get(`/documents/${id}`, HOST)).data).toEqual(data);
  });

  // oxfmt-ignore
  it.each([
    ['the id of another', { id: '1' }, 409, 'id_conflict', '/data/id'],
    ['a uname for the id', { id: 'patched-object' }, 409, 'id_conflict', '/data/id'],
    ['no id', {}, 400, 'invalid_data', '/data/id'],
    ['another type', { id: 'own', type: 'news' }, 409, 'type_conflict', '/data/type'],
  ] as const)('refuses %s', async (...[, deviation, status, code, pointer]) => {
    const { id } = await test.editor.create('/documents', { uname: 'patched-object' });
    const own = 'id' in deviation && deviation.id === 'own' ? { ...deviation, id } : deviation;
    const response = await test.editor.patch(`/documents/${id}`, change(own));
    expect([response.status, errorCodes(response)[0], ...errorSources(response)]).toEqual([status, code, pointer]);
    expect(single(await test.editor.get(`/documents/${id}`)).data.attributes['title']).toBeNull();
  });

  it('is 404 for missing objects, objects in the trash, and other types', async () => {
    const { id } = await test.editor.create('/news', {});
    expect((await test.editor.patch(`/documents/${id}`, change({ id }))).status).toBe(404);
    await test.editor.delete(`/news/${id}`);
    expect((await test.editor.patch(`/news/${id}`, change({ id, type: 'news' }))).status).toBe(404);
    expect((await test.editor.patch('/documents/987654', change({ id: '987654' }))).status).toBe(404);
  });
});

describe('DELETE /{object_type_name}/{object_id}', () => {
  it('is 204 without a body once, then 404', async () => {
    const { id } = await test.editor.create('/documents', { uname: 'to-the-trash' });
    const first = await test.editor.delete('/documents/to-the-trash', {}, { data: {} });
    expect([first.status, first.text]).toEqual([204, '']);
    for (const key of [id, 'to-the-trash']) expect((await test.editor.delete(`/documents/${key}`)).status).toBe(404);
    expect((await test.admin.get(`/documents/${id}`)).status).toBe(404);
  });
});

describe('GET /{object_type_name}', () => {
  it('lists resources with their own links, and the schema of the type', async () => {
    const { id } = await test.editor.create('/links', { title: 'Listed', url: 'https://example.com', status: 'on' });
    const response = await test.anonymous.get('/links');
    const { data, links, meta } = response.body as Omit<Single, 'data'> & { data: Single['data'][] };
    const base = links.home.replace('/home', '');
    expect(data.map((each) => each.links)).toEqual([{ self: `${base}/links/${id}` }]);
    expect(data[0]?.attributes).toMatchObject({ url: 'https://example.com', http_status: null });
    expect(meta.schema).toHaveProperty('links.revision');
  });

  it('returns an empty list without schema', async () => {
    const { body } = await test.anonymous.get('/publications');
    expect(body).toMatchObject({ data: [], meta: { pagination: { count: 0, page_count: 1 } } });
    expect((body as { meta: object }).meta).not.toHaveProperty('schema');
  });

  it.each(['nothing', 'image', 'Media', 'DOCUMENTS', '__proto__', 'constructor'])(
    'is 404 for the type %s',
    async (name) => {
      expect((await test.admin.get(`/${name}`)).status).toBe(404);
    },
  );

  it('names the plural in the error for the singular', async () => {
    const response = await test.anonymous.get('/document');
    expect(response.status).toBe(404);
    expect((response.body as { error: { detail: string } }).error.detail).toContain('Did you mean "documents"?');
  });

  it.each(['put', 'patch'] as const)('is 405 with Allow for %s', async (method) => {
    const response = await test.admin.request(method, '/documents');
    expect([response.status, response.headers['allow']]).toEqual([405, 'GET, HEAD, POST, DELETE, OPTIONS']);
  });
});
