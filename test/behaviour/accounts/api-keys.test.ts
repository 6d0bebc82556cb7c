// Applications and their keys: a wrong or disabled key is refused, a missing one only if one is required (D18).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstKey } from '../../support/accounts/first-key.ts';
import { errorCodes, openTestService, type TestService } from '../../support/service.ts';

describe('an API key', () => {
  let test: TestService;
  let key: string;
  beforeAll(async () => {
    test = await openTestService();
    key = await firstKey(test);
  });
  afterAll(() => test.close());

  it('has 40 hexadecimal digits', () => {
    expect(key).toMatch(/^[0-9a-f]{40}$/);
  });

  it('is optional', async () => {
    expect((await test.anonymous.get('/documents')).status).toBe(200);
  });

  it.each(['X-Api-Key', 'x-api-key'])('is read from the header %s', async (header) => {
    expect((await test.anonymous.get('/documents', { [header]: key })).status).toBe(200);
  });

  it('is read from the query, and does not appear in links', async () => {
    const response = await test.anonymous.get(`/documents?api_key=${key}&page_size=3`);
    expect(response.status).toBe(200);
    expect(response.text).not.toContain(key);
  });

  it.each(['nothing', '0'.repeat(40), '$ne', '__proto__'])('is refused when it is %j', async (wrong) => {
    const response = await test.anonymous.get('/documents', { 'X-Api-Key': wrong });
    expect(response.status).toBe(403);
    expect(errorCodes(response)).toContain('invalid_api_key');
  });

  it('counts as absent if the header is empty, and the one of the query is used', async () => {
    expect((await test.anonymous.get('/documents', { 'X-Api-Key': '' })).status).toBe(200);
    const response = await test.anonymous.get('/documents?api_key=nothing', { 'X-Api-Key': '' });
    expect([response.status, errorCodes(response)[0]]).toEqual([403, 'invalid_api_key']);
  });

  it('is refused in another form', async () => {
    expect((await test.anonymous.get(`/documents?api_key[$ne]=x`)).status).toBe(403);
  });
});

describe('with REQUIRE_API_KEY', () => {
  let test: TestService;
  beforeAll(async () => {
    test = await openTestService({ env: { REQUIRE_API_KEY: 'on' } });
  });
  afterAll(() => test.close());

  it.each(['/home', '/documents', '/objects/1', '/status'])('%s requires one', async (path) => {
    const response = await test.anonymous.get(path);
    expect(response.status).toBe(403);
    expect(errorCodes(response)).toContain('missing_api_key');
    expect(errorCodes(await test.anonymous.get(path, { 'X-Api-Key': '' }))).toContain('missing_api_key');
    expect((await test.anonymous.get(path, { 'X-Api-Key': await firstKey(test) })).status).not.toBe(403);
  });

  it.each(['/health', '/ready'])('%s does not, since orchestrators read it', async (path) => {
    expect((await test.anonymous.get(path)).status).toBe(200);
  });

  it('accepts a token of an application', async () => {
    expect((await test.editor.get('/documents')).status).toBe(200);
  });
});
