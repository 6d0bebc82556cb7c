// Clients that wait before they send a body (`Expect: 100-continue`): no body is sent for a refused request (D250).
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deferContinue } from '../../../core/http/request/expect-continue.ts';
import { serviceForTests } from '../../support/service.ts';
import { NO_TRACES, traces } from '../../support/files/upload-traces.ts';

const t = serviceForTests({ env: { UPLOAD_MAX_SIZE: '1mb', UPLOAD_QUOTA: '100kb' } });
let server: Server;
beforeAll(async () => {
  server = createServer(t.service.app);
  deferContinue(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
});

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';

interface Exchange {
  /** All received data, after a header block or the end of the connection. */
  next(): Promise<string>;
  send(text: string): void;
  end(): void;
}

/** A connection on which the head of a request has been sent. */
function begin(path: string, headers: Record<string, string | number>): Exchange {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.setEncoding('latin1');
  let text = '';
  socket.on('data', (part: string) => (text += part)).on('error', () => undefined);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n${lines.join('')}\r\n`);
  return {
    async next() {
      while (!text.includes('\r\n\r\n')) await Promise.race([once(socket, 'data'), once(socket, 'close')]);
      const came = text;
      text = '';
      return came;
    },
    send: (part) => void socket.write(part),
    end: () => socket.destroy(),
  };
}

const signedIn = () => ({ Authorization: `Bearer ${t.admin.token}` });
const UPLOAD = '/streams/upload/a.txt';
const TEXT = { 'Content-Type': 'text/plain' };

describe('is refused before 100 Continue', () => {
  it.each<[string, string, () => Record<string, string | number>, string]>([
    ['without a token', UPLOAD, () => ({ ...TEXT, 'Content-Length': 10 }), '401'],
    [
      'without a permission',
      UPLOAD,
      () => ({ ...TEXT, 'Content-Length': 10, Authorization: `Bearer ${t.reader.token}` }),
      '403',
    ],
    ['over the quota', UPLOAD, () => ({ ...signedIn(), ...TEXT, 'Content-Length': 200_000 }), '403'],
    ['too large', UPLOAD, () => ({ ...signedIn(), ...TEXT, 'Content-Length': 2_000_000 }), '413'],
    ['packed', UPLOAD, () => ({ ...signedIn(), ...TEXT, 'Content-Length': 10, 'Content-Encoding': 'gzip' }), '415'],
    [
      'JSON without a token',
      '/documents',
      () => ({ 'Content-Type': 'application/vnd.api+json', 'Content-Length': 10 }),
      '401',
    ],
    [
      'JSON that is too large',
      '/documents',
      () => ({ ...signedIn(), 'Content-Type': 'application/vnd.api+json', 'Content-Length': 2_000_000 }),
      '413',
    ],
    ['no JSON', '/documents', () => ({ ...signedIn(), ...TEXT, 'Content-Length': 10 }), '415'],
    ['at no path', '/no/such/path', () => ({ 'Content-Length': 10 }), '404'],
  ])('a request that %s', async (_what, path, headers, status) => {
    const exchange = begin(path, headers());
    const answer = await exchange.next();
    expect(answer.slice(0, 13)).toBe(`HTTP/1.1 ${status} `);
    // The client may send the body nevertheless.
    expect(answer).toMatch(/^connection: close\r$/im);
    exchange.end();
    expect(await traces(t)).toEqual(NO_TRACES);
  });
});

it('an accepted upload gets 100 Continue once', async () => {
  const exchange = begin(UPLOAD, { ...signedIn(), ...TEXT, 'Content-Length': 5 });
  expect(await exchange.next()).toBe(CONTINUE);
  exchange.send('hello');
  expect(await exchange.next()).toMatch(/^HTTP\/1\.1 201 /);
  exchange.end();
});

it('accepted JSON gets 100 Continue once', async () => {
  const body = JSON.stringify({ data: { type: 'documents', attributes: { title: 'A' } } });
  const headers = { 'Content-Type': 'application/vnd.api+json', 'Content-Length': body.length };
  const exchange = begin('/documents', { ...signedIn(), ...headers });
  expect(await exchange.next()).toBe(CONTINUE);
  exchange.send(body);
  expect(await exchange.next()).toMatch(/^HTTP\/1\.1 201 /);
  exchange.end();
});

it('a client may send the body without waiting', async () => {
  const exchange = begin(UPLOAD, { ...signedIn(), ...TEXT, 'Content-Length': 5 });
  exchange.send('again');
  let came = '';
  while (!came.includes('HTTP/1.1 201 ')) came += await exchange.next();
  // With or without a question of the client, there is one response.
  expect(came.match(/^HTTP\/1\.1 \d+/gm)?.filter((line) => line !== 'HTTP/1.1 100')).toEqual(['HTTP/1.1 201']);
  exchange.end();
});
