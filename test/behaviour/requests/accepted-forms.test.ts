// Alternative forms of values that clients send (D415), on every kind of resource.
import type { Response } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCodes, errorSources, type ResourceData, serviceForTests } from '../../support/service.ts';

const test = serviceForTests();
beforeAll(async () => {
  const { admin } = test;
  await admin.create('/admin/endpoints', { name: 'drains' });
  await admin.create('/model/property_types', { name: 'loose', params: { type: 'object' } });
  for (const [name, property_type_name] of [
    ['pages', 'integer'],
    ['weight', 'number'],
    ['rare', 'boolean'],
    ['loose', 'loose'],
  ]) {
    await admin.create('/model/properties', { object_type_name: 'documents', name, property_type_name });
  }
});
afterAll(async () => {
  expect(test.loggedErrors).toEqual([]);
});

const sourcesOf = (response: Response): string[] => (response.status < 400 ? [] : [...new Set(errorSources(response))]);
const dataOf = (response: { body: unknown }) => (response.body as { data: ResourceData }).data;
const post = (path: string, data: object) => test.admin.post(path, { data: { type: path.split('/').at(-1), ...data } });
const patch = (path: string, data: object) => {
  const [type, id] = path.split('/').slice(-2);
  return test.admin.patch(path, { data: { type, id, ...data } });
};

describe('text is accepted for numbers and booleans, and empty text for null', () => {
  // oxfmt-ignore
  const cases: [string, Record<string, unknown>, Record<string, unknown>][] = [
    ['/documents', { pages: '5', weight: '-1.5e2', rare: '1' }, { pages: 5, weight: -150, rare: true }],
    ['/documents', { pages: '', weight: '', rare: '', lang: '', extra: '' }, { pages: null, weight: null, rare: null, lang: null, extra: null }],
    ['/roles', { name: 'a_role', unchangeable: '0' }, { unchangeable: false }],
    ['/roles', { name: 'another_role', unchangeable: 'false' }, { unchangeable: false }],
    ['/model/tags', { name: 'forms', enabled: 'false' }, { enabled: false }],
    ['/model/categories', { name: 'forms', object_type_name: 'documents', enabled: '1', parent_id: '' }, { enabled: true, parent_id: null }],
    ['/model/object_types', { name: 'forms', singular: 'form', is_abstract: '1', hidden: '', parent_name: 'objects' }, { is_abstract: true, hidden: null }],
    ['/admin/applications', { name: 'forms', enabled: '0' }, { enabled: false }],
    ['/admin/endpoints', { name: 'forms', enabled: 1, object_type_id: '' }, { enabled: true, object_type_id: null }],
    ['/admin/endpoint_permissions', { endpoint_name: 'drains', role_id: '2', application_id: '', write: '1', read: 'mine' }, { role_id: 2, application_id: null, write: true, read: 'mine' }],
    ['/admin/async_jobs', { service: 'x', priority: '7', max_attempts: '2', payload: '' }, { priority: 7, max_attempts: 2, payload: null }],
    ['/admin/auth_providers', { name: 'forms', enabled: 'false', url: '', params: '' }, { enabled: false, url: null, params: null }],
    ['/admin/config', { name: 'Forms.a', content: '1', context: 'app', application_id: '' }, { content: '1', application_id: null }],
  ];
  it.each(cases)('at %s: %j', async (path, attributes, shown) => {
    const response = await post(path, { attributes });
    expect([response.status, sourcesOf(response)]).toEqual([201, []]);
    const { id } = dataOf(response);
    expect(dataOf(response).attributes).toMatchObject(shown);
    const again = await patch(`${path}/${id}`, { attributes });
    expect([again.status, dataOf(again).attributes]).toEqual([200, expect.objectContaining(shown)]);
  });

  it('in meta, in bulk edits, on links, places and plain bodies', async () => {
    const { id } = await test.admin.create('/documents', { title: 'a' });
    const other = await test.admin.create('/documents', { title: 'b' });
    const locked = await patch(`/documents/${id}`, { attributes: {}, meta: { locked: '1' } });
    expect(dataOf(locked).meta['locked']).toBe(true);
    await patch(`/documents/${id}`, { attributes: {}, meta: { locked: 'false' } });
    const edit = { attributes: { pages: '12', rare: '0' }, objects: { documents: [id] } };
    expect((await test.admin.post('/bulk/edit', { data: edit })).status).toBe(200);
    expect(dataOf(await test.admin.get(`/documents/${id}`)).attributes).toMatchObject({ pages: 12, rare: false });
    const folder = await test.admin.create('/folders', { title: 'f' });
    const relation = { menu: '1', canonical: 'true', params: [] };
    const place = { type: 'folders', id: folder.id, meta: { relation } };
    const placed = await test.admin.post(`/documents/${id}/relationships/parents`, { data: [place] });
    expect([placed.status, sourcesOf(placed)]).toEqual([200, []]);
    const parents = (await test.admin.get(`/documents/${id}/parents`)).body as { data: { meta: object }[] };
    expect(parents.data[0]?.meta).toMatchObject({ relation: { menu: true, canonical: true, params: {} } });
    const link = { type: 'documents', id: other.id, meta: { relation: { priority: '3', params: [] } } };
    const linked = await test.admin.post(`/documents/${id}/relationships/see_also`, { data: [link] });
    expect([linked.status, sourcesOf(linked)]).toEqual([200, []]);
  });

  // oxfmt-ignore
  const wrong: [string, Record<string, unknown>, string][] = [
    ['/documents', { pages: '1.5' }, 'pages'], ['/documents', { rare: 'yes' }, 'rare'], ['/documents', { weight: 'NaN' }, 'weight'],
    ['/admin/applications', { name: 'x1', enabled: 'yes' }, 'enabled'], ['/admin/applications', { name: 'x1', enabled: '' }, 'enabled'],
    ['/admin/applications', { name: 5 }, 'name'], ['/admin/applications', { name: 'x1', client_secret: '' }, 'client_secret'],
    ['/admin/async_jobs', { service: 'x', priority: '1e1' }, 'priority'], ['/admin/async_jobs', { service: 'x', priority: ' ' }, 'priority'],
    ['/admin/async_jobs', { service: 'x', priority: '5000' }, 'priority'], ['/roles', { name: [] }, 'name'],
    ['/admin/endpoint_permissions', { role_id: '1; 2' }, 'role_id'], ['/admin/endpoint_permissions', { write: 'perhaps' }, 'write'],
  ];
  it.each(wrong)('but not for other texts, at %s: %j', async (path, attributes, name) => {
    const response = await post(path, { attributes });
    expect([response.status, errorCodes(response)[0], sourcesOf(response)]).toEqual([
      400,
      'invalid_data',
      [`/data/attributes/${name}`],
    ]);
  });
});

describe('an empty list is accepted for an empty object', () => {
  it('as attributes, relationships, meta and values that are objects', async () => {
    const created = await post('/documents', { attributes: [], relationships: [] });
    expect([created.status, sourcesOf(created)]).toEqual([201, []]);
    const path = `/documents/${dataOf(created).id}`;
    expect((await patch(path, { attributes: [], relationships: [], meta: [] })).status).toBe(200);
    expect(dataOf(await patch(path, { attributes: { loose: [] } })).attributes['loose']).toEqual({});
    const linked = await patch(path, { relationships: { see_also: [], poster: { data: [] } } });
    expect([linked.status, sourcesOf(linked)]).toEqual([200, []]);
    const copy = await test.admin.post(`${path}/actions/clone`, {
      data: { type: 'documents', attributes: [], meta: [] },
    });
    expect([copy.status, sourcesOf(copy)]).toEqual([201, []]);
    const translation = { object_id: dataOf(created).id, lang: 'it', translated_fields: [] };
    expect(dataOf(await post('/translations', { attributes: translation })).attributes['translated_fields']).toEqual(
      {},
    );
    const provider = await post('/admin/auth_providers', { attributes: { name: 'empty', params: [] } });
    expect(dataOf(provider).attributes['params']).toEqual({});
    const tag = await post('/model/tags', { attributes: { name: 'empty', labels: [] } });
    expect(dataOf(tag).attributes['labels']).toEqual({ default: 'Empty' });
  });

  it('but remains a list where lists are allowed, and is refused where members are required', async () => {
    const { id } = dataOf(await post('/documents', { attributes: { extra: [], tags: [] } }));
    expect(dataOf(await test.admin.get(`/documents/${id}`)).attributes).toMatchObject({ extra: [], tags: [] });
    expect(errorSources(await post('/admin/applications', { attributes: [] }))).toEqual(['/data/attributes/name']);
    expect(errorSources(await test.admin.post('/documents', { data: [] }))).toEqual(['/data/type']);
    expect(errorSources(await test.admin.post('/documents', []))).toEqual(['']);
  });

  it('and for null in a to-one relationship', async () => {
    const above = await test.admin.create('/folders', { title: 'above' });
    const { id } = await test.admin.create('/folders', { title: 'below', parent_id: Number(above.id) });
    const parent = `/folders/${id}/relationships/parent`;
    expect((await test.admin.get(parent)).body).toMatchObject({ data: { id: above.id } });
    expect((await test.admin.patch(parent, { data: [] })).status).toBe(200);
    expect((await test.admin.get(parent)).body).toMatchObject({ data: null });
    await test.admin.create('/model/categories', { object_type_name: 'documents', name: 'upper' });
    const lower = await test.admin.create('/model/categories', { object_type_name: 'documents', name: 'lower' });
    const category = await test.admin.patch(`/model/categories/${lower.id}/relationships/parent_category`, {
      data: [],
    });
    expect([category.status, sourcesOf(category)]).toEqual([204, []]);
  });
});
