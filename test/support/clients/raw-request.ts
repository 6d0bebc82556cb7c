// Requests whose responses are bytes: supertest reads text.
import { once } from 'node:events';
import { createServer, request, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { TestService } from '../service.ts';

export interface RawResponse {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  /** The value of a JSON body. */
  json: { error?: { code: string }; errors?: { source?: Record<string, string> }[]; links?: Record<string, string> };
  /** The connection ended before the body did. */
  cutOff: boolean;
}

export interface RawClient {
  server: Server;
  base: string;
  /** @param path in the form of the request line; of a URL with another base, its path and query */
  get(path: string, headers?: Record<string, string>): Promise<RawResponse>;
  head(path: string, headers?: Record<string, string>): Promise<RawResponse>;
  /** A response that is read by the test itself. */
  open(path: string, headers?: Record<string, string>): Promise<IncomingMessage>;
  close(): Promise<void>;
}

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = { br: brotliDecompressSync, gzip: gunzipSync };

/** A body before its compression. */
function decoded({ bytes, headers }: Pick<RawResponse, 'bytes' | 'headers'>): Buffer {
  const decode = DECODERS[headers['content-encoding'] ?? ''];
  return decode && bytes.length > 0 ? decode(bytes) : bytes;
}

const parse = (bytes: Buffer, type = ''): RawResponse['json'] =>
  /json/.test(type) && bytes.length > 0 ? (JSON.parse(bytes.toString()) as RawResponse['json']) : {};

/** Listens on a separate port; every complete response is checked against the description. */
export async function openRawClient({ service, checkAnswer }: TestService): Promise<RawClient> {
  const server = createServer(service.app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const send = (method: string, path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const outgoing = request(base, { method, path: path.replace(/^http:\/\/[^/]+/, ''), headers });
      outgoing.on('response', resolve).on('error', reject).end();
    });

  async function whole(method: string, path: string, headers?: Record<string, string>): Promise<RawResponse> {
    const answer = await send(method, path, headers);
    const chunks: Buffer[] = [];
    let cutOff = false;
    try {
      for await (const chunk of answer) chunks.push(chunk as Buffer);
    } catch {
      cutOff = true;
    }
    const bytes = Buffer.concat(chunks);
    const status = answer.statusCode ?? 0;
    const plain = cutOff ? bytes : decoded({ bytes, headers: answer.headers });
    if (!cutOff) {
      const url = path.replace(/^http:\/\/[^/]+/, '');
      await checkAnswer({ method, url, status, headers: answer.headers as never, text: plain.toString() });
    }
    return { status, headers: answer.headers, bytes, json: parse(plain, answer.headers['content-type']), cutOff };
  }

  return {
    server,
    base,
    get: (path, headers) => whole('GET', path, headers),
    head: (path, headers) => whole('HEAD', path, headers),
    open: (path, headers) => send('GET', path, headers),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
