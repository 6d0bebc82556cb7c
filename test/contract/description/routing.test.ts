// Method x path -> the operation, or 405 with the allowed methods, or 404. Written out, so that a change of the paths
// is a change here.
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Description } from '../../../core/http/routing/operation.ts';
import { createBackend } from '../../../core/http/routing/openapi-backend.ts';
import { parseTarget } from '../../../core/http/request/request-target.ts';
import type { RoutingTable } from '../../../core/http/routing/routing-table.ts';
import { bundle, operationIds } from '../../core/description/descriptions.ts';
import { modelWith } from '../../core/description/model-rows.ts';
import { NOTHING, ROUTES } from '../../support/permissions/expected-routes.ts';
import { errorCodes, openTestService, type TestService } from '../../support/service.ts';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
const { types } = modelWith();
const isTypeName = (name: string): boolean => types.get(name)?.served === true;

let table: RoutingTable;
let test: TestService;
beforeAll(async () => {
  const backend = await createBackend(bundle as unknown as Description, operationIds(bundle), isTypeName);
  table = backend.router.table;
  test = await openTestService();
});
afterAll(() => test.close());

function winner(method: string, path: string): string {
  const match = table.match(method, parseTarget(path).segments, isTypeName);
  if (match.kind === 'operation') return match.operation.operationId;
  return match.kind === 'method' ? '.' : NOTHING;
}

describe('the matched operation', () => {
  it.each(Object.entries(ROUTES))('at %s', (path, want) => {
    const winners = METHODS.map((method) => winner(method, path));
    expect(winners.every((each) => each === NOTHING) ? NOTHING : winners.join(' ')).toBe(want);
  });

  it('is at some path for each operation of the description', () => {
    const named = new Set(Object.values(ROUTES).flatMap((row) => row.split(' ')));
    expect(operationIds(bundle).filter((id) => !named.has(id))).toEqual([]);
  });
});

describe('a method that a path does not have is 405 with Allow (D4)', () => {
  const cases = [
    ['post', '/home', 'GET, HEAD, OPTIONS'],
    ['delete', '/home', 'GET, HEAD, OPTIONS'],
    ['put', '/auth', 'GET, HEAD, POST, OPTIONS'],
    ['delete', '/auth/change', 'POST, PATCH, OPTIONS'],
    ['get', '/auth/abc', 'DELETE, OPTIONS'],
    ['patch', '/objects/1', 'GET, HEAD, DELETE, OPTIONS'],
    ['put', '/objects', 'GET, HEAD, POST, DELETE, OPTIONS'],
    ['post', '/trash', 'GET, HEAD, DELETE, OPTIONS'],
    ['get', '/bulk/edit', 'POST, OPTIONS'],
    ['put', '/documents/1', 'GET, HEAD, DELETE, PATCH, OPTIONS'],
    ['put', '/documents', 'GET, HEAD, POST, DELETE, OPTIONS'],
    ['delete', '/users', 'GET, HEAD, POST, OPTIONS'],
    ['patch', '/model/project', 'GET, HEAD, OPTIONS'],
    ['post', '/applications', 'GET, HEAD, OPTIONS'],
    ['delete', '/applications/1', 'GET, HEAD, OPTIONS'],
    ['patch', '/async_jobs/1', 'GET, HEAD, OPTIONS'],
    ['delete', '/async_jobs', 'GET, HEAD, POST, OPTIONS'],
    ['post', '/admin/sysinfo', 'GET, HEAD, OPTIONS'],
    ['patch', '/translations/1/relationships/object', 'GET, HEAD, OPTIONS'],
    ['post', '/documents/1/relationships/translations', 'GET, HEAD, OPTIONS'],
    ['delete', '/history', 'GET, HEAD, OPTIONS'],
  ] as const;

  it.each(cases)('%s %s', async (method, path, allow) => {
    for (const client of [test.anonymous, test.admin]) {
      const response = await client.request(method, path);
      expect([response.status, response.headers['allow']]).toEqual([405, allow]);
      expect(errorCodes(response)).toEqual(['method_not_allowed', 'method_not_allowed']);
    }
  });
});

describe('an unknown path is 404', () => {
  const paths = [
    '/unknown',
    '/users/1/2/3',
    '/user',
    '/home/1',
    '/model',
    '/documents/1/2/3',
    '/constructor',
    '/%24where',
  ];

  it.each(paths)('%s, with any method', async (path) => {
    for (const method of [...METHODS, 'options'] as const) {
      const response = await test.admin.request(method, path);
      expect([method, response.status, ...errorCodes(response)]).toEqual([
        method,
        404,
        'route_not_found',
        'route_not_found',
      ]);
    }
  });

  const secrets = [
    'access_token=s3cret',
    'access%5Ftoken=s3cret',
    '%74oken=s3cret',
    'token[]=s3cret',
    'api%5Fkey%5Ba%5D=s3cret',
  ];
  it.each(secrets)('without a credential in its links: ?%s (D17)', async (query) => {
    const response = await test.anonymous.get(`/unknown?a=b&${query}`);
    expect(response.status).toBe(404);
    expect(response.text).not.toContain('s3cret');
  });

  it('with a hint for the singular name of a type', async () => {
    const response = await test.anonymous.get('/document/1');
    expect(response.status).toBe(404);
    expect((response.body as { error: { detail: string } }).error.detail).toContain('Did you mean "documents"?');
  });
});

describe('HEAD and OPTIONS (D4)', () => {
  it.each(['/home', '/documents', '/objects', '/openapi.json', '/model/schema/documents'])(
    'HEAD %s has the response of GET without a body',
    async (path) => {
      // Each coding has a separate tag.
      const requestHeaders = { Host: 'localhost', 'Accept-Encoding': 'identity' };
      const get = await test.anonymous.get(path, requestHeaders);
      const head = await supertest(test.service.app).head(path).set(requestHeaders);
      expect([head.status, head.text]).toEqual([200, undefined]);
      for (const name of ['content-type', 'etag', 'vary']) expect(head.headers[name]).toBe(get.headers[name]);
    },
  );

  it('HEAD is 405 where there is no GET', async () => {
    const { status, headers } = await supertest(test.service.app).head('/auth/change');
    expect([status, headers['allow']]).toEqual([405, 'POST, PATCH, OPTIONS']);
  });

  const allowed = [
    ['/home', 'GET, HEAD, OPTIONS'],
    ['/auth', 'GET, HEAD, POST, OPTIONS'],
    ['/documents/1', 'GET, HEAD, DELETE, PATCH, OPTIONS'],
  ] as const;
  it.each(allowed)('OPTIONS %s returns the allowed methods', async (path, allow) => {
    const response = await test.anonymous.request('options', path);
    expect([response.status, response.text, response.headers['allow']]).toEqual([204, '', allow]);
  });
});
