// Clients that send or read very slowly lose their connection (D618).
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerFramingError } from '../../../core/http/response/framing-error.ts';
import { createHttpServer } from '../../../core/http/http-server.ts';
import { JSON_API, serviceForTests } from '../../support/service.ts';

const test = serviceForTests({ env: { BODY_TIMEOUT: '2s', UPLOAD_IDLE_TIMEOUT: '2s' } });
let server: Server;

beforeAll(async () => {
  server = createHttpServer({ headersSeconds: 2, idleSeconds: 2, connectionsAtOnce: 1_000, trustProxy: 0 });
  server.on('request', test.service.app);
  server.on('clientError', (error, socket) => answerFramingError(error, socket, 'http://localhost'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
});

const open = (): Socket => connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);

/** Sends a text in one piece, then a byte each time. @returns the status, when the connection has ended */
async function sendSlowly(text: string, every: number): Promise<string> {
  const socket = open();
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  socket.write(text);
  const timer = setInterval(() => socket.write('a'), every);
  // Not events.once, which fails when the service has closed the connection under a byte that is sent.
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(timer);
  return answer.slice('HTTP/1.1 '.length).slice(0, 3);
}

const head = (line: string, headers: Record<string, string> = {}): string =>
  [`${line} HTTP/1.1`, 'Host: localhost', ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join(
    '\r\n',
  );

describe.concurrent('a body at four bytes a second is ended', () => {
  const signedIn = () => ({ Authorization: `Bearer ${test.admin.token}` });
  it.each([
    ['of an object', 'POST /documents', { 'Content-Type': JSON_API }, '408'],
    ['of a sign-in', 'POST /auth', { 'Content-Type': 'application/json' }, '408'],
    ['of a file', 'POST /streams/upload/a.txt', { 'Content-Type': 'text/plain' }, '408'],
    ['of parts', 'POST /operations', { 'Content-Type': `${JSON_API}; ext="https://jsonapi.org/ext/atomic"` }, '408'],
    ['that is not asked for', 'GET /documents', {}, '200'],
    ['of a probe', 'GET /health', {}, '200'],
    ['to the start page', 'GET /', {}, '302'],
    ['to the reference', 'GET /docs', {}, '200'],
    ['to its pages', 'GET /docs/errors', {}, '200'],
    ['to nothing', 'POST /docs/nothing', {}, '404'],
    [
      'of a form',
      'POST /html/sign-in',
      { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'http://localhost' },
      '408',
    ],
  ])('%s', async (_what, line, headers, status) => {
    const given = line.includes('/auth') ? headers : { ...headers, ...signedIn() };
    const text = `${head(line, { ...given, 'Content-Length': '60000' })}\r\n\r\n`;
    // Its bytes would take hours.
    expect(await sendSlowly(text, 250)).toBe(status);
  });
});

it('headers at four bytes a second are 408, and so is a connection that sends nothing', async () => {
  expect(await sendSlowly(`${head('GET /documents')}\r\nX-Slow: `, 250)).toBe('408');
  expect(await sendSlowly('', 60_000)).toBe('408');
});

it('a file at 20 KB a second is accepted, for any length of time', async () => {
  const socket = open();
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  const headers = {
    Authorization: `Bearer ${test.admin.token}`,
    'Content-Type': 'text/plain',
    'Content-Length': '120000',
  };
  socket.write(`${head('POST /streams/upload/slow.txt', headers)}\r\n\r\n`);
  for (let sent = 0; sent < 120_000; sent += 6_000) {
    socket.write('x'.repeat(6_000));
    await sleep(300);
  }
  await expect.poll(() => answer.slice(0, 12)).toBe('HTTP/1.1 201');
  socket.destroy();
});

it('a response that the client does not read is ended, and its memory freed', async () => {
  for (let n = 0; n < 20; n++) await test.admin.create('/documents', { title: `Long ${n}`, body: 'x'.repeat(400_000) });
  const socket = open();
  socket.write(
    `${head('GET /documents?page_size=20', { Authorization: `Bearer ${test.admin.token}`, Accept: JSON_API })}\r\n\r\n`,
  );
  const connections = () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
  socket.once('data', () => socket.pause());
  await once(socket, 'data');
  const before = await connections();
  await expect.poll(connections).toBeLessThan(before);
  socket.destroy();
});
