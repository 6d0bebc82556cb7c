// Responses to input that is not HTTP have the format of errors (core/http/response/framing-error.ts); with raw sockets.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerFramingError } from '../../../core/http/response/framing-error.ts';

let server: Server;
beforeAll(async () => {
  server = createServer((request, response) => {
    request.on('error', () => undefined).resume();
    request.on('end', () => response.end('fine'));
  });
  server.on('clientError', (error, socket) => answerFramingError(error, socket, 'http://colophon.test'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

async function send(text: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString())).on('error', () => undefined);
  socket.end(text);
  await once(socket, 'close');
  return answer;
}

it.each([
  ['garbage', 'HELLO\r\n\r\n', 400],
  ['a bad chunk', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n', 400],
  ['a short body', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc', 400],
  ['long headers', `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
])('%s', async (_what, text, status) => {
  const [head = '', body = ''] = (await send(text)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toContain('Content-Type: application/vnd.api+json\r\n');
  expect(head).toContain('Connection: close');
  expect(JSON.parse(body)).toMatchObject({
    error: { status: String(status), code: 'bad_request' },
    errors: [{ status: String(status), code: 'bad_request' }],
    links: { home: 'http://colophon.test/home' },
  });
});

it('valid HTTP, and connections without data', async () => {
  expect(await send('')).toBe('');
  expect(await send('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1.1 200 .*fine/s);
});
