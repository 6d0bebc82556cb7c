// Requests like those of a browser: it requests HTML, keeps the cookie, and sends the origin of its forms.
import type { Response } from 'supertest';
import { PASSWORD, type TestService } from '../service.ts';

export const ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const ORIGIN = 'http://localhost';

export interface BrowserClient {
  /** `name=value`, in the sent form; undefined while no user is signed in. */
  cookie: string | undefined;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  head(path: string, headers?: Record<string, string>): Promise<Response>;
  /** A form as it is sent: with the token of the page that it is on. */
  send(
    path: string,
    fields: Record<string, string> | URLSearchParams,
    headers?: Record<string, string>,
  ): Promise<Response>;
  /** A form with files, in the order of its inputs. */
  sendParts(path: string, parts: readonly Part[], headers?: Record<string, string>): Promise<Response>;
  signIn(username: string, password?: string): Promise<Response>;
  /** The token that forms of the session carry. */
  csrf(): Promise<string>;
}

/** A field, or a file of one. */
export type Part = readonly [name: string, value: string] | readonly [name: string, file: FilePart];

export interface FilePart {
  name: string;
  type: string;
  content: Buffer | string;
}

const BOUNDARY = '----WebKitFormBoundaryA1b2C3d4';

export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

/** As browsers write it. @param isWhole with its end */
export function multipart(parts: readonly Part[], isWhole = true): Buffer {
  const chunks = parts.flatMap(([name, value]) => {
    const file = typeof value === 'string' ? '' : `; filename="${value.name}"\r\nContent-Type: ${value.type}`;
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`;
    const content = Buffer.from(typeof value === 'string' ? value : value.content);
    return [Buffer.from(head), content, Buffer.from('\r\n')];
  });
  return Buffer.concat(isWhole ? [...chunks, Buffer.from(`--${BOUNDARY}--\r\n`)] : chunks.slice(0, -1));
}

const cookieOf = (response: Response): string | undefined =>
  (response.headers['set-cookie'] as unknown as string[] | undefined)?.[0]?.split(';')[0];

/** The text of a value in a page. */
export const unescaped = (html: string): string =>
  html
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

export function openBrowserClient({ anonymous }: TestService): BrowserClient {
  const client: BrowserClient = {
    cookie: undefined,
    get: (path, headers = {}) => read('get', path, headers),
    head: (path, headers = {}) => read('head', path, headers),
    send: (path, fields, headers = {}) =>
      post(path, new URLSearchParams(fields).toString(), {
        'Content-Type': 'application/x-www-form-urlencoded',
        ...headers,
      }),
    sendParts: (path, parts, headers = {}) => post(path, multipart(parts), { 'Content-Type': MULTIPART, ...headers }),
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

  async function post(path: string, body: string | Buffer, headers: Record<string, string>): Promise<Response> {
    const response = await anonymous.request('post', path, (test) =>
      test
        .set({ Accept: ACCEPT, Origin: ORIGIN })
        .set(client.cookie === undefined ? {} : { Cookie: client.cookie })
        .set(headers)
        .redirects(0)
        .serialize((given) => given as string)
        .send(body),
    );
    keep(response);
    return response;
  }

  async function read(method: 'get' | 'head', path: string, headers: Record<string, string>): Promise<Response> {
    const cookie: Record<string, string> = client.cookie === undefined ? {} : { Cookie: client.cookie };
    const response = await anonymous.request(method, path, (test) =>
      test.set({ Accept: ACCEPT, ...cookie, ...headers }).redirects(0),
    );
    keep(response);
    return response;
  }
  return client;
}
