// Requests of the reference system's PHP SDK without an API key, and in PHP's forms of empty objects, numbers and
// booleans, in its exact form (D437).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRawServer, type RawServer } from '../support/clients/raw-requests.ts';
import { PASSWORD, serviceForTests } from '../support/service.ts';

const test = serviceForTests();
let server: RawServer;
beforeAll(async () => {
  server = await openRawServer(test);
});
afterAll(async () => {
  await server.close();
});

// Guzzle sends a header that is null with an empty value.
const HEAD = ['Host: localhost', 'User-Agent: GuzzleHttp/7', 'Accept: application/vnd.api+json', 'X-Api-Key:'];
const SIGNED = [...HEAD, 'Authorization: Bearer {{token}}'];
const BODY = ['Content-Type: application/json', 'Content-Length: {{length}}', ''];
const send = (lines: readonly string[], values: Record<string, string> = {}) =>
  server.send(lines, { token: test.admin.token ?? '', ...values });

it('an empty API key counts as absent', async () => {
  const body = `{"username":"admin","password":"${PASSWORD}"}`;
  expect((await send(['POST /auth HTTP/1.1', ...HEAD, ...BODY, body])).status).toBe(200);
  expect((await send(['GET /documents HTTP/1.1', ...HEAD])).status).toBe(200);
});

it('errors have their members in the order that messages of the SDK depend on', async () => {
  const { status, text, body } = await send(['GET /no/such/path HTTP/1.1', ...HEAD]);
  expect([status, body]).toMatchObject([404, { error: { status: '404', title: 'Not Found' } }]);
  expect(Object.keys(body?.['error'] as object).slice(0, 4)).toEqual(['status', 'title', 'code', 'detail']);
  expect(text.indexOf('"status"')).toBeLessThan(text.indexOf('"title"'));
});

it('[] is an empty object', async () => {
  const made = await send([
    'POST /documents HTTP/1.1',
    ...SIGNED,
    ...BODY,
    '{"data":{"type":"documents","attributes":[],"relationships":[],"meta":[]}}',
  ]);
  expect([made.status, made.body]).toMatchObject([201, { data: { type: 'documents' } }]);
  const { id } = made.body?.['data'] as { id: string };
  const linked = await send(
    [
      'POST /documents/{{id}}/relationships/see_also HTTP/1.1',
      ...SIGNED,
      ...BODY,
      '{"data":[{"id":"{{other}}","type":"documents","meta":{"relation":[]}}]}',
    ],
    { id, other: (await test.admin.create('/documents', { title: 'Other' })).id },
  );
  expect(linked.status).toBe(200);
});

it('text is accepted for numbers and booleans', async () => {
  const { status, body } = await send([
    'POST /model/object_types HTTP/1.1',
    ...SIGNED,
    ...BODY,
    '{"data":{"type":"object_types","attributes":{"name":"recipes","singular":"recipe","is_abstract":"0","enabled":"1"}}}',
  ]);
  expect([status, body]).toMatchObject([201, { data: { attributes: { is_abstract: false, enabled: true } } }]);
});

it('an empty language counts as none, and the region of a requested language is ignored', async () => {
  const { status, body } = await send([
    'POST /documents HTTP/1.1',
    ...SIGNED,
    ...BODY,
    '{"data":{"type":"documents","attributes":{"title":"Rome","lang":""}}}',
  ]);
  expect([status, body]).toMatchObject([201, { data: { attributes: { lang: null } } }]);
  const { id } = body?.['data'] as { id: string };
  expect((await send(['GET /documents/{{id}}?lang=en_EN HTTP/1.1', ...SIGNED], { id })).status).toBe(200);
});
