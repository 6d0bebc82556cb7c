// The legacy envelope of objects: reads and their form (service.md 2.3, 4.3; D564, D566).
import { beforeAll, expect, it } from 'vitest';
import { serviceForTests } from '../support/service.ts';

const LEGACY = { Accept: 'application/json' };
const test = serviceForTests({ env: { LEGACY_ROOT: '' } });
let publicationId: number;
beforeAll(async () => {
  const { id } = (await test.admin.get('/folders/publication')).body.data;
  publicationId = Number(id);
});

it('has an empty publication at first', async () => {
  const { status, body } = await test.anonymous.get('/objects?page_size=5&filter[object_type]=document', LEGACY);
  expect([status, body]).toEqual([
    200,
    {
      api: 'objects',
      data: { objects: [] },
      method: 'get',
      paging: { page: 1, page_size: 5, page_count: 0, total: 0, total_pages: 0 },
      params: { page_size: '5', filter: { object_type: 'document' } },
      url: 'http://localhost/objects?page_size=5&filter%5Bobject_type%5D=document',
    },
  ]);
});

it('shows the publication as an area', async () => {
  const { status, body } = await test.anonymous.get('/objects/publication', LEGACY);
  expect(status).toBe(200);
  expect(body).toMatchObject({ api: 'objects', params: [] });
  expect(body.data.object).toMatchObject({
    id: publicationId,
    object_type: 'area',
    nickname: 'publication',
    children: { count: 0 },
  });
});

it('shows an object on the tree', async () => {
  const { id } = await test.admin.create('/documents', { title: 'Seen', status: 'on', lang: 'en' });
  expect((await test.anonymous.get(`/objects/${id}`, LEGACY)).status).toBe(404);
  const data = [{ type: 'documents', id }];
  expect((await test.admin.post('/folders/publication/relationships/children', { data })).status).toBe(200);
  const { status, body } = await test.anonymous.get(`/objects/${id}`, LEGACY);
  expect(status).toBe(200);
  const list = await test.anonymous.get('/objects', LEGACY);
  expect(list.body.data.objects).toEqual([body.data.object]);
});
