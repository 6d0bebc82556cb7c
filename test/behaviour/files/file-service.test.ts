// Uploads and downloads through the service, over each storage.
import { randomBytes, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { S3_LIMITS } from '../../../core/files/storage/s3-parts.ts';
import { openS3Storage } from '../../../core/files/storage/s3-storage.ts';
import { parseStorageUrl, type BucketSetting } from '../../../core/config/storage-setting.ts';
import { openRawClient, type RawClient } from '../../support/clients/raw-request.ts';
import type { S3Server } from '../../support/files/s3-server.ts';
import { errorCodes, openTestService, type TestService } from '../../support/service.ts';
import { storeFile } from '../../support/files/uploads.ts';
import { filesBelow, newFile, openPlace, STORAGE_KINDS, temporaryFolder } from '../../support/files/storages.ts';

const MB = 1_048_576;

const endings: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

async function open(env: Record<string, string>): Promise<{ test: TestService; raw: RawClient }> {
  const test = await openTestService({ env });
  endings.push(() => test.close());
  const raw = await openRawClient(test);
  endings.push(() => raw.close());
  return { test, raw };
}

describe.each(STORAGE_KINDS)('files in %s', (kind) => {
  it('are uploaded, downloaded whole and in part, and completely removed', async () => {
    const place = await openPlace(kind);
    endings.push(() => place.close());
    const { test, raw } = await open(place.env);
    const { store, files } = test.service.services;
    const content = randomBytes(9 * MB + 5);
    const { id } = await storeFile(test.admin, { name: 'some.bin', content, mediaType: 'application/octet-stream' });
    expect(await store.unclaimedFiles.countDocuments()).toBe(0);
    expect(await filesBelow(files.uploadFolder)).toEqual([]);
    const headers = { Authorization: `Bearer ${test.admin.token}` };
    const whole = await raw.get(`/streams/download/${id}`, headers);
    expect(whole.status).toBe(200);
    expect(whole.bytes.equals(content)).toBe(true);
    const part = await raw.get(`/streams/download/${id}`, { ...headers, Range: `bytes=${MB - 3}-${8 * MB + 9}` });
    expect(part.status).toBe(206);
    expect(part.bytes.equals(content.subarray(MB - 3, 8 * MB + 10))).toBe(true);
    const [row] = await store.streams.find().toArray();
    await store.transaction(async (transaction) => {
      await store.streams.deleteOne({ _id: id }, { session: transaction });
      await files.fileStore.release([row?.file_key ?? ''], transaction);
    });
    expect((await place.contents(store.db)).length).toBeGreaterThan(0);
    expect(await files.fileStore.sweep()).toBe(1);
    expect(await place.contents(store.db)).toEqual([]);
  });
});

describe('a storage that fails', () => {
  it('S3 that is unreachable is 503, and leaves nothing', async () => {
    const place = await openPlace('S3');
    const { test, raw } = await open(place.env);
    const { store } = test.service.services;
    const { id } = await storeFile(test.admin);
    await place.close();
    const headers = { Authorization: `Bearer ${test.admin.token}` };
    const download = await raw.get(`/streams/download/${id}`, headers);
    expect([download.status, download.json.error?.code]).toEqual([503, 'service_unavailable']);
    const upload = await test.admin.request('post', '/streams/upload/x.txt', (request) =>
      request.set('Content-Type', 'text/plain').send('x'),
    );
    expect([upload.status, upload.headers['retry-after']]).toEqual([503, '10']);
    expect(errorCodes(upload)[0]).toBe('service_unavailable');
    expect(upload.text).not.toMatch(/ECONN|127\.0\.0\.1:|bucket/);
    expect(await store.streams.countDocuments()).toBe(1);
    // Announced, so that a sweep sees to it once the storage is back.
    expect(await store.unclaimedFiles.countDocuments()).toBe(1);
    expect((await store.fileUsage.findOne({ _id: 'total' }))?.files).toBe(1);
  });

  it('S3 that accepts the connection and does not respond is 503', async () => {
    const place = await openPlace('S3');
    endings.push(() => place.close());
    const { test, raw } = await open(place.env);
    const { store, files } = test.service.services;
    const { id } = await storeFile(test.admin);
    const setting = parseStorageUrl(place.env['STORAGE_URL'] ?? '') as BucketSetting;
    const impatient = await openS3Storage(setting, { ...S3_LIMITS, transfer: 300, answer: 200, copy: 300 });
    // A small file has little more time than a request without bytes.
    Object.assign(files.fileStore.storage, await openS3Storage(setting, { ...S3_LIMITS, answer: 200 }));
    (place.s3 as S3Server).hold = new Promise(() => undefined);
    const download = await raw.get(`/streams/download/${id}`, { Authorization: `Bearer ${test.admin.token}` });
    expect([download.status, download.json.error?.code]).toEqual([503, 'service_unavailable']);
    const upload = await test.admin.request('post', '/streams/upload/x.txt', (request) =>
      request.set('Content-Type', 'text/plain').send('x'),
    );
    expect([upload.status, upload.headers['retry-after']]).toEqual([503, '10']);
    const large = await newFile(await temporaryFolder(), 12 * MB);
    for (const work of [
      () => impatient.put(randomUUID(), large),
      () => impatient.copy(randomUUID(), randomUUID()),
      () => impatient.remove(randomUUID()),
      () => openS3Storage(setting, { ...S3_LIMITS, transfer: 300, answer: 200, copy: 300 }),
    ]) {
      await expect(work()).rejects.toThrow(/cannot be (?:used|reached)/);
    }
    expect(await store.streams.countDocuments()).toBe(1);
    expect((await store.fileUsage.findOne({ _id: 'total' }))?.files).toBe(1);
  });

  it('a folder that is full is 503, and nothing is counted', async () => {
    const { test } = await open({});
    const { store, files } = test.service.services;
    const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    files.fileStore.storage.put = () => Promise.reject(full);
    const upload = await test.admin.request('post', '/streams/upload/x.txt', (request) =>
      request.set('Content-Type', 'text/plain').send('x'),
    );
    expect(upload.status).toBe(503);
    expect(upload.text).not.toContain('ENOSPC');
    expect(await store.streams.countDocuments()).toBe(0);
    expect(await store.unclaimedFiles.countDocuments()).toBe(0);
    expect((await store.fileUsage.findOne({ _id: 'total' }))?.files ?? 0).toBe(0);
    expect(await filesBelow(files.uploadFolder)).toEqual([]);
  });

  it('a folder that cannot be written to is 503', async () => {
    const blocked = path.join(await temporaryFolder(), 'data');
    const { test } = await open({ DATA_DIR: blocked });
    await writeFile(blocked, '');
    const upload = await test.admin.request('post', '/streams/upload/x.txt', (request) =>
      request.set('Content-Type', 'text/plain').send('x'),
    );
    expect(upload.status).toBe(503);
    expect(await test.service.services.store.streams.countDocuments()).toBe(0);
  });
});
