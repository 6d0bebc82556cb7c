// Requests as a browser makes them: it asks for HTML, keeps the cookie, says where its forms come from.
import type { Response } from 'supertest';
import { PASSWORD, type TestService } from './service.ts';

export const ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const ORIGIN = 'http://localhost';

export interface BrowserClient {
  /** `name=value`, as it is sent; undefined while nobody is signed in. */
  cookie: string | undefined;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  head(path: string, headers?: Record<string, string>): Promise<Response>;
  /** A form as it is sent: with the token of the page that it is on. */
  send(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Response>;
  signIn(username: string, password?: string): Promise<Response>;
  /** The token that forms of the session carry. */
  csrf(): Promise<string>;
}

const cookieOf = (response: Response): string | undefined =>
  (response.headers['set-cookie'] as unknown as string[] | undefined)?.[0]?.split(';')[0];

export function openBrowserClient({ anonymous }: TestService): BrowserClient {
  const client: BrowserClient = {
    cookie: undefined,
    get: (path, headers = {}) => ask('get', path, headers),
    head: (path, headers = {}) => ask('head', path, headers),
    async send(path, fields, headers = {}) {
      const body = new URLSearchParams(fields).toString();
      const response = await anonymous.request('post', path, (test) =>
        test
          .set({ Accept: ACCEPT, Origin: ORIGIN, 'Content-Type': 'application/x-www-form-urlencoded' })
          .set(client.cookie === undefined ? {} : { Cookie: client.cookie })
          .set(headers)
          .redirects(0)
          .send(body),
      );
      keep(response);
      return response;
    },
    signIn: (username, password = PASSWORD) => client.send('/html/sign-in', { username, password }),
    async csrf() {
      const { text } = await client.get('/home');
      return /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? '';
    },
  };

  function keep(response: Response): void {
    const cookie = cookieOf(response);
    if (cookie !== undefined) client.cookie = cookie.endsWith('=') ? undefined : cookie;
  }

  async function ask(method: 'get' | 'head', path: string, headers: Record<string, string>): Promise<Response> {
    const cookie: Record<string, string> = client.cookie === undefined ? {} : { Cookie: client.cookie };
    const response = await anonymous.request(method, path, (test) =>
      test.set({ Accept: ACCEPT, ...cookie, ...headers }).redirects(0),
    );
    keep(response);
    return response;
  }
  return client;
}
