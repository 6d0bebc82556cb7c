// Concurrent versions of one file, in two processes, also during the trashing of the object.
import type { Response } from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type ResourceData, type TestService, serviceForTests } from '../../support/service.ts';
import { bookkeepingFaults } from '../../support/files/upload-traces.ts';
import { newPicture, upload } from '../../support/files/uploads.ts';

const test = serviceForTests();
let other: TestService;
beforeAll(async () => {
  other = await openTestService({ env: { DATA_DIR: test.dataDir }, beside: test });
});
afterEach(async () => expect(await bookkeepingFaults(test)).toEqual([]));
afterAll(async () => {
  await other.close();
});

const image = async (): Promise<string> => (await test.editor.create('/images', { title: 'Flag', status: 'on' })).id;
const pictures = (count: number): Promise<Buffer[]> => Promise.all(Array.from({ length: count }, () => newPicture()));
const dataOf = (answer: Response): ResourceData => (answer.body as { data: ResourceData }).data;
const statuses = (answers: Response[]): number[] => answers.map(({ status }) => status).sort();
/** The n-th of several, sent to one process or the other. */
const send = (method: string, id: string, bytes: Buffer, n = 0): Promise<Response> =>
  upload((n % 2 ? other : test).editor, `${method} /streams/version/${id}/flag-${n}.png`, bytes);
const versionsOf = async (id: string): Promise<number[]> => {
  const rows = await test.service.services.store.streams.find({ object_id: Number(id) }).toArray();
  return rows.map(({ version }) => version).sort((a, b) => a - b);
};

describe('concurrent versions', () => {
  it.each([2, 10])('posted %d at once get distinct numbers', async (count) => {
    const id = await image();
    const files = await pictures(count);
    const answers = await Promise.all(files.map((bytes, n) => send('POST', id, bytes, n)));
    expect(statuses(answers)).toEqual(files.map(() => 201));
    const wanted = files.map((_, n) => n + 1);
    expect(answers.map((answer) => Number(dataOf(answer).meta['version'])).sort((a, b) => a - b)).toEqual(wanted);
    expect(await versionsOf(id)).toEqual(wanted);
  });

  it('posted of the same file create one', async () => {
    const id = await image();
    const bytes = await newPicture();
    const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => send('POST', id, bytes, n)));
    expect(statuses(answers)).toEqual([201, 409, 409, 409, 409, 409]);
    expect(await versionsOf(id)).toEqual([1]);
  });

  it('overwritten at once leave the last file only', async () => {
    const id = await image();
    const [first, ...files] = await pictures(7);
    const made = dataOf(await send('POST', id, first as Buffer));
    const answers = await Promise.all(files.map((bytes, n) => send('PATCH', id, bytes, n)));
    expect(statuses(answers)).toEqual(files.map(() => 200));
    const row = await test.service.services.store.streams.findOne({ _id: made.id });
    expect(row).toMatchObject({ version: 1, revision: 7 });
    expect(answers.map((answer) => dataOf(answer).meta['hash_sha1'])).toContain(row?.hash_sha1);
  });

  it('overwritten with If-Match succeed once', async () => {
    const id = await image();
    const { headers } = await send('POST', id, await newPicture());
    const files = await pictures(4);
    const answers = await Promise.all(
      files.map((bytes, n) =>
        upload((n % 2 ? other : test).editor, `PATCH /streams/version/${id}/a.png`, bytes, {
          'If-Match': String(headers['etag']),
        }),
      ),
    );
    expect(statuses(answers)).toEqual([200, 412, 412, 412]);
  });

  it('posted and overwritten all exist, one after the other', async () => {
    const id = await image();
    await send('POST', id, await newPicture());
    const files = await pictures(8);
    const answers = await Promise.all(files.map((bytes, n) => send(n < 4 ? 'POST' : 'PATCH', id, bytes, n)));
    expect(statuses(answers)).toEqual([200, 200, 200, 200, 201, 201, 201, 201]);
    expect(await versionsOf(id)).toEqual([1, 2, 3, 4, 5]);
  });

  it('posted while the latest one is removed get the next number', async () => {
    for (let round = 0; round < 3; round++) {
      const id = await image();
      await send('POST', id, await newPicture());
      const latest = dataOf(await send('POST', id, await newPicture()));
      const [removal, posted] = await Promise.all([
        (round % 2 ? other : test).editor.delete(`/streams/${latest.id}`),
        send('POST', id, await newPicture()),
      ]);
      expect([removal.status, posted.status]).toEqual([204, 201]);
      expect(await versionsOf(id)).toEqual([1, Number(dataOf(posted).meta['version'])]);
    }
  });

  it('posted while the object is trashed are stored before, or refused', async () => {
    for (let round = 0; round < 4; round++) {
      const id = await image();
      const files = await pictures(3);
      const [trashing, ...answers] = await Promise.all([
        test.editor.delete(`/images/${id}`),
        ...files.map((bytes, n) => send('POST', id, bytes, n + round)),
      ]);
      expect(trashing?.status).toBe(204);
      for (const { status } of answers) expect([201, 404]).toContain(status);
      const rows = await test.service.services.store.streams.find({ object_id: Number(id) }).toArray();
      expect(rows).toHaveLength(answers.filter(({ status }) => status === 201).length);
      expect(rows.every(({ object }) => object?.trashed)).toBe(true);
    }
  });
});

describe('uploads that make objects', () => {
  it('that run concurrently create one object and one stream each, in any batches', async () => {
    const files = await pictures(8);
    const answers = await Promise.all(
      files.map((bytes, n) => upload((n % 2 ? other : test).editor, 'POST /images/upload/flag.png', bytes)),
    );
    expect(statuses(answers)).toEqual(files.map(() => 201));
    for (const answer of answers) expect(await versionsOf(dataOf(answer).id)).toEqual([1]);
  });
});
