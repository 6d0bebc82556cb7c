// Requests of the public client of the legacy side, against a running service (D521): login, list, read, poster,
// refresh, logout.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBeapiClient, type BeapiClient } from '../support/clients/beapi-client.ts';
import { addStream, picture } from '../support/files/pictures.ts';
import { PASSWORD, type ResourceData, serviceForTests } from '../support/service.ts';

const PAGE = 'https://app.example.org';

const test = serviceForTests({ env: { LEGACY_ROOT: '', CORS_ORIGINS: PAGE } });
let client: BeapiClient;
let document: ResourceData;
let image: ResourceData;
beforeAll(async () => {
  client = await openBeapiClient(test, PAGE);
  document = await test.admin.create('/documents', { title: 'Rome', status: 'on' });
  image = await test.admin.create('/images', { title: 'The Forum', status: 'on' });
  await addStream(test, image.id, await picture());
  const poster = { data: [{ type: 'images', id: image.id }] };
  await test.admin.post(`/documents/${document.id}/relationships/poster`, poster);
  const place = { data: [{ type: 'documents', id: document.id }] };
  await test.admin.post('/folders/publication/relationships/children', place);
});
afterAll(async () => {
  await client.close();
});

it('reports a failed sign-in, and keeps no token', async () => {
  const { status, body } = await client.login('editor', 'wrong');
  expect([status, client.storage.size]).toEqual([401, 0]);
  expect(body).toMatchObject({ error: { status: '401', code: 'login_failed' } });
});

it('reads public objects without a sign-in', async () => {
  expect((await client.request('GET', `objects/${document.id}`)).status).toBe(200);
  expect((await client.request('GET', 'me')).status).toBe(401);
});

it('signs in', async () => {
  const { status, body } = await client.login('editor', PASSWORD);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    api: 'auth',
    method: 'post',
    params: [],
    url: `${client.base}/auth`,
    data: { access_token: expect.any(String) as string, refresh_token: expect.any(String) as string, expires_in: 1200 },
  });
});

it('reads its user, and the remaining time', async () => {
  expect((await client.request('GET', 'me')).body).toMatchObject({ data: { object: { username: 'editor' } } });
  const { data } = (await client.request('GET', 'auth')).body as { data: object };
  expect(data).toEqual({ access_token: client.storage.get('be_access_token'), expires_in: 1200 });
});

it('lists, in pages, and by ids', async () => {
  const { body } = await client.request('GET', 'objects?page=1&page_size=5&filter[object_type]=document');
  expect(body).toMatchObject({
    api: 'objects',
    method: 'get',
    params: { page: '1', page_size: '5', filter: { object_type: 'document' } },
    data: { objects: [{ id: Number(document.id), object_type: 'document', title: 'Rome' }] },
    paging: { page: 1, page_size: 5, page_count: 1, total: 1, total_pages: 1 },
  });
  const byIds = await client.request('GET', `objects?id=${image.id},${document.id}`);
  expect(byIds.body).toMatchObject({ data: { objects: [{ id: Number(image.id) }, { id: Number(document.id) }] } });
});

it('reads one by id and by nickname, and the linked resources', async () => {
  for (const id of [document.id, document.attributes['uname'] as string]) {
    const { status, body } = await client.request('GET', `objects/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      data: { object: { id: Number(document.id), relations: { poster: { count: 1 } }, authorized: true } },
    });
  }
  expect((await client.request('GET', 'objects/99999')).status).toBe(404);
});

it('gets posters, of one and of several', async () => {
  const uri = expect.stringContaining(`${client.base}/media/thumbs/${image.id}/`) as string;
  const expected = { id: Number(document.id), uri };
  expect((await client.request('GET', `poster/${document.id}?width=100`)).body['data']).toEqual(expected);
  expect((await client.request('GET', `posters/${document.id}`)).body['data']).toEqual(expected);
  const several = await client.request('GET', `posters?id=${document.id},${image.id}&width=100`);
  expect(several.body['data']).toEqual([expected, { id: Number(image.id), uri }]);
  const { data } = (await client.request('GET', `poster/${document.id}`)).body as { data: { uri: string } };
  expect((await fetch(data.uri)).headers.get('content-type')).toBe('image/png');
});

it('renews an expired token, while it sends the old one', async () => {
  const [old, refresh] = ['be_access_token', 'be_refresh_token'].map((key) => client.storage.get(key));
  test.clock.advance(20 * 60_000 + 1_000);
  const expired = await client.request('GET', `objects/${document.id}`);
  expect([expired.status, expired.body]).toMatchObject([401, { error: { code: 'expired_token' } }]);
  const { status, body } = await client.refresh();
  expect(status).toBe(200);
  expect(body).toMatchObject({ data: { refresh_token: refresh, expires_in: 1200 } });
  expect(client.storage.get('be_access_token')).not.toBe(old);
  expect((await client.request('GET', 'me')).status).toBe(200);
});

it('signs out: the refresh token is no longer valid', async () => {
  const refresh = client.storage.get('be_refresh_token');
  expect(await client.logout()).toMatchObject({ status: 204, body: {} });
  // The access token has ended with the session (D681).
  expect((await client.logout()).status).toBe(401);
  const again = await client.request('POST', 'auth', { grant_type: 'refresh_token', refresh_token: refresh });
  expect(again.status).toBe(401);
  const missing = await client.request('POST', 'auth', { grant_type: 'refresh_token', refresh_token: '' });
  expect([400, 401]).toContain(missing.status);
  expect((await client.request('POST', 'auth', { grant_type: 'other' })).status).toBe(400);
});
