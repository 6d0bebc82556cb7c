// The object of a stream, and linking a stream to one (service.md 4.6, D562, D194).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCodes, errorSources, type Client, type ResourceData } from '../../support/service.ts';
import { dataOf, idsOf, openStreamWorld, PICTURE, type StreamWorld } from '../../support/files/stream-world.ts';
import { link, uploadStream } from '../../support/files/uploads.ts';

let test: StreamWorld;
let other: Client;
beforeAll(async () => {
  test = await openStreamWorld();
  other = await test.addClient('other', [2]);
});
afterAll(() => test.close());

const newFile = (client: Client, attributes = {}) =>
  client.create('/files', { title: 'File', status: 'on', ...attributes });
const rowOf = (id: string) => test.service.services.store.streams.findOne({ _id: id });
const versionOf = async (id: string) => (await rowOf(id))?.version;
const linkOf = async (id: string): Promise<unknown> =>
  (await test.admin.get(`/streams/${id}/relationships/object`)).body as unknown;

describe('GET /streams/{stream_id}/object', () => {
  it('is the object with the requested fields and includes, or null', async () => {
    const { file, stream } = await test.putFile(test.editor);
    const response = await test.anonymous.get(`/streams/${stream.id}/object?include=created_by_user&fields=title`);
    expect(response.body).toMatchObject({
      data: { id: file.id, type: 'files', attributes: { title: file.attributes['title'] } },
      links: { self: `http://localhost/streams/${stream.id}/object?include=created_by_user&fields=title` },
    });
    expect(await linkOf(stream.id)).toMatchObject({ data: { id: file.id, type: 'files' } });
    const { id } = await test.put(test.editor);
    expect((await test.editor.get(`/streams/${id}/object`)).body).toMatchObject({ data: null });
    expect(await linkOf(id)).toMatchObject({ data: null });
  });
});

describe('PATCH /streams/{stream_id}/relationships/object', () => {
  it('links a stream, so that it is visible with the object', async () => {
    const [file, stream] = [await newFile(test.editor), await test.put(test.editor)];
    const response = await link(test.editor, stream.id, { type: 'files', id: file.id });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      links: {
        self: `http://localhost/streams/${stream.id}/relationships/object`,
        home: 'http://localhost/home',
      },
    });
    const { revision, object, object_id } = (await rowOf(stream.id)) ?? {};
    expect([revision, object_id, object?.type, object?.status]).toEqual([2, Number(file.id), 'files', 'on']);
    expect((await test.anonymous.get(`/streams/${stream.id}`)).status).toBe(200);
    // Changes of the object that change the visibility of the stream.
    const off = { data: { type: 'files', id: file.id, attributes: { status: 'off' } } };
    await test.editor.patch(`/files/${file.id}`, off);
    expect((await test.anonymous.get(`/streams/${stream.id}`)).status).toBe(404);
  });

  it('has the same response for an existing link, and writes nothing', async () => {
    const { file, stream } = await test.putFile(test.editor);
    const before = await rowOf(stream.id);
    const response = await link(test.editor, stream.id, { type: 'files', id: file.id });
    expect([response.status, Object.keys(response.body as object)]).toEqual([200, ['links']]);
    expect(await rowOf(stream.id)).toEqual(before);
  });

  it('accepts integers and unames as ids (D177)', async () => {
    const [file, stream] = [await newFile(test.editor), await test.put(test.editor)];
    for (const id of [Number(file.id), String(file.attributes['uname'])]) {
      expect((await link(test.editor, stream.id, { type: 'files', id })).status).toBe(200);
      expect((await rowOf(stream.id))?.object_id).toBe(Number(file.id));
      await link(test.editor, stream.id, null);
    }
  });

  it('gives each stream the next version of the object', async () => {
    const file = await newFile(test.editor);
    const streams: ResourceData[] = [];
    for (let n = 1; n <= 3; n++) {
      const stream = await test.put(test.editor);
      await link(test.editor, stream.id, { type: 'files', id: file.id });
      expect(await versionOf(stream.id)).toBe(n);
      streams.push(stream);
    }
    const elsewhere = await newFile(test.editor);
    const [first, , last] = streams;
    await link(test.editor, first?.id ?? '', { type: 'files', id: elsewhere.id });
    expect(await versionOf(first?.id ?? '')).toBe(1);
    await link(test.editor, first?.id ?? '', { type: 'files', id: file.id });
    expect([await versionOf(first?.id ?? ''), await versionOf(last?.id ?? '')]).toEqual([4, 3]);
    expect(idsOf(await test.editor.get(`/streams?filter[object_id]=${file.id}&sort=version`)).length).toBe(3);
  });

  it('null unlinks it: then only its uploader and administrators see it', async () => {
    const { stream } = await test.putFile(test.editor);
    expect((await link(other, stream.id, null)).status).toBe(200);
    const row = await rowOf(stream.id);
    expect([row?.object_id, row?.version, row && 'object' in row]).toEqual([null, 1, false]);
    const seen = [test.editor, test.admin, other, test.anonymous];
    const statuses = await Promise.all(seen.map(async (client) => (await client.get(`/streams/${stream.id}`)).status));
    expect(statuses).toEqual([200, 200, 404, 404]);
    const revision = (await rowOf(stream.id))?.revision;
    expect((await link(test.editor, stream.id, null)).status).toBe(200);
    expect((await rowOf(stream.id))?.revision).toBe(revision);
  });

  it('records each change in the history', async () => {
    const { file, stream } = await test.putFile(test.editor);
    await link(test.editor, stream.id, null);
    const { changes } = test.service.services.store;
    const rows = await changes.find({ resource_type: 'streams', resource_id: stream.id }).sort({ _id: 1 }).toArray();
    expect(rows.slice(1).map(({ changed }) => changed)).toEqual([{ object_id: Number(file.id) }, { object_id: null }]);
  });
});

describe('a link is refused', () => {
  /** Code and places of the refusal; the database is unchanged. */
  async function refusal(client: Client, streamId: string, data: { type: string; id: string | number } | null) {
    const before = await rowOf(streamId);
    const response = await link(client, streamId, data);
    expect(await rowOf(streamId)).toEqual(before);
    return [response.status, errorCodes(response)[0], ...errorSources(response)];
  }

  it('when objects of the type have no streams, or the id is of another type', async () => {
    const { id } = await test.put(test.editor);
    const document = await test.editor.create('/documents', { title: 'Document' });
    const file = await newFile(test.editor);
    const conflict = [409, 'type_conflict', '/data/type'];
    for (const type of ['documents', 'users', 'objects', 'nothing', 'streams']) {
      expect(await refusal(test.editor, id, { type, id: document.id })).toEqual(conflict);
    }
    expect(await refusal(test.editor, id, { type: 'images', id: file.id })).toEqual(conflict);
    expect(await refusal(test.editor, id, { type: 'media', id: file.id })).toEqual(conflict);
    expect(await refusal(test.editor, id, { type: 'files', id: document.id })).toEqual(conflict);
  });

  it('when the object is unknown, in the trash or hidden', async () => {
    const { id } = await test.put(test.editor);
    const [trashed, hidden] = [await newFile(test.editor), await newFile(test.editor)];
    await test.editor.delete(`/files/${trashed.id}`);
    const missing = [404, 'not_found', '/data/id'];
    for (const unknown of ['999999', 'no-such-uname', trashed.id]) {
      expect(await refusal(test.editor, id, { type: 'files', id: unknown })).toEqual(missing);
    }
    await test.admin.create('/object_permissions', { object_id: Number(hidden.id), role_id: 1, permission: 'read' });
    const [status] = await refusal(test.editor, id, { type: 'files', id: hidden.id });
    expect(status).toBe(403);
  });

  it('when the type does not accept such files', async () => {
    const { id } = await test.put(test.editor);
    const image = await test.editor.create('/images', { title: 'Image' });
    expect(await refusal(test.editor, id, { type: 'images', id: image.id })).toEqual([
      400,
      'file_type_mismatch',
      '/data/type',
    ]);
    const picture = dataOf(await uploadStream(test.editor, 'a.png', PICTURE, 'image/png'));
    expect((await link(test.editor, picture.id, { type: 'images', id: image.id })).status).toBe(200);
  });

  it('when the caller may not change the new object, or the previous one', async () => {
    const closed = await newFile(test.editor);
    await test.admin.create('/object_permissions', { object_id: Number(closed.id), role_id: 1, permission: 'write' });
    const { id } = await test.put(test.editor);
    expect((await refusal(test.editor, id, { type: 'files', id: closed.id }))[0]).toBe(403);
    const { file, stream } = await test.putFile(test.editor);
    await test.admin.create('/object_permissions', { object_id: Number(file.id), role_id: 1, permission: 'write' });
    const free = await newFile(test.editor);
    expect((await refusal(test.editor, stream.id, { type: 'files', id: free.id }))[0]).toBe(403);
    expect((await refusal(test.editor, stream.id, null))[0]).toBe(403);
    expect((await link(test.reader, stream.id, null)).status).toBe(403);
    expect((await link(test.anonymous, stream.id, null)).status).toBe(401);
    expect((await link(other, id, null)).status).toBe(404);
  });

  it('when one of the objects is locked', async () => {
    const { file, stream } = await test.putFile(test.editor);
    const free = await newFile(test.editor);
    const lock = { data: { type: 'files', id: file.id, attributes: {}, meta: { locked: true } } };
    await test.admin.patch(`/files/${file.id}`, lock);
    expect((await refusal(test.editor, stream.id, { type: 'files', id: free.id })).slice(0, 2)).toEqual([
      403,
      'locked',
    ]);
    const { id } = await test.put(test.editor);
    expect((await refusal(test.editor, id, { type: 'files', id: file.id })).slice(0, 2)).toEqual([403, 'locked']);
  });

  it('when the stream has changed since (If-Match)', async () => {
    const { file, stream } = await test.putFile(test.editor);
    const tag = String((await test.editor.get(`/streams/${stream.id}`)).headers['etag']);
    const path = `/streams/${stream.id}/relationships/object`;
    const headers = { 'If-Match': tag };
    expect((await test.editor.patch(path, { data: null }, headers)).status).toBe(200);
    const stale = await test.editor.patch(path, { data: { type: 'files', id: file.id } }, headers);
    expect([stale.status, errorCodes(stale)[0]]).toEqual([412, 'precondition_failed']);
  });

  it.each([
    ['a list', { data: [{ type: 'files', id: '1' }] }],
    ['no data', {}],
    ['no id', { data: { type: 'files' } }],
    ['no type', { data: { id: '1' } }],
    ['an operator', { data: { type: 'files', id: { $ne: null } } }],
    ['a number as type', { data: { type: 1, id: '1' } }],
    ['an empty id', { data: { type: 'files', id: '' } }],
  ])('when the body is %s', async (_what, body) => {
    const { id } = await test.put(test.editor);
    expect((await test.editor.patch(`/streams/${id}/relationships/object`, body)).status).toBe(400);
  });

  it('when the method is another one', async () => {
    const { file, stream } = await test.putFile(test.editor);
    const path = `/streams/${stream.id}/relationships/object`;
    const body = { data: { type: 'files', id: file.id } };
    expect((await test.editor.post(path, body)).status).toBe(405);
    expect((await test.editor.delete(path, {}, body)).status).toBe(405);
  });
});
