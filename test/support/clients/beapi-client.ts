// The requests of the public client of the legacy side, `beapi.js`, in the form that it sends from a browser (D521).
// The client keeps tokens and headers and sends them again; a request that is not simple is preceded by OPTIONS.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestService } from '../service.ts';

export interface BeapiResponse {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

export interface BeapiClient {
  base: string;
  storage: Map<string, string>;
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<BeapiResponse>;
  login(username: string, password: string): Promise<BeapiResponse>;
  refresh(): Promise<BeapiResponse>;
  logout(): Promise<BeapiResponse>;
  close(): Promise<void>;
}

interface Sent {
  method: string;
  url: string;
  headers: Record<string, string>;
}

/**
 * The check of a browser before a request of a page of another origin.
 * @throws Error when it would not send the request
 */
async function preflight({ method, url, headers }: Sent, origin: string): Promise<void> {
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const answer = await fetch(url, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': method,
      'Access-Control-Request-Headers': names.sort().join(','),
    },
  });
  const listOf = (name: string): string[] => (answer.headers.get(name) ?? '').split(',').map((each) => each.trim());
  const isLetIn =
    answer.ok &&
    answer.headers.get('access-control-allow-origin') === origin &&
    listOf('access-control-allow-methods').includes(method) &&
    names.every((name) => listOf('access-control-allow-headers').includes(name));
  if (!isLetIn) throw new Error(`${method} ${url}: no browser would send it`);
}

/** @param origin of the page, which CORS_ORIGINS permits */
export async function openBeapiClient({ service, checkAnswer }: TestService, origin: string): Promise<BeapiClient> {
  const server = createServer(service.app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const storage = new Map<string, string>();
  // The option `headers`, in which the client keeps its additions.
  const kept: Record<string, string> = { Accept: 'application/json', 'Content-Type': 'application/json' };

  async function request(method: string, path: string, body?: unknown, given: Record<string, string> = {}) {
    const token = storage.get('be_access_token');
    if (token !== undefined) kept['Authorization'] = `Bearer ${token}`;
    const headers = { ...kept, ...given };
    const url = path.startsWith('http') ? path : `${base}/${path}`;
    await preflight({ method, url, headers }, origin);
    const content = body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body);
    const answer = await fetch(url, {
      method,
      headers: { ...headers, Origin: origin },
      ...(body !== undefined && { body: content }),
    });
    if (answer.headers.get('access-control-allow-origin') !== origin) throw new Error(`${path}: no page could read it`);
    const text = await answer.text();
    const { status } = answer;
    await checkAnswer({
      method,
      url: url.slice(base.length),
      status,
      headers: Object.fromEntries(answer.headers),
      text,
    });
    return { status, headers: answer.headers, body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> };
  }

  async function signIn(body: object): Promise<BeapiResponse> {
    const answer = await request('POST', 'auth', body);
    const { access_token, refresh_token } = (answer.body['data'] ?? {}) as Record<string, string>;
    if (access_token === undefined || refresh_token === undefined) storage.clear();
    else storage.set('be_access_token', access_token).set('be_refresh_token', refresh_token);
    return answer;
  }

  return {
    base,
    storage,
    request,
    login: (username, password) => signIn({ username, password }),
    refresh: () => {
      storage.delete('be_access_token');
      return signIn({ grant_type: 'refresh_token', refresh_token: storage.get('be_refresh_token') });
    },
    logout: () => request('DELETE', `auth/${storage.get('be_refresh_token') ?? ''}`),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
