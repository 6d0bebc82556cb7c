// Class OpenIDConnect, through openid-client: the authorization URL, and the identity that belongs to a code. The times of an
// ID token are compared with the clock of this machine, since the provider's clock is a real one (D122).
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  ResponseBodyError,
  type ClientAuth,
  type Configuration,
} from 'openid-client';
import type { Clock } from '../../clock.ts';
import {
  ProviderFailure,
  ProviderRefusal,
  nonEmptyText,
  textsOf,
  type ExternalIdentity,
  type Provider,
} from './provider.ts';
import { providerUrl, type ProviderFetch } from './provider-request.ts';
import { codeOf, itemsIn } from '../../values.ts';

/** Metadata of a provider are cached for a day. */
const KEPT_MS = 24 * 60 * 60 * 1000;
const TIME_LIMIT_SECONDS = 5;

interface AuthorizationReturn {
  code: string;
  state: string;
  /** `iss` of the redirect, when the provider sends it (RFC 9207). */
  iss: string | undefined;
  nonce: string;
  codeVerifier: string;
  redirectUri: string;
}

export type OpenIdConnect = ReturnType<typeof createOpenIdConnect>;

function clientAuthOf({ params }: Provider): ClientAuth {
  const secret = nonEmptyText(params['client_secret']);
  if (secret === undefined) return None();
  return params['token_endpoint_auth_method'] === 'client_secret_post'
    ? ClientSecretPost(secret)
    : ClientSecretBasic(secret);
}

/** Errors of openid-client about the provider: it is unreachable, or does not speak OpenID Connect. */
const FAILURES: ReadonlySet<string> = new Set(
  (
    'OAUTH_TIMEOUT OAUTH_ABORT OAUTH_RESPONSE_IS_NOT_CONFORM OAUTH_RESPONSE_IS_NOT_JSON OAUTH_PARSE_ERROR ' +
    'OAUTH_HTTP_REQUEST_FORBIDDEN OAUTH_REQUEST_PROTOCOL_FORBIDDEN OAUTH_MISSING_SERVER_METADATA ' +
    'OAUTH_INVALID_SERVER_METADATA'
  ).split(' '),
);

/** Errors of a token endpoint about the code; the others are about this service as its client (RFC 6749, 5.2). */
const ABOUT_THE_CODE: ReadonlySet<string> = new Set(['invalid_grant', 'invalid_request', 'access_denied']);

/** Only error codes: messages and causes hold tokens and claims. */
function verdict(error: unknown): ProviderRefusal | ProviderFailure {
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    if (each instanceof ProviderFailure) return each;
  }
  if (error instanceof ResponseBodyError) {
    const isRefusal = error.status < 500 && ABOUT_THE_CODE.has(error.error);
    return isRefusal
      ? new ProviderRefusal(error.error)
      : new ProviderFailure(`it answers ${error.error.slice(0, 100)}`);
  }
  const code = codeOf(error);
  if (error instanceof ClientError && typeof code === 'string' && !FAILURES.has(code)) return new ProviderRefusal(code);
  return new ProviderFailure(typeof code === 'string' ? code : 'it does not answer as an OpenID Connect provider');
}

const translateErrors = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    throw verdict(error);
  });

async function discover(provider: Provider, fetch: ProviderFetch): Promise<Configuration> {
  const clientId = nonEmptyText(provider.params['client_id']);
  if (clientId === undefined) throw new ProviderFailure('it has no client_id');
  const issuer = providerUrl(provider.url);
  const insecure = issuer.protocol === 'http:' ? [allowInsecureRequests] : [];
  const found = discovery(issuer, clientId, undefined, clientAuthOf(provider), {
    // Signatures are checked although the token comes directly from the provider.
    execute: [enableNonRepudiationChecks, ...insecure],
    timeout: TIME_LIMIT_SECONDS,
    [customFetch]: fetch,
  });
  return found.catch((error: unknown) => {
    const { message } = verdict(error);
    throw new ProviderFailure(`it cannot be discovered: ${message}`);
  });
}

type Dependencies = { fetch: ProviderFetch; clock: Clock };

/** One discovery for each revision of a provider, shared by concurrent requests; a failed one is retried. */
function createDiscovery({ fetch, clock }: Dependencies): (provider: Provider) => Promise<Configuration> {
  const kept = new Map<number, { revision: number; until: number; configuration: Promise<Configuration> }>();
  return (provider) => {
    const now = clock.now().getTime();
    const found = kept.get(provider.id);
    if (found?.revision === provider.revision && found.until > now) return found.configuration;
    const entry = { revision: provider.revision, until: now + KEPT_MS, configuration: discover(provider, fetch) };
    kept.set(provider.id, entry);
    entry.configuration.catch(() => {
      if (kept.get(provider.id) === entry) kept.delete(provider.id);
    });
    return entry.configuration;
  };
}

export function createOpenIdConnect(dependencies: Dependencies) {
  const configurationOf = createDiscovery(dependencies);

  return {
    challengeOf: calculatePKCECodeChallenge,

    /** @throws ProviderFailure */
    async start(provider: Provider, redirectUri: string) {
      const { acr, maxAge } = requiredStrength(provider);
      const configuration = await configurationOf(provider);
      const [state, nonce, codeVerifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
      const code_challenge = await calculatePKCECodeChallenge(codeVerifier);
      const scopes = new Set(['openid', ...(nonEmptyText(provider.params['scope']) ?? 'email profile').split(/\s+/)]);
      const parameters = {
        redirect_uri: redirectUri,
        scope: [...scopes].filter((scope) => scope !== '').join(' '),
        state,
        nonce,
        code_challenge,
        code_challenge_method: 'S256',
        ...(acr.length > 0 && { acr_values: acr.join(' ') }),
        ...(maxAge !== undefined && { max_age: String(maxAge) }),
      };
      try {
        const url = buildAuthorizationUrl(configuration, parameters).href;
        return { url, state, nonce, codeVerifier, code_challenge };
      } catch (error) {
        throw verdict(error);
      }
    },

    /** @throws ProviderRefusal, ProviderFailure */
    async identify(provider: Provider, returned: AuthorizationReturn): Promise<ExternalIdentity> {
      const { code, state, iss, nonce, codeVerifier, redirectUri } = returned;
      const strength = requiredStrength(provider);
      const configuration = await configurationOf(provider);
      const url = new URL(redirectUri);
      url.search = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) }).toString();
      const { maxAge } = strength;
      const checks = {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        ...(maxAge !== undefined && { maxAge }),
      };
      const tokens = await translateErrors(authorizationCodeGrant(configuration, url, checks));
      const idToken = tokens.claims();
      if (!idToken) throw new ProviderRefusal('no ID token');
      assertStrength(strength, idToken);
      let all: Promise<Readonly<Record<string, unknown>>> | undefined;
      // Many providers give address and name only here. Claims of the signed ID token take precedence.
      const userInfo = async () =>
        configuration.serverMetadata().userinfo_endpoint === undefined
          ? idToken
          : { ...(await translateErrors(fetchUserInfo(configuration, tokens.access_token, idToken.sub))), ...idToken };
      const claims = () => (all ??= userInfo());
      return { username: await usernameOf(provider, idToken, claims), claims };
    },
  };
}

/** `sub` is never reassigned (OpenID Connect Core, 5.7); a provider can be configured to use another claim. */
async function usernameOf(
  { params }: Provider,
  idToken: Readonly<Record<string, unknown>>,
  claims: ExternalIdentity['claims'],
): Promise<string> {
  const name = nonEmptyText(params['username_claim']) ?? 'sub';
  const found = idToken[name] === undefined ? await claims() : idToken;
  const value = nonEmptyText(found[name]);
  if (value === undefined || value.length > 255) throw new ProviderRefusal(`no claim ${name}`);
  if (name === 'email' && found['email_verified'] !== true) throw new ProviderRefusal('the e-mail is not verified');
  return value;
}

/**
 * A text has its values separated by blanks.
 * @throws ProviderFailure, so that an invalid value does not permit any sign-in
 */
function valuesOf(params: Provider['params'], name: string): string[] {
  const given = params[name];
  if (given === undefined || given === null) return [];
  const values = typeof given === 'string' ? given.split(/\s+/).filter((value) => value !== '') : textsOf(given);
  if (values.length > 0 && (typeof given === 'string' || values.length === itemsIn(given).length)) return values;
  throw new ProviderFailure(`its ${name} is neither a text nor a list of texts`);
}

const isSeconds = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** The required strength of a sign-in, by the `params` of the provider (D633). @throws ProviderFailure for params that cannot be read */
function requiredStrength({ params }: Provider) {
  const maxAge = params['max_age'] ?? undefined;
  if (maxAge !== undefined && !isSeconds(maxAge)) {
    throw new ProviderFailure('its max_age is not a number of seconds');
  }
  return {
    /** Sent as `acr_values`; the token names one of them as `acr`. None: any. */
    acr: valuesOf(params, 'acr_values'),
    /** Methods, of which the token names one at least in `amr`. None: any. */
    amr: valuesOf(params, 'amr_values'),
    /** Seconds since the user has signed in there; undefined: any. */
    maxAge,
  };
}

/** @throws ProviderRefusal for an ID token without this strength; its `auth_time` is checked with the token */
function assertStrength(
  { acr, amr }: ReturnType<typeof requiredStrength>,
  idToken: Readonly<Record<string, unknown>>,
): void {
  if (acr.length > 0 && !acr.some((one) => one === idToken['acr']))
    throw new ProviderRefusal('no acr that is required');
  const methods = textsOf(idToken['amr']);
  if (amr.length > 0 && !amr.some((method) => methods.includes(method))) {
    throw new ProviderRefusal('no amr that is required');
  }
}
