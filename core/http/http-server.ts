// The HTTP server of the process, with the limits that keep slow clients from holding connections.
import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';

export interface ConnectionLimits {
  /** Time limit for the request line and the headers. */
  headersSeconds: number;
  /** Time without a byte of a response that the client reads. */
  idleSeconds: number;
}

/** Interval between checks for heads that take too long. */
const LOOK_MS = 2_000;

/**
 * Bodies have separate limits (request-body.ts, core/files/receive-file.ts, unread-body.ts), and a connection without a
 * request is closed after five seconds.
 */
export function createHttpServer({ headersSeconds, idleSeconds }: ConnectionLimits): Server {
  const server = createServer({
    // Enough for the longest URL that the service accepts and ordinary headers.
    maxHeaderSize: 32_768,
    headersTimeout: headersSeconds * 1_000,
    connectionsCheckingInterval: Math.min(LOOK_MS, headersSeconds * 500),
    // Large uploads take long.
    requestTimeout: 0,
    keepAliveTimeout: 5_000,
  });
  return server.setTimeout(idleSeconds * 1_000, (socket: Socket) => {
    // A request that is still being processed has no bytes to send yet.
    if (socket.writableLength > 0) socket.destroy();
  });
}
