// Versions of objects: /{type}/{id}/versions (D505 to D507).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type Client, type ResourceData, type TestService } from '../support/service.ts';

let test: TestService;
beforeAll(async () => {
  test = await openTestService({ env: { JWT_TTL: '9999d' } });
});
afterAll(() => test.close());

interface Version {
  id: string;
  type: string;
  attributes: Record<string, unknown>;
  meta: {
    number: number;
    user_action: string;
    created: string;
    user_id: number;
    changed: string[];
    compared_with?: number;
    differences?: Record<string, { value: unknown; other: unknown }>;
  };
  links: { self: string };
}

const patch = async (client: Client, { type, id }: Pick<ResourceData, 'type' | 'id'>, attributes: object) => {
  const answer = await client.patch(`/${type}/${id}`, { data: { id, type, attributes } });
  expect([answer.status, answer.body]).toEqual([200, answer.body]);
  return (answer.body as { data: ResourceData }).data;
};
const at = ({ type, id }: Pick<ResourceData, 'type' | 'id'>, rest = '') => `/${type}/${id}/versions${rest}`;
const list = async (client: Client, object: Pick<ResourceData, 'type' | 'id'>, query = '') => {
  const answer = await client.get(encodeURI(`${at(object)}?page_size=100&${query}`));
  expect([answer.status, answer.body]).toEqual([200, answer.body]);
  return answer.body as { data: Version[]; meta: { pagination: { count: number } }; included?: ResourceData[] };
};
const numbers = async (client: Client, object: Pick<ResourceData, 'type' | 'id'>, query = '') =>
  (await list(client, object, query)).data.map(({ meta }) => meta.number);
const read = async (client: Client, object: Pick<ResourceData, 'type' | 'id'>, number: number, query = '') => {
  const answer = await client.get(at(object, `/${number}?${query}`));
  expect([answer.status, answer.body]).toEqual([200, answer.body]);
  return (answer.body as { data: Version }).data;
};
const restore = (
  client: Client,
  object: Pick<ResourceData, 'type' | 'id'>,
  number: number | string,
  headers: Record<string, string> = {},
) =>
  client.request('post', at(object, `/${number}/actions/restore`), (request) => {
    for (const [name, value] of Object.entries(headers)) void request.set(name, value);
    return request;
  });
const attributesOf = async (client: Client, { type, id }: Pick<ResourceData, 'type' | 'id'>) =>
  ((await client.get(`/${type}/${id}`)).body as { data: ResourceData }).data.attributes;

describe('GET /{type}/{id}/versions', () => {
  it('lists what each change has made, by whom and when, oldest first', async () => {
    const made = await test.editor.create('/documents', { title: 'First', body: 'Text' });
    test.clock.advance(60_000);
    await patch(test.admin, made, { title: 'Second', lang: 'en' });
    const { data, meta } = await list(test.editor, made);
    expect(data).toMatchObject([
      {
        id: `${made.id}-1`,
        type: 'versions',
        attributes: {},
        meta: { number: 1, user_action: 'create', user_id: made.meta['created_by'] },
      },
      {
        id: `${made.id}-2`,
        type: 'versions',
        attributes: {},
        meta: { number: 2, user_action: 'update', user_id: 1, changed: ['title', 'lang'] },
      },
    ]);
    expect(data[0]?.meta.changed).toEqual(expect.arrayContaining(['status', 'uname', 'title', 'body']));
    expect(data.map(({ links }) => new URL(links.self).pathname)).toEqual([at(made, '/1'), at(made, '/2')]);
    expect(Date.parse(data[1]?.meta.created ?? '') - Date.parse(data[0]?.meta.created ?? '')).toBe(60_000);
    expect(meta.pagination.count).toBe(2);
  });

  it('has pages by number and by cursor, a sort and filters', async () => {
    const made = await test.editor.create('/documents', { title: 'Version 1' });
    for (let n = 2; n <= 5; n++) await patch(n % 2 ? test.editor : test.admin, made, { title: `Version ${n}` });
    expect(await numbers(test.editor, made)).toEqual([1, 2, 3, 4, 5]);
    expect(await numbers(test.editor, made, 'sort=-number')).toEqual([5, 4, 3, 2, 1]);
    expect(await numbers(test.editor, made, 'filter[number][gt]=3')).toEqual([4, 5]);
    expect(await numbers(test.editor, made, 'filter[number]=1,4')).toEqual([1, 4]);
    expect(await numbers(test.editor, made, 'filter[user_id]=1')).toEqual([2, 4]);
    expect(await numbers(test.editor, made, 'filter[user_action]=create')).toEqual([1]);
    expect(await numbers(test.editor, made, 'filter[created][gt]=2100-01-01')).toEqual([]);
    const second = await test.editor.get(`${at(made)}?page_size=2&page=2`);
    expect(second.body).toMatchObject({
      data: [{ meta: { number: 3 } }, { meta: { number: 4 } }],
      meta: { pagination: { count: 5, page_count: 3 } },
    });
    expect((await test.editor.get(`${at(made)}?page_size=2&page=4`)).status).toBe(404);
    const seen: number[] = [];
    let next: string | null = `${at(made)}?page_size=2&page[after]=`;
    while (next) {
      const page = (await test.editor.get(encodeURI(next))).body as { data: Version[]; links: { next: string | null } };
      seen.push(...page.data.map(({ meta }) => meta.number));
      const url: URL | null = page.links.next === null ? null : new URL(page.links.next);
      next = url && decodeURI(url.pathname + url.search);
    }
    expect(seen).toEqual([1, 2, 3, 4, 5]);
  });

  it('includes who made them, and shows the fields that are asked for', async () => {
    const made = await test.editor.create('/documents', { title: 'Ours' });
    await patch(test.admin, made, { title: 'Mine' });
    const { data, included } = await list(test.admin, made, 'include=user&fields[versions]=number');
    expect(data.map(({ meta }) => meta)).toEqual([{ number: 1 }, { number: 2 }]);
    expect(included?.map(({ type, id }) => [type, id])).toEqual([
      ['users', String(made.meta['created_by'])],
      ['users', '1'],
    ]);
  });

  it.each([
    ['sort=title', 'unsupported_sort'],
    ['sort=created', 'unsupported_sort'],
    ['filter[nothing]=1', 'invalid_filter'],
    ['filter[number]=one', 'invalid_filter'],
    ['filter[number][$gt]=1', 'invalid_filter'],
    ['filter[version.status]=on', 'invalid_filter'],
    ['filter[changed]=title', 'invalid_filter'],
    ['include=nothing', 'invalid_include'],
    ['compare=1', 'unknown_parameter'],
    ['q=x', 'unknown_parameter'],
  ])('refuses ?%s: %s', async (query, code) => {
    const made = await test.editor.create('/documents', { title: 'Asked' });
    const answer = await test.editor.get(encodeURI(`${at(made)}?${query}`));
    expect(answer.body).toMatchObject({ errors: [{ status: '400', code }] });
  });

  it('has one for each change of the object itself, its places and permissions too, and none for links and translations', async () => {
    const [made, other] = [
      await test.editor.create('/documents', { title: 'Linked' }),
      await test.editor.create('/documents', { title: 'Other' }),
    ];
    const data = [{ id: other.id, type: 'documents' }];
    await test.editor.post(`/documents/${made.id}/relationships/see_also`, { data });
    await test.editor.create('/translations', { object_id: Number(made.id), lang: 'it' });
    expect(await numbers(test.editor, made)).toEqual([1]);
    const folder = await test.editor.create('/folders', { title: 'A folder' });
    await test.editor.post(`/documents/${made.id}/relationships/parents`, {
      data: [{ id: folder.id, type: 'folders' }],
    });
    await test.admin.create('/object_permissions', { object_id: Number(made.id), role_id: 2, permission: 'mark' });
    const all = await list(test.editor, made);
    expect(all.data.map(({ meta }) => meta.changed).slice(1)).toEqual([['parents', 'places'], ['perms']]);
    const [etag] = String((await test.editor.get(`/documents/${made.id}`)).headers['etag']).match(/\d+/) ?? [];
    expect(Number(etag)).toBe(3);
  });

  it('numbers the way to the trash and back', async () => {
    const made = await test.editor.create('/documents', { title: 'Discarded' });
    await test.editor.delete(`/documents/${made.id}`);
    for (const path of [at(made), at(made, '/1')]) expect((await test.editor.get(path)).status).toBe(404);
    expect((await restore(test.editor, made, 1)).status).toBe(404);
    await test.editor.patch(`/trash/${made.id}`, { data: { id: made.id, type: 'documents' } });
    const actions = (await list(test.editor, made)).data.map(({ meta }) => [meta.number, meta.user_action]);
    expect(actions).toEqual([
      [1, 'create'],
      [2, 'trash'],
      [3, 'restore'],
    ]);
    expect((await read(test.editor, made, 2)).attributes).toEqual(await attributesOf(test.editor, made));
    await test.editor.delete(`/documents/${made.id}`);
    await test.editor.delete(`/trash/${made.id}`);
    for (const path of [at(made), at(made, '/1')]) expect((await test.editor.get(path)).status).toBe(404);
  });
});

describe('GET /{type}/{id}/versions/{number}', () => {
  it('shows the object as GET of it has shown it then', async () => {
    const made = await test.editor.create('/events', {
      title: 'First',
      status: 'on',
      extra: { $gt: 1, 'a.b': { $ref: null }, __proto: [1], '%$x': 2 },
      date_ranges: [{ start_date: '2026-01-01T10:00:00.123Z', params: { $in: [1] } }],
      tags: [{ name: 'yearly' }],
      publish_start: '2026-01-01T00:00:00Z',
    });
    const first = await attributesOf(test.editor, made);
    await patch(test.editor, made, { title: null, extra: null, date_ranges: [], tags: [], publish_start: null });
    const second = await attributesOf(test.editor, made);
    await patch(test.editor, made, { body: 'Text', extra: [] });
    expect((await read(test.editor, made, 1)).attributes).toEqual(first);
    expect((await read(test.editor, made, 2)).attributes).toEqual(second);
    expect((await read(test.editor, made, 3)).attributes).toEqual(await attributesOf(test.editor, made));
    expect(first['extra']).toEqual({ $gt: 1, 'a.b': { $ref: null }, __proto: [1], '%$x': 2 });
  });

  it('is found by the uname of the object, and below an abstract type', async () => {
    const made = await test.editor.create('/images', { title: 'A picture' });
    const uname = String(made.attributes['uname']);
    expect((await read(test.editor, { type: 'images', id: uname }, 1)).id).toBe(`${made.id}-1`);
    expect((await read(test.editor, { type: 'media', id: made.id }, 1)).attributes).toMatchObject({
      title: 'A picture',
    });
    expect((await test.editor.get(`/objects/${made.id}/versions`)).status).toBe(404);
    expect((await test.editor.get(`/documents/${made.id}/versions`)).status).toBe(404);
  });

  it('has an ETag that it keeps', async () => {
    const made = await test.editor.create('/documents', { title: 'Kept' });
    const { headers } = await test.editor.get(at(made, '/1'));
    await patch(test.editor, made, { title: 'Changed' });
    expect((await test.editor.get(at(made, '/1'), { 'If-None-Match': String(headers['etag']) })).status).toBe(304);
    expect((await test.editor.get(at(made, '/2'), { 'If-None-Match': String(headers['etag']) })).status).toBe(200);
  });

  it.each(['0', '-1', '1.5', '100000000000000000000', 'abc', '2', '01', '1e0', '$gt', '__proto__', '%00', 'null'])(
    'finds no version %s: 404',
    async (number) => {
      const made = await test.editor.create('/documents', { title: 'One version' });
      const status = number === '%00' ? [400, 404] : [404];
      expect(status).toContain((await test.editor.get(at(made, `/${number}`))).status);
      expect(status).toContain((await restore(test.editor, made, number)).status);
    },
  );

  it('compares with another version: both values of what differs', async () => {
    const made = await test.editor.create('/documents', { title: 'One', body: 'Text' });
    await patch(test.editor, made, { title: 'Two', extra: { a: 1 } });
    const compared = await read(test.editor, made, 1, 'compare=2');
    expect(compared.meta).toMatchObject({ number: 1, compared_with: 2 });
    expect(compared.meta.differences).toEqual({
      title: { value: 'One', other: 'Two' },
      extra: { value: null, other: { a: 1 } },
    });
    expect((await read(test.editor, made, 2, 'compare=1')).meta.differences?.['title']).toEqual({
      value: 'Two',
      other: 'One',
    });
    expect((await read(test.editor, made, 2, 'compare=2')).meta.differences).toEqual({});
    expect((await read(test.editor, made, 2)).meta).not.toHaveProperty('differences');
  });

  it.each(['0', '-1', '1.5', '100000000000000000000', 'abc', '3', ''])('refuses ?compare=%s: 400', async (number) => {
    const made = await test.editor.create('/documents', { title: 'One' });
    await patch(test.editor, made, { title: 'Two' });
    const answer = await test.editor.get(at(made, `/1?compare=${number}`));
    expect(answer.body).toMatchObject({ errors: [{ code: 'invalid_parameter', source: { parameter: 'compare' } }] });
  });
});

describe('POST /{type}/{id}/versions/{number}/actions/restore', () => {
  it('puts the attributes back in one change, which makes a new version', async () => {
    const made = await test.editor.create('/events', {
      title: 'First',
      body: 'Text',
      extra: { $gt: { 'a.b': 1 } },
      date_ranges: [{ start_date: '2026-01-01T10:00:00Z' }],
      tags: [{ name: 'yearly' }],
    });
    const first = await attributesOf(test.editor, made);
    await patch(test.editor, made, { title: 'Second', body: null, extra: null, date_ranges: [], tags: [], lang: 'en' });
    const second = await attributesOf(test.editor, made);
    const answer = await restore(test.editor, made, 1);
    expect(answer.status).toBe(200);
    expect((answer.body as { data: ResourceData }).data).toMatchObject({
      id: made.id,
      type: 'events',
      attributes: first,
    });
    expect(answer.headers['etag']).toBe((await test.editor.get(`/events/${made.id}`)).headers['etag']);
    expect(await attributesOf(test.editor, made)).toEqual(first);
    const { data } = await list(test.editor, made);
    expect(data.map(({ meta }) => [meta.number, meta.user_action])).toEqual([
      [1, 'create'],
      [2, 'update'],
      [3, 'update'],
    ]);
    expect(data[2]?.meta.changed.sort()).toEqual(['body', 'date_ranges', 'extra', 'lang', 'tags', 'title']);
    expect((await restore(test.editor, made, 2)).status).toBe(200);
    expect(await attributesOf(test.editor, made)).toEqual(second);
    expect((await read(test.editor, made, 4)).attributes).toEqual(second);
  });

  it('writes nothing when nothing differs, not even what a date has lost on the way', async () => {
    const made = await test.editor.create('/documents', { title: 'Same', publish_start: '2026-01-01T10:00:00.123Z' });
    expect((await restore(test.editor, made, 1)).status).toBe(200);
    expect(await numbers(test.editor, made)).toEqual([1]);
  });

  it('takes the identifier of the object, and refuses another', async () => {
    const made = await test.editor.create('/documents', { title: 'Named' });
    const path = at(made, '/1/actions/restore');
    const { id, type } = made;
    expect((await test.editor.post(path, { data: { id, type } })).status).toBe(200);
    expect((await test.editor.post(path, { data: { id: Number(id), type } })).status).toBe(200);
    const refused = async (data: unknown) =>
      ((await test.editor.post(path, { data })).body as { errors: { code: string }[] }).errors[0]?.code;
    expect(await refused({ id: '1', type })).toBe('id_conflict');
    expect(await refused({ id, type: 'images' })).toBe('type_conflict');
    expect(await refused({ type })).toBe('invalid_data');
    expect(await refused(null)).toBe('invalid_data');
    expect(await refused({ id, type, attributes: { title: 'Other' } })).toBe('invalid_data');
  });

  it('goes by If-Match', async () => {
    const made = await test.editor.create('/documents', { title: 'One' });
    const { headers } = await test.editor.get(`/documents/${made.id}`);
    await patch(test.editor, made, { title: 'Two' });
    const stale = await restore(test.editor, made, 1, { 'If-Match': String(headers['etag']) });
    expect(stale.body).toMatchObject({ errors: [{ code: 'precondition_failed' }] });
    expect(await attributesOf(test.editor, made)).toMatchObject({ title: 'Two' });
    const now = String((await test.editor.get(`/documents/${made.id}`)).headers['etag']);
    expect((await restore(test.editor, made, 1, { 'If-Match': now })).status).toBe(200);
  });

  it('is done once for an Idempotency-Key', async () => {
    const made = await test.editor.create('/documents', { title: 'One' });
    await patch(test.editor, made, { title: 'Two' });
    const headers = { 'Idempotency-Key': 'restored-once' };
    const first = await restore(test.editor, made, 1, headers);
    await patch(test.editor, made, { title: 'Three' });
    const again = await restore(test.editor, made, 1, headers);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(await attributesOf(test.editor, made)).toMatchObject({ title: 'Three' });
  });

  it('is a part of POST /operations, which undoes it with the others', async () => {
    const made = await test.editor.create('/documents', { title: 'One' });
    await patch(test.editor, made, { title: 'Two' });
    const { id, type } = made;
    const back = { op: 'add', href: at(made, '/1/actions/restore'), data: { id, type } };
    const send = (...operations: object[]) => {
      const media = 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"';
      return test.editor.request('post', '/operations', (request) =>
        request
          .set('Content-Type', media)
          .set('Accept', media)
          .send(JSON.stringify({ 'atomic:operations': operations })),
      );
    };
    const refused = await send(back, { op: 'update', data: { id: '999999', type, attributes: { title: 'x' } } });
    expect(refused.status).toBe(404);
    expect(await numbers(test.editor, made)).toEqual([1, 2]);
    const done = await send({ op: 'update', data: { id, type, attributes: { title: 'Three' } } }, back);
    expect(done.body).toMatchObject({ 'atomic:results': [{}, { data: { id, attributes: { title: 'One' } } }] });
    expect(await numbers(test.editor, made)).toEqual([1, 2, 3, 4]);
  });

  it('is refused where a PATCH would be: locked objects keep status and uname', async () => {
    const made = await test.admin.create('/documents', { title: 'One', status: 'draft' });
    await patch(test.admin, made, { status: 'on' });
    const { id, type } = made;
    await test.admin.patch(`/${type}/${id}`, { data: { id, type, meta: { locked: true } } });
    expect((await restore(test.editor, made, 1)).body).toMatchObject({ errors: [{ status: '403', code: 'locked' }] });
  });

  it('gives a uname that is another object’s by now a suffix', async () => {
    const made = await test.editor.create('/documents', { title: 'One', uname: 'wanted-again' });
    await patch(test.editor, made, { uname: 'given-away' });
    await test.editor.create('/documents', { title: 'Other', uname: 'wanted-again' });
    const answer = await restore(test.editor, made, 1);
    expect((answer.body as { data: ResourceData }).data.attributes['uname']).toMatch(/^wanted-again-/);
  });

  it('loses no change that is made at the same time', async () => {
    const made = await test.editor.create('/documents', { title: 'One', body: 'First' });
    await patch(test.editor, made, { title: 'Two' });
    const done = await Promise.all([
      ...[1, 2, 1].map((number) => restore(test.editor, made, number)),
      ...['Three', 'Four'].map((body) =>
        test.admin.patch(`/documents/${made.id}`, { data: { id: made.id, type: 'documents', attributes: { body } } }),
      ),
    ]);
    expect(done.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const all = await numbers(test.editor, made);
    expect(all).toEqual(all.map((_, index) => index + 1));
    expect((await read(test.editor, made, all.length)).attributes).toEqual(await attributesOf(test.editor, made));
  });
});

describe('properties of a project', () => {
  const makeType = async (name: string) => {
    const singular = `${name}_one`;
    await test.admin.create('/model/object_types', { name, singular });
    const property = (attributes: object) =>
      test.admin.create('/model/properties', { object_type_name: name, property_type_name: 'string', ...attributes });
    return property;
  };

  it('are shown and put back, of whatever kind; those that are gone are left out', async () => {
    const property = await makeType('rockets');
    await property({ name: 'maker' });
    const gone = await property({ name: 'colour' });
    await property({ name: 'stages', property_type_name: 'integer', default_value: 2 });
    await property({ name: 'facts', property_type_name: 'json' });
    const made = await test.editor.create('/rockets', { title: 'A', maker: 'X', colour: 'red', facts: { $set: [1] } });
    const first = await attributesOf(test.editor, made);
    await patch(test.editor, made, { maker: null, stages: 3, facts: null });
    expect((await read(test.editor, made, 1)).attributes).toEqual(first);
    await test.admin.delete(`/model/properties/${gone.id}`);
    const { colour: _colour, ...left } = first;
    void _colour;
    expect((await read(test.editor, made, 1)).attributes).toEqual(left);
    expect((await restore(test.editor, made, 1)).status).toBe(200);
    expect(await attributesOf(test.editor, made)).toEqual(left);
  });

  it('that are made anew under a name have nothing of the former ones', async () => {
    const property = await makeType('probes');
    const former = await property({ name: 'maker' });
    const made = await test.editor.create('/probes', { title: 'A', maker: 'X' });
    test.clock.advance(1000);
    await test.admin.delete(`/model/properties/${former.id}`);
    test.clock.advance(1000);
    await property({ name: 'maker' });
    await patch(test.editor, made, { title: 'B' });
    const now = await attributesOf(test.editor, made);
    expect(now['maker']).toBeNull();
    expect((await read(test.editor, made, 2)).attributes).toEqual(now);
    expect((await read(test.editor, made, 1)).attributes['maker']).toBeNull();
    test.clock.advance(1000);
    await patch(test.editor, made, { maker: 'Y' });
    expect((await read(test.editor, made, 3)).attributes['maker']).toBe('Y');
    await restore(test.editor, made, 1);
    expect(await attributesOf(test.editor, made)).toMatchObject({ title: 'A', maker: null });
  });

  it('refuse a value that they do not allow any more: 400 with its pointer', async () => {
    const size = await test.admin.create('/model/property_types', {
      name: 'size_of_probe',
      params: { type: 'string', maxLength: 20 },
    });
    const property = await makeType('landers');
    await property({ name: 'size', property_type_name: 'size_of_probe' });
    const made = await test.editor.create('/landers', { title: 'A', size: 'as large as a house' });
    await patch(test.editor, made, { size: 'small', title: 'B' });
    const changed = { id: size.id, type: 'property_types', attributes: { params: { type: 'string', maxLength: 5 } } };
    expect((await test.admin.patch(`/model/property_types/${size.id}`, { data: changed })).status).toBe(200);
    expect((await restore(test.editor, made, 1)).body).toMatchObject({
      errors: [{ status: '400', code: 'invalid_data', source: { pointer: '/data/attributes/size' } }],
    });
    expect(await attributesOf(test.editor, made)).toMatchObject({ title: 'B', size: 'small' });
  });

  it('that a type hides are neither shown nor named nor put back', async () => {
    const property = await makeType('secrets');
    await property({ name: 'code' });
    const made = await test.editor.create('/secrets', { title: 'A', code: 'X' });
    await patch(test.editor, made, { title: 'B', code: 'Y' });
    const rows = (await test.admin.get('/model/object_types/secrets')).body as { data: ResourceData };
    const hide = (hidden: string[]) =>
      test.admin.patch(`/model/object_types/${rows.data.id}`, {
        data: { id: rows.data.id, type: 'object_types', attributes: { hidden } },
      });
    expect((await hide(['code'])).status).toBe(200);
    for (const client of [test.editor, test.admin]) {
      const version = await read(client, made, 1, 'compare=2');
      expect(version.attributes).not.toHaveProperty('code');
      expect(Object.keys(version.meta.differences ?? {})).toEqual(['title']);
      expect(JSON.stringify(await list(client, made))).not.toContain('code');
    }
    expect((await restore(test.editor, made, 1)).status).toBe(200);
    expect((await hide([])).status).toBe(200);
    expect(await attributesOf(test.editor, made)).toMatchObject({ title: 'A', code: 'Y' });
  });

  it('a relation cannot be called versions, nor a type', async () => {
    const types = { data: [{ type: 'object_types', id: 'documents' }] };
    const relationships = { left_object_types: types, right_object_types: types };
    const attributes = { name: 'versions', inverse_name: 'version_of' };
    const made = await test.admin.post('/model/relations', { data: { type: 'relations', attributes, relationships } });
    expect(made.body).toMatchObject({ errors: [{ status: '400', source: { pointer: '/data/attributes/name' } }] });
    const type = { name: 'versions', singular: 'version' };
    const refused = await test.admin.post('/model/object_types', { data: { type: 'object_types', attributes: type } });
    expect(refused.status).toBe(400);
  });
});

describe('labels', () => {
  it('are those of today: tags and categories that are gone are in no version', async () => {
    await test.admin.create('/model/categories', { object_type_name: 'documents', name: 'soups' });
    const fish = await test.admin.create('/model/categories', { object_type_name: 'documents', name: 'fish' });
    const categories = [{ name: 'soups', params: { $x: 1 } }, { name: 'fish' }];
    const made = await test.editor.create('/documents', { title: 'A', categories });
    await patch(test.editor, made, { categories: [] });
    await test.admin.delete(`/model/categories/${fish.id}`);
    const shown = (await read(test.editor, made, 1)).attributes['categories'];
    expect(shown).toMatchObject([{ name: 'soups', params: { $x: 1 } }]);
    expect((await restore(test.editor, made, 1)).status).toBe(200);
    expect((await attributesOf(test.editor, made))['categories']).toEqual(shown);
  });

  it('that are deleted make a version of the objects that had them', async () => {
    const tag = await test.admin.create('/model/tags', { name: 'fleeting' });
    const made = await test.editor.create('/documents', { title: 'A', tags: [{ name: 'fleeting' }] });
    await test.admin.delete(`/model/tags/${tag.id}`);
    await expect.poll(() => numbers(test.editor, made)).toEqual([1, 2]);
    expect((await read(test.editor, made, 2)).attributes).toEqual(await attributesOf(test.editor, made));
  });
});

describe('who sees versions', () => {
  it('those who see the object, and of these each the states in which they would have seen it', async () => {
    const made = await test.editor.create('/documents', { title: 'Not for all', status: 'draft' });
    for (const client of [test.anonymous, test.reader]) {
      expect((await client.get(at(made))).status).toBe(404);
      expect((await client.get(at(made, '/1'))).status).toBe(404);
    }
    await patch(test.editor, made, { title: 'For all', status: 'on' });
    await patch(test.editor, made, { body: 'Text' });
    for (const client of [test.anonymous, test.reader]) {
      const { data, meta } = await list(client, made);
      expect([data.map((each) => each.meta.number), meta.pagination.count]).toEqual([[2, 3], 2]);
      expect((await client.get(at(made, '/1'))).status).toBe(404);
      expect((await read(client, made, 2)).attributes).toMatchObject({ title: 'For all' });
      expect((await client.get(at(made, '/2?compare=1'))).body).toMatchObject({
        errors: [{ code: 'invalid_parameter' }],
      });
    }
    expect(await numbers(test.editor, made)).toEqual([1, 2, 3]);
  });

  it('only those who may change the object put it back', async () => {
    const made = await test.editor.create('/documents', { title: 'One', status: 'on' });
    await patch(test.editor, made, { title: 'Two' });
    expect((await restore(test.anonymous, made, 1)).status).toBe(401);
    expect((await restore(test.reader, made, 1)).status).toBe(403);
    await test.admin.create('/object_permissions', { object_id: Number(made.id), role_id: 1, permission: 'write' });
    expect((await restore(test.editor, made, 1)).status).toBe(403);
    expect(await numbers(test.editor, made)).toEqual([1, 2, 3]);
    expect((await restore(test.admin, made, 1)).status).toBe(200);
  });

  it('objects for certain roles have versions for these alone', async () => {
    const made = await test.admin.create('/documents', { title: 'One', status: 'on' });
    await test.admin.create('/object_permissions', { object_id: Number(made.id), role_id: 1, permission: 'read' });
    expect((await test.editor.get(at(made))).status).toBe(403);
    expect((await test.anonymous.get(at(made, '/1'))).status).toBe(401);
    expect(await numbers(test.admin, made)).toEqual([1, 2]);
  });
});

describe('versions of users', () => {
  const account = {
    username: 'wilma',
    password: 'a long password',
    uname: 'wilma',
    email: 'w@example.org',
    surname: 'W',
    status: 'on',
  };

  it('show no secrets, and what is private to admins and the user', async () => {
    const made = await test.admin.create('/users', account);
    await patch(test.admin, made, { password: 'another long one', email: 'new@example.org' });
    const [ofEditor, ofAdmin] = [await read(test.editor, made, 1), await read(test.admin, made, 1, 'compare=2')];
    expect(ofAdmin.attributes).toMatchObject({ username: 'wilma', email: 'w@example.org' });
    expect(ofAdmin.meta.differences).toEqual({ email: { value: 'w@example.org', other: 'new@example.org' } });
    expect(ofEditor.attributes).not.toHaveProperty('email');
    const changed = async (client: Client) => (await list(client, made)).data[1]?.meta.changed.sort();
    expect(await changed(test.admin)).toEqual(expect.arrayContaining(['email', 'password']));
    expect(await changed(test.editor)).not.toContain('email');
    expect(JSON.stringify([ofEditor, ofAdmin])).not.toMatch(/ long/);
    expect((await test.anonymous.get(at(made))).status).toBe(401);
    expect((await test.reader.get(at(made))).status).toBe(404);
  });

  it('are put back as by PATCH: names stay unique, passwords what they are', async () => {
    const made = await test.admin.create('/users', {
      ...account,
      username: 'betty',
      uname: 'betty',
      email: 'b@example.org',
    });
    await patch(test.admin, made, { username: 'betty2', surname: 'B', password: 'another long one' });
    const taken = await test.admin.create('/users', {
      ...account,
      username: 'betty',
      uname: 'b2',
      email: 'b2@example.org',
    });
    const refused = await restore(test.admin, made, 1);
    expect(refused.body).toMatchObject({ errors: [{ source: { pointer: '/data/attributes/username' } }] });
    await patch(test.admin, taken, { username: 'freed' });
    const answer = await restore(test.admin, made, 1);
    expect(answer.body).toMatchObject({ data: { type: 'users', attributes: { username: 'betty', surname: 'W' } } });
    expect(answer.headers['etag']).toBe((await test.admin.get(`/users/${made.id}`)).headers['etag']);
    const signIn = (password: string) =>
      test.anonymous.request('post', '/auth', (request) =>
        request.set('Content-Type', 'application/json').send(JSON.stringify({ username: 'betty', password })),
      );
    expect((await signIn('another long one')).status).toBe(200);
    expect((await signIn(account.password)).status).toBe(401);
    expect((await restore(test.editor, made, 1)).status).toBe(403);
  });

  it('the first user has versions from the start', async () => {
    const first = { type: 'users', id: '1' };
    const { data } = await list(test.admin, first);
    expect(data[0]?.meta).toMatchObject({ number: 1, user_action: 'create', user_id: null });
    expect((await read(test.admin, first, 1)).attributes).toEqual(await attributesOf(test.admin, first));
  });
});

describe('a history with a gap', () => {
  it('shows the versions before it, and none that cannot be made again', async () => {
    const { changes } = test.service.services.store;
    const made = await test.editor.create('/documents', { title: 'One' });
    for (const title of ['Two', 'Three', 'Four']) await patch(test.editor, made, { title });
    await changes.deleteOne({ resource_id: made.id, 'version.number': 3 });
    expect(await numbers(test.editor, made)).toEqual([1, 2]);
    expect((await read(test.editor, made, 2)).attributes['title']).toBe('Two');
    for (const number of [3, 4]) expect((await test.editor.get(at(made, `/${number}`))).status).toBe(404);
    expect((await restore(test.editor, made, 4)).status).toBe(404);
    await changes.deleteOne({ resource_id: made.id, 'version.number': 1 });
    expect(await numbers(test.editor, made)).toEqual([]);
    expect((await test.editor.get(at(made, '/2'))).status).toBe(404);
  });
});
