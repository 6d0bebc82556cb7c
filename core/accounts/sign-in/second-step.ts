// The challenge of a sign-in, which is sent back with a second factor, or to enrol one (D686, D693).
import type { RequestContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { secretHash } from '../../secret-hash.ts';
import type { AccountDocument, CredentialRow } from '../../store/store.ts';
import type { ChallengeUse } from '../credentials/challenges.ts';
import { findActive, loginFailed, type Identity, type SignInServices } from '../credentials/sign-in-services.ts';

/** 401 with the challenge of the second step. */
export async function factorRequired(
  { challenges }: Pick<SignInServices, 'challenges'>,
  { _id: userId, password_hash: hash }: Pick<CredentialRow, '_id' | 'password_hash'>,
  applicationId: number | null,
): Promise<ApiError> {
  const challenge = await challenges.issue({ use: 'sign-in', userId, applicationId }, hash);
  return new ApiError('second_factor_required', { detail: 'A code of the second factor is required.', challenge });
}

/** The user of a challenge, whose password was correct. */
export interface Challenged {
  identity: Identity & { userId: number; account: AccountDocument };
  credential: CredentialRow;
}

/**
 * @param noteUser called with the user before the challenge is checked further
 * @throws ApiError login_failed for a challenge of another service, an expired one, or one with another purpose;
 * too_many_requests
 */
export async function readChallenge(
  services: SignInServices,
  { token, use }: { token: string; use: ChallengeUse },
  { caller: { applicationId }, address }: RequestContext,
  noteUser: (userId: number) => void = () => undefined,
): Promise<Challenged> {
  const { throttle, challenges, store } = services;
  await throttle.assertMayGuess('challenge', address);
  const challenge = await challenges.read(token);
  if (challenge?.use !== use || challenge.applicationId !== applicationId) {
    await throttle.recordGuess('challenge', address);
    throw loginFailed('The challenge is no longer valid: begin again with the password.');
  }
  const { userId, passwordMark } = challenge;
  noteUser(userId);
  const credential = await store.credentials.findOne({ _id: userId });
  const account = await findActive(services, userId, applicationId);
  const hash = credential?.password_hash ?? null;
  // The password may have been changed, or its hash upgraded, since.
  const isSame =
    passwordMark === null || (hash !== null && [secretHash(hash), credential?.upgraded_from].includes(passwordMark));
  if (!credential || !account || !isSame) {
    throw loginFailed('The user name or the password is wrong, or the account is not active.');
  }
  const passwordHash = passwordMark === null ? undefined : (hash ?? undefined);
  return { identity: { userId, account, applicationId, passwordHash }, credential };
}
