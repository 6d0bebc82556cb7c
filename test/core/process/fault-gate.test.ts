// The proxy that `npm run test:faults` closes, slows down and cuts (scripts/faults/gate.ts).
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openGate, type Gate, type Mode } from '../../../scripts/faults/gate.ts';

let server: Server;
let gate: Gate;

beforeAll(async () => {
  server = createServer((_request, response) => response.end('what it says')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const lie = 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nlie';
  gate = await openGate((server.address() as AddressInfo).port, { answer: lie });
});
afterAll(async () => {
  await gate.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** The response on a separate connection. */
async function read(): Promise<string> {
  const request = get({ port: gate.port, agent: false, signal: AbortSignal.timeout(1_500) });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return text(response);
}

async function replyIn(mode: Mode): Promise<string> {
  gate.set(mode);
  return read().catch((error: unknown) => (error as NodeJS.ErrnoException).code ?? '');
}

it.each<[Mode, string]>([
  ['open', 'what it says'],
  ['slow', 'what it says'],
  ['down', 'ECONNRESET'],
  ['half', 'ECONNRESET'],
  ['silent', 'ABORT_ERR'],
  ['lying', 'lie'],
  ['open', 'what it says'],
])('%s: %s', async (mode, said) => {
  expect(await replyIn(mode)).toBe(said);
});

it('waiting requests end when the gate is opened again', async () => {
  gate.set('silent');
  const waiting = read().catch((error: unknown) => (error as NodeJS.ErrnoException).code);
  setTimeout(() => gate.set('open'), 200);
  expect(await waiting).toBe('ECONNRESET');
});
