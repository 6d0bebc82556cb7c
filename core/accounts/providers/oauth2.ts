// Class OAuth2: the client already has an access token of the provider, which identifies its user (D558).
import type { components } from '../../../generated/api.d.ts';
import { invalidData } from '../../errors.ts';
import {
  ProviderFailure,
  ProviderRefusal,
  nonEmptyText,
  textsOf,
  type ExternalIdentity,
  type Provider,
} from './provider.ts';
import { providerUrl, type ProviderFetch } from './provider-request.ts';
import { isRecord } from '../../values.ts';

/** Options are in `params` or, as PHP projects write it, in `params.options`. */
const optionsOf = ({ params }: Pick<Provider, 'params'>): Record<string, unknown> => ({
  ...params,
  ...(isRecord(params['options']) && params['options']),
});

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** Whether tokens of other clients of the provider are refused (D376). */
export function checksAudience(provider: Pick<Provider, 'params'>): boolean {
  const options = optionsOf(provider);
  return ['audience', 'introspection_endpoint', 'tokeninfo_endpoint'].some((name) => isGiven(options[name]));
}

function requestOf(provider: Provider, token: string): { url: URL; headers: Record<string, string> } {
  const options = optionsOf(provider);
  const url = providerUrl(provider.url);
  const headers: Record<string, string> = { accept: 'application/json' };
  const more = isRecord(options['additionalHeaders']) ? Object.entries(options['additionalHeaders']) : [];
  for (const [name, value] of more) headers[name.toLowerCase()] = String(value);
  if (options['mode'] === 'query') {
    url.searchParams.set(nonEmptyText(options['queryParam']) ?? 'access_token', token);
  } else {
    const prefix = typeof options['headerPrefix'] === 'string' ? options['headerPrefix'].trim() : 'Bearer';
    headers[(nonEmptyText(options['header']) ?? 'Authorization').toLowerCase()] = `${prefix} ${token}`.trim();
  }
  return { url, headers };
}

async function readReply(response: Response): Promise<Record<string, unknown>> {
  if (response.status >= 500 || response.status === 429) throw new ProviderFailure(`its status is ${response.status}`);
  if (!response.ok) throw new ProviderRefusal(`its status is ${response.status}`);
  const reply: unknown = await response.json().catch(() => undefined);
  if (!isRecord(reply)) throw new ProviderFailure('its answer is not a JSON object');
  return reply;
}

/** Value at a dotted name. */
const valueAt = (reply: unknown, name: string): unknown =>
  name
    .split('.')
    .reduce((value, part) => (isRecord(value) && Object.hasOwn(value, part) ? value[part] : undefined), reply);

/** Audience of a token, or the client that it was issued to (RFC 7662, 2.2; RFC 9068, 2.2). */
const audienceOf = (said: Record<string, unknown>): string[] =>
  [said['aud'], said['client_id'], said['azp']].flatMap((value) =>
    typeof value === 'string' ? [value] : textsOf(value),
  );

/** The `aud` of a token, from `introspection_endpoint` (RFC 7662), `tokeninfo_endpoint`, or the response about its user. */
async function readAudience(
  options: Record<string, unknown>,
  token: string,
  reply: Record<string, unknown>,
  fetch: ProviderFetch,
): Promise<Record<string, unknown>> {
  const { introspection_endpoint: introspection, tokeninfo_endpoint: tokenInfo } = options;
  if (isGiven(introspection)) {
    const headers: Record<string, string> = {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
    };
    const [id, secret] = [nonEmptyText(options['client_id']), nonEmptyText(options['client_secret'])];
    if (id !== undefined && secret !== undefined) {
      // RFC 6749, 2.3.1: each is form-encoded first.
      const pair = [id, secret].map((text) => new URLSearchParams({ '': text }).toString().slice(1)).join(':');
      headers['authorization'] = `Basic ${Buffer.from(pair).toString('base64')}`;
    }
    const body = new URLSearchParams({ token, token_type_hint: 'access_token' }).toString();
    const response = await fetch(providerUrl(nonEmptyText(introspection) ?? '').href, {
      method: 'POST',
      headers,
      body,
    });
    // This status concerns this service as a client of the provider, not the token.
    if (!response.ok) throw new ProviderFailure(`its introspection answers ${response.status}`);
    const said = await readReply(response);
    if (said['active'] !== true) throw new ProviderRefusal('the token is not active');
    return said;
  }
  if (isGiven(tokenInfo)) {
    const url = providerUrl(nonEmptyText(tokenInfo) ?? '');
    url.searchParams.set('access_token', token);
    return readReply(await fetch(url.href, { method: 'GET', headers: { accept: 'application/json' } }));
  }
  return reply;
}

/**
 * A token that was issued to another application must not sign in here, so its audience has to be this service. Without any of
 * the parameters the audience is unknown, as the start and `meta.audience_checked` report (D376).
 * @throws ProviderRefusal, ProviderFailure
 */
async function assertAudience(
  provider: Provider,
  token: string,
  reply: Record<string, unknown>,
  fetch: ProviderFetch,
): Promise<void> {
  if (!checksAudience(provider)) return;
  const options = optionsOf(provider);
  const given = isGiven(options['audience']) ? options['audience'] : options['client_id'];
  const expected = (typeof given === 'string' ? [given] : textsOf(given)).filter((text) => text !== '');
  if (expected.length === 0) throw new ProviderFailure('it has neither audience nor client_id');
  const audience = audienceOf(await readAudience(options, token, reply, fetch));
  if (!audience.some((name) => expected.includes(name)))
    throw new ProviderRefusal('the token was issued for another client');
}

/** @throws ApiError invalid_data, ProviderRefusal, ProviderFailure */
export async function identifyByAccessToken(
  provider: Provider,
  input: Pick<components['schemas']['SignInBody'], 'provider_username' | 'access_token'>,
  fetch: ProviderFetch,
): Promise<ExternalIdentity> {
  const { provider_username: username, access_token: token } = input;
  if (!username) throw invalidData('/provider_username', '[provider_username._required]: This field is required.');
  if (!token) throw invalidData('/access_token', '[access_token._required]: This field is required.');
  // Tokens have no other characters (RFC 6750, 2.1), and a header cannot carry them.
  if (!/^[\x21-\x7e]+$/.test(token)) throw new ProviderRefusal('the token has characters that no token has');
  const { url, headers } = requestOf(provider, token);
  const reply = await readReply(await fetch(url.href, { method: 'GET', headers }));
  const field = nonEmptyText(optionsOf(provider)['provider_username_field']) ?? 'id';
  const value = valueAt(reply, field);
  const said = typeof value === 'number' ? String(value) : value;
  if (said !== username) throw new ProviderRefusal('the token was issued to another user');
  await assertAudience(provider, token, reply, fetch);
  return { username, claims: () => Promise.resolve(reply) };
}
