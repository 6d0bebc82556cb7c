// /annotations (service.md 4.10, D19, D29).
import { beforeAll, describe, expect, it } from 'vitest';
import { closeEndpoint } from '../../support/permissions/close-endpoint.ts';
import { type Client, errorCodes, errorSources, serviceForTests } from '../../support/service.ts';

const test = serviceForTests();
let object_id: number;
beforeAll(async () => {
  object_id = Number((await test.editor.create('/documents', { title: 'Told', status: 'on' })).id);
});

const annotate = (client: Client = test.reader, attributes: object = {}) =>
  client.create('/annotations', { object_id, description: 'A remark', ...attributes });
const post = (attributes: object, client: Client = test.reader) =>
  client.post('/annotations', { data: { type: 'annotations', attributes } });
const patch = (id: string, attributes: object, client: Client = test.reader, headers = {}) =>
  client.patch(`/annotations/${id}`, { data: { id, type: 'annotations', attributes } }, headers);
const idsIn = (response: { body: unknown }): string[] =>
  (response.body as { data: { id: string }[] }).data.map(({ id }) => id);

describe('POST /annotations', () => {
  it('is for signed-in callers, on visible objects', async () => {
    const response = await post({ object_id, description: 'Hm', params: { at: [1, null] } });
    expect(response.status).toBe(201);
    expect(response.headers['etag']).toMatch(/^"1\./);
    const { data } = response.body as { data: { id: string; attributes: object; meta: object } };
    expect(data.attributes).toEqual({ object_id, description: 'Hm', params: { at: [1, null] } });
    expect(data.meta).toMatchObject({ user_id: expect.any(Number) as number });
    expect(response.headers['location']).toMatch(new RegExp(`/annotations/${data.id}$`));
    expect((await post({ object_id, description: 'Hm' }, test.anonymous)).status).toBe(401);
    const draft = Number((await test.editor.create('/documents', {})).id);
    expect(errorSources(await post({ object_id: draft, description: 'Hm' }))).toEqual(['/data/attributes/object_id']);
    expect((await post({ object_id: draft, description: 'Hm' }, test.editor)).status).toBe(201);
  });

  const bad: [string, object, string][] = [
    ['no object', { object_id: undefined }, '/data/attributes/object_id'],
    ['an unknown object', { object_id: 987_654 }, '/data/attributes/object_id'],
    ['an object id of another kind', { object_id: [1] }, '/data/attributes/object_id'],
    ['no description', { description: undefined }, '/data/attributes/description'],
    ['an empty description', { description: '' }, '/data/attributes/description'],
    ['a blank description', { description: ' \n' }, '/data/attributes/description'],
    ['null for a description', { description: null }, '/data/attributes/description'],
    ['a description of another kind', { description: 7 }, '/data/attributes/description'],
    ['a long description', { description: 'x'.repeat(16_001) }, '/data/attributes/description'],
    ['large params', { params: 'x'.repeat(20_000) }, '/data/attributes/params'],
  ];
  it.each(bad)('refuses %s: 400', async (_what, attributes, source) => {
    const response = await post({ object_id, description: 'Hm', ...attributes });
    expect([response.status, [...new Set(errorSources(response))]]).toEqual([400, [source]]);
  });
});

describe('PATCH and DELETE /annotations/{id}', () => {
  it('are for the author and for admins', async () => {
    const { id } = await annotate();
    expect((await patch(id, { description: 'Mine' })).status).toBe(200);
    expect((await patch(id, { params: 5 }, test.admin)).status).toBe(200);
    const refused = await patch(id, { description: 'Not mine' }, test.editor);
    expect([refused.status, errorCodes(refused)[0]]).toEqual([403, 'forbidden']);
    expect((await patch(id, {}, test.anonymous)).status).toBe(401);
    expect((await test.editor.delete(`/annotations/${id}`)).status).toBe(403);
    const { data } = (await test.anonymous.get(`/annotations/${id}`)).body as { data: { attributes: object } };
    expect(data.attributes).toEqual({ object_id, description: 'Mine', params: 5 });
    expect((await test.reader.delete(`/annotations/${id}`)).status).toBe(204);
    expect((await test.reader.delete(`/annotations/${id}`)).status).toBe(404);
    expect((await test.admin.get(`/annotations/${id}`)).status).toBe(404);
  });

  it('never move an annotation to another object: 403', async () => {
    const { id } = await annotate();
    const other = Number((await test.editor.create('/documents', { status: 'on' })).id);
    const refused = await patch(id, { object_id: other });
    expect([refused.status, errorCodes(refused)[0]]).toEqual([403, 'immutable']);
    expect((await patch(id, { object_id, description: 'Here' })).status).toBe(200);
  });

  it('write nothing without a change, and check data.id, data.type and If-Match', async () => {
    const { id } = await annotate(test.reader, { params: { a: 1, b: 2 } });
    const before = await test.service.services.store.changes.countDocuments();
    expect((await patch(id, { params: { b: 2, a: 1 } })).headers['etag']).toMatch(/^"1\./);
    expect(await test.service.services.store.changes.countDocuments()).toBe(before);
    const send = (data: object) => test.reader.patch(`/annotations/${id}`, { data });
    expect((await send({ id: '1', type: 'annotations' })).status).toBe(409);
    expect((await send({ id, type: 'documents' })).status).toBe(409);
    expect((await patch(id, { description: '' })).status).toBe(400);
    expect((await patch(id, { description: 'x' }, test.reader, { 'If-Match': '"2.x"' })).status).toBe(412);
    expect((await test.reader.delete(`/annotations/${id}`, { 'If-Match': '"2.x"' })).status).toBe(412);
    expect((await test.reader.delete(`/annotations/${id}`, { 'If-Match': '"1.x"' })).status).toBe(204);
  });
});

describe('GET /annotations', () => {
  it('filters, sorts, searches and includes', async () => {
    const own = Number((await test.editor.create('/events', { title: 'Fair', status: 'on' })).id);
    const one = await annotate(test.reader, { object_id: own, description: 'Una città' });
    const two = await annotate(test.admin, { object_id: own, description: 'Another' });
    const list = async (query: string) => idsIn(await test.anonymous.get(encodeURI(`/annotations?${query}`)));
    expect(await list(`filter[object_id]=${own}&sort=-id`)).toEqual([two.id, one.id]);
    expect(await list(`filter[object_id]=${own}&filter[user_id]=1`)).toEqual([two.id]);
    expect(await list('filter[type]=events&q=citta')).toEqual([one.id]);
    expect(await list(`filter[description][like]=othe&filter[object_id]=${own}`)).toEqual([two.id]);
    const included = await test.anonymous.get(`/annotations?filter[object_id]=${own}&include=object`);
    expect(included.body).toMatchObject({ included: [{ id: String(own), type: 'events' }] });
    expect((await test.anonymous.get(`/annotations/${one.id}/object`)).body).toMatchObject({
      data: { id: String(own) },
    });
    const link = await test.anonymous.get(`/annotations/${one.id}/relationships/object`);
    expect(link.body).toMatchObject({ data: { id: String(own), type: 'events' } });
    for (const query of ['filter[params]=1', 'filter[user_id]=me', 'include=objects', 'sort=params'])
      expect((await test.anonymous.get(`/annotations?${query}`)).status).toBe(400);
  });

  it('shows only own annotations to callers with `mine`', async () => {
    const reopen = await closeEndpoint(test, 'annotations');
    const endpoint = await test.service.services.store.endpoints.findOne({ name: 'annotations' });
    const rows = await test.service.services.store.endpointPermissions
      .find({ endpoint_id: endpoint?._id ?? -1 })
      .toArray();
    for (const row of rows) {
      const data = { id: String(row._id), type: 'endpoint_permissions', attributes: { read: 'mine' } };
      await test.admin.patch(`/admin/endpoint_permissions/${row._id}`, { data });
    }
    const mine = await annotate();
    const other = await annotate(test.admin);
    expect(idsIn(await test.reader.get('/annotations?page_size=100'))).toContain(mine.id);
    expect(idsIn(await test.reader.get('/annotations?page_size=100'))).not.toContain(other.id);
    expect((await test.reader.get(`/annotations/${other.id}`)).status).toBe(404);
    expect((await test.anonymous.get('/annotations')).status).toBe(401);
    await reopen();
  });
});

it('object_id accepts text with digits, and filter[object] means filter[object_id]', async () => {
  const { id } = await test.editor.create('/documents', { title: 'By digits', status: 'on' });
  const made = await test.editor.create('/annotations', { object_id: id, description: 'By digits' });
  expect(made.attributes['object_id']).toBe(Number(id));
  const attributes = { object_id: id };
  const same = await test.editor.patch(`/annotations/${made.id}`, {
    data: { id: made.id, type: 'annotations', attributes },
  });
  expect(same.status).toBe(200);
  for (const name of ['object', 'object_id']) {
    const { body } = await test.editor.get(`/annotations?filter[${name}]=${id}`);
    expect((body as { data: { id: string }[] }).data.map((row) => row.id)).toEqual([made.id]);
  }
  for (const wrong of ['x', '01', '1.5', '', 0, 1.5, null, true, { $gt: 0 }, [1]]) {
    const refused = { data: { type: 'annotations', attributes: { object_id: wrong, description: 'By digits' } } };
    expect((await test.editor.post('/annotations', refused)).status).toBe(400);
  }
});
