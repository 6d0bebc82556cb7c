// The service on a separate port, for third-party clients: their responses are checked in between.
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { TestService } from '../service.ts';

export interface PassedRequest {
  method: string;
  /** Path with query, as requested. */
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
  status: number;
}

export interface CheckedServer {
  /** `http://127.0.0.1:{port}`, which links in responses begin with too */
  url: string;
  /** All requests so far, oldest first. */
  requests: PassedRequest[];
  /** Faults of responses against the description, and responses with 5xx. */
  faults: string[];
  close(): Promise<void>;
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Without its content coding (D888). */
function decoded(bytes: Buffer, coding: string | undefined): Buffer {
  if (bytes.length === 0 || coding === undefined) return bytes;
  return coding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes);
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

async function listen(server: Server): Promise<void> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}

/** A proxy in front of the service. A response is forwarded even with faults, so that `faults` are to be asserted. */
export async function openCheckedServer({ service, checkAnswer }: TestService): Promise<CheckedServer> {
  const requests: PassedRequest[] = [];
  const faults: string[] = [];
  const inner = createServer(service.app);
  await listen(inner);

  async function pass(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = incoming;
    const body = await readAll(incoming);
    const forwarded = request({ host: '127.0.0.1', port: portOf(inner), method, path: url, headers }).end(body);
    const [given] = (await once(forwarded, 'response')) as [IncomingMessage];
    const bytes = await readAll(given);
    const status = given.statusCode ?? 0;
    requests.push({ method, url, headers, body: body.toString(), status });
    if (status >= 500) faults.push(`${method} ${url}: ${status} ${bytes.toString()}`);
    try {
      const text = decoded(bytes, given.headers['content-encoding']).toString();
      await checkAnswer({ method, url, status, headers: given.headers as never, text });
    } catch (error) {
      faults.push((error as Error).message);
    }
    answer.writeHead(status, given.rawHeaders).end(bytes);
  }

  const outer = createServer((incoming, answer) => {
    pass(incoming, answer).catch((error: unknown) => {
      faults.push(String(error));
      answer.destroy();
    });
  });
  await listen(outer);
  return {
    url: `http://127.0.0.1:${portOf(outer)}`,
    requests,
    faults,
    async close() {
      await stop(outer);
      await stop(inner);
    },
  };
}
