// The files of objects that are trashed, restored or purged (D14, D28 to D30, D163).
import { beforeAll, describe, expect, it } from 'vitest';
import { addPicture, storePicture, streamRow } from '../../support/files/uploads.ts';
import { type Client, type ResourceData, serviceForTests } from '../../support/service.ts';

const test = serviceForTests();
let uploader: Client;
beforeAll(async () => {
  uploader = await test.addClient('uploader', [2]);
});

const store = () => test.service.services.store;

const newImage = (client: Client = test.editor): Promise<ResourceData> =>
  client.create('/images', { title: 'A picture', status: 'on' });
const usageOf = (id: string) => store().fileUsage.findOne({ _id: id });
/** Whether the storage has the file. */
async function isStored(key: string): Promise<boolean> {
  try {
    const stream = await test.service.services.files.fileStore.storage.read(key);
    stream.resume();
    return true;
  } catch {
    return false;
  }
}
const keyOf = async (stream: ResourceData): Promise<string> => (await streamRow(test, stream.id))?.file_key ?? '';

describe('an object in the trash', () => {
  it('keeps its streams, which are hidden until it is restored', async () => {
    const image = await newImage();
    const stream = await addPicture(test, test.editor, image);
    await test.editor.delete(`/images/${image.id}`);
    expect((await test.editor.get(`/streams/${stream.id}`)).status).toBe(404);
    expect((await test.editor.get(`/trash/${image.id}`)).status).toBe(200);
    const filter = { data: { id: image.id, type: 'images' } };
    expect((await test.editor.patch(`/trash/${image.id}`, filter)).status).toBe(204);
    expect((await test.editor.get(`/streams/${stream.id}`)).status).toBe(200);
    expect(await isStored(await keyOf(stream))).toBe(true);
  });
});

describe('the purge of an object', () => {
  it('removes its streams, their files and thumbnails, and their usage', async () => {
    const image = await newImage();
    const streams = [await addPicture(test, test.editor, image), await addPicture(test, test.editor, image)];
    const other = await addPicture(test, test.editor, await newImage());
    const keys = await Promise.all(streams.map(keyOf));
    const owner = (await streamRow(test, other.id))?.created_by;
    const before = await usageOf(String(owner));
    const total = await usageOf('total');
    const sizes = streams.reduce((sum, { meta }) => sum + Number(meta['file_size']), 0);
    await test.editor.delete(`/images/${image.id}`);
    expect((await test.admin.delete(`/trash/${image.id}`)).status).toBe(204);
    for (const stream of streams) {
      expect(await streamRow(test, stream.id)).toBeNull();
      expect((await test.admin.get(`/streams/${stream.id}`)).status).toBe(404);
      const changes = store().changes.find({ resource_type: 'streams', resource_id: stream.id });
      expect((await changes.toArray()).map(({ user_action }) => user_action)).toContain('remove');
    }
    expect(await Promise.all(keys.map(isStored))).toEqual([false, false]);
    expect(await store().unclaimedFiles.countDocuments({ _id: { $in: keys } })).toBe(0);
    expect(await usageOf(String(owner))).toMatchObject({
      bytes: (before?.bytes ?? 0) - sizes,
      files: (before?.files ?? 0) - 2,
    });
    expect(await usageOf('total')).toMatchObject({
      bytes: (total?.bytes ?? 0) - sizes,
      files: (total?.files ?? 0) - 2,
    });
    expect(await isStored(await keyOf(other))).toBe(true);
  });

  it('of many concurrently leaves none of their files', async () => {
    const images = await Promise.all(Array.from({ length: 8 }, () => newImage()));
    const streams: ResourceData[] = [];
    for (const image of images) streams.push(await addPicture(test, test.editor, image));
    const keys = await Promise.all(streams.map(keyOf));
    await test.editor.delete(`/images?ids=${images.map(({ id }) => id).join()}`);
    const purged = await Promise.all(images.map(({ id }) => test.admin.delete(`/trash/${id}`)));
    expect(purged.map(({ status }) => status)).toEqual(images.map(() => 204));
    expect(await Promise.all(keys.map(isStored))).toEqual(keys.map(() => false));
    expect(await store().streams.countDocuments({ _id: { $in: streams.map(({ id }) => id) } })).toBe(0);
    expect(await store().unclaimedFiles.countDocuments({ _id: { $in: keys } })).toBe(0);
  });

  it('is complete when the same object is purged twice concurrently', async () => {
    const image = await newImage();
    await addPicture(test, test.editor, image);
    const before = await usageOf('total');
    await test.editor.delete(`/images/${image.id}`);
    const answers = await Promise.all([1, 2, 3].map(() => test.admin.delete(`/trash/${image.id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
    expect((await usageOf('total'))?.files).toBe((before?.files ?? 0) - 1);
  });
});

describe('the purge of a user', () => {
  it('removes files without an object, and keeps those of objects', async () => {
    const linked = await addPicture(test, uploader, await newImage());
    const free = await storePicture(uploader, { name: 'my-own-face.png' });
    const row = await streamRow(test, linked.id);
    const [userId, keys] = [String(row?.created_by), [await keyOf(linked), await keyOf(free)]];
    expect(await usageOf(userId)).toMatchObject({ files: 2 });
    await test.admin.delete(`/users/${userId}`);
    expect(await streamRow(test, free.id)).not.toBeNull();
    expect((await test.admin.delete(`/trash/${userId}`)).status).toBe(204);
    expect(await streamRow(test, free.id)).toBeNull();
    expect(await Promise.all(keys.map(isStored))).toEqual([true, false]);
    expect(await usageOf(userId)).toMatchObject({ files: 1 });
    const changes = await store().changes.find({ resource_type: 'streams', resource_id: free.id }).toArray();
    expect(JSON.stringify(changes)).not.toContain('my-own-face');
    expect((await test.editor.get(`/streams/${linked.id}`)).status).toBe(200);
  });

  it('removes the usage row of a user without files', async () => {
    const passing = await test.addClient('passing', [2]);
    const free = await storePicture(passing);
    const userId = String((await streamRow(test, free.id))?.created_by);
    await test.admin.delete(`/users/${userId}`);
    expect((await test.admin.delete(`/trash/${userId}`)).status).toBe(204);
    expect([await streamRow(test, free.id), await usageOf(userId)]).toEqual([null, null]);
  });
});
