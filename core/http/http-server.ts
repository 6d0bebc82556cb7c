// The HTTP server of the process, with the limits that keep slow clients from holding connections.
import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { countInNetworks, uncountInNetworks } from '../access/address-group.ts';
import type { Config } from '../config/config.ts';
import { ApiError } from '../errors.ts';
import { endWithError } from './response/framing-error.ts';

type ConnectionLimits = Pick<Config, 'headersSeconds' | 'idleSeconds' | 'connectionsAtOnce' | 'trustProxy'>;

/** Interval between checks for heads that take too long. */
const LOOK_MS = 2_000;

/** Ends connections of an address beyond the limit with 429. */
function limitConnections(server: Server, most: number): void {
  const open = new Map<string, number>();
  // cast: Node types listeners as Function; those of this event take a socket
  const accept = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection').on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? 'unknown';
    const isOver = countInNetworks(open, address, most);
    socket.once('close', () => uncountInNetworks(open, address));
    if (!isOver) {
      for (const each of accept) each.call(server, socket);
      return;
    }
    const detail = `More than ${most} connections of your address are open.`;
    endWithError(socket, new ApiError('too_many_requests', detail, { 'Retry-After': '1' }));
  });
}

/** Bodies have separate limits (request-body.ts, core/files/receive-file.ts, unread-body.ts). */
export function createHttpServer({ headersSeconds, idleSeconds, ...limits }: ConnectionLimits): Server {
  const server = createServer({
    // The service refuses these itself, in the format of its errors (request-head.ts).
    requireHostHeader: false,
    // Enough for the longest URL that the service accepts and ordinary headers.
    maxHeaderSize: 32_768,
    headersTimeout: headersSeconds * 1_000,
    connectionsCheckingInterval: Math.min(LOOK_MS, headersSeconds * 500),
    // Large uploads take long.
    requestTimeout: 0,
    keepAliveTimeout: 5_000,
  });
  // Behind proxies an address is that of a proxy.
  if (limits.trustProxy === 0) limitConnections(server, limits.connectionsAtOnce);
  return server.setTimeout(idleSeconds * 1_000, (socket: Socket) => {
    // A request that is still being processed has no bytes to send yet.
    if (socket.writableLength > 0) socket.destroy();
  });
}
