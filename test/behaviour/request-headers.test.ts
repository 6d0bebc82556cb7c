// Headers of requests that say nothing, or too much: an empty credential, a condition of a write, a content coding.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorCodes, errorSources, JSON_API, openTestService, type TestService } from '../support/service.ts';

let test: TestService;
beforeAll(async () => {
  test = await openTestService();
});
afterAll(() => test.close());

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
