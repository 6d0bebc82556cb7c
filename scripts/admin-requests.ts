// Requests of scripts to a service of their own, as a user.
export const JSON_API = 'application/vnd.api+json';

/** @throws Error when the service refuses it */
async function sent<Answer>(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  const bytes = Buffer.from(await response.arrayBuffer());
  if (!response.ok) throw new Error(`${init.method} ${url}: ${response.status} ${bytes.toString().slice(0, 300)}`);
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return (isJson ? JSON.parse(bytes.toString()) : undefined) as Answer;
}

/** A request, and the document of its response. @param body a file, or a document @throws Error when it is refused */
export type Send = <Answer>(method: string, path: string, body?: object, mediaType?: string) => Promise<Answer>;

export const sendAs =
  (url: string, token: string): Send =>
  (method, path, body, mediaType = JSON_API) =>
    sent(url + path, {
      method,
      headers: {
        Accept: mediaType === JSON_API ? JSON_API : '*/*',
        Authorization: `Bearer ${token}`,
        ...(body && { 'Content-Type': mediaType }),
      },
      body: body === undefined || Buffer.isBuffer(body) ? (body ?? null) : JSON.stringify(body),
    });

/** @returns an access token */
export async function signIn(url: string, username: string, password: string): Promise<string> {
  const headers = { Accept: JSON_API, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ username, password });
  return (await sent<{ meta: { jwt: string } }>(`${url}/auth`, { method: 'POST', headers, body })).meta.jwt;
}

export interface Made {
  id: string;
  meta: Record<string, unknown>;
}

/** Creates a resource of the type that the path ends with. */
export async function create(send: Send, path: string, attributes: object): Promise<Made> {
  const data = { type: path.split('/').at(-1), attributes };
  return (await send<{ data: Made }>('POST', path, { data })).data;
}
