// Relations between objects (service.md 4.4, D541, D26, D48, D49).
import { beforeAll, describe, expect, it } from 'vitest';
import type { Response } from 'supertest';
import { type Client, errorCodes, errorSources, serviceForTests } from '../../support/service.ts';

const test = serviceForTests();
beforeAll(async () => {
  await relation({ name: 'cites', inverse_name: 'cited_by' }, ['documents'], ['documents', 'news']);
  await relation({ name: 'borders', inverse_name: 'borders' }, ['locations'], ['locations']);
  const params = {
    type: 'object',
    properties: { role: { type: 'string' }, weight: { type: 'integer', default: 5 } },
    required: ['role'],
  };
  await relation({ name: 'authors', inverse_name: 'author_of', params }, ['documents'], ['profiles']);
});

async function relation(attributes: Record<string, unknown>, left: string[], right: string[]): Promise<string> {
  const { id } = await test.admin.create('/model/relations', attributes);
  for (const [side, names] of Object.entries({ left, right })) {
    const data = names.map((name) => ({ type: 'object_types', id: name }));
    await test.admin.post(`/model/relations/${id}/relationships/${side}_object_types`, { data });
  }
  return id;
}

let serial = 0;
const make = async (type = 'documents', attributes: object = {}): Promise<string> =>
  (await test.editor.create(`/${type}`, { title: `Object ${++serial}`, status: 'on', ...attributes })).id;
const makeSeveral = async (count: number, type = 'documents'): Promise<string[]> => {
  const ids: string[] = [];
  for (let made = 0; made < count; made++) ids.push(await make(type));
  return ids;
};

interface Link {
  id: string;
  type: string;
  meta: { relation: { priority: number; inv_priority: number; params: unknown } };
}
const dataOf = (response: Response): Link[] => (response.body as { data: Link[] }).data;
const link = (id: string | undefined, relation?: object, type = 'documents') => ({
  id,
  type,
  ...(relation && { meta: { relation } }),
});
/** `id: priority/inv_priority` of the objects that an object is related to. */
async function places(path: string, client: Client = test.editor): Promise<string[]> {
  const response = await client.get(`${path}?page_size=100`);
  expect(response.status).toBe(200);
  return dataOf(response).map(({ id, meta: { relation: r } }) => `${id}: ${r.priority}/${r.inv_priority}`);
}
const cites = (id: string | undefined): string => `/documents/${id}/relationships/cites`;
const citedBy = (id: string | undefined): string => `/documents/${id}/relationships/cited_by`;

describe('POST of links', () => {
  it('adds them last on both sides, and returns their places', async () => {
    const [a, b, c, d] = await makeSeveral(4);
    expect((await test.editor.post(cites(d), { data: link(c) })).status).toBe(200);
    const response = await test.editor.post(cites(a), { data: [link(b), link(c)] });
    expect(response.status).toBe(200);
    expect(dataOf(response)).toEqual([
      link(b, { priority: 1, inv_priority: 1, params: null }),
      link(c, { priority: 2, inv_priority: 2, params: null }),
    ]);
    expect(await places(cites(a))).toEqual([`${b}: 1/1`, `${c}: 2/2`]);
    expect(await places(citedBy(c))).toEqual([`${d}: 1/1`, `${a}: 2/2`]);
  });

  it('is 204 when all links exist already', async () => {
    const [a, b] = await makeSeveral(2);
    await test.editor.post(cites(a), { data: [link(b)] });
    const response = await test.editor.post(cites(a), { data: [link(b)] });
    expect([response.status, response.text]).toEqual([204, '']);
    expect((await test.editor.post(cites(a), { data: [] })).status).toBe(204);
  });

  it('gives them the requested places on either side, and shifts the others', async () => {
    const [a, b, c, d, e] = await makeSeveral(5);
    await test.editor.post(cites(a), { data: [link(b), link(c)] });
    await test.editor.post(cites(e), { data: [link(d)] });
    await test.editor.post(cites(a), { data: [link(d, { priority: 1, inv_priority: 1 })] });
    expect(await places(cites(a))).toEqual([`${d}: 1/1`, `${b}: 2/1`, `${c}: 3/1`]);
    expect(await places(citedBy(d))).toEqual([`${a}: 1/1`, `${e}: 2/1`]);
  });

  it('moves existing links, and shifts those between', async () => {
    const [a, ...others] = await makeSeveral(6);
    const [b, c, d, e, f] = others;
    await test.editor.post(cites(a), { data: others.map((id) => link(id)) });
    const response = await test.editor.post(cites(a), { data: link(c, { priority: 4 }) });
    expect(dataOf(response)).toEqual([link(c, { priority: 4, inv_priority: 1, params: null })]);
    expect(await places(cites(a))).toEqual([`${b}: 1/1`, `${d}: 2/1`, `${e}: 3/1`, `${c}: 4/1`, `${f}: 5/1`]);
    await test.editor.post(cites(a), { data: link(f, { priority: 1 }) });
    expect(await places(cites(a))).toEqual([`${f}: 1/1`, `${b}: 2/1`, `${d}: 3/1`, `${e}: 4/1`, `${c}: 5/1`]);
    const order = [c, e, d, b, f];
    await test.editor.post(cites(a), { data: order.map((id, index) => link(id, { priority: index + 1 })).reverse() });
    expect(await places(cites(a))).toEqual(order.map((id, index) => `${id}: ${index + 1}/1`));
  });

  it('moves a link among those of the other side', async () => {
    const [a, b, c, d] = await makeSeveral(4);
    for (const id of [b, c, d]) await test.editor.post(cites(id), { data: link(a) });
    await test.editor.post(cites(d), { data: link(a, { inv_priority: 1 }) });
    expect(await places(citedBy(a))).toEqual([`${d}: 1/1`, `${b}: 2/1`, `${c}: 3/1`]);
    await test.editor.post(citedBy(a), { data: link(d, { priority: 3 }) });
    expect(await places(citedBy(a))).toEqual([`${b}: 1/1`, `${c}: 2/1`, `${d}: 3/1`]);
  });

  it('accepts unames, on either side', async () => {
    const [a, b] = await makeSeveral(2);
    const uname = `a-uname-${serial}`;
    await test.editor.patch(`/documents/${b}`, { data: { id: b, type: 'documents', attributes: { uname } } });
    expect((await test.editor.post(`/documents/${uname}/relationships/cited_by`, { data: link(a) })).status).toBe(200);
    expect((await test.editor.post(cites(a), { data: link(uname) })).status).toBe(204);
    expect(await places(cites(a))).toEqual([`${b}: 1/1`]);
  });
});

describe('PATCH of links', () => {
  it('replaces all links, and reports added, changed and removed ones', async () => {
    const [a, b, c, d, e] = await makeSeveral(5);
    await test.editor.post(cites(a), { data: [link(b), link(c), link(d)] });
    const response = await test.editor.patch(cites(a), { data: [link(d), link(e, { priority: 1 })] });
    expect(response.status).toBe(200);
    expect(dataOf(response).map(({ id }) => id)).toEqual([d, e, b, c]);
    expect(await places(cites(a))).toEqual([`${e}: 1/1`, `${d}: 2/1`]);
    expect(await places(citedBy(b))).toEqual([]);
  });

  it('is 204 for the same list, and removes all with an empty one', async () => {
    const [a, b, c] = await makeSeveral(3);
    await test.editor.post(cites(a), { data: [link(b), link(c)] });
    expect((await test.editor.patch(cites(a), { data: [link(b), link(c)] })).status).toBe(204);
    // Another order is a change (D769).
    expect((await test.editor.patch(cites(a), { data: [link(c), link(b)] })).status).toBe(200);
    expect((await test.editor.patch(cites(a), { data: [] })).status).toBe(200);
    expect(await places(cites(a))).toEqual([]);
    expect((await test.editor.patch(cites(a), { data: [] })).status).toBe(204);
  });
});

describe('DELETE of links', () => {
  it('removes the named links and closes the gaps on both sides', async () => {
    const [a, b, c, d, e] = await makeSeveral(5);
    await test.editor.post(cites(a), { data: [link(b), link(c), link(d)] });
    await test.editor.post(cites(e), { data: [link(c)] });
    const response = await test.editor.delete(cites(a), {}, { data: [link(c), link(e)] });
    expect([response.status, dataOf(response).map(({ id }) => id)]).toEqual([200, [c]]);
    expect(await places(cites(a))).toEqual([`${b}: 1/1`, `${d}: 2/1`]);
    expect(await places(citedBy(c))).toEqual([`${e}: 1/1`]);
    expect((await test.editor.delete(cites(a), {}, { data: link(c) })).status).toBe(204);
  });
});

describe('a symmetric relation (D48)', () => {
  const borders = (id: string | undefined): string => `/locations/${id}/relationships/borders`;

  it('is listed by both sides, each with its own order', async () => {
    const [a, b, c] = await makeSeveral(3, 'locations');
    const to = (id: string | undefined, relation?: object) => link(id, relation, 'locations');
    await test.editor.post(borders(a), { data: [to(b), to(c)] });
    await test.editor.post(borders(b), { data: [to(c, { priority: 1, inv_priority: 1 })] });
    expect(await places(borders(a))).toEqual([`${b}: 1/2`, `${c}: 2/2`]);
    expect(await places(borders(b))).toEqual([`${c}: 1/1`, `${a}: 2/1`]);
    expect(await places(borders(c))).toEqual([`${b}: 1/1`, `${a}: 2/2`]);
    await test.editor.delete(borders(c), {}, { data: to(b) });
    expect(await places(borders(a))).toEqual([`${b}: 1/1`, `${c}: 2/1`]);
    expect(await places(borders(b))).toEqual([`${a}: 1/1`]);
    expect(await places(borders(c))).toEqual([`${a}: 1/2`]);
    await test.editor.patch(borders(a), { data: [to(c), to(b, { priority: 1 })] });
    await test.editor.patch(borders(c), { data: [] });
    expect(await places(borders(a))).toEqual([`${b}: 1/1`]);
  });
});

describe('params', () => {
  const authors = (id: string | undefined): string => `/documents/${id}/relationships/authors`;
  const by = (id: string, params?: unknown) => link(id, { params }, 'profiles');

  it('are validated, stored with the defaults of the schema, and kept unless sent again', async () => {
    const [document, profile] = [await make(), await make('profiles')];
    const added = await test.editor.post(authors(document), { data: by(profile, { role: 'editor' }) });
    expect(dataOf(added)[0]?.meta.relation.params).toEqual({ role: 'editor', weight: 5 });
    expect((await test.editor.post(authors(document), { data: by(profile) })).status).toBe(204);
    expect((await test.editor.post(authors(document), { data: by(profile, { role: 'editor' }) })).status).toBe(204);
    const inverse = `/profiles/${profile}/relationships/author_of`;
    await test.editor.post(inverse, { data: link(document, { params: { role: 'writer', weight: 1 } }) });
    expect(dataOf(await test.editor.get(authors(document)))[0]?.meta.relation.params).toEqual({
      role: 'writer',
      weight: 1,
    });
  });

  it('that break the schema, or lack required members, are 400', async () => {
    const [document, profile] = [await make(), await make('profiles')];
    const place = '/data/0/meta/relation/params';
    const cases: [unknown, string[]][] = [
      [undefined, [`${place}/role`]],
      [null, [`${place}/role`]],
      [{ weight: 'a' }, [`${place}/role`, `${place}/weight`]],
      [{ role: 1 }, [`${place}/role`]],
    ];
    for (const [params, sources] of cases) {
      const response = await test.editor.post(authors(document), { data: [by(profile, params)] });
      expect([response.status, errorSources(response).sort()]).toEqual([400, sources]);
      expect((response.body as { error: { detail: string } }).error.detail).toContain('[params.');
    }
    const one = await test.editor.post(authors(document), { data: by(profile) });
    expect(errorSources(one)).toEqual(['/data/meta/relation/params/role']);
    expect(await places(authors(document))).toEqual([]);
  });

  it('of a relation without params are 400, unless they are empty', async () => {
    const [a, b] = await makeSeveral(2);
    const response = await test.editor.post(cites(a), { data: link(b, { params: { page: 1 } }) });
    expect([response.status, errorSources(response)]).toEqual([400, ['/data/meta/relation/params']]);
    expect((await test.editor.post(cites(a), { data: link(b, { params: {} }) })).status).toBe(200);
  });
});

describe('a request with an invalid link is refused as a whole', () => {
  let a: string;
  let b: string;
  beforeAll(async () => {
    [a, b] = (await makeSeveral(2)) as [string, string];
  });

  type Case = [what: string, data: () => unknown, status: number, code: string, source?: string];
  const cases: Case[] = [
    ['an unknown object', () => [link(b), link('999999')], 404, 'not_found', '/data/1/id'],
    ['an unknown uname', () => link('no-such-thing'), 404, 'not_found', '/data/id'],
    ['an id that is none', () => link('0'), 404, 'not_found', '/data/id'],
    [
      'a type that the relation does not lead to',
      () => [link(b, undefined, 'events')],
      409,
      'type_conflict',
      '/data/0/type',
    ],
    ['an unknown type', () => link(b, undefined, 'wombats'), 409, 'type_conflict', '/data/type'],
    ['another type than the object has', () => link(b, undefined, 'news'), 404, 'not_found', '/data/id'],
    ['itself', () => [link(b), link(a)], 400, 'invalid_data', '/data/1'],
    ['the same twice', () => [link(b), link(b)], 400, 'invalid_data', '/data/1'],
    ['a negative priority', () => link(b, { priority: -1 }), 400, 'invalid_data'],
    ['a priority that is no integer', () => [link(b, { priority: 1.5 })], 400, 'invalid_data'],
    ['a priority that is text', () => [link(b, { priority: 'one' })], 400, 'invalid_data'],
    ['a priority beyond all bounds', () => [link(b, { priority: 1e12 })], 400, 'invalid_data'],
    ['an inverse priority that is null', () => [link(b, { inv_priority: null })], 400, 'invalid_data'],
    ['params that are a list', () => [link(b, { params: [1] })], 400, 'invalid_data'],
    ['operators in params of a relation that has none', () => link(b, { params: { $gt: 1 } }), 400, 'invalid_data'],
    ['an identifier without id', () => [{ type: 'documents' }], 400, 'invalid_data'],
    ['an identifier without type', () => [{ id: b }], 400, 'invalid_data'],
    ['null', () => null, 400, 'invalid_data'],
    ['too many', () => Array.from({ length: 1001 }, (_, index) => link(String(index + 1))), 400, 'invalid_data'],
  ];
  it.each(cases)('%s', async (...[, data, status, code, source]) => {
    for (const method of ['post', 'patch'] as const) {
      const response = await test.editor[method](cites(a), { data: data() });
      expect([response.status, errorCodes(response)[0]]).toEqual([status, code]);
      if (source) expect(errorSources(response)).toEqual([source]);
    }
    expect(await places(cites(a))).toEqual([]);
  });

  it('an unknown relation, and one of another type', async () => {
    for (const name of ['wombats', 'author_of', 'constructor', '__proto__']) {
      for (const path of [
        `/documents/${a}/${name}`,
        `/documents/${a}/relationships/${name}`,
        `/objects/${a}/${name}`,
      ]) {
        const response = await test.editor.get(path);
        expect([path, response.status, errorCodes(response)[0]]).toEqual([path, 404, 'not_found']);
        expect((response.body as { error: { detail: string } }).error.detail).toBe(
          `Relationship "${name}" does not exist.`,
        );
      }
      expect((await test.editor.post(`/documents/${a}/relationships/${name}`, { data: link(b) })).status).toBe(404);
    }
  });

  it('an unknown object in the path', async () => {
    expect((await test.editor.post(cites('999999'), { data: link(b) })).status).toBe(404);
    expect((await test.editor.get('/documents/999999/cites')).status).toBe(404);
  });
});
