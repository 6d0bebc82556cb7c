// POST /{type}/{id}/actions/clone (D55, D166, D543).
import supertest from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { lockObjects, viewOf } from '../../../core/objects/changes/lock-objects.ts';
import type { ObjectRelationRow } from '../../../core/store/store.ts';
import {
  type Client,
  errorCodes,
  errorSources,
  JSON_API,
  type ResourceData,
  serviceForTests,
} from '../../support/service.ts';

const test = serviceForTests();
beforeAll(async () => {
  await test.admin.create('/model/properties', {
    object_type_name: 'events',
    name: 'people',
    property_type_name: 'integer',
  });
  await test.admin.create('/model/categories', { object_type_name: 'events', name: 'fairs' });
});

const store = () => test.service.services.store;
const create = (type = 'documents', more: Record<string, unknown> = {}): Promise<ResourceData> =>
  test.editor.create(`/${type}`, { title: 'The original', status: 'on', ...more });
const clone = (original: { id: string; type: string }, data: object = {}, as: Client = test.editor) =>
  as.post(`/${original.type}/${original.id}/actions/clone`, { data: { type: original.type, ...data } });
const dataOf = (response: { body: unknown }): ResourceData => (response.body as { data: ResourceData }).data;

async function link(left: ResourceData, right: ResourceData, more: Partial<ObjectRelationRow> = {}): Promise<void> {
  await store().transaction(async (transaction) => {
    const ends = [left, right].map(({ id, type }) => ({ id: Number(id), type }));
    await lockObjects(store(), ends, transaction);
    const row: ObjectRelationRow = {
      relation_id: 3,
      left_id: Number(left.id),
      right_id: Number(right.id),
      left_type: left.type,
      right_type: right.type,
      priority: 1,
      inv_priority: 1,
      params: null,
      ...more,
    };
    await store().objectRelations.insertOne(row, { session: transaction });
  });
}
const linksOf = async (id: string): Promise<unknown[]> =>
  (
    await store()
      .objectRelations.find({ $or: [{ left_id: Number(id) }, { right_id: Number(id) }] })
      .toArray()
  )
    .map(({ relation_id, left_id, right_id, priority, inv_priority, params }) => [
      relation_id,
      left_id,
      right_id,
      priority,
      inv_priority,
      params,
    ])
    .sort();

async function translate({ id, type }: ResourceData, lang: string, status: 'on' | 'draft' = 'on'): Promise<void> {
  const now = new Date();
  const _id = await store().sequences.next('objects');
  await store().transaction(async (transaction) => {
    const objects = await lockObjects(store(), [{ id: Number(id), type }], transaction);
    const object = viewOf(objects.get(Number(id)) as never);
    const row = {
      _id,
      object_id: Number(id),
      lang,
      status,
      translated_fields: { title: lang },
      trashed: false,
      search: '',
    };
    const bookkeeping = { created: now, modified: now, created_by: 1, modified_by: 1, revision: 3 };
    await store().translations.insertOne({ ...row, ...bookkeeping, object }, { session: transaction });
  });
}

describe('a copy', () => {
  it('has the attributes of the original, its own uname, is independent of the original, and is a draft', async () => {
    const original = await create('events', {
      body: 'Long',
      people: 7,
      extra: { a: [1] },
      categories: [{ name: 'fairs' }],
      tags: [{ name: 'yearly' }],
      date_ranges: [{ start_date: '2026-01-01T00:00:00+00:00', end_date: null, params: null }],
    });
    await test.admin.patch(`/events/${original.id}`, {
      data: { id: original.id, type: 'events', meta: { locked: true } },
    });
    await test.admin.create('/object_permissions', { object_id: Number(original.id), role_id: 1, permission: 'write' });
    test.clock.advance(60_000);
    const response = await clone(original);
    const copy = dataOf(response);
    expect(response.status).toBe(201);
    expect(response.headers['location']).toMatch(new RegExp(`/events/${copy.id}$`));
    expect((response.body as { links: { self: string } }).links.self).toBe(response.headers['location']);
    expect(response.headers['etag']).toMatch(/^"1\./);
    const { uname, ...same } = original.attributes;
    expect(copy.attributes).toEqual({ ...same, status: 'draft', uname: copy.attributes['uname'] });
    expect(copy.attributes['uname']).toMatch(/^the-original-[0-9a-f]{6}$/);
    expect(copy.attributes['uname']).not.toBe(uname);
    expect(copy.meta).toMatchObject({ locked: false, published: null });
    expect(copy.meta).not.toHaveProperty('perms');
    expect(copy.meta['created']).not.toBe(original.meta['created']);
    expect(dataOf(await test.editor.get(`/events/${copy.id}`)).attributes).toEqual(copy.attributes);
    expect((await test.anonymous.get(`/events/${copy.id}`)).status).toBe(404);
    const found = await test.editor.get('/events?filter[people]=7&filter[categories]=fairs&filter[tags]=yearly&q=long');
    expect((found.body as { data: ResourceData[] }).data.map(({ id }) => id)).toContain(copy.id);
    const counts = await store().readCounts(['events']);
    expect(counts.draft).toBe(await store().documents('events').countDocuments({ status: 'draft', trashed: false }));
    const [change] = await store().changes.find({ resource_id: copy.id }).toArray();
    expect(change).toMatchObject({ user_action: 'create', changed: { title: 'The original', people: 7 } });
  });

  it('accepts other attributes, a status and a uname', async () => {
    const original = await create('profiles', { name: 'Ada', surname: 'Byron', title: undefined });
    const attributes = { surname: 'Lovelace', status: 'on', uname: 'Ada Lovelace', email: null };
    const copy = dataOf(await clone(original, { attributes }));
    expect(copy.attributes).toMatchObject({ title: 'Ada Lovelace', surname: 'Lovelace', name: 'Ada', status: 'on' });
    expect(copy.attributes['uname']).toBe('ada-lovelace');
    expect(copy.meta['published']).not.toBeNull();
    expect(dataOf(await clone(original, { attributes })).attributes['uname']).toMatch(/^ada-lovelace-[0-9a-f]{6}$/);
    const titled = dataOf(await clone(await create(), { attributes: { title: 'Another title' } }));
    expect(titled.attributes['uname']).toBe('another-title');
  });

  it('can be made without a body, and by uname', async () => {
    const original = await create('documents', { uname: 'by-name' });
    const response = await test.editor.request('post', '/documents/by-name/actions/clone');
    expect([response.status, dataOf(response).attributes['title']]).toEqual([201, 'The original']);
    expect(dataOf(response).id).not.toBe(original.id);
  });
});

describe('links of a copy', () => {
  it('are those of the original on both sides, with params, in the same places, last on the other side', async () => {
    const [original, a, b] = [await create(), await create('events'), await create()];
    await link(original, a, { priority: 2, inv_priority: 4, params: { label: 'x' } });
    await link(b, original, { priority: 7, inv_priority: 3 });
    // Both directions of a symmetric relation.
    await link(original, b, { relation_id: 5, priority: 1, inv_priority: 2 });
    await link(b, original, { relation_id: 5, priority: 2, inv_priority: 1 });
    // To itself, and to objects in the trash.
    await link(original, original, { relation_id: 6 });
    const gone = await create();
    await link(original, gone);
    await test.editor.delete(`/documents/${gone.id}`);
    const before = await linksOf(original.id);
    const copy = dataOf(await clone(original, { meta: { include: ['relationships'] } }));
    const [own, left, right] = [Number(copy.id), Number(a.id), Number(b.id)];
    expect(await linksOf(copy.id)).toEqual(
      [
        [3, own, left, 2, 5, { label: 'x' }],
        [3, right, own, 8, 3, null],
        [5, own, right, 1, 3, null],
        [5, right, own, 3, 1, null],
      ].sort(),
    );
    expect(await linksOf(original.id)).toEqual(before);
    expect(await linksOf(dataOf(await clone(original)).id)).toEqual([]);
    // Later changes are updated as well.
    expect((await store().documents('documents').findOne({ _id: own }))?.fence).toBe(1);
  });

  it('lead only to objects that the caller sees', async () => {
    const [original, hidden] = [await create(), await create()];
    await link(original, hidden);
    const role = await test.admin.create('/roles', { name: 'insiders' });
    const row = { object_id: Number(hidden.id), role_id: Number(role.id), permission: 'read' };
    await test.admin.create('/object_permissions', row);
    const include = { meta: { include: ['relationships'] } };
    expect(await linksOf(dataOf(await clone(original, include)).id)).toEqual([]);
    expect(await linksOf(dataOf(await clone(original, include, test.admin)).id)).toHaveLength(1);
  });

  it('change nothing that the caller may not change', async () => {
    const [original, closed] = [await create(), await create()];
    await link(closed, original, { relation_id: 5 });
    // see_also, which is symmetric.
    await link(closed, original);
    await link(original, closed);
    await link(original, closed, { relation_id: 6 });
    const rule = { object_id: Number(closed.id), role_id: 1, permission: 'write' };
    await test.admin.create('/object_permissions', rule);
    const include = { meta: { include: ['relationships'] } };
    const copy = dataOf(await clone(original, include));
    // Only the one that is in a list of the copy alone.
    expect(await linksOf(copy.id)).toEqual([[6, Number(copy.id), Number(closed.id), 1, 2, null]]);
    expect(await linksOf(dataOf(await clone(original, include, test.admin)).id)).toHaveLength(4);
  });

  it('to the same object get distinct places when copies are made concurrently', async () => {
    const [original, target] = [await create(), await create()];
    await link(original, target);
    const copies = await Promise.all(
      Array.from({ length: 5 }, () => clone(original, { meta: { include: ['relationships'] } })),
    );
    expect(copies.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    const rows = await store()
      .objectRelations.find({ right_id: Number(target.id) })
      .toArray();
    expect(rows.map(({ inv_priority }) => inv_priority).sort()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('do not lead to an object that is trashed concurrently', async () => {
    for (let round = 0; round < 4; round++) {
      const [original, target] = [await create(), await create()];
      await link(original, target);
      const [made] = await Promise.all([
        clone(original, { meta: { include: ['relationships'] } }),
        test.editor.delete(`/documents/${target.id}`).then(() => test.editor.delete(`/trash/${target.id}`)),
      ]);
      expect(made.status).toBe(201);
      expect(await linksOf(target.id)).toEqual([]);
    }
  });
});

describe('translations of a copy', () => {
  it('are those of the original that the caller sees', async () => {
    const original = await create();
    await translate(original, 'it');
    await translate(original, 'de', 'draft');
    const copy = dataOf(await clone(original, { meta: { include: ['translations', 'relationships'] } }));
    const rows = await store()
      .translations.find({ object_id: Number(copy.id) })
      .sort({ lang: 1 })
      .toArray();
    expect(rows.map(({ lang, status, translated_fields }) => [lang, status, translated_fields])).toEqual([
      ['de', 'draft', { title: 'de' }],
      ['it', 'on', { title: 'it' }],
    ]);
    expect(rows[0]).toMatchObject({ revision: 1, trashed: false, object: { status: 'draft', type: 'documents' } });
    await test.editor.patch(`/documents/${copy.id}`, {
      data: { id: copy.id, type: 'documents', attributes: { status: 'on' } },
    });
    expect(await store().translations.distinct('object.status', { object_id: Number(copy.id) })).toEqual(['on']);
    const changes = await store().changes.countDocuments({ resource_type: 'translations', user_action: 'create' });
    expect(changes).toBe(2);
  });
});

describe('a copy in another language', () => {
  it('has no translation into its own language', async () => {
    const original = await create('documents', { lang: 'en' });
    await translate(original, 'it');
    await translate(original, 'de');
    const options = { attributes: { lang: 'it' }, meta: { include: ['translations'] } };
    const copy = dataOf(await clone(original, options));
    expect(await store().translations.distinct('lang', { object_id: Number(copy.id) })).toEqual(['de']);
  });
});

describe('a copy is refused', () => {
  it('with 401 and 403 for callers who may not create objects, 404 without an original', async () => {
    const original = await create();
    expect((await clone(original, {}, test.anonymous)).status).toBe(401);
    expect((await clone(original, {}, test.reader)).status).toBe(403);
    expect((await clone({ id: '999999', type: 'documents' })).status).toBe(404);
    expect((await clone({ id: original.id, type: 'events' })).status).toBe(404);
    expect((await clone({ id: original.id, type: 'objects' })).status).toBe(404);
    expect((await clone({ id: '1', type: 'users' }, {}, test.admin)).status).toBe(404);
    await test.editor.delete(`/documents/${original.id}`);
    expect((await clone(original)).status).toBe(404);
  });

  it('with 403 for an abstract type', async () => {
    await test.admin.create('/model/object_types', { name: 'wholes', singular: 'whole', is_abstract: true });
    // Of abstract types the description shows no copies.
    const response = await supertest(test.service.app)
      .post('/wholes/1/actions/clone')
      .set({ Authorization: `Bearer ${test.admin.token}`, 'Content-Type': JSON_API })
      .send(JSON.stringify({ data: { type: 'wholes' } }));
    expect([response.status, errorCodes(response)[0]]).toEqual([403, 'abstract_type']);
  });

  it('with 409, 403 and 400 for an invalid body, and nothing is created', async () => {
    const original = await create();
    const count = await store().documents('documents').countDocuments();
    const cases = [
      [{ type: 'events' }, 409, '/data/type'],
      [{ id: '7' }, 403, '/data/id'],
      [{ type: 5 }, 400, '/data/type'],
      [{ attributes: [1] }, 400, '/data/attributes'],
      [{ attributes: { status: 'nowhere' } }, 400, '/data/attributes/status'],
      [{ attributes: { uname: '123' } }, 400, '/data/attributes/uname'],
      [{ attributes: { uname: '__deleted-1' } }, 400, '/data/attributes/uname'],
      [{ meta: { include: 'relationships' } }, 400, '/data/meta/include'],
      [{ meta: { include: ['streams'] } }, 400, '/data/meta/include/0'],
    ] as const;
    for (const [data, status, pointer] of cases) {
      const response = await clone(original, data);
      expect([data, response.status, errorSources(response)[0]]).toEqual([data, status, pointer]);
    }
    expect((await test.editor.post(`/documents/${original.id}/actions/clone`, '[]')).status).toBe(400);
    expect((await test.editor.post(`/documents/${original.id}/actions/clone`, {})).status).toBe(400);
    expect(await store().documents('documents').countDocuments()).toBe(count);
  });
});
