// Applications: keys are stored as hashes, and may have fewer permissions than their users (D688).
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { dataOf, outcome, resourceAt } from '../../support/database/rows.ts';
import { errorCodes, PASSWORD, serviceForTests, type TestService } from '../../support/service.ts';

const PATH = '/admin/applications';
const JSON_BODY = { 'Content-Type': 'application/json' };
const test = serviceForTests();
const applications = resourceAt(() => test, PATH);
const rows = () => test.service.services.store.applications;
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

async function make(name: string, more: object = {}): Promise<{ id: string; key: string; headers: object }> {
  const { id, meta } = await applications.create({ name, ...more });
  const key = String(meta['api_key']);
  return { id, key, headers: { 'X-Api-Key': key } };
}
const document = { data: { type: 'documents', attributes: { title: 'A', status: 'on' } } };
const code = (response: Awaited<ReturnType<TestService['admin']['get']>>): string =>
  response.status < 400 ? String(response.status) : `${response.status} ${errorCodes(response)[0]}`;

describe('an API key', () => {
  it('is shown once, in the response that creates it, and stored as a hash', async () => {
    const { id, key } = await make('once');
    expect(key).toMatch(/^[0-9a-f]{40}$/);
    expect(await rows().findOne({ _id: Number(id) })).toMatchObject({ api_key_hash: sha256(key) });
    const { db } = test.service.services.store;
    for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray())
      expect(JSON.stringify(await db.collection(name).find().toArray())).not.toContain(key);
    expect(dataOf(await test.admin.get(`${PATH}/${id}`)).meta).not.toHaveProperty('api_key');
    expect((await test.admin.get(PATH)).text).not.toContain('"api_key"');
    expect(dataOf(await applications.patch(id, { description: 'x' })).meta).not.toHaveProperty('api_key');
  });

  it('that is renewed is replaced at once', async () => {
    const { id, key, headers } = await make('renewed');
    const response = await applications.patch(id, { renew_key: true });
    const renewed = String(dataOf(response).meta['api_key']);
    expect(renewed).toMatch(/^[0-9a-f]{40}$/);
    expect(renewed).not.toBe(key);
    expect(code(await test.anonymous.get('/documents', { ...headers }))).toBe('403 invalid_api_key');
    expect(code(await test.anonymous.get('/documents', { 'X-Api-Key': renewed }))).toBe('200');
  });

  it('has the time of its last use, to the minute', async () => {
    const { id, headers } = await make('seen');
    const lastUsed = async () => dataOf(await test.admin.get(`${PATH}/${id}`)).meta['last_used'];
    const seen = (value: unknown) => expect.poll(lastUsed).toBe(value);
    const shown = () => `${test.clock.now().toISOString().slice(0, 19)}+00:00`;
    expect(await lastUsed()).toBe(null);
    await test.anonymous.get('/documents', { ...headers });
    const first = shown();
    await seen(first);
    test.clock.advance(30_000);
    await test.anonymous.get('/documents', { ...headers });
    expect(await lastUsed()).toBe(first);
    test.clock.advance(31_000);
    await test.anonymous.get('/documents', { ...headers });
    await seen(shown());
  });
});

describe('an application', () => {
  it('that is read-only changes nothing, for any user', async () => {
    const { headers } = await make('reader', { read_only: true });
    expect(code(await test.admin.get('/documents', { ...headers }))).toBe('200');
    expect(code(await test.admin.post('/documents', document, { ...headers }))).toBe('403 forbidden');
    expect(code(await test.admin.post('/documents', document))).toBe('201');
    const signIn = { username: 'admin', password: PASSWORD };
    const { body, status } = await test.anonymous.post('/auth', signIn, { ...JSON_BODY, ...headers });
    expect(status).toBe(200);
    // The token is one of the application, with or without its key.
    const { jwt } = (body as { meta: { jwt: string } }).meta;
    const bearer = { Authorization: `Bearer ${jwt}` };
    expect(code(await test.anonymous.post('/documents', document, bearer))).toBe('403 forbidden');
  });

  it('that is restricted to endpoints reaches no others', async () => {
    const { id, headers } = await make('narrow', { endpoints: ['documents'] });
    const codeFor = async (path: string) => code(await test.admin.get(path, { ...headers }));
    expect(await Promise.all(['/documents', '/users', '/objects', '/admin/applications'].map(codeFor))).toEqual([
      '200',
      ...Array<string>(3).fill('403 forbidden'),
    ]);
    expect(code(await test.anonymous.get('/users', { ...headers }))).toBe('403 forbidden');
    await applications.patch(id, { endpoints: null });
    expect(await codeFor('/users')).toBe('200');
  });

  it('is restricted to them in atomic operations as well', async () => {
    const { headers } = await make('parts', { read_only: true });
    const operations = { 'atomic:operations': [{ op: 'add', data: document.data }] };
    const type = 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"';
    const response = await test.admin.post('/operations', operations, { 'Content-Type': type, ...headers });
    expect(code(response)).toBe('403 forbidden');
  });

  it('is refused after it expires, with its tokens', async () => {
    const expires = new Date(test.clock.now().getTime() + 60_000).toISOString();
    const { key, headers } = await make('ending', { expires });
    const grant = { grant_type: 'client_credentials', client_id: key };
    const { body } = await test.anonymous.post('/auth', grant, JSON_BODY);
    const { jwt, renew } = (body as { meta: { jwt: string; renew: string } }).meta;
    const bearer = { Authorization: `Bearer ${jwt}` };
    expect(code(await test.anonymous.get('/documents', bearer))).toBe('200');
    test.clock.advance(61_000);
    expect(code(await test.anonymous.get('/documents', bearer))).toBe('401 invalid_token');
    expect(code(await test.anonymous.get('/documents', { ...headers }))).toBe('403 invalid_api_key');
    expect(code(await test.anonymous.post('/auth', grant, JSON_BODY))).toBe('401 login_failed');
    const again = { grant_type: 'refresh_token', refresh_token: renew };
    expect(code(await test.anonymous.post('/auth', again, JSON_BODY))).toBe('401 application_unauthorized');
  });

  it('refuses an invalid date and an invalid list of endpoints; the first one never expires', async () => {
    expect(await outcome(applications.post({ name: 'odd', expires: 'soon' }))).toBe(
      '400 invalid_data /data/attributes/expires',
    );
    expect(await outcome(applications.post({ name: 'odd', endpoints: ['a', 'a'] }))).toMatch(
      /^400 invalid_data \/data\/attributes\/endpoints/,
    );
    expect(await outcome(applications.patch('1', { expires: '2030-01-01T00:00:00Z' }))).toBe('403 immutable');
  });
});
