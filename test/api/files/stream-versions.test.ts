// Versions of the files of media objects (service.md 3 and 4.6, D57).
import { afterAll, describe, expect, it } from 'vitest';
import { type Client, errorCodes, openTestService, type ResourceData, serviceForTests } from '../../support/service.ts';
import { bookkeepingFaults, traces } from '../../support/files/upload-traces.ts';
import { newPicture, statusBeforeBody, upload } from '../../support/files/uploads.ts';

const test = serviceForTests();
afterAll(async () => {
  expect(await bookkeepingFaults(test)).toEqual([]);
});

const image = (attributes = {}): Promise<ResourceData> =>
  test.editor.create('/images', { title: 'Flag', status: 'on', ...attributes });
const dataOf = (answer: { body: unknown }): ResourceData => (answer.body as { data: ResourceData }).data;
const send = async (
  method: 'POST' | 'PATCH',
  id: string,
  bytes: Buffer,
  { name = 'flag.png', client = test.editor, headers = {} as Record<string, string> } = {},
) => upload(client, `${method} /streams/version/${id}/${name}`, bytes, headers);
const streamOf = (id: string) => test.service.services.store.streams.findOne({ _id: id });

describe('POST /streams/version/{object_id}/{file_name}', () => {
  it('creates version 1, then the number after the latest', async () => {
    const { id } = await image();
    const bytes = await newPicture();
    const first = await send('POST', id, bytes);
    expect(first.status).toBe(201);
    const data = dataOf(first);
    expect(data.attributes).toEqual({ file_name: 'flag.png', mime_type: 'image/png', version: 1 });
    expect(data.meta).toMatchObject({ version: 1, file_size: bytes.length, private_url: false });
    expect(first.headers['location']).toBe(`http://localhost/streams/${data.id}`);
    expect(first.body).toMatchObject({
      links: { self: `http://localhost/streams/${data.id}` },
      meta: { schema: { streams: { $id: 'http://localhost/model/schema/streams' } } },
      data: { relationships: { object: { data: { id, type: 'images' } } } },
    });
    const second = dataOf(await send('POST', id, await newPicture()));
    expect(second.attributes['version']).toBe(2);
    expect(second.id).not.toBe(data.id);
    const earlier = await test.anonymous.get(`/streams/${data.id}`);
    expect(dataOf(earlier).meta['version']).toBe(1);
    expect(dataOf(earlier).attributes).not.toHaveProperty('version');
  });

  it('accepts a uname, other types with files, and private_url', async () => {
    const { attributes } = await image();
    const answer = await send('POST', String(attributes['uname']), await newPicture('jpeg'), {
      name: `${encodeURIComponent('fänge 旗')}.jpg?private_url=true`,
      headers: { 'Content-Type': 'image/jpeg' },
    });
    expect(answer.status).toBe(201);
    expect(dataOf(answer).attributes['file_name']).toBe('fänge 旗.jpg');
    expect(dataOf(answer).meta['private_url']).toBe(true);
    const file = await test.editor.create('/files', { title: 'Notes' });
    expect(
      (
        await upload(test.editor, `POST /streams/version/${file.id}/notes.txt`, 'Notes', {
          'Content-Type': 'text/plain',
        })
      ).status,
    ).toBe(201);
  });

  it('is private when the latest version is, unless the request sets private_url', async () => {
    const { id } = await image();
    const isPrivate = async (query = '') =>
      dataOf(await send('POST', id, await newPicture(), { name: `flag.png${query}` })).meta['private_url'];
    expect(await isPrivate()).toBe(false);
    expect(await isPrivate('?private_url=true')).toBe(true);
    expect(await isPrivate()).toBe(true);
    expect(await isPrivate('?private_url=false')).toBe(false);
    expect(await isPrivate()).toBe(false);
  });

  it('refuses the file of the latest version with 409, and accepts that of an earlier one', async () => {
    const { id } = await image();
    const [first, second] = [await newPicture(), await newPicture()];
    expect((await send('POST', id, first)).status).toBe(201);
    const before = await traces(test);
    const same = await send('POST', id, first, { name: 'other-name.png' });
    expect(same.status).toBe(409);
    expect(errorCodes(same)).toContain('conflict');
    expect(await traces(test)).toEqual(before);
    expect((await send('POST', id, second)).status).toBe(201);
    expect(dataOf(await send('POST', id, first)).meta['version']).toBe(3);
  });

  it('does not change the object itself', async () => {
    const { id } = await image();
    const before = await test.service.services.store.findDocument('images', Number(id));
    await send('POST', id, await newPicture());
    const after = await test.service.services.store.findDocument('images', Number(id));
    expect(after).toMatchObject({ revision: before?.revision, modified: before?.modified });
  });
});

describe('PATCH /streams/version/{object_id}/{file_name}', () => {
  it('overwrites the latest version, which keeps id and number', async () => {
    const { id } = await image();
    await send('POST', id, await newPicture());
    const latest = dataOf(await send('POST', id, await newPicture(), { name: 'flag.png?private_url=true' }));
    const before = await streamOf(latest.id);
    const bytes = await newPicture('jpeg');
    const answer = await send('PATCH', id, bytes, { name: 'new.jpg', headers: { 'Content-Type': 'image/jpeg' } });
    expect(answer.status).toBe(200);
    expect(answer.headers['etag']).toMatch(/^"2\./);
    expect(dataOf(answer)).toMatchObject({
      id: latest.id,
      attributes: { file_name: 'new.jpg', mime_type: 'image/jpeg', version: 2 },
      meta: { version: 2, file_size: bytes.length, private_url: true },
    });
    const schema = { streams: { $id: 'http://localhost/model/schema/streams' } };
    expect(answer.body).toMatchObject({ links: { self: `http://localhost/streams/${latest.id}` }, meta: { schema } });
    const { storage } = test.service.services.files.fileStore;
    const after = await streamOf(latest.id);
    expect(after?.file_key).not.toBe(before?.file_key);
    await expect(storage.read(before?.file_key ?? '')).rejects.toThrow();
    expect(await test.service.services.store.streams.countDocuments({ object_id: Number(id) })).toBe(2);
    const open = await send('PATCH', id, await newPicture(), { name: 'flag.png?private_url=false' });
    expect(dataOf(open).meta['private_url']).toBe(false);
    const changes = await test.service.services.store.changes
      .find({ resource_id: latest.id })
      .sort({ _id: 1 })
      .toArray();
    expect(changes.map(({ user_action }) => user_action)).toEqual(['create', 'update', 'update']);
    expect(JSON.stringify(changes)).not.toContain(after?.file_key);
  });

  it('removes the thumbnails of the replaced file', async () => {
    const { id } = await image();
    const stream = dataOf(await send('POST', id, await newPicture()));
    const { store, files } = test.service.services;
    const { file_key: made_of = '' } = (await streamOf(stream.id)) ?? {};
    const file_key = await files.fileStore.copy(made_of);
    await store.transaction((transaction) => files.fileStore.commit(file_key, transaction));
    const thumbnail = {
      made_of,
      file_key,
      mime_type: 'image/png',
      width: 1,
      height: 1,
      file_size: 1,
      created: new Date(),
    };
    await store.thumbnails.insertOne({ _id: `${stream.id}-1`, stream_id: stream.id, ...thumbnail });
    expect((await send('PATCH', id, await newPicture())).status).toBe(200);
    expect(await store.thumbnails.countDocuments({ stream_id: stream.id })).toBe(0);
    expect(await bookkeepingFaults(test)).toEqual([]);
  });

  it('is 404 when the object has no streams, 409 for the same file, 412 for another state', async () => {
    const { id } = await image();
    const bytes = await newPicture();
    expect(errorCodes(await send('PATCH', id, bytes))).toContain('not_found');
    const { headers } = await send('POST', id, bytes);
    const before = await traces(test);
    expect(errorCodes(await send('PATCH', id, bytes, { name: 'other.png' }))).toContain('conflict');
    const other = await newPicture();
    const stale = await send('PATCH', id, other, { headers: { 'If-Match': '"7.x"' } });
    expect([stale.status, errorCodes(stale)[0]]).toEqual([412, 'precondition_failed']);
    expect(await traces(test)).toEqual(before);
    const match = await send('PATCH', id, other, { headers: { 'If-Match': String(headers['etag']) } });
    expect(match.status).toBe(200);
  });

  it('counts the new bytes for the new uploader, and the old bytes for none', async () => {
    const { id } = await image();
    await send('POST', id, await newPicture());
    const stream = dataOf(await send('PATCH', id, await newPicture(), { client: test.admin }));
    expect((await streamOf(stream.id))?.created_by).toBe(1);
    expect(await bookkeepingFaults(test)).toEqual([]);
  });
});

describe('a version is refused, and nothing stored or counted,', () => {
  const refusals: [string, (client: Client) => Promise<string>, number, string][] = [
    ['of an object that is not there', () => Promise.resolve('999999'), 404, 'not_found'],
    ['of an object in the trash', async () => trashed(), 404, 'not_found'],
    ['of a user', () => Promise.resolve('1'), 404, 'not_found'],
    [
      'of an object whose type has no files',
      async () => (await test.editor.create('/documents', { title: 'x' })).id,
      403,
      'forbidden',
    ],
    ['of a locked object', async () => locked(), 403, 'locked'],
  ];

  async function trashed(): Promise<string> {
    const { id } = await image();
    await send('POST', id, await newPicture());
    await test.editor.delete(`/images/${id}`);
    return id;
  }

  async function locked(): Promise<string> {
    const { id } = await image();
    await send('POST', id, await newPicture());
    await test.admin.patch(`/images/${id}`, { data: { id, type: 'images', attributes: {}, meta: { locked: true } } });
    return id;
  }

  it.each(refusals)('%s', async (_what, make, status, code) => {
    const id = await make(test.editor);
    const before = await traces(test);
    for (const method of ['POST', 'PATCH'] as const) {
      const answer = await send(method, id, await newPicture());
      expect([answer.status, errorCodes(answer)[0]]).toEqual([status, code]);
      expect(await statusBeforeBody(test, test.editor.token, `${method} /streams/version/${id}/a.png`)).toBe(status);
    }
    expect(await traces(test)).toEqual(before);
  });

  it('with the message of the reference for types without files', async () => {
    const { id } = await test.editor.create('/documents', { title: 'x' });
    expect((await send('POST', id, await newPicture())).text).toContain(
      'You are not allowed to upload streams on \\"documents\\"',
    );
  });

  it('from callers without the permission to write, with any body', async () => {
    const { id } = await image();
    expect((await send('POST', id, await newPicture(), { client: test.anonymous })).status).toBe(401);
    expect((await send('POST', id, await newPicture(), { client: test.reader })).status).toBe(403);
    await test.admin.create('/object_permissions', { object_id: Number(id), role_id: 1, permission: 'write' });
    expect((await send('POST', id, await newPicture())).status).toBe(403);
    expect((await send('POST', id, await newPicture(), { client: test.admin })).status).toBe(201);
  });

  it('of a file type that the object type refuses, empty, or with a wrong name or query', async () => {
    const { id } = await image();
    await send('POST', id, await newPicture());
    const before = await traces(test);
    const text = await upload(test.editor, `POST /streams/version/${id}/a.txt`, 'text', {
      'Content-Type': 'text/plain',
    });
    expect([text.status, errorCodes(text)[0]]).toEqual([400, 'file_type_mismatch']);
    for (const method of ['POST', 'PATCH'] as const) {
      expect(errorCodes(await send(method, id, Buffer.alloc(0)))[0]).toBe('empty_file');
      for (const name of ['..%2Fa.png', '%00.png', 'a.png?private_url=maybe', `${'x'.repeat(300)}.png`]) {
        expect((await send(method, id, await newPicture(), { name })).status).toBe(400);
      }
    }
    expect(await traces(test)).toEqual(before);
  });

  it('of a file of another uploader, when only own streams may be written', async () => {
    const { id } = await image();
    await send('POST', id, await newPicture());
    const role = await test.admin.create('/roles', { name: 'artists' });
    const artist = await test.addClient('artist', [Number(role.id)]);
    const endpoints = await test.admin.get('/admin/endpoints?page_size=100');
    const known = (endpoints.body as { data: ResourceData[] }).data.find(
      ({ attributes }) => attributes['name'] === 'streams',
    );
    const endpoint_id = Number(known?.id ?? (await test.admin.create('/admin/endpoints', { name: 'streams' })).id);
    const rule = { endpoint_id, role_id: Number(role.id), read: true, write: 'mine' };
    await test.admin.create('/admin/endpoint_permissions', rule);
    const images = await test.admin.create('/admin/endpoints', { name: 'images' });
    const all = { endpoint_id: Number(images.id), role_id: Number(role.id), read: true, write: true };
    await test.admin.create('/admin/endpoint_permissions', all);
    expect((await send('PATCH', id, await newPicture(), { client: artist })).status).toBe(403);
    expect((await send('POST', id, await newPicture(), { client: artist })).status).toBe(201);
    expect((await send('PATCH', id, await newPicture(), { client: artist })).status).toBe(200);
  });
});

describe('the quota', () => {
  it('accepts a replacement of the same size when it is exhausted, and refuses one byte more', async () => {
    const full = await openTestService({ env: { UPLOAD_QUOTA: '10', UPLOAD_MAX_FILES: '2' } });
    try {
      const { id } = await full.editor.create('/files', { title: 'Notes' });
      const put = (method: string, text: string, client = full.editor) =>
        upload(client, `${method} /streams/version/${id}/notes.txt`, text, { 'Content-Type': 'text/plain' });
      expect((await put('POST', 'ten bytes.')).status).toBe(201);
      expect((await put('PATCH', 'ten others')).status).toBe(200);
      expect(errorCodes(await put('POST', 'x'))[0]).toBe('UPLOAD_QUOTA_EXCEEDED');
      expect(errorCodes(await put('PATCH', 'eleven byte'))[0]).toBe('UPLOAD_QUOTA_EXCEEDED');
      expect((await put('PATCH', 'one')).status).toBe(200);
      expect((await put('POST', 'two')).status).toBe(201);
      expect(errorCodes(await put('POST', 'more'))[0]).toBe('UPLOAD_FILES_LIMIT_EXCEEDED');
      expect((await put('PATCH', 'less')).status).toBe(200);
      expect(await bookkeepingFaults(full)).toEqual([]);
    } finally {
      await full.close();
    }
  });
});
