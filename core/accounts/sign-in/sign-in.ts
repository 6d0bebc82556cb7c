// POST /auth: a password, a refresh token or the key of an application for an access token (service.md 5, D15, D22).
import { isUsable } from '../../access/application-scope.ts';
import { isKnownNetwork, noteSignInPlace } from './known-places.ts';
import type { components } from '../../../generated/api.d.ts';
import { timingSafeEqual } from 'node:crypto';
import type { AuditFacts } from '../../audit.ts';
import type { RequestContext } from '../../context.ts';
import { ApiError, invalidData } from '../../errors.ts';
import type { AccountDocument, ApplicationRow, CredentialRow } from '../../store/store.ts';
import { withRowType } from '../../store/untyped-collection.ts';
import { findCredential } from '../account-names.ts';
import { generationOf } from '../credentials/bearer.ts';
import { upgradeHash } from '../credentials/credentials.ts';
import { assertEnrolled, assertSessionMayContinue } from '../factors/factor-requirement.ts';
import { hashPassword, isOutdated, verifyPassword } from '../credentials/passwords.ts';
import {
  findRefreshToken,
  issueRefreshToken,
  renewRefreshToken,
  type FoundToken,
  type TokenClient,
} from '../credentials/refresh-tokens.ts';
import { userOfPasskey } from '../passkeys/use-passkey.ts';
import { answerIn, assertFactor, hasFactor } from '../factors/second-factor.ts';
import { factorRequired, readChallenge } from './second-step.ts';
import { secretHash } from '../../secret-hash.ts';
import {
  assertMaySignIn,
  findActive,
  loginFailed,
  type Identity,
  type SignedIn,
  type SignInServices,
} from '../credentials/sign-in-services.ts';

type SignInBody = components['schemas']['SignInBody'];

/** The details of an attempt, collected for the audit. */
type Facts = Pick<AuditFacts, 'user_id' | 'application_id' | 'username'>;

interface Attempt {
  input: SignInBody;
  services: SignInServices;
  context: RequestContext;
  facts: Facts;
}

const INVALID_REFRESH = 'The refresh token is not valid.';
const WRONG_PASSWORD = 'The user name or the password is wrong, or the account is not active.';
/** Quick, and the same for unknown users (core/accounts/credentials/attempt-log.ts), so that timing reveals nothing. */
const BOOKKEEPING = { writeConcern: { w: 1, journal: false } } as const;

async function noteSignIn({ store, clock }: Pick<SignInServices, 'store' | 'clock'>, userId: number): Promise<void> {
  const seen = { last_login: clock.now(), num_login_err: 0 };
  await store.documents('users').updateOne({ _id: userId }, { $set: seen }, BOOKKEEPING);
}

function required<Name extends Exclude<keyof SignInBody, 'passkey'>>(input: SignInBody, name: Name, more = ''): string {
  const value = input[name];
  if (value === undefined || value === '') {
    throw invalidData(`/${name}`, `[${name}._required]: This field is required${more}.`);
  }
  return value;
}

/**
 * A correct password is not enough.
 * @throws ApiError second_factor_required, second_factor_enrolment_required, login_failed, too_many_requests, invalid_data
 */
async function passFactor(
  { input, services }: Attempt,
  credential: CredentialRow,
  identity: Identity & { userId: number },
): Promise<Pick<Identity, 'isConfirmed' | 'due'>> {
  if (!hasFactor(credential)) return { due: await assertEnrolled(services, identity, credential.password_hash) };
  const answer = answerIn(input);
  if (!answer) throw await factorRequired(services, credential, identity.applicationId);
  await assertFactor(services, { credential, answer });
  return { isConfirmed: true };
}

/** The second step: the challenge names the user whose password was correct. */
async function withSecondFactor({ input, services, context, facts }: Attempt): Promise<Identity> {
  const token = required(input, 'challenge');
  const answer = answerIn(input) ?? { code: required(input, 'code', ', or recovery_code, or passkey') };
  const noteUser = (userId: number): void => void (facts.user_id = userId);
  const { identity, credential } = await readChallenge(services, { token, use: 'sign-in' }, context, noteUser);
  if (!hasFactor(credential)) throw loginFailed(WRONG_PASSWORD);
  assertMaySignIn(services, identity);
  await assertFactor(services, { credential, answer });
  await noteSignIn(services, identity.userId);
  return { ...identity, isConfirmed: true };
}

/** A passkey alone. */
async function withPasskey({ input, services, context, facts }: Attempt): Promise<Identity> {
  const challenge = required(input, 'challenge');
  const { passkey } = input;
  if (passkey === undefined) throw invalidData('/passkey', '[passkey._required]: This field is required.');
  const noteUser = (userId: number): void => void (facts.user_id = userId);
  const identity = await userOfPasskey(services, { passkey, challenge }, context, noteUser);
  await noteSignIn(services, identity.userId);
  return identity;
}

async function withPassword(signingIn: Attempt): Promise<Identity> {
  const { input, services, context, facts } = signingIn;
  const username = required(input, 'username');
  const password = required(input, 'password');
  const { store, throttle, clock } = services;
  const { applicationId } = context.caller;
  const foundUser = await findCredential(store, username);
  // Text that is not a user name may be a password in the wrong field, so it is not stored.
  if (foundUser) Object.assign(facts, { user_id: foundUser._id, username: username.slice(0, 100) });
  const isKnownPlace = isKnownNetwork(foundUser, context);
  const attempt = await throttle.begin(username, { address: context.address, isKnownPlace });
  // Checked again after the wait; also without a user, so that timing reveals nothing.
  const credential = await store.credentials.findOne({ _id: foundUser?._id ?? -1 });
  const matches = await verifyPassword(credential?.password_hash ?? null, password, () => attempt.count());
  const account = credential && matches ? await findActive(services, credential._id, applicationId) : undefined;
  const users = store.documents('users');
  const now = clock.now();
  if (!credential || !account) {
    const failure = { $inc: { num_login_err: 1 }, $set: { last_login_err: now } };
    const bookkeeping = credential
      ? withRowType<AccountDocument & { _id: number }>(users).updateOne({ _id: credential._id }, failure, BOOKKEEPING)
      : throttle.recordNobody(username);
    await Promise.all([attempt.failed(), bookkeeping]);
    throw loginFailed(WRONG_PASSWORD);
  }
  const passwordHash = credential.password_hash ?? undefined;
  const identity = { userId: credential._id, account, applicationId, passwordHash };
  await attempt.succeeded();
  assertMaySignIn(services, identity);
  const factor = await passFactor(signingIn, credential, identity);
  if (passwordHash !== undefined && isOutdated(passwordHash)) {
    await upgradeHash(store, { userId: credential._id, from: passwordHash, to: await hashPassword(password) });
  }
  await noteSignIn(services, identity.userId);
  return { ...identity, ...factor };
}

/** The application of a token, if any. @throws ApiError application_unauthorized */
function applicationOfToken(granted: number | null, { services, context }: Attempt): number | null {
  const callerApplication = context.caller.applicationId;
  if (granted === null) return callerApplication;
  const row = services.access.current().applicationById.get(granted);
  if (isUsable(row, services.clock.now()) && (callerApplication === null || callerApplication === granted))
    return granted;
  throw new ApiError('application_unauthorized', 'The refresh token was issued for another application.');
}

/** @throws ApiError login_failed */
async function usableToken({ input, services, context, facts }: Attempt): Promise<FoundToken> {
  const renew = input.refresh_token || context.token || required(input, 'refresh_token', ', here or as a bearer token');
  await services.throttle.assertMayGuess('refresh', context.address);
  const found = await findRefreshToken(services, renew);
  const { user_id = null, application_id = null } = found?.row ?? {};
  if (found) Object.assign(facts, { user_id, ...(application_id !== null && { application_id }) });
  if (found && found.state !== 'reused') return found;
  await services.throttle.recordGuess('refresh', context.address);
  if (found) await services.endReused(found.row, context);
  throw loginFailed(INVALID_REFRESH);
}

async function withRefreshToken(attempt: Attempt): Promise<Identity> {
  const { services } = attempt;
  const renewed = await usableToken(attempt);
  const { user_id: userId, application_id, generation = 0 } = renewed.row;
  const applicationId = applicationOfToken(application_id, attempt);
  const account = userId === null ? null : await findActive(services, userId, applicationId);
  // A token issued at the moment of a change that ended all tokens.
  const hasEnded = account !== null && account !== undefined && generation !== generationOf(account);
  if (account === undefined || hasEnded) throw loginFailed(INVALID_REFRESH);
  assertMaySignIn(services, { userId, account, applicationId });
  const isConfirmed = renewed.row.factor_at !== undefined;
  const due = isConfirmed ? undefined : await assertSessionMayContinue(services, { userId, account });
  return { userId, account, applicationId, renewed, due };
}

function isSecretOf(application: ApplicationRow, secret: string | undefined): boolean {
  const expected = application.client_secret_hash;
  if (expected === null || secret === undefined) return expected === null && secret === undefined;
  const given = Buffer.from(secretHash(secret), 'hex');
  const stored = Buffer.from(expected, 'hex');
  return stored.length === given.length && timingSafeEqual(stored, given);
}

async function withClientCredentials({ input, services, context, facts }: Attempt): Promise<Identity> {
  const clientId = required(input, 'client_id');
  const { access, throttle } = services;
  await throttle.assertMayGuess('client', context.address);
  const application = access.current().applicationOfKey(clientId);
  if (application) facts.application_id = application._id;
  if (!isUsable(application, services.clock.now()) || !isSecretOf(application, input.client_secret)) {
    await throttle.recordGuess('client', context.address);
    throw loginFailed('The application is unknown or disabled, or its secret is wrong.');
  }
  const callerApplication = context.caller.applicationId;
  if (callerApplication !== null && callerApplication !== application._id) {
    throw new ApiError('application_unauthorized', 'The API key belongs to another application.');
  }
  const identity = { userId: null, account: null, applicationId: application._id };
  assertMaySignIn(services, identity);
  return identity;
}

function identify(attempt: Attempt): Promise<Identity> {
  const { grant_type: grant = 'password' } = attempt.input;
  if (grant === 'password') return withPassword(attempt);
  if (grant === 'refresh_token') return withRefreshToken(attempt);
  if (grant === 'client_credentials') return withClientCredentials(attempt);
  if (grant === 'second_factor') return withSecondFactor(attempt);
  if (grant === 'passkey') return withPasskey(attempt);
  throw invalidData('/grant_type', '[grant_type.inList]: The provided value is invalid.');
}

/** The refresh token of a new session, or of the renewed one. @throws ApiError login_failed */
async function refreshTokenOf(
  services: SignInServices,
  { userId, account, applicationId, passwordHash, renewed, isConfirmed }: Identity,
  client: TokenClient,
): Promise<{ token: string; sessionId: string }> {
  if (renewed) {
    const token = await renewRefreshToken(services, renewed, client);
    if (token === undefined) throw loginFailed(INVALID_REFRESH);
    return { token, sessionId: renewed.row._id };
  }
  const generation = account ? generationOf(account) : 0;
  const owner = {
    user_id: userId,
    application_id: applicationId,
    ...(generation > 0 && { generation }),
    ...(isConfirmed && { factor_at: services.clock.now() }),
  };
  const issued = await issueRefreshToken(services, owner, client, passwordHash);
  // A password that has changed since is refused; otherwise its token would outlive the change.
  if (!issued) throw loginFailed(WRONG_PASSWORD);
  return issued;
}

/** Tokens after a sign-in. @throws ApiError login_failed */
export async function issueTokens(
  services: SignInServices,
  identity: Identity,
  context: RequestContext,
): Promise<SignedIn> {
  const { userId, account, applicationId } = identity;
  const { token: renew, sessionId } = await refreshTokenOf(services, identity, context);
  if (userId !== null && !identity.renewed) await noteSignInPlace(services, userId, context);
  const generation = account ? generationOf(account) : 0;
  const { token, expiresIn } = await services.accessTokens.issue({ userId, applicationId, generation, sessionId });
  const { due } = identity;
  return { jwt: token, renew, expires_in: expiresIn, ...(due && { second_factor_due: due.toISOString() }) };
}

/** Remaining lifetime of the access token of the request. @throws ApiError authentication_required */
export async function secondsLeft(
  { accessTokens, clock }: Pick<SignInServices, 'accessTokens' | 'clock'>,
  { token }: Pick<RequestContext, 'token'>,
): Promise<{ token: string; expiresIn: number }> {
  if (token === undefined) throw new ApiError('authentication_required', 'Authentication is required to continue.');
  const { expires } = await accessTokens.verify(token);
  return { token, expiresIn: Math.max(0, expires - Math.floor(clock.now().getTime() / 1000)) };
}

/** @throws ApiError login_failed, application_unauthorized, forbidden, missing_api_key, too_many_requests, invalid_data */
export async function signIn(input: SignInBody, services: SignInServices, context: RequestContext): Promise<SignedIn> {
  const { address, caller } = context;
  const facts: Facts = { application_id: caller.applicationId };
  const known = { address, grant_type: input.grant_type ?? 'password' };
  try {
    const identity = await identify({ input, services, context, facts });
    const tokens = await issueTokens(services, identity, context);
    services.audit('sign_in', { ...known, user_id: identity.userId, application_id: identity.applicationId });
    return tokens;
  } catch (error) {
    // Requests without an attempt, such as one with a missing field, are not recorded.
    if (error instanceof ApiError && error.status !== 400) {
      services.audit('sign_in_failed', { ...known, ...facts, code: error.face.code });
    }
    throw error;
  }
}
