// Limits of uploads (D32): the exact limit is accepted, one byte more is refused, and concurrent uploads cannot exceed
// it together.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  errorCodes,
  openTestService,
  type Client,
  type ResourceData,
  type TestService,
} from '../../support/service.ts';
import { uploadStream } from '../../support/files/uploads.ts';

const QUOTA = 1_000;
const FILES = 6;
const TOTAL = 1_500;
const LARGEST = 900;

type Service = TestService;
let t: Service;
beforeAll(async () => {
  t = await openTestService({
    env: {
      UPLOAD_MAX_SIZE: String(LARGEST),
      UPLOAD_QUOTA: String(QUOTA),
      UPLOAD_MAX_FILES: String(FILES),
      UPLOAD_TOTAL_QUOTA: String(TOTAL),
    },
  });
});
afterAll(() => t.close());

type Answer = Awaited<ReturnType<typeof uploadStream>>;

let serial = 0;
/** Text of so many bytes, unlike all others. */
const text = (bytes: number): string => `${++serial} `.padEnd(bytes, 'x').slice(0, bytes);
const put = (client: Client, bytes: number, headers = {}): Promise<Answer> =>
  uploadStream(client, 'a.txt', text(bytes), { 'Content-Type': 'text/plain', ...headers });
const dataOf = (response: Answer): ResourceData => (response.body as { data: ResourceData }).data;
const detailOf = (response: Answer): unknown => (response.body as { error: { detail: string } }).error.detail;
const outcome = (response: Answer): unknown => (response.status < 400 ? response.status : errorCodes(response)[0]);

/** The counts, and the stored files. */
async function usage(service: Service = t) {
  const { store } = service.service.services;
  const rows = await store.fileUsage.find().toArray();
  const streams = await store.streams.find().toArray();
  const total = rows.find(({ _id }) => _id === 'total') ?? { bytes: 0, files: 0 };
  const own = rows.filter(({ _id }) => _id !== 'total');
  return {
    total: { bytes: total.bytes, files: total.files },
    own: {
      bytes: own.reduce((sum, { bytes }) => sum + bytes, 0),
      files: own.reduce((sum, { files }) => sum + files, 0),
    },
    there: { bytes: streams.reduce((sum, { file_size }) => sum + file_size, 0), files: streams.length },
  };
}

const used = (bytes: number, files: number) => {
  const all = { bytes, files };
  return { total: all, own: all, there: all };
};

afterEach(async () => {
  for (const { _id, created_by } of await t.service.services.store.streams.find().toArray()) {
    expect({ created_by, status: (await t.admin.delete(`/streams/${_id}`)).status }).toMatchObject({ status: 204 });
  }
  expect(await usage()).toEqual(used(0, 0));
  expect(t.loggedErrors).toEqual([]);
});

const base64 = (bytes: number) =>
  uploadStream(t.admin, 'a.txt', Buffer.from(text(bytes)).toString('base64'), {
    'Content-Type': 'text/plain',
    'Content-Transfer-Encoding': 'base64',
  });
const chunked = (bytes: number) =>
  t.admin.request('post', '/streams/upload/a.txt', (request) => {
    request.set('Content-Type', 'text/plain');
    // Of a body that is written piece by piece, the length is not known before.
    request.write(text(bytes));
    return request;
  });
const WAYS = [
  ['with its length', (bytes: number) => put(t.admin, bytes)],
  ['in chunks', chunked],
  ['as base64', base64],
] as const;

describe.each(WAYS)('a file sent %s', (_way, send) => {
  it('may have the maximum size, and no byte more', async () => {
    expect(outcome(await send(LARGEST + 1))).toBe('payload_too_large');
    expect(await usage()).toEqual(used(0, 0));
    expect(outcome(await send(LARGEST))).toBe(201);
    expect(await usage()).toEqual(used(LARGEST, 1));
  });

  it('may use the rest of the quota, and no byte more', async () => {
    await put(t.admin, 800);
    const refused = await send(201);
    expect([refused.status, outcome(refused)]).toEqual([403, 'UPLOAD_QUOTA_EXCEEDED']);
    expect(detailOf(refused)).toBe('Your files use 800 of 1000 bytes, with room for 200 more.');
    expect(await usage()).toEqual(used(800, 1));
    expect(outcome(await send(200))).toBe(201);
    expect(outcome(await send(1))).toBe('UPLOAD_QUOTA_EXCEEDED');
    expect(await usage()).toEqual(used(QUOTA, 2));
  });

  it('is refused when it exceeds the number of files', async () => {
    for (let at = 0; at < FILES - 1; at++) await put(t.admin, 10);
    expect(outcome(await send(10))).toBe(201);
    const refused = await send(10);
    expect([refused.status, outcome(refused)]).toEqual([403, 'UPLOAD_FILES_LIMIT_EXCEEDED']);
    expect(detailOf(refused)).toBe('You have 6 of 6 files, with room for 0 more.');
    expect(await usage()).toEqual(used(60, FILES));
  });
});

describe('usage', () => {
  it('has no row after a read', async () => {
    const fresh = await openTestService();
    try {
      await fresh.admin.get('/streams');
      await uploadStream(fresh.admin, 'a.txt', '', 'text/plain');
      await uploadStream(fresh.admin, 'a.png', 'no picture', 'image/png');
      expect(await fresh.service.services.store.fileUsage.countDocuments()).toBe(0);
    } finally {
      await fresh.close();
    }
  });

  it('is checked by size first, then by number', async () => {
    for (let at = 0; at < FILES; at++) await put(t.admin, 100);
    expect(outcome(await put(t.admin, 401))).toBe('UPLOAD_QUOTA_EXCEEDED');
    expect(outcome(await put(t.admin, 400))).toBe('UPLOAD_FILES_LIMIT_EXCEEDED');
    expect(outcome(await put(t.admin, LARGEST + 1))).toBe('payload_too_large');
  });

  it('counts for each user, and in total', async () => {
    expect(outcome(await put(t.admin, 900))).toBe(201);
    expect(outcome(await put(t.editor, 500))).toBe(201);
    const refused = await put(t.editor, 101);
    expect(outcome(refused)).toBe('UPLOAD_QUOTA_EXCEEDED');
    expect(detailOf(refused)).toBe('All files together use 1400 of 1500 bytes, with room for 100 more.');
    expect(outcome(await put(t.editor, 100))).toBe(201);
    expect(outcome(await put(t.admin, 1))).toBe('UPLOAD_QUOTA_EXCEEDED');
    const rows = await t.service.services.store.fileUsage.find({ files: { $gt: 0 } }).toArray();
    expect(rows.map(({ bytes, files }) => [bytes, files]).sort()).toEqual([
      [1_500, 3],
      [600, 2],
      [900, 1],
    ]);
  });

  it('is reduced by deletion and by purge', async () => {
    const { id } = dataOf(await put(t.admin, 900));
    expect(outcome(await put(t.admin, 101))).toBe('UPLOAD_QUOTA_EXCEEDED');
    await t.admin.delete(`/streams/${id}`);
    const object = await t.admin.create('/files', { title: 'A', status: 'on' });
    const version = await put(t.admin, 900);
    const data = { type: 'files', id: object.id };
    const linked = await t.admin.patch(`/streams/${dataOf(version).id}/relationships/object`, { data });
    expect(linked.status).toBe(200);
    await t.admin.delete(`/files/${object.id}`);
    expect(await usage()).toEqual(used(900, 1));
    await t.admin.delete(`/trash/${object.id}`);
    expect(await usage()).toEqual(used(0, 0));
    expect(outcome(await put(t.admin, 900))).toBe(201);
  });
});

describe('versions', () => {
  const version = (client: Client, method: 'post' | 'patch', id: string, bytes: number) =>
    client.request(method, `/streams/version/${id}/a.txt`, (request) =>
      request
        .set('Content-Type', 'text/plain')
        .serialize((body) => body as string)
        .send(Buffer.from(text(bytes))),
    );

  it('count each; for a replacement only the difference counts', async () => {
    const { id } = await t.admin.create('/files', { title: 'A', status: 'on' });
    expect(outcome(await version(t.admin, 'post', id, 300))).toBe(201);
    expect(outcome(await version(t.admin, 'post', id, 300))).toBe(201);
    expect(outcome(await version(t.admin, 'post', id, 401))).toBe('UPLOAD_QUOTA_EXCEEDED');
    expect(outcome(await version(t.admin, 'patch', id, 701))).toBe('UPLOAD_QUOTA_EXCEEDED');
    expect(await usage()).toEqual(used(600, 2));
    expect(outcome(await version(t.admin, 'patch', id, 700))).toBe(200);
    expect(await usage()).toEqual(used(1_000, 2));
    expect(outcome(await version(t.admin, 'patch', id, 200))).toBe(200);
    expect(await usage()).toEqual(used(500, 2));
    for (let at = 2; at < FILES; at++) await put(t.admin, 1);
    expect(outcome(await version(t.admin, 'post', id, 1))).toBe('UPLOAD_FILES_LIMIT_EXCEEDED');
    expect(outcome(await version(t.admin, 'patch', id, 250))).toBe(200);
    expect(await usage()).toEqual(used(554, FILES));
  });

  it('of another user count for the uploader of the bytes', async () => {
    const { id } = await t.admin.create('/files', { title: 'A', status: 'on' });
    await version(t.admin, 'post', id, 600);
    await put(t.editor, 800);
    expect(outcome(await version(t.editor, 'patch', id, 201))).toBe('UPLOAD_QUOTA_EXCEEDED');
    expect(outcome(await version(t.editor, 'patch', id, 200))).toBe(200);
    expect(await usage()).toEqual(used(1_000, 2));
    expect(outcome(await put(t.editor, 1))).toBe('UPLOAD_QUOTA_EXCEEDED');
    expect(outcome(await put(t.admin, 500))).toBe(201);
  });
});

describe('copies', () => {
  it('of a stream and of an object count', async () => {
    const object = await t.admin.create('/files', { title: 'A', status: 'on' });
    for (const bytes of [200, 150]) {
      const { id } = dataOf(await put(t.admin, bytes));
      await t.admin.patch(`/streams/${id}/relationships/object`, { data: { type: 'files', id: object.id } });
    }
    const clone = () => t.admin.post(`/files/${object.id}/actions/clone`, { data: { type: 'files', attributes: {} } });
    expect(outcome(await clone())).toBe(201);
    expect(await usage()).toEqual(used(700, 4));
    expect(outcome(await clone())).toBe('UPLOAD_QUOTA_EXCEEDED');
    expect(await usage()).toEqual(used(700, 4));
    const single = dataOf(await put(t.admin, 10));
    expect(outcome(await t.admin.post(`/streams/clone/${single.id}`, undefined))).toBe(201);
    expect(await usage()).toEqual(used(720, FILES));
    expect(outcome(await t.admin.post(`/streams/clone/${single.id}`, undefined))).toBe('UPLOAD_FILES_LIMIT_EXCEEDED');
  });
});

describe('a copy of several files', () => {
  it('needs room in the number of files for each', async () => {
    const object = await t.admin.create('/files', { title: 'A', status: 'on' });
    for (let at = 0; at < FILES - 1; at++) {
      const { id } = dataOf(await put(t.admin, 10));
      if (at < 2)
        await t.admin.patch(`/streams/${id}/relationships/object`, { data: { type: 'files', id: object.id } });
    }
    const refused = await t.admin.post(`/files/${object.id}/actions/clone`, {
      data: { type: 'files', attributes: {} },
    });
    expect(detailOf(refused)).toBe('You have 5 of 6 files, with room for 1 more.');
    expect(await usage()).toEqual(used(50, FILES - 1));
  });
});

describe('concurrent uploads', () => {
  it('together use the remaining bytes, and no more', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => put(t.admin, 300)));
    expect(answers.map(outcome).sort()).toEqual([201, 201, 201, ...Array<string>(7).fill('UPLOAD_QUOTA_EXCEEDED')]);
    expect(await usage()).toEqual(used(900, 3));
  });

  it('use the remaining number of files, and no more', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => put(t.admin, 5)));
    const refused = Array<string>(4).fill('UPLOAD_FILES_LIMIT_EXCEEDED');
    expect(answers.map(outcome).sort()).toEqual([...Array<number>(6).fill(201), ...refused]);
  });

  it('of several users do not exceed the total together', async () => {
    const clients = [t.admin, t.editor];
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => put(clients[at % 2] ?? t.admin, 400)));
    expect(answers.filter(({ status }) => status === 201).length).toBe(3);
    expect(new Set(answers.map(outcome))).toEqual(new Set([201, 'UPLOAD_QUOTA_EXCEEDED']));
  });

  it('all end when there are many', async () => {
    const many = await openTestService();
    try {
      const clients = [many.admin, many.editor];
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, at) => put(clients[at % 2] ?? many.admin, 2_000)),
      );
      expect(answers.map(outcome)).toEqual(Array(40).fill(201));
      expect(await usage(many)).toEqual(used(80_000, 40));
      const streams = await many.service.services.store.streams.find().toArray();
      const removals = await Promise.all(streams.map(({ _id }) => many.admin.delete(`/streams/${_id}`)));
      expect(removals.map(outcome)).toEqual(Array(40).fill(204));
      expect(await usage(many)).toEqual(used(0, 0));
    } finally {
      await many.close();
    }
  });
});
