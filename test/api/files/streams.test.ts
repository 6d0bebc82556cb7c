// Streams: uploading, reading, deleting and copying them (service.md 4.6, D562, D14, D42).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCodes, errorSources, type Client, type ResourceData } from '../../support/service.ts';
import { dataOf, idsOf, openStreamWorld, PICTURE, type StreamWorld } from '../../support/files/stream-world.ts';
import { bookkeepingFaults } from '../../support/files/upload-traces.ts';
import { link, uploadStream } from '../../support/files/uploads.ts';

let test: StreamWorld;
let other: Client;
beforeAll(async () => {
  test = await openStreamWorld();
  other = await test.addClient('other', [2]);
});
afterAll(() => test.close());

const UNKNOWN = '019e2005-5c1e-7d30-9a51-2f6b8f0c4a11';
const statuses = async (path: string, clients: Client[]): Promise<number[]> =>
  Promise.all(clients.map(async (client) => (await client.get(path)).status));

describe('POST /streams/upload/{file_name}', () => {
  it('returns the stream, its Location, and its document', async () => {
    const response = await uploadStream(test.editor, 'flag of Österreich.png', PICTURE, 'image/png');
    const { id } = dataOf(response);
    expect(response.status).toBe(201);
    expect(response.headers['location']).toBe(`http://localhost/streams/${id}`);
    expect(response.headers['etag']).toBeDefined();
    expect(response.body).toMatchObject({
      data: {
        type: 'streams',
        attributes: { file_name: 'flag of Österreich.png', mime_type: 'image/png' },
        meta: { version: 1, file_size: PICTURE.length, private_url: false },
        relationships: { object: { data: null } },
      },
      links: { self: `http://localhost/streams/${id}` },
    });
    expect(Object.keys(dataOf(response).attributes)).toEqual(['file_name', 'mime_type']);
  });

  it('creates a stream that only its uploader and administrators see (D14)', async () => {
    const { id } = await test.put(test.editor);
    const all = [test.editor, test.admin, other, test.reader, test.anonymous];
    for (const path of [`/streams/${id}`, `/streams/${id}/object`, `/streams/${id}/relationships/object`]) {
      expect(await statuses(path, all)).toEqual([200, 200, 404, 404, 404]);
    }
    const listed = await Promise.all(all.map(async (client) => idsOf(await client.get(`/streams?id=${id}`)).length));
    expect(listed).toEqual([1, 1, 0, 0, 0]);
  });
});

describe('GET /streams', () => {
  let files: { file: ResourceData; stream: ResourceData }[];
  let owner: Client;
  beforeAll(async () => {
    owner = await test.addClient('owner', [2]);
    files = [];
    for (let n = 0; n < 3; n++) files.push(await test.putFile(owner));
  });
  const list = async (query: string) => idsOf(await owner.get(`/streams?${query}`));
  const ids = () => files.map(({ stream }) => stream.id);

  it('has the oldest first, and other orders on request', async () => {
    const both = `id=${ids().toReversed().join()}`;
    expect(await list(both)).toEqual(ids());
    expect(await list(`${both}&sort=-id`)).toEqual(ids().toReversed());
    expect(await list(`${both}&sort=-object_id`)).toEqual(ids().toReversed());
    const response = await owner.get('/streams?sort=object');
    expect([response.status, errorCodes(response)[0]]).toEqual([400, 'unsupported_sort']);
  });

  it('with id lists the named and visible streams, in pages', async () => {
    const [first = '', second = ''] = ids();
    const hidden = await test.put(test.editor);
    expect(await list(`id=${second},${first},${UNKNOWN},${hidden.id}`)).toEqual([first, second]);
    expect(await list(`id[]=${second}&id[]=${first.toUpperCase()}`)).toEqual([first, second]);
    expect(await list(`id=${first},${first}`)).toEqual([first]);
    const page = await owner.get(`/streams?id=${first},${second}&page_size=1&page=2`);
    expect(idsOf(page)).toEqual([second]);
    expect(page.body).toMatchObject({
      meta: { pagination: { count: 2, page: 2, page_count: 2 } },
      links: { next: null },
    });
  });

  it.each(['', 'abc', `${UNKNOWN},`, '12', `${UNKNOWN},1`, '$ne'])('refuses id=%s', async (id) => {
    const response = await owner.get(`/streams?id=${encodeURIComponent(id)}`);
    expect([response.status, errorSources(response)]).toEqual([400, ['id']]);
  });

  it('refuses more than 100 ids, and ids that are not a list', async () => {
    const many = Array.from({ length: 101 }, (_, n) => UNKNOWN.slice(0, -3) + String(100 + n));
    expect((await owner.get(`/streams?id=${many.slice(1).join()}`)).status).toBe(200);
    expect((await owner.get(`/streams?id=${many.join()}`)).status).toBe(400);
    expect((await owner.get('/streams?id[$ne]=1')).status).toBe(400);
  });

  it('filters by fields, by the type of the object, and by words of the name', async () => {
    const [first] = files;
    expect(await list(`filter[object_id]=${first?.file.id}`)).toEqual([first?.stream.id]);
    expect(await list(`filter[object]=${first?.file.id}`)).toEqual([first?.stream.id]);
    expect(await list(`id=${ids().join()}&filter[type]=images`)).toEqual([]);
    expect(await list(`id=${ids().join()}&filter[type]=media`)).toEqual(ids());
    expect(await list(`filter[hash_sha1]=${String(first?.stream.meta['hash_sha1'])}`)).toEqual([first?.stream.id]);
    expect(await list(`filter[mime_type]=text/plain&id=${ids().join()}`)).toEqual(ids());
    const { id } = await test.put(owner, 'Karte von Österreich.txt');
    expect(await list('q=karte')).toEqual([id]);
    expect((await owner.get('/streams?filter[file_key]=1')).status).toBe(400);
  });

  it('shows the requested fields', async () => {
    const response = await owner.get(`/streams?id=${ids()[0]}&fields=file_name,version`);
    const [item] = (response.body as { data: ResourceData[] }).data;
    expect([item?.attributes, item?.meta]).toEqual([{ file_name: expect.any(String) }, { version: 1 }]);
  });

  it('includes objects, and their related objects', async () => {
    const [first] = files;
    const poster = await test.admin.create('/images', { title: 'Poster', status: 'on' });
    const related = { data: [{ type: 'images', id: poster.id }] };
    await test.admin.post(`/files/${first?.file.id}/relationships/poster`, related);
    const path = `/streams?id=${ids().join()}`;
    const plain = await test.anonymous.get(`${path}&include=object`);
    const included = (response: typeof plain) =>
      (response.body as { included: ResourceData[] }).included.map(({ type, id }) => `${type}/${id}`);
    expect(included(plain).sort()).toEqual(files.map(({ file }) => `files/${file.id}`).sort());
    const nested = await test.anonymous.get(`${path}&include=object.poster`);
    expect(included(nested)).toContain(`images/${poster.id}`);
    const single = await test.anonymous.get(`/streams/${first?.stream.id}?include=object.poster`);
    expect(included(single)).toEqual([`files/${first?.file.id}`, `images/${poster.id}`]);
    for (const include of ['nothing', 'object.nothing', 'streams']) {
      const refused = await test.anonymous.get(`${path}&include=${include}`);
      expect([refused.status, errorCodes(refused)[0]]).toEqual([400, 'invalid_include']);
    }
    const without = await test.put(owner);
    expect(included(await owner.get(`/streams/${without.id}?include=object`))).toEqual([]);
  });
});

describe('GET /streams/{stream_id}', () => {
  it('is 304 without a change, also with included resources and a signed address', async () => {
    const { file, stream } = await test.putFile(test.editor);
    const path = `/streams/${stream.id}?include=object`;
    const tagOf = async (client: Client, at = path) => String((await client.get(at)).headers['etag']);
    const tag = await tagOf(test.editor);
    const again = async () => (await test.editor.get(path, { 'If-None-Match': tag })).status;
    expect(await again()).toBe(304);
    await test.editor.patch(`/files/${file.id}`, { data: { type: 'files', id: file.id, attributes: { title: 'x' } } });
    expect(await again()).toBe(200);
    const unlinked = `/streams/${(await test.put(test.editor)).id}`;
    const signed = await tagOf(test.editor, unlinked);
    expect((await test.editor.get(unlinked, { 'If-None-Match': signed })).status).toBe(304);
    test.clock.advance(61 * 60_000);
    const later = await test.editor.request('get', unlinked, (request) => request.set('If-None-Match', signed));
    expect(later.status).toBe(200);
    test.clock.advance(-61 * 60_000);
  });

  it('has HEAD like GET, without a body', async () => {
    const { stream } = await test.putFile(test.editor);
    const [get, head] = [
      await test.anonymous.get(`/streams/${stream.id}`),
      await test.anonymous.request('head', `/streams/${stream.id}`),
    ];
    expect([head.status, head.text, head.headers['etag']]).toEqual([200, '', get.headers['etag']]);
    expect((await test.anonymous.request('head', '/streams')).status).toBe(200);
  });

  it.each([UNKNOWN, 'abc', '1', '%24ne', 'a'.repeat(300)])('is 404 or 400 for %s', async (id) => {
    expect([400, 404]).toContain((await test.admin.get(`/streams/${id}`)).status);
  });
});

describe('streams of an object that is hidden are hidden (D14)', () => {
  const path = (id: string) => `/streams/${id}`;
  const seen = async (id: string): Promise<unknown[]> =>
    Promise.all(
      [test.anonymous, test.reader, test.editor].map(async (client) => {
        const { status } = await client.get(path(id));
        const object = await client.get(`${path(id)}/object`);
        const listed = idsOf(await client.get(`/streams?id=${id}`)).length;
        return object.status === status ? `${status} ${listed}` : `${status} but its object ${object.status}`;
      }),
    );

  it.each(['draft', 'off'])('when it is %s', async (status) => {
    const { stream } = await test.putFile(test.editor, { status });
    expect(await seen(stream.id)).toEqual(['404 0', '404 0', '200 1']);
  });

  it('when it is not published yet', async () => {
    const { stream } = await test.putFile(test.editor, { publish_start: '2030-01-01T00:00:00Z' });
    expect(await seen(stream.id)).toEqual(['404 0', '404 0', '200 1']);
  });

  it('when it is in the trash, until it is restored', async () => {
    const { file, stream } = await test.putFile(test.editor);
    await test.editor.delete(`/files/${file.id}`);
    expect(await seen(stream.id)).toEqual(['404 0', '404 0', '404 0']);
    expect((await test.admin.delete(path(stream.id))).status).toBe(404);
    await test.admin.patch(`/trash/${file.id}`, { data: { type: 'files', id: file.id } });
    expect(await seen(stream.id)).toEqual(['200 1', '200 1', '200 1']);
  });

  it('when it is for certain roles only', async () => {
    const { file, stream } = await test.putFile(test.editor);
    const role = { object_id: Number(file.id), role_id: 2, permission: 'read' };
    await test.admin.create('/object_permissions', role);
    expect(await seen(stream.id)).toEqual(['401 0', '403 0', '200 1']);
  });
});

describe('DELETE /streams/{stream_id}', () => {
  it('removes the row, the file and the thumbnails, corrects the totals, and records it', async () => {
    const { store, fileStore } = test.service.services.files;
    const { stream } = await test.putFile(test.editor);
    const before = await store.streams.findOne({ _id: stream.id });
    const made_of = before?.file_key ?? '';
    const file_key = await fileStore.copy(made_of);
    await store.transaction(async (transaction) => {
      await fileStore.commit(file_key, transaction);
      const size = { mime_type: 'image/png', width: 1, height: 1, file_size: 1, created: new Date() };
      const row = { _id: `${stream.id}-1`, stream_id: stream.id, made_of, file_key, ...size };
      await store.thumbnails.insertOne(row, { session: transaction });
    });
    expect(await bookkeepingFaults(test)).toEqual([]);
    const response = await test.editor.delete(`/streams/${stream.id}`);
    expect([response.status, response.text]).toEqual([204, '']);
    expect(await store.streams.findOne({ _id: stream.id })).toBeNull();
    expect(await store.thumbnails.countDocuments({ stream_id: stream.id })).toBe(0);
    expect(await bookkeepingFaults(test)).toEqual([]);
    const changes = await store.changes.find({ resource_type: 'streams', resource_id: stream.id }).toArray();
    expect(changes.map(({ user_action }) => user_action)).toEqual(['create', 'update', 'remove']);
    expect((await test.editor.delete(`/streams/${stream.id}`)).status).toBe(404);
    expect((await test.editor.get(`/streams/${stream.id}`)).status).toBe(404);
  });

  it('is for callers who may change the object, and without an object for its uploader and admins', async () => {
    const { file, stream } = await test.putFile(test.editor);
    const role = { object_id: Number(file.id), role_id: 1, permission: 'write' };
    await test.admin.create('/object_permissions', role);
    expect((await other.delete(`/streams/${stream.id}`)).status).toBe(403);
    expect((await test.reader.delete(`/streams/${stream.id}`)).status).toBe(403);
    expect((await test.anonymous.delete(`/streams/${stream.id}`)).status).toBe(401);
    expect((await test.admin.delete(`/streams/${stream.id}`)).status).toBe(204);
    const shared = await test.putFile(test.editor);
    expect((await other.delete(`/streams/${shared.stream.id}`)).status).toBe(204);
    const [own, foreign] = [await test.put(test.editor), await test.put(test.editor)];
    expect((await other.delete(`/streams/${own.id}`)).status).toBe(404);
    expect((await test.editor.delete(`/streams/${own.id}`)).status).toBe(204);
    expect((await test.admin.delete(`/streams/${foreign.id}`)).status).toBe(204);
    expect(await bookkeepingFaults(test)).toEqual([]);
  });

  it('is refused when the object is locked, and when it has changed since (If-Match)', async () => {
    const { file, stream } = await test.putFile(test.editor);
    const lock = (locked: boolean) =>
      test.admin.patch(`/files/${file.id}`, { data: { type: 'files', id: file.id, attributes: {}, meta: { locked } } });
    await lock(true);
    const response = await test.admin.delete(`/streams/${stream.id}`);
    expect([response.status, errorCodes(response)[0]]).toEqual([403, 'locked']);
    await lock(false);
    const { headers } = await test.editor.get(`/streams/${stream.id}`);
    await link(test.editor, stream.id, null);
    const stale = await test.editor.delete(`/streams/${stream.id}`, { 'If-Match': String(headers['etag']) });
    expect(stale.status).toBe(412);
    const fresh = (await test.editor.get(`/streams/${stream.id}`)).headers['etag'];
    expect((await test.editor.delete(`/streams/${stream.id}`, { 'If-Match': String(fresh) })).status).toBe(204);
  });
});

describe('POST /streams/clone/{stream_id}', () => {
  it('creates a copy for the caller with a separate file, linked to no object', async () => {
    const { store } = test.service.services.files;
    const { stream } = await test.putFile(test.editor);
    const usage = async () => (await store.fileUsage.findOne({ bytes: { $gt: 0 }, _id: otherId }))?.files ?? 0;
    const otherId = String((await store.findDocument('users', await userId('other')))?._id);
    const files = await usage();
    const response = await other.request('post', `/streams/clone/${stream.id}`);
    const copy = dataOf(response);
    expect(response.status).toBe(201);
    expect(response.headers['location']).toBe(`http://localhost/streams/${copy.id}`);
    expect(response.body).toMatchObject({
      data: { attributes: stream.attributes, meta: { version: 1 }, relationships: { object: { data: null } } },
      links: { self: `http://localhost/streams/${copy.id}` },
    });
    expect(copy.meta['hash_sha1']).toBe(stream.meta['hash_sha1']);
    const [row, original] = await Promise.all([copy, stream].map(({ id }) => store.streams.findOne({ _id: id })));
    expect(row?.file_key).not.toBe(original?.file_key);
    expect([row?.created_by, row?.object_id, row?.object]).toEqual([Number(otherId), null, undefined]);
    expect(await usage()).toBe(files + 1);
    expect(await statuses(`/streams/${copy.id}`, [other, test.admin, test.editor])).toEqual([200, 200, 404]);
    expect((await test.editor.delete(`/streams/${stream.id}`)).status).toBe(204);
    expect((await other.get(`/streams/${copy.id}`)).status).toBe(200);
    expect(await bookkeepingFaults(test)).toEqual([]);
  });

  it('is 404 for a hidden stream, or a lost file, and stores nothing then', async () => {
    const { fileStore, store } = test.service.services.files;
    const hidden = await test.put(test.editor);
    expect((await other.request('post', `/streams/clone/${hidden.id}`)).status).toBe(404);
    expect((await other.request('post', `/streams/clone/${UNKNOWN}`)).status).toBe(404);
    const row = await store.streams.findOne({ _id: hidden.id });
    await fileStore.storage.remove(row?.file_key ?? '');
    const streams = await store.streams.countDocuments();
    const response = await test.editor.request('post', `/streams/clone/${hidden.id}`);
    expect([response.status, errorCodes(response)[0]]).toEqual([404, 'not_found']);
    expect(await store.streams.countDocuments()).toBe(streams);
    expect((await test.editor.delete(`/streams/${hidden.id}`)).status).toBe(204);
    expect(await bookkeepingFaults(test)).toEqual([]);
  });
});

const userId = async (username: string): Promise<number> =>
  (await test.service.services.store.documents('users').findOne({ username } as never))?._id ?? 0;
