// /home, /status, /health, /ready, /openapi.*, / and /docs (service.md 4.2, D4, D39, D44, D58).
import supertest, { type Response } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCodes, openTestService, type Client, type TestService, serviceForTests } from '../../support/service.ts';

const test = serviceForTests();
let debugging: TestService;
beforeAll(async () => {
  debugging = await openTestService({ env: { DEBUG: 'on', PUBLIC_URL: 'https://api.example.com/v1/' } });
});
afterAll(async () => {
  await debugging.close();
});

interface Home {
  links: Record<string, string>;
  meta: {
    resources: Record<
      string,
      { href: string; hints: { allow: string[]; formats: string[]; object_type: boolean; multiple_types?: boolean } }
    >;
  };
}
const resources = async (client: Client) => ((await client.get('/home')).body as Home).meta.resources;
const allowed = async (client: Client, path: string) => (await resources(client))[path]?.hints.allow;

const NEED_A_PARAMETER = new Set(
  ['poster', 'trees', 'streams/upload', 'streams/download', 'streams/clone', 'streams/version', 'model/schema'].map(
    (path) => `/${path}`,
  ),
);

describe('GET /home', () => {
  it('shows anonymous callers the readable endpoints and the sign-in', async () => {
    const { links, meta } = (await test.anonymous.get('/home')).body as Home;
    expect(links['self']).toBe(links['home']);
    expect(meta.resources['/documents']).toMatchObject({
      href: `${links['home']?.replace('/home', '')}/documents`,
      hints: {
        allow: ['GET'],
        formats: ['application/vnd.api+json', 'application/json'],
        object_type: true,
        multiple_types: false,
      },
    });
    expect(meta.resources['/auth']?.hints.allow).toEqual(['POST']);
    expect(meta.resources['/status']?.hints.allow).toEqual(['GET']);
    expect(meta.resources['/model/object_types']?.hints.allow).toEqual(['GET']);
    expect(meta.resources['/objects']?.hints).toMatchObject({
      allow: ['GET'],
      object_type: true,
      multiple_types: true,
    });
  });

  it('shows each caller the methods that its roles allow, and no others', async () => {
    const all = ['GET', 'POST', 'PATCH', 'DELETE'];
    expect(await allowed(test.reader, '/documents')).toEqual(['GET']);
    expect(await allowed(test.editor, '/documents')).toEqual(all);
    expect(await allowed(test.editor, '/objects')).toEqual(['GET', 'POST', 'DELETE']);
    expect(await allowed(test.editor, '/model/object_types')).toEqual(['GET']);
    expect(await allowed(test.admin, '/model/object_types')).toEqual(all);
  });

  it('is correct: each method that it names is allowed, each other one is refused', async () => {
    const { id } = await test.admin.create('/documents', { title: 'Without a poster', status: 'on' });
    // "Pictures of what": a question of users.
    const queries: Record<string, string> = { '/media/thumbs': '?ids=1', '/posters': `?id=${id}` };
    for (const caller of ['anonymous', 'reader', 'editor'] as const) {
      for (const [path, { hints }] of Object.entries(await resources(test[caller]))) {
        // They need a parameter (D401): test/behaviour/responses/home.test.ts.
        if (NEED_A_PARAMETER.has(path) || path.endsWith('/upload')) continue;
        if (hints.allow.includes('GET'))
          expect([path, (await test[caller].get(path + (queries[path] ?? ''))).status]).toEqual([path, 200]);
        // Every caller may try to sign in; POST at an abstract type exists to refuse.
        if (['/auth', '/objects', '/media'].includes(path)) continue;
        const posted = (await test[caller].post(path, {})).status;
        expect([path, caller, [401, 403, 405].includes(posted)]).toEqual([path, caller, !hints.allow.includes('POST')]);
      }
    }
  });

  it('lists the endpoint of each type', async () => {
    const paths = Object.keys(await resources(test.admin));
    expect(paths).toEqual(
      expect.arrayContaining(['/news', '/events', '/locations', '/profiles', '/links', '/publications', '/images']),
    );
  });

  it.each(['post', 'patch', 'delete', 'put'] as const)('is 405 for %s, with Allow', async (method) => {
    const response = await test.admin.request(method, '/home');
    expect([response.status, errorCodes(response)[0], response.headers['allow']]).toEqual([
      405,
      'method_not_allowed',
      'GET, HEAD, OPTIONS',
    ]);
  });

  it('is 401 for an invalid token, 406 and 400 as elsewhere', async () => {
    expect((await test.anonymous.get('/home', { Authorization: 'Bearer x' })).status).toBe(401);
    expect((await test.anonymous.get('/home', { Accept: 'image/png' })).status).toBe(406);
    expect(errorCodes(await test.anonymous.get('/home?nonsense=1'))[0]).toBe('unknown_parameter');
  });
});

describe('links', () => {
  it('begin with PUBLIC_URL if it is set, with any Host (D58)', async () => {
    const { links } = (await debugging.anonymous.get('/home', { Host: 'evil.example' })).body as Home;
    expect(links).toEqual({ self: 'https://api.example.com/v1/home', home: 'https://api.example.com/v1/home' });
  });

  it('never repeat an invalid Host', async () => {
    const response = await test.anonymous.get('/home', { Host: 'a"b<script>' });
    expect(response.text).not.toContain('script');
  });
});

describe('GET /status', () => {
  const status = async (service: TestService) =>
    ((await service.anonymous.get('/status')).body as { meta: { status: Record<string, unknown> } }).meta.status;
  it('shows only ok outside debug mode', async () => {
    expect(await status(test)).toEqual({ environment: 'ok' });
  });

  it('shows versions, plugins and errors in debug mode', async () => {
    expect(await status(debugging)).toEqual({
      environment: 'ok',
      debug: true,
      errors: [],
      plugins: [],
      versions: { colophon: expect.any(String), node: process.versions.node, mongodb: expect.stringMatching(/^\d+\./) },
    });
  });

  it('only exists as GET', async () => {
    expect((await test.admin.post('/status', {})).status).toBe(405);
    expect((await test.admin.request('head', '/status')).status).toBe(200);
  });
});

describe('errors', () => {
  const meta = async (service: TestService) =>
    ((await service.anonymous.get('/nothing')).body as { error: { meta?: { trace: string[] } } }).error.meta;
  it('have a trace in debug mode only', async () => {
    expect(await meta(test)).toBeUndefined();
    expect((await meta(debugging))?.trace.length).toBeGreaterThan(1);
  });

  it('are JSON:API unless plain JSON is preferred', async () => {
    const typeFor = async (Accept: string) =>
      (await test.anonymous.get('/nothing', { Accept })).headers['content-type'];
    expect(await typeFor('application/json')).toBe('application/json');
    for (const accept of ['*/*', 'text/plain', 'application/json;q=0.5, */*'])
      expect(await typeFor(accept)).toBe('application/vnd.api+json');
  });
});

describe('GET /health and /ready', () => {
  it('report that the process runs and the database is available', async () => {
    expect((await test.anonymous.get('/health')).body).toEqual({ status: 'ok' });
    // A process responds after its migrations: they are no separate check.
    expect((await test.anonymous.get('/ready')).body).toMatchObject({ status: 'ok', checks: { database: 'ok' } });
    expect((await test.anonymous.get('/ready')).text).not.toContain('migrations');
  });

  it.each(['/health', '/ready'])('%s ignores other headers and parameters (D617)', async (path) => {
    for (const headers of [
      { Accept: 'application/vnd.api+json' },
      { Accept: 'image/png' },
      { Accept: 'no type' },
      { Authorization: 'Bearer wombats' },
      { Authorization: 'Basic d29tOmJhdA==' },
      { 'X-Api-Key': 'wombats' },
    ]) {
      const { status, headers: given, body } = await test.anonymous.get(path, headers);
      expect([headers, status, given['content-type']]).toEqual([headers, 200, 'application/json']);
      expect(body).toMatchObject({ status: 'ok' });
    }
  });
});

describe('GET /openapi.json and /openapi.yaml', () => {
  it('describe this project, with an ETag for 304', async () => {
    for (const path of ['/openapi.json', '/openapi.yaml']) {
      const response = await debugging.anonymous.get(path);
      expect([
        response.status,
        response.text.includes('/documents/{object_id}'),
        response.text.includes('object_type_name}'),
      ]).toEqual([200, true, false]);
      const again = await debugging.anonymous.get(path, { 'If-None-Match': response.headers['etag'] ?? '' });
      expect(again.status).toBe(304);
    }
  });

  it('have the same server address as links', async () => {
    const { body } = await debugging.anonymous.get('/openapi.json?side=all');
    expect(body).toMatchObject({ servers: [{ url: 'https://api.example.com/v1' }] });
  });
});

describe('GET /', () => {
  it('leads to /home', async () => {
    const response = await debugging.anonymous.get('/');
    expect([response.status, response.headers['location']]).toEqual([302, 'https://api.example.com/v1/home']);
  });

  it('answers other methods with an error in the usual layout', async () => {
    expect((await test.admin.post('/', {})).status).toBe(404);
  });
});

describe('GET /docs', () => {
  const get = (path: string): Promise<Response> => supertest(test.service.app).get(path) as Promise<Response>;
  it('is a page that loads nothing from other hosts', async () => {
    const { status, text, headers } = await get('/docs');
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/https?:|\*|script-src[^;]*unsafe/);
    expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' });
    expect(text).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  });

  it('serves every file that it refers to', async () => {
    const { text } = await get('/docs');
    const names = [...text.matchAll(/(?:src|href)="(docs[^"]+)"/g)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(2);
    for (const name of names) {
      const response = await get(`/${name}`);
      expect([
        name,
        response.status,
        /^text\/(?:css|javascript|html)/.test(response.headers['content-type'] ?? ''),
      ]).toEqual([name, 200, true]);
      expect(response.headers['x-powered-by']).toBeUndefined();
    }
    expect((await get('/docs/start.js')).text).toContain('openapi.json');
  });

  it('is linked from the description with its error codes, under any base URL', async () => {
    const { externalDocs } = (await test.anonymous.get('/openapi.json?side=all')).body as {
      externalDocs: { url: string };
    };
    expect(externalDocs.url).toBe('http://localhost/docs/errors');
    expect((await get(new URL(externalDocs.url).pathname)).status).toBe(200);
  });

  it.each([
    '/docs/assets/../../package.json',
    '/docs/assets/%2e%2e/package.json',
    '/docs/assets/package.json',
    '/docs/assets/..%2f..%2fpackage.json',
    '/docs/nothing',
    '/docs/assets/%ff.js',
    '/docsx',
  ])('serves nothing else: %s', async (path) => {
    const response = await get(path);
    expect([400, 403, 404]).toContain(response.status);
    expect(response.headers['content-type']).toMatch(/^application\/(?:vnd\.api\+)?json$/);
    expect((response.body as { error: { code: string } }).error.code).toEqual(expect.any(String));
  });
});
