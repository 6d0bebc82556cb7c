// One HTTP request and its response, as bytes on the wire. Independent of the API.
import { Agent, request as overHttp, type IncomingHttpHeaders } from 'node:http';
import { Agent as TlsAgent, request as overHttps } from 'node:https';
import { NoAnswer } from '../contract-error.ts';

/** Longer than any request takes. */
const TIMEOUT_MS = 60_000;

export interface WireRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: Buffer | undefined;
  /**
   * Transfer of the body: with its length, in chunks without a length, or only announced (`Expect: 100-continue`), for a
   * service that refuses it unread.
   */
  sending?: 'whole' | 'chunked' | 'announced';
}

export interface WireResponse {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

export function openTransport() {
  const agents = { 'http:': new Agent({ keepAlive: true }), 'https:': new TlsAgent({ keepAlive: true }) };

  /** @throws NoAnswer */
  function exchange(request: WireRequest): Promise<WireResponse> {
    const { method, url, headers, body, sending = 'whole' } = request;
    const isAnnounced = sending === 'announced';
    const protocol = new URL(url).protocol as keyof typeof agents;
    const framing: Record<string, string> = isAnnounced
      ? { expect: '100-continue', 'content-length': String(2 ** 50) }
      : body === undefined
        ? {}
        : sending === 'chunked'
          ? { 'transfer-encoding': 'chunked' }
          : { 'content-length': String(body.length) };
    return new Promise((resolve, reject) => {
      const sent = (protocol === 'https:' ? overHttps : overHttp)(url, {
        method,
        headers: { ...headers, ...framing },
        // A connection with an incomplete request cannot be reused.
        agent: isAnnounced ? false : agents[protocol],
        timeout: TIMEOUT_MS,
      });
      const fail = (error: NodeJS.ErrnoException): void => {
        // The server may close an idle connection at the moment of its reuse.
        if (error.code === 'ECONNRESET' && sent.reusedSocket) resolve(exchange(request));
        else reject(new NoAnswer(`no answer to ${method} ${url} (${error.code ?? error.message})`));
      };
      sent.on('error', fail).on('timeout', () => sent.destroy(new Error(`none within ${TIMEOUT_MS / 1000} s`)));
      sent.on('response', (response) => {
        const chunks: Buffer[] = [];
        const isEndless = response.headers['content-type'] === 'text/event-stream';
        const end = (): void => {
          if (isAnnounced || isEndless) sent.destroy();
          resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) });
        };
        response.on('error', fail).on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          // Its first message represents all.
          if (isEndless && chunk.includes('\n\n')) end();
        });
        response.on('end', end);
      });
      if (isAnnounced) {
        // It requests the body, but there is none.
        sent.on('continue', () => sent.destroy(new Error('it requests a body that is too large')));
        sent.flushHeaders();
      } else sent.end(body);
    });
  }

  return {
    exchange,
    close: (): void => Object.values(agents).forEach((agent) => agent.destroy()),
  };
}
