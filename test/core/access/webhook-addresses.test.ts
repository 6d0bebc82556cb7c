// The permitted addresses of webhooks, and the parts of a response that are read.
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createMessenger, type Answer } from '../../../core/webhooks/post-message.ts';
import { isPrivateAddress, publicLookup } from '../../../core/network/private-networks.ts';

describe('an address', () => {
  it.each([
    '0.0.0.0 10.0.0.1 100.64.0.1 127.0.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.8 192.168.1.1 198.18.0.1 224.0.0.1',
    '240.0.0.1 255.255.255.255 :: ::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 64:ff9b::a00:1 fc00::1 fd12::1 fe80::1 fe80::1%eth0 fec0::1',
    'ff02::1 2001::1 2001:db8::1 2002:a00:1:: 100::1 ::10.0.0.1',
  ])('is private: %s', (addresses) => {
    for (const address of addresses.split(' ')) expect([address, isPrivateAddress(address)]).toEqual([address, true]);
  });

  it.each(['8.8.8.8 1.1.1.1 172.32.0.1 100.128.0.1 192.169.0.1 2606:4700::1111 2a00:1450:4001::1'])(
    'is public: %s',
    (addresses) => {
      for (const address of addresses.split(' ')) {
        expect([address, isPrivateAddress(address)]).toEqual([address, false]);
      }
    },
  );
});

/** The result of a lookup for the reply of a resolver. */
const lookUp = (addresses: string[], all: boolean): Promise<unknown> =>
  new Promise((resolve) => {
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    const lookup = publicLookup((_name, _options, done) => done(null, found));
    lookup('hooks.example.org', { all }, (error, ...result) => resolve(error ? error.message : result));
  });

describe('a name', () => {
  it('resolves to public addresses only', async () => {
    expect(await lookUp(['10.0.0.1', '8.8.8.8'], false)).toEqual(['8.8.8.8', 4]);
    expect(await lookUp(['10.0.0.1', '8.8.8.8', '::1'], true)).toEqual([[{ address: '8.8.8.8', family: 4 }]]);
    const refused = 'hooks.example.org is an address in a private network';
    expect(await lookUp(['127.0.0.1', '::1'], true)).toBe(refused);
    expect(await lookUp([], false)).toBe(refused);
  });
});

const ended: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ended.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function post(
  url: string,
  allowsPrivate = true,
  signal = new AbortController().signal,
): Promise<Answer | undefined> {
  const messenger = createMessenger({ allowsPrivate, timeLimitMs: 300 });
  ended.push(() => messenger.close());
  return messenger.post(url, {}, '{}', signal);
}

describe('a message', () => {
  it('follows no redirect', async () => {
    let hits = 0;
    const target = await serve((_request, response) => {
      hits += 1;
      response.end();
    });
    const url = await serve((_request, response) => response.writeHead(302, { Location: target }).end());
    expect(await post(url)).toMatchObject({ isDelivered: false, status: 302 });
    expect(hits).toBe(0);
  });

  it('is limited in time, also for a slow response', async () => {
    const silent = await serve(() => undefined);
    expect(await post(silent)).toMatchObject({ isDelivered: false, status: null, response: 'no answer within 0.3 s' });
    const dripping = await serve((_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('.'), 50);
      response.on('close', () => clearInterval(timer));
    });
    expect(await post(dripping)).toMatchObject({ isDelivered: false, response: 'no answer within 0.3 s' });
  });

  it('is limited in size', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200);
      response.write('x'.repeat(100_000));
    });
    const answer = await post(url);
    expect(answer).toMatchObject({ isDelivered: true, status: 200 });
    expect(answer?.response).toHaveLength(1_000);
  });

  it('does not fail during a shutdown', async () => {
    const ending = new AbortController();
    const url = await serve(() => ending.abort());
    expect(await post(url, true, ending.signal)).toBeUndefined();
  });

  it('never reaches a private network', async () => {
    let hits = 0;
    const url = await serve((_request, response) => {
      hits += 1;
      response.end();
    });
    for (const each of [url, url.replace('127.0.0.1', 'localhost'), url.replace('127.0.0.1', '[::ffff:127.0.0.1]')]) {
      expect(await post(each, false)).toMatchObject({ isDelivered: false, status: null });
    }
    expect(hits).toBe(0);
    expect(await post(url)).toMatchObject({ isDelivered: true });
  });
});
