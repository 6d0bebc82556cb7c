// Recent confirmation of a second factor, which dangerous operations need (D694).
import type { RequestContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import type { RefreshTokenRow } from '../../store/store.ts';
import { enrolmentDue } from './factor-requirement.ts';
import { hasFactor } from './second-factor.ts';
import type { SignInServices } from '../credentials/sign-in-services.ts';

const CONFIRM = 'Confirm your second factor at /auth/second_factor/check, and send this request again.';
const refused = (detail: string): ApiError => new ApiError('fresh_factor_required', detail);

async function ownSession(
  { store }: Pick<SignInServices, 'store'>,
  { userId, sessionId }: RequestContext['caller'],
): Promise<RefreshTokenRow | null> {
  return sessionId === undefined ? null : store.refreshTokens.findOne({ _id: sessionId, user_id: userId });
}

/** Milliseconds, for changes of the user's own factor with SECOND_FACTOR_FRESH=off. */
const OWN_FRESH_MS = 15 * 60_000;

/**
 * Users without a second factor pass, unless they must have one already.
 * @param freshMs maximum age of the confirmation; null requires none
 * @throws ApiError fresh_factor_required
 */
export async function assertFresh(
  services: SignInServices,
  { caller }: Pick<RequestContext, 'caller'>,
  freshMs = services.factorPolicy.freshMs,
): Promise<void> {
  const { store, clock } = services;
  const { userId } = caller;
  if (userId === null || freshMs === null) return;
  const now = clock.now();
  const confirmed = (await ownSession(services, caller))?.factor_at;
  if (hasFactor(await store.credentials.findOne({ _id: userId }))) {
    if (confirmed && now.getTime() - confirmed.getTime() < freshMs) return;
    throw refused(CONFIRM);
  }
  if (confirmed) return;
  const due = await enrolmentDue(services, { userId, account: await store.findAccount(userId) });
  if (due && due <= now) throw refused('Your role requires a second factor: enrol one at /auth/second_factor.');
}

/**
 * The same for a change of the user's own factor, with SECOND_FACTOR_FRESH=off too: otherwise a stolen token could
 * remove the factor (D600).
 * @throws ApiError fresh_factor_required
 */
export const assertOwnFresh = (services: SignInServices, context: Pick<RequestContext, 'caller'>): Promise<void> =>
  assertFresh(services, context, services.factorPolicy.freshMs ?? OWN_FRESH_MS);

/**
 * For the end of sessions, and changes of the credentials of users without a password: the user must have signed in, or sent the password again, recently; a user with a second
 * factor must have confirmed that (D601).
 * @throws ApiError fresh_factor_required, fresh_sign_in_required
 */
export async function assertRecentSignIn(
  services: SignInServices,
  { caller }: Pick<RequestContext, 'caller'>,
): Promise<void> {
  const { store, clock, factorPolicy } = services;
  if (caller.userId === null) return;
  const [session, credential] = await Promise.all([
    ownSession(services, caller),
    store.credentials.findOne({ _id: caller.userId }),
  ]);
  const isEnrolled = hasFactor(credential);
  const times = isEnrolled ? [session?.factor_at] : [session?.created, session?.password_at, session?.factor_at];
  const after = clock.now().getTime() - (factorPolicy.freshMs ?? OWN_FRESH_MS);
  if (times.some((time) => time !== undefined && time.getTime() > after)) return;
  if (isEnrolled) throw refused(CONFIRM);
  const how = credential?.password_hash == null ? 'Sign in again' : 'Send your password to /auth/second_factor/check';
  throw new ApiError('fresh_sign_in_required', `${how}, and send this request again.`);
}
