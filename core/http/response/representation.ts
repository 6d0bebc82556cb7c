// The representation of a response for one request: its tag, its coding, its bytes.
import { textIn } from '../../values.ts';
import { bodyOf, type AnyReply } from '../handler.ts';
import type { IncomingMessage } from 'node:http';
import type { RequestUrl } from '../../context.ts';
import { RESOURCE_SCHEMAS_REVISION } from '../../format/jsonapi/resource-schemas.ts';
import { chooseEncoding } from '../../network/content-encoding.ts';
import { jsonInSlices } from '../../json/json-in-slices.ts';
import type { Operation } from '../routing/operation.ts';
import { entityTag, knownTag } from './etag.ts';

interface Requested {
  request: IncomingMessage;
  operation: Operation;
  mediaType: string;
  url: RequestUrl;
}

async function textOf(given: unknown): Promise<string | Buffer | undefined> {
  const body: unknown = await bodyOf({ body: given });
  if (typeof body === 'string' || Buffer.isBuffer(body)) return body;
  return typeof body === 'object' && body !== null ? jsonInSlices(body) : JSON.stringify(body);
}

export const varyByEncoding = (vary: string): string => `${vary}, Accept-Encoding`;

/** @param vary the headers that every response varies by @returns `isKnown`: the client has it already (304) */
export function representationOf(reply: AnyReply, { request, operation, mediaType, url }: Requested, vary: string) {
  const headers: Record<string, string> = {};
  const { encoded } = reply;
  const encoding = encoded && chooseEncoding(request.headers['accept-encoding']);
  const isRead = operation.method === 'get';
  // What is kept may be compressed the next time (kept-responses.ts).
  if (encoded || operation.facts.sharedCache) headers['Vary'] = varyByEncoding(vary);
  const own = textIn(reply.headers?.['Cache-Control']);
  if (isRead) headers['Cache-Control'] = own ?? (operation.facts.personal ? 'private, no-store' : 'no-cache');
  if (reply.etag) {
    const query = isRead && url.query.size > 0 ? url.query.toString() : '';
    // Each coding has other bytes, so it needs a separate tag.
    const form = [url.base, query, mediaType, RESOURCE_SCHEMAS_REVISION, ...(encoding ? [encoding] : [])].join('|');
    headers['ETag'] = entityTag(reply.etag, form);
    const known = isRead ? knownTag(request.headers['if-none-match'], headers['ETag']) : undefined;
    if (known !== undefined)
      return { headers: { ...headers, ETag: known }, isKnown: true, body: () => Promise.resolve(undefined) };
  }
  if (encoding) headers['Content-Encoding'] = encoding;
  return { headers, isKnown: false, body: () => (encoded && encoding ? encoded(encoding) : textOf(reply.body)) };
}
