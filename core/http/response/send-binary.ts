// Responses with files: preconditions (RFC 9110 13), ranges (14), and the bytes as a stream from the storage.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import fresh from 'fresh';
import type { BinaryResponse, ByteRange } from '../../network/binary-body.ts';
import { ApiError } from '../../errors.ts';
import { matchesStrongly } from './etag.ts';

type Headers = Record<string, string | number>;

/** A client that reads no bytes for this time has disconnected, or will resume; a storage that sends none is faulty. */
const IDLE_MS = 120_000;

/** Dates in HTTP have no fractions of a second. */
const inSeconds = (date: Date): number => Math.floor(date.getTime() / 1000) * 1000;

/** @throws ApiError precondition_failed */
function assertUnchanged({ headers }: IncomingMessage, etag: string, modified: Date): void {
  const tags = headers['if-match'];
  const since = headers['if-unmodified-since'];
  const header = tags === undefined ? 'If-Unmodified-Since' : 'If-Match';
  const holds =
    tags !== undefined
      ? matchesStrongly(tags, etag)
      : since === undefined || !(inSeconds(modified) > Date.parse(since));
  if (holds) return;
  throw new ApiError('precondition_failed', { detail: `The file does not match ${header}.`, source: { header } });
}

/** Clients send their conditions to the new address as well; the file has another entity tag there. */
const isConditional = ({ headers }: IncomingMessage): boolean =>
  ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since', 'if-range'].some((name) => name in headers);

/** The requested range; undefined for the whole file. @throws ApiError range_not_satisfiable */
function wantedRange(
  { headers, method }: IncomingMessage,
  etag: string,
  answer: BinaryResponse,
): ByteRange | undefined {
  if (headers.range === undefined || method !== 'GET') return undefined;
  const condition = headers['if-range'];
  const sameFile =
    typeof condition !== 'string' ||
    (/^(?:W\/)?"/.test(condition) ? condition === etag : Date.parse(condition) === inSeconds(answer.modified));
  const range = sameFile ? parseRange(headers.range, answer.size) : undefined;
  if (range !== null) return range;
  throw new ApiError(
    'range_not_satisfiable',
    { detail: `The file has ${answer.size} bytes.`, source: { header: 'Range' } },
    { 'Content-Range': `bytes */${answer.size}`, 'Accept-Ranges': 'bytes' },
  );
}

/**
 * Sends a file, or the requested range. A client that disconnects ends the read as well.
 * @param sending headers in addition to those of the response; time limit without a transferred byte, ms
 * @throws ApiError precondition_failed, range_not_satisfiable; errors of the storage
 */
export async function sendBinary(
  request: IncomingMessage,
  response: ServerResponse,
  answer: BinaryResponse,
  { headers: { Vary: _vary, ...common }, idle = IDLE_MS }: { headers: Headers; idle?: number },
): Promise<void> {
  const etag = `"${answer.etag}"`;
  const headers: Headers = {
    ...common,
    ...answer.headers,
    ETag: etag,
    'Last-Modified': answer.modified.toUTCString(),
    'Accept-Ranges': 'bytes',
  };
  assertUnchanged(request, etag, answer.modified);
  if (fresh(request.headers, { etag, 'last-modified': answer.modified.toUTCString() })) {
    return end(request, response, 304, headers);
  }
  if (answer.elsewhere && request.method === 'GET' && !isConditional(request)) {
    const Location = await answer.elsewhere();
    // The address is valid for minutes, for every caller.
    const secret = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };
    return end(request, response, 302, { ...common, Location, ...secret });
  }
  const range = wantedRange(request, etag, answer);
  headers['Content-Type'] = answer.mediaType;
  headers['Content-Length'] = range ? range.end - range.start + 1 : answer.size;
  if (range) headers['Content-Range'] = `bytes ${range.start}-${range.end}/${answer.size}`;
  if (request.method === 'HEAD') return end(request, response, 200, headers);
  const content = await answer.open(range, leaving(response));
  response.writeHead(range ? 206 : 200, headers);
  response.setTimeout(idle, () => {
    // Without back-pressure from the client, the storage is the slow side.
    if (response.writableLength > 0 || content.readableEnded) response.destroy();
    else content.destroy(new Error(`the storage has sent no data for ${idle / 1_000} s`));
  });
  request.resume();
  await sendBytes(content, response, headers['Content-Length']);
}

/** Calls back when the client has closed the connection. */
function leaving(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (response.destroyed) controller.abort();
  else response.once('close', () => controller.abort());
  return controller.signal;
}

/** @throws Error when the storage fails; a closed connection of the client is no error */
async function sendBytes(content: Readable, response: ServerResponse, length: number): Promise<void> {
  // The response removes its listeners when it has ended.
  const { socket } = response;
  let sent = 0;
  let isBroken = false;
  // When a client disconnects, the read ends after the response.
  const judge = (): void => {
    isBroken ||= !content.readableEnded && !response.destroyed;
  };
  content.on('data', (chunk: Buffer) => (sent += chunk.length));
  content.once('error', judge).once('close', judge);
  try {
    await pipeline(content, response);
  } catch (error) {
    if (isBroken) throw error;
    return;
  }
  if (sent === length) return;
  // The client would wait for the missing bytes.
  socket?.destroy();
  throw new Error(`a file of the storage has ${sent} bytes where ${length} are expected`);
}

function end(request: IncomingMessage, response: ServerResponse, status: number, headers: Headers): void {
  response.writeHead(status, headers).end();
  // An unread body must not remain in the connection.
  request.resume();
}

const SINGLE = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i;

/** @param size of the file, bytes @returns undefined for the whole file, null when the file has no bytes in the range */
export function parseRange(header: string, size: number): ByteRange | null | undefined {
  const [, first = '', last = ''] = SINGLE.exec(header) ?? [];
  if (first === '' && last === '') return undefined;
  // A suffix range; of a shorter file, all.
  if (first === '')
    return Number(last) === 0 || size === 0 ? null : { start: Math.max(0, size - Number(last)), end: size - 1 };
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start < size ? { start, end } : null;
}
