// What a signed-in caller must show before a change of the own credentials (D740): a stolen access token is not enough.
import type { RequestContext } from '../../context.ts';
import { invalidData } from '../../errors.ts';
import type { CredentialRow } from '../../store/store.ts';
import { assertOwnFresh, assertRecentSignIn } from './fresh-factor.ts';
import { verifyPassword } from '../credentials/passwords.ts';
import { hasFactor } from './second-factor.ts';
import type { SignInServices } from '../credentials/sign-in-services.ts';

/** Of an account, by its own user. */
export interface Owner {
  credential: CredentialRow;
  username: string;
}

/** The password as the request has sent it. */
interface SentPassword {
  password: unknown;
  /** Of the member with it. */
  pointer: string;
  /** The error without one. */
  missing: string;
}

export const atPassword = (password: string | undefined): SentPassword => ({
  password,
  pointer: '/password',
  missing: '[password._required]: This field is required.',
});

/**
 * Wrong ones count for the session, or as failed sign-ins of a caller without one.
 * @throws ApiError invalid_data, too_many_requests
 */
export async function assertPassword(
  { throttle }: Pick<SignInServices, 'throttle'>,
  { credential, username }: Owner,
  { password, pointer, missing }: SentPassword,
  { address, caller: { sessionId } }: Pick<RequestContext, 'address' | 'caller'>,
): Promise<void> {
  if (typeof password !== 'string' || password === '') throw invalidData(pointer, missing);
  const attempt = await throttle.begin(username, { address, sessionId });
  if (!(await verifyPassword(credential.password_hash, password, () => attempt.count()))) {
    await attempt.failed();
    throw invalidData(pointer, 'Wrong password');
  }
  await attempt.succeeded();
}

/**
 * The caller is the owner of the account: the password is sent again, or, for users without one, the sign-in is recent.
 * @throws ApiError invalid_data, too_many_requests, fresh_sign_in_required, fresh_factor_required
 */
export async function assertOwner(
  services: SignInServices,
  owner: Owner,
  sent: SentPassword,
  context: RequestContext,
): Promise<void> {
  if (owner.credential.password_hash === null) await assertRecentSignIn(services, context);
  else await assertPassword(services, owner, sent, context);
}

/**
 * The same before a factor is added; one that exists already must have been confirmed recently.
 * @throws ApiError as assertOwner does
 */
export async function assertMayAddFactor(
  services: SignInServices,
  owner: Owner,
  password: string | undefined,
  context: RequestContext,
): Promise<void> {
  await assertOwner(services, owner, atPassword(password), context);
  // The first factor of a user cannot be confirmed by another one.
  if (hasFactor(owner.credential)) await assertOwnFresh(services, context);
}
