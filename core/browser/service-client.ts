// Requests of a page to the service itself: through dispatch, like every other request (D321), so that limits, permissions,
// audit and validation are those of the API. Cookies are not passed on; a session is a bearer token there.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { parseInSlices } from '../json/parse-in-slices.ts';
import type { Dispatch } from '../http/dispatch.ts';
import type { Principal } from '../http/principal.ts';
import { JSON_API } from '../http/request/media-types.ts';
import type { SentFile } from './forms/sent-form.ts';

export interface InnerRequest {
  method: string;
  /** Request target: path and query. */
  url: string;
  /** Access token. */
  token?: string | undefined;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged, instead of `body`. */
  file?: Pick<SentFile, 'mediaType' | 'content'> | undefined;
  /** Bytes of the file, if known. */
  fileLength?: number | undefined;
  bodyType?: string;
  ifMatch?: string | undefined;
  apiKey?: string | undefined;
}

export interface InnerAnswer {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** A parsed JSON body; undefined without one. */
  json: unknown;
  /** Of the body, before it was parsed. */
  length: number;
  /** The caller; undefined when the request was refused before that was known. */
  principal: Principal | undefined;
}

/** Parts of the browser's request that the inner one gets too. */
const PASSED_ON = [
  'host',
  'authorization',
  'x-api-key',
  'x-forwarded-for',
  'x-forwarded-proto',
  'accept-language',
  'user-agent',
];

const ACCEPT = `${JSON_API}, application/json;q=0.9, */*;q=0.1`;

const lengthOf = (length: number | undefined) =>
  length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(length) };

function headersOf(
  outer: IncomingMessage,
  { token, body, bodyType, ifMatch, apiKey, file, fileLength }: InnerRequest,
  length: number,
) {
  const passed = Object.fromEntries(PASSED_ON.map((name) => [name, outer.headers[name]]));
  const own = {
    accept: ACCEPT,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(apiKey !== undefined && { 'x-api-key': apiKey }),
    ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    ...(body !== undefined && { 'content-type': bodyType ?? JSON_API, 'content-length': String(length) }),
    ...(file && { 'content-type': file.mediaType, ...lengthOf(fileLength) }),
  };
  return Object.fromEntries(Object.entries({ ...passed, ...own }).filter(([, value]) => value !== undefined));
}

/** @param chunks one of bytes for a long document */
async function parsed(chunks: readonly (string | Buffer)[]): Promise<unknown> {
  const [first] = chunks;
  if (chunks.length === 1 && Buffer.isBuffer(first)) return parseInSlices(first);
  const text = chunks.join('');
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}

/** @param outer request of the browser, whose address and host the inner one gets */
export async function dispatchRequest(
  dispatch: Dispatch,
  outer: IncomingMessage,
  inner: InnerRequest,
): Promise<InnerAnswer> {
  const bytes = inner.body === undefined ? undefined : Buffer.from(JSON.stringify(inner.body));
  const content = inner.file?.content ?? Readable.from(bytes ? [bytes] : [], { objectMode: false });
  // cast: of a request of Node, the service reads only these members and the stream
  const request = Object.assign(content, {
    method: inner.method,
    url: inner.url,
    headers: headersOf(outer, inner, bytes?.length ?? 0),
    socket: outer.socket,
    complete: true,
  }) as IncomingMessage;
  let status = 0;
  const headers: Record<string, string> = {};
  const chunks: (string | Buffer)[] = [];
  let principal: Principal | undefined;
  await new Promise<void>((resolve, reject) => {
    const response = {
      headersSent: false,
      writeHead(given: number, fields: Record<string, string | number>) {
        status = given;
        response.headersSent = true;
        for (const [name, value] of Object.entries(fields)) headers[name.toLowerCase()] = String(value);
        return response;
      },
      flushHeaders: () => undefined,
      write: (chunk: string | Buffer) => chunks.push(chunk),
      end(chunk?: string | Buffer) {
        if (chunk !== undefined) chunks.push(chunk);
        resolve();
      },
      destroy: () => reject(new Error('answer broken off')),
    };
    // cast: the service uses only these members of a response of Node
    dispatch(request, response as unknown as ServerResponse, (found) => {
      principal = found;
    }).catch(reject);
  });
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  return { status, headers, json: await parsed(chunks), length, principal };
}
