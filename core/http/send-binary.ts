// Answers that are files.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { BinaryAnswer } from '../binary-body.ts';

type Headers = Record<string, string | number>;

export const isBinary = (body: unknown): body is BinaryAnswer =>
  typeof body === 'object' && body !== null && 'open' in body && typeof body.open === 'function';

/** Sends the file, or only what the request asks for of it. */
export async function sendBinary(
  request: IncomingMessage,
  response: ServerResponse,
  answer: BinaryAnswer,
  common: Headers,
): Promise<void> {
  const headers: Headers = {
    ...common,
    ...answer.headers,
    'Content-Type': answer.mediaType,
    'Content-Length': answer.size,
    ETag: `"${answer.etag}"`,
  };
  if (request.method === 'HEAD') {
    response.writeHead(200, headers).end();
    return;
  }
  const content = await answer.open();
  response.writeHead(200, headers);
  await pipeline(content, response);
}
