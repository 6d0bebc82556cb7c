// Prerequisites of the load: folders, a relation, and a provider of identities.
import { urlOf, type Doubles } from './doubles.ts';

const JSON_API = 'application/vnd.api+json';

export const RELATION = 'cites';
export const PROVIDER = 'company';
/** Where the provider leads back to. */
export const SIGNED_IN = 'https://app.example.org/signed-in';

async function call(url: string, token: string, body: unknown, method = 'POST'): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method,
    headers: { 'Content-Type': JSON_API, Accept: JSON_API, ...(token && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`);
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

const idOf = (answer: Record<string, unknown>): number => Number((answer['data'] as { id: string }).id);

export interface Prepared {
  token: string;
  folders: number[];
}

export async function prepare(
  url: string,
  password: string,
  { provider }: Pick<Doubles, 'provider'>,
): Promise<Prepared> {
  const signedIn = await fetch(`${url}/auth`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: JSON_API },
    body: JSON.stringify({ username: 'admin', password }),
  });
  const token = ((await signedIn.json()) as { meta: { jwt: string } }).meta.jwt;
  const make = (target: string, type: string, attributes: object) =>
    call(url + target, token, { data: { type, attributes } });
  const relation = idOf(await make('/model/relations', 'relations', { name: RELATION, inverse_name: 'cited_by' }));
  for (const side of ['left', 'right'])
    await call(
      `${url}/model/relations/${relation}/relationships/${side}_object_types`,
      token,
      { data: [{ type: 'object_types', id: 'documents' }] },
      'PATCH',
    );
  await make('/admin/auth_providers', 'auth_providers', {
    name: PROVIDER,
    auth_class: 'OpenIDConnect',
    url: urlOf(provider),
    params: { client_id: 'colophon', client_secret: password, redirect_uris: [SIGNED_IN] },
    enabled: true,
  });
  const folders: number[] = [];
  for (const title of ['One', 'Two', 'Three']) folders.push(idOf(await make('/folders', 'folders', { title })));
  return { token, folders };
}
