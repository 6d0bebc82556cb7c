// Versions of objects: /{type}/{id}/versions (D505).
import { describe, expect, it } from 'vitest';
import { serviceForTests } from '../../support/service.ts';
import {
  at,
  attributesOf,
  list,
  numbers,
  patch,
  read,
  restore,
  type Version,
} from '../../support/database/versions.ts';

const test = serviceForTests({ env: { JWT_TTL: '9999d' } });

describe('GET /{type}/{id}/versions', () => {
  it('lists the versions with author and time, oldest first', async () => {
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

  it('has pages by number and by cursor, sorting and filters', async () => {
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

  it('includes the authors, and shows the requested fields', async () => {
    const made = await test.editor.create('/documents', { title: 'Ours' });
    await patch(test.admin, made, { title: 'Mine' });
    const { data, included } = await list(test.admin, made, 'include=user&fields[versions]=number,user');
    expect(data.map(({ meta }) => meta)).toEqual([{ number: 1 }, { number: 2 }]);
    expect(data.map((each) => each.relationships)).toEqual([
      { user: { data: { type: 'users', id: String(made.meta['created_by']) } } },
      { user: { data: { type: 'users', id: '1' } } },
    ]);
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

  it('has a version for each change of the object, its places and permissions, and none for links and translations', async () => {
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

  it('has versions for trashing and restoring', async () => {
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
  it('shows the object as GET showed it at that time', async () => {
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

  it('has a constant ETag', async () => {
    const made = await test.editor.create('/documents', { title: 'Kept' });
    const { headers } = await test.editor.get(at(made, '/1'));
    await patch(test.editor, made, { title: 'Changed' });
    expect((await test.editor.get(at(made, '/1'), { 'If-None-Match': String(headers['etag']) })).status).toBe(304);
    expect((await test.editor.get(at(made, '/2'), { 'If-None-Match': String(headers['etag']) })).status).toBe(200);
  });

  it.each(['0', '-1', '1.5', '100000000000000000000', 'abc', '2', '01', '1e0', '$gt', '__proto__', '%00', 'null'])(
    'is 404 for the version %s',
    async (number) => {
      const made = await test.editor.create('/documents', { title: 'One version' });
      const status = number === '%00' ? [400, 404] : [404];
      expect(status).toContain((await test.editor.get(at(made, `/${number}`))).status);
      expect(status).toContain((await restore(test.editor, made, number)).status);
    },
  );

  it('compares with another version: both values of each difference', async () => {
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

  it.each(['0', '-1', '1.5', '100000000000000000000', 'abc', ''])('refuses ?compare=%s: 400', async (number) => {
    const made = await test.editor.create('/documents', { title: 'One' });
    await patch(test.editor, made, { title: 'Two' });
    const answer = await test.editor.get(at(made, `/1?compare=${number}`));
    expect(answer.body).toMatchObject({ errors: [{ code: 'invalid_parameter', source: { parameter: 'compare' } }] });
  });

  it('is 404 for a missing version to compare with', async () => {
    const made = await test.editor.create('/documents', { title: 'One' });
    const answer = await test.editor.get(at(made, '/1?compare=2'));
    expect(answer.body).toMatchObject({ errors: [{ status: '404', source: { parameter: 'compare' } }] });
  });
});

describe('a history with a gap', () => {
  it('shows the versions before it, and none that cannot be reconstructed', async () => {
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
