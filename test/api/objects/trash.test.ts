// /trash and /trash/{object_id} (service.md 3, 4.11, D29, D161, D162, D538).
import { describe, expect, it } from 'vitest';
import { type Client, errorCodes, errorSources, serviceForTests } from '../../support/service.ts';
import { assertTotals } from '../../support/database/stored.ts';

const test = serviceForTests();

interface Item {
  id: string;
  type: string;
  attributes: Record<string, unknown>;
  meta: Record<string, unknown>;
  links?: { self: string };
  relationships?: unknown;
}
interface List {
  data: Item[];
  meta: { pagination: { count: number }; schema?: Record<string, unknown> };
}
const list = (response: { body: unknown }): List => response.body as List;
const one = (response: { body: unknown }): Item => (response.body as { data: Item }).data;
const ids = (response: { body: unknown }): string[] => list(response).data.map(({ id }) => id);

async function trashed(type = 'documents', attributes: Record<string, unknown> = {}, as: Client = test.editor) {
  const made = await as.create(`/${type}`, { title: 'Thrown away', status: 'on', ...attributes });
  expect((await as.delete(`/${type}/${made.id}`)).status).toBe(204);
  return made;
}
const trashedUser = async (username: string) => {
  const made = await test.admin.create('/users', {
    username,
    password: 'a password',
    uname: `user-${username}`,
    email: `${username}@example.org`,
    surname: 'Thrown away',
  });
  expect((await test.admin.delete(`/users/${made.id}`)).status).toBe(204);
  return made;
};
const restore = (id: string, as: Client = test.editor, data: object = {}) =>
  as.patch(`/trash/${id}`, { data: { id, type: 'objects', ...data } });

const totals = (type: string): Promise<void> => assertTotals(test.service.services.store, type);

describe('GET /trash', () => {
  it('lists objects of all types by id, with their type, at /trash/{id}, without relationships', async () => {
    const made = [await trashed('documents'), await trashed('events'), await trashedUser('thrown')];
    const response = await test.admin.get('/trash');
    expect(list(response).data.map(({ id, type }) => [id, type])).toEqual(made.map(({ id, type }) => [id, type]));
    for (const item of list(response).data) {
      expect(item.links?.self).toMatch(new RegExp(`/trash/${item.id}$`));
      expect(item.relationships).toBeUndefined();
    }
    expect(list(response).meta.pagination.count).toBe(3);
    expect(Object.keys(list(response).meta.schema ?? {}).sort()).toEqual(['documents', 'events', 'users']);
    const [document] = list(response).data;
    const base = ['body', 'description', 'extra', 'lang', 'publish_end', 'publish_start', 'status', 'title', 'uname'];
    expect(Object.keys(document?.attributes ?? {}).sort()).toEqual(base);
  });

  it('filters, sorts, searches and pages as /objects does', async () => {
    const rare = await trashed('news', { title: 'Zanzibar', body: 'cloves' });
    expect(ids(await test.editor.get('/trash?filter[type]=news'))).toEqual([rare.id]);
    expect(ids(await test.editor.get('/trash?filter[type][ne]=news'))).not.toContain(rare.id);
    expect(ids(await test.editor.get('/trash?filter[title]=Zanzibar&filter[mine]'))).toEqual([rare.id]);
    expect(ids(await test.admin.get('/trash?filter[title]=Zanzibar&filter[mine]'))).toEqual([]);
    expect(ids(await test.editor.get('/trash?q=cloves'))).toEqual([rare.id]);
    expect(ids(await test.editor.get('/trash?filter[query]=cloves&filter[type]=documents'))).toEqual([]);
    expect(ids(await test.editor.get('/trash?sort=-title'))[0]).toBe(rare.id);
    const { count } = list(await test.editor.get('/trash')).meta.pagination;
    const pages = await Promise.all(
      Array.from({ length: count }, (_, index) => test.editor.get(`/trash?page_size=1&page=${index + 1}`)),
    );
    expect(new Set(pages.flatMap(ids)).size).toBe(count);
    expect((await test.editor.get(`/trash?page_size=1&page=${count + 1}`)).status).toBe(404);
    const { data } = list(await test.editor.get('/trash?fields=title&filter[type]=news'));
    expect([data[0]?.attributes, data[0]?.meta]).toEqual([{ title: 'Zanzibar' }, {}]);
  });

  const wrong = [
    ['filter[nothing]=1', 'invalid_filter'],
    ['filter[type]=nothings', 'invalid_filter'],
    ['filter[title][$gt]=1', 'invalid_filter'],
    ['sort=nothing', 'unsupported_sort'],
    ['q=a', 'invalid_filter'],
    ['page=0', 'invalid_parameter'],
    ['include=parents', 'unknown_parameter'],
  ] as const;
  it.each(wrong)('is 400 for ?%s', async (query, code) => {
    const response = await test.editor.get(`/trash?${query}`);
    expect([response.status, errorCodes(response)[0]]).toEqual([400, code]);
  });

  it('shows users to callers who may see users, and private attributes to callers who may see these', async () => {
    const { id } = await trashedUser('hidden');
    expect(ids(await test.editor.get('/trash?filter[type]=users'))).toContain(id);
    const asEditor = await test.editor.get(`/trash/${id}`);
    expect(one(asEditor).attributes).not.toHaveProperty('email');
    expect(one(await test.admin.get(`/trash/${id}`)).attributes['email']).toBe('hidden@example.org');
    expect(one(asEditor).meta).not.toHaveProperty('blocked');
  });

  it('shows only own objects with `mine`, and hides objects that the caller does not see elsewhere', async () => {
    const role = await test.admin.create('/roles', { name: 'writers' });
    const { data: endpoint } = (
      await test.admin.post('/admin/endpoints', {
        data: { type: 'endpoints', attributes: { name: 'documents' } },
      })
    ).body as { data: { id: string } };
    const rule = { endpoint_id: Number(endpoint.id), role_id: Number(role.id), read: true, write: 'mine' };
    const row = await test.admin.create('/admin/endpoint_permissions', rule);
    const writer = await test.addClient('writer', [Number(role.id)]);
    const own = await trashed('documents', { status: 'draft' }, writer);
    const other = await trashed('documents');
    expect(ids(await writer.get('/trash'))).toEqual([own.id]);
    expect(list(await writer.get('/trash?page_size=1')).meta.pagination.count).toBe(1);
    expect((await writer.get(`/trash/${own.id}`)).status).toBe(200);
    expect((await writer.get(`/trash/${other.id}`)).status).toBe(404);
    expect(ids(await test.reader.get('/trash'))).toEqual([]);
    // The permission of the trash is to read own objects only.
    expect((await restore(own.id, writer)).status).toBe(403);
    expect((await writer.delete(`/trash/${own.id}`)).status).toBe(403);
    await test.admin.delete(`/admin/endpoint_permissions/${row.id}`);
    await test.admin.delete(`/admin/endpoints/${endpoint.id}`);
  });

  it('hides objects for certain roles', async () => {
    const { id } = await test.admin.create('/documents', { title: 'For few', status: 'on' });
    const role = await test.admin.create('/roles', { name: 'few' });
    await test.admin.create('/object_permissions', {
      object_id: Number(id),
      role_id: Number(role.id),
      permission: 'read',
    });
    await test.admin.delete(`/documents/${id}`);
    expect(ids(await test.admin.get('/trash?page_size=100'))).toContain(id);
    expect(ids(await test.editor.get('/trash?page_size=100'))).not.toContain(id);
    for (const response of [
      await test.editor.get(`/trash/${id}`),
      await restore(id),
      await test.editor.delete(`/trash/${id}`),
    ]) {
      expect(response.status).toBe(404);
    }
    expect((await test.editor.delete(`/trash?ids=${id}`)).status).toBe(204);
    expect((await test.admin.get(`/trash/${id}`)).status).toBe(200);
  });
});

describe('GET /trash/{object_id}', () => {
  it('returns all attributes, by id or uname, with ETag and 304', async () => {
    const made = await trashed('events', { body: 'Long', uname: 'thrown-away-event' });
    const Host = 'localhost';
    const response = await test.editor.get(`/trash/${made.id}`, { Host });
    expect(one(response).attributes).toMatchObject({ body: 'Long', date_ranges: [] });
    expect(one(response).links).toBeUndefined();
    expect(Object.keys((response.body as { meta: { schema: object } }).meta.schema)).toEqual(['events']);
    expect(one(await test.editor.get('/trash/thrown-away-event')).id).toBe(made.id);
    const tag = String(response.headers['etag']);
    expect((await test.editor.get(`/trash/${made.id}`, { Host, 'If-None-Match': tag })).status).toBe(304);
  });

  it('is 404 for objects outside of the trash', async () => {
    const { id } = await test.editor.create('/documents', { title: 'There', status: 'on' });
    for (const place of [id, '999999', '0', '-1', 'nothing', '%24where']) {
      const response = await test.editor.get(`/trash/${place}`);
      expect([place, response.status, errorCodes(response)[0]]).toEqual([place, 404, 'not_found']);
    }
  });
});

describe('PATCH /trash/{object_id}', () => {
  it('restores an unchanged object with a raised revision, and correct totals', async () => {
    const { id } = await trashed('documents', { uname: 'comes-back' });
    await totals('documents');
    test.clock.advance(1000);
    const response = await restore(id);
    expect([response.status, response.text]).toEqual([204, '']);
    await totals('documents');
    const back = one(await test.anonymous.get('/documents/comes-back'));
    expect([back.id, back.attributes['status']]).toEqual([id, 'on']);
    expect(back.meta['modified']).not.toBe(back.meta['created']);
    expect((await test.editor.get(`/trash/${id}`)).status).toBe(404);
    expect(ids(await test.anonymous.get('/documents?filter[uname]=comes-back'))).toEqual([id]);
    const { store } = test.service.services;
    const actions = await store.changes.find({ resource_id: id }).sort({ _id: 1 }).toArray();
    expect(actions.map((row) => row.user_action)).toEqual(['create', 'trash', 'restore']);
  });

  it('accepts the real type, an integer id, a uname in the path, and unchanged attributes', async () => {
    for (const [place, data] of [
      ['id', { type: 'documents' }],
      ['id', { type: 'nothings', attributes: {} }],
      ['number', { type: 'objects' }],
      ['uname', { type: 'objects' }],
    ] as const) {
      const { id, attributes } = await trashed();
      const path = place === 'uname' ? String(attributes['uname']) : id;
      const body = { data: { id: place === 'number' ? Number(id) : id, ...data } };
      const changed = { data: { ...body.data, attributes: { title: 1 } } };
      const refused = await test.editor.patch(`/trash/${path}`, changed);
      expect([refused.status, errorSources(refused)]).toEqual([400, ['/data/attributes/title']]);
      expect((await test.editor.patch(`/trash/${path}`, body)).status).toBe(204);
    }
  });

  it('is 409 for another id, 400 for an invalid body, 404 outside of the trash', async () => {
    const { id } = await trashed();
    const other = await test.editor.patch(`/trash/${id}`, { data: { id: `${id}0`, type: 'objects' } });
    expect([other.status, errorCodes(other)[0], errorSources(other)]).toEqual([409, 'id_conflict', ['/data/id']]);
    for (const data of [undefined, {}, { id }, { type: 'objects' }, { id, type: 5 }, { id: {}, type: 'objects' }, []]) {
      const response = await test.editor.patch(`/trash/${id}`, { data });
      expect([data, response.status, errorCodes(response)[0]]).toEqual([data, 400, 'invalid_data']);
    }
    expect((await test.editor.patch(`/trash/${id}`, '{}', { 'Content-Type': 'text/plain' })).status).toBe(415);
    expect((await restore(id)).status).toBe(204);
    expect((await restore(id)).status).toBe(404);
  });

  it('honours If-Match', async () => {
    const { id } = await trashed();
    const tag = String((await test.editor.get(`/trash/${id}`)).headers['etag']);
    const patch = (value: string) =>
      test.editor.patch(`/trash/${id}`, { data: { id, type: 'objects' } }, { 'If-Match': value });
    expect((await patch('"99.x"')).status).toBe(412);
    expect((await patch(tag)).status).toBe(204);
  });

  it('needs the permission to write the object, for users the permission to change users', async () => {
    const { id } = await test.admin.create('/documents', { title: 'Guarded', status: 'on' });
    const role = await test.admin.create('/roles', { name: 'guards' });
    await test.admin.create('/object_permissions', {
      object_id: Number(id),
      role_id: Number(role.id),
      permission: 'write',
    });
    await test.admin.delete(`/documents/${id}`);
    expect((await restore(id)).status).toBe(403);
    expect((await test.editor.delete(`/trash/${id}`)).status).toBe(403);
    expect((await restore(id, test.admin)).status).toBe(204);
    const user = await trashedUser('guarded');
    expect((await restore(user.id)).status).toBe(403);
    expect((await test.editor.delete(`/trash/${user.id}`)).status).toBe(403);
    expect((await restore(user.id, test.admin)).status).toBe(204);
    await totals('users');
    expect((await test.admin.get(`/users/${user.id}`)).status).toBe(200);
  });
});

describe('DELETE /trash', () => {
  it('purges the named objects, skips missing ones, and keeps totals correct', async () => {
    const made = [await trashed(), await trashed('events'), await trashed()];
    const kept = await trashed();
    const there = await test.editor.create('/documents', { title: 'There', status: 'on' });
    const [first, second, third] = made.map(({ id }) => id);
    const response = await test.editor.delete(`/trash?ids=${first},${second},999999,${there.id}`);
    expect([response.status, response.text]).toEqual([204, '']);
    expect((await test.editor.delete(`/trash?ids[]=${third}&ids[]=${first}`)).status).toBe(204);
    for (const { id } of made) expect((await test.editor.get(`/trash/${id}`)).status).toBe(404);
    expect((await test.editor.get(`/trash/${kept.id}`)).status).toBe(200);
    expect((await test.editor.get(`/documents/${there.id}`)).status).toBe(200);
    await totals('documents');
    await totals('events');
  });

  const many = Array.from({ length: 501 }, (_, index) => String(1_000_000 + index)).join();
  it.each([
    '',
    '?ids=',
    '?ids=,',
    '?ids=a',
    '?ids=1,b',
    '?ids=1.5',
    '?ids=-1',
    '?ids[a]=1',
    '?ids[$gt]=1',
    `?ids=${many}`,
  ])('answers 400 naming the parameter to %s', async (query) => {
    const response = await test.editor.delete(`/trash${query}`);
    expect([response.status, errorCodes(response)[0], errorSources(response)]).toEqual([
      400,
      'invalid_parameter',
      ['ids'],
    ]);
  });

  it('purges what the caller may purge, and reports each refusal', async () => {
    const [document, user] = [await trashed(), await trashedUser('kept')];
    const response = await test.editor.delete(`/trash?ids=${user.id},${document.id}`);
    expect([response.status, errorSources(response)]).toEqual([403, ['ids']]);
    expect((response.body as { errors: { detail: string }[] }).errors[0]?.detail).toContain(user.id);
    expect((await test.admin.get(`/trash/${document.id}`)).status).toBe(404);
    expect((await test.admin.get(`/trash/${user.id}`)).status).toBe(200);
  });
});

describe('DELETE /trash/{object_id}', () => {
  it('is 204, then 404, honours If-Match, and is 404 for objects outside of the trash', async () => {
    const { id } = await trashed();
    expect((await test.editor.delete(`/trash/${id}`, { 'If-Match': '"77.x"' })).status).toBe(412);
    const tag = String((await test.editor.get(`/trash/${id}`)).headers['etag']);
    const response = await test.editor.delete(`/trash/${id}`, { 'If-Match': tag });
    expect([response.status, response.text]).toEqual([204, '']);
    expect((await test.editor.delete(`/trash/${id}`)).status).toBe(404);
    const there = await test.editor.create('/documents', { title: 'There' });
    expect((await test.editor.delete(`/trash/${there.id}`)).status).toBe(404);
    await totals('documents');
  });

  it('frees the uname', async () => {
    const { id } = await trashed('documents', { uname: 'wanted' });
    const held = await test.editor.create('/documents', { uname: 'wanted' });
    expect(held.attributes['uname']).toMatch(/^wanted-[0-9a-f]{6}$/);
    await test.editor.delete(`/trash/${id}`);
    expect((await test.editor.create('/documents', { uname: 'wanted' })).attributes['uname']).toBe('wanted');
  });
});
