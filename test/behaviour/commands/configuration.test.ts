// Configuration entries that apply to the service, from the next request on (D53, D534, D559).
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { firstKey } from '../../support/accounts/first-key.ts';
import { serviceForTests } from '../../support/service.ts';

const test = serviceForTests();
let key: string;
beforeAll(async () => {
  key = await firstKey(test);
  for (let index = 0; index < 12; index++) await test.admin.create('/documents', { title: `D ${index}`, status: 'on' });
});

async function configure(name: string, content: unknown, application_id?: number): Promise<number> {
  const attributes = { name, content: JSON.stringify(content), ...(application_id && { application_id }) };
  return (await test.admin.post('/admin/config', { data: { type: 'config', attributes } })).status;
}

afterEach(async () => {
  const { data } = (await test.admin.get('/admin/config?page_size=500')).body as { data: { id: string }[] };
  for (const { id } of data) await test.admin.delete(`/admin/config/${encodeURIComponent(id)}`);
});

interface Pagination {
  page_size: number;
  page_items: number;
}
const pagination = async (path: string, headers = {}): Promise<Pagination> =>
  ((await test.admin.get(path, headers)).body as { meta: { pagination: Pagination } }).meta.pagination;

const make = (attributes: Record<string, unknown>) =>
  test.admin.post('/documents', { data: { type: 'documents', attributes } });
const attributesOf = (response: { body: unknown }) =>
  (response.body as { data: { attributes: Record<string, unknown> } }).data.attributes;

describe('Pagination', () => {
  it('sets the default and the maximum size of pages', async () => {
    await configure('Pagination.limit', 3);
    await configure('Pagination.maxLimit', 5);
    expect(await pagination('/documents')).toMatchObject({ page_size: 3, page_items: 3 });
    expect(await pagination('/documents?page_size=100')).toMatchObject({ page_size: 5, page_items: 5 });
    expect(await pagination('/model/object_types')).toMatchObject({ page_size: 3 });
  });

  it('may differ for one application', async () => {
    await configure('Pagination', { limit: 4 }, 1);
    expect((await pagination('/documents', { 'X-Api-Key': key })).page_size).toBe(4);
    expect((await pagination('/documents')).page_size).toBe(20);
  });

  it.each([0, 501, -1, 1.5, 'many', null])('is not %j', async (value) => {
    expect(await configure('Pagination.limit', value)).toBe(400);
  });
});

describe('I18n', () => {
  it('gives new objects a language', async () => {
    await configure('I18n.default', 'it');
    expect(attributesOf(await make({}))).toMatchObject({ lang: 'it' });
    expect(attributesOf(await make({ lang: null }))).toMatchObject({ lang: 'it' });
    expect(attributesOf(await make({ lang: 'en' }))).toMatchObject({ lang: 'en' });
  });

  it.each([
    ['a list', ['en', 'it']],
    ['names', { en: 'English', it: 'Italian' }],
  ])('accepts the languages of %s only', async (_what, languages) => {
    await configure('I18n.languages', languages);
    expect((await make({ lang: 'it' })).status).toBe(201);
    const refused = await make({ lang: 'fi' });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('Invalid language tag');
  });
});

describe('DefaultValues', () => {
  it('are used for new objects of a type', async () => {
    await configure('DefaultValues', { documents: { status: 'on', body: 'To do', unknown: 1 } });
    expect(attributesOf(await make({ title: 'A' }))).toMatchObject({ title: 'A', status: 'on', body: 'To do' });
    expect(attributesOf(await make({ status: 'off' }))).toMatchObject({ status: 'off' });
    const news = await test.admin.create('/news', {});
    expect(news.attributes).toMatchObject({ status: 'draft', body: null });
  });
});

describe('Publish.checkDate', () => {
  it('may be off, so that dates hide no object', async () => {
    const { id } = await test.admin.create('/documents', { status: 'on', publish_start: '2099-01-01' });
    expect((await test.anonymous.get(`/documents/${id}`)).status).toBe(404);
    const before = await pagination('/documents?page_size=500');
    await configure('Publish.checkDate', false);
    expect((await test.anonymous.get(`/documents/${id}`)).status).toBe(200);
    expect(await pagination('/documents?page_size=500')).toEqual(before);
  });
});

describe('Project.name', () => {
  it('is shown at /home', async () => {
    await configure('Project.name', 'Aviary');
    expect(((await test.anonymous.get('/home')).body as { meta: object }).meta).toMatchObject({
      project: { name: 'Aviary' },
    });
  });
});
