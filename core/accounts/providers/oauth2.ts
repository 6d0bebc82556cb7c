// Class OAuth2: the client has an access token of the provider already, and the provider says whose it is
// (reference/jsonapi.md 2.1).
import { invalidData } from '../../errors.ts';
import { isRecord, ProviderFailure, ProviderRefusal, textOf, type Identity, type Provider } from './provider.ts';
import { providerUrl, type ProviderFetch } from './provider-request.ts';

export interface OAuth2Input {
  provider_username?: string;
  access_token?: string;
}

/** Options stand in `params` or, as PHP projects write it, in `params.options`. */
const optionsOf = ({ params }: Provider): Record<string, unknown> => ({
  ...params,
  ...(isRecord(params['options']) && params['options']),
});

function requestOf(
  provider: Provider,
  token: string,
  allowHttp: boolean,
): { url: URL; headers: Record<string, string> } {
  const options = optionsOf(provider);
  const url = providerUrl(provider.url, allowHttp);
  const headers: Record<string, string> = { accept: 'application/json' };
  const more = isRecord(options['additionalHeaders']) ? Object.entries(options['additionalHeaders']) : [];
  for (const [name, value] of more) headers[name.toLowerCase()] = String(value);
  if (options['mode'] === 'query') {
    url.searchParams.set(textOf(options['queryParam']) ?? 'access_token', token);
  } else {
    const prefix = typeof options['headerPrefix'] === 'string' ? options['headerPrefix'].trim() : 'Bearer';
    headers[(textOf(options['header']) ?? 'Authorization').toLowerCase()] = `${prefix} ${token}`.trim();
  }
  return { url, headers };
}

async function readReply(response: Response): Promise<Record<string, unknown>> {
  if (response.status >= 500 || response.status === 429) throw new ProviderFailure(`its status is ${response.status}`);
  if (!response.ok) throw new ProviderRefusal(`its status is ${response.status}`);
  const reply: unknown = await response.json().catch(() => undefined);
  if (!isRecord(reply)) throw new ProviderFailure('its answer is no JSON object');
  return reply;
}

/** Value at a dotted name. */
const valueAt = (reply: unknown, name: string): unknown =>
  name
    .split('.')
    .reduce((value, part) => (isRecord(value) && Object.hasOwn(value, part) ? value[part] : undefined), reply);

/**
 * @param allowHttp outside production
 * @throws ApiError invalid_data, ProviderRefusal, ProviderFailure
 */
export async function identifyByAccessToken(
  provider: Provider,
  input: OAuth2Input,
  { fetch, allowHttp }: { fetch: ProviderFetch; allowHttp: boolean },
): Promise<Identity> {
  const { provider_username: username, access_token: token } = input;
  if (!username) throw invalidData('/provider_username', '[provider_username._required]: This field is required.');
  if (!token) throw invalidData('/access_token', '[access_token._required]: This field is required.');
  // No token has other characters (RFC 6750, 2.1), and a header cannot carry them.
  if (!/^[\x21-\x7e]+$/.test(token)) throw new ProviderRefusal('the token is none');
  const { url, headers } = requestOf(provider, token, allowHttp);
  const reply = await readReply(await fetch(url.href, { method: 'GET', headers }));
  const field = textOf(optionsOf(provider)['provider_username_field']) ?? 'id';
  const value = valueAt(reply, field);
  const said = typeof value === 'number' ? String(value) : value;
  if (said !== username) throw new ProviderRefusal('the token is of somebody else');
  return { username, claims: () => Promise.resolve(reply) };
}
