// A service that is killed during ten uploads serves none of them and, after the sweep, stores none.
import { request, type ClientRequest } from 'node:http';
import path from 'node:path';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { readConfig } from '../../../core/config/config.ts';
import { createFileStore } from '../../../core/files/file-store.ts';
import { openStorage } from '../../../core/files/storage/open-storage.ts';
import { sweepFiles } from '../../support/files/sweep-files.ts';
import { until } from '../../support/processes/killed-processes.ts';
import { serviceForTests } from '../../support/service.ts';
import { startServiceProcess, type ServiceProcess } from '../../support/processes/service-processes.ts';
import { filesBelow, openPlace, STORAGE_KINDS, temporaryFolder } from '../../support/files/storages.ts';
import { testLog } from '../../support/database/stores.ts';

const MB = 1_048_576;

const endings: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** Begins an upload. @param sent bytes of it that are sent; it stays open when these are not all */
function beginUpload({ url, token }: ServiceProcess, size: number, sent: number): ClientRequest {
  const upload = request(`${url}/streams/upload/killed.bin`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/octet-stream', 'Content-Length': size },
  });
  upload.on('error', () => undefined).on('response', (response) => response.resume().on('error', () => undefined));
  const bytes = Buffer.alloc(sent, 'x');
  if (sent === size) upload.end(bytes);
  else upload.write(bytes);
  return upload;
}

const main = serviceForTests();

describe.each(STORAGE_KINDS)('running uploads to %s when the service is killed', (kind) => {
  it('are not served afterwards, and leave nothing', async () => {
    const { store } = main.service.services;
    const place = await openPlace(kind);
    endings.push(() => place.close());
    const dataDir = await temporaryFolder();
    const settings = { ...place.env, DATA_DIR: dataDir };
    const storage = await openStorage(
      readConfig(settings, () => 'a secret of more than thirty-two characters'),
      store,
    );
    endings.push(() => storage.close());
    const uploadFolder = path.join(dataDir, 'uploads');
    const uri = new URL(inject('mongodbUri'));
    uri.pathname = `/${main.databaseName}`;
    const killed = await startServiceProcess(uri.href, settings);
    endings.push(() => killed.stop());

    // No upload is committed: their transactions conflict with this one.
    const transaction = store.client.startSession();
    endings.push(() => transaction.endSession());
    transaction.startTransaction();
    await store.fileUsage.updateOne({ _id: 'total' }, { $inc: { bytes: 0 } }, { upsert: true, session: transaction });

    const uploads = [
      ...[1, 2, 3, 4].map((size) => beginUpload(killed, size * MB, size * MB - 10)),
      ...[1, 2, 3].map((size) => beginUpload(killed, size * MB, size * MB)),
      ...[1, 2, 3].map(() => beginUpload(killed, 12 * MB, 12 * MB)),
    ];
    await until(async () => (await store.unclaimedFiles.countDocuments()) >= 4);
    await until(async () => (await place.contents(store.db)).length > 0);
    // Those that are never sent whole.
    await until(async () => (await filesBelow(uploadFolder)).length > 3);
    await killed.kill();
    for (const upload of uploads) upload.destroy();
    await transaction.abortTransaction();

    const response = await main.admin.request('get', '/streams');
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ data: [] });
    expect((await filesBelow(uploadFolder)).length).toBeGreaterThan(3);
    expect((await place.contents(store.db)).length).toBeGreaterThan(0);
    const clock = { now: () => new Date(Date.now() + 3_600_000) };
    const fileStore = createFileStore({ store, storage, clock, log: testLog });
    const swept = await sweepFiles({ store, fileStore, clock, uploadFolder });
    expect(swept.files).toBeGreaterThan(3);
    expect(swept.uploads).toBeGreaterThan(3);
    expect(await filesBelow(uploadFolder)).toEqual([]);
    expect(await place.contents(store.db)).toEqual([]);
    expect(await store.unclaimedFiles.find().toArray()).toEqual([]);
    expect(await store.streams.countDocuments()).toBe(0);
    const used = await store.fileUsage.find({ $or: [{ bytes: { $ne: 0 } }, { files: { $gt: 0 } }] }).toArray();
    expect(used).toEqual([]);
  });
});
