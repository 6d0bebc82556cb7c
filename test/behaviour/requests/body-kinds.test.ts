// The fact `body` of every operation, seen from outside: which names its values may have (D414).
import type { Test } from 'supertest';
import { beforeAll, expect, it } from 'vitest';
import { ATOMIC, resultsOf, sendOperations } from '../../support/clients/atomic.ts';
import { errorCodes, errorSources, serviceForTests } from '../../support/service.ts';
import { writeEndpoints, type WriteEndpoint } from '../../support/writes/write-endpoints.ts';

const test = serviceForTests({ env: { BODIES_AT_ONCE: '1000' } });

beforeAll(async () => {
  const { admin } = test;
  await admin.create('/model/property_types', { name: 'any_object', params: { type: 'object' } });
  for (const name of ['params', 'labels', 'payload', 'default_value']) {
    await admin.create('/model/properties', {
      object_type_name: 'documents',
      name,
      property_type_name: 'any_object',
    });
  }
});

/** By the path, independently of the description. */
const kindOf = ({ path }: WriteEndpoint): string =>
  path.startsWith('/model/') ? 'schemas' : /^\/(?:admin|async_jobs)\b/.test(path) ? 'settings' : 'free';

const CASES: readonly [string, string, readonly string[]][] = [
  ['params', '$ref', ['free', 'schemas']],
  ['params', '$gt', ['free']],
  ['params', '_bsontype', ['free']],
  ['labels', '$ref', ['free']],
  ['payload', '$gt', ['free']],
  ['default_value', '__proto__', ['free']],
  ['anything', '$gt', ['free']],
];

it.each(CASES)('in "%s" the name %s is taken by bodies of these kinds only: %s', async (name, key, kinds) => {
  const endpoints = (await writeEndpoints(test, ['documents'])).filter(({ type }) => type !== ATOMIC);
  expect(new Set(endpoints.map(kindOf))).toEqual(new Set(['free', 'settings', 'schemas']));
  // No resource has this type, so that nothing is written.
  const body = `{"data":{"type":"none","id":"1","attributes":{"${name}":{"a":{"${key}":1}}}}}`;
  const seen = await Promise.all(
    endpoints.map(async ({ method, path, type }) => {
      const response = await test.admin.request(method, path, (request: Test) =>
        request
          .set('Content-Type', type)
          .serialize((data) => data as string)
          .send(body),
      );
      const isRefused = errorCodes(response).includes('invalid_key');
      return [method, path, isRefused ? errorSources(response)[0] : 'taken'];
    }),
  );
  const refusal = `/data/attributes/${name}/a/${key}`;
  expect(seen).toEqual(
    endpoints.map((endpoint) => [endpoint.method, endpoint.path, kinds.includes(kindOf(endpoint)) ? 'taken' : refusal]),
  );
});

it('objects keep any names below attributes that settings have as well', async () => {
  const content = { $gt: { $where: 1, _bsontype: 'ObjectId' }, 'a.b': [{ $ref: '#' }] };
  const attributes = { params: content, labels: content, payload: content, default_value: content };
  const made = await test.admin.create('/documents', attributes);
  expect((await test.admin.get(`/documents/${made.id}`)).body).toHaveProperty(
    'data.attributes',
    expect.objectContaining(attributes),
  );
});

it('a part of /operations has the kind of its own operation', async () => {
  const add = (type: string, name: string) => ({
    op: 'add',
    data: { type, attributes: { [name]: { $gt: 1 } } },
  });
  const made = await sendOperations(test.admin, [add('documents', 'params')]);
  expect([made.status, resultsOf(made)[0]?.data?.attributes?.['params']]).toEqual([200, { $gt: 1 }]);
  for (const type of ['tags', 'categories']) {
    const refused = await sendOperations(test.admin, [add('documents', 'params'), add(type, 'labels')]);
    expect([refused.status, errorCodes(refused)[0], errorSources(refused)]).toEqual([
      400,
      'invalid_key',
      ['/atomic:operations/1/data/attributes/labels/$gt'],
    ]);
  }
});
