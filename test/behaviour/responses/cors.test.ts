// Pages of other origins (D4, D287).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';

const HERE = 'https://example.org';
const PREFLIGHT = {
  'Access-Control-Request-Method': 'PATCH',
  'Access-Control-Request-Headers': 'authorization, if-match',
};

let off: TestService;
let listed: TestService;
let any: TestService;
beforeAll(async () => {
  off = await openTestService();
  listed = await openTestService({ env: { CORS_ORIGINS: `${HERE}, http://localhost:8080` } });
  any = await openTestService({ env: { CORS_ORIGINS: '*' } });
});
afterAll(() => Promise.all([off, listed, any].map((each) => each.close())));

const corsOf = ({ headers }: { headers: Record<string, string> }): string[] =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'));
const preflight = ({ anonymous }: TestService, path: string, Origin = HERE) =>
  anonymous.request('options', path, (request) => request.set({ Origin, ...PREFLIGHT }));

describe('CORS_ORIGINS', () => {
  it('is off by default: no header, and OPTIONS lists the methods as usual', async () => {
    const answer = await off.anonymous.get('/documents', { Origin: HERE });
    expect([corsOf(answer), answer.headers['vary']]).toEqual([[], 'Accept, Accept-Encoding']);
    const options = await preflight(off, '/documents');
    expect([corsOf(options), options.headers['allow']]).toEqual([[], 'GET, HEAD, POST, DELETE, OPTIONS']);
  });

  it('allows pages of its origins to read responses, errors and their headers', async () => {
    for (const [path, status] of [
      ['/documents', 200],
      ['/documents/99999', 404],
      ['/docs/', 302],
    ] as const) {
      const { status: given, headers } = await listed.anonymous.get(path, { Origin: HERE });
      expect([path, given]).toEqual([path, status]);
      expect(headers['access-control-allow-origin']).toBe(HERE);
      expect(headers['access-control-expose-headers']).toMatch(/Location, ETag, .*Retry-After/);
      expect(headers['access-control-allow-credentials']).toBeUndefined();
      expect(headers['vary']).toContain('Origin');
    }
  });

  it('answers every preflight with the allowed methods and headers', async () => {
    for (const path of ['/documents/1', '/admin/config', '/no/such/path']) {
      const { status, headers } = await preflight(listed, path);
      expect(status).toBe(204);
      expect(headers).toMatchObject({
        'access-control-allow-origin': HERE,
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': 'authorization, if-match',
        'access-control-max-age': '600',
      });
      expect(headers['access-control-allow-credentials']).toBeUndefined();
    }
  });

  it('has no effect for other origins, except that responses vary by origin', async () => {
    for (const Origin of ['https://example.com', 'http://example.org', 'https://example.org.evil.com', 'null']) {
      const answer = await listed.anonymous.get('/documents', { Origin });
      expect([Origin, corsOf(answer), answer.headers['vary']]).toEqual([Origin, [], 'Accept, Origin, Accept-Encoding']);
      expect(corsOf(await preflight(listed, '/documents', Origin))).toEqual([]);
    }
    expect((await listed.anonymous.get('/documents')).headers['vary']).toBe('Accept, Origin, Accept-Encoding');
  });

  it('is * for all origins, also without credentials', async () => {
    const { headers } = await any.anonymous.get('/documents', { Origin: 'https://anywhere.example' });
    expect([headers['access-control-allow-origin'], headers['vary']]).toEqual(['*', 'Accept, Accept-Encoding']);
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    expect((await preflight(any, '/auth')).headers['access-control-allow-origin']).toBe('*');
  });

  it('repeats no line break or other garbage of a preflight in the response', async () => {
    const answer = await any.anonymous.request('options', '/documents', (request) =>
      request.set({ Origin: HERE, ...PREFLIGHT, 'Access-Control-Request-Headers': 'a"b<c>' }),
    );
    expect([answer.status, answer.headers['access-control-allow-headers']]).toEqual([204, undefined]);
  });
});
