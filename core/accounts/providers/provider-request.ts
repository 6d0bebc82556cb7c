// Requests to providers: over TLS, with a time limit of five seconds, of small responses, and without redirects, since they carry
// tokens and secrets (D125).
import { ProviderFailure } from './provider.ts';
import { parseUrl } from '../../parse-url.ts';
import { isLoopback } from '../../config/reach.ts';

const TIME_LIMIT_MS = 5000;
const MAX_BYTES = 256 * 1024;

/** The part of `fetch` in use, with the signature that openid-client calls. */
export type ProviderFetch = (
  url: string,
  init: { method: string; headers: Record<string, string>; body?: unknown; signal?: AbortSignal },
) => Promise<Response>;

/**
 * The URL, if requests to it are permitted: https, or http on this machine.
 * @throws ProviderFailure
 */
export function providerUrl(text: string): URL {
  const url = parseUrl(text);
  const isAllowed = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (!url || !isAllowed) throw new ProviderFailure('its URL does not use https');
  return url;
}

async function readLimited(response: Response): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!response.body) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the rest of the body.
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new ProviderFailure(`its answer is larger than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return size === 0 ? null : new Uint8Array(Buffer.concat(chunks));
}

export function createProviderFetch(timeLimit = TIME_LIMIT_MS): ProviderFetch {
  return async (url, { method, headers, body, signal }) => {
    const limit = AbortSignal.timeout(timeLimit);
    const target = providerUrl(url);
    try {
      const response = await fetch(target, {
        method,
        headers,
        body: (body ?? null) as null,
        redirect: 'manual',
        // The time limit includes the body.
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      });
      if (response.status >= 300 && response.status < 400) throw new ProviderFailure('it answers with a redirect');
      const bytes = await readLimited(response);
      return new Response(bytes, { status: response.status, headers: response.headers });
    } catch (error) {
      if (error instanceof ProviderFailure) throw error;
      const { name, cause } = error as Error & { cause?: { code?: unknown } };
      throw new ProviderFailure(name === 'TimeoutError' ? 'it did not answer in time' : `no answer: ${reason(cause)}`);
    }
  };
}

/** Error code of the system, such as ECONNREFUSED; messages may contain sent data. */
const reason = (cause: { code?: unknown } | undefined): string =>
  typeof cause?.code === 'string' ? cause.code : 'unreadable';
