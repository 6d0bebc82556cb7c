// Shared parts of all ways to sign in (D16, D86).
import type { components } from '../../../generated/api.d.ts';
import { authenticationRequired } from '../../access/authorization.ts';
import { applicationCaller, isActive, userCaller } from './bearer.ts';
import type { AccessService } from '../../access/access-service.ts';
import type { Audit } from '../../audit.ts';
import type { RequestContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import type { AccountDocument, RefreshTokenRow } from '../../store/store.ts';
import type { Challenges } from './challenges.ts';
import type { LoginThrottle } from './login-throttle.ts';
import type { FoundToken, RefreshTokenServices } from './refresh-tokens.ts';
import type { Sealer } from '../sealed-secrets.ts';
import type { AccessTokens } from './tokens.ts';
import type { passkeySiteOf } from '../../config/factor-settings.ts';

/** The site of passkeys: their domain, and the origins of the pages that use them. */
export type PasskeySite = ReturnType<typeof passkeySiteOf>;

/** The requirement of a second factor (D693). */
interface FactorPolicy {
  /** Steps of 30 seconds before and after the present one whose codes are valid as well. */
  codeWindow: number;
  /** Names of roles. */
  roles: ReadonlySet<string>;
  /** Milliseconds to enrol one, from the first sign-in on. */
  graceMs: number;
  /** Milliseconds for which a confirmation permits dangerous operations; null for ever. */
  freshMs: number | null;
}

export type SignedIn = components['schemas']['SignInMeta'];

export interface SignInServices extends RefreshTokenServices {
  accessTokens: AccessTokens;
  throttle: LoginThrottle;
  access: Pick<AccessService, 'current'>;
  audit: Audit;
  /** Ends a session whose earlier refresh token was sent. */
  endReused: (session: RefreshTokenRow, context: RequestContext) => Promise<void>;
  requireApiKey: boolean;
  sealer: Sealer;
  challenges: Challenges;
  factorPolicy: FactorPolicy;
  passkeySite: () => PasskeySite;
}

/** The authenticated user; null for an application alone. */
export interface Identity {
  userId: number | null;
  account: AccountDocument | null;
  applicationId: number | null;
  /** Hash of the verified password. */
  passwordHash?: string | undefined;
  /** The session that a refresh token renews. */
  renewed?: FoundToken;
  /** A second factor was confirmed, by this service or by the provider. */
  isConfirmed?: boolean;
  /** The deadline for signing in without a second factor, if one is required (D693). */
  due?: Date | undefined;
}

export const loginFailed = (detail: string): ApiError => new ApiError('login_failed', detail);

/** The account of a user who may sign in now. */
export async function findActive(
  { store, access }: Pick<SignInServices, 'store' | 'access'>,
  userId: number,
  applicationId: number | null,
): Promise<AccountDocument | undefined> {
  const account = await store.findAccount(userId);
  if (!account) return undefined;
  const rules = access.current().accessOf(userCaller(userId, account, applicationId));
  return isActive(account, rules) ? account : undefined;
}

/** The caller is known only now, so the rules are checked now (D86). @throws ApiError forbidden, missing_api_key */
export function assertMaySignIn(
  { access, requireApiKey }: Pick<SignInServices, 'access' | 'requireApiKey'>,
  { userId, account, applicationId }: Identity,
): void {
  if (requireApiKey && applicationId === null) {
    throw new ApiError('missing_api_key', 'An API key is required, in the header X-Api-Key.');
  }
  const caller =
    userId === null || !account ? applicationCaller(applicationId) : userCaller(userId, account, applicationId);
  if (access.current().accessOf(caller).grant('auth', 'write') === 'none') {
    throw new ApiError('forbidden', 'Identity is not authorized to sign in.');
  }
}

/** @throws ApiError authentication_required for an application alone, and for a caller who is not signed in */
export function userOf({ caller: { userId } }: RequestContext): number {
  if (userId === null) throw authenticationRequired();
  return userId;
}
