// Bytes on a connection that are no HTTP: the response has the format of all errors.
import type { Duplex } from 'node:stream';
import { ApiError } from '../../errors.ts';
import { errorBody } from './error-responder.ts';
import { JSON_API } from '../request/media-types.ts';

const HEADER_OVERFLOW = 'HPE_HEADER_OVERFLOW';
const TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT';

function explain(code: string | undefined): { error: ApiError; line: string } {
  if (code === HEADER_OVERFLOW) {
    const error = new ApiError('bad_request', 'The URL and the headers of the request are too long.');
    return { error, line: '431 Request Header Fields Too Large' };
  }
  if (code === TIMEOUT) {
    return {
      error: new ApiError('request_timeout', 'The request was not complete in time.'),
      line: '408 Request Timeout',
    };
  }
  return { error: new ApiError('bad_request', 'This is not a complete HTTP request.'), line: '400 Bad Request' };
}

/** For `clientError` of a server: closes the connection, with a response if one can still be sent. */
export function answerFramingError(fault: NodeJS.ErrnoException, socket: Duplex, base: string): void {
  // After the start of a response the client would read this as its body.
  // cast: Node keeps the response under way there, without a type for it
  const answer = (socket as { _httpMessage?: { headersSent?: boolean } })._httpMessage;
  if (!socket.writable || fault.code === 'ECONNRESET' || answer?.headersSent) {
    socket.destroy();
    return;
  }
  const { error, line } = explain(fault.code);
  endWithError(socket, error, { line, base });
}

/**
 * Sends an error to a connection whose request is not read, and closes it.
 * @param line status and reason, where the status is not that of the error
 * @param base of links
 */
export function endWithError(
  socket: Duplex,
  error: ApiError,
  { line = `${error.status} ${error.face.title}`, base = '' }: { line?: string; base?: string } = {},
): void {
  const links = { self: `${base}/`, home: `${base}/home` };
  const body = errorBody(error, undefined, { links, debug: false, expiredTokenCode: 'expired_token' });
  const status = line.slice(0, 3);
  body.error.status = status;
  for (const each of body.errors) each.status = status;
  const text = JSON.stringify(body);
  const headers = [
    `Content-Type: ${JSON_API}`,
    `Content-Length: ${Buffer.byteLength(text)}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
    ...Object.entries(error.headers).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.on('error', () => undefined);
  socket.end(`HTTP/1.1 ${line}\r\n${headers.join('\r\n')}\r\n\r\n${text}`, () => socket.destroy());
}
