// The service's own addresses below /html, and the names of the others.
import { describe, expect, it } from 'vitest';
import { openBrowserClient } from '../../support/clients/browser-client.ts';
import { openTestService, serviceForTests } from '../../support/service.ts';

const test = serviceForTests({ env: { RATE_LIMIT: '1000/1h' } });

describe('a refused request below /html', () => {
  it('counts for the rate limit like any unknown path', async () => {
    const client = openBrowserClient(test);
    const read = async (path: string): Promise<[number, number]> => {
      const { status, headers } = await client.get(path);
      return [status, Number(/r=(\d+)/.exec(headers['ratelimit'] ?? '')?.[1])];
    };
    const [, left] = await read('/nothing');
    expect(left).toBeGreaterThan(0);
    expect(await read('/html/nothing')).toEqual([404, left - 1]);
    expect(await read('/html/find//x')).toEqual([404, left - 2]);
    expect(await read('/html/new/documents')).toEqual([401, left - 3]);
    expect(await read('/html/sign-out')).toEqual([405, left - 4]);
  });

  it('is 429 after too many', async () => {
    const limited = await openTestService({ env: { RATE_LIMIT: '4/1m' } });
    try {
      // Its opening signs in three users.
      limited.clock.advance(60_000);
      const client = openBrowserClient(limited);
      const statuses: number[] = [];
      for (let turn = 0; turn < 5; turn++) statuses.push((await client.get('/html/nothing')).status);
      expect(statuses).toEqual([404, 404, 404, 404, 429]);
    } finally {
      await limited.close();
    }
  });

  it('is shown without JSON and curl line', async () => {
    const browser = openBrowserClient(test);
    const { text, status } = await browser.get('/html/nothing');
    expect(status).toBe(404);
    expect(text).toContain('There is nothing at &quot;/html/nothing&quot;.');
    expect(text).not.toMatch(/curl|href="\/html"/);
    await browser.signIn('admin');
    expect((await browser.get('/html/edit/documents/999999')).text).not.toContain('curl -g');
  });
});

describe('the home page', () => {
  it('has readable names', async () => {
    const browser = openBrowserClient(test);
    await browser.signIn('admin');
    const { text } = await browser.get('/home');
    for (const words of ['OpenAPI (JSON)', 'Model: object types', 'Admin: endpoint permissions', 'Auth: user']) {
      expect(text).toContain(`>${words}<`);
    }
    expect(text).not.toMatch(/>(?:Openapi|Admin|Model)[A-Z]/);
  });
});
