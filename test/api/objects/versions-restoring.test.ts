// Restoring objects from versions: POST /{type}/{id}/versions/{number}/actions/restore (D507).
import { describe, expect, it } from 'vitest';
import { type ResourceData, serviceForTests } from '../../support/service.ts';
import { at, attributesOf, list, numbers, patch, read, restore } from '../../support/database/versions.ts';

const test = serviceForTests({ env: { JWT_TTL: '9999d' } });

describe('POST /{type}/{id}/versions/{number}/actions/restore', () => {
  it('restores the attributes in one change, which creates a new version', async () => {
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

  it('writes nothing without a difference, not even for dates stored with less precision', async () => {
    const made = await test.editor.create('/documents', { title: 'Same', publish_start: '2026-01-01T10:00:00.123Z' });
    expect((await restore(test.editor, made, 1)).status).toBe(200);
    expect(await numbers(test.editor, made)).toEqual([1]);
  });

  it('accepts the identifier of the object, and refuses others', async () => {
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

  it('checks If-Match', async () => {
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

  it('can be part of POST /operations, which rolls it back with the others', async () => {
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

  it('is refused like a PATCH: locked objects keep status and uname', async () => {
    const made = await test.admin.create('/documents', { title: 'One', status: 'draft' });
    await patch(test.admin, made, { status: 'on' });
    const { id, type } = made;
    await test.admin.patch(`/${type}/${id}`, { data: { id, type, meta: { locked: true } } });
    expect((await restore(test.editor, made, 1)).body).toMatchObject({ errors: [{ status: '403', code: 'locked' }] });
  });

  it('adds a suffix to a uname that another object has in the meantime', async () => {
    const made = await test.editor.create('/documents', { title: 'One', uname: 'wanted-again' });
    await patch(test.editor, made, { uname: 'given-away' });
    await test.editor.create('/documents', { title: 'Other', uname: 'wanted-again' });
    const answer = await restore(test.editor, made, 1);
    expect((answer.body as { data: ResourceData }).data.attributes['uname']).toMatch(/^wanted-again-/);
  });

  it('loses no concurrent change', async () => {
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
