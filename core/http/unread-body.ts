// Answers to requests of which the body was not read to its end. A connection that is closed while the client still sends is
// reset, and the answer is lost with it: so the rest is thrown away for a while first.
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Milliseconds for the rest of a body. */
const TIME = 5_000;

/** Bytes that are waited for to keep a connection; with more to come a new one is cheaper. */
const SMALL = 65_536;

/** What has arrived already is thrown away by Node when the answer ends. */
export const leftUnread = (request: IncomingMessage): boolean => !request.complete;

const isSmall = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= SMALL;

/** The headers of the answer, which tell the client to stop sending when there is much left. */
export function closing<T extends Record<string, string | number>>(request: IncomingMessage, headers: T): T {
  return isSmall(request) ? headers : { ...headers, Connection: 'close' };
}

/** Sends what is left of an answer, and ends the connection when the rest of the body does not come in time. */
export function endUnread(request: IncomingMessage, response: ServerResponse, body: string | Buffer | undefined): void {
  request.on('error', () => undefined).resume();
  const { socket } = request;
  const timer = setTimeout(() => socket.destroy(), TIME);
  const done = (): void => {
    clearTimeout(timer);
    response.end();
  };
  request.once('end', done).once('close', done);
  // The client has all of the answer with this; `end` would close the connection under what it is still sending.
  if (body === undefined) response.flushHeaders();
  else response.write(body);
}
