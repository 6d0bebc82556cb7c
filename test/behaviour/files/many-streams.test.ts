// Media objects with many streams: read, changed and cloned (D204, D240).
import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { addPicture, streamRow } from '../../support/files/uploads.ts';
import { type ResourceData, serviceForTests } from '../../support/service.ts';

const test = serviceForTests({ monitorCommands: true });

type Shown = ResourceData & { relationships: Record<string, { data?: { id: string }[] }> };

const store = () => test.service.services.store;
const newImage = (): Promise<ResourceData> => test.editor.create('/images', { title: 'A picture', status: 'on' });
const clone = (id: string) => test.editor.post(`/images/${id}/actions/clone`, { data: { type: 'images' } });
const ids = (found: readonly { id: string }[] | undefined): string[] | undefined => found?.map(({ id }) => id);
const shown = async (path: string): Promise<{ data: Shown; included?: ResourceData[] }> => {
  const response = await test.editor.get(path);
  expect([path, response.status]).toEqual([path, 200]);
  return response.body as { data: Shown; included?: ResourceData[] };
};

describe('an object with many streams', () => {
  it('lists the latest 1,000 of them, and includes the latest 100', async () => {
    const image = await newImage();
    const stream = await addPicture(test, test.admin, image);
    const row = await streamRow(test, stream.id);
    if (!row) throw new Error('no stream');
    // More than one document of the database can hold.
    const file_metadata = { text: 'x'.repeat(17_000) };
    const rows = Array.from({ length: 1_049 }, (_each, index) => ({
      ...row,
      _id: randomUUID(),
      version: index + 2,
      file_metadata,
    }));
    await store().streams.insertMany(rows);
    const latestFirst = rows.map(({ _id }) => _id).reverse();
    const { data, included } = await shown(`/images/${image.id}?count=streams`);
    expect(ids(data.relationships['streams']?.data)).toEqual(latestFirst.slice(0, 1_000));
    expect(ids(included)).toEqual(latestFirst.slice(0, 100));
    expect(data.relationships['streams']).toMatchObject({ meta: { count: 1_050 } });
    expect(ids((await shown(`/images?filter[id]=${image.id}`)).included)).toEqual(latestFirst.slice(0, 1));
    const attributes = { title: 'Another title' };
    const changed = await test.editor.patch(`/images/${image.id}`, {
      data: { id: image.id, type: 'images', attributes },
    });
    expect(changed.status).toBe(200);
    await store().streams.deleteMany({ _id: { $in: latestFirst } });
  });

  it('is cloned in as few operations as an object with one', async () => {
    const { client, streams, unclaimedFiles } = store();
    const image = await newImage();
    const first = await addPicture(test, test.admin, image);
    const row = await streamRow(test, first.id);
    if (!row) throw new Error('no stream');
    const { fileStore } = test.service.services.files;
    const counted = async () => {
      let commands = 0;
      client.on('commandStarted', ({ command }) => {
        if (command['autocommit'] === false) commands++;
      });
      const answer = await clone(image.id);
      client.removeAllListeners('commandStarted');
      expect(answer.status).toBe(201);
      return { id: Number((answer.body as { data: ResourceData }).data.id), commands };
    };
    const one = await counted();
    for (let version = 2; version <= 30; version++) {
      const file_key = await fileStore.copy(row.file_key);
      await store().transaction((transaction) => fileStore.commit(file_key, transaction));
      await streams.insertOne({ ...row, _id: randomUUID(), file_key, version });
    }
    const many = await counted();
    expect(many.commands).toBe(one.commands);
    expect(one.commands).toBeGreaterThan(5);
    const copies = await streams.find({ object_id: many.id }).sort({ version: 1 }).toArray();
    expect(copies.map(({ version }) => version)).toEqual(Array.from({ length: 30 }, (_each, index) => index + 1));
    expect(new Set(copies.map(({ file_key }) => file_key)).size).toBe(30);
    const changes = await store()
      .changes.find({ resource_id: { $in: copies.map(({ _id }) => _id) } })
      .toArray();
    expect(changes.map(({ user_action }) => user_action)).toEqual(Array(30).fill('create'));
    expect(await store().fileUsage.findOne({ _id: String(copies[0]?.created_by) })).toMatchObject({ files: 31 });
    expect(await unclaimedFiles.countDocuments()).toBe(0);
  });

  it('is cloned without copying a file twice when the write is retried', async () => {
    const image = await newImage();
    await addPicture(test, test.admin, image);
    const { files } = test.service.services;
    const copy = vi.spyOn(files.fileStore.storage, 'copy');
    const write = vi.spyOn(store().objectCounts, 'bulkWrite');
    // Like after a change of the model since the validation of the attributes.
    write.mockResolvedValueOnce({ matchedCount: 0 } as never);
    expect((await clone(image.id)).status).toBe(201);
    expect([write.mock.calls.length, copy.mock.calls.length]).toEqual([2, 1]);
    vi.restoreAllMocks();
    expect(await store().unclaimedFiles.countDocuments()).toBe(0);
  });
});
