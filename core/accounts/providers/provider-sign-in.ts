// POST /auth with `auth_provider`, and the requests of a browser application before it (D120, D121).
import type { components } from '../../../generated/api.d.ts';
import type { RequestContext } from '../../context.ts';
import { ApiError, invalidData } from '../../errors.ts';
import type { Logger } from '../../log.ts';
import type { AttemptLog } from '../credentials/attempt-log.ts';
import { assertMaySignIn, findActive, type SignedIn, type SignInServices } from '../credentials/sign-in-services.ts';
import {
  countAuthorizationRequest,
  keepAuthorizationRequest,
  LIFETIME_SECONDS,
  takeAuthorizationRequest,
} from './authorization-requests.ts';
import { findExternalUser, type ExternalUserServices } from './external-user.ts';
import { identifyByAccessToken } from './oauth2.ts';
import type { OpenIdConnect } from './openid-connect.ts';
import type { ProviderFetch } from './provider-request.ts';
import {
  findProvider,
  ProviderFailure,
  ProviderRefusal,
  textsOf,
  type ExternalIdentity,
  type Provider,
} from './provider.ts';
import { parseUrl } from '../../network/parse-url.ts';
import { isOwnPage, type OwnPages } from '../../config/reach.ts';
import { assertEnrolled } from '../factors/factor-requirement.ts';
import { hasFactor } from '../factors/second-factor.ts';
import { factorRequired } from '../sign-in/second-step.ts';
import { issueTokens } from '../sign-in/sign-in.ts';

export interface ProviderServices extends ExternalUserServices, Pick<SignInServices, 'throttle' | 'audit' | 'sealer'> {
  attempts: AttemptLog;
  log: Logger;
  openSession: ReturnType<typeof createOpenSession>;
  openIdConnect: OpenIdConnect;
  fetch: ProviderFetch;
  /** Addresses of private networks are allowed. */
  allowsPrivate: boolean;
  /** Redirect URIs for providers without `redirect_uris`. */
  ownPages: OwnPages;
}

type SignInBody = components['schemas']['SignInBody'];

/** One response for all mismatches; the log has the reason. */
const loginFailed = (): ApiError =>
  new ApiError('login_failed', 'The provider is not configured here, or does not confirm an active account.');

const required = (name: 'code' | 'state' | 'code_verifier', { [name]: value }: SignInBody): string => {
  if (!value) throw invalidData(`/${name}`, `[${name}._required]: This field is required.`);
  return value;
};

async function identifyByCode(
  provider: Provider,
  input: SignInBody,
  services: ProviderServices,
  context: RequestContext,
): Promise<ExternalIdentity> {
  const code = required('code', input);
  const state = required('state', input);
  const codeVerifier = required('code_verifier', input);
  const { openIdConnect } = services;
  const code_challenge = await openIdConnect.challengeOf(codeVerifier);
  const returned = { auth_provider_id: provider.id, state, code_challenge, redirect_uri: input.redirect_uri };
  const request = await takeAuthorizationRequest(services, returned, context);
  if (!request) throw new ProviderRefusal('no matching authorization is in progress');
  const { nonce, redirect_uri: redirectUri } = request;
  return openIdConnect.identify(provider, { code, state, iss: input.iss, nonce, codeVerifier, redirectUri });
}

async function identify(
  input: SignInBody,
  services: ProviderServices,
  context: RequestContext,
): Promise<{ userId: number; isConfirmed: boolean }> {
  const provider = await findProvider(services, input.auth_provider ?? '');
  if (!provider) throw new ProviderRefusal('no such provider');
  const identity =
    provider.class === 'OAuth2'
      ? await identifyByAccessToken(provider, input, services.fetch)
      : await identifyByCode(provider, input, services, context);
  const userId = await findExternalUser(services, { provider, identity }, context);
  // Administrators vouch for it: most providers do not report how users signed in.
  return { userId, isConfirmed: provider.params['second_factor'] === true };
}

/** Failures are counted by address and by claimed user. A state belongs to no user and counts once. */
const throttleKey = ({ auth_provider, provider_username, state }: SignInBody): string =>
  `auth_provider:${auth_provider}:${provider_username ?? state ?? ''}`;

/** @throws ApiError login_failed, too_many_requests, invalid_data, forbidden, service_unavailable */
export async function signInWithProvider(
  input: SignInBody,
  services: ProviderServices,
  context: RequestContext,
): Promise<SignedIn> {
  const { throttle, audit, log, openSession } = services;
  const { address, caller } = context;
  const name = (input.auth_provider ?? '').slice(0, 100);
  const params = { auth_provider: name };
  const facts = { address, application_id: caller.applicationId, grant_type: 'auth_provider', params };
  const username = input.provider_username?.slice(0, 100);
  const attempt = await throttle.begin(throttleKey(input), { address });
  await attempt.count();
  try {
    const { userId, isConfirmed } = await identify(input, services, context);
    const tokens = await openSession(userId, context, isConfirmed);
    await attempt.succeeded();
    audit('sign_in', { ...facts, user_id: userId, username });
    return tokens;
  } catch (error) {
    const isRefused = error instanceof ProviderRefusal || (error instanceof ApiError && error.code === 'login_failed');
    if (isRefused) {
      audit('sign_in_failed', { ...facts, username, code: 'login_failed' });
      log.info({ auth_provider: name, reason: error.message }, 'a provider refused a sign-in');
      await attempt.failed();
      throw loginFailed();
    }
    await attempt.abandon();
    throw withPublicFace(error, { name, log });
  }
}

function withPublicFace(error: unknown, { name, log }: { name: string; log: Logger }): unknown {
  if (!(error instanceof ProviderFailure)) return error;
  log.warn({ auth_provider: name, reason: error.message }, 'a provider cannot be reached');
  const detail = `The provider "${name}" cannot be reached; try again later.`;
  return new ApiError('service_unavailable', detail, { 'Retry-After': '30' });
}

/** @throws ApiError invalid_data */
function assertRedirectUri(uri: string, { params }: Provider, ownPages: OwnPages): void {
  const url = parseUrl(uri);
  if (!url || url.search !== '' || url.hash !== '' || url.href !== uri) {
    const written = url ? `, such as ${url.origin === 'null' ? url.protocol : url.origin}/` : '';
    throw invalidData('/redirect_uri', `A URL in its full form without query and fragment is expected${written}.`);
  }
  const allowed = textsOf(params['redirect_uris']);
  if (allowed.includes(uri) || (allowed.length === 0 && isOwnPage(url, ownPages))) return;
  const remedy = 'An administrator lists allowed addresses in redirect_uris of its params.';
  throw invalidData('/redirect_uri', `The provider is not configured to send users there. ${remedy}`);
}

/**
 * The authorization URL, and the values that an application keeps until the user returns.
 * @throws ApiError invalid_data, too_many_requests, service_unavailable
 */
export async function startAuthorization(
  input: components['schemas']['AuthorizationBody'],
  services: ProviderServices,
  context: RequestContext,
): Promise<components['schemas']['AuthorizationMeta']> {
  const { openIdConnect, ownPages, log } = services;
  const { auth_provider: name, redirect_uri } = input;
  const fail = (error: unknown): never => {
    throw withPublicFace(error, { name, log });
  };
  const provider = await findProvider(services, name).catch(fail);
  if (provider?.class !== 'OpenIDConnect') {
    throw invalidData('/auth_provider', 'No provider of class OpenIDConnect has this name and is enabled.');
  }
  assertRedirectUri(redirect_uri, provider, ownPages);
  await countAuthorizationRequest(services.attempts, context);
  const { url, codeVerifier, ...start } = await openIdConnect.start(provider, redirect_uri).catch(fail);
  await keepAuthorizationRequest(services, { auth_provider_id: provider.id, redirect_uri, ...start }, context);
  return {
    authorization_url: url,
    state: start.state,
    code_verifier: codeVerifier,
    expires_in: LIFETIME_SECONDS,
  };
}

/** @returns a function that throws ApiError login_failed for an inactive user, forbidden where no rule permits sign-in */
export function createOpenSession(services: SignInServices) {
  const { store, clock } = services;
  /** @param isConfirmed the provider requires a second factor of its users */
  return async (userId: number, context: RequestContext, isConfirmed = false): Promise<SignedIn> => {
    const { applicationId } = context.caller;
    const account = await findActive(services, userId, applicationId);
    if (!account) throw new ApiError('login_failed', 'The account is not active.');
    const identity = { userId, account, applicationId };
    assertMaySignIn(services, identity);
    const credential = await store.credentials.findOne({ _id: userId });
    // The provider need not know of it.
    if (credential && hasFactor(credential)) {
      throw await factorRequired(services, { ...credential, password_hash: null }, applicationId);
    }
    const due = isConfirmed ? undefined : await assertEnrolled(services, identity, null);
    await store.documents('users').updateOne({ _id: userId }, { $set: { last_login: clock.now(), num_login_err: 0 } });
    return issueTokens(services, { ...identity, isConfirmed, due }, context);
  };
}
