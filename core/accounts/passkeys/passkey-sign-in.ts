// Signing in by a passkey alone: the device is one factor, unlocking it another one (D695).
import type { RequestContext } from '../../context.ts';
import {
  assertMaySignIn,
  findActive,
  loginFailed,
  type Identity,
  type SignInServices,
} from '../credentials/sign-in-services.ts';
import { isRightPasskey, type PasskeyAnswer } from './use-passkey.ts';

const refused = () => loginFailed('The passkey belongs to no active account, or its answer is no longer valid.');

/** @param noteUser called with the user before the response is checked @throws ApiError login_failed, too_many_requests, forbidden */
export async function userOfPasskey(
  services: SignInServices,
  { passkey, challenge: token }: PasskeyAnswer,
  { caller: { applicationId }, address }: RequestContext,
  noteUser: (userId: number) => void,
): Promise<Identity & { userId: number }> {
  const { throttle, challenges, store } = services;
  await throttle.assertMayGuess('challenge', address);
  const challenge = await challenges.read(token);
  const isFresh = challenge?.use === 'passkey' && challenge.applicationId === applicationId;
  const credential = isFresh ? await store.credentials.findOne({ 'passkeys.credential_id': passkey.id }) : null;
  const account = credential ? await findActive(services, credential._id, applicationId) : undefined;
  if (credential) noteUser(credential._id);
  const { userHandle: handle } = passkey.response;
  const isOwn = handle === undefined || handle === null || handle === credential?.passkey_user;
  if (!credential || !account || !isOwn) {
    await throttle.recordGuess('challenge', address);
    throw refused();
  }
  const { _id: userId } = credential;
  const identity = { userId, account, applicationId, isConfirmed: true };
  assertMaySignIn(services, identity);
  // Counted by address: there is no password, so an anonymous caller could use up the attempts of the user.
  if (await isRightPasskey(services, credential, { passkey, challenge: token, isAlone: true })) return identity;
  await throttle.recordGuess('challenge', address);
  throw refused();
}
