// Thumbnails in the storage, and requests for them when the storage fails (D33). Files are counted on the disk.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ThumbnailEntry } from '../../../core/files/thumbnails/read-thumbnails.ts';
import { StorageUnavailable } from '../../../core/disk/storage-fault.ts';
import { addMedia, picture } from '../../support/files/pictures.ts';
import { openTestService, type TestService, serviceForTests } from '../../support/service.ts';

const test = serviceForTests();
let other: TestService;
beforeAll(async () => {
  other = await openTestService({ beside: test, env: { DATA_DIR: test.dataDir } });
});
afterAll(async () => {
  await other.close();
});

async function filesOnDisk(): Promise<number> {
  const entries = await readdir(path.join(test.dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return entries.filter((entry) => entry.isFile()).length;
}
const rows = () => test.service.services.store.thumbnails.countDocuments();
const unclaimed = () => test.service.services.store.unclaimedFiles.countDocuments();
const thumbs = (target: string, service = test) => service.anonymous.get(`/media/thumbs${target}`);
const entriesOf = ({ body }: { body: unknown }) => (body as { meta: { thumbnails: ThumbnailEntry[] } }).meta.thumbnails;

describe('the files of thumbnails', () => {
  it('are removed when the bytes of the version are replaced, and with the object', async () => {
    const before = await filesOnDisk();
    const { objectId } = await addMedia(test, await picture());
    await thumbs(`/${objectId}`);
    await thumbs(`/${objectId}?preset=small`);
    expect([await filesOnDisk(), await rows()]).toEqual([before + 3, 2]);
    const bytes = await picture({ width: 77, height: 77 });
    const replaced = await test.admin.request('patch', `/streams/version/${objectId}/other.png`, (request) =>
      request.set('Content-Type', 'image/png').send(bytes),
    );
    expect(replaced.status).toBe(200);
    expect([await filesOnDisk(), await rows()]).toEqual([before + 1, 0]);
    expect(entriesOf(await thumbs(`/${objectId}`))[0]).toMatchObject({ ready: true });
    await test.admin.delete(`/images/${objectId}`);
    expect((await test.admin.delete(`/trash/${objectId}`)).status).toBe(204);
    expect([await filesOnDisk(), await rows(), await unclaimed()]).toEqual([before, 0, 0]);
  });

  it('are made once for ten clients in two processes', async () => {
    const before = await filesOnDisk();
    const { objectId } = await addMedia(test, await picture());
    const responses = Array.from({ length: 10 }, (_, at) => thumbs(`/${objectId}`, at % 2 ? test : other));
    const urls = (await Promise.all(responses)).map((response) => entriesOf(response)[0]?.url);
    expect(new Set(urls).size).toBe(1);
    expect([await filesOnDisk(), await rows(), await unclaimed()]).toEqual([before + 2, 1, 0]);
    await test.service.services.store.thumbnails.deleteMany({});
  });

  it('are removed when the stream is removed while they are made', async () => {
    const before = await filesOnDisk();
    const counted = await rows();
    for (let round = 0; round < 5; round++) {
      const { objectId, streamId } = await addMedia(test, await picture());
      const answers = await Promise.all([
        thumbs(`/${objectId}`),
        test.admin.delete(`/streams/${streamId}`),
        thumbs(`/${objectId}?preset=small`, other),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 204, 200]);
    }
    expect([await filesOnDisk(), await rows(), await unclaimed()]).toEqual([before, counted, 0]);
  });
});

describe('a storage that fails', () => {
  it('for one of a list does not affect the others, for all of them is 503 with Retry-After', async () => {
    const good = await addMedia(test, await picture());
    await thumbs(`/${good.objectId}`);
    const bad = await addMedia(test, await picture());
    const { storage } = test.service.services.files.fileStore;
    const { read } = storage;
    storage.read = () => Promise.reject(new StorageUnavailable('out of order'));
    const [mixed, all, single] = [
      await thumbs(`?ids=${good.objectId},${bad.objectId}`),
      await thumbs(`?ids=${bad.objectId}`),
      await thumbs(`/${bad.objectId}`),
    ];
    storage.read = read;
    expect(mixed.status).toBe(200);
    expect(entriesOf(mixed)).toMatchObject([
      { ready: true },
      { id: Number(bad.objectId), ready: false, url: null, message: 'The file storage is unavailable at present.' },
    ]);
    for (const { status, headers } of [all, single]) expect([status, headers['retry-after']]).toEqual([503, '10']);
    expect(entriesOf(await thumbs(`/${bad.objectId}`))[0]).toMatchObject({ ready: true });
  });
});
