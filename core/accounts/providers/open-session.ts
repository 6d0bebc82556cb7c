// Tokens for an authenticated user, under the conditions of every way to sign in (D16, D86).
import type { RequestContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { assertEnrolled } from '../factors/factor-requirement.ts';
import { hasFactor } from '../factors/second-factor.ts';
import { factorRequired } from '../sign-in/second-step.ts';
import { issueTokens } from '../sign-in/sign-in.ts';
import { assertMaySignIn, findActive, type SignedIn, type SignInServices } from '../credentials/sign-in-services.ts';

/** @param isConfirmed the provider requires a second factor of its users */
export type OpenSession = (userId: number, context: RequestContext, isConfirmed?: boolean) => Promise<SignedIn>;

/** @returns a function that throws ApiError login_failed for an inactive user, forbidden where no rule permits sign-in */
export function createOpenSession(services: SignInServices): OpenSession {
  const { store, clock } = services;
  return async (userId, context, isConfirmed = false) => {
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
