// Clones of media objects with copies of their files (D55, D166, D204), and the streams of these objects.
import { describe, expect, it } from 'vitest';
import { addPicture, streamRow } from '../../support/files/uploads.ts';
import { errorCodes, type ResourceData, serviceForTests } from '../../support/service.ts';

const test = serviceForTests({ env: { UPLOAD_MAX_FILES: '5' } });

const store = () => test.service.services.store;
const newImage = (): Promise<ResourceData> => test.editor.create('/images', { title: 'A picture', status: 'on' });
const idsIn = (response: { body: unknown }): string[] =>
  (response.body as { data: { id: string }[] }).data.map(({ id }) => id);

describe('the streams of an object', () => {
  it('are listed at the object, latest first, and changed at the stream only', async () => {
    const image = await newImage();
    const first = await addPicture(test, test.admin, image);
    const second = await addPicture(test, test.admin, image);
    for (const path of [`/images/${image.id}/streams`, `/images/${image.id}/relationships/streams`]) {
      expect(idsIn(await test.editor.get(path))).toEqual([second.id, first.id]);
    }
    const path = `/images/${image.id}/relationships/streams`;
    const data = { data: [{ id: first.id, type: 'streams' }] };
    const answers = [
      await test.editor.post(path, data),
      await test.editor.patch(path, data),
      await test.editor.delete(path, {}, data),
    ];
    for (const answer of answers) {
      expect([answer.status, answer.text.includes('/streams/{stream_id}/relationships/object')]).toEqual([403, true]);
    }
    const { id } = await test.editor.create('/documents', { title: 'A text', status: 'on' });
    expect((await test.editor.get(`/documents/${id}/streams`)).status).toBe(404);
    expect((await test.editor.get('/images/999999/streams')).status).toBe(404);
  });
});

describe('a clone of a media object', () => {
  const clone = (id: string) => test.editor.post(`/images/${id}/actions/clone`, { data: { type: 'images' } });

  it('has copies of its files and versions, and leaves nothing without enough quota', async () => {
    const image = await newImage();
    const originals = [await addPicture(test, test.admin, image), await addPicture(test, test.admin, image)];
    const made = await clone(image.id);
    expect(made.status).toBe(201);
    const { data, included } = made.body as { data: ResourceData; included: ResourceData[] };
    expect(included.map(({ meta }) => [meta['version'], meta['hash_sha1']])).toEqual([
      [2, originals[1]?.meta['hash_sha1']],
      [1, originals[0]?.meta['hash_sha1']],
    ]);
    const rows = await Promise.all([...originals, ...included].map(({ id }) => streamRow(test, id)));
    expect(new Set(rows.map((row) => row?.file_key)).size).toBe(4);
    expect(rows[2]).toMatchObject({ object_id: Number(data.id), created_by: data.meta['created_by'] });
    expect(await store().fileUsage.findOne({ _id: String(data.meta['created_by']) })).toMatchObject({ files: 2 });
    // The copy has the visibility of its object, which is a draft.
    expect((await test.anonymous.get(`/streams/${included[0]?.id ?? ''}`)).status).toBe(404);
    const body = { data: { id: data.id, type: 'images', attributes: { status: 'on' } } };
    expect((await test.editor.patch(`/images/${data.id}`, body)).status).toBe(200);
    expect((await test.anonymous.get(`/streams/${included[0]?.id ?? ''}`)).status).toBe(200);

    expect((await clone(image.id)).status).toBe(201);
    const counts = async () => [
      await store().streams.countDocuments(),
      await store().documents('images').countDocuments(),
      await store().unclaimedFiles.countDocuments(),
      await store().fileUsage.findOne({ _id: 'total' }),
    ];
    const before = await counts();
    const refused = await clone(image.id);
    expect([refused.status, errorCodes(refused)[0]]).toEqual([403, 'UPLOAD_FILES_LIMIT_EXCEEDED']);
    expect(await counts()).toEqual(before);
  });
});
