// Sends responses that continue (text/event-stream). The next piece is made when the client has read the previous one,
// so that at most one waits; a client that reads nothing for some time is disconnected.
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { EVENT_STREAM, type EventStream } from '../../network/event-stream.ts';

/** Time without a read by the client. */
const IDLE_MS = 30_000;

type Headers = Record<string, string | number>;

const HEADERS: Headers = {
  'Content-Type': EVENT_STREAM,
  'Cache-Control': 'no-store',
  // Proxies such as nginx would hold pieces back.
  'X-Accel-Buffering': 'no',
};

export async function sendEventStream(
  request: IncomingMessage,
  response: ServerResponse,
  body: EventStream,
  headers: Headers,
): Promise<void> {
  response.writeHead(200, { ...headers, ...HEADERS });
  if (request.method === 'HEAD') return void response.end();
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  response.flushHeaders();
  try {
    for await (const piece of body.pieces(gone.signal)) {
      if (!response.write(piece)) await drained(response, AbortSignal.any([gone.signal, AbortSignal.timeout(IDLE_MS)]));
    }
    response.end();
  } catch (error) {
    response.destroy();
    if (!gone.signal.aborted && !isTimeout(error)) throw error;
  }
}

const drained = (response: ServerResponse, signal: AbortSignal): Promise<unknown> =>
  once(response, 'drain', { signal }).catch((error: unknown) => {
    throw signal.aborted ? signal.reason : error;
  });

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError';
