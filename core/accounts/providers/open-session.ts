// Tokens for an authenticated user, under the conditions of every way to sign in (D16, D86).
import type { RequestContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import {
  assertMaySignIn,
  factorRequired,
  findActive,
  issueTokens,
  type SignedIn,
  type SignInServices,
} from '../sign-in.ts';

export type OpenSession = (userId: number, context: RequestContext) => Promise<SignedIn>;

/** @returns a function that throws ApiError login_failed for an inactive user, forbidden where no rule permits sign-in */
export function createOpenSession(services: SignInServices): OpenSession {
  const { store, clock } = services;
  return async (userId, context) => {
    const { applicationId } = context.caller;
    const account = await findActive(services, userId, applicationId);
    if (!account) throw new ApiError('login_failed', 'The account is not active.');
    const identity = { userId, account, applicationId };
    assertMaySignIn(services, identity);
    const credential = await store.credentials.findOne({ _id: userId });
    // The provider need not know of it.
    if (credential?.second_factor)
      throw await factorRequired(services, { ...credential, password_hash: null }, applicationId);
    await store.documents('users').updateOne({ _id: userId }, { $set: { last_login: clock.now(), num_login_err: 0 } });
    return issueTokens(services, identity, context);
  };
}
