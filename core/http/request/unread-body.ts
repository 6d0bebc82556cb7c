// Responses to requests with an unread body: closing the connection at once would reset it, and lose the response.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { hasBody } from './request-body.ts';

/** Time limit for the rest of a body, milliseconds. */
const TIME = 5_000;

/** Bytes that are read to keep a connection; for more a new connection is cheaper. */
const SMALL = 65_536;

/** Node discards bytes that have already arrived when the response ends. */
export const isUnread = (request: IncomingMessage): boolean => !request.complete;

const isSmall = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= SMALL;

/** The headers of the response, which stop the client when it still has many bytes to send. */
export function withClose<T extends Record<string, string | number>>(request: IncomingMessage, headers: T): T {
  return isSmall(request) ? headers : { ...headers, Connection: 'close' };
}

/** Discards the rest of a body, and closes the connection when it does not arrive in time. */
function discardRest(request: IncomingMessage, onEnd?: () => void): void {
  const { socket } = request;
  const timer = setTimeout(() => socket.destroy(), TIME);
  const end = (): void => {
    clearTimeout(timer);
    onEnd?.();
  };
  request
    .on('error', () => undefined)
    .once('end', end)
    .once('close', end)
    .resume();
}

/** Discards the body of a request that is handled without dispatch. */
export function discardBody(request: IncomingMessage): void {
  if (hasBody(request)) discardRest(request);
}

/** Sends the rest of a response, and discards the rest of the body. */
export function endUnread(request: IncomingMessage, response: ServerResponse, body: string | Buffer | undefined): void {
  discardRest(request, () => response.end());
  // With this the client has the whole response; `end` would close the connection while it is still sending.
  if (body === undefined) response.flushHeaders();
  else response.write(body);
}
