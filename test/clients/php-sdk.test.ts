// Requests of the reference system's PHP SDK with an API key, in its exact form (D437). Those without a key, and in
// PHP's forms of empty objects and numbers, are in php-sdk-forms.test.ts.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addMedia, picture } from '../support/files/pictures.ts';
import { openRawServer, type RawServer } from '../support/clients/raw-requests.ts';
import { PASSWORD, serviceForTests } from '../support/service.ts';

const test = serviceForTests({ env: { EXPIRED_TOKEN_CODE: 'be_token_expired' } });
let server: RawServer;
let key: string;
let token: string;
let renew: string;
beforeAll(async () => {
  server = await openRawServer(test);
  key = String((await test.admin.create('/admin/applications', { name: 'manager' })).meta['api_key']);
});
afterAll(async () => {
  await server.close();
});

const HEAD = ['Host: localhost', 'User-Agent: GuzzleHttp/7', 'Accept: application/vnd.api+json', 'X-Api-Key: {{key}}'];
const SIGNED = [...HEAD, 'Authorization: Bearer {{token}}'];
const BODY = ['Content-Type: application/json', 'Content-Length: {{length}}', ''];
const send = (lines: readonly string[], values: Record<string, string> = {}) =>
  server.send(lines, { key, token, renew, ...values });

it('authenticate returns tokens', async () => {
  const { status, body } = await send([
    'POST /auth HTTP/1.1',
    ...HEAD,
    ...BODY,
    `{"username":"admin","password":"${PASSWORD}"}`,
  ]);
  expect([status, body]).toMatchObject([200, { meta: { jwt: expect.any(String), renew: expect.any(String) } }]);
  ({ jwt: token, renew } = body?.['meta'] as { jwt: string; renew: string });
});

it('save creates and changes objects', async () => {
  const made = await send([
    'POST /documents HTTP/1.1',
    ...SIGNED,
    ...BODY,
    '{"data":{"type":"documents","attributes":{"title":"Rome","status":"on"}}}',
  ]);
  expect([made.status, made.body]).toMatchObject([201, { data: { attributes: { title: 'Rome' } } }]);
  const { id } = made.body?.['data'] as { id: string };
  const body = '{"data":{"type":"documents","attributes":{"title":"Roma"},"id":"{{id}}"}}';
  const changed = await send(['PATCH /documents/{{id}} HTTP/1.1', ...SIGNED, ...BODY, body], { id });
  expect([changed.status, changed.body]).toMatchObject([200, { data: { attributes: { title: 'Roma' } } }]);
});

it('getObjects and getObject accept limit and saved_by_refs', async () => {
  const listed = await send(['GET /documents?limit=1&saved_by_refs=1 HTTP/1.1', ...SIGNED]);
  expect([listed.status, listed.body]).toMatchObject([
    200,
    { data: [{ relationships: { created_by_user: { data: { id: '1', type: 'users' } } } }], included: [{ id: '1' }] },
  ]);
  expect(listed.body).toMatchObject({ meta: { pagination: { page_size: 1 } } });
  const [{ id }] = listed.body?.['data'] as [{ id: string }];
  const one = await send(['GET /documents/{{id}}?include=created_by_user HTTP/1.1', ...SIGNED], { id });
  expect([one.status, one.body]).toMatchObject([200, { data: { id }, included: [{ id: '1', type: 'users' }] }]);
});

it('get reads the history from a given change, with its users', async () => {
  const all = await send(['GET /history?include=user&page_size=100 HTTP/1.1', ...SIGNED]);
  const changes = all.body?.['data'] as { id: string; relationships: { user: object } }[];
  expect(changes.length).toBeGreaterThan(1);
  expect(all.body?.['included']).toContainEqual(expect.objectContaining({ id: '1', type: 'users' }));
  const from = changes.at(-2)?.id ?? '';
  const later = await send(['GET /history?filter%5Bid%5D%5Bgt%5D={{from}} HTTP/1.1', ...SIGNED], { from });
  expect([later.status, (later.body?.['data'] as object[]).length]).toEqual([200, 1]);
});

it('thumbs returns thumbnails', async () => {
  const { objectId: id } = await addMedia(test, await picture());
  const line = 'GET /media/thumbs?ids={{id}}&page_size=1 HTTP/1.1';
  const { status, body } = await send([line, ...SIGNED], { id: String(id) });
  expect([status, body]).toMatchObject([200, { meta: { thumbnails: [{ id: Number(id), ready: true }] } }]);
});

it('upload stores a file', async () => {
  const { status, body } = await send([
    'POST /streams/upload/note.txt HTTP/1.1',
    ...SIGNED,
    'Content-Type: text/plain',
    'Content-Length: {{length}}',
    '',
    'A note',
  ]);
  expect([status, body]).toMatchObject([201, { data: { type: 'streams', attributes: { file_name: 'note.txt' } } }]);
});

it('addRelated and removeRelated change links', async () => {
  const { id } = await test.admin.create('/documents', { title: 'Part', status: 'on' });
  const { id: other } = await test.admin.create('/documents', { title: 'Whole', status: 'on' });
  const body = '{"data":[{"id":"{{other}}","type":"documents"}]}';
  const place = '/documents/{{id}}/relationships/see_also HTTP/1.1';
  for (const method of ['POST', 'DELETE']) {
    const answer = await send([`${method} ${place}`, ...SIGNED, ...BODY, body], { id, other });
    expect([method, answer.status]).toEqual([method, 200]);
  }
});

it('POST /users without a uname is refused, and GET /users needs the permission', async () => {
  const made = await send([
    'POST /users HTTP/1.1',
    ...SIGNED,
    ...BODY,
    '{"data":{"type":"users","attributes":{"username":"rossi","password":"a long pass phrase"}}}',
  ]);
  expect([made.status, made.body]).toMatchObject([
    400,
    { errors: [{ source: { pointer: '/data/attributes/uname' } }] },
  ]);
  expect((await send(['GET /users HTTP/1.1', ...SIGNED])).status).toBe(200);
  expect((await send(['GET /users HTTP/1.1', ...HEAD])).status).toBe(401);
});

it('renews an expired token by its error code', async () => {
  test.clock.advance(24 * 3_600_000);
  const refused = await send(['GET /documents HTTP/1.1', ...SIGNED]);
  expect([refused.status, refused.body]).toMatchObject([401, { error: { code: 'be_token_expired' } }]);
  const body = '{"grant_type":"refresh_token"}';
  const renewed = await send(['POST /auth HTTP/1.1', ...HEAD, 'Authorization: Bearer {{renew}}', ...BODY, body]);
  expect([renewed.status, renewed.body]).toMatchObject([200, { meta: { jwt: expect.any(String) } }]);
  ({ jwt: token } = renewed.body?.['meta'] as { jwt: string });
  expect((await send(['GET /documents HTTP/1.1', ...SIGNED])).status).toBe(200);
});
