// A caller that sends too many requests gets an error, and other callers and probes get responses (D624).
import type { Response } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabaseProxy, type DatabaseProxy } from '../../support/database/database-proxy.ts';
import { openTestService, PATIENCE, serviceForTests, type TestService } from '../../support/service.ts';

describe('too many concurrent requests', () => {
  let proxy: DatabaseProxy;
  let test: TestService;
  beforeAll(async () => {
    proxy = await openDatabaseProxy();
    const uri = new URL(proxy.uri('test_load_limits'));
    for (const [name, value] of Object.entries(PATIENCE)) uri.searchParams.set(name, value);
    const env = { TRUST_PROXY: '1', EXPENSIVE_AT_ONCE: '1', REQUESTS_AT_ONCE: '10' };
    test = await openTestService({ mongodbUri: uri.href, env });
  });
  afterAll(async () => {
    await test.close();
    await proxy.close();
  });

  it.each([
    ['lists', (n: number) => `/documents?filter[title]=${n}`],
    ['pages of the feed', () => '/feed'],
  ])('%s are 503 with Retry-After, expensive ones first; all others are served', async (_what, path) => {
    const from = (address: string) => ({ 'X-Forwarded-For': address });
    const list = (n: number) => test.anonymous.get(path(n), from(`10.9.${n}.1`));
    proxy.stall();
    const refused: Response[] = [];
    // Each of another caller: those of one caller wait for each other without a slot.
    const lists = Array.from({ length: 15 }, async (_, n) => {
      const response = await list(n);
      if (response.status === 503) refused.push(response);
      return response.status;
    });
    // Half of the slots are taken by requests that wait for the database.
    await expect.poll(() => refused.length).toBe(10);
    expect(refused.map(({ headers }) => headers['retry-after'])).toEqual(Array(10).fill('1'));
    const cheap = test.anonymous.get('/documents/999999', from('10.9.100.1'));
    expect((await test.anonymous.get('/health')).status).toBe(200);
    proxy.cut();
    expect((await Promise.all(lists)).filter((status) => status === 200)).toHaveLength(5);
    expect((await cheap).status).toBe(404);
    expect((await list(100)).status).toBe(200);
  });
});

describe('too many requests in a window', () => {
  const test = serviceForTests({ env: { CALLER_RATE: '100/1m' } });

  it('are 429, but not those of another caller or of a probe', async () => {
    let last = await test.reader.get('/home');
    for (let n = 0; n < 150 && last.status === 200; n++) last = await test.reader.get('/home');
    expect(last.status).toBe(429);
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
    expect((await test.editor.get('/home')).status).toBe(200);
    expect((await test.reader.get('/ready')).status).toBe(200);
  });
});
