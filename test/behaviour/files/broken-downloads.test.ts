// Incomplete downloads: clients that disconnect, missing files, failures of the storage.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FileMissing, type FileStorage } from '../../../core/files/storage/file-storage.ts';
import { openRawClient, type RawClient } from '../../support/clients/raw-request.ts';
import { serviceForTests } from '../../support/service.ts';
import { storeObjectFile } from '../../support/files/uploads.ts';

const SIZE = 8_000_000;
const test = serviceForTests();
let raw: RawClient;
let storage: FileStorage;
let path: string;
let read: FileStorage['read'];
let opened: Readable[];
beforeAll(async () => {
  raw = await openRawClient(test);
  storage = test.service.services.files.fileStore.storage;
  ({ read } = storage);
  const file = { name: 'a.bin', content: randomBytes(SIZE), mediaType: 'application/octet-stream' };
  ({ path } = await storeObjectFile(test, file));
});
beforeEach(() => {
  opened = [];
  test.loggedErrors.length = 0;
  storage.read = async (key, range) => {
    const content = await read(key, range);
    opened.push(content);
    return content;
  };
});
afterEach(() => {
  storage.read = read;
});
afterAll(async () => {
  await raw.close();
});

const until = async (holds: () => boolean): Promise<void> => {
  for (let i = 0; i < 200 && !holds(); i++) await sleep(25);
  expect(holds()).toBe(true);
};

describe('a client that leaves', () => {
  it('ends the reading of the file, without an error in the log', async () => {
    for (let i = 0; i < 20; i++) {
      const answer = await raw.open(path);
      await once(answer, 'readable');
      answer.destroy();
    }
    await until(() => opened.length === 20 && opened.every((content) => content.closed));
    expect(opened.some((content) => !content.readableEnded)).toBe(true);
    expect(test.loggedErrors).toEqual([]);
    expect((await raw.get(path)).bytes).toHaveLength(SIZE);
  });

  it('during the request to the storage ends it too', async () => {
    let go = (): void => undefined;
    const reading = new Promise<void>((resolve) => {
      storage.read = async (key, range) => {
        resolve();
        await new Promise<void>((released) => (go = released));
        const content = await read(key, range);
        opened.push(content);
        return content;
      };
    });
    const connections: { destroy(): void }[] = [];
    raw.server.once('request', (request) => connections.push(request.socket));
    const answer = raw.open(path).catch(() => undefined);
    await reading;
    connections[0]?.destroy();
    await answer;
    go();
    await until(() => opened.length === 1 && opened.every((content) => content.closed));
    expect(test.loggedErrors).toEqual([]);
  });

  it('before the first byte ends it too', async () => {
    const silent = new Readable({ read: () => undefined });
    storage.read = () => Promise.resolve(silent);
    const connections: { destroy(): void }[] = [];
    raw.server.once('request', (request) => connections.push(request.socket));
    const answer = raw.open(path).catch(() => undefined);
    await until(() => silent.listenerCount('readable') > 0);
    connections[0]?.destroy();
    await answer;
    await until(() => silent.destroyed);
    expect(test.loggedErrors).toEqual([]);
  });
});

describe('a storage that fails', () => {
  const refused = async (status: number, code: string): Promise<void> => {
    const answer = await raw.get(path);
    expect([answer.status, answer.json.error?.code]).toEqual([status, code]);
    expect(answer.headers['content-disposition']).toBeUndefined();
    expect(answer.headers.etag).toBeUndefined();
  };

  it('before it begins is 503, and logged', async () => {
    storage.read = () => Promise.reject(new Error('the drive is gone'));
    await refused(503, 'service_unavailable');
    expect(test.loggedErrors.join()).toContain('the drive is gone');
  });

  it('at the first byte is 503, and logged', async () => {
    storage.read = () =>
      Promise.resolve(
        new Readable({
          read() {
            setTimeout(() => this.destroy(new Error('the drive is gone')), 10);
          },
        }),
      );
    await refused(503, 'service_unavailable');
    expect(test.loggedErrors.join()).toContain('the drive is gone');
  });

  it('for a missing file is 404, and HEAD does not read the storage', async () => {
    storage.read = (key) => Promise.reject(new FileMissing(key));
    await refused(404, 'not_found');
    expect((await raw.head(path)).status).toBe(200);
  });

  it('in the middle closes the connection, and is logged', async () => {
    storage.read = () => {
      let sent = 0;
      return Promise.resolve(
        new Readable({
          read() {
            if (sent++ < 10) this.push(Buffer.alloc(100_000));
            else setTimeout(() => this.destroy(new Error('the drive is gone')), 10);
          },
        }),
      );
    };
    const answer = await raw.get(path);
    expect(answer.status).toBe(200);
    expect(answer.cutOff).toBe(true);
    expect(answer.bytes.length).toBeLessThan(SIZE);
    await until(() => test.loggedErrors.join().includes('the drive is gone'));
  });

  it('by ending too early closes the connection too', async () => {
    storage.read = () => Promise.resolve(Readable.from([Buffer.alloc(1000)]));
    const answer = await raw.get(path);
    expect(answer.cutOff).toBe(true);
    expect(test.loggedErrors.join()).toContain('has 1000 bytes');
  });
});
