// Streams that are linked, deleted and moved concurrently, also during the trashing and the purge of their objects.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ResourceData } from '../../support/service.ts';
import { openStreamWorld, type StreamWorld } from '../../support/files/stream-world.ts';
import { bookkeepingFaults } from '../../support/files/upload-traces.ts';
import { link } from '../../support/files/uploads.ts';

let test: StreamWorld;
beforeAll(async () => {
  test = await openStreamWorld();
});
afterAll(() => test.close());

const ROUNDS = 5;
const newFile = (): Promise<ResourceData> => test.admin.create('/files', { title: 'File', status: 'on' });
const toFile = ({ id }: ResourceData) => ({ type: 'files', id });
const store = () => test.service.services.store;

it('deleting one stream twice at once is one 204 and one 404, and counts once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { stream } = await test.putFile(test.admin);
    const answers = await Promise.all([1, 2, 3].map(() => test.admin.delete(`/streams/${stream.id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
    expect(await store().changes.countDocuments({ resource_id: stream.id, user_action: 'remove' })).toBe(1);
  }
  expect(await bookkeepingFaults(test)).toEqual([]);
});

it('streams linked to one object concurrently get distinct numbers', async () => {
  const file = await newFile();
  const streams = [];
  for (let n = 0; n < 8; n++) streams.push(await test.put(test.admin));
  const answers = await Promise.all(streams.map(({ id }) => link(test.admin, id, toFile(file))));
  expect(answers.map(({ status }) => status)).toEqual(streams.map(() => 200));
  const rows = await store()
    .streams.find({ object_id: Number(file.id) })
    .sort({ version: 1 })
    .toArray();
  expect(rows.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

it('one stream linked to two objects at once belongs to one of them', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [one, another, stream] = [await newFile(), await newFile(), await test.put(test.admin)];
    const answers = await Promise.all([one, another].map((file) => link(test.admin, stream.id, toFile(file))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const row = await store().streams.findOne({ _id: stream.id });
    expect([Number(one.id), Number(another.id)]).toContain(row?.object_id);
    expect([row?.version, row?.revision]).toEqual([1, 3]);
  }
});

it('linking a stream while its object is trashed leaves no visible stream of a trashed object', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [file, stream] = [await newFile(), await test.put(test.admin)];
    const [linked, trashed] = await Promise.all([
      link(test.admin, stream.id, toFile(file)),
      test.admin.delete(`/files/${file.id}`),
    ]);
    expect(trashed.status).toBe(204);
    expect([200, 404]).toContain(linked.status);
    const row = await store().streams.findOne({ _id: stream.id });
    expect(row?.object?.trashed ?? 'unlinked').toBe(linked.status === 200 ? true : 'unlinked');
    expect((await test.anonymous.get(`/streams/${stream.id}`)).status).toBe(404);
  }
});

it('linking a stream while the visibility of its object changes gives it the new visibility', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [file, stream] = [await newFile(), await test.put(test.admin)];
    const off = { data: { ...toFile(file), attributes: { status: 'off' } } };
    const answers = await Promise.all([
      link(test.admin, stream.id, toFile(file)),
      test.admin.patch(`/files/${file.id}`, off),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await store().streams.findOne({ _id: stream.id }))?.object?.status).toBe('off');
  }
});

it('linking a stream while it is deleted leaves nothing behind', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [file, stream] = [await newFile(), await test.put(test.admin)];
    const [linked, deleted] = await Promise.all([
      link(test.admin, stream.id, toFile(file)),
      test.admin.delete(`/streams/${stream.id}`),
    ]);
    expect(deleted.status).toBe(204);
    expect([200, 404]).toContain(linked.status);
    expect(await store().streams.countDocuments({ _id: stream.id })).toBe(0);
  }
  expect(await bookkeepingFaults(test)).toEqual([]);
});

it('deleting a stream during its download lets the download finish', async () => {
  const { fileStore } = test.service.services.files;
  const content = 'x'.repeat(1_000_000);
  const stream = await test.put(test.admin, 'large.txt', content);
  const row = await store().streams.findOne({ _id: stream.id });
  const reading = await fileStore.storage.read(row?.file_key ?? '');
  expect((await test.admin.delete(`/streams/${stream.id}`)).status).toBe(204);
  let size = 0;
  for await (const chunk of reading) size += (chunk as Buffer).length;
  expect(size).toBe(content.length);
  expect(await bookkeepingFaults(test)).toEqual([]);
});

it('concurrent copies and deletions of one stream leave complete copies or none', async () => {
  const stream = await test.put(test.admin);
  const answers = await Promise.all([
    ...[1, 2, 3].map(() => test.admin.request('post', `/streams/clone/${stream.id}`)),
    test.admin.delete(`/streams/${stream.id}`),
  ]);
  expect(answers.at(-1)?.status).toBe(204);
  for (const { status } of answers.slice(0, -1)) expect([201, 404]).toContain(status);
  expect(await bookkeepingFaults(test)).toEqual([]);
});
