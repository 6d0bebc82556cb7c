// A passkey as a second factor, or as the only step of a sign-in (D695).
import type { components } from '../../../generated/api.d.ts';
import type { CredentialRow } from '../../store/store.ts';
import {
  assertMaySignIn,
  findActive,
  loginFailed,
  type SignInServices,
  type Identity,
} from '../credentials/sign-in-services.ts';
import { signedChallenge, verifyAssertion } from './webauthn.ts';
import type { RequestContext } from '../../context.ts';

export interface PasskeyAnswer {
  passkey: components['schemas']['PasskeyAssertion'];
  /** The token whose challenge was signed. */
  challenge: string;
}

/** Used challenges are stored until they expire; only the latest ones. */
const KEPT_MS = 15 * 60_000;
const MOST_KEPT = 100;

/**
 * Whether the response is from a passkey of this user, for this challenge, and new.
 * @param isAlone it is the only step, so the device must have verified its user
 */
export async function isRightPasskey(
  { store, clock, passkeySite }: Pick<SignInServices, 'store' | 'clock' | 'passkeySite'>,
  { _id, passkeys = [] }: CredentialRow,
  { passkey, challenge: token, isAlone }: PasskeyAnswer & { isAlone: boolean },
): Promise<boolean> {
  const { userHandle, ...signed } = passkey.response;
  // Browsers write null if there is none.
  const response = { ...passkey, response: { ...signed, ...(userHandle && { userHandle }) } };
  const known = passkeys.find(({ credential_id: id }) => id === response.id);
  if (!known) return false;
  const verified = await verifyAssertion(passkeySite(), known, { response, token, isAlone });
  if (!verified) return false;
  const now = clock.now();
  const used = { id: signedChallenge(token), until: new Date(now.getTime() + KEPT_MS) };
  const unused = {
    _id,
    'used_challenges.id': { $ne: used.id },
    // Of two concurrent responses with the same counter one is a copy.
    passkeys: { $elemMatch: { id: known.id, counter: known.counter } },
  };
  const isIt = { $eq: ['$$passkey.id', known.id] };
  const seen = { $mergeObjects: ['$$passkey', { ...verified, used: now }] };
  const live = { $filter: { input: { $ifNull: ['$used_challenges', []] }, cond: { $gt: ['$$this.until', now] } } };
  const change = {
    passkeys: { $map: { input: '$passkeys', as: 'passkey', in: { $cond: [isIt, seen, '$$passkey'] } } },
    used_challenges: { $slice: [{ $concatArrays: [live, [used]] }, -MOST_KEPT] },
  };
  return (await store.credentials.updateOne(unused, [{ $set: change }])).matchedCount > 0;
}

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
