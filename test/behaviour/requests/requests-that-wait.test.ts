// Requests that wait for their clients hold no slot, and are limited for each caller (D624, D721, D724).
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVENT_STREAM } from '../../../core/network/event-stream.ts';
import { deferContinue } from '../../../core/http/request/expect-continue.ts';
import { createHttpServer } from '../../../core/http/http-server.ts';
import { deferExpectations } from '../../../core/http/request/request-head.ts';
import { JSON_API, PASSWORD, serviceForTests } from '../../support/service.ts';

const test = serviceForTests({
  env: {
    TRUST_PROXY: '1',
    REQUESTS_AT_ONCE: '10',
    BODIES_AT_ONCE: '12',
    STREAMS_AT_ONCE: '3',
    TRANSFERS_AT_ONCE: '4',
    UPLOAD_CONCURRENCY: '100',
  },
});
let server: Server;
beforeAll(async () => {
  server = await listening({ connectionsAtOnce: 1_000, trustProxy: 1 });
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
});

async function listening(limits: { connectionsAtOnce: number; trustProxy: number }): Promise<Server> {
  const made = createHttpServer({ headersSeconds: 20, idleSeconds: 20, ...limits });
  made.on('request', test.service.app);
  deferContinue(made);
  deferExpectations(made);
  await once(made.listen(0, '127.0.0.1'), 'listening');
  return made;
}

interface Sent {
  socket: Socket;
  /** All that has come back. */
  answer(): string;
  status(): string;
  isOver(): boolean;
}

/** Sends a text, and keeps the connection. */
function send(text: string, to: Server = server): Sent {
  const socket = connect((to.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
  let answer = '';
  let isOver = false;
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString())).on('close', () => (isOver = true));
  socket.write(text);
  return { socket, answer: () => answer, status: () => answer.slice(9, 12), isOver: () => isOver };
}

let last = 0;
const nextAddress = (): string => `10.8.0.${++last}`;

function head(line: string, headers: Record<string, string>): string {
  const all = Object.entries({ Host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${line} HTTP/1.1\r\n${all.join('')}\r\n`;
}

const LONG = { 'Content-Length': '60000' };
const as = (client: { token: string | undefined }): Record<string, string> => ({
  Authorization: `Bearer ${client.token}`,
});
const ATOMIC = `${JSON_API}; ext="https://jsonapi.org/ext/atomic"`;

const signIn = (address: string) =>
  test.anonymous.post(
    '/auth',
    { username: 'reader', password: PASSWORD },
    { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
  );

describe.sequential('bodies that are not complete', () => {
  const bodies: [string, string, () => Record<string, string>][] = [
    ['of sign-ins', 'POST /auth', () => ({ 'Content-Type': 'application/json' })],
    ['of objects', 'POST /documents', () => ({ 'Content-Type': JSON_API, ...as(test.admin) })],
    ['of parts', 'POST /operations', () => ({ 'Content-Type': ATOMIC, ...as(test.editor) })],
    ['in chunks', 'POST /signup', () => ({ 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' })],
    [
      'of forms',
      'POST /html/sign-in',
      () => ({ 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'http://localhost' }),
    ],
  ];
  it.each(bodies)('%s hold no slot, and are 429 beyond the limit of a caller', async (_what, line, headers) => {
    const address = nextAddress();
    const given = headers();
    const length = given['Transfer-Encoding'] ? {} : LONG;
    const all = { ...given, ...length, 'X-Forwarded-For': address };
    // Two at a time: more would not have a slot while they are admitted.
    const waiting: Sent[] = [];
    for (let n = 0; n < 14; n++) {
      const sent = send(head(line, all));
      waiting.push(sent);
      if (n >= 12) await expect.poll(sent.status).toBe('429');
      else await expect.poll(() => sent.socket.bytesWritten > 0).toBe(true);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    expect(waiting.slice(0, 12).map((each) => each.status())).toEqual(Array.from({ length: 12 }, () => ''));
    expect((await signIn(nextAddress())).status).toBe(200);
    expect((await test.anonymous.get('/documents?filter[title]=x', { 'X-Forwarded-For': address })).status).toBe(200);
    for (const { socket } of waiting) socket.destroy();
    // All places are given back.
    await expect
      .poll(
        async () => {
          const sent = send(head(line, all));
          await new Promise((resolve) => setTimeout(resolve, 200));
          sent.socket.destroy();
          return sent.status();
        },
        { timeout: 300_000 },
      )
      .toBe('');
  });

  it('at less than the least rate are 408 long before the whole time has passed', async () => {
    const sent = send(head('POST /auth', { 'Content-Type': 'application/json', ...LONG }) + '{"username":');
    await expect.poll(sent.status).toBe('408');
    expect(sent.answer()).toContain('Less than 1 KB a second of the body was received for 10 s.');
    await expect.poll(sent.isOver).toBe(true);
  });
});

it('uploads that are not complete hold no slot, and are 429 beyond the limit of a caller', async () => {
  const headers = { 'Content-Type': 'text/plain', ...LONG, ...as(test.editor) };
  const waiting: Sent[] = [];
  for (let n = 0; n < 5; n++) {
    waiting.push(send(head(`POST /streams/upload/slow-${n}.txt`, headers)));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await expect.poll(() => waiting.filter((each) => each.status() === '429').length).toBe(1);
  for (const { socket } of waiting) socket.destroy();
});

describe.sequential('streams of the feed', () => {
  const listen = (address: string, headers: Record<string, string> = {}): Sent =>
    send(head('GET /feed', { Accept: EVENT_STREAM, 'X-Forwarded-For': address, ...headers }));

  it('are limited for each caller, also those that begin at the same moment, and another caller listens', async () => {
    const address = nextAddress();
    const all = Array.from({ length: 5 }, () => listen(address));
    await expect.poll(() => all.filter((each) => each.status() !== '').length).toBe(5);
    expect(all.map((each) => each.status()).sort()).toEqual(['200', '200', '200', '429', '429']);
    const other = listen(nextAddress());
    const user = listen(address, as(test.reader));
    await expect.poll(() => [other.status(), user.status()]).toEqual(['200', '200']);
    for (const { socket } of [...all, other, user]) socket.destroy();
  });

  it('give their places back: when they end, for HEAD, and when they are refused', async () => {
    const address = nextAddress();
    const statusOf = async (line: string): Promise<string> => {
      const sent = send(head(line, { Accept: EVENT_STREAM, 'X-Forwarded-For': address }));
      await expect.poll(sent.status).not.toBe('');
      sent.socket.destroy();
      await new Promise((resolve) => setTimeout(resolve, 50));
      return sent.status();
    };
    for (const [line, status] of [
      ['GET /feed', '200'],
      ['HEAD /feed', '200'],
      ['GET /feed?filter[type]=nothing', '400'],
      ['GET /feed?page[after]=999999999', '410'],
    ] as const) {
      for (let n = 0; n < 5; n++) expect([line, await statusOf(line)]).toEqual([line, status]);
    }
  });
});

it('connections of one address are limited, unless it is that of a proxy', async () => {
  const limited = await listening({ connectionsAtOnce: 3, trustProxy: 0 });
  try {
    const request = head('GET /health', {});
    const open = Array.from({ length: 3 }, () => send(request, limited));
    await expect.poll(() => open.map((each) => each.status())).toEqual(['200', '200', '200']);
    const refused = send('', limited);
    await expect.poll(refused.isOver).toBe(true);
    expect(refused.answer()).toMatch(/^HTTP\/1.1 429 .*Retry-After: 1.*"code":"too_many_requests"/s);
    open[0]?.socket.destroy();
    await expect
      .poll(
        async () => {
          const again = send(request, limited);
          await expect.poll(() => again.status() !== '' || again.isOver()).toBe(true);
          return again.status();
        },
        { timeout: 300_000 },
      )
      .toBe('200');
  } finally {
    limited.closeAllConnections();
    limited.close();
  }
});

describe('the head of a request', () => {
  const answered = async (text: string): Promise<string> => {
    const sent = send(text);
    await expect.poll(() => sent.answer().includes('\r\n\r\n')).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 50));
    sent.socket.destroy();
    return sent.answer();
  };

  it.each([
    ['no Host', 'GET /status HTTP/1.1\r\n\r\n', 400, 'bad_request', 'Host'],
    ['two Hosts', 'GET /status HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n', 400, 'bad_request', 'Host'],
    ['two Hosts of a page', 'GET /docs HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n', 400, 'bad_request', 'Host'],
    ['a Host with a path', 'GET /status HTTP/1.1\r\nHost: localhost/x\r\n\r\n', 400, 'bad_request', 'Host'],
    ['a Host with a user', 'GET /status HTTP/1.1\r\nHost: a@localhost\r\n\r\n', 400, 'bad_request', 'Host'],
    ['two Hosts in one', 'GET /status HTTP/1.1\r\nHost: localhost, localhost\r\n\r\n', 400, 'bad_request', 'Host'],
    [
      'an expectation',
      'GET /status HTTP/1.1\r\nHost: a\r\nExpect: 200-ok\r\n\r\n',
      417,
      'expectation_failed',
      'Expect',
    ],
  ])('with %s is refused in the usual format', async (...row) => {
    const [, text, status, code, header] = row;
    const [lines = '', body = ''] = (await answered(text)).split('\r\n\r\n');
    expect(lines).toMatch(new RegExp(`^HTTP/1.1 ${status} .*Content-Type: application/vnd.api\\+json`, 's'));
    expect(JSON.parse(body)).toMatchObject({
      error: { status: String(status), code },
      errors: [{ status: String(status), code, source: { header } }],
    });
  });

  it.each([
    ['HTTP/1.0 without a Host', 'GET /status HTTP/1.0\r\n\r\n'],
    ['an absolute target', 'GET http://localhost/status HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['an absolute target with a port', 'GET HTTP://localhost:1/status?x HTTP/1.0\r\n\r\n'.replace('?x', '')],
  ])('with %s is answered', async (_what, text) => {
    expect(await answered(text)).toMatch(/^HTTP\/1.1 200 /);
  });

  it('with an absolute target has that host, not the Host header', async () => {
    const answer = await answered('GET http://localhost:4711/status HTTP/1.1\r\nHost: localhost:3000\r\n\r\n');
    expect(answer).toContain('"self":"http://localhost:4711/status"');
    const root = await answered('GET http://localhost:4711 HTTP/1.1\r\nHost: localhost:3000\r\n\r\n');
    expect(root).toContain('Location: http://localhost:4711/home');
  });
});
