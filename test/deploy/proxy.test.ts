// The proxy of scripts/deploy/compose.yaml: a real Caddy with that Caddyfile, before a service.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, request as plainRequest, type IncomingMessage } from 'node:http';
import { request, type RequestOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openListeningService, type ListeningService } from '../support/clients/listening-service.ts';
import { openPythonEnvironment } from '../support/processes/python-environment.ts';
import { PASSWORD } from '../support/service.ts';

const environment = await openPythonEnvironment(path.join(import.meta.dirname, 'python-requirements.txt'));
const caddy = 'python' in environment ? path.join(path.dirname(environment.python), 'caddy') : undefined;
const why = 'missing' in environment ? ` (SKIPPED: ${environment.missing})` : '';
const caddyfile = path.join(import.meta.dirname, '../../scripts/deploy/Caddyfile');

let service: ListeningService;
let folder: string;
let proxy: ChildProcess;
let ca: Buffer;
let ports: { http: number; https: number };
let output = '';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

interface Answer {
  status: number | undefined;
  headers: IncomingMessage['headers'];
  text: string;
}

async function read(answer: IncomingMessage): Promise<Answer> {
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += String(chunk);
  return { status: answer.statusCode, headers: answer.headers, text };
}

function send(target: string, { body, ...options }: RequestOptions & { body?: string } = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request({ host: 'localhost', port: ports.https, path: target, ca, ...options }, (answer) => resolve(read(answer)))
      .once('error', reject)
      .end(body);
  });
}

describe.skipIf(caddy === undefined)(`the proxy${why}`, () => {
  beforeAll(async () => {
    ports = { http: await freePort(), https: await freePort() };
    service = await openListeningService({
      env: { TRUST_PROXY: 'on', PUBLIC_URL: `https://localhost:${ports.https}`, RATE_LIMIT: '30/1m' },
    });
    folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-proxy-'));
    proxy = spawn(caddy ?? '', ['run', '--adapter', 'caddyfile', '--config', caddyfile], {
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        XDG_DATA_HOME: folder,
        HTTP_PORT: String(ports.http),
        HTTPS_PORT: String(ports.https),
        UPSTREAM: new URL(service.url).host,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    proxy.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await vi.waitFor(
      async () => {
        expect(proxy.exitCode, output).toBeNull();
        ca = await readFile(path.join(folder, 'caddy/pki/authorities/local/root.crt'));
        expect((await send('/health')).status).toBe(200);
      },
      { timeout: 300_000, interval: 100 },
    );
  });
  afterAll(async () => {
    const exit = once(proxy, 'exit');
    proxy.kill('SIGKILL');
    await exit;
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('serves TLS, and redirects clients to it', async () => {
    const answer = await send('/home');
    expect(answer.status).toBe(200);
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
    const plain = await new Promise<IncomingMessage>((resolve, reject) => {
      plainRequest({ host: 'localhost', port: ports.http, path: '/home' }, resolve).once('error', reject).end();
    });
    plain.resume();
    expect([plain.statusCode, plain.headers.location]).toEqual([308, 'https://localhost/home']);
  });

  it('has its address in links', async () => {
    const { links } = JSON.parse((await send('/documents')).text) as { links: { self: string } };
    expect(links.self).toBe(`https://localhost:${ports.https}/documents`);
  });

  it('passes on the address of the connection, not one that the client claims', async () => {
    const body = JSON.stringify({ username: 'nobody', password: PASSWORD });
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': '203.0.113.7' };
    expect((await send('/auth', { method: 'POST', headers, body })).status).toBe(401);
    expect(service.test.audited.at(-1)).toMatchObject({ address: '127.0.0.1' });
  });

  it('does not expose the metrics', async () => {
    expect((await send('/metrics')).status).toBe(404);
  });

  it('passes on ETags and conditions', async () => {
    const { headers } = await send('/openapi.json');
    const again = await send('/openapi.json', { headers: { 'If-None-Match': headers.etag ?? '' } });
    expect([again.status, again.text]).toEqual([304, '']);
  });
});
