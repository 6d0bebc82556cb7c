// Headers of requests that say nothing, or too much: an empty credential, a condition of a write, a content coding.
import { expect, it } from 'vitest';
import { METHODS, nodeAt, type Node } from '../../../core/description/openapi-document.ts';
import { bundle } from '../../core/description/descriptions.ts';
import { TABLE } from '../../support/permissions/permission-table.ts';
import { makeWorld, prepareRequest } from '../../support/clients/prepared-request.ts';
import { errorCodes, errorSources, JSON_API, serviceForTests } from '../../support/service.ts';

const test = serviceForTests({ env: { LEGACY_ROOT: '', JWT_TTL: '1d' } });

const empty: [string, Record<string, string>][] = [
  ['/documents', { Authorization: '' }],
  ['/documents', { Authorization: '  ' }],
  ['/documents?access_token=', {}],
  ['/documents?token=', {}],
  ['/documents?api_key=', {}],
  ['/documents', { 'X-Api-Key': '' }],
  ['/home', { Authorization: '', Accept: 'text/html' }],
];
it.each(empty)('an empty credential is none: GET %s %j', async (path, headers) => {
  expect((await test.anonymous.get(path, headers)).status).toBe(200);
});

it('an empty header leaves the token of the query, and signs nobody in', async () => {
  const answer = await test.anonymous.get(`/auth/user?access_token=${test.editor.token}`, { Authorization: '' });
  expect(answer.status).toBe(200);
  const refused = await test.anonymous.get('/auth/user', { Authorization: '' });
  expect(errorCodes(refused)[0]).toBe('authentication_required');
  for (const header of ['Bearer', 'Basic x', 'x'])
    expect((await test.anonymous.get('/documents', { Authorization: header })).status).toBe(401);
});

it('a write with If-None-Match is refused where the resource has such a state', async () => {
  const { id } = await test.admin.create('/documents', { title: 'One' });
  const path = `/documents/${id}`;
  const etag = String((await test.admin.get(path)).headers['etag']);
  const body = { data: { type: 'documents', id, attributes: { title: 'Two' } } };
  for (const tag of ['*', etag, `W/${etag}`, `"x", ${etag}`]) {
    const refused = await test.admin.patch(path, body, { 'If-None-Match': tag });
    expect([tag, refused.status, errorSources(refused)]).toEqual([tag, 412, ['If-None-Match']]);
    expect((await test.admin.delete(path, { 'If-None-Match': tag })).status).toBe(412);
  }
  expect((await test.admin.patch(path, body, { 'If-None-Match': '"0.x"' })).status).toBe(200);
  expect((await test.admin.get(path, { 'If-None-Match': '*' })).status).toBe(304);
});

it('a content coding of any body is 415, which names its header', async () => {
  const requests: [string, Record<string, string>][] = [
    ['/documents', { 'Content-Type': JSON_API }],
    ['/auth', { 'Content-Type': 'application/json' }],
    ['/streams/upload/a.txt', { 'Content-Type': 'text/plain' }],
    ['/operations', { 'Content-Type': `${JSON_API}; ext="https://jsonapi.org/ext/atomic"` }],
  ];
  for (const [path, headers] of requests) {
    const refused = await test.admin.post(path, '{}', { ...headers, 'Content-Encoding': 'gzip' });
    expect([path, refused.status, errorSources(refused)]).toEqual([path, 415, ['Content-Encoding']]);
  }
  const form = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'http://localhost' };
  const page = await test.anonymous.post('/html/sign-in', 'a=b', { ...form, 'Content-Encoding': 'gzip' });
  expect([page.status, page.text.includes('Content-Encoding')]).toEqual([415, true]);
  const plain = { 'Content-Type': JSON_API, 'Content-Encoding': 'Identity' };
  const body = { data: { type: 'documents', attributes: {} } };
  expect((await test.admin.post('/documents', body, plain)).status).toBe(201);
});

/** Headers that change what a request means, with a value that does so for every method. */
const MEANINGFUL: Record<string, string> = {
  'If-Match': '"1.x"',
  'If-None-Match': '"1.x"',
  'If-Unmodified-Since': 'Sun, 01 Jan 2040 00:00:00 GMT',
  'Content-Transfer-Encoding': 'base64',
  'Last-Event-ID': '1',
  'X-HTTP-Method-Override': 'TRACE',
  'X-HTTP-Method': 'TRACE',
  'X-Method-Override': 'TRACE',
  'Idempotency-Key': 'one-key',
};
/** The name of a parameter, or of the one that it refers to. */
function nameOf(parameter: Node): string {
  const { $ref: reference, name } = parameter;
  return String(typeof reference === 'string' ? nodeAt(bundle, ...reference.split('/').slice(1))['name'] : name);
}

/** Conditions of a read choose between full and short responses; RFC 9110 lets a server ignore the others. */
const OF_READS_TOO = ['Content-Transfer-Encoding', 'Last-Event-ID', 'X-HTTP-Method-Override', 'Idempotency-Key'];

/** Probes are answered before their headers are read. */
const PROBES = ['/health', '/ready', '/metrics'];

/** The described operations with their headers, without those that refuse every body. */
const operations = Object.entries(nodeAt(bundle, 'paths')).flatMap(([path, item]) =>
  METHODS.flatMap((method) => {
    const { operationId, parameters } = nodeAt({ item }, 'item', method);
    const row = TABLE[String(operationId)];
    const names = (Array.isArray(parameters) ? parameters : []).map((each) => nameOf(each as Node));
    return row && row.status !== 403 && !PROBES.includes(path) ? [{ path, method, row, names }] : [];
  }),
);

const isDescribed = (header: string, method: string, names: readonly string[]): boolean =>
  names.includes(header) || (method === 'get' && !OF_READS_TOO.includes(header));

it('a header that changes what a request means is described, or refused (D867)', async () => {
  const world = await makeWorld(test.admin);
  const wrong: unknown[] = [];
  let refused = 0;
  for (const { path, method, row, names } of operations) {
    const request = await prepareRequest(test.admin, row, world);
    for (const [header, value] of Object.entries(MEANINGFUL)) {
      if (isDescribed(header, method, names)) continue;
      const response = await request.send(test.admin, { headers: { [header]: value } });
      refused++;
      const isRefused = response.status === 400 && errorSources(response)[0] === header;
      if (!isRefused) wrong.push([method, path, header, response.status, response.text.slice(0, 200)]);
    }
  }
  expect(wrong).toEqual([]);
  expect(refused).toBeGreaterThan(300);
});

it('a method that is named again, and an encoding that changes nothing, are taken', async () => {
  const body = { data: { type: 'documents', attributes: {} } };
  const headers = { 'X-HTTP-Method-Override': 'post', 'Content-Transfer-Encoding': 'binary' };
  expect((await test.admin.post('/documents', body, headers)).status).toBe(201);
});
