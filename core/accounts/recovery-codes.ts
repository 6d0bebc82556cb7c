// New recovery codes in the place of the former ones (D600).
import { auditedCaller } from '../audit.ts';
import type { RequestContext } from '../context.ts';
import { ApiError, notFound } from '../errors.ts';
import { noteAttempt } from '../store/idempotency-keys.ts';
import { noticeOf } from './account-mails.ts';
import { storeAuditEvent } from './audited-events.ts';
import { ownCredential } from './enrolment.ts';
import { assertOwnFresh } from './fresh-factor.ts';
import { hasFactor, newRecoveryCodes } from './second-factor.ts';
import { userOf, type SignInServices } from './sign-in-services.ts';

/**
 * Replaces the recovery codes of the caller, and notifies by mail.
 * @returns ten codes, which are shown this once
 * @throws ApiError not_found without a second factor, fresh_factor_required, conflict
 */
export async function renewRecoveryCodes(
  services: SignInServices,
  context: RequestContext,
): Promise<{ recovery_codes: string[] }> {
  const { store, clock, jobs, audit } = services;
  const userId = userOf(context);
  const credential = await ownCredential(services, userId);
  if (!hasFactor(credential)) throw notFound('The second factor');
  await assertOwnFresh(services, context);
  const { codes, hashes } = newRecoveryCodes();
  const { caller, address, userAgent } = context;
  const now = clock.now();
  const notice = { template: 'recovery_codes_renewed', userId, address, device: userAgent ?? null, now } as const;
  const mail = await noticeOf(store, notice, context);
  const facts = { address, ...auditedCaller(caller), params: { user_id: String(userId) } };
  // Those of users with passkeys alone are beside them.
  const hasApp = credential.second_factor !== undefined;
  const place = hasApp ? 'second_factor.recovery' : 'recovery';
  const unchanged = {
    _id: userId,
    second_factor: { $exists: hasApp },
    ...(!hasApp && { 'passkeys.0': { $exists: true } }),
  };
  await store.transaction(async (transaction) => {
    const options = { session: transaction };
    const { matchedCount } = await store.credentials.updateOne(
      unchanged,
      { $set: { [place]: hashes } } as object,
      options,
    );
    if (matchedCount === 0) throw new ApiError('conflict', 'The second factor has just been changed: send it again.');
    if (mail) await store.asyncJobs.insertOne(mail, options);
    await storeAuditEvent(store, ['recovery_codes_renewed', facts, now], transaction);
    if (context.attempt) noteAttempt(context.attempt, undefined, transaction);
  });
  if (mail) jobs.wake(mail);
  audit('recovery_codes_renewed', facts);
  return { recovery_codes: codes };
}
