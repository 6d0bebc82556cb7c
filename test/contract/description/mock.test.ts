// The mock shows every response of the description, and refuses what the description refuses.
import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Document } from 'openapi-backend';
import supertest from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { METHODS } from '../../../core/description/openapi-document.ts';
import { createMock } from '../../../scripts/mock/mock-app.ts';
import { readPrefer } from '../../../scripts/mock/prefer.ts';

const JSON_API = 'application/vnd.api+json';

interface Described {
  operationId: string;
  responses: Record<string, { content?: Record<string, { examples?: Record<string, { value: unknown }> }> }>;
}

const description = JSON.parse(await readFile('generated/openapi.expanded.json', 'utf8')) as Document;
const operations = Object.entries(description.paths ?? {}).flatMap(([path, item]) =>
  METHODS.flatMap((method) => {
    const operation = (item as Record<string, Described | undefined>)[method];
    return operation ? [{ path, method, operation }] : [];
  }),
);

/** What a reference of the description leads to. */
function resolved<T>(value: T & { $ref?: string }): T {
  if (value.$ref === undefined) return value;
  const names = value.$ref.slice(2).split('/');
  return names.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], description) as T;
}

let mock: ReturnType<typeof supertest>;

beforeAll(async () => {
  mock = supertest(await createMock(structuredClone(description)));
});

const create = (attributes: object) =>
  mock
    .post('/documents')
    .set('authorization', 'Bearer any')
    .type(JSON_API)
    .send(JSON.stringify({ data: { type: 'documents', attributes } }));

describe('npm run mock', () => {
  it('shows the first example of success', async () => {
    const { status, body, headers } = await mock.get('/documents/12');
    expect([status, headers['content-type']]).toEqual([200, JSON_API]);
    const { get } = (description.paths ?? {})['/documents/{object_id}'] as unknown as { get: Described };
    const [example] = Object.values(get.responses['200']?.content?.[JSON_API]?.examples ?? {});
    expect(body).toEqual(example?.value);
  });

  // Every fiftieth of some 1,200 operations: the validators of each are compiled.
  it('shows every status of an operation', async () => {
    const shown: string[] = [];
    const described: string[] = [];
    for (const { path, method, operation } of operations.filter((_, index) => index % 50 === 0)) {
      for (const [status, response] of Object.entries(operation.responses)) {
        described.push(`${operation.operationId} ${status} true`);
        const asked = mock[method as 'get'](path.replace(/\{[^}]+\}/g, '12')).set('prefer', `code=${status}`);
        const { status: given, body, type } = await asked;
        const values = Object.entries(resolved(response).content ?? {}).flatMap(([mediaType, { examples = {} }]) =>
          mediaType === type ? Object.values(examples) : [],
        );
        // Without examples it is made from the schema.
        const isExample =
          values.length === 0 ||
          !type.includes('json') ||
          values.some((example) => isDeepStrictEqual(resolved(example).value, body));
        shown.push(`${operation.operationId} ${given} ${isExample}`);
      }
    }
    expect(shown).toEqual(described);
  });

  it('takes the name of an example, and lists those that there are', async () => {
    const bounded = await mock.get('/documents').set('prefer', 'example=listDocuments_bounded');
    expect([bounded.status, bounded.headers['preference-applied']]).toEqual([200, 'example=listDocuments_bounded']);
    const unknown = await mock.get('/documents').set('prefer', 'example=none');
    expect(unknown.status).toBe(400);
    expect(unknown.body.errors[0]).toMatchObject({ code: 'invalid_data', source: { header: 'Prefer' } });
    expect(unknown.body.errors[0].detail).toContain('listDocuments_bounded');
    expect((await mock.get('/documents').set('prefer', 'code=418')).body.errors[0].detail).toContain('200, 304, 400');
  });

  it.each([
    ['without a token', () => mock.post('/documents').send({}), 401, 'authentication_required', undefined],
    ['with a wrong body', () => create({ title: 5 }), 400, 'invalid_data', { pointer: '/data/attributes/title' }],
    ['with an unknown parameter', () => mock.get('/documents?bogus=1'), 400, 'invalid_data', { parameter: 'bogus' }],
    ['with a wrong parameter', () => mock.get('/documents?page=0'), 400, 'invalid_data', { parameter: 'page' }],
    ['of an unknown path', () => mock.get('/no/such/path/here'), 404, 'route_not_found', undefined],
    ['of another method', () => mock.put('/documents/12'), 405, 'method_not_allowed', undefined],
    [
      'of another media type',
      () => mock.post('/documents').set('authorization', 'x').type('text/plain').send('x'),
      415,
      'unsupported_media_type',
      undefined,
    ],
    [
      'whose body is no JSON',
      () => mock.post('/documents').type('application/json').send('{'),
      400,
      'invalid_data',
      undefined,
    ],
  ])('refuses a request %s', async (_, send, ...[status, code, source]) => {
    const response = await send();
    expect(response.status).toBe(status);
    expect(response.body.errors[0]).toMatchObject({ status: String(status), code });
    expect(response.body.errors[0].source).toEqual(source);
  });

  it('takes filters of any attribute, and a token in the query', async () => {
    expect((await mock.get('/documents?filter[title][like]=x&access_token=any')).status).toBe(200);
    expect((await create({ title: 'A title' })).status).toBe(201);
  });

  it('names the methods of a path', async () => {
    expect((await mock.put('/documents/12')).headers['allow']).toBe('GET, HEAD, PATCH, DELETE');
  });
});

describe('the header Prefer', () => {
  it('has a code and an example, and other preferences are left alone', () => {
    expect(readPrefer('code=404, example="a b"; respond-async, wait=5')).toEqual({
      code: '404',
      example: 'a b',
      wrong: [],
    });
    expect(readPrefer('code=40, example=')).toEqual({ wrong: ['code=40', 'example='] });
    expect(readPrefer(undefined)).toEqual({ wrong: [] });
  });
});
