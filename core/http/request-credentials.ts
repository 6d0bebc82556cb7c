// The token and the API key that came with a request (D17, D18).
import type { IncomingMessage } from 'node:http';
import type { RequestTarget } from './request-target.ts';

const BEARER = /^Bearer +([^\s]+) *$/i;

/** The header wins over the query (D17). */
export function tokenOf(request: IncomingMessage, target: RequestTarget): string | undefined {
  const header = request.headers.authorization;
  if (header === undefined) return target.accessToken;
  return BEARER.exec(header)?.[1] ?? '';
}

/** The header wins, as for tokens. An empty one is no key: the SDK of the reference system sends it when it has none (D398). */
export function apiKeyOf(request: IncomingMessage, target: RequestTarget): string | undefined {
  const header = request.headers['x-api-key'];
  return header === undefined || header === '' ? target.apiKey : String(header);
}
