// New recovery codes, which replace the previous ones (D600).
import type { RequestContext } from '../../context.ts';
import { ApiError, notFound } from '../../errors.ts';
import { noteAttempt } from '../../store/idempotency-keys.ts';
import { changeFactor } from './change-factor.ts';
import { ownCredential } from './enrolment.ts';
import { assertOwnFresh } from '../factors/fresh-factor.ts';
import { hasFactor, newRecoveryCodes } from '../factors/second-factor.ts';
import { userOf, type SignInServices } from '../credentials/sign-in-services.ts';

/**
 * Replaces the recovery codes of the caller, and notifies by mail.
 * @returns ten codes, which are shown this once
 * @throws ApiError not_found without a second factor, fresh_factor_required, conflict
 */
export async function renewRecoveryCodes(
  services: SignInServices,
  context: RequestContext,
): Promise<{ recovery_codes: string[] }> {
  const { store } = services;
  const userId = userOf(context);
  const credential = await ownCredential(services, userId);
  if (!hasFactor(credential)) throw notFound('The second factor');
  await assertOwnFresh(services, context);
  const { codes, hashes } = newRecoveryCodes();
  // Users with passkeys only have them in another field.
  const hasApp = credential.second_factor !== undefined;
  const place = hasApp ? 'second_factor.recovery' : 'recovery';
  const unchanged = {
    _id: userId,
    second_factor: { $exists: hasApp },
    ...(!hasApp && { 'passkeys.0': { $exists: true } }),
  };
  await changeFactor(services, { event: 'recovery_codes_renewed', userId }, context, async (transaction) => {
    const options = { session: transaction };
    const { matchedCount } = await store.credentials.updateOne(unchanged, { $set: { [place]: hashes } }, options);
    if (matchedCount === 0) throw new ApiError('conflict', 'The second factor has just been changed: send it again.');
    if (context.attempt) noteAttempt(context.attempt, undefined, transaction);
    return 'recovery_codes_renewed';
  });
  return { recovery_codes: codes };
}
