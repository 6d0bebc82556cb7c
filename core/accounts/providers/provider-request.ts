// Requests to providers: over TLS, to public addresses, with a time limit of five seconds, of small responses, and without
// redirects, since they carry tokens and secrets (D125, D745).
import { request as overHttp, type IncomingMessage } from 'node:http';
import { request as overHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { ProviderFailure } from './provider.ts';
import { parseUrl } from '../../network/parse-url.ts';
import { isLoopback } from '../../config/reach.ts';
import { assertPublicHost, publicLookup } from '../../network/private-networks.ts';
import { codeOf } from '../../values.ts';

const TIME_LIMIT_MS = 5000;
const MAX_BYTES = 256 * 1024;
export const PRIVATE_HINT = 'The setting PROVIDER_PRIVATE_NETWORKS would allow it.';

interface Sent {
  method: string;
  headers: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal;
}

/** The part of `fetch` in use, with the signature that openid-client calls. */
export type ProviderFetch = (url: string, init: Sent) => Promise<Response>;

/** The URL, if requests to it are permitted: https, or http on this machine. @throws ProviderFailure */
export function providerUrl(text: string): URL {
  const url = parseUrl(text);
  const isAllowed = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (!url || !isAllowed) throw new ProviderFailure('its URL does not use https');
  return url;
}

async function readLimited(response: IncomingMessage): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop ends the connection.
  for await (const chunk of response) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new ProviderFailure(`its answer is larger than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return size === 0 ? null : new Uint8Array(Buffer.concat(chunks));
}

/** A connection of its own, to an address of `lookup`. */
function send(
  url: URL,
  { method, headers, body, signal }: Sent,
  lookup: LookupFunction | undefined,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options = { method, headers, agent: false, ...(signal && { signal }), ...(lookup && { lookup }) };
    const request = url.protocol === 'https:' ? overHttps(url, options) : overHttp(url, options);
    request.on('response', resolve).on('error', reject);
    // Text, or a form.
    request.end(body === undefined || body === null ? undefined : String(body));
  });
}

export function createProviderFetch({
  allowsPrivate,
  timeLimit = TIME_LIMIT_MS,
}: {
  /** Addresses of private networks are allowed. */
  allowsPrivate: boolean;
  timeLimit?: number;
}): ProviderFetch {
  const lookup = allowsPrivate ? undefined : publicLookup();
  return async (text, { signal, ...sent }) => {
    const limit = AbortSignal.timeout(timeLimit);
    const url = providerUrl(text);
    try {
      if (!allowsPrivate) assertPublicHost(url.hostname);
      // The time limit includes the body.
      const response = await send(url, { ...sent, signal: signal ? AbortSignal.any([signal, limit]) : limit }, lookup);
      const { statusCode: status = 0 } = response;
      if (status >= 300 && status < 400) throw new ProviderFailure('it answers with a redirect');
      const entries = Object.entries(response.headers);
      const headers = entries.map(([name, value]): [string, string] => [name, [value].flat().join(', ')]);
      return new Response(await readLimited(response), { status, headers });
    } catch (error) {
      if (error instanceof ProviderFailure) throw error;
      throw new ProviderFailure(limit.aborted ? 'it did not answer in time' : `no answer: ${reason(error)}`);
    }
  };
}

/** Error code of the system, such as ECONNREFUSED; messages may contain sent data. */
function reason(error: unknown): string {
  const code = codeOf(error);
  if (code === 'EPRIVATE') return `it is in a private network. ${PRIVATE_HINT}`;
  return typeof code === 'string' ? code : 'unreadable';
}
