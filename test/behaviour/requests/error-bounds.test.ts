// Answers to any number of faults are small, at every operation with a body (D782; F3, F21).
import type { Test } from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { errorSources, serviceForTests } from '../../support/service.ts';
import { writeEndpoints, type WriteEndpoint } from '../../support/writes/write-endpoints.ts';

const test = serviceForTests({ env: { LEGACY_ROOT: '' } });
let endpoints: WriteEndpoint[];
beforeAll(async () => {
  const { admin } = test;
  await admin.create('/model/property_types', {
    name: 'colours',
    params: { type: 'array', items: { type: 'string', enum: ['red', 'blue'] } },
  });
  for (const object_type_name of ['documents', 'users'])
    await admin.create('/model/properties', { name: 'colours', property_type_name: 'colours', object_type_name });
  const types = { data: [{ type: 'object_types', id: 'documents' }] };
  await admin.post('/model/relations', {
    data: {
      type: 'relations',
      attributes: {
        name: 'painted',
        inverse_name: 'painter',
        params: {
          type: 'object',
          properties: { colours: { type: 'array', items: { enum: ['red'], type: 'string' } } },
        },
      },
      relationships: { left_object_types: types, right_object_types: types },
    },
  });
  endpoints = await writeEndpoints(test, ['documents', 'folders', 'users', 'images']);
});

const send = ({ method, path, type }: WriteEndpoint, body: string) =>
  test.admin.request(method, path, (request: Test) =>
    request
      .set({ 'Content-Type': type })
      .serialize((data) => data as string)
      .send(body),
  );

const COUNT = 2000;
const unknown = Object.fromEntries(Array.from({ length: COUNT }, (_, index) => [`unknown${index}`, null]));
const nulls = Array.from({ length: COUNT }, () => null);
const longName = 'n'.repeat(20_000);
const identifier = { type: 'documents', id: '1' };
const BODIES: Record<string, unknown> = {
  'unknown members': unknown,
  'unknown members of data': { data: { ...identifier, ...unknown } },
  'unknown attributes': { data: { ...identifier, attributes: unknown } },
  'unknown relationships': { data: { ...identifier, attributes: {}, relationships: unknown } },
  'unknown meta': { data: { ...identifier, attributes: {}, meta: unknown } },
  'a list of nulls': { data: nulls, ids: nulls, roles: nulls, categories: nulls, 'atomic:operations': nulls },
  'lists of nulls in attributes': {
    data: {
      ...identifier,
      attributes: { tags: nulls, categories: nulls, colours: nulls, date_ranges: nulls, roles: nulls },
    },
  },
  'lists of nulls in plain members': { tags: nulls, colours: nulls, date_ranges: nulls, title: nulls },
  'identifiers with faults': { data: nulls.map(() => ({ ...identifier, meta: { relation: { unknown: 1 } } })) },
  'a long name': {
    data: { ...identifier, attributes: { [longName]: nulls }, relationships: { [longName]: { data: nulls } } },
  },
  'long names': { [longName]: nulls, data: nulls.slice(0, 20).map((_, index) => ({ [longName + index]: 1 })) },
};

describe('the answer to a body with', () => {
  it.each(Object.entries(BODIES))('%s has at most 101 errors and 300 KB', async (_name, body) => {
    expect(endpoints.length).toBeGreaterThan(60);
    const text = JSON.stringify(body);
    const large: unknown[] = [];
    for (const endpoint of endpoints) {
      const response = await send(endpoint, text);
      const { errors = [] } = response.body as { errors?: { detail: string }[] };
      const size = JSON.stringify(response.body ?? '').length;
      if (response.status >= 500 || errors.length > 101 || size > 300_000)
        large.push([endpoint.method, endpoint.path, response.status, errors.length, size]);
    }
    expect(large).toEqual([]);
  });

  it('a list of 40,000 nulls names the place', async () => {
    const colours = Array.from({ length: 40_000 }, () => null);
    const posted = await test.admin.post('/documents', { data: { type: 'documents', attributes: { colours } } });
    expect([posted.status, errorSources(posted)]).toEqual([400, ['/data/attributes/colours/0']]);
    const some = await test.admin.post('/documents', {
      data: { type: 'documents', attributes: { colours: [null, 'green'] } },
    });
    expect([some.status, errorSources(some)]).toEqual([
      400,
      ['/data/attributes/colours/0', '/data/attributes/colours/1'],
    ]);
  });

  it('wrong params of links names the place', async () => {
    const { id } = await test.admin.create('/documents', { title: 'A' });
    const { id: target } = await test.admin.create('/documents', { title: 'B' });
    const colours = Array.from({ length: 40_000 }, () => null);
    const response = await test.admin.post(`/documents/${id}/relationships/painted`, {
      data: [{ type: 'documents', id: target, meta: { relation: { params: { colours } } } }],
    });
    const place = '/data/0/meta/relation/params/colours/0';
    expect([response.status, errorSources(response)]).toEqual([400, [place]]);
  });
});
