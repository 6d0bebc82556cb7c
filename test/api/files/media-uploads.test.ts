// Media objects created from their file (D562).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCodes, errorSources, type ResourceData, serviceForTests } from '../../support/service.ts';
import { bookkeepingFaults, traces } from '../../support/files/upload-traces.ts';
import { newPicture, statusBeforeBody, upload } from '../../support/files/uploads.ts';

const test = serviceForTests({ env: { UPLOAD_MAX_FILES: '20' } });
beforeAll(async () => {
  // With an attribute that has to be given.
  const type = { name: 'flags', singular: 'flag', parent_name: 'media' };
  await test.admin.create('/model/object_types', type);
  await test.admin.create('/model/properties', {
    object_type_name: 'flags',
    name: 'country',
    property_type_name: 'string',
    is_nullable: false,
  });
  await test.admin.create('/model/object_types', { name: 'banners', singular: 'banner', parent_name: 'media' });
});
afterAll(async () => {
  expect(await bookkeepingFaults(test)).toEqual([]);
});

const dataOf = (answer: { body: unknown }): ResourceData => (answer.body as { data: ResourceData }).data;
const rowOf = (id: string) => test.service.services.store.streams.findOne({ object_id: Number(id) });
const objectCount = () => test.service.services.store.objects.countDocuments();

describe('POST /{object_type_name}/upload/{file_name}', () => {
  it('creates an object with the file name as title, and the file as version 1', async () => {
    const bytes = await newPicture();
    const answer = await upload(test.editor, `POST /images/upload/${encodeURIComponent('La Flèche.png')}`, bytes);
    expect(answer.status).toBe(201);
    const { id, type, attributes } = dataOf(answer);
    expect(type).toBe('images');
    expect(attributes).toMatchObject({ title: 'La Flèche.png', status: 'draft' });
    expect(answer.headers['location']).toBe(`http://localhost/images/${id}`);
    expect(answer.body).toMatchObject({ links: { self: `http://localhost/images/${id}` } });
    const stream = await rowOf(id);
    expect(stream).toMatchObject({
      version: 1,
      file_name: 'La Flèche.png',
      mime_type: 'image/png',
      file_size: bytes.length,
      private_url: false,
      object: { type: 'images', status: 'draft', trashed: false },
    });
    const read = await test.editor.get(`/images/${id}`);
    expect(dataOf(read).attributes).toEqual(attributes);
  });

  it('keeps the visibility of the stream equal to that of the object', async () => {
    const { id } = dataOf(await upload(test.editor, 'POST /images/upload/a.png', await newPicture()));
    await test.editor.patch(`/images/${id}`, { data: { id, type: 'images', attributes: { status: 'on' } } });
    expect((await rowOf(id))?.object).toMatchObject({ status: 'on' });
    await test.editor.delete(`/images/${id}`);
    expect((await rowOf(id))?.object).toMatchObject({ trashed: true });
  });

  it('accepts private_url, types of the project, and later versions', async () => {
    const answer = await upload(test.editor, 'POST /banners/upload/a.jpg?private_url=true', await newPicture('jpeg'), {
      'Content-Type': 'image/jpeg',
    });
    const { id, type } = dataOf(answer);
    expect([answer.status, type]).toEqual([201, 'banners']);
    expect((await rowOf(id))?.private_url).toBe(true);
    const next = await upload(test.editor, `POST /streams/version/${id}/b.png`, await newPicture());
    expect(dataOf(next).meta['version']).toBe(2);
  });

  it('works for a file named like a relationship', async () => {
    for (const name of ['parents', 'translations', 'poster']) {
      const answer = await upload(test.editor, `POST /images/upload/${name}`, await newPicture());
      expect(dataOf(answer).attributes['title']).toBe(name);
    }
  });

  it('creates two objects from the same file, with two unames', async () => {
    const bytes = await newPicture();
    const made = await Promise.all([1, 2].map(() => upload(test.editor, 'POST /images/upload/twice.png', bytes)));
    expect(made.map(({ status }) => status)).toEqual([201, 201]);
    expect(new Set(made.map((answer) => dataOf(answer).attributes['uname'])).size).toBe(2);
  });
});

describe('an upload makes neither an object nor a stream', () => {
  const refusals: [string, string, number, string][] = [
    ['of a type without files', '/documents/upload/a.png', 403, 'forbidden'],
    ['of folders', '/folders/upload/a.png', 403, 'forbidden'],
    ['of the abstract type', '/media/upload/a.png', 403, 'abstract_type'],
    ['of users', '/users/upload/a.png', 405, 'method_not_allowed'],
    ['of objects', '/objects/upload/a.png', 405, 'method_not_allowed'],
    ['of no type', '/wombats/upload/a.png', 404, 'route_not_found'],
    ['of a type that asks for more', '/flags/upload/a.png', 400, 'invalid_data'],
  ];
  it.each(refusals)('%s', async (_what, place, status, code) => {
    const before = [await traces(test), await objectCount()];
    const answer = await upload(test.editor, `POST ${place}`, await newPicture());
    expect([answer.status, errorCodes(answer)[0]]).toEqual([status, code]);
    expect(await statusBeforeBody(test, test.editor.token, `POST ${place}`)).toBe(status);
    expect([await traces(test), await objectCount()]).toEqual(before);
  });

  it('and gives the reason, with the messages of the reference', async () => {
    const answer = await upload(test.editor, 'POST /documents/upload/a.png', await newPicture());
    expect(answer.text).toContain('You are not allowed to upload streams on \\"documents\\"');
    const flag = await upload(test.editor, 'POST /flags/upload/a.png', await newPicture());
    expect(errorSources(flag)).toEqual(['/data/attributes/country']);
  });

  it('without permission', async () => {
    const before = [await traces(test), await objectCount()];
    const bytes = await newPicture();
    expect((await upload(test.anonymous, 'POST /images/upload/a.png', bytes)).status).toBe(401);
    expect((await upload(test.anonymous, 'POST /documents/upload/a.png', bytes)).status).toBe(401);
    expect((await upload(test.reader, 'POST /images/upload/a.png', bytes)).status).toBe(403);
    expect([await traces(test), await objectCount()]).toEqual(before);
  });

  it('of a wrong type, empty, with a wrong name or query', async () => {
    const before = [await traces(test), await objectCount()];
    const text = await upload(test.editor, 'POST /images/upload/a.txt', 'text', { 'Content-Type': 'text/plain' });
    expect([text.status, errorCodes(text)[0]]).toEqual([400, 'file_type_mismatch']);
    expect(errorCodes(await upload(test.editor, 'POST /images/upload/a.png', Buffer.alloc(0)))[0]).toBe('empty_file');
    for (const name of ['..%2F..%2Fa.png', '%00a.png', `${'x'.repeat(300)}.png`, 'a.png?private_url=maybe', '%20']) {
      const answer = await upload(test.editor, `POST /images/upload/${name}`, await newPicture());
      expect([name, answer.status]).toEqual([name, 400]);
    }
    expect([await traces(test), await objectCount()]).toEqual(before);
  });

  it('beyond the quota', async () => {
    const { streams } = await traces(test);
    for (let n = streams.length; n < 20; n++) {
      expect((await upload(test.editor, 'POST /images/upload/a.png', await newPicture())).status).toBe(201);
    }
    const before = [await traces(test), await objectCount()];
    const answer = await upload(test.editor, 'POST /images/upload/a.png', await newPicture());
    expect(errorCodes(answer)[0]).toBe('UPLOAD_FILES_LIMIT_EXCEEDED');
    expect([await traces(test), await objectCount()]).toEqual(before);
  });
});

describe('the description', () => {
  it('has the path for types with files only, with their names', async () => {
    const { paths } = (await test.anonymous.get('/openapi.json?side=all')).body as {
      paths: Record<string, { post: object }>;
    };
    const described = Object.keys(paths).filter((each) => each.endsWith('/upload/{file_name}'));
    expect(described.sort()).toEqual(
      // The operation of `media`, which is abstract, describes that it is refused.
      ['audio', 'banners', 'files', 'flags', 'images', 'media', 'streams', 'videos'].map(
        (name) => `/${name}/upload/{file_name}`,
      ),
    );
    expect(paths['/images/upload/{file_name}']?.post).toMatchObject({
      operationId: 'uploadImage',
      summary: 'Create an image from a file',
      tags: ['images'],
    });
    const { post } = paths['/images/upload/{file_name}'] ?? {};
    expect(JSON.stringify(post)).toContain('https://api.example.org/images/12');
    expect(JSON.stringify(post)).not.toContain('document');
  });
});
