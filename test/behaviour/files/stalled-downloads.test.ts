// Downloads without progress: they end, whether the client, the service or the storage causes it.
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { fileResponse } from '../../../core/files/file-response.ts';
import type { FileStore } from '../../../core/files/file-store.ts';
import { sendBinary } from '../../../core/http/response/send-binary.ts';
import { testLog } from '../../support/database/stores.ts';

const IDLE = 1_000;
const SIZE = 1_000_000_000;
const CHUNK = 65_536;

let server: Server;
/** The error of `sendBinary`; undefined without one. */
let failure: Promise<unknown>;

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

/** A server that sends this, to a client that has its headers. */
async function download(content: Readable): Promise<IncomingMessage> {
  let settle = (_failure: unknown): void => undefined;
  failure = new Promise((resolve) => (settle = resolve));
  server = createServer((incoming, response) => {
    const answer = {
      mediaType: 'application/octet-stream',
      size: SIZE,
      etag: 'x',
      modified: new Date(),
      headers: {},
      open: () => Promise.resolve(content),
    };
    sendBinary(incoming, response, answer, { headers: {}, idle: IDLE }).then(settle, (error: unknown) => {
      response.destroy();
      settle(error);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const outgoing = request(`http://127.0.0.1:${(server.address() as AddressInfo).port}`).end();
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  return answer;
}

/** Unlimited bytes. @param chunks after which no more are sent */
const bytes = (chunks = Infinity): Readable => {
  let given = 0;
  return new Readable({
    read() {
      if (given++ < chunks) this.push(Buffer.alloc(CHUNK));
    },
  });
};

describe('a download', () => {
  it('whose client reads nothing is ended, without an error in the log', async () => {
    const content = bytes();
    const answer = await download(content);
    answer.on('error', () => undefined);
    expect(await failure).toBeUndefined();
    expect(content.destroyed).toBe(true);
  });

  it('whose client reads slowly goes on', async () => {
    const content = bytes();
    const answer = await download(content);
    answer.on('error', () => undefined);
    for (const end = performance.now() + 3 * IDLE; performance.now() < end; await sleep(20)) {
      for (let taken = 0; taken < 20; taken++) answer.read();
    }
    expect(content.destroyed).toBe(false);
    answer.destroy();
    await failure;
  });

  it('whose storage stops sending is closed, and logged', async () => {
    const content = bytes(3);
    const answer = await download(content);
    let received = 0;
    const reading = (async () => {
      for await (const chunk of answer as AsyncIterable<Buffer>) received += chunk.length;
    })();
    await expect(reading).rejects.toThrow('aborted');
    expect(received).toBe(3 * CHUNK);
    expect(await failure).toMatchObject({ message: 'the storage has sent no data for 1 s' });
    expect(content.destroyed).toBe(true);
  });

  it('whose storage never gives the first byte is 503', async () => {
    server = createServer().listen(0, '127.0.0.1');
    const content = bytes(0);
    const fileStore = { storage: { read: () => Promise.resolve(content) } } as unknown as FileStore;
    const file = { key: 'x', name: 'x', mimeType: 'text/plain', size: 1, hash: 'x', modified: new Date() };
    const answer = fileResponse({ fileStore, log: testLog }, { ...file, audience: 'public' }, 100);
    await expect(answer.open(undefined, new AbortController().signal)).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    expect(content.destroyed).toBe(true);
  });
});
