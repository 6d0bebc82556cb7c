// The passkeys of a user: registration, list, names, removal (D695).
import { randomBytes, randomUUID } from 'node:crypto';
import type { components } from '../../../generated/api.d.ts';
import type { RequestContext } from '../../context.ts';
import { ApiError, invalidData, notFound } from '../../errors.ts';
import { projectName } from '../../settings.ts';
import { USERS } from '../../access/access-rules.ts';
import type { CredentialRow, Passkey } from '../../store/store.ts';
import { addFactor } from './change-factor.ts';
import { LIFETIME } from '../credentials/challenges.ts';
import { alreadyEnrolled, enrollingUser, ownCredential } from './enrolment.ts';
import { assertMayAddFactor } from '../factors/own-password.ts';
import { removeOneFactor } from './remove-factor.ts';
import { hasFactor, newRecoveryCodes } from '../factors/second-factor.ts';
import { readChallenge } from '../sign-in/second-step.ts';
import { issueTokens } from '../sign-in/sign-in.ts';
import { userOf, type Identity, type SignedIn, type SignInServices } from '../credentials/sign-in-services.ts';
import { creationOptions, requestOptions, signedChallenge, verifyRegistration } from '../passkeys/webauthn.ts';

const MOST = 10;

type Shown = components['schemas']['Passkey'];

const shown = ({ id, name, created, used, synced }: Passkey): Shown => ({
  id,
  name,
  created: created.toISOString(),
  used: used?.toISOString() ?? null,
  synced,
});

const tooMany = (): ApiError => new ApiError('conflict', `There are ${MOST} passkeys already: remove one first.`);

export async function listPasskeys(services: SignInServices, context: RequestContext): Promise<{ passkeys: Shown[] }> {
  const { passkeys = [] } = await ownCredential(services, userOf(context));
  return { passkeys: passkeys.map(shown) };
}

/** The user handle for authenticators: random, so that it reveals nothing of the user. */
async function handleOf({ store }: SignInServices, { _id, passkey_user: known }: CredentialRow): Promise<string> {
  if (known !== undefined) return known;
  const fresh = randomBytes(16).toString('base64url');
  const whereMissing = {
    passkey_user: { $ifNull: ['$passkey_user', fresh] },
    password_hash: { $ifNull: ['$password_hash', null] },
  };
  const options = { upsert: true, returnDocument: 'after' } as const;
  const row = await store.credentials.findOneAndUpdate({ _id }, [{ $set: whereMissing }], options);
  return row?.passkey_user ?? fresh;
}

/**
 * Begins the registration of a passkey. A challenge replaces token and password.
 * @throws ApiError conflict, invalid_data, fresh_sign_in_required, fresh_factor_required, too_many_requests,
 * authentication_required, login_failed
 */
export async function beginPasskey(
  services: SignInServices,
  { password, challenge }: components['schemas']['PasskeyCreateBody'],
  context: RequestContext,
): Promise<components['schemas']['PasskeyCreationMeta']> {
  const { userId, challenged } = await enrollingUser(services, challenge, context);
  const credential = await ownCredential(services, userId);
  const known = credential.passkeys ?? [];
  if (known.length >= MOST) throw tooMany();
  if (challenged && hasFactor(credential)) throw alreadyEnrolled();
  const user = await services.store.findDocument(USERS, userId);
  const username = String(user?.['username'] ?? userId);
  if (!challenged) await assertMayAddFactor(services, { credential, username }, password, context);
  const handle = await handleOf(services, credential);
  const { applicationId } = context.caller;
  const registration = { use: 'registration', userId, applicationId } as const;
  const token = challenge ?? (await services.challenges.issue(registration, credential.password_hash));
  const of = { handle, username, known };
  const options = await creationOptions(services.passkeySite(), of, { token, name: projectName(context) });
  return { challenge: token, expires_in: LIFETIME.registration, options: { ...options } };
}

/** @throws ApiError login_failed, invalid_data */
async function registering(
  services: SignInServices,
  token: string,
  context: RequestContext,
): Promise<{ userId: number; signingIn: Identity | undefined }> {
  if (context.caller.userId === null) {
    const { identity } = await readChallenge(services, { token, use: 'enrolment' }, context);
    return { userId: identity.userId, signingIn: identity };
  }
  const { userId, applicationId } = context.caller;
  const read = await services.challenges.read(token);
  const isOwn = read?.use === 'registration' && read.userId === userId && read.applicationId === applicationId;
  if (isOwn) return { userId, signingIn: undefined };
  throw invalidData('/challenge', '[challenge.valid]: It was not issued by POST /auth/passkeys, or has expired.');
}

/**
 * The response of an authenticator creates a passkey. With the challenge of a sign-in the user is signed in.
 * @returns recovery codes too, which are shown this once, for the first second factor of a user
 * @throws ApiError conflict, invalid_data, login_failed, authentication_required, too_many_requests
 */
export async function finishPasskey(
  services: SignInServices,
  { challenge: token, name = 'Passkey', credential: response }: components['schemas']['PasskeyActivateBody'],
  context: RequestContext,
): Promise<{ passkey: Shown; recovery_codes?: string[] } & Partial<SignedIn>> {
  const { userId, signingIn } = await registering(services, token, context);
  const credential = await ownCredential(services, userId);
  if (signingIn && hasFactor(credential)) throw alreadyEnrolled();
  const found = await verifyRegistration(services.passkeySite(), response, token);
  if (!found)
    throw invalidData('/credential', '[credential.valid]: It is not the answer of an authenticator to this challenge.');
  // Authenticators create long random ids, so the same id of two users is not a coincidence.
  const holder = await services.store.credentials.findOne({ 'passkeys.credential_id': found.credential_id });
  if (holder) throw new ApiError('conflict', 'The passkey is registered already.');
  const codes = hasFactor(credential) ? undefined : newRecoveryCodes();
  const passkey = { id: randomUUID(), name, created: services.clock.now(), used: null, ...found };
  const registered_by = signedChallenge(token);
  const room = {
    _id: userId,
    [`passkeys.${MOST - 1}`]: { $exists: false },
    'passkeys.credential_id': { $ne: passkey.credential_id },
    registered_by: { $ne: registered_by },
  };
  // One challenge registers one passkey; earlier challenges have ended.
  const change = { $push: { passkeys: passkey }, $set: { registered_by, ...(codes && { recovery: codes.hashes }) } };
  await addFactor(services, { userId, params: { passkey: passkey.id } }, context, async (transaction) => {
    const { matchedCount } = await services.store.credentials.updateOne(room, change, { session: transaction });
    if (matchedCount === 0)
      throw new ApiError('conflict', 'The passkey was registered already, or there are too many.');
  });
  const made = { passkey: shown(passkey), ...(codes && { recovery_codes: codes.codes }) };
  if (!signingIn) return made;
  const tokens = await issueTokens(services, { ...signingIn, isConfirmed: true }, context);
  const { applicationId: application_id } = signingIn;
  services.audit('sign_in', { address: context.address, grant_type: 'enrolment', user_id: userId, application_id });
  return { ...made, ...tokens };
}

const missing = (id: string): ApiError => notFound(`The passkey "${id.slice(0, 100)}"`);

/** @throws ApiError not_found */
export async function renamePasskey(
  services: SignInServices,
  { id, name }: { id: string; name: string },
  context: RequestContext,
): Promise<{ passkey: Shown }> {
  const change = { $set: { 'passkeys.$.name': name } };
  const row = await services.store.credentials.findOneAndUpdate({ _id: userOf(context), 'passkeys.id': id }, change, {
    returnDocument: 'after',
  });
  const passkey = row?.passkeys?.find((each) => each.id === id);
  if (!passkey) throw missing(id);
  return { passkey: shown(passkey) };
}

/** @throws ApiError not_found, fresh_factor_required */
export async function removePasskey(services: SignInServices, id: string, context: RequestContext): Promise<void> {
  const passkey = {
    isThere: ({ passkeys = [] }: CredentialRow) => passkeys.some((each) => each.id === id),
    where: { 'passkeys.id': id },
    change: { $pull: { passkeys: { id } } },
    params: { passkey: id },
    absent: missing(id),
  };
  await removeOneFactor(services, passkey, context);
}

/**
 * Options of a browser for its user's authenticator: for the second step of a sign-in, for a caller who confirms the
 * second factor, or for a sign-in by passkey alone.
 * @throws ApiError login_failed, conflict, too_many_requests
 */
export async function passkeyChallenge(
  services: SignInServices,
  { challenge }: { challenge?: string | undefined },
  context: RequestContext,
): Promise<components['schemas']['PasskeyRequestMeta']> {
  const { userId, applicationId } = context.caller;
  const optionsOf = async (token: string, passkeys: readonly Passkey[] | undefined) => {
    if (passkeys?.length === 0) throw new ApiError('conflict', 'The user has no passkey.');
    const options = await requestOptions(services.passkeySite(), passkeys, token);
    return { challenge: token, expires_in: LIFETIME['sign-in'], options: { ...options } };
  };
  if (challenge !== undefined) {
    const { credential } = await readChallenge(services, { token: challenge, use: 'sign-in' }, context);
    return optionsOf(challenge, credential.passkeys ?? []);
  }
  if (userId === null) {
    return optionsOf(await services.challenges.issue({ use: 'passkey', userId: 0, applicationId }), undefined);
  }
  const token = await services.challenges.issue({ use: 'confirmation', userId, applicationId });
  return optionsOf(token, (await ownCredential(services, userId)).passkeys ?? []);
}
