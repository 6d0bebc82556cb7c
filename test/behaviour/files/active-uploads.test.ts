// Running uploads are counted like stored files (D249).
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Client, errorCodes, serviceForTests } from '../../support/service.ts';
import { startUpload, type SlowResponse } from '../../support/files/slow-upload.ts';
import { filesUnder } from '../../support/files/upload-traces.ts';
import { uploadStream } from '../../support/files/uploads.ts';

const MB = 1_048_576;
const AT_ONCE = 3;
const FILES = 4;

const t = serviceForTests({
  env: {
    UPLOAD_MAX_SIZE: '10mb',
    UPLOAD_QUOTA: '4mb',
    UPLOAD_TOTAL_QUOTA: '6mb',
    UPLOAD_MAX_FILES: String(FILES),
    UPLOAD_CONCURRENCY: String(AT_ONCE),
  },
});
let server: Server;
beforeAll(async () => {
  server = createServer(t.service.app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
});

const underWay = () => t.service.services.files.underWay;
const filesUnderWay = async (): Promise<number> =>
  (await filesUnder(t.dataDir)).filter((file) => file.endsWith('.part')).length;

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 500 && !(await isSo()); turn++) await sleep(20);
  expect(await isSo()).toBe(true);
}

afterEach(async () => {
  await until(async () => (await filesUnderWay()) === 0);
  expect(underWay().sum('total')).toEqual({ bytes: 0, files: 0 });
  for (const { _id } of await t.service.services.store.streams.find().toArray())
    await t.admin.delete(`/streams/${_id}`);
  expect(t.loggedErrors).toEqual([]);
});

interface Held {
  /** Sends the rest. */
  finish(): Promise<SlowResponse>;
  leave(): Promise<void>;
}

/** An upload of so many bytes that stops after the first of them. */
async function hold(client: Client, bytes: number): Promise<Held> {
  const before = await filesUnderWay();
  const { sent, answer } = startUpload(server, client, { 'Content-Length': bytes });
  sent.write('x');
  await until(async () => (await filesUnderWay()) > before);
  return {
    finish() {
      sent.end(Buffer.alloc(bytes - 1, 'x'));
      return answer;
    },
    async leave() {
      sent.destroy();
      await until(async () => (await filesUnderWay()) === before);
    },
  };
}

const put = async (client: Client, bytes: number): Promise<unknown> => {
  const response = await uploadStream(client, 'a.txt', 'x'.repeat(bytes), 'text/plain');
  return response.status === 201 ? 201 : errorCodes(response)[0];
};

it('the announced size counts for the user', async () => {
  const held = await hold(t.admin, 3 * MB);
  const refused = await uploadStream(t.admin, 'a.txt', 'x'.repeat(MB + 1), 'text/plain');
  expect([refused.status, errorCodes(refused)[0]]).toEqual([403, 'UPLOAD_QUOTA_EXCEEDED']);
  expect((refused.body as { error: { detail: string } }).error.detail).toBe(
    `Your files use ${3 * MB} of ${4 * MB} bytes, including uploads in progress, with room for ${MB} more.`,
  );
  expect(await put(t.admin, MB)).toBe(201);
  expect((await held.finish()).status).toBe(201);
});

it('the announced sizes of all count for the total', async () => {
  const held = await hold(t.admin, 4 * MB);
  expect(await put(t.editor, 2 * MB + 1)).toBe('UPLOAD_QUOTA_EXCEEDED');
  expect(await put(t.editor, 2 * MB)).toBe(201);
  expect((await held.finish()).status).toBe(201);
});

it('the number of running uploads counts', async () => {
  const held = [await hold(t.admin, 10), await hold(t.admin, 10)];
  expect(await put(t.admin, 1)).toBe(201);
  expect(await put(t.admin, 1)).toBe(201);
  expect(await put(t.admin, 1)).toBe('UPLOAD_FILES_LIMIT_EXCEEDED');
  for (const each of held) expect((await each.finish()).status).toBe(201);
});

it('an upload without a length counts as it arrives, and is refused when it exceeds the quota', async () => {
  const first = startUpload(server, t.admin, { 'Transfer-Encoding': 'chunked' });
  first.sent.write(Buffer.alloc(2 * MB, 'x'));
  await until(() => Promise.resolve(underWay().sum('total').bytes >= MB));
  expect(await put(t.admin, 3 * MB)).toBe('UPLOAD_QUOTA_EXCEEDED');
  // It is not ended by the client.
  first.sent.write(Buffer.alloc(4 * MB, 'x'));
  expect(await first.answer).toMatchObject({ status: 403, code: 'UPLOAD_QUOTA_EXCEEDED' });
  first.sent.destroy();
});

it('a user has a limited number of concurrent uploads, independent of other users', async () => {
  const held = [];
  for (let at = 0; at < AT_ONCE; at++) held.push(await hold(t.admin, 10));
  const refused = await uploadStream(t.admin, 'a.txt', 'x', 'text/plain');
  expect([refused.status, errorCodes(refused)[0], refused.headers['retry-after']]).toEqual([
    429,
    'too_many_requests',
    '1',
  ]);
  expect(await put(t.editor, 1)).toBe(201);
  for (const each of held) expect((await each.finish()).status).toBe(201);
  expect(await put(t.admin, 1)).toBe(201);
});

it('every end of an upload releases its slot', async () => {
  for (let at = 0; at <= AT_ONCE; at++) {
    await (await hold(t.admin, 4 * MB)).leave();
    expect(await put(t.admin, 4 * MB + 1)).toBe('UPLOAD_QUOTA_EXCEEDED');
    const mismatch = await uploadStream(t.admin, 'a.png', 'no picture', 'image/png');
    expect(errorCodes(mismatch)[0]).toBe('file_type_mismatch');
    const { fileStore } = t.service.services.files;
    const { put: keep } = fileStore;
    fileStore.put = () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));
    expect(await put(t.admin, 1)).toBe('service_unavailable');
    fileStore.put = keep;
    t.loggedErrors.length = 0;
  }
  expect(await put(t.admin, 4 * MB)).toBe(201);
});

it('a stored file does not count twice', async () => {
  const { fileUsage } = t.service.services.store;
  const count = fileUsage.findOneAndUpdate.bind(fileUsage);
  const seen: unknown[] = [];
  fileUsage.findOneAndUpdate = ((...args: Parameters<typeof count>) => {
    seen.push(underWay().sum('total'));
    return count(...args);
  }) as typeof count;
  expect(await put(t.admin, 10)).toBe(201);
  fileUsage.findOneAndUpdate = count;
  expect(seen).toEqual(Array(2).fill({ bytes: 0, files: 0 }));
});
